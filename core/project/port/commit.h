#pragma once

#include "core/base/cancel.h"
#include "core/project/port/commitwishes.h"
#include "core/project/session/projectstate.h"

namespace rocport {

/// What was done to the port branch.
struct BranchOutcome
{
    BranchStep step;    ///< what is to be recorded of it
    bool begun = false; ///< it was handed to BeginStep, which took it
    bool moved = false; ///< the branch is at its end
    QStringList kept;   ///< files edited by hand that a refresh left alone, with lines
};

/// Puts what is about to be done to the branch where a kill does not reach it, with what Rocport
/// wrote into its commits, before merging. On an error nothing is done.
using BeginStep =
    std::function<Result<void>(const BranchStep& step, const QVector<GeneratedFile>& generated)>;

/// Makes the commits of `wishes` for `state`, moves the port branch to them in one go, then brings
/// the worktree to its tip: one for each phase that has taken, uncommitted hunks, or into commits
/// that are there. Before that, where upstream moved on or generated text changed, one commit
/// merges upstream and generates files anew. Where a person changed a file on the branch, the
/// change is merged, from what `generated` says was written before. Nothing is written before all
/// of it is worked out; the branch moves once `begin` took the step, and where making a commit
/// fails, to those before. Errors: those of planCommits(), NothingToCommit, BranchBusy, DiskFull,
/// noIdentity(), Cancelled (between two commits), those of `begin` and of the repository.
Result<void> commitPort(const ProjectState& state, const QVector<GeneratedFile>& generated,
                        const CommitWishes& wishes, const CancelToken& cancel,
                        const BeginStep& begin, BranchOutcome& outcome,
                        const std::function<void(int done, int total)>& progress = {});

/// Takes the commit `id` back. Where it, as the branch's newest, took the places of others (it was
/// amended or squashed), those come back as they were, with all that were rewritten in one go; else
/// it is dropped or reverted. `author`: of a revert, where git knows nobody. Errors: those of
/// Repository::undoCommit(), replaceTip() and of `begin`.
Result<void> undoPortCommit(const ProjectState& state, const QByteArray& id,
                            const GitPerson& author, const BeginStep& begin,
                            BranchOutcome& outcome);

/// The files that commits of all phases would write now, merged with what people did on the branch;
/// none when nothing is left to commit. Nothing is written. Errors: MergeConflict and those of the
/// repository.
Result<QVector<CommitFile>> previewPort(const ProjectState& state);

} // namespace rocport
