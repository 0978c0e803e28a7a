#include "core/files/repositoryname.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace rocport {

namespace {

constexpr qsizetype kLongestPath = 4095;
constexpr qsizetype kLongestPart = 255;

/// Code points that HFS+ leaves out when it compares names (git's utf8.c, next_hfs_char()).
bool isIgnoredByHfs(char32_t c)
{
    return (c >= 0x200c && c <= 0x200f) || (c >= 0x202a && c <= 0x202e) ||
           (c >= 0x206a && c <= 0x206f) || c == 0xfeff;
}

bool isGitFolder(const QByteArray& part)
{
    constexpr qsizetype kShortest = 4;
    constexpr qsizetype kLongest = 64; // with characters that are ignored
    const auto first = static_cast<unsigned char>(part.isEmpty() ? 0 : part.front());
    const bool mayBe = first == '.' || first == 'g' || first == 'G' || first >= 0x80;
    if (!mayBe || part.size() < kShortest || part.size() > kLongest) {
        return false;
    }
    QString name;
    const QString text = QString::fromUtf8(part);
    for (const QChar c : text) {
        if (!isIgnoredByHfs(c.unicode())) {
            name += c.toLower();
        }
    }
    name.truncate(name.indexOf(u':') < 0 ? name.size() : name.indexOf(u':'));
    while (name.endsWith(u'.') || name.endsWith(u' ')) {
        name.chop(1);
    }
    return name == QLatin1StringView(".git") || name == QLatin1StringView("git~1");
}

QString problemOf(const QByteArray& path)
{
    if (path.isEmpty()) {
        return QStringLiteral("it is empty");
    }
    if (path.size() > kLongestPath) {
        return QStringLiteral("it is longer than %1 bytes").arg(kLongestPath);
    }
    if (path.contains('\0')) {
        return QStringLiteral("it contains a NUL byte");
    }
    const QList<QByteArray> parts = path.split('/');
    for (const QByteArray& part : parts) {
        if (part.isEmpty()) {
            return path.startsWith('/') ? QStringLiteral("it is an absolute path")
                                        : QStringLiteral("it has an empty component");
        }
        if (part == "." || part == "..") {
            return QStringLiteral("it contains \"%1\" as a component")
                .arg(QString::fromLatin1(part));
        }
        if (part.size() > kLongestPart) {
            return QStringLiteral("one of its components is longer than %1 bytes")
                .arg(kLongestPart);
        }
        if (isGitFolder(part)) {
            return QStringLiteral("it points into a .git folder");
        }
    }
    return {};
}

} // namespace

Result<RepoPath> pathInRepository(const QString& root, const QString& name)
{
    const QDir folder(root);
    const QString file = folder.relativeFilePath(folder.absoluteFilePath(name));
    if (file.startsWith(QStringLiteral("../")) || !QFileInfo(folder, file).isFile()) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("the repository has no such file"),
                     name};
    }
    return RepoPath(QFile::encodeName(file));
}

Result<void> checkRepositoryName(const RepoPath& path)
{
    const QString problem = problemOf(path.bytes());
    if (!problem.isEmpty()) {
        return Error{ErrorCode::PathOutsideRepository, problem, path.display().left(300)};
    }
    return {};
}

} // namespace rocport
