#pragma once

#include "core/base/cancel.h"
#include "core/project/session.h"

namespace rocport {

/// What was put on the port branch.
struct CommitOutcome
{
    QVector<RecordedCommit> made;
    QVector<GeneratedFile> generated; ///< what Rocport wrote in them, before merging
    QByteArray base;  ///< the upstream commit that the branch holds now; empty: as before
    QStringList kept; ///< files edited by hand that a refresh left alone, with lines
};

/// Makes the commits of `phases` for `state`: one for each phase that has taken, uncommitted hunks,
/// on the port branch, then brings the worktree to its tip. Before that, where upstream moved on or
/// generated text changed, one commit merges upstream and generates files anew. Where a person
/// changed a file on the branch, the change is merged, from what `generated` says was written
/// before. What was made before an error is in `outcome`. Errors: NothingToCommit, MergeConflict,
/// BranchBusy, DiskFull, Cancelled (between two commits) and those of the repository.
Result<void> commitPort(const ProjectState& state, const QVector<GeneratedFile>& generated,
                        const QVector<Phase>& phases, const CancelToken& cancel,
                        CommitOutcome& outcome,
                        const std::function<void(int done, int total)>& progress = {});

/// The files that commits of all phases would write now, merged with what people did on the branch;
/// none when nothing is left to commit. Nothing is written. Errors: MergeConflict and those of the
/// repository.
Result<QVector<CommitFile>> previewPort(const ProjectState& state);

} // namespace rocport
