#pragma once

#include "core/base/result.h"

#include <QByteArray>

namespace rocport {

/// Whether libgit2 1.5 can read the index \a path of a repository, \a limit bytes at most: it makes
/// room for as many files, and folders in a folder, as are said to follow; in version 4 each path
/// says only how it differs from the one before, and in older ones a path goes on to the next NUL,
/// so that a few megabytes can stand for gigabytes; it calls itself for each folder in a folder of
/// the list of trees (the extension TREE), until the stack ends; and its table of paths can be made
/// to try each against all others. Format: gitformat-index(5). What else is damaged is left to
/// libgit2, which says so. Errors: GitFailed (what it says of itself cannot be), FileTooLarge, and
/// those of readAll().
Result<void> checkGitIndex(const QByteArray& path, qint64 limit);

} // namespace rocport
