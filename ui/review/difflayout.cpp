#include "ui/review/difflayout.h"

#include "core/rules/analyse.h"
#include "core/text/sourcebuffer.h"
#include "ui/review/difflayoutmaker.h"

#include <QByteArrayList>

#include <algorithm>
#include <numeric>

namespace rocport {

namespace {

QByteArray toUtf8(std::string_view bytes, Encoding encoding)
{
    const QByteArray raw(bytes.data(), static_cast<qsizetype>(bytes.size()));
    return encoding == Encoding::Latin1 ? QString::fromLatin1(raw).toUtf8() : raw;
}

/// Lines as UTF-8 without line ends.
QByteArrayList linesOf(const SourceBuffer& buffer)
{
    QByteArrayList lines;
    const int count = buffer.lineCount();
    lines.reserve(count);
    for (int line = 1; line <= count; ++line) {
        QByteArray text = toUtf8(buffer.lineText(line), buffer.encoding());
        if (line == 1 && buffer.bomLength() > 0 && text.startsWith("\xEF\xBB\xBF")) {
            text.remove(0, 3);
        }
        lines.append(text);
    }
    return lines;
}

// The replacement of some lines; its encoding is that of the file around it.
QByteArrayList linesOfPart(const QByteArray& bytes, Encoding encoding)
{
    QByteArrayList lines;
    const SourceBuffer buffer(bytes);
    const int count = buffer.lineCount();
    for (int line = 1; line <= count; ++line) {
        lines.append(toUtf8(buffer.lineText(line), encoding));
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
    return layOutDiff(file, decisions,
                      DiffStyle{unified ? DiffMode::Unified : DiffMode::SideBySide});
}

DiffLayout layOutDiff(const FileTexts& file, const DiffDecisions& decisions, const DiffStyle& style)
{
    DiffLayout layout;
    layout.path = file.path;
    layout.language = file.language;
    layout.style = style;
    layout.unified = style.mode != DiffMode::SideBySide;

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
    const QByteArrayList left = linesOf(buffer);

    QVector<int> order(file.hunks.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return std::pair(file.hunks[a].firstLine, file.hunks[a].lastLine) <
               std::pair(file.hunks[b].firstLine, file.hunks[b].lastLine);
    });

    layout.rows.reserve(left.size() + 64);
    layout.left.text.reserve(file.original.size() + 4096);
    DiffLayoutMaker maker(layout, left);
    for (const Span& span : spansOf(file.hunks, order, static_cast<int>(left.size()))) {
        maker.context(span.begin - maker.leftLine());
        maker.segment(span.begin, span.end, span.changes,
                      linesOfPart(replacementOf(buffer, span, file.hunks, order, decisions),
                                  buffer.encoding()));
    }
    maker.context(static_cast<int>(left.size()) - maker.leftLine());
    maker.finish();
    findMoves(layout);
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
    return linesOfPart(bytes, SourceBuffer(original).encoding()).join('\n');
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
