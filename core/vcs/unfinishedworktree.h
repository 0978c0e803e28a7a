#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

namespace rocport {

/// Removes what a kill left of the worktree at `folder` while updateWorktree() made it for the
/// repository that holds `root`; nothing where it left nothing. Until then git has half a worktree.
/// Errors: FileUnreadable, GitFailed.
Result<void> removeUnfinishedWorktree(const QString& root, const QString& folder);

/// Where the program ended while it moved `branch` to the commit `to`: removes the lock that keeps
/// git and us from the branch since then. One that names another commit is somebody else's and
/// stays.
void forgetUnfinishedMove(const QString& root, const QString& branch, const QByteArray& to);

} // namespace rocport
