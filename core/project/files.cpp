#include "core/project/files.h"

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
    if (!QDir().mkpath(info.absolutePath())) {
        return Error{ErrorCode::FileWriteFailed, QStringLiteral("the folder cannot be made"),
                     info.absolutePath()};
    }
    errno = 0;
    QSaveFile file(path);
    const bool done =
        file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit();
    if (!done) {
        const bool full = errno == ENOSPC || errno == EDQUOT || errno == EFBIG;
        return Error{full ? ErrorCode::DiskFull : ErrorCode::FileWriteFailed, file.errorString(),
                     path};
    }
    return {};
}

} // namespace rocport
