#pragma once

#include "core/project/port/commitwishes.h"
#include "core/project/port/refresh.h"

#include <optional>

namespace rocport {

/// A commit to be made. Nothing of it is written yet.
struct PlannedCommit
{
    Phase phase = Phase::Environment;
    QVector<QByteArray> keys;
    QVector<CommitFile> files;
    QVector<std::optional<QByteArray>> before; ///< previous content of `files`; nothing: there is
                                               ///  no such file
    QVector<GeneratedFile> generated;          ///< without a commit id
    QString message;
    QVector<QByteArray> replaces; ///< commits that it replaces, oldest first; none: it is new
    bool wished = true;           ///< false: a later commit that is recreated unchanged
};

/// How far the newest commits of the branch can be rewritten.
struct RewritableRun
{
    QVector<RecordedCommit> commits; ///< oldest first; the last one is the branch's tip
    RewriteHindrance below = RewriteHindrance::NoCommit; ///< why older ones cannot be rewritten
    QStringList where;
};

/// What `wishes` amount to on the branch at `tip` (empty: there is no branch yet).
struct CommitPlan
{
    QByteArray tip;
    QByteArray base; ///< the parent of the first commit in `rewritten`
    RewritableRun run;
    std::optional<Refresh> refresh;   ///< a commit that comes before all others
    QVector<PlannedCommit> rewritten; ///< replace the branch's newest commits
    QVector<PlannedCommit> added;     ///< on top of them
};

/// How many changes of `phase` are accepted and in no commit yet.
int uncommittedChanges(const ProjectState& state, Phase phase);

/// Works out what is to be written. Errors: NothingToCommit (a wished phase has nothing to do),
/// MergeConflict, BranchBusy (commits cannot be rewritten: they are on other branches, were changed
/// from outside, or upstream has to be merged first), InvalidArgument (an empty message), those of
/// the repository.
Result<CommitPlan> planCommits(const ProjectState& state, const Repository& repository,
                               const QVector<GeneratedFile>& generated, const CommitWishes& wishes);

/// What `wishes` would make, for people; what concerns a phase is reported in its preview, never as
/// an error.
Result<CommitPreview> previewCommits(const ProjectState& state,
                                     const QVector<GeneratedFile>& generated,
                                     const CommitWishes& wishes);

} // namespace rocport
