#pragma once

#include "core/base/result.h"
#include "core/base/words.h"
#include "core/vcs/identity.h"

#include <QByteArray>
#include <QFuture>
#include <QVector>

#include <functional>

namespace rocport {

class CancelToken;
class OpenProject;
class ProjectTasks;
struct BranchOutcome;
struct BranchStep;
struct CommitPreview;
struct CommitRewrite;
struct CommitWishes;
struct GeneratedFile;
struct UncommittedFile;

/// The commits of a session on the port's branch: made, previewed, rewritten, taken back. One step
/// of the branch at a time; each is entered into the project file before the branch moves, so that
/// it can be settled where the program ends in between. What failed is told as failed().
class ProjectCommits
{
public:
    ProjectCommits(OpenProject& project, ProjectTasks& tasks);

    /// One commit per phase in `phases` that has taken, uncommitted hunks. Ends with its task, and
    /// StateChange::Commits or failed().
    void commitPhases(const QVector<Phase>& phases);
    /// The same with messages, author, sign-off, and commits that are amended or squashed. Errors
    /// in failed(): those of commitPort().
    void commit(const CommitWishes& wishes);
    /// What commit() would make of `wishes` now; nothing is written. Errors: those of
    /// previewCommits().
    QFuture<Result<CommitPreview>> preview(const CommitWishes& wishes);
    /// Takes a commit back; an amended or squashed one that is the branch's newest becomes what it
    /// was before. `author`: of the commit that reverts an older one, where git knows nobody.
    void undo(const QByteArray& id, const GitPerson& author = {});
    /// What the user's checkout has that HEAD does not: no part of the port. Errors: those of
    /// Repository::checkoutChanges().
    QFuture<Result<QVector<UncommittedFile>>> uncommittedFiles(const CancelToken& cancel) const;

private:
    /// Writes a step into the file and waits for it; see BeginStep.
    using Beginner = std::function<Result<void>(const BranchStep& step,
                                                const QVector<GeneratedFile>& generated)>;

    /// Reads what was generated where the project file is open, then runs `next` with it in the
    /// session's thread; `failed` instead where that cannot be, or another project is open by then.
    void withGenerated(std::function<void(const QVector<GeneratedFile>&)> next,
                       std::function<void(const Error&)> failed);
    void commitWith(const QVector<GeneratedFile>& generated, const CommitWishes& wishes,
                    const CancelToken& cancel, int task);
    /// Whether the branch may be changed now; it is ours until release(). Else it is said.
    bool take();
    void release(int task);
    /// Begins steps of the branch, in a thread of the pool.
    [[nodiscard]] Beginner stepBeginner();
    /// Into state and file what became of a step.
    void recordStep(const BranchOutcome& outcome);
    /// Into the state; the caller writes it into the file and publishes it.
    void applyRewrite(const CommitRewrite& rewrite);

    OpenProject& m_project;
    ProjectTasks& m_tasks;
    bool m_taken = false; // a commit is being made or taken back
};

} // namespace rocport
