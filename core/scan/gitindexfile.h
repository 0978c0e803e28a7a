#pragma once

#include "core/base/result.h"

#include <QByteArray>

namespace rocport {

/// Whether the index \a path of a repository, \a limit bytes at most, is no larger once libgit2 has
/// read it: libgit2 1.5 makes room for as many files as it says it has, and in version 4 each path
/// says only how it differs from the one before, so that a few megabytes can stand for gigabytes.
/// Format: gitformat-index(5). What else is damaged is left to libgit2, which says so. Errors:
/// GitFailed (more files than bytes), FileTooLarge.
Result<void> checkGitIndex(const QByteArray& path, qint64 limit);

} // namespace rocport
