#pragma once

#include "core/project/port/commitwishes.h"
#include "core/project/port/refresh.h"

#include <optional>

namespace rocport {

/// A commit to make. Nothing of it is written yet.
struct PlannedCommit
{
    Phase phase = Phase::Environment;
    QVector<QByteArray> keys;
    QVector<CommitFile> files;
    QVector<std::optional<QByteArray>> before; ///< of `files`; nothing: there is no such file
    QVector<GeneratedFile> generated;          ///< without commit
    QString message;
    QVector<QByteArray> replaces; ///< commits whose place it takes, oldest first; none: it is new
    bool wished = true;           ///< false: a later commit that is made again as it was
};

/// How far the newest commits of the branch can be rewritten.
struct RewritableRun
{
    QVector<RecordedCommit> commits; ///< oldest first; the last one is the branch's tip
    RewriteHindrance below = RewriteHindrance::NoCommit; ///< why what is older cannot be
    QStringList where;
};

/// What `wishes` come to on the branch at `tip` (empty: there is no branch yet).
struct CommitPlan
{
    QByteArray tip;
    QByteArray base; ///< what the first commit of `rewritten` has as parent
    RewritableRun run;
    std::optional<Refresh> refresh;   ///< a commit that comes before all others
    QVector<PlannedCommit> rewritten; ///< take the places of the branch's newest commits
    QVector<PlannedCommit> added;     ///< on top of them
};

/// Changes of `phase` that are accepted and in no commit yet.
int uncommittedChanges(const ProjectState& state, Phase phase);

/// Works out what is to be written. Errors: NothingToCommit (a wished phase has nothing to do),
/// MergeConflict, BranchBusy (commits cannot be rewritten: they are elsewhere, were changed from
/// outside, or upstream has to be taken in first), InvalidArgument (an empty message), those of the
/// repository.
Result<CommitPlan> planCommits(const ProjectState& state, const Repository& repository,
                               const QVector<GeneratedFile>& generated, const CommitWishes& wishes);

/// What `wishes` would make, for people: never an error for what can be said of a phase.
Result<CommitPreview> previewCommits(const ProjectState& state,
                                     const QVector<GeneratedFile>& generated,
                                     const CommitWishes& wishes);

} // namespace rocport
