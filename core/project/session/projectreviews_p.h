#pragma once

#include "core/project/review/openedreview.h"
#include "core/project/review/storedreviews.h"
#include "core/project/session/projectreviews.h"

#include <functional>

namespace rocport {

/// What one step did to one hunk.
struct DecidedHunk
{
    QByteArray hunk;
    ReviewDecision before;
    ReviewDecision after;
};

struct ReviewStep
{
    QString label;
    QVector<DecidedHunk> hunks;
};

struct ProjectReviews::Private
{
    ProjectReviews& q;
    OpenProject& project;
    ProjectTasks& tasks;
    const RulePacks& packs;
    std::shared_ptr<const ReviewState> state;
    QVector<ReviewStep> undo;
    QVector<ReviewStep> redo;
    std::shared_ptr<const PortReview> plain; ///< OpenedReview::plain of the state
    ArmBasis basis;
    ArmChecks arms;   ///< those that `state` shows, whether they could be kept or not
    int checking = 0; ///< task of the check under way; 0: none
    CancelToken cancelChecking;
    int opening = 0; ///< task that opens a review; 0: none
    CancelToken cancelOpening;
    CancelToken cancelLook;
    quint64 serial = 0; ///< of what is open: results for what was open before do not count
    bool looking = false;
    QByteArray stamp;       ///< stampOf() when it was looked at last
    ReviewHeads told;       ///< where newRevision() said that the port leads to
    quint64 comparison = 0; ///< choice of what is compared with; answers to older ones do not count
    CancelToken cancelComparison;
    quint64 writes = 0; ///< that were given to the project file

    using Opener = std::function<Result<OpenedReview>(const ReviewOpening& opening)>;
    void start(const Opener& opener);
    void adopt(const OpenedReview& opened);
    /// Whether something may be decided or written now; the reason is told where not.
    bool mayWrite();
    /// Makes `fresh` the state, keeps it, writes `entries` and says so; false: it cannot be kept,
    /// and `failure` has the reason.
    bool take(const std::shared_ptr<ReviewState>& fresh, const QVector<JournalEntry>& entries,
              Error* failure = nullptr);
    /// Puts a review into the open project's, without storing it. Errors: as checkKept().
    Result<void> keep(const KeptReview& review);
    void write(const QVector<JournalEntry>& entries);
    /// After a write that failed while project `at` was open: goes back to what the file has when
    /// all writes have ended, and tells the error. What cannot be read stays as it is.
    void readBack(quint64 at, const Error& error);
    void takeBack(const QVector<KeptReview>& stored);
    /// Ends the check of a review that is left.
    void dropCheck();
    /// Shows and keeps what a check found.
    void takeChecks(const ArmChecks& checks, const std::shared_ptr<const PortReview>& review);
    /// Makes answers to what was chosen to compare with out of date.
    void dropComparison();
    /// The review with the id, kept with the branch of its last finish.
    void keepBranch(const QByteArray& review, const QString& branch);
    [[nodiscard]] std::shared_ptr<ReviewState> copy() const
    {
        return std::make_shared<ReviewState>(*state);
    }
    /// Shows and keeps what became of decisions; false: as take().
    bool apply(const QVector<DecidedHunk>& hunks, bool forwards, QVector<ReviewStep> undoNext,
               QVector<ReviewStep> redoNext);
    [[nodiscard]] ReviewThread* thread(ReviewState& in, const QByteArray& id) const;
    [[nodiscard]] ReviewReply replyNow(const QString& body) const;
};

} // namespace rocport
