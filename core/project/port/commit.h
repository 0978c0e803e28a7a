#pragma once

#include "core/base/cancel.h"
#include "core/project/port/commitwishes.h"
#include "core/project/session/projectstate.h"

namespace rocport {

/// What was done to the port branch.
struct BranchOutcome
{
    BranchStep step;    ///< what is to be recorded of it
    bool begun = false; ///< it was passed to BeginStep, which accepted it
    bool moved = false; ///< the branch is at its end
    QStringList kept;   ///< files edited by hand that a refresh left alone, with lines
};

/// Stores what is about to be done to the branch where it survives a kill, with what Rocport
/// generated for its commits before merging. On an error nothing is done.
using BeginStep =
    std::function<Result<void>(const BranchStep& step, const QVector<GeneratedFile>& generated)>;

/// Makes the commits of `wishes` for `state`, moves the port branch to them in one step, and then
/// updates the worktree to its tip. There is one commit for each phase with accepted, uncommitted
/// hunks, or existing commits are rewritten. Before that, if upstream moved on or generated text
/// changed, one commit merges upstream and regenerates files. If a person changed a file on the
/// branch, the change is merged, based on what `generated` says was written before. Nothing is
/// written until everything is worked out; the branch moves once `begin` has accepted the step, and
/// if making a commit fails, to the commits before it. Errors: those of planCommits(),
/// NothingToCommit, BranchBusy, DiskFull, noIdentity(), Cancelled (between two commits), those of
/// `begin` and of the repository.
Result<void> commitPort(const ProjectState& state, const QVector<GeneratedFile>& generated,
                        const CommitWishes& wishes, const CancelToken& cancel,
                        const BeginStep& begin, BranchOutcome& outcome,
                        const std::function<void(int done, int total)>& progress = {});

/// Undoes the commit `id`. If it is the branch's newest and replaced others (it was amended or
/// squashed), those are restored as they were, together with all that were rewritten in the same
/// step; otherwise it is dropped or reverted. `author`: for a revert, if git knows nobody. Errors:
/// those of Repository::undoCommit(), replaceTip() and of `begin`.
Result<void> undoPortCommit(const ProjectState& state, const QByteArray& id,
                            const GitPerson& author, const BeginStep& begin,
                            BranchOutcome& outcome);

/// The files that commits of all phases would write now, merged with what people did on the branch;
/// none if nothing is left to commit. Nothing is written. Errors: MergeConflict and those of the
/// repository.
Result<QVector<CommitFile>> previewPort(const ProjectState& state);

} // namespace rocport
