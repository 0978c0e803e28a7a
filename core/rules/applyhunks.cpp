#include "core/rules/analyse.h"
#include "core/text/editset.h"

#include <algorithm>

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

/// 1 for a hunk that needs another of `hunks`, else 0.
int depthOf(const Hunk& hunk, const QVector<Hunk>& hunks)
{
    return std::any_of(hunks.begin(), hunks.end(),
                       [&](const Hunk& other) { return hunk.needs.contains(other.key); })
               ? 1
               : 0;
}

} // namespace

Result<QByteArray> applyHunks(const QByteArray& base, const QVector<Hunk>& hunks,
                              const QHash<QByteArray, QByteArray>& edited)
{
    const QByteArray hash = contentHash(base);
    QVector<const Hunk*> sorted;
    for (const Hunk& hunk : hunks) {
        if (!hunk.baseHash.isEmpty() && hunk.baseHash != hash) {
            return Error{ErrorCode::EditStale, hunk.title, hunk.targetPath.display()};
        }
        sorted.append(&hunk);
    }
    // Insertions at one place keep the order in which they are added: that of the lines, and what
    // another hunk needs before that one.
    std::stable_sort(sorted.begin(), sorted.end(), [&](const Hunk* a, const Hunk* b) {
        if (a->firstLine != b->firstLine) {
            return a->firstLine < b->firstLine;
        }
        return a->lastLine != b->lastLine ? a->lastLine < b->lastLine
                                          : depthOf(*a, hunks) < depthOf(*b, hunks);
    });
    const SourceBuffer buffer = edited.isEmpty() ? SourceBuffer() : SourceBuffer(base);
    EditSet set(hash);
    for (const Hunk* hunk : sorted) {
        const auto own = edited.constFind(hunk->key);
        const Result<void> added = own == edited.constEnd()
                                       ? set.add(hunk->edits)
                                       : set.add(TextEdit{linesOf(buffer, *hunk), *own});
        if (!added) {
            return added.error();
        }
    }
    return set.apply(base);
}

QByteArray hunkReplacementLines(const QByteArray& base, const Hunk& hunk)
{
    const SourceBuffer buffer(base);
    const ByteRange lines = linesOf(buffer, hunk);
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
