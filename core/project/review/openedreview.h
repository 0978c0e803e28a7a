#pragma once

#include "core/project/review/keptreview.h"
#include "core/project/review/revisions.h"

namespace rocport {

/// What lies between an older revision of a review and its newest.
struct RevisionComparison
{
    int since = 0;            ///< the older revision; 0: the base, and nothing else is filled in
    QSet<QByteArray> changed; ///< ids of hunks that the older revision does not have
    QHash<QByteArray, DecisionKind> former; ///< what was decided about a hunk before it changed
    QVector<RevisionDifference> difference;
};

/// A review that was opened, for the first time or again.
struct OpenedReview
{
    KeptReview kept;
    std::shared_ptr<const PortReview> review; ///< of the newest revision; never null
    std::shared_ptr<const PortReview> plain;  ///< without what is kept of its ROCm arm; never null
    ArmBasis basis;                           ///< what that depends on
    RevisionComparison comparison;
    bool isNew = false; ///< the review or its newest revision was not kept before
};

/// How a review is opened.
struct ReviewOpening
{
    QString folder; ///< the project's repository
    ReviewOptions options;
    CancelToken cancel;
    std::function<void(const ReviewProgress&)> progress;
};

/// The same request from anywhere: the folder is the project's, files have absolute paths. Errors:
/// InvalidArgument (nothing to review, or of another repository than `folder`).
Result<ReviewRequest> placedRequest(const ReviewRequest& request, const QString& folder);

/// Whether two requests name the same range, patches or bundle, so that they are revisions of one
/// review.
bool isSameSource(const ReviewRequest& one, const ReviewRequest& other);

/// Opens what `request` leads to now: as a review of its own, or as that of `known` with the same
/// source, whose next revision it is where base or head are others. Decisions and threads are
/// carried over then; where the revision before is gone, only decisions about hunks with the same
/// id are, and the review remarks on it. Errors: those of openReview() and reviewPort().
Result<OpenedReview> openPort(const ReviewRequest& request, const QVector<KeptReview>& known,
                              const ReviewOpening& opening);

/// Opens the newest revision of a kept review as it was. Errors: those of openRevision() and
/// reviewPort().
Result<OpenedReview> openKeptReview(const KeptReview& kept, const ReviewOpening& opening);

/// The trees of a revision, from its commits. Errors: NotPossibleNow ("revision 2 is gone: …"),
/// Cancelled.
Result<ReviewTrees> openRevision(const ReviewRevision& revision, const QString& folder,
                                 const CancelToken& cancel);

/// Compares the newest revision of a review with an older one (1, 2, …) or with the base (0).
/// Errors: InvalidArgument (no such older revision), those of openRevision() and reading.
Result<RevisionComparison> compareWithRevision(const OpenedReview& now, int since,
                                               const QString& folder, const CancelToken& cancel);

/// What a request leads to now, cheaply. Errors: those of openReview().
struct ReviewHeads
{
    QByteArray base;
    QByteArray head;      ///< empty: patches
    QByteArray patchesId; ///< of patches alone
    friend bool operator==(const ReviewHeads&, const ReviewHeads&) = default;
};
Result<ReviewHeads> headsOf(const ReviewRequest& request, const CancelToken& cancel);
ReviewHeads headsOf(const ReviewRevision& revision);
/// Changes when the files of a request do (names, sizes and times), or the commits that its names
/// lead to: what headsOf() has to be asked again for. Empty: something cannot be read.
QByteArray stampOf(const ReviewRequest& request);
/// What moved, as a sentence: "port moved from 4f2c91e to b71d0aa."
QString movedText(const ReviewRevision& revision, const ReviewHeads& now);

} // namespace rocport
