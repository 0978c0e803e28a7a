#include "core/files/fileerror.h"

#include <cerrno>
#include <cstring>

namespace rocport {

namespace {

QString systemText(int number)
{
    if (number == ENAMETOOLONG) {
        return QStringLiteral("the name is longer than the file system takes");
    }
    if (number == ELOOP) {
        return QStringLiteral("a symbolic link is in the way");
    }
    const char* text = ::strerrordesc_np(number);
    return text == nullptr ? QStringLiteral("system error %1").arg(number)
                           : QString::fromLatin1(text);
}

} // namespace

Error fileError(ErrorCode code, int number, const QString& path)
{
    if (number == ENOSPC || number == EDQUOT || number == EFBIG) {
        code = ErrorCode::DiskFull;
    } else if (code == ErrorCode::FileUnreadable && (number == ENOENT || number == ENOTDIR)) {
        return {ErrorCode::FileNotFound, {}, path};
    }
    return {code, systemText(number), path};
}

Error writeError(int number, const QString& path)
{
    return fileError(ErrorCode::FileWriteFailed, number, path);
}

} // namespace rocport
