#include "core/project/review/finishreview.h"

#include "core/base/wording.h"
#include "core/project/review/reviewrender.h"
#include "core/vcs/repository.h"

#include <array>

namespace rocport {

namespace {

constexpr int kMostNamedHunks = 50; ///< hunks that a message names

DecisionKind decidedKind(const QHash<QByteArray, ReviewDecision>& decisions, const QByteArray& hunk)
{
    const auto decision = decisions.constFind(hunk);
    return decision == decisions.constEnd() ? DecisionKind::Open : decision->kind;
}

/// Of each kind, in the order of DecisionKind.
std::array<int, 5> decidedCounts(const PortReview& review,
                                 const QHash<QByteArray, ReviewDecision>& decisions)
{
    std::array<int, 5> counts{};
    for (const ReviewFile& file : review.files) {
        for (const ReviewHunk& hunk : file.hunks) {
            ++counts.at(static_cast<size_t>(decidedKind(decisions, hunk.id)));
        }
    }
    return counts;
}

int decidedCount(const std::array<int, 5>& counts, DecisionKind kind)
{
    return counts.at(static_cast<size_t>(kind));
}

TreeChange treeChangeOf(const ComposedFile& file)
{
    using Kind = TreeChange::Kind;
    TreeChange change;
    change.path = file.path;
    change.content = file.content;
    change.kind = file.removed                              ? Kind::Removed
                  : file.kind == TreeEntry::Kind::Link      ? Kind::Link
                  : file.kind == TreeEntry::Kind::Submodule ? Kind::Submodule
                  : file.executable                         ? Kind::Executable
                                                            : Kind::File;
    return change;
}

Error cannotFinish(const QString& why, const QString& object)
{
    return {ErrorCode::InvalidArgument, why, object};
}

Result<void> checkFinish(const PortReview& review,
                         const QHash<QByteArray, ReviewDecision>& decisions,
                         const ReviewFinish& wishes)
{
    const auto counts = decidedCounts(review, decisions);
    const int open =
        decidedCount(counts, DecisionKind::Open) + decidedCount(counts, DecisionKind::Deferred);
    if (open > 0 && !wishes.openAsBase) {
        return cannotFinish(QStringLiteral("%1 open").arg(counted(open, "hunk is", "hunks are")),
                            wishes.branch);
    }
    if (decidedCount(counts, DecisionKind::Accepted) + decidedCount(counts, DecisionKind::Edited) ==
        0) {
        return cannotFinish(QStringLiteral("no hunk is accepted"), wishes.branch);
    }
    return {};
}

} // namespace

QString finishMessage(const PortReview& review, const QHash<QByteArray, ReviewDecision>& decisions)
{
    const auto counts = decidedCounts(review, decisions);
    const int edited = decidedCount(counts, DecisionKind::Edited);
    const int taken = decidedCount(counts, DecisionKind::Accepted) + edited;
    const int open =
        decidedCount(counts, DecisionKind::Open) + decidedCount(counts, DecisionKind::Deferred);
    const ReviewTrees& trees = review.trees;
    const QString head =
        trees.headCommit.isEmpty() ? trees.name : QString::fromLatin1(trees.headCommit.left(12));
    QString text =
        QStringLiteral("Take %1 of %2 of a reviewed port\n\n"
                       "Reviewed: %3..%4%5\n"
                       "Accepted: %6, edited: %7, rejected: %8, left open: %9\n")
            .arg(taken)
            .arg(counted(review.hunkCount(), "hunk", "hunks"),
                 QString::fromLatin1(trees.baseCommit.left(12)), head,
                 trees.title.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(trees.title))
            .arg(taken - edited)
            .arg(edited)
            .arg(decidedCount(counts, DecisionKind::Rejected))
            .arg(open);
    int named = 0;
    QString list;
    for (const ReviewFile& file : review.files) {
        for (const ReviewHunk& hunk : file.hunks) {
            const DecisionKind kind = decidedKind(decisions, hunk.id);
            if (!isTaken(kind) && ++named <= kMostNamedHunks) {
                const bool rejected = kind == DecisionKind::Rejected;
                list += QStringLiteral("- %1 %2 (%3)\n")
                            .arg(placeOfHunk(file, hunk), hunk.title,
                                 rejected ? QStringLiteral("rejected") : QStringLiteral("open"));
            }
        }
    }
    if (named > kMostNamedHunks) {
        list += QStringLiteral("and %1 more\n").arg(named - kMostNamedHunks);
    }
    return list.isEmpty() ? text : text + QStringLiteral("\nAs in the base:\n") + list;
}

Result<QByteArray> finishReview(const PortReview& review,
                                const QHash<QByteArray, ReviewDecision>& decisions,
                                const ReviewFinish& wishes)
{
    if (Result<void> checked = checkFinish(review, decisions, wishes); !checked) {
        return checked.error();
    }
    auto repository = Repository::open(review.trees.root);
    if (!repository) {
        return repository.error();
    }
    const auto tip = (*repository)->branchTip(wishes.branch);
    if (!tip) {
        return tip.error();
    }
    if (!tip->isEmpty()) {
        return cannotFinish(QStringLiteral("the branch exists already"), wishes.branch);
    }
    const auto files = composeTree(review, decisions);
    if (!files) {
        return files.error();
    }
    LooseCommit draft;
    draft.parent = review.trees.baseCommit;
    draft.message = wishes.message.isEmpty() ? finishMessage(review, decisions) : wishes.message;
    draft.mustChange = true;
    for (const ComposedFile& file : *files) {
        draft.changes.append(treeChangeOf(file));
    }
    (*repository)->setAuthor(wishes.author);
    if (wishes.signOff) {
        const auto signer = (*repository)->signer();
        if (!signer) {
            return signer.error();
        }
        draft.message = signedOff(draft.message, *signer);
    }
    const auto made = (*repository)->commitLoose(draft);
    if (!made) {
        return made.error();
    }
    const Result<void> moved = (*repository)->moveTip(wishes.branch, {}, made->id);
    return moved ? Result<QByteArray>(made->id) : Result<QByteArray>(moved.error());
}

} // namespace rocport
