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

/// The commits of a session on the port's branch: made, previewed, rewritten, undone. One step on
/// the branch at a time; each is entered into the project file before the branch moves, so that it
/// can be settled if the program ends in between. Errors are reported by failed().
class ProjectCommits
{
public:
    ProjectCommits(OpenProject& project, ProjectTasks& tasks);

    /// Makes one commit for each phase in `phases` with accepted, uncommitted hunks. Ends with its
    /// task, and StateChange::Commits or failed().
    void commitPhases(const QVector<Phase>& phases);
    /// The same with messages, author, sign-off, and commits that are amended or squashed. Errors
    /// in failed(): those of commitPort().
    void commit(const CommitWishes& wishes);
    /// What commit() would do for `wishes` now; nothing is written. Errors: those of
    /// previewCommits().
    QFuture<Result<CommitPreview>> preview(const CommitWishes& wishes);
    /// Undoes a commit; an amended or squashed one that is the branch's newest becomes what it was
    /// before. `author`: for the commit that reverts an older one, if git knows nobody.
    void undo(const QByteArray& id, const GitPerson& author = {});
    /// The files in the user's checkout that differ from HEAD: they are not part of the port.
    /// Errors: those of Repository::checkoutChanges().
    QFuture<Result<QVector<UncommittedFile>>> uncommittedFiles(const CancelToken& cancel) const;

private:
    /// Writes a step into the file and waits for it; see BeginStep.
    using Beginner = std::function<Result<void>(const BranchStep& step,
                                                const QVector<GeneratedFile>& generated)>;

    /// Reads what was generated, in the project file's thread, then runs `next` with it in the
    /// session's thread; runs `failed` instead if that is not possible or another project is open
    /// by then.
    void withGenerated(std::function<void(const QVector<GeneratedFile>&)> next,
                       std::function<void(const Error&)> failed);
    void commitWith(const QVector<GeneratedFile>& generated, const CommitWishes& wishes,
                    const CancelToken& cancel, int task);
    /// Whether the branch may be changed now; it is then reserved until release(). Otherwise that
    /// is reported.
    bool take();
    void release(int task);
    /// Begins steps on the branch, in a thread of the pool.
    [[nodiscard]] Beginner stepBeginner();
    /// Records in state and file what became of a step.
    void recordStep(const BranchOutcome& outcome);
    /// Applies it to the state; the caller writes it into the file and publishes it.
    void applyRewrite(const CommitRewrite& rewrite);

    OpenProject& m_project;
    ProjectTasks& m_tasks;
    bool m_taken = false; // a commit is being made or undone
};

} // namespace rocport
