#include "core/project/review/revisions.h"

#include "core/base/cancelscope.h"
#include "core/project/review/reviewfiles.h"
#include "core/text/linediff.h"
#include "core/vcs/mergetext.h"

#include <QMap>
#include <QSet>

#include <algorithm>
#include <climits>
#include <optional>

namespace rocport {

namespace {

QSet<QByteArray> hunkIdsOf(const PortReview& review)
{
    QSet<QByteArray> ids;
    for (const ReviewFile& file : review.files) {
        for (const ReviewHunk& hunk : file.hunks) {
            ids.insert(hunk.id);
        }
    }
    return ids;
}

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

/// Lines of the older base in the newer one: 0-based first lines and what is between them.
class BaseLines
{
public:
    BaseLines(const QByteArray& before, const QByteArray& now)
    {
        if (before != now) {
            m_blocks = diffLines(before, now);
        }
    }

    /// Where 1-based lines are now; the last may be one before the first.
    [[nodiscard]] LineStretch now(int first, int last) const
    {
        return {mapped(first - 1, false) + 1, mapped(last, true)};
    }

private:
    /// The border before 0-based line `line`; of a changed block its begin or its end.
    [[nodiscard]] int mapped(int line, bool isEnd) const
    {
        const auto block =
            std::partition_point(m_blocks.begin(), m_blocks.end(), [&](const DiffBlock& one) {
                const int end = one.leftFirst + one.leftCount;
                return isEnd ? end < line : end <= line;
            });
        if (block == m_blocks.end()) {
            return m_blocks.isEmpty() ? line
                                      : m_blocks.last().rightFirst + m_blocks.last().rightCount;
        }
        if (block->equal) {
            return block->rightFirst + line - block->leftFirst;
        }
        return isEnd ? block->rightFirst + block->rightCount : block->rightFirst;
    }

    QVector<DiffBlock> m_blocks; ///< none: the bases are the same
};

/// Those of one file. `kept`: hunks of the older one that the newer has too; `same`: as
/// sameHunks() has it.
void addFormer(const ReviewFile& before, const ReviewFile& now, const QSet<QByteArray>& kept,
               const QHash<QByteArray, QByteArray>& same,
               QHash<QByteArray, QVector<QByteArray>>& former)
{
    QVector<const ReviewHunk*> lines; // in order, without overlaps
    QVector<const ReviewHunk*> whole;
    for (const ReviewHunk& hunk : now.hunks) {
        if (!same.contains(hunk.id) && hunk.kind != ReviewHunkKind::Mode) {
            (hunk.kind == ReviewHunkKind::Lines ? lines : whole).append(&hunk);
        }
    }
    std::optional<BaseLines> moved;
    for (const ReviewHunk& old : before.hunks) {
        if (kept.contains(old.id) || old.kind == ReviewHunkKind::Mode) {
            continue;
        }
        for (const ReviewHunk* hunk : std::as_const(whole)) {
            former[hunk->id].append(old.id);
        }
        if (!moved) {
            moved.emplace(before.baseText, now.baseText);
        }
        const bool ofLines = old.kind == ReviewHunkKind::Lines;
        const LineStretch place =
            ofLines ? moved->now(old.baseFirst, old.baseLast) : LineStretch{1, INT_MAX - 1};
        auto at = std::partition_point(lines.cbegin(), lines.cend(), [&](const ReviewHunk* hunk) {
            return hunk->baseLast + 1 < place.first;
        });
        for (; at != lines.cend() && (*at)->baseFirst <= place.last + 1; ++at) {
            former[(*at)->id].append(old.id);
        }
    }
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

QHash<QByteArray, QByteArray> sameHunks(const PortReview& before, const PortReview& now)
{
    const QSet<QByteArray> oldIds = hunkIdsOf(before);
    const QSet<QByteArray> newIds = hunkIdsOf(now);
    const QHash<QByteArray, QByteArray> oldByText = idsByText(before);
    const QHash<QByteArray, QByteArray> newByText = idsByText(now);
    QHash<QByteArray, QByteArray> same;
    for (const ReviewFile& file : now.files) {
        for (const ReviewHunk& hunk : file.hunks) {
            const QByteArray old = oldByText.value(hunk.textId);
            if (oldIds.contains(hunk.id)) {
                same.insert(hunk.id, hunk.id);
            } else if (!old.isEmpty() && !newIds.contains(old) &&
                       newByText.value(hunk.textId) == hunk.id) {
                same.insert(hunk.id, old);
            }
        }
    }
    return same;
}

QHash<QByteArray, ReviewDecision> carryDecisions(const PortReview& before,
                                                 const QHash<QByteArray, ReviewDecision>& decisions,
                                                 const PortReview& now)
{
    const QHash<QByteArray, QByteArray> same = sameHunks(before, now);
    QHash<QByteArray, ReviewDecision> carried;
    for (const ReviewFile& file : now.files) {
        for (const ReviewHunk& hunk : file.hunks) {
            auto decision = decisions.constFind(hunk.id);
            if (decision == decisions.constEnd()) {
                decision = decisions.constFind(same.value(hunk.id));
            }
            if (decision != decisions.constEnd()) {
                carried.insert(hunk.id, *decision);
            }
        }
    }
    return carried;
}

QSet<QByteArray> changedHunks(const PortReview& before, const PortReview& now)
{
    const QHash<QByteArray, QByteArray> same = sameHunks(before, now);
    QSet<QByteArray> changed;
    for (const ReviewFile& file : now.files) {
        for (const ReviewHunk& hunk : file.hunks) {
            if (!same.contains(hunk.id)) {
                changed.insert(hunk.id);
            }
        }
    }
    return changed;
}

QHash<QByteArray, QVector<QByteArray>> formerHunks(const PortReview& before, const PortReview& now)
{
    const QHash<QByteArray, QByteArray> same = sameHunks(before, now);
    const QList<QByteArray> stayed = same.values();
    const QSet<QByteArray> kept(stayed.begin(), stayed.end());
    QHash<RepoPath, const ReviewFile*> old;
    for (const ReviewFile& file : before.files) {
        old.insert(file.path, &file);
    }
    QHash<QByteArray, QVector<QByteArray>> former;
    for (const ReviewFile& file : now.files) {
        if (const ReviewFile* was = old.value(file.path)) {
            addFormer(*was, file, kept, same, former);
        }
    }
    return former;
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
