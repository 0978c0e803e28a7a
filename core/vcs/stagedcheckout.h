#pragma once

#include "core/base/result.h"
#include "core/scan/githandle.h"

#include <QByteArray>
#include <QList>

namespace rocport {

/// Updates the files of a worktree from `base` to `target`, except those in `except`. libgit2
/// writes them into a folder beside (".rocport-checkout" in the worktree), with git's filters,
/// modes and links; only when all are there and on the disk, each takes its place by a rename. So a
/// full disk leaves the worktree as it was, and a kill leaves every file old or new, never half.
/// The index is not touched; submodules are left alone. Errors: GitFailed, DiskFull,
/// FileWriteFailed, PathOutsideRepository.
Result<void> checkOutStaged(git_repository* worktree, git_tree* base, git_tree* target,
                            const QList<QByteArray>& except);

} // namespace rocport
