#include "core/project/review/composereview.h"

#include "core/project/review/reviewfiles.h"

#include <QMap>
#include <QSet>

#include <algorithm>

namespace rocport {

namespace {

using HunkText = std::function<std::optional<QByteArray>(const ReviewFile&, const ReviewHunk&)>;

ComposedFile removedFile(const RepoPath& path)
{
    ComposedFile file;
    file.path = path;
    file.removed = true;
    return file;
}

Result<ComposedFile> wholeFile(const SourceTree& tree, const TreeEntry& entry, const RepoPath& path)
{
    auto bytes = entryBytes(tree, entry);
    if (!bytes) {
        return bytes.error();
    }
    ComposedFile file;
    file.path = path;
    file.kind = entry.kind;
    file.executable = entry.executable;
    file.content = *std::move(bytes);
    return file;
}

/// One file with those of its hunks that `textOf` gives a text for.
Result<QVector<ComposedFile>> composeFile(const PortReview& review, const ReviewFile& file,
                                          const HunkText& textOf)
{
    QVector<const ReviewHunk*> taken;
    QVector<QByteArray> texts;
    for (const ReviewHunk& hunk : file.hunks) {
        if (auto text = textOf(file, hunk)) {
            taken.append(&hunk);
            texts.append(*std::move(text));
        }
    }
    QVector<ComposedFile> composed;
    if (taken.isEmpty()) {
        return composed;
    }
    const ReviewHunkKind kind = taken.first()->kind;
    const bool inPlace = kind == ReviewHunkKind::Lines || kind == ReviewHunkKind::Mode ||
                         kind == ReviewHunkKind::Binary;
    if (!inPlace) {
        if (file.base && (!file.head || file.path != file.basePath)) {
            composed.append(removedFile(file.basePath));
        }
        if (file.head) {
            auto whole = wholeFile(*review.trees.head, *file.head, file.path);
            if (!whole) {
                return whole.error();
            }
            composed.append(*std::move(whole));
        }
        return composed;
    }
    ComposedFile result;
    result.path = file.path;
    result.executable = file.base->executable;
    const bool ofHead = kind == ReviewHunkKind::Binary;
    if (kind == ReviewHunkKind::Lines) {
        qsizetype at = 0;
        for (qsizetype i = 0; i < taken.size() && taken[i]->kind == ReviewHunkKind::Lines; ++i) {
            const ByteRange range = taken[i]->edit.range;
            result.content += file.baseText.mid(at, range.begin - at) + texts[i];
            at = range.end;
        }
        result.content += file.baseText.mid(at);
    } else {
        auto bytes = entryBytes(ofHead ? *review.trees.head : *review.trees.base,
                                ofHead ? *file.head : *file.base);
        if (!bytes) {
            return bytes.error();
        }
        result.content = *std::move(bytes);
    }
    if (taken.last()->kind == ReviewHunkKind::Mode) {
        result.executable = file.head->executable;
    }
    composed.append(result);
    return composed;
}

/// A file where the base still has a folder, or below one that is still a file there.
Result<void> checkPlaces(const PortReview& review, const QMap<RepoPath, ComposedFile>& composed)
{
    const auto listed = review.trees.base->list({});
    if (!listed) {
        return listed.error();
    }
    QSet<QByteArray> files;
    for (const TreeEntry& entry : *listed) {
        files.insert(entry.path.bytes());
    }
    for (const ComposedFile& file : composed) {
        if (file.removed) {
            files.remove(file.path.bytes());
        }
    }
    for (const ComposedFile& file : composed) {
        if (!file.removed) {
            files.insert(file.path.bytes());
        }
    }
    for (const QByteArray& path : std::as_const(files)) {
        for (qsizetype slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
            if (files.contains(path.left(slash))) {
                return Error{ErrorCode::NotPossibleNow,
                             QStringLiteral("%1 would be a file and a folder; accept the hunk that "
                                            "removes it too")
                                 .arg(RepoPath(path.left(slash)).display()),
                             RepoPath(path).display()};
            }
        }
    }
    return {};
}

Result<QVector<ComposedFile>> compose(const PortReview& review, const HunkText& textOf)
{
    QMap<RepoPath, ComposedFile> composed;
    bool added = false;
    for (const ReviewFile& file : review.files) {
        auto made = composeFile(review, file, textOf);
        if (!made) {
            return made.error();
        }
        for (const ComposedFile& one : *made) {
            const bool isThere = composed.contains(one.path) && !composed.value(one.path).removed;
            added = added || (!one.removed && file.path != file.basePath);
            if (!one.removed || !isThere) { // what came there stays
                composed.insert(one.path, one);
            }
        }
    }
    if (added) {
        if (Result<void> checked = checkPlaces(review, composed); !checked) {
            return checked.error();
        }
    }
    return QVector<ComposedFile>(composed.begin(), composed.end());
}

} // namespace

Result<QVector<ComposedFile>> composeTree(const PortReview& review,
                                          const QHash<QByteArray, ReviewDecision>& decisions)
{
    return compose(review,
                   [&](const ReviewFile&, const ReviewHunk& hunk) -> std::optional<QByteArray> {
                       const auto decision = decisions.constFind(hunk.id);
                       if (decision == decisions.constEnd() || !isTaken(decision->kind)) {
                           return std::nullopt;
                       }
                       const bool edited = decision->kind == DecisionKind::Edited;
                       return edited ? decision->editedText : hunk.edit.replacement;
                   });
}

Result<QVector<ComposedFile>>
composeTree(const PortReview& review,
            const std::function<bool(const ReviewFile&, const ReviewHunk&)>& isTaken)
{
    return compose(
        review, [&](const ReviewFile& file, const ReviewHunk& hunk) -> std::optional<QByteArray> {
            return isTaken(file, hunk) ? std::optional(hunk.edit.replacement) : std::nullopt;
        });
}

} // namespace rocport
