#include "core/scan/gitfolder.h"

#include "core/base/repopath.h"
#include "core/files/readfile.h"

#include <algorithm>
#include <cstdlib>
#include <linux/magic.h>
#include <sys/vfs.h>

namespace rocport {

namespace {

} // namespace

QString shownPath(const QByteArray& path)
{
    return RepoPath(path).display();
}

Error notAFile(const QByteArray& path, mode_t mode)
{
    const char* kind = S_ISFIFO(mode)   ? "a named pipe"
                       : S_ISSOCK(mode) ? "a socket"
                       : S_ISDIR(mode)  ? "a folder"
                       : S_ISREG(mode)  ? "a kernel file"
                                        : "a device";
    return {
        ErrorCode::FileUnreadable,
        QStringLiteral("git would read it, but it is %1, not a file").arg(QLatin1StringView(kind)),
        shownPath(path)};
}

Error tooLargeForGit(const QByteArray& path, qint64 limit)
{
    const QString size = limit < kMiB ? QStringLiteral("%1 KiB").arg(limit / 1024)
                                      : QStringLiteral("%1 MiB").arg(limit / kMiB);
    return {ErrorCode::FileTooLarge, QStringLiteral("larger than %1").arg(size), shownPath(path)};
}

bool isOfTheKernel(const QByteArray& path)
{
    struct statfs system = {};
    if (::statfs(path.constData(), &system) != 0) {
        return false;
    }
    const auto type = static_cast<quint64>(system.f_type);
    return type == PROC_SUPER_MAGIC || type == SYSFS_MAGIC || type == DEBUGFS_MAGIC ||
           type == TRACEFS_MAGIC;
}

QByteArray folderOf(const QByteArray& path)
{
    const qsizetype slash = path.lastIndexOf('/');
    return slash <= 0 ? QByteArray("/") : path.left(slash);
}

QByteArray joined(const QByteArray& folder, const QByteArray& name)
{
    if (name.startsWith('/')) {
        return name;
    }
    return folder.endsWith('/') ? folder + name : folder + '/' + name;
}

bool isFolderAt(const QByteArray& path)
{
    struct stat status = {};
    return ::stat(path.constData(), &status) == 0 && S_ISDIR(status.st_mode);
}

bool isFileAt(const QByteArray& path)
{
    struct stat status = {};
    return ::stat(path.constData(), &status) == 0 && S_ISREG(status.st_mode);
}

QByteArray realPathOf(const QByteArray& path)
{
    char* real = ::realpath(path.constData(), nullptr);
    QByteArray result(real != nullptr ? real : "");
    std::free(real); // NOLINT: realpath() hands out malloc'ed memory
    return result;
}

Result<QByteArray> readFollowed(const QByteArray& path, qint64 limit)
{
    const QByteArray file = realPathOf(path);
    if (file.isEmpty()) {
        return Error{ErrorCode::FileNotFound, {}, shownPath(path)};
    }
    return readFile(file, Links::Refused, limit);
}

QByteArray nameIn(QByteArray text)
{
    while (!text.isEmpty() && isGitSpace(text.back())) {
        text.chop(1);
    }
    const qsizetype nul = text.indexOf('\0');
    return nul < 0 ? text : text.left(nul);
}

QByteArray withoutSpaceBefore(const QByteArray& text)
{
    return text.mid(std::find_if_not(text.begin(), text.end(), isGitSpace) - text.begin());
}

Result<void> checkGitFile(const QByteArray& path, qint64 limit)
{
    struct stat status = {};
    if (::stat(path.constData(), &status) != 0 || S_ISDIR(status.st_mode)) {
        return {}; // libgit2 says so itself, and waits for nothing
    }
    if (!S_ISREG(status.st_mode) || isOfTheKernel(path)) {
        return notAFile(path, status.st_mode);
    }
    if (status.st_size > limit) {
        return tooLargeForGit(path, limit);
    }
    return {};
}

Result<QByteArray> sharedOf(const QByteArray& folder)
{
    const QByteArray link = joined(folder, "commondir");
    if (Result<void> file = checkGitFile(link, kMaxGitLink); !file) {
        return file.error();
    }
    if (!isFileAt(link)) {
        return folder;
    }
    const Result<QByteArray> text = readFollowed(link, kMaxGitLink);
    if (!text) {
        return text.error();
    }
    const QByteArray name = nameIn(*text);
    return realPathOf(name.startsWith("./") || name.startsWith("../") ? joined(folder, name)
                                                                      : name);
}

Result<IsGit> isGitFolder(const QByteArray& folder)
{
    const Result<QByteArray> shared = sharedOf(folder);
    if (!shared) {
        return shared.error();
    }
    if (shared->isEmpty()) {
        return IsGit::Stop;
    }
    return isFileAt(joined(folder, "HEAD")) && isFolderAt(joined(*shared, "objects")) &&
                   isFolderAt(joined(*shared, "refs"))
               ? IsGit::Yes
               : IsGit::No;
}

} // namespace rocport
