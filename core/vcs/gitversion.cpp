#include "core/vcs/gitversion.h"

#include <git2.h>

namespace rocport {

QString libgit2Version()
{
    int major = 0;
    int minor = 0;
    int revision = 0;
    git_libgit2_version(&major, &minor, &revision);
    return QStringLiteral("%1.%2.%3").arg(major).arg(minor).arg(revision);
}

} // namespace rocport
