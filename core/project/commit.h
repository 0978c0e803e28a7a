#pragma once

#include "core/base/cancel.h"
#include "core/project/session.h"

namespace rocport {

/// Makes the commits of `phases` for `state`: one for each phase that has taken, uncommitted hunks,
/// on the port branch, then brings the worktree to its tip. Where a person changed a file on the
/// branch, the change is merged. Commits made before an error are in `made`. Errors:
/// NothingToCommit, MergeConflict, BranchBusy, DiskFull, Cancelled (between two commits) and those
/// of the repository.
Result<void> commitPort(const ProjectState& state, const QVector<Phase>& phases,
                        const CancelToken& cancel, QVector<RecordedCommit>& made,
                        const std::function<void(int done, int total)>& progress = {});

/// The files that commits of all phases would write now, merged with what people did on the branch;
/// none when nothing is left to commit. Nothing is written. Errors: MergeConflict and those of the
/// repository.
Result<QVector<CommitFile>> previewPort(const ProjectState& state);

} // namespace rocport
