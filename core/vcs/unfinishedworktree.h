#pragma once

#include "core/base/result.h"

#include <QString>

namespace rocport {

/// Removes what a kill left of the worktree at `folder` while updateWorktree() made it for the
/// repository that holds `root`; nothing where it left nothing. Until then git has half a worktree.
/// Errors: FileUnreadable, GitFailed.
Result<void> removeUnfinishedWorktree(const QString& root, const QString& folder);

} // namespace rocport
