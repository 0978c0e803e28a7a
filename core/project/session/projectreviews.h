#pragma once

#include "core/base/result.h"
#include "core/project/review/finishreview.h"
#include "core/project/review/keptreview.h"
#include "core/project/review/reviewcheck.h"
#include "core/project/review/reviewcomments.h"
#include "core/project/review/revisions.h"

#include <QFuture>
#include <QObject>

#include <memory>

namespace rocport {

class OpenProject;
class ProjectTasks;
class RulePacks;

/// The open review of a port that was made elsewhere, as a value that never changes.
struct ReviewState
{
    KeptReview kept;
    std::shared_ptr<const PortReview> review; ///< of the newest revision; never null
    int since = 0;                            ///< revision that it is compared with; 0: the base
    QSet<QByteArray> changed; ///< ids of hunks that revision `since` does not have; empty for 0
    QHash<QByteArray, DecisionKind> former; ///< what was decided about a hunk before it changed
    QVector<RevisionDifference> difference; ///< from `since`; empty for 0
    /// Where a hunk is: index of its file in `review` and of the hunk in that. Never null.
    std::shared_ptr<const QHash<QByteArray, QPair<int, int>>> places;
    QString undoLabel; ///< "Accept 3 hunks"; empty: nothing to undo
    QString redoLabel;

    /// Whether `other` has the same hunks in the same places; what is known of them may differ.
    [[nodiscard]] bool hasHunksOf(const ReviewState& other) const
    {
        return review == other.review || (places && places == other.places);
    }
    [[nodiscard]] DecisionKind kindOf(const QByteArray& hunk) const;
    /// How many hunks of the review have the decision.
    [[nodiscard]] int count(DecisionKind kind) const;
    /// Null: there is none with the id.
    [[nodiscard]] const ReviewHunk* hunk(const QByteArray& id) const;
    [[nodiscard]] const ReviewFile* fileOf(const QByteArray& hunk) const;
};

/// The reviews of ports that were made elsewhere, a part of ProjectSession: opened, decided,
/// commented on, kept in the project file and finished into a branch of their own. Lives in the
/// session's thread; every call returns at once. What takes time is a task with progress, and can
/// be cancelled. Nothing here writes to the checkout or to the author's branch.
///
/// What is decided and written is shown at once and stored in another thread. Where the project
/// file cannot be written, it can be looked at only: failed() says so. While a review is being
/// opened, nothing is decided or written. Undo is the session's: it lasts until the review is
/// closed or has a new revision; what it takes back is stored as a decision of its own.
class ProjectReviews : public QObject
{
    Q_OBJECT

public:
    ProjectReviews(OpenProject& project, ProjectTasks& tasks, const RulePacks& packs,
                   QObject* parent = nullptr);
    ~ProjectReviews() override;

    /// Opens a port; changed() or openFailed() follows, the latter also when the task is cancelled;
    /// neither where another one is opened meanwhile. A review whose last request named the same
    /// range, patches or bundle is gone on with: as its next revision where base or head are others
    /// now, which is compared with the one before. `request.folder` may be empty: the project's
    /// repository; of another repository it is an error.
    void open(const ReviewRequest& request);
    /// Opens a kept review as it was, whatever became of its branch meanwhile; changed() or
    /// openFailed() follows. Errors: "revision 1 is gone: …" where its commits or patches are.
    void openKept(const QByteArray& id);
    /// Leaves the review; it is kept.
    void close();
    /// Null: none is open.
    [[nodiscard]] std::shared_ptr<const ReviewState> state() const;
    /// The reviews that the project file has, newest first.
    [[nodiscard]] QVector<KeptReview> kept() const;
    /// Whether one is being opened.
    [[nodiscard]] bool isOpening() const;

    /// Whether anything can be decided or written: the project is not open read-only.
    [[nodiscard]] bool isWritable() const;
    /// Decides hunks as one step that undo() takes back. `text`: Edited only, of one hunk.
    /// False: refused, for which failed() has the reason where a review is open.
    bool decide(const QVector<QByteArray>& hunks, DecisionKind kind, const QByteArray& text = {});
    /// False: there is nothing to take back, or it was refused as decide() is.
    bool undo();
    bool redo();

    /// Compares with an older revision (1, 2, …) or with the base (0); changed() or failed()
    /// follows. The newest choice counts.
    void compareWith(int revision);
    /// Whether the range, patches or bundle of the open review lead elsewhere now; newRevision() is
    /// sent if so, once for each place that they lead to. What leads nowhere any more (a branch
    /// that was removed) is said when it is carried over. Called when the window becomes active.
    void lookForRevision();
    /// Takes that revision over: decided hunks that did not change keep their decision.
    void carryOver();

    /// Begins a thread at a line of the diff (0: at the file) and returns its id. Lines are those
    /// of files that are compared by lines. Empty: the body is, or it was refused, for which
    /// failed() has the reason: there is no such hunk or line, or nothing can be written now.
    QByteArray comment(const QByteArray& hunk, bool onBase, int line, const QString& body);
    /// False: refused as comment() is.
    bool reply(const QByteArray& thread, const QString& body);
    void setResolved(const QByteArray& thread, bool resolved);
    /// Takes back what was written last in a thread; the thread goes with its first comment.
    void removeReply(const QByteArray& thread);

    /// Compiles the port on this machine, or runs it on lanes: what is asked for, which runs the
    /// repository's files. The results are filled into the state's review and kept with it for as
    /// long as they say something of its revision; checked() follows. One at a time; false:
    /// refused, for which failed() has the reason where a review is open. Ends with the review, and
    /// where another one or another revision is opened.
    bool check(const ReviewCheck& wishes);
    /// Asks it to end early.
    void cancelCheck();
    [[nodiscard]] bool isChecking() const;

    /// finishReview() of the open review, as a task. The commit's id; the kept review names the
    /// branch then, also where it was closed or carried over meanwhile.
    QFuture<Result<QByteArray>> finish(const ReviewFinish& wishes);
    /// The same without a session.
    static Result<QByteArray> finish(const PortReview& review,
                                     const QHash<QByteArray, ReviewDecision>& decisions,
                                     const ReviewFinish& wishes)
    {
        return finishReview(review, decisions, wishes);
    }

Q_SIGNALS:
    /// state() is another one, or null.
    void changed();
    void openFailed(const rocport::Error& error);
    void openingChanged(bool opening);
    void checkingChanged(bool checking);
    void checkProgress(const rocport::ReviewProgress& step);
    /// A check ended, after changed(). `result`: Cancelled, and other errors where it said nothing.
    void checked(const rocport::Result<void>& result);
    /// The port or its base moved; `what` is one sentence.
    void newRevision(const QString& what);
    /// What was decided or written last is not in the project file: state() is what that has.
    /// changed() and failed() follow.
    void takenBack();
    /// A write failed; the state is what the project file has, or unchanged where that cannot be
    /// read. Also sent where the project was closed meanwhile.
    void failed(const rocport::Error& error);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace rocport
