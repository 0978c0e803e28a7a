#pragma once

#include "core/base/result.h"

#include <QByteArray>

namespace rocport {

/// Whether libgit2 1.5 can safely read the index \a path of a repository, of at most \a limit
/// bytes. libgit2 allocates room for as many files, and folders in a folder, as the index claims;
/// in version 4 each path only says how it differs from the one before, and in older versions a
/// path extends to the next NUL, so that a few megabytes can stand for gigabytes; it recurses for
/// each folder in a folder in the list of trees (the extension TREE) until the stack overflows; and
/// its table of paths can be made to compare each with all others. Format: gitformat-index(5).
/// Other damage is left to libgit2, which reports it. Errors: GitFailed (what the index claims is
/// impossible), FileTooLarge, and those of readAll().
Result<void> checkGitIndex(const QByteArray& path, qint64 limit);

} // namespace rocport
