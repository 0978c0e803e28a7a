#pragma once

#include "core/base/cancel.h"
#include "core/project/commitwishes.h"
#include "core/project/session.h"

namespace rocport {

/// What was put on the port branch.
struct CommitOutcome
{
    CommitRewrite rewrite;            ///< commits that took the places of others; number: not set
    QVector<RecordedCommit> made;     ///< on top of them
    QVector<GeneratedFile> generated; ///< what Rocport wrote in them, before merging
    QByteArray base;  ///< the upstream commit that the branch holds now; empty: as before
    QStringList kept; ///< files edited by hand that a refresh left alone, with lines
};

/// Makes the commits of `wishes` for `state` on the port branch, then brings the worktree to its
/// tip: one for each phase that has taken, uncommitted hunks, or into commits that are there.
/// Before that, where upstream moved on or generated text changed, one commit merges upstream and
/// generates files anew. Where a person changed a file on the branch, the change is merged, from
/// what `generated` says was written before. Nothing is written before all of it is worked out;
/// what was made before an error is in `outcome`. Errors: those of planCommits(), NothingToCommit,
/// BranchBusy, DiskFull, noIdentity(), Cancelled (between two commits) and those of the repository.
Result<void> commitPort(const ProjectState& state, const QVector<GeneratedFile>& generated,
                        const CommitWishes& wishes, const CancelToken& cancel,
                        CommitOutcome& outcome,
                        const std::function<void(int done, int total)>& progress = {});

/// What undoing a commit did.
struct UndoOutcome
{
    CommitRewrite rewrite; ///< the commit as replaced by nothing; commits that came back as made
};

/// Takes the commit `id` back. Where it, as the branch's newest, took the places of others (it was
/// amended or squashed), those come back as they were, with all that were rewritten in one go; else
/// it is dropped or reverted. `author`: of a revert, where git knows nobody. Errors: those of
/// Repository::undoCommit() and replaceTip().
Result<UndoOutcome> undoPortCommit(const ProjectState& state, const QByteArray& id,
                                   const GitPerson& author);

/// The files that commits of all phases would write now, merged with what people did on the branch;
/// none when nothing is left to commit. Nothing is written. Errors: MergeConflict and those of the
/// repository.
Result<QVector<CommitFile>> previewPort(const ProjectState& state);

} // namespace rocport
