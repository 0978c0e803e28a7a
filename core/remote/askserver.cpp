#include "core/remote/askserver.h"

#include "core/base/systemmessage.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>
#include <QSocketNotifier>
#include <QTimer>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace rocport {
namespace {

// What the askpass program sends: token, node, hint and prompt, each ended by NUL. What it gets:
// '+' and the answer, or '-'; then the connection ends.
constexpr qsizetype kRequestLimit = 8192;
constexpr qsizetype kPromptLimit = 4096;
constexpr std::size_t kCallerLimit = 32;
constexpr int kFieldCount = 4;
constexpr int kRequestTime = 10'000; ///< milliseconds for a whole request

QByteArray newToken()
{
    QByteArray bytes(32, '\0');
    for (char& byte : bytes) {
        byte = static_cast<char>(QRandomGenerator::system()->generate() & 0xffU);
    }
    return bytes.toHex();
}

/// Takes as long for any token of the right length.
bool sameToken(const QByteArray& one, const QByteArray& other)
{
    unsigned int difference = one.size() == other.size() ? 0U : 1U;
    for (qsizetype i = 0; i < std::min(one.size(), other.size()); ++i) {
        difference |= static_cast<unsigned char>(one[i]) ^ static_cast<unsigned char>(other[i]);
    }
    return difference == 0;
}

bool isOwnUser(int handle)
{
#ifdef SO_PEERCRED
    ucred peer = {};
    socklen_t size = sizeof(peer);
    return ::getsockopt(handle, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
           peer.uid == ::getuid();
#else
    Q_UNUSED(handle); // the folder's mode is what keeps others out
    return true;
#endif
}

QString plainText(const QByteArray& bytes, qsizetype limit)
{
    QString plain;
    const QList<uint> characters = QString::fromUtf8(bytes.left(limit)).toUcs4();
    for (const char32_t c : characters) { // some that cannot be seen take two units
        if (c == U'\n' || QChar::isPrint(c)) {
            plain += QChar::fromUcs4(c);
        }
    }
    return plain.trimmed();
}

void wipe(QByteArray& bytes)
{
    ::explicit_bzero(bytes.data(), static_cast<std::size_t>(bytes.size()));
    bytes.clear();
}

Error socketError(const QString& path)
{
    return systemWriteError(errno, path);
}

/// Nothing: the path is too long for a socket.
std::optional<sockaddr_un> addressOf(const QByteArray& path)
{
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    if (path.size() >= static_cast<qsizetype>(sizeof(address.sun_path))) {
        return std::nullopt;
    }
    std::memcpy(address.sun_path, path.constData(), static_cast<std::size_t>(path.size()));
    return address;
}

/// Whether nobody listens on a socket of ours: the program that made it is gone.
bool isStale(const QByteArray& path)
{
    struct stat info = {};
    const std::optional<sockaddr_un> address = addressOf(path);
    if (!address || ::lstat(path.constData(), &info) != 0 || !S_ISSOCK(info.st_mode) ||
        info.st_uid != ::getuid()) {
        return false;
    }
    const int handle = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (handle < 0) {
        return false;
    }
    const bool refused =
        ::connect(handle, reinterpret_cast<const sockaddr*>(&*address), sizeof(*address)) != 0 &&
        errno == ECONNREFUSED;
    ::close(handle);
    return refused;
}

/// Sockets of programs that were killed. A live one listens from before it has its name.
void removeStaleSockets(const QString& folder)
{
    constexpr int kMost = 1000;
    const QStringList names = QDir(folder).entryList(
        {QStringLiteral("ask-*")}, QDir::System | QDir::Hidden | QDir::NoDotAndDotDot);
    for (const QString& name : names.mid(0, kMost)) {
        const QByteArray path = QFile::encodeName(folder + u'/' + name);
        if (isStale(path)) {
            ::unlink(path.constData());
        }
    }
}

/// A socket at `path` on which somebody listens from the moment that it is there; -1 with errno.
int listenAt(const QByteArray& path, const sockaddr_un& making)
{
    const int handle = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (handle < 0) {
        return -1;
    }
    const bool bound =
        ::bind(handle, reinterpret_cast<const sockaddr*>(&making), sizeof(making)) == 0;
    if (bound && ::chmod(making.sun_path, 0600) == 0 && ::listen(handle, 16) == 0 &&
        ::rename(making.sun_path, path.constData()) == 0) {
        return handle;
    }
    const int number = errno;
    ::close(handle);
    if (bound) {
        ::unlink(making.sun_path);
    }
    errno = number;
    return -1;
}

} // namespace

struct AskServer::Caller
{
    explicit Caller(int socket)
        : handle(socket), notifier(std::make_unique<QSocketNotifier>(socket, QSocketNotifier::Read))
    {
    }
    ~Caller()
    {
        notifier.reset();
        ::close(handle);
    }
    Caller(const Caller&) = delete;
    Caller& operator=(const Caller&) = delete;

    int handle;
    int id = 0; ///< 0: has not asked yet
    QByteArray request;
    std::unique_ptr<QSocketNotifier> notifier;
    QTimer limit;
};

AskServer::AskServer(QObject* parent) : QObject(parent) {}

AskServer::~AskServer()
{
    for (const auto& caller : m_callers) {
        ::send(caller->handle, "-", 1, MSG_NOSIGNAL | MSG_DONTWAIT);
    }
    m_callers.clear();
    if (m_socket >= 0) {
        ::close(m_socket);
        ::unlink(QFile::encodeName(m_path).constData());
    }
}

QString AskServer::token() const
{
    return QString::fromLatin1(m_token);
}

Result<void> AskServer::listen(const QString& folder)
{
    if (m_socket >= 0) {
        return {};
    }
    m_token = newToken();
    const QString name = QString::fromLatin1(newToken().left(12));
    const QString path = folder + QStringLiteral("/ask-") + name;
    const QByteArray bytes = QFile::encodeName(path);
    const std::optional<sockaddr_un> making =
        addressOf(QFile::encodeName(folder + QStringLiteral("/new-") + name));
    if (!making) {
        return Error{ErrorCode::FileWriteFailed,
                     QStringLiteral("the path is too long for a socket"), path};
    }
    removeStaleSockets(folder);
    const int handle = listenAt(bytes, *making);
    if (handle < 0) {
        return socketError(path);
    }
    m_socket = handle;
    m_path = path;
    auto* notifier = new QSocketNotifier(m_socket, QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, &AskServer::accept);
    return {};
}

void AskServer::accept()
{
    const int handle = ::accept4(m_socket, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (handle < 0) {
        return;
    }
    if (m_callers.size() >= kCallerLimit || !isOwnUser(handle)) {
        ::close(handle);
        return;
    }
    m_callers.push_back(std::make_unique<Caller>(handle));
    Caller* caller = m_callers.back().get();
    connect(caller->notifier.get(), &QSocketNotifier::activated, this,
            [this, caller] { read(caller); });
    connect(&caller->limit, &QTimer::timeout, this, [this, caller] { drop(caller); });
    caller->limit.setSingleShot(true);
    caller->limit.start(kRequestTime);
}

void AskServer::read(Caller* caller)
{
    char buffer[1024];
    const ssize_t count = ::recv(caller->handle, buffer, sizeof(buffer), 0);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) {
        return;
    }
    if (count <= 0) {
        const int id = caller->id;
        drop(caller);
        if (id != 0) {
            Q_EMIT withdrawn(id);
        }
        return;
    }
    if (caller->id != 0) {
        return; // nothing more is expected
    }
    caller->request.append(buffer, count);
    if (caller->request.count('\0') >= kFieldCount) {
        ask(caller);
    } else if (caller->request.size() > kRequestLimit) {
        drop(caller);
    }
}

void AskServer::ask(Caller* caller)
{
    const QByteArrayList fields = caller->request.split('\0');
    if (!sameToken(fields[0], m_token)) {
        ::send(caller->handle, "-", 1, MSG_NOSIGNAL | MSG_DONTWAIT);
        drop(caller);
        return;
    }
    caller->limit.stop();
    caller->request.clear();
    caller->id = m_nextId++;
    AskQuestion question;
    question.id = caller->id;
    question.nodeName = plainText(fields[1], 256);
    question.prompt = plainText(fields[3], kPromptLimit);
    // SSH_ASKPASS_PROMPT: "confirm" asks for leave, "none" only tells (ssh(1), OpenSSH 8.4).
    const bool told = fields[2] == "confirm" || fields[2] == "none";
    question.yesNo = told || question.prompt.contains(QStringLiteral("(yes/no"));
    question.secret = !question.yesNo;
    Q_EMIT asked(question);
}

void AskServer::answer(int id, const std::optional<QString>& text)
{
    const auto found = std::find_if(m_callers.begin(), m_callers.end(),
                                    [id](const auto& caller) { return caller->id == id; });
    if (id == 0 || found == m_callers.end()) {
        return;
    }
    QByteArray line;
    if (text) {
        line.reserve(text->size() * 3 + 1); // so that no copy is left behind by growing
        line += '+';
        QByteArray bytes = text->toUtf8();
        const qsizetype end = bytes.indexOf('\n');
        line += end < 0 ? bytes : bytes.left(end);
        wipe(bytes);
    } else {
        line = QByteArrayLiteral("-");
        line.detach();
    }
    ::send((*found)->handle, line.constData(), static_cast<std::size_t>(line.size()),
           MSG_NOSIGNAL | MSG_DONTWAIT);
    wipe(line);
    drop(found->get());
}

void AskServer::drop(Caller* caller)
{
    const auto found = std::find_if(m_callers.begin(), m_callers.end(),
                                    [caller](const auto& each) { return each.get() == caller; });
    if (found == m_callers.end()) {
        return;
    }
    // It may be one of its own signals that led here.
    const std::shared_ptr<Caller> old = std::move(*found);
    m_callers.erase(found);
    old->notifier->setEnabled(false);
    old->notifier->disconnect(this);
    old->limit.disconnect(this);
    ::shutdown(old->handle, SHUT_RDWR);
    QTimer::singleShot(0, this, [old] {});
}

QString askpassProgram(const QString& programFolder)
{
    const QStringList places{programFolder + QStringLiteral("/rocport-askpass"),
                             programFolder + QStringLiteral("/../bin/rocport-askpass")};
    for (const QString& place : places) {
        const QFileInfo info(place);
        if (info.isFile() && info.isExecutable()) {
            return info.canonicalFilePath();
        }
    }
    return {};
}

} // namespace rocport
