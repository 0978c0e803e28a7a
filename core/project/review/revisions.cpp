#include "core/project/review/revisions.h"

#include "core/base/cancelscope.h"
#include "core/project/review/reviewfiles.h"
#include "core/vcs/mergetext.h"

#include <QMap>
#include <QSet>

namespace rocport {

namespace {

/// Texts that one hunk alone has.
QHash<QByteArray, QByteArray> idsByText(const PortReview& review)
{
    QHash<QByteArray, QByteArray> ids;
    QSet<QByteArray> several;
    for (const ReviewFile& file : review.files) {
        for (const ReviewHunk& hunk : file.hunks) {
            if (ids.contains(hunk.textId)) {
                several.insert(hunk.textId);
            }
            ids.insert(hunk.textId, hunk.id);
        }
    }
    for (const QByteArray& text : std::as_const(several)) {
        ids.remove(text);
    }
    return ids;
}

using Content = std::optional<QByteArray>;

/// The files of one tree among some paths.
Result<QHash<RepoPath, QByteArray>> contentsOf(const SourceTree& tree, const QSet<RepoPath>& paths)
{
    const auto entries = tree.list({});
    if (!entries) {
        return entries.error();
    }
    QHash<RepoPath, QByteArray> contents;
    for (const TreeEntry& entry : *entries) {
        if (!paths.contains(entry.path)) {
            continue;
        }
        if (isWorkCancelled()) {
            return Error{ErrorCode::Cancelled, {}, {}};
        }
        auto bytes = entryBytes(tree, entry);
        if (!bytes) {
            return bytes.error();
        }
        contents.insert(entry.path, *std::move(bytes));
    }
    return contents;
}

Content contentAt(const QHash<RepoPath, QByteArray>& contents, const RepoPath& path)
{
    const auto at = contents.constFind(path);
    return at == contents.constEnd() ? std::nullopt : Content(*at);
}

/// The older head on the newer base.
RevisionDifference rebased(const Content& oldBase, const Content& oldHead, const Content& newBase)
{
    RevisionDifference made;
    made.before = oldHead;
    if (oldBase == newBase || oldHead == newBase) {
        return made;
    }
    if (oldHead == oldBase) {
        made.before = newBase;
        return made;
    }
    made.isRebased = false;
    if (oldBase && oldHead && newBase) {
        const auto merged = mergeGenerated(*oldBase, *oldHead, *newBase);
        if (merged && merged->clean) {
            made.before = merged->text;
            made.isRebased = true;
        }
    }
    return made;
}

} // namespace

QHash<QByteArray, ReviewDecision> carryDecisions(const PortReview& before,
                                                 const QHash<QByteArray, ReviewDecision>& decisions,
                                                 const PortReview& now)
{
    const QHash<QByteArray, QByteArray> oldByText = idsByText(before);
    const QHash<QByteArray, QByteArray> newByText = idsByText(now);
    QHash<QByteArray, ReviewDecision> carried;
    for (const ReviewFile& file : now.files) {
        for (const ReviewHunk& hunk : file.hunks) {
            auto decision = decisions.constFind(hunk.id);
            const QByteArray old = oldByText.value(hunk.textId);
            if (decision == decisions.constEnd() && !old.isEmpty() &&
                newByText.value(hunk.textId) == hunk.id) {
                decision = decisions.constFind(old);
            }
            if (decision != decisions.constEnd()) {
                carried.insert(hunk.id, *decision);
            }
        }
    }
    return carried;
}

Result<QVector<RevisionDifference>> differenceOfRevisions(const PortReview& before,
                                                          const PortReview& now)
{
    QSet<RepoPath> paths;
    for (const PortReview* review : {&before, &now}) {
        for (const ReviewFile& file : review->files) {
            paths.insert(file.path);
            if (!file.basePath.isEmpty()) {
                paths.insert(file.basePath);
            }
        }
    }
    QVector<QHash<RepoPath, QByteArray>> sides; // older base and head, newer base and head
    for (const SourceTree* tree : {before.trees.base.get(), before.trees.head.get(),
                                   now.trees.base.get(), now.trees.head.get()}) {
        auto contents = contentsOf(*tree, paths);
        if (!contents) {
            return contents.error();
        }
        sides.append(*std::move(contents));
    }
    QMap<RepoPath, RevisionDifference> differences;
    for (const RepoPath& path : std::as_const(paths)) {
        RevisionDifference one = rebased(contentAt(sides[0], path), contentAt(sides[1], path),
                                         contentAt(sides[2], path));
        one.path = path;
        one.after = contentAt(sides[3], path);
        if (one.before != one.after) {
            differences.insert(path, one);
        }
    }
    return QVector<RevisionDifference>(differences.begin(), differences.end());
}

} // namespace rocport
