#include "core/verify/linemap.h"

#include "core/text/linediff.h"
#include "core/text/sourcebuffer.h"

#include <algorithm>

namespace rocport {

namespace {

struct KeyedEdit
{
    TextEdit edit;
    QByteArray key;
};

/// As applyHunks() has it: whole lines, empty for an insertion.
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
    return {first.begin, base.lineRange(std::clamp(hunk.lastLine, 1, count)).end};
}

QVector<KeyedEdit> editsOf(const SourceBuffer& base, QVector<Hunk> hunks,
                           const QHash<QByteArray, QByteArray>& edited)
{
    std::stable_sort(hunks.begin(), hunks.end(), [](const Hunk& a, const Hunk& b) {
        return a.firstLine != b.firstLine ? a.firstLine < b.firstLine : a.lastLine < b.lastLine;
    });
    QVector<KeyedEdit> edits;
    for (const Hunk& hunk : std::as_const(hunks)) {
        const auto own = edited.constFind(hunk.key);
        if (own != edited.constEnd()) {
            edits.append({{linesOf(base, hunk), *own}, hunk.key});
            continue;
        }
        for (const TextEdit& edit : hunk.edits) {
            const bool known = std::any_of(edits.cbegin(), edits.cend(),
                                           [&](const KeyedEdit& one) { return one.edit == edit; });
            if (!known) {
                edits.append({edit, hunk.key});
            }
        }
    }
    std::stable_sort(edits.begin(), edits.end(), [](const KeyedEdit& a, const KeyedEdit& b) {
        if (a.edit.range.begin != b.edit.range.begin) {
            return a.edit.range.begin < b.edit.range.begin;
        }
        return a.edit.range.isEmpty() && !b.edit.range.isEmpty();
    });
    return edits;
}

/// Cuts the piece of a replacement into lines that are compared with what was there, so that the
/// lines which an edit of a whole region keeps point at themselves.
void appendReplacement(QVector<LineMap::Piece>& pieces, const QByteArray& original,
                       const KeyedEdit& keyed, qsizetype at)
{
    const QByteArray& text = keyed.edit.replacement;
    const ByteRange range = keyed.edit.range;
    const QByteArray old = original.mid(range.begin, range.size());
    if (!old.contains('\n') || !text.contains('\n')) {
        pieces.append({{at, at + text.size()}, range, keyed.key});
        return;
    }
    const SourceBuffer left(old);
    const SourceBuffer right(text);
    for (const DiffBlock& block : diffLines(old, text)) {
        for (int i = 0; i < block.rightCount; ++i) {
            const ByteRange line = right.lineRange(block.rightFirst + i + 1);
            const int there =
                std::min(block.leftFirst + (block.equal ? i : 0), left.lineCount() - 1);
            const ByteRange from = left.lineRange(std::max(0, there) + 1);
            pieces.append({{at + line.begin, at + line.end},
                           {range.begin + from.begin, range.begin + from.end},
                           keyed.key});
        }
    }
}

/// Pieces of the edited text; the text itself grows in `made`.
QVector<LineMap::Piece> piecesOf(const QByteArray& original, const QVector<KeyedEdit>& edits,
                                 QByteArray& made)
{
    QVector<LineMap::Piece> pieces;
    qsizetype at = 0;
    const auto keep = [&](qsizetype end) {
        if (end > at) {
            pieces.append({{made.size(), made.size() + end - at}, {at, end}, QByteArray()});
            made += QByteArrayView(original).sliced(at, end - at);
            at = end;
        }
    };
    for (const KeyedEdit& keyed : edits) {
        const qsizetype begin = std::clamp<qsizetype>(keyed.edit.range.begin, at, original.size());
        keep(begin);
        appendReplacement(pieces, original, keyed, made.size());
        made += keyed.edit.replacement;
        at = std::clamp<qsizetype>(keyed.edit.range.end, at, original.size());
    }
    keep(original.size());
    return pieces;
}

QByteArray hunkAt(const QVector<Hunk>& hunks, int firstLine, int lastLine)
{
    for (const Hunk& hunk : hunks) {
        if (hunk.firstLine <= lastLine && std::max(hunk.lastLine, hunk.firstLine) >= firstLine) {
            return hunk.key;
        }
    }
    return {};
}

QVector<LineMap::Piece> comparedPieces(const QByteArray& original, const QByteArray& ported,
                                       const QVector<Hunk>& hunks)
{
    const SourceBuffer left(original);
    const SourceBuffer right(ported);
    QVector<LineMap::Piece> pieces;
    for (const DiffBlock& block : diffLines(original, ported)) {
        const QByteArray key = block.equal ? QByteArray()
                                           : hunkAt(hunks, block.leftFirst + 1,
                                                    block.leftFirst + std::max(1, block.leftCount));
        for (int i = 0; i < block.rightCount; ++i) {
            const int there =
                std::min(block.leftFirst + std::min(i, std::max(0, block.leftCount - 1)),
                         std::max(0, left.lineCount() - 1));
            const ByteRange from = left.lineCount() == 0 ? ByteRange() : left.lineRange(there + 1);
            pieces.append({right.lineRange(block.rightFirst + i + 1), from, key});
        }
    }
    return pieces;
}

} // namespace

LineMap::LineMap(const QByteArray& original, const QByteArray& ported, const QVector<Piece>& pieces,
                 bool hasOriginal)
{
    const SourceBuffer from(original);
    const SourceBuffer to(ported);
    m_lines.resize(std::max(1, to.lineCount()));
    const auto originalLine = [&](qsizetype offset) {
        if (!hasOriginal || from.lineCount() == 0) {
            return hasOriginal ? 1 : 0;
        }
        return from.lineOf(std::clamp<qsizetype>(offset, 0, original.size()));
    };
    for (const Piece& piece : pieces) {
        const int first =
            to.lineCount() == 0 ? 1 : to.lineOf(std::min(piece.ported.begin, ported.size()));
        const int last =
            piece.ported.isEmpty() || to.lineCount() == 0 ? first : to.lineOf(piece.ported.end - 1);
        const int base = originalLine(piece.original.begin);
        for (int line = first; line <= last && line <= m_lines.size(); ++line) {
            LineOrigin origin{base, piece.hunkKey};
            if (piece.hunkKey.isEmpty() && hasOriginal) {
                origin.line = base + (line - first); // copied bytes run line by line
            }
            const qsizetype begin = to.lineCount() == 0 ? 0 : to.lineRange(line).begin;
            const auto column =
                static_cast<int>(std::max<qsizetype>(0, piece.ported.begin - begin)) + 1;
            m_lines[line - 1].append({column, origin});
        }
    }
}

LineOrigin LineMap::at(int line, int column) const
{
    if (m_lines.isEmpty()) {
        return {line, {}};
    }
    const QVector<Spot>& spots = m_lines[std::clamp<qsizetype>(line, 1, m_lines.size()) - 1];
    if (spots.isEmpty()) {
        return {line, {}};
    }
    LineOrigin origin = spots.first().origin;
    const Spot* chosen = nullptr;
    for (const Spot& spot : spots) {
        if (spot.origin.hunkKey.isEmpty()) {
            continue;
        }
        // The hunk that the column lies in or behind; without one, the first of the line.
        if (chosen == nullptr || (column > 0 && spot.column <= column)) {
            chosen = &spot;
        }
    }
    if (chosen != nullptr) {
        origin = chosen->origin;
    }
    return origin;
}

LineMap LineMap::composed(const LineMap& after) const
{
    if (m_lines.isEmpty()) {
        return after;
    }
    LineMap result;
    for (const QVector<Spot>& spots : after.m_lines) {
        QVector<Spot> mapped;
        for (const Spot& spot : spots) {
            mapped.append({spot.column, at(spot.origin.line)});
        }
        result.m_lines.append(mapped);
    }
    return after.m_lines.isEmpty() ? *this : result;
}

LineMap mapHunks(const QByteArray& original, const QByteArray& ported, const QVector<Hunk>& hunks,
                 const QHash<QByteArray, QByteArray>& edited, bool hasOriginal)
{
    QByteArray made;
    const QVector<LineMap::Piece> pieces =
        piecesOf(original, editsOf(SourceBuffer(original), hunks, edited), made);
    if (made == ported) {
        return {original, ported, pieces, hasOriginal};
    }
    return {original, ported, comparedPieces(original, ported, hunks), hasOriginal};
}

LineMap mapEdits(const QByteArray& original, const QByteArray& changed,
                 const QVector<TextEdit>& edits)
{
    QVector<KeyedEdit> keyed;
    for (const TextEdit& edit : edits) {
        keyed.append({edit, {}});
    }
    QByteArray made;
    QVector<LineMap::Piece> pieces = piecesOf(original, keyed, made);
    if (made != changed) {
        pieces = comparedPieces(original, changed, {});
    }
    return {original, changed, pieces, true};
}

} // namespace rocport
