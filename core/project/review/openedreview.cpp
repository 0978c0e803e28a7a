#include "core/project/review/openedreview.h"

#include "core/base/cancelscope.h"
#include "core/base/visibletext.h"
#include "core/project/review/reviewfiles.h"
#include "core/project/review/reviewthreads.h"
#include "core/vcs/repository.h"

#include <QDir>
#include <QFileInfo>
#include <QRandomGenerator>

#include <algorithm>

namespace rocport {

namespace {

constexpr qsizetype kLongestTitleKept = 500;

QString shortCommit(const QByteArray& commit)
{
    return QString::fromLatin1(commit.left(7));
}

ReviewHeads headsOf(const ReviewTrees& trees)
{
    return {trees.baseCommit, trees.headCommit, trees.patchesId};
}

ReviewRevision revisionOf(const ReviewTrees& trees, const ReviewRequest& request, int number)
{
    ReviewRevision revision;
    revision.number = number;
    revision.request = request;
    revision.baseCommit = trees.baseCommit;
    revision.headCommit = trees.headCommit;
    revision.patchesId = trees.patchesId;
    revision.opened = QDateTime::currentDateTimeUtc();
    return revision;
}

/// What "base..tip" and "base...tip" call the tip; empty: nothing.
QString tipOf(const QString& range)
{
    const QString rest = range.section(QStringLiteral(".."), 1);
    return rest.startsWith(u'.') ? rest.sliced(1) : rest;
}

/// Files and hunks of a revision, without what the rules say about them.
Result<PortReview> outlineOf(const ReviewRevision& revision, const QString& folder,
                             const CancelToken& cancel)
{
    auto trees = openRevision(revision, folder, cancel);
    if (!trees) {
        return trees.error();
    }
    PortReview outline;
    outline.trees = *std::move(trees);
    auto files = reviewFiles(outline.trees, cancel);
    if (!files) {
        return files.error();
    }
    outline.files = *std::move(files);
    return outline;
}

Result<RevisionComparison> compareOutline(const PortReview& before, const OpenedReview& now,
                                          int since)
{
    RevisionComparison comparison;
    comparison.since = since;
    comparison.changed = changedHunks(before, *now.review);
    const auto places = formerHunks(before, *now.review);
    for (auto place = places.cbegin(); place != places.cend(); ++place) {
        QSet<DecisionKind> kinds;
        for (const QByteArray& id : *place) {
            kinds.insert(now.kept.decisions.value(id).kind);
        }
        if (kinds.size() == 1 && *kinds.cbegin() != DecisionKind::Open) {
            comparison.former.insert(place.key(), *kinds.cbegin());
        }
    }
    auto difference = differenceOfRevisions(before, *now.review);
    if (!difference) {
        return difference.error();
    }
    comparison.difference = *std::move(difference);
    return comparison;
}

/// Shows the review with what is kept of its ROCm arm.
Result<void> showReview(OpenedReview& opened, PortReview&& plain, const CancelToken& cancel)
{
    auto basis = armBasisOf(plain, cancel);
    if (!basis) {
        return basis.error();
    }
    opened.basis = *std::move(basis);
    opened.plain = std::make_shared<const PortReview>(std::move(plain));
    opened.review = std::make_shared<const PortReview>(
        withArms(*opened.plain, opened.kept.checks, opened.basis));
    return {};
}

/// Makes the trees the next revision of a review that is kept.
Result<void> addRevision(OpenedReview& opened, PortReview& review, const ReviewRequest& request,
                         const ReviewOpening& opening)
{
    const ReviewRevision last = opened.kept.revisions.last();
    auto before = outlineOf(last, opening.folder, opening.cancel);
    if (!before && before.error().code == ErrorCode::Cancelled) {
        return before.error();
    }
    if (!before) {
        review.remarks.append(QStringLiteral("What changed since revision %1 is not known: %2.")
                                  .arg(last.number)
                                  .arg(before.error().detail));
    }
    opened.kept.revisions.append(revisionOf(review.trees, request, last.number + 1));
    if (Result<void> shown = showReview(opened, std::move(review), opening.cancel); !shown) {
        return shown;
    }
    const PortReview& now = *opened.review;
    const auto carried =
        carryDecisions(before ? *before : PortReview(), opened.kept.decisions, now);
    for (auto decision = carried.cbegin(); decision != carried.cend(); ++decision) {
        opened.kept.decisions.insert(decision.key(), *decision);
    }
    opened.kept.threads = followThreads(opened.kept.threads, before ? &*before : nullptr, now);
    if (before) {
        auto compared = compareOutline(*before, opened, last.number);
        if (!compared) {
            return compared.error();
        }
        opened.comparison = *std::move(compared);
    }
    return {};
}

} // namespace

Result<ReviewRequest> placedRequest(const ReviewRequest& request, const QString& folder)
{
    ReviewRequest placed = request;
    placed.folder = folder;
    const int sources = (request.range.isEmpty() ? 0 : 1) + (request.patches.isEmpty() ? 0 : 1) +
                        (request.bundle.isEmpty() ? 0 : 1);
    if (sources != 1) {
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("a review is of a range, of patches or of a bundle"),
                     {}};
    }
    if (!request.folder.isEmpty() &&
        Repository::gitFolderOf(request.folder) != Repository::gitFolderOf(folder)) {
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("the folder is not in the project's repository"),
                     request.folder};
    }
    for (QString& patch : placed.patches) {
        patch = QDir::cleanPath(QFileInfo(patch).absoluteFilePath());
    }
    if (!placed.bundle.isEmpty()) {
        placed.bundle = QDir::cleanPath(QFileInfo(placed.bundle).absoluteFilePath());
    }
    return placed;
}

bool isSameSource(const ReviewRequest& one, const ReviewRequest& other)
{
    return one.range == other.range && one.patches == other.patches && one.bundle == other.bundle &&
           one.bundleRef == other.bundleRef;
}

Result<OpenedReview> openPort(const ReviewRequest& request, const QVector<KeptReview>& known,
                              const ReviewOpening& opening)
{
    const CancelScope scope(opening.cancel);
    const auto trees = openReview(request, opening.cancel);
    if (!trees) {
        return trees.error();
    }
    auto review = reviewPort(*trees, opening.options, opening.cancel, opening.progress);
    if (!review) {
        return review.error();
    }
    OpenedReview opened;
    const auto same = std::find_if(known.begin(), known.end(), [&request](const KeptReview& kept) {
        return isSameSource(kept.revisions.last().request, request);
    });
    if (same == known.end()) {
        opened.kept.id = newReviewId();
        opened.kept.revisions = {revisionOf(*trees, request, 1)};
        opened.isNew = true;
    } else {
        opened.kept = *same;
    }
    opened.kept.title = visibleLine(trees->title.simplified()).left(kLongestTitleKept);
    if (headsOf(opened.kept.revisions.last()) == headsOf(*trees)) {
        const Result<void> shown = showReview(opened, *std::move(review), opening.cancel);
        return shown ? Result<OpenedReview>(opened) : shown.error();
    }
    opened.isNew = true;
    if (Result<void> added = addRevision(opened, *review, request, opening); !added) {
        return added.error();
    }
    return opened;
}

Result<OpenedReview> openKeptReview(const KeptReview& kept, const ReviewOpening& opening)
{
    const CancelScope scope(opening.cancel);
    const auto trees = openRevision(kept.revisions.last(), opening.folder, opening.cancel);
    if (!trees) {
        return trees.error();
    }
    auto review = reviewPort(*trees, opening.options, opening.cancel, opening.progress);
    if (!review) {
        return review.error();
    }
    OpenedReview opened;
    opened.kept = kept;
    const Result<void> shown = showReview(opened, *std::move(review), opening.cancel);
    return shown ? Result<OpenedReview>(opened) : shown.error();
}

Result<ReviewTrees> openRevision(const ReviewRevision& revision, const QString& folder,
                                 const CancelToken& cancel)
{
    ReviewRequest request = revision.request;
    request.folder = folder;
    if (!request.range.isEmpty()) {
        request.range = QString::fromLatin1(revision.baseCommit + ".." + revision.headCommit);
    } else {
        request.base = QString::fromLatin1(revision.baseCommit);
    }
    auto trees = openReview(request, cancel);
    const auto gone = [&revision](const QString& why, const QString& object) {
        return Error{ErrorCode::NotPossibleNow,
                     QStringLiteral("revision %1 is gone: %2").arg(revision.number).arg(why),
                     object};
    };
    if (!trees) {
        const Error& error = trees.error();
        const QString why = error.detail.isEmpty()
                                ? QStringLiteral("%1 cannot be read").arg(error.object)
                                : error.detail;
        return error.code == ErrorCode::Cancelled ? error : gone(why, error.object);
    }
    if (headsOf(*trees) != headsOf(revision)) {
        const bool patches = !revision.request.patches.isEmpty();
        return gone(patches ? QStringLiteral("the patches have changed since")
                            : QStringLiteral("the bundle has changed since"),
                    patches ? revision.request.patches.first() : revision.request.bundle);
    }
    if (!revision.request.range.isEmpty()) {
        trees->name = revision.request.range;
    }
    return trees;
}

Result<RevisionComparison> compareWithRevision(const OpenedReview& now, int since,
                                               const QString& folder, const CancelToken& cancel)
{
    const CancelScope scope(cancel);
    if (since == 0) {
        return RevisionComparison{};
    }
    if (since < 0 || since >= now.kept.revisions.size()) {
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("there is no older revision %1").arg(since),
                     {}};
    }
    const auto before = outlineOf(now.kept.revisions[since - 1], folder, cancel);
    return before ? compareOutline(*before, now, since)
                  : Result<RevisionComparison>(before.error());
}

Result<ReviewHeads> headsOf(const ReviewRequest& request, const CancelToken& cancel)
{
    const CancelScope scope(cancel);
    if (!request.bundle.isEmpty()) {
        const auto trees = openReview(request, cancel);
        return trees ? Result<ReviewHeads>(headsOf(*trees)) : trees.error();
    }
    const auto repository = Repository::open(request.folder);
    if (!repository) {
        return repository.error();
    }
    if (!request.range.isEmpty()) {
        const auto range = (*repository)->range(request.range);
        return range ? Result<ReviewHeads>(ReviewHeads{range->base, range->tip, {}})
                     : range.error();
    }
    const auto base =
        (*repository)->resolve(request.base.isEmpty() ? QStringLiteral("HEAD") : request.base);
    const auto patches = patchesIdOf(request.patches);
    if (!base || !patches) {
        return base ? patches.error() : base.error();
    }
    return ReviewHeads{*base, {}, *patches};
}

ReviewHeads headsOf(const ReviewRevision& revision)
{
    return {revision.baseCommit, revision.headCommit, revision.patchesId};
}

QByteArray stampOf(const ReviewRequest& request)
{
    const auto repository = Repository::open(request.folder);
    if (!repository) {
        return {};
    }
    QByteArray stamp;
    if (!request.range.isEmpty()) {
        const auto range = (*repository)->range(request.range);
        return range ? range->base + range->tip : QByteArray();
    }
    const auto base =
        (*repository)->resolve(request.base.isEmpty() ? QStringLiteral("HEAD") : request.base);
    const auto files =
        patchFiles(request.bundle.isEmpty() ? request.patches : QStringList{request.bundle});
    if (!base || !files) {
        return {};
    }
    stamp = *base;
    for (const QString& name : *files) {
        const QFileInfo file(name);
        stamp += name.toUtf8() + '\0' + QByteArray::number(file.size()) + '\0' +
                 QByteArray::number(file.lastModified().toMSecsSinceEpoch()) + '\0';
    }
    return stamp;
}

QString movedText(const ReviewRevision& revision, const ReviewHeads& now)
{
    const ReviewRequest& request = revision.request;
    QStringList parts;
    if (now.head != revision.headCommit) {
        const QString port =
            request.bundle.isEmpty() ? tipOf(request.range) : QFileInfo(request.bundle).fileName();
        parts.append(QStringLiteral("%1 moved from %2 to %3")
                         .arg(port.isEmpty() ? QStringLiteral("HEAD") : port,
                              shortCommit(revision.headCommit), shortCommit(now.head)));
    }
    if (now.patchesId != revision.patchesId) {
        parts.append(
            request.patches.size() == 1
                ? QStringLiteral("%1 changed").arg(QFileInfo(request.patches.first()).fileName())
                : QStringLiteral("the patches changed"));
    }
    if (now.base != revision.baseCommit) {
        parts.append(QStringLiteral("the base moved from %1 to %2")
                         .arg(shortCommit(revision.baseCommit), shortCommit(now.base)));
    }
    QString text = parts.join(QStringLiteral(", and "));
    if (!text.isEmpty() && parts.first().startsWith(QStringLiteral("the "))) {
        text[0] = u'T';
    }
    return text.isEmpty() ? text : text + u'.';
}

} // namespace rocport
