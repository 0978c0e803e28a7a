#include "core/store/filelock.h"

#include "core/base/systemmessage.h"

#include <QFile>

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace rocport {

FileLock::~FileLock()
{
    if (m_descriptor >= 0) {
        ::close(m_descriptor);
    }
}

FileLock::FileLock(FileLock&& other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1))
{
}

FileLock& FileLock::operator=(FileLock&& other) noexcept
{
    std::swap(m_descriptor, other.m_descriptor);
    return *this;
}

Result<FileLock> FileLock::take(const QString& file)
{
    FileLock lock;
    const QByteArray name = QFile::encodeName(file);
    lock.m_descriptor = ::open(
        name.constData(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666); // NOLINT
    if (lock.m_descriptor < 0) {
        return systemError(errno, file);
    }
    struct stat info = {};
    if (::fstat(lock.m_descriptor, &info) != 0 || !S_ISREG(info.st_mode)) {
        return Error{ErrorCode::FileWriteFailed, QStringLiteral("it is not a regular file"), file};
    }
    while (::flock(lock.m_descriptor, LOCK_EX | LOCK_NB) != 0) {
        if (errno == EINTR) {
            continue;
        }
        if (errno == EWOULDBLOCK) {
            return Error{ErrorCode::ProjectLocked, {}, file};
        }
        return systemError(errno, file);
    }
    return lock;
}

bool canWrite(const QString& path)
{
    return ::faccessat(AT_FDCWD, QFile::encodeName(path).constData(), W_OK, AT_EACCESS) == 0;
}

bool canRead(const QString& path)
{
    return ::faccessat(AT_FDCWD, QFile::encodeName(path).constData(), R_OK, AT_EACCESS) == 0;
}

Error systemError(int number, const QString& path)
{
    const QString detail = systemMessage(number);
    switch (number) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
        return {ErrorCode::DiskFull, detail, path};
    case EACCES:
    case EPERM:
    case EROFS:
        return {ErrorCode::ProjectReadOnly, detail, path};
    default:
        return {ErrorCode::FileWriteFailed, detail, path};
    }
}

Result<void> syncToDisk(const QString& path)
{
    const int file = ::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC); // NOLINT
    if (file < 0) {
        return systemError(errno, path);
    }
    const int failed = ::fsync(file) == 0 ? 0 : errno;
    ::close(file);
    // Some file systems cannot sync a folder and say so with EINVAL; there is nothing more to do.
    if (failed != 0 && failed != EINVAL) {
        return systemError(failed, path);
    }
    return {};
}

} // namespace rocport
