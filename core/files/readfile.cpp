#include "core/files/readfile.h"

#include "core/base/repopath.h"
#include "core/files/fileerror.h"

#include <QFile>

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rocport {

namespace {

/// Files of /proc and the like say that they are empty; they are read in pieces of this size.
constexpr qsizetype kReadPiece = 64 * 1024;

static_assert(kWorkingFolder == AT_FDCWD);

Error tooLarge(const QString& path, qint64 limit)
{
    return {ErrorCode::FileTooLarge,
            limit >= 1024 * 1024 ? QStringLiteral("larger than %1 MiB").arg(limit >> 20)
                                 : QStringLiteral("larger than %1 bytes").arg(limit),
            path};
}

/// `shown` is for messages.
Result<OpenFile> opened(int folder, const QByteArray& path, const QString& shown, int flags)
{
    // Without O_NONBLOCK a pipe would wait for its writer.
    OpenFile file;
    file.descriptor = Descriptor(
        ::openat(folder, path.constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags));
    struct stat status = {};
    if (!file.descriptor.isOpen() || ::fstat(file.descriptor.number(), &status) != 0) {
        return fileError(ErrorCode::FileUnreadable, errno, shown);
    }
    if (!S_ISREG(status.st_mode)) {
        return Error{ErrorCode::FileUnreadable, QStringLiteral("not a regular file"), shown};
    }
    file.size = static_cast<qint64>(status.st_size);
    file.mode = status.st_mode & 07777;
    return Result<OpenFile>(std::move(file));
}

} // namespace

Result<OpenFile> openFile(const QString& path)
{
    return opened(kWorkingFolder, QFile::encodeName(path), path, 0);
}

Result<OpenFile> openFile(const QByteArray& path, Links links, int folder)
{
    return opened(folder, path, RepoPath(path).display(), links == Links::Refused ? O_NOFOLLOW : 0);
}

Result<QByteArray> readAll(const OpenFile& file, const QString& path, qint64 limit)
{
    if (file.size > limit) {
        return tooLarge(path, limit);
    }
    QByteArray bytes(std::max<qsizetype>(file.size, 1), Qt::Uninitialized);
    qsizetype done = 0;
    while (true) {
        if (done == bytes.size()) {
            bytes.resize(done + kReadPiece); // it grew meanwhile, or its size is not known
        }
        const ssize_t got = ::pread(file.descriptor.number(), bytes.data() + done,
                                    static_cast<size_t>(bytes.size() - done), done);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return fileError(ErrorCode::FileUnreadable, errno, path);
        }
        if (got == 0) {
            bytes.truncate(done);
            return bytes;
        }
        done += got;
        if (done > limit) {
            return tooLarge(path, limit);
        }
        if (done == file.size && file.size > 0) {
            bytes.truncate(done);
            return bytes;
        }
    }
}

Result<QByteArray> readPart(const OpenFile& file, const QString& path, qint64 from, qint64 count)
{
    QByteArray bytes(count, Qt::Uninitialized);
    for (qsizetype done = 0; done < count;) {
        const ssize_t got = ::pread(file.descriptor.number(), bytes.data() + done,
                                    static_cast<size_t>(count - done), from + done);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return got < 0 ? fileError(ErrorCode::FileUnreadable, errno, path)
                           : Error{ErrorCode::FileUnreadable, QStringLiteral("it ends too early"),
                                   path};
        }
        done += got;
    }
    return bytes;
}

Result<QByteArray> readFile(const QString& path, qint64 limit)
{
    const Result<OpenFile> file = openFile(path);
    return file ? readAll(*file, path, limit) : file.error();
}

Result<QByteArray> readFile(const QByteArray& path, Links links, qint64 limit, int folder)
{
    const Result<OpenFile> file = openFile(path, links, folder);
    return file ? readAll(*file, RepoPath(path).display(), limit) : file.error();
}

Result<void> openRegular(QFile& file)
{
    Result<OpenFile> opened = openFile(file.fileName());
    if (!opened) {
        return opened.error();
    }
    const int number = ::fcntl(opened->descriptor.number(), F_DUPFD_CLOEXEC, 0);
    if (number < 0 || !file.open(number, QIODevice::ReadOnly | QIODevice::Unbuffered,
                                 QFileDevice::AutoCloseHandle)) {
        return fileError(ErrorCode::FileUnreadable, number < 0 ? errno : EIO, file.fileName());
    }
    return {};
}

Result<QByteArray> readResource(const QString& path)
{
    QFile file(path);
    if (!path.startsWith(QLatin1StringView(":/")) || !file.open(QIODevice::ReadOnly)) {
        return Error{ErrorCode::FileNotFound, {}, path};
    }
    return file.readAll();
}

} // namespace rocport
