#include "ui/review/difflayoutmaker.h"

#include "core/text/ascii.h"
#include "core/text/blanks.h"
#include "core/text/linealign.h"
#include "core/text/movedlines.h"
#include "core/text/worddiff.h"

#include <algorithm>

namespace rocport {

namespace {

constexpr qsizetype kMostMerged = 4000; // bytes of lines that are written as one

void appendLine(DiffPane& pane, const QByteArray& line)
{
    pane.starts.append(static_cast<qint32>(pane.text.size()));
    pane.text += line;
    pane.text += '\n';
    pane.columns = std::max(pane.columns, static_cast<int>(line.size() + 3 * line.count('\t')));
}

void finishPane(DiffPane& pane)
{
    pane.starts.append(static_cast<qint32>(pane.text.size()));
    pane.text.chop(1); // the last row ends the text
}

QByteArray joined(const QByteArrayList& lines)
{
    QByteArray text;
    for (const QByteArray& line : lines) {
        text += line;
        text += '\n';
    }
    return text;
}

bool hasWords(QByteArrayView line)
{
    return std::count_if(line.begin(), line.end(), isNameByte) > 1;
}

/// Whether a row stands beside its other version with other blanks, whatever those mean.
bool isPaired(const DiffLayout& layout, const DiffPane& rightPane, int at)
{
    const qint32 partner = layout.rows[at].partner;
    return partner >= 0 && isSameWithoutBlanks(layout.left.line(at), rightPane.line(partner));
}

} // namespace

/// One row of both panes, with the next line of each side that has one.
DiffRow& DiffLayoutMaker::pair(bool hasLeft, bool hasRight, const QByteArray& left,
                               const QByteArray& right, bool changed)
{
    DiffRow row;
    row.left = hasLeft ? ++m_leftLine : 0;
    row.right = hasRight ? ++m_rightLine : 0;
    row.segment = m_segment;
    row.changed = changed;
    m_lastLeft = hasLeft ? left : m_lastLeft;
    m_lastRight = hasRight ? right : m_lastRight;
    const int at = static_cast<int>(m_layout.rows.size());
    row.partner = changed && hasLeft && hasRight ? at : -1;
    m_layout.rows.append(row);
    appendLine(m_layout.left, m_layout.unified && !hasLeft ? right : left);
    if (!m_layout.unified) {
        appendLine(m_layout.right, right);
    }
    return m_layout.rows.last();
}

/// A line that only one side has. A blank one is no difference where blanks are ignored, unless it
/// ends what the line before continues.
void DiffLayoutMaker::single(bool hasLeft, const QByteArray& text)
{
    const QByteArray& before = hasLeft ? m_lastLeft : m_lastRight;
    const bool blank = isIdleLine(text, m_layout.language) && !before.trimmed().endsWith('\\');
    DiffRow& row = pair(hasLeft, !hasLeft, hasLeft ? text : QByteArray(),
                        hasLeft ? QByteArray() : text, !(blank && m_layout.style.ignoreBlanks));
    row.blanks = blank;
}

void DiffLayoutMaker::context(int count)
{
    for (int i = 0; i < count; ++i) {
        const QByteArray& line = m_left[m_leftLine];
        pair(true, true, line, line, false);
    }
}

void DiffLayoutMaker::segment(int begin, int end, const QVector<int>& changes,
                              const QByteArrayList& right)
{
    DiffSegment segment;
    segment.firstRow = static_cast<int>(m_layout.rows.size());
    segment.changes = changes;
    m_segment = static_cast<int>(m_layout.segments.size());
    const QByteArrayList part = m_left.mid(begin, end - begin);
    for (const DiffBlock& of : diffLines(joined(part), joined(right))) {
        if (of.equal) {
            for (int i = 0; i < of.leftCount; ++i) {
                pair(true, true, part[of.leftFirst + i], right[of.rightFirst + i], false);
            }
            continue;
        }
        Block lines{
            part.mid(of.leftFirst, of.leftCount), right.mid(of.rightFirst, of.rightCount), {}};
        lines.partner = alignLines(lines.left, lines.right);
        block(lines);
    }
    if (static_cast<int>(m_layout.rows.size()) == segment.firstRow) {
        pair(false, false, {}, {}, true); // an empty change still needs a row to stand on
    }
    segment.rows = static_cast<int>(m_layout.rows.size()) - segment.firstRow;
    m_layout.segments.append(segment);
    m_segment = -1;
}

void DiffLayoutMaker::block(const Block& block)
{
    m_layout.unified ? unified(block) : sideBySide(block);
}

/// Between lines that are versions of each other the rest stands side by side as it comes.
void DiffLayoutMaker::sideBySide(const Block& block)
{
    const auto leftCount = static_cast<int>(block.left.size());
    const auto rightCount = static_cast<int>(block.right.size());
    int i = 0;
    int j = 0;
    while (i < leftCount || j < rightCount) {
        int nextLeft = i;
        while (nextLeft < leftCount && block.partner[nextLeft] < 0) {
            ++nextLeft;
        }
        const int nextRight = nextLeft < leftCount ? block.partner[nextLeft] : rightCount;
        while (i < nextLeft || j < nextRight) {
            if (i >= nextLeft) {
                single(false, block.right[j++]);
            } else if (j >= nextRight) {
                single(true, block.left[i++]);
            } else {
                pair(true, true, block.left[i++], block.right[j++], true).partner = -1;
            }
        }
        if (nextLeft < leftCount) {
            const bool blanks = isSameButBlanks(block.left[i], block.right[j], m_layout.language);
            pair(true, true, block.left[i], block.right[j],
                 !(blanks && m_layout.style.ignoreBlanks))
                .blanks = blanks;
            ++i;
            ++j;
        }
    }
}

/// What one row for both versions of a line shows, where the style asks for that and they are alike
/// enough.
std::optional<DiffLayoutMaker::Merge> DiffLayoutMaker::mergeOf(const QByteArray& left,
                                                               const QByteArray& right) const
{
    if (!m_layout.style.ignoreBlanks && m_layout.style.mode != DiffMode::Inline) {
        return std::nullopt;
    }
    Merge merge;
    merge.blanks = isSameButBlanks(left, right, m_layout.language);
    if (merge.blanks && m_layout.style.ignoreBlanks) {
        merge.text = left;
        return merge;
    }
    if (m_layout.style.mode != DiffMode::Inline || left.size() > kMostMerged ||
        right.size() > kMostMerged) {
        return std::nullopt;
    }
    for (const MergedPiece& piece : mergeLines(left, right)) {
        const bool added = piece.kind == MergedPiece::Kind::Right;
        const qsizetype begin = merge.text.size();
        merge.text += (added ? right : left).mid(piece.range.begin, piece.range.size());
        if (added) {
            merge.ranges.added.append({begin, merge.text.size()});
        } else if (piece.kind == MergedPiece::Kind::Left) {
            merge.ranges.removed.append({begin, merge.text.size()});
        }
    }
    return merge.text.isEmpty() ? std::nullopt : std::optional(merge);
}

void DiffLayoutMaker::mergedRow(const Merge& merge)
{
    const bool shown = !(merge.blanks && m_layout.style.ignoreBlanks);
    DiffRow& row = pair(true, true, merge.text, merge.text, shown);
    row.partner = -1;
    row.blanks = merge.blanks;
    if (shown) {
        row.merged = static_cast<qint32>(m_layout.merged.size());
        m_layout.merged.append(merge.ranges);
    }
}

void DiffLayoutMaker::unified(const Block& block)
{
    int left = 0;
    int right = 0;
    for (int i = 0; i < block.left.size(); ++i) {
        const int j = block.partner[i];
        if (j < 0) {
            continue;
        }
        if (const std::optional<Merge> merge = mergeOf(block.left[i], block.right[j])) {
            unifiedPart(block, left, i, right, j);
            mergedRow(*merge);
            left = i + 1;
            right = j + 1;
        }
    }
    unifiedPart(block, left, static_cast<int>(block.left.size()), right,
                static_cast<int>(block.right.size()));
}

void DiffLayoutMaker::unifiedPart(const Block& block, int left, int leftEnd, int right,
                                  int rightEnd)
{
    const int firstRow = static_cast<int>(m_layout.rows.size());
    for (int i = left; i < leftEnd; ++i) {
        single(true, block.left[i]);
    }
    for (int j = right; j < rightEnd; ++j) {
        single(false, block.right[j]);
    }
    for (int i = left; i < leftEnd; ++i) {
        const int partner = block.partner[i];
        if (partner < right || partner >= rightEnd) {
            continue;
        }
        const int one = firstRow + i - left;
        const int other = firstRow + (leftEnd - left) + partner - right;
        m_layout.rows[one].partner = other;
        m_layout.rows[other].partner = one;
        const bool blanks = isSameButBlanks(block.left[i], block.right[partner], m_layout.language);
        m_layout.rows[one].blanks = blanks;
        m_layout.rows[other].blanks = blanks;
    }
}

void DiffLayoutMaker::finish()
{
    m_layout.leftLines = m_leftLine;
    m_layout.rightLines = m_rightLine;
    finishPane(m_layout.left);
    finishPane(m_layout.right);
    bool blanks = false;
    bool more = false;
    for (const DiffRow& row : std::as_const(m_layout.rows)) {
        blanks = blanks || row.blanks;
        more = more || (row.changed && !row.blanks);
    }
    m_layout.onlyBlanks = blanks && !more;
}

void findMoves(DiffLayout& layout)
{
    QVector<ChangedLine> removed;
    QVector<ChangedLine> added;
    QVector<int> removedRows;
    QVector<int> addedRows;
    const DiffPane& rightPane = layout.unified ? layout.left : layout.right;
    for (int at = 0; at < layout.rows.size(); ++at) {
        const DiffRow& row = layout.rows[at];
        // A line that stands beside its other version was not moved; but braces stand beside any.
        const bool stays = row.blanks && row.left > 0 && row.right > 0;
        if (row.merged >= 0 || (!row.changed && !row.blanks) ||
            ((stays || isPaired(layout, rightPane, at)) && hasWords(layout.left.line(at)))) {
            continue;
        }
        if (row.left > 0) {
            removed.append({row.left, layout.left.line(at)});
            removedRows.append(at);
        }
        if (row.right > 0) {
            added.append({row.right, rightPane.line(at)});
            addedRows.append(at);
        }
    }
    for (const MovedLines& moved : findMovedLines(removed, added)) {
        const auto index = static_cast<qint32>(layout.moves.size());
        layout.moves.append({removedRows[moved.from], removed[moved.from].line, moved.fromCount,
                             addedRows[moved.to], added[moved.to].line, moved.toCount});
        for (int i = moved.from; i < moved.from + moved.fromCount; ++i) {
            layout.rows[removedRows[i]].movedAway = index;
        }
        for (int i = moved.to; i < moved.to + moved.toCount; ++i) {
            layout.rows[addedRows[i]].movedHere = index;
        }
    }
}

} // namespace rocport
