#include "core/remote/askserver.h"
#include "tests/fuzz/application.h"
#include "tests/fuzz/require.h"

#include <QCoreApplication>
#include <QTemporaryDir>

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace rocport;

namespace {

int connectTo(const QByteArray& path)
{
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    require(path.size() < static_cast<qsizetype>(sizeof(address.sun_path)));
    std::memcpy(address.sun_path, path.constData(), static_cast<std::size_t>(path.size()));
    const int handle = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    require(handle >= 0 &&
            ::connect(handle, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0);
    return handle;
}

void work()
{
    for (int i = 0; i < 4; ++i) {
        QCoreApplication::processEvents();
    }
}

/// What a person reads before a password is typed: nothing that acts or cannot be seen.
void checkText(const QString& text)
{
    for (const char32_t c : text.toUcs4()) {
        require(c == U'\n' || QChar::isPrint(c));
    }
}

struct Server
{
    FuzzApplication application;
    QTemporaryDir folder{QStringLiteral("/dev/shm/rocport-fuzz-XXXXXX")};
    AskServer server;
    std::optional<AskQuestion> question;
    int asked = 0;

    Server()
    {
        require(server.listen(folder.path()).ok());
        QObject::connect(&server, &AskServer::asked, &server, [this](const AskQuestion& one) {
            question = one;
            ++asked;
        });
    }
};

} // namespace

/// Any bytes as what a program sends that says it was started by ssh. The first byte: whether it
/// knows the token, and in how many pieces it comes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 1) {
        return 0;
    }
    static Server shared;
    shared.question.reset();
    shared.asked = 0;
    const bool knows = (data[0] & 1U) != 0;
    const qsizetype pieces = 1 + ((data[0] >> 1U) & 7U);
    QByteArray message(reinterpret_cast<const char*>(data + 1), static_cast<qsizetype>(size - 1));
    if (knows) {
        message.prepend(shared.server.token().toLatin1() + '\0');
    }
    const int handle = connectTo(shared.server.socketPath().toUtf8());
    const qsizetype step = message.size() / pieces + 1;
    for (qsizetype at = 0; at < message.size(); at += step) {
        const QByteArray piece = message.mid(at, step);
        (void)::send(handle, piece.constData(), static_cast<std::size_t>(piece.size()),
                     MSG_NOSIGNAL | MSG_DONTWAIT);
        work();
    }
    work();
    require(shared.asked <= (knows ? 1 : 0));
    if (shared.question) {
        checkText(shared.question->nodeName);
        checkText(shared.question->prompt);
        require(shared.question->prompt.size() <= 4096 && shared.question->nodeName.size() <= 256);
        require(shared.question->secret != shared.question->yesNo);
        shared.server.answer(shared.question->id, QStringLiteral("yes\nno"));
        work();
        std::array<char, 16> got = {};
        const ssize_t count = ::recv(handle, got.data(), got.size(), MSG_DONTWAIT);
        require(count == 4 && std::memcmp(got.data(), "+yes", 4) == 0);
    }
    ::close(handle);
    work();
    return 0;
}
