#include "core/base/cancelscope.h"
#include "core/rules/analyse.h"
#include "core/rules/hunkedits.h"

#include <QSet>

#include <algorithm>
#include <vector>

namespace rocport {

namespace {

/// The bytes of the whole lines that a hunk covers; empty, at the line's start, for an insertion.
ByteRange linesOf(const SourceBuffer& base, const Hunk& hunk)
{
    const int count = base.lineCount();
    if (hunk.firstLine > count) {
        return {base.bytes().size(), base.bytes().size()};
    }
    const ByteRange first = base.lineRange(std::max(1, hunk.firstLine));
    if (hunk.lastLine < hunk.firstLine) {
        return {first.begin, first.begin};
    }
    return {first.begin, base.lineRange(std::min(hunk.lastLine, count)).end};
}

/// A hunk on its way into the order in which they are made.
struct Placed
{
    const Hunk* hunk = nullptr;
    bool needs = false; ///< it needs another of them
};

} // namespace

Result<QByteArray> applyHunks(const QByteArray& base, const QVector<Hunk>& hunks,
                              const QHash<QByteArray, QByteArray>& edited)
{
    const Result<EditSet> set = joinHunks(base, contentHash(base), hunks, edited);
    return set ? set->applyToKnown(base) : Result<QByteArray>(set.error());
}

Result<EditSet> joinHunks(const QByteArray& base, const QByteArray& hash,
                          const QVector<Hunk>& hunks, const QHash<QByteArray, QByteArray>& edited)
{
    QSet<QByteArray> keys;
    for (const Hunk& hunk : hunks) {
        keys.insert(hunk.key);
    }
    std::vector<Placed> sorted;
    for (const Hunk& hunk : hunks) {
        if (isWorkCancelled()) {
            return Error{ErrorCode::Cancelled, {}, hunk.targetPath.display()};
        }
        if (!hunk.baseHash.isEmpty() && hunk.baseHash != hash) {
            return Error{ErrorCode::EditStale, hunk.title, hunk.targetPath.display()};
        }
        sorted.push_back(
            {&hunk, std::any_of(hunk.needs.begin(), hunk.needs.end(),
                                [&](const QByteArray& key) { return keys.contains(key); })});
    }
    // Insertions at one place keep the order in which they are added: that of the lines, and what
    // another hunk needs before that one.
    std::stable_sort(sorted.begin(), sorted.end(), [](const Placed& a, const Placed& b) {
        if (a.hunk->firstLine != b.hunk->firstLine) {
            return a.hunk->firstLine < b.hunk->firstLine;
        }
        return a.hunk->lastLine != b.hunk->lastLine ? a.hunk->lastLine < b.hunk->lastLine
                                                    : !a.needs && b.needs;
    });
    const SourceBuffer buffer = edited.isEmpty() ? SourceBuffer() : SourceBuffer(base);
    EditSet set(hash);
    for (const Placed& placed : sorted) {
        const Hunk* hunk = placed.hunk;
        if (isWorkCancelled()) {
            return Error{ErrorCode::Cancelled, {}, hunk->targetPath.display()};
        }
        const auto own = edited.constFind(hunk->key);
        const Result<void> added = own == edited.constEnd()
                                       ? set.add(hunk->edits)
                                       : set.add(TextEdit{linesOf(buffer, *hunk), *own});
        if (!added) {
            return added.error();
        }
    }
    return set;
}

QByteArray hunkReplacementLines(const QByteArray& base, const Hunk& hunk)
{
    return hunkReplacementIn(SourceBuffer(base), hunk);
}

QByteArray hunkReplacementIn(const SourceBuffer& source, const Hunk& hunk)
{
    const QByteArray& base = source.bytes();
    const ByteRange lines = linesOf(source, hunk);
    QByteArray result;
    qsizetype at = lines.begin;
    for (const TextEdit& edit : hunk.edits) {
        const qsizetype begin = std::clamp(edit.range.begin, at, lines.end);
        result += base.mid(at, begin - at);
        result += edit.replacement;
        at = std::clamp(edit.range.end, begin, lines.end);
    }
    result += base.mid(at, lines.end - at);
    return result;
}

} // namespace rocport
