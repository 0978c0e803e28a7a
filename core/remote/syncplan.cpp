#include "core/remote/syncplan.h"

#include "core/remote/tarfile.h"

#include <QCryptographicHash>
#include <QSet>

#include <algorithm>

namespace rocport {

namespace {

constexpr qsizetype kMaxNodeFiles = 4'000'000;
constexpr qsizetype kTreeNameLength = 40;

bool isHex(const QByteArray& bytes)
{
    return std::all_of(bytes.begin(), bytes.end(),
                       [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

QByteArray idOf(const SyncFile& file)
{
    const char kind = file.kind == SyncFile::Kind::Link         ? 'l'
                      : file.kind == SyncFile::Kind::Executable ? 'x'
                                                                : 'f';
    const bool plain = file.identity.size() >= 40 && file.identity.size() <= 64;
    const QByteArray identity =
        plain && isHex(file.identity)
            ? file.identity
            : QCryptographicHash::hash(file.identity, QCryptographicHash::Sha256).toHex();
    return QByteArray(1, kind) + ' ' + identity;
}

/// What is wrong with a path; empty: nothing.
QString pathProblem(const QByteArray& path)
{
    if (path.isEmpty() || path.startsWith('/') || path.contains('\0')) {
        return QStringLiteral("it is not the path of a file in a repository");
    }
    const QList<QByteArray> parts = path.split('/');
    for (const QByteArray& part : parts) {
        if (part.isEmpty() || part == "." || part == "..") {
            return QStringLiteral("the path points outside its folder");
        }
        if (part.toLower() == ".git") {
            return QStringLiteral("the path is inside the .git folder");
        }
    }
    return {};
}

/// Takes an answer apart, line by line and block by block.
class AnswerReader
{
public:
    explicit AnswerReader(const QByteArray& bytes) : m_bytes(bytes) {}

    [[nodiscard]] QByteArray line()
    {
        const qsizetype end = m_bytes.indexOf('\n', m_at);
        if (end < 0) {
            m_at = m_bytes.size();
            return {};
        }
        QByteArray result = m_bytes.mid(m_at, end - m_at);
        m_at = end + 1;
        return result;
    }

    /// "LABEL SIZE" and that many bytes.
    [[nodiscard]] bool block(const QByteArray& label, QByteArray& content)
    {
        const QByteArray head = line();
        bool isNumber = false;
        const qlonglong size = head.mid(label.size() + 1).toLongLong(&isNumber);
        if (!head.startsWith(label + ' ') || !isNumber || size < 0 ||
            size > m_bytes.size() - m_at) {
            return false;
        }
        content = m_bytes.mid(m_at, size);
        m_at += size;
        return true;
    }

private:
    const QByteArray& m_bytes;
    qsizetype m_at = 0;
};

/// Names with a NUL after each. False when the last one has none.
bool splitNames(const QByteArray& bytes, QVector<QByteArray>& names)
{
    if (!bytes.isEmpty() && !bytes.endsWith('\0')) {
        return false;
    }
    qsizetype at = 0;
    while (at < bytes.size()) {
        const qsizetype end = bytes.indexOf('\0', at);
        names.append(bytes.mid(at, end - at));
        at = end + 1;
        if (names.size() > kMaxNodeFiles) {
            return false;
        }
    }
    return true;
}

/// One line for each file, empty for a missing one: from groups of a line of 1 and 0 and the lines
/// of those that are there. False when it does not add up to `count` files.
bool splitListing(const QByteArray& bytes, qsizetype count, QVector<QByteArray>& lines)
{
    const QList<QByteArray> all = bytes.split('\n');
    qsizetype at = 0;
    while (lines.size() < count) {
        if (at >= all.size()) {
            return false;
        }
        const QByteArray& there = all.at(at++);
        for (const char mark : there) {
            if (mark != '1' && mark != '0') {
                return false;
            }
            if (mark == '1' && (at >= all.size() || all.at(at).isEmpty())) {
                return false;
            }
            lines.append(mark == '1' ? all.at(at++) : QByteArray());
        }
    }
    return lines.size() == count;
}

Error badAnswer(const char* expected)
{
    return Error{ErrorCode::ParseFailed,
                 QStringLiteral("the node's answer about its sources is not understood: %1")
                     .arg(QLatin1StringView(expected)),
                 {}};
}

Result<SyncAnswer> readOther(AnswerReader& reader, SyncAnswer answer)
{
    const QByteArray base = reader.line();
    answer.base = base.mid(5);
    const bool plain = std::all_of(answer.base.begin(), answer.base.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || c == '.';
    });
    if (!base.startsWith("base ") || answer.base.isEmpty() || !plain) {
        return badAnswer("base");
    }
    QByteArray ids;
    QByteArray names;
    QByteArray before;
    QByteArray now;
    if (!reader.block("ids", ids) || !reader.block("names", names) ||
        !reader.block("before", before) || !reader.block("now", now)) {
        return badAnswer("a list of files");
    }
    QVector<QByteArray> paths;
    if (!splitNames(names, paths)) {
        return badAnswer("names");
    }
    if (ids.endsWith('\n')) {
        ids.chop(1);
    }
    const QList<QByteArray> idLines = ids.isEmpty() ? QList<QByteArray>() : ids.split('\n');
    if (idLines.size() != paths.size()) {
        return badAnswer("as many identities as names");
    }
    QVector<QByteArray> linesBefore;
    QVector<QByteArray> linesNow;
    const bool known = splitListing(before, paths.size(), linesBefore) &&
                       splitListing(now, paths.size(), linesNow);
    answer.files.reserve(paths.size());
    for (qsizetype i = 0; i < paths.size(); ++i) {
        const bool changed =
            !known || linesNow.at(i).isEmpty() || linesNow.at(i) != linesBefore.at(i);
        answer.files.insert(paths.at(i), {idLines.at(i), changed});
    }
    return answer;
}

} // namespace

QByteArray blobIdentity(const QByteArray& content)
{
    QCryptographicHash hash(QCryptographicHash::Sha1);
    hash.addData("blob " + QByteArray::number(content.size()) + '\0');
    hash.addData(content);
    return hash.result().toHex();
}

QString treeName(const QString& project, const QByteArray& unique)
{
    QString name;
    for (const QChar c : project) {
        const bool plain = (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') ||
                           (c >= u'0' && c <= u'9') || c == u'_';
        if (plain) {
            name += c;
        } else if (!name.isEmpty() && !name.endsWith(u'-')) {
            name += u'-';
        }
    }
    name = name.left(kTreeNameLength);
    while (name.endsWith(u'-')) {
        name.chop(1);
    }
    if (name.isEmpty()) {
        name = QStringLiteral("tree");
    }
    const QByteArray hash =
        QCryptographicHash::hash(project.toUtf8() + '\0' + unique, QCryptographicHash::Sha256);
    return name + u'-' + QString::fromLatin1(hash.toHex().left(8));
}

bool linkStaysInside(const RepoPath& path, const QByteArray& target)
{
    if (target.isEmpty() || target.startsWith('/') || target.contains('\0')) {
        return false;
    }
    // ".." counts only at the start, where it leaves real folders: after a name it may leave
    // another link's.
    qsizetype depth = path.bytes().count('/');
    bool named = false;
    const QList<QByteArray> parts = target.split('/');
    for (const QByteArray& part : parts) {
        if (part == "..") {
            if (named || --depth < 0) {
                return false;
            }
        } else if (!part.isEmpty() && part != ".") {
            named = true;
        }
    }
    return true;
}

Result<SyncList> makeSyncList(QVector<SyncFile> files)
{
    std::sort(files.begin(), files.end(),
              [](const SyncFile& a, const SyncFile& b) { return a.path < b.path; });
    SyncList list;
    QSet<QByteArray> paths;
    paths.reserve(files.size());
    for (const SyncFile& file : std::as_const(files)) {
        const QByteArray& path = file.path.bytes();
        QString problem = pathProblem(path);
        if (problem.isEmpty() && paths.contains(path)) {
            problem = QStringLiteral("the path occurs twice");
        }
        if (!problem.isEmpty()) {
            return Error{ErrorCode::InvalidArgument, problem, file.path.display()};
        }
        paths.insert(path);
        list.ids += idOf(file) + '\n';
        list.names += "./" + path + '\0';
    }
    for (const SyncFile& file : std::as_const(files)) {
        const QByteArray& path = file.path.bytes();
        for (qsizetype slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
            if (paths.contains(path.left(slash))) {
                return Error{ErrorCode::InvalidArgument,
                             QStringLiteral("its folder is also a file of the tree"),
                             file.path.display()};
            }
        }
    }
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(list.ids);
    hash.addData(QByteArray(1, '\0'));
    hash.addData(list.names);
    list.digest = hash.result().toHex();
    list.files = std::move(files);
    return list;
}

Result<SyncAnswer> parseSyncAnswer(const QByteArray& bytes)
{
    AnswerReader reader(bytes);
    // A login shell may greet first.
    QByteArray line = reader.line();
    for (int i = 0; i < 200 && line != "rocport-sync 1"; ++i) {
        line = reader.line();
    }
    if (line != "rocport-sync 1") {
        return badAnswer("its first line");
    }
    SyncAnswer answer;
    line = reader.line();
    if (!line.startsWith("root /")) {
        return badAnswer("the folder");
    }
    answer.folder = line.mid(5);
    line = reader.line();
    if (line == "answer same" || line == "answer done") {
        answer.state = line == "answer same" ? SyncAnswer::State::Same : SyncAnswer::State::Done;
        return reader.line() == "end" ? Result<SyncAnswer>(answer) : badAnswer("its end");
    }
    if (line == "answer other") {
        answer.state = SyncAnswer::State::Other;
        Result<SyncAnswer> read = readOther(reader, std::move(answer));
        if (!read) {
            return read;
        }
        answer = std::move(*read);
    } else if (line != "answer none") {
        return badAnswer("an answer");
    }
    QByteArray pending;
    if (!reader.block("pending", pending) || !splitNames(pending, answer.pending) ||
        reader.line() != "end") {
        return badAnswer("its end");
    }
    return answer;
}

SyncPlan planSync(std::shared_ptr<const SyncList> list, const SyncAnswer& answer)
{
    SyncPlan plan;
    plan.base = answer.base;
    QSet<QByteArray> wanted;
    wanted.reserve(list->files.size());
    for (qsizetype i = 0; i < list->files.size(); ++i) {
        const SyncFile& file = list->files.at(i);
        const QByteArray name = "./" + file.path.bytes();
        wanted.insert(name);
        const auto there = answer.files.constFind(name);
        if (there == answer.files.constEnd()) {
            plan.send.append(i);
            plan.additions += name + '\0';
        } else if (there->changed || there->id != idOf(file)) {
            plan.restored += there->id == idOf(file) ? 1 : 0;
            plan.send.append(i);
        }
    }
    const auto remove = [&](const QByteArray& name) {
        // Only what could have been sent: the node's word is not trusted.
        if (name.startsWith("./") && pathProblem(name.mid(2)).isEmpty()) {
            plan.removals += name + '\0';
        }
    };
    for (auto file = answer.files.constBegin(); file != answer.files.constEnd(); ++file) {
        if (!wanted.contains(file.key())) {
            remove(file.key());
            ++plan.removed;
        }
    }
    for (const QByteArray& name : answer.pending) {
        if (!wanted.contains(name) && !answer.files.contains(name)) {
            remove(name);
        }
    }
    plan.list = std::move(list);
    return plan;
}

QByteArray syncStreamHead(const SyncPlan& plan)
{
    TarMember folder;
    folder.kind = TarMember::Kind::Folder;
    folder.name = "meta";
    return tarHeader(folder) +
           tarFileMember("meta/base",
                         (plan.base.isEmpty() ? QByteArray("none") : plan.base) + '\n') +
           tarFileMember("meta/ids", plan.list->ids) +
           tarFileMember("meta/names", plan.list->names) +
           tarFileMember("meta/remove", plan.removals) + tarFileMember("meta/new", plan.additions);
}

QByteArray syncStreamFile(const SyncFile& file, const QByteArray& content)
{
    const QByteArray name = "files/" + file.path.bytes();
    if (file.kind == SyncFile::Kind::Link) {
        TarMember link;
        link.kind = TarMember::Kind::Link;
        link.name = name;
        link.target = content;
        return tarHeader(link);
    }
    return tarFileMember(name, content, file.kind == SyncFile::Kind::Executable);
}

QByteArray syncStreamTail(const SyncPlan& plan)
{
    return tarFileMember("meta/end", plan.list->digest + '\n') + tarEnd();
}

} // namespace rocport
