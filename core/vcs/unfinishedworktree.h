#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

namespace rocport {

/// Removes what is left of the worktree at `folder` if the program was killed while
/// updateWorktree() made it for the repository that holds `root`; does nothing if nothing is left.
/// Until then git sees half a worktree. Errors: FileUnreadable, GitFailed.
Result<void> removeUnfinishedWorktree(const QString& root, const QString& folder);

/// If the program ended while it moved `branch` to the commit `to`, removes the lock that has kept
/// git and us from the branch since then. A lock that names another commit is somebody else's and
/// stays.
void forgetUnfinishedMove(const QString& root, const QString& branch, const QByteArray& to);

} // namespace rocport
