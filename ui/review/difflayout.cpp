#include "ui/review/difflayout.h"

#include "core/rules/analyse.h"
#include "core/text/linediff.h"
#include "core/text/sourcebuffer.h"

#include <QByteArrayList>

#include <algorithm>
#include <numeric>

namespace rocport {

namespace {

// Pairs of lines inside one change are aligned by likeness up to this many comparisons.
constexpr int kMaxAlignCells = 4096;
constexpr qsizetype kMaxAlignLine = 512;

// Lines `first`..`first + count - 1` (0-based) of a text, as UTF-8 without line ends.
struct Lines
{
    QByteArrayList text;

    [[nodiscard]] int size() const { return static_cast<int>(text.size()); }
};

QByteArray toUtf8(std::string_view bytes, Encoding encoding)
{
    const QByteArray raw(bytes.data(), static_cast<qsizetype>(bytes.size()));
    return encoding == Encoding::Latin1 ? QString::fromLatin1(raw).toUtf8() : raw;
}

Lines linesOf(const SourceBuffer& buffer)
{
    Lines lines;
    const int count = buffer.lineCount();
    lines.text.reserve(count);
    for (int line = 1; line <= count; ++line) {
        QByteArray text = toUtf8(buffer.lineText(line), buffer.encoding());
        if (line == 1 && buffer.bomLength() > 0 && text.startsWith("\xEF\xBB\xBF")) {
            text.remove(0, 3);
        }
        lines.text.append(text);
    }
    return lines;
}

// The replacement of some lines; its encoding is that of the file around it.
Lines linesOfPart(const QByteArray& bytes, Encoding encoding)
{
    Lines lines;
    const SourceBuffer buffer(bytes);
    const int count = buffer.lineCount();
    for (int line = 1; line <= count; ++line) {
        lines.text.append(toUtf8(buffer.lineText(line), encoding));
    }
    return lines;
}

struct Span // of original lines, 0-based, half-open, with the changes on it
{
    int begin = 0;
    int end = 0;
    QVector<int> changes;
};

QVector<Span> spansOf(const QVector<Hunk>& hunks, const QVector<int>& order, int lineCount)
{
    QVector<Span> spans;
    for (int i = 0; i < order.size(); ++i) {
        const Hunk& hunk = hunks[order[i]];
        const int begin = std::clamp(hunk.firstLine - 1, 0, lineCount);
        const int end = std::clamp(hunk.lastLine, begin, lineCount);
        if (!spans.isEmpty() && begin < spans.last().end) {
            spans.last().end = std::max(spans.last().end, end);
            spans.last().changes.append(i);
        } else {
            spans.append({begin, end, {i}});
        }
    }
    return spans;
}

// Bytes of original lines [begin, end).
ByteRange bytesOfLines(const SourceBuffer& buffer, int begin, int end)
{
    const int count = buffer.lineCount();
    const auto startOf = [&](int line) { // 0-based
        return line < count ? buffer.lineRange(line + 1).begin : buffer.bytes().size();
    };
    return {startOf(begin), startOf(end)};
}

// Edits of several changes on the same lines, made together; what overlaps an earlier one waits.
QByteArray replacementOfSpan(const SourceBuffer& buffer, const Span& span,
                             const QVector<const Hunk*>& hunks, const DiffDecisions& decisions)
{
    const ByteRange range = bytesOfLines(buffer, span.begin, span.end);
    QVector<TextEdit> edits;
    for (const Hunk* hunk : hunks) {
        const DiffDecision decision = decisions.value(hunk->key);
        if (decision.kind == DecisionKind::Edited) {
            edits.append(
                {bytesOfLines(buffer, hunk->firstLine - 1, hunk->lastLine), decision.editedText});
        } else {
            edits += hunk->edits;
        }
    }
    std::stable_sort(edits.begin(), edits.end(), [](const TextEdit& a, const TextEdit& b) {
        return a.range.begin < b.range.begin;
    });
    QByteArray out;
    qsizetype at = range.begin;
    for (const TextEdit& edit : std::as_const(edits)) {
        if (edit.range.begin < at || edit.range.end > range.end) {
            continue;
        }
        out += buffer.bytes().mid(at, edit.range.begin - at);
        out += edit.replacement;
        at = edit.range.end;
    }
    return out + buffer.bytes().mid(at, range.end - at);
}

QByteArray replacementOf(const SourceBuffer& buffer, const Span& span, const QVector<Hunk>& hunks,
                         const QVector<int>& order, const DiffDecisions& decisions)
{
    if (span.changes.size() == 1) {
        const Hunk& hunk = hunks[order[span.changes.first()]];
        const DiffDecision decision = decisions.value(hunk.key);
        if (decision.kind == DecisionKind::Edited) {
            return decision.editedText;
        }
        // What hunkReplacementLines() gives, without going through the whole text for each change.
        const ByteRange range = bytesOfLines(buffer, span.begin, span.end);
        QByteArray out;
        qsizetype at = range.begin;
        for (const TextEdit& edit : hunk.edits) {
            const qsizetype begin = std::clamp(edit.range.begin, at, range.end);
            out += buffer.bytes().mid(at, begin - at) + edit.replacement;
            at = std::clamp(edit.range.end, begin, range.end);
        }
        return out + buffer.bytes().mid(at, range.end - at);
    }
    QVector<const Hunk*> shown, all;
    for (const int change : span.changes) {
        const Hunk& hunk = hunks[order[change]];
        all.append(&hunk);
        if (decisions.value(hunk.key).kind != DecisionKind::Rejected) {
            shown.append(&hunk);
        }
    }
    return replacementOfSpan(buffer, span, shown.isEmpty() ? all : shown, decisions);
}

// How alike two lines are, 0 to 100: by common beginning and end of the trimmed text.
int likeness(const QByteArray& left, const QByteArray& right)
{
    const QByteArray a = left.left(kMaxAlignLine).trimmed();
    const QByteArray b = right.left(kMaxAlignLine).trimmed();
    const qsizetype shorter = std::min(a.size(), b.size());
    const qsizetype longer = std::max(a.size(), b.size());
    if (longer == 0) {
        return 100;
    }
    qsizetype head = 0;
    while (head < shorter && a[head] == b[head]) {
        ++head;
    }
    qsizetype tail = 0;
    while (tail < shorter - head && a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) {
        ++tail;
    }
    return static_cast<int>(100 * (head + tail) / longer);
}

// Which right line stands beside each left line of a differing block; -1: none. Order is kept.
QVector<int> alignLines(const Lines& left, int leftFirst, int leftCount, const Lines& right,
                        int rightFirst, int rightCount)
{
    QVector<int> partner(leftCount, -1);
    if (leftCount == rightCount || leftCount * rightCount > kMaxAlignCells) {
        for (int i = 0; i < std::min(leftCount, rightCount); ++i) {
            partner[i] = i;
        }
        return partner;
    }
    // Longest chain by likeness; a pair below 30 is no pair.
    const int width = rightCount + 1;
    QVector<int> best((leftCount + 1) * width, 0);
    QVector<int> like(leftCount * rightCount, 0);
    for (int i = leftCount - 1; i >= 0; --i) {
        for (int j = rightCount - 1; j >= 0; --j) {
            const int value = likeness(left.text[leftFirst + i], right.text[rightFirst + j]);
            like[i * rightCount + j] = value >= 30 ? value : -1;
            const int pair = value >= 30 ? value + best[(i + 1) * width + j + 1] : -1;
            best[i * width + j] =
                std::max({pair, best[(i + 1) * width + j], best[i * width + j + 1]});
        }
    }
    for (int i = 0, j = 0; i < leftCount && j < rightCount;) {
        const int value = like[i * rightCount + j];
        if (value >= 0 && best[i * width + j] == value + best[(i + 1) * width + j + 1]) {
            partner[i++] = j++;
        } else if (best[i * width + j] == best[(i + 1) * width + j]) {
            ++i;
        } else {
            ++j;
        }
    }
    return partner;
}

class LayoutMaker
{
public:
    LayoutMaker(DiffLayout& layout, const Lines& left) : m_layout(layout), m_left(left) {}

    void context(int count)
    {
        for (int i = 0; i < count; ++i) {
            pair(m_leftLine, m_rightLine + 1, m_left.text[m_leftLine], m_left.text[m_leftLine],
                 false);
            ++m_leftLine;
            ++m_rightLine;
        }
    }

    void segment(const Span& span, const Lines& right)
    {
        DiffSegment segment;
        segment.firstRow = static_cast<int>(m_layout.rows.size());
        segment.changes = span.changes;
        m_segment = static_cast<int>(m_layout.segments.size());
        const Lines part{m_left.text.mid(span.begin, span.end - span.begin)};
        const QByteArray leftText = join(part);
        const QByteArray rightText = join(right);
        for (const DiffBlock& block : diffLines(leftText, rightText)) {
            this->block(part, block, right);
        }
        if (static_cast<int>(m_layout.rows.size()) == segment.firstRow) {
            pair(-1, 0, {}, {}, true); // an empty change still needs a row to stand on
        }
        segment.rows = static_cast<int>(m_layout.rows.size()) - segment.firstRow;
        m_layout.segments.append(segment);
        m_segment = -1;
    }

    [[nodiscard]] int leftLine() const { return m_leftLine; }
    [[nodiscard]] int rightLine() const { return m_rightLine; }

    void finish()
    {
        finishPane(m_layout.left);
        finishPane(m_layout.right);
    }

private:
    static QByteArray join(const Lines& lines)
    {
        QByteArray text;
        for (const QByteArray& line : lines.text) {
            text += line;
            text += '\n';
        }
        return text;
    }

    static void appendLine(DiffPane& pane, const QByteArray& line)
    {
        pane.starts.append(static_cast<qint32>(pane.text.size()));
        pane.text += line;
        pane.text += '\n';
        pane.columns = std::max(pane.columns, static_cast<int>(line.size() + 3 * line.count('\t')));
    }

    static void finishPane(DiffPane& pane)
    {
        pane.starts.append(static_cast<qint32>(pane.text.size()));
        pane.text.chop(1); // the last row ends the text
    }

    // One row of both panes. Lines: 0-based left (-1: none), 1-based right (0: none).
    void pair(int leftLine, int rightLine, const QByteArray& left, const QByteArray& right,
              bool changed)
    {
        DiffRow row;
        row.left = leftLine + 1;
        row.right = rightLine;
        row.segment = m_segment;
        row.changed = changed;
        const int at = static_cast<int>(m_layout.rows.size());
        row.partner = changed && leftLine >= 0 && rightLine > 0 ? at : -1;
        m_layout.rows.append(row);
        appendLine(m_layout.left, m_layout.unified && leftLine < 0 ? right : left);
        if (!m_layout.unified) {
            appendLine(m_layout.right, right);
        }
    }

    void block(const Lines& part, const DiffBlock& block, const Lines& right)
    {
        if (block.equal) {
            for (int i = 0; i < block.leftCount; ++i) {
                pair(m_leftLine++, ++m_rightLine, part.text[block.leftFirst + i],
                     right.text[block.rightFirst + i], false);
            }
            return;
        }
        const QVector<int> partner = alignLines(part, block.leftFirst, block.leftCount, right,
                                                block.rightFirst, block.rightCount);
        m_layout.unified ? unifiedBlock(part, block, right, partner)
                         : sideBySideBlock(part, block, right, partner);
    }

    void sideBySideBlock(const Lines& part, const DiffBlock& block, const Lines& right,
                         const QVector<int>& partner)
    {
        // Between lines that are versions of each other the rest stands side by side as it comes.
        int i = 0;
        int j = 0;
        while (i < block.leftCount || j < block.rightCount) {
            int nextLeft = i;
            while (nextLeft < block.leftCount && partner[nextLeft] < 0) {
                ++nextLeft;
            }
            const int nextRight = nextLeft < block.leftCount ? partner[nextLeft] : block.rightCount;
            while (i < nextLeft || j < nextRight) {
                const bool hasLeft = i < nextLeft;
                const bool hasRight = j < nextRight;
                pair(hasLeft ? m_leftLine++ : -1, hasRight ? ++m_rightLine : 0,
                     hasLeft ? part.text[block.leftFirst + i] : QByteArray(),
                     hasRight ? right.text[block.rightFirst + j] : QByteArray(), true);
                m_layout.rows.last().partner = -1;
                i += hasLeft ? 1 : 0;
                j += hasRight ? 1 : 0;
            }
            if (nextLeft < block.leftCount) {
                pair(m_leftLine++, ++m_rightLine, part.text[block.leftFirst + i],
                     right.text[block.rightFirst + j], true);
                ++i;
                ++j;
            }
        }
    }

    void unifiedBlock(const Lines& part, const DiffBlock& block, const Lines& right,
                      const QVector<int>& partner)
    {
        const int firstRow = static_cast<int>(m_layout.rows.size());
        for (int i = 0; i < block.leftCount; ++i) {
            pair(m_leftLine++, 0, part.text[block.leftFirst + i], {}, true);
        }
        for (int j = 0; j < block.rightCount; ++j) {
            pair(-1, ++m_rightLine, {}, right.text[block.rightFirst + j], true);
        }
        for (int i = 0; i < block.leftCount; ++i) {
            if (partner[i] >= 0) {
                const int other = firstRow + block.leftCount + partner[i];
                m_layout.rows[firstRow + i].partner = other;
                m_layout.rows[other].partner = firstRow + i;
            }
        }
    }

    DiffLayout& m_layout;
    const Lines& m_left;
    int m_leftLine = 0;  // 0-based, next
    int m_rightLine = 0; // 1-based, last written
    int m_segment = -1;
};

// The rows of each change: those of its segment, or within a shared one those of its own lines.
void placeChanges(DiffLayout& layout, const QVector<Hunk>& hunks, const QVector<int>& order)
{
    layout.changes.resize(order.size());
    for (int s = 0; s < layout.segments.size(); ++s) {
        const DiffSegment& segment = layout.segments[s];
        for (const int index : segment.changes) {
            const Hunk& hunk = hunks[order[index]];
            DiffChange& change = layout.changes[index];
            change = {hunk.key, s, segment.firstRow, segment.rows};
            if (segment.changes.size() == 1) {
                continue;
            }
            int first = -1;
            int last = -1;
            for (int row = segment.firstRow; row < segment.firstRow + segment.rows; ++row) {
                const int line = layout.rows[row].left;
                if (line >= hunk.firstLine && line <= std::max(hunk.lastLine, hunk.firstLine)) {
                    first = first < 0 ? row : first;
                    last = row;
                }
            }
            if (first >= 0) {
                change.firstRow = first;
                change.rows = last - first + 1;
            }
        }
    }
}

} // namespace

QByteArrayView DiffPane::line(int row) const
{
    if (row < 0 || row + 1 >= starts.size()) {
        return {};
    }
    const qsizetype begin = starts[row];
    const qsizetype end = std::min<qsizetype>(starts[row + 1] - 1, text.size());
    return QByteArrayView(text).sliced(begin, std::max<qsizetype>(0, end - begin));
}

DiffLayout layOutDiff(const FileTexts& file, const DiffDecisions& decisions, bool unified)
{
    DiffLayout layout;
    layout.path = file.path;
    layout.language = file.language;
    layout.unified = unified;

    SourceBuffer buffer(file.original);
    layout.encoding = buffer.encoding();
    layout.lineEnding = buffer.lineEnding();
    if (buffer.encoding() == Encoding::Binary) {
        layout.binary = true;
        return layout;
    }
    if (!buffer.isEditable()) { // UTF-16: shown, never edited
        buffer = SourceBuffer(buffer.toDisplay().toUtf8());
    }
    const Lines left = linesOf(buffer);

    QVector<int> order(file.hunks.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return std::pair(file.hunks[a].firstLine, file.hunks[a].lastLine) <
               std::pair(file.hunks[b].firstLine, file.hunks[b].lastLine);
    });

    layout.rows.reserve(left.size() + 64);
    layout.left.text.reserve(file.original.size() + 4096);
    LayoutMaker maker(layout, left);
    for (const Span& span : spansOf(file.hunks, order, left.size())) {
        maker.context(span.begin - maker.leftLine());
        maker.segment(span, linesOfPart(replacementOf(buffer, span, file.hunks, order, decisions),
                                        buffer.encoding()));
    }
    maker.context(left.size() - maker.leftLine());
    layout.leftLines = maker.leftLine();
    layout.rightLines = maker.rightLine();
    maker.finish();
    placeChanges(layout, file.hunks, order);
    numberRows(layout, decisions);
    return layout;
}

bool isStruck(const DiffLayout& layout, const DiffSegment& segment, const DiffDecisions& decisions)
{
    return std::all_of(segment.changes.begin(), segment.changes.end(), [&](int change) {
        return decisions.value(layout.changes[change].key).kind == DecisionKind::Rejected;
    });
}

void numberRows(DiffLayout& layout, const DiffDecisions& decisions)
{
    QVector<bool> struck(layout.segments.size());
    for (int i = 0; i < layout.segments.size(); ++i) {
        struck[i] = isStruck(layout, layout.segments[i], decisions);
    }
    int number = 0;
    for (DiffRow& row : layout.rows) {
        const bool original = row.segment >= 0 && struck[row.segment];
        row.number = (original ? row.left : row.right) > 0 ? ++number : 0;
    }
}

int rowOfLine(const DiffLayout& layout, const DiffDecisions& decisions, int line, PlaceSide side)
{
    QVector<bool> taken(layout.segments.size());
    for (int i = 0; i < layout.segments.size(); ++i) {
        const QVector<int>& changes = layout.segments[i].changes;
        taken[i] = std::any_of(changes.begin(), changes.end(), [&](int change) {
            return isTaken(decisions.value(layout.changes[change].key).kind);
        });
    }
    int number = 0;
    for (int row = 0; row < layout.rows.size(); ++row) {
        const DiffRow& at = layout.rows[row];
        const bool original =
            side == PlaceSide::Original || (at.segment >= 0 && !taken[at.segment]);
        number += (original ? at.left : at.right) > 0 ? 1 : 0;
        if (number >= line) {
            return row;
        }
    }
    return static_cast<int>(layout.rows.size()) - 1;
}

bool needsNewLayout(const DiffLayout& layout, const DiffDecisions& before,
                    const DiffDecisions& after)
{
    for (const DiffChange& change : layout.changes) {
        const DiffDecision was = before.value(change.key);
        const DiffDecision is = after.value(change.key);
        if (was.kind == is.kind && was.editedText == is.editedText) {
            continue;
        }
        if (was.kind == DecisionKind::Edited || is.kind == DecisionKind::Edited) {
            return true;
        }
        const bool rejection =
            (was.kind == DecisionKind::Rejected) != (is.kind == DecisionKind::Rejected);
        if (rejection && layout.segments[change.segment].changes.size() > 1) {
            return true;
        }
    }
    return false;
}

QByteArray editableLines(const QByteArray& original, const Hunk& hunk, const DiffDecision& decision)
{
    const QByteArray bytes = decision.kind == DecisionKind::Edited
                                 ? decision.editedText
                                 : hunkReplacementLines(original, hunk);
    return linesOfPart(bytes, SourceBuffer(original).encoding()).text.join('\n');
}

Result<QByteArray> linesToBytes(const QByteArray& original, const Hunk& hunk, const QString& text)
{
    const SourceBuffer buffer(original);
    QByteArray bytes = text.toUtf8();
    if (buffer.encoding() == Encoding::Latin1) {
        for (const QChar c : text) {
            if (c.unicode() > 0xFF) {
                return Error{ErrorCode::InvalidArgument, QString(c), hunk.targetPath.display()};
            }
        }
        bytes = text.toLatin1();
    }
    if (bytes.isEmpty()) {
        return QByteArray(); // the lines go away
    }
    bytes.replace("\r\n", "\n");
    const ByteRange range = bytesOfLines(buffer, hunk.firstLine - 1, hunk.lastLine);
    const bool lastLine = range.end == buffer.bytes().size();
    const bool unfinished = lastLine && !buffer.bytes().isEmpty() && !buffer.endsWithNewline();
    if (!bytes.endsWith('\n') && !unfinished) {
        bytes += '\n';
    }
    const QByteArray newline = buffer.newlineAt(std::min(range.begin, buffer.bytes().size()));
    if (newline != "\n" && !newline.isEmpty()) {
        bytes.replace("\n", newline);
    }
    return bytes;
}

} // namespace rocport
