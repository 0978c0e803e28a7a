#include "core/files/readfile.h"

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
constexpr qsizetype kPiece = 64 * 1024;

Error tooLarge(const QString& path, qint64 limit)
{
    return {ErrorCode::FileTooLarge,
            limit >= 1024 * 1024 ? QStringLiteral("larger than %1 MiB").arg(limit >> 20)
                                 : QStringLiteral("larger than %1 bytes").arg(limit),
            path};
}

} // namespace

Result<OpenFile> openFile(const QString& path)
{
    // Without O_NONBLOCK a pipe would wait for its writer.
    OpenFile file;
    file.descriptor = Descriptor(
        ::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    struct stat status = {};
    if (!file.descriptor.isOpen() || ::fstat(file.descriptor.number(), &status) != 0) {
        return fileError(ErrorCode::FileUnreadable, errno, path);
    }
    if (!S_ISREG(status.st_mode)) {
        return Error{ErrorCode::FileUnreadable, QStringLiteral("not a regular file"), path};
    }
    file.size = static_cast<qint64>(status.st_size);
    file.mode = status.st_mode & 07777;
    return Result<OpenFile>(std::move(file));
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
            bytes.resize(done + kPiece); // it grew meanwhile, or its size is not known
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

Result<QByteArray> readFile(const QString& path, qint64 limit)
{
    const Result<OpenFile> file = openFile(path);
    return file ? readAll(*file, path, limit) : file.error();
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
