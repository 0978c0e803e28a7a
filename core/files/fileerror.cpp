#include "core/files/fileerror.h"

#include "core/base/systemmessage.h"

#include <cerrno>

namespace rocport {

Error fileError(ErrorCode code, int number, const QString& path)
{
    if (number == ENOSPC || number == EDQUOT || number == EFBIG) {
        code = ErrorCode::DiskFull;
    } else if (code == ErrorCode::FileUnreadable && (number == ENOENT || number == ENOTDIR)) {
        return {ErrorCode::FileNotFound, {}, path};
    }
    return {code, systemMessage(number), path};
}

Error writeError(int number, const QString& path)
{
    return systemWriteError(number, path);
}

} // namespace rocport
