#include "core/project/files.h"

#include "core/base/systemmessage.h"

#include <QDir>
#include <QFileInfo>
#include <QSaveFile>

#include <cerrno>

namespace rocport {

Result<QByteArray> readFile(const QString& path, qint64 limit)
{
    const QFileInfo info(path);
    if (!info.exists()) {
        return Error{ErrorCode::FileNotFound, {}, path};
    }
    if (!info.isFile()) {
        return Error{ErrorCode::FileUnreadable, QStringLiteral("not a regular file"), path};
    }
    if (info.size() > limit) {
        return Error{ErrorCode::FileTooLarge, QStringLiteral("larger than %1 MiB").arg(limit >> 20),
                     path};
    }
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return Error{ErrorCode::FileUnreadable, file.errorString(), path};
    }
    QByteArray bytes = file.readAll();
    if (file.error() != QFileDevice::NoError) {
        return Error{ErrorCode::FileUnreadable, file.errorString(), path};
    }
    return bytes;
}

Result<void> writeFile(const QString& path, const QByteArray& bytes)
{
    const QFileInfo info(path);
    errno = 0;
    if (!QDir().mkpath(info.absolutePath())) {
        return systemWriteError(errno, info.absolutePath());
    }
    const auto failure = [&path](const QString& message) {
        const bool full = errno == ENOSPC || errno == EDQUOT || errno == EFBIG;
        return Error{full ? ErrorCode::DiskFull : ErrorCode::FileWriteFailed, message, path};
    };
    errno = 0;
    if (info.exists() && !info.isFile() && !info.isDir()) {
        // A device or a pipe (/dev/null, /dev/stdout) is written to; a file must not take its
        // place.
        QFile device(path);
        const bool done = device.open(QIODevice::WriteOnly | QIODevice::Unbuffered) &&
                          device.write(bytes) == bytes.size();
        return done ? Result<void>() : failure(device.errorString());
    }
    QSaveFile file(path);
    const bool done =
        file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit();
    if (!done) {
        return failure(file.errorString());
    }
    return {};
}

} // namespace rocport
