#include "core/scan/githandle.h"

#include <cerrno>
#include <cstring>

namespace rocport {

namespace {

bool saysDiskFull(const QString& message)
{
    return message.contains(QString::fromLocal8Bit(std::strerror(ENOSPC))) ||
           message.contains(QString::fromLocal8Bit(std::strerror(EDQUOT)));
}

} // namespace

GitLibrary::GitLibrary()
{
    git_libgit2_init();
}

GitLibrary::~GitLibrary()
{
    git_libgit2_shutdown();
}

GitLibrary::GitLibrary(const GitLibrary& /*other*/) : GitLibrary() {}

QString gitMessage()
{
    const git_error* last = git_error_last();
    return last != nullptr && last->message != nullptr ? QString::fromUtf8(last->message)
                                                       : QString();
}

Error gitError(const QString& object, ErrorCode otherwise)
{
    const QString message = gitMessage();
    return {saysDiskFull(message) ? ErrorCode::DiskFull : otherwise, message, object};
}

Error gitOpenError(int code, const QString& path)
{
    if (code == GIT_EOWNER) {
        return {ErrorCode::FileUnreadable,
                QStringLiteral("The repository belongs to another user. If you trust it, run: git "
                               "config --global --add safe.directory \"%1\"")
                    .arg(path),
                path};
    }
    if (code == GIT_ENOTFOUND) {
        return {ErrorCode::NotARepository, gitMessage(), path};
    }
    const QString message = gitMessage();
    if (message.contains(QString::fromLocal8Bit(std::strerror(EACCES)))) {
        return {ErrorCode::FileUnreadable, message, path};
    }
    return gitError(path);
}

QByteArray gitHex(const git_oid* id)
{
    QByteArray hex(GIT_OID_HEXSZ, '\0');
    git_oid_fmt(hex.data(), id);
    return hex;
}

} // namespace rocport
