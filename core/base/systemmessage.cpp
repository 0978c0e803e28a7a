#include "core/base/systemmessage.h"

#include <cerrno>
#include <cstring>

namespace rocport {

QString systemMessage(int number)
{
    switch (number) {
    case 0:
        return {};
    case ENAMETOOLONG:
        return QStringLiteral("the name is longer than the file system allows");
    case ENOSPC:
        return QStringLiteral("there is no space left on the disk");
    case EDQUOT:
        return QStringLiteral("the disk quota is used up");
    case ELOOP:
        return QStringLiteral("a symbolic link is in the way");
    default:
        return QString::fromLocal8Bit(std::strerror(number));
    }
}

Error systemWriteError(int number, const QString& path)
{
    const bool full = number == ENOSPC || number == EDQUOT || number == EFBIG;
    return {full ? ErrorCode::DiskFull : ErrorCode::FileWriteFailed, systemMessage(number), path};
}

} // namespace rocport
