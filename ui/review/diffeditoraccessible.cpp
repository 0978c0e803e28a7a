#include "ui/review/diffeditoraccessible.h"

#include "ui/review/diffeditor.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QTextBoundaryFinder>

#include <algorithm>
#include <optional>

namespace rocport {

namespace {

using Sci = QsciScintillaBase;

/// A part of the text: offsets, half-open.
struct TextPart
{
    int begin = 0;
    int end = 0;
};

class TextInterface : public QAccessibleWidget, public QAccessibleTextInterface
{
public:
    explicit TextInterface(DiffEditor& editor)
        : QAccessibleWidget(&editor, QAccessible::EditableText), m_editor(editor)
    {
    }

    [[nodiscard]] QAccessible::State state() const override
    {
        QAccessible::State state = QAccessibleWidget::state();
        state.readOnly = true;
        state.multiLine = true;
        state.selectableText = true;
        return state;
    }
    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::TextInterface ? static_cast<QAccessibleTextInterface*>(this)
                                                  : QAccessibleWidget::interface_cast(type);
    }

    void selection(int index, int* begin, int* end) const override
    {
        const bool some = index == 0 && selectionCount() > 0;
        *begin = some ? offsetOf(send(Sci::SCI_GETSELECTIONSTART)) : 0;
        *end = some ? offsetOf(send(Sci::SCI_GETSELECTIONEND)) : 0;
    }
    [[nodiscard]] int selectionCount() const override
    {
        return send(Sci::SCI_GETSELECTIONEMPTY) != 0 ? 0 : 1;
    }
    void addSelection(int begin, int end) override
    {
        send(Sci::SCI_SETSEL, positionOf(begin), positionOf(end));
    }
    void removeSelection(int index) override
    {
        if (index == 0) {
            send(Sci::SCI_SETEMPTYSELECTION, send(Sci::SCI_GETCURRENTPOS));
        }
    }
    void setSelection(int index, int begin, int end) override
    {
        if (index == 0) {
            addSelection(begin, end);
        }
    }
    [[nodiscard]] int cursorPosition() const override
    {
        return offsetOf(send(Sci::SCI_GETCURRENTPOS));
    }
    void setCursorPosition(int offset) override { send(Sci::SCI_GOTOPOS, positionOf(offset)); }
    [[nodiscard]] int characterCount() const override { return offsetOf(send(Sci::SCI_GETLENGTH)); }

    [[nodiscard]] QString text(int begin, int end) const override
    {
        const long from = positionOf(begin);
        const long to = positionOf(end);
        return from < to ? m_editor.text(static_cast<int>(from), static_cast<int>(to)) : QString();
    }
    [[nodiscard]] QString textBeforeOffset(int offset, QAccessible::TextBoundaryType boundary,
                                           int* begin, int* end) const override
    {
        const TextPart at = partAt(known(offset), boundary);
        return given(at.begin > 0 ? std::optional(partAt(at.begin - 1, boundary)) : std::nullopt,
                     begin, end);
    }
    [[nodiscard]] QString textAtOffset(int offset, QAccessible::TextBoundaryType boundary,
                                       int* begin, int* end) const override
    {
        return given(partAt(known(offset), boundary), begin, end);
    }
    [[nodiscard]] QString textAfterOffset(int offset, QAccessible::TextBoundaryType boundary,
                                          int* begin, int* end) const override
    {
        const TextPart at = partAt(known(offset), boundary);
        return given(at.end < characterCount() ? std::optional(partAt(at.end, boundary))
                                               : std::nullopt,
                     begin, end);
    }

    [[nodiscard]] QRect characterRect(int offset) const override
    {
        const long position = positionOf(offset);
        const auto x = [&](long at) {
            return static_cast<int>(send(Sci::SCI_POINTXFROMPOSITION, 0, at));
        };
        const int left = x(position);
        const long after = send(Sci::SCI_POSITIONAFTER, position);
        const bool ends = lineOf(after) != lineOf(position) || after == position;
        const int width = ends ? 1 : std::max(1, x(after) - left);
        const QPoint corner(left, static_cast<int>(send(Sci::SCI_POINTYFROMPOSITION, 0, position)));
        return {m_editor.viewport()->mapToGlobal(corner), QSize(width, m_editor.rowHeight())};
    }
    [[nodiscard]] int offsetAtPoint(const QPoint& point) const override
    {
        const QPoint at = m_editor.viewport()->mapFromGlobal(point);
        const long position = send(Sci::SCI_CHARPOSITIONFROMPOINTCLOSE, at.x(), at.y());
        return position < 0 ? -1 : offsetOf(position);
    }
    void scrollToSubstring(int begin, int end) override
    {
        send(Sci::SCI_SCROLLRANGE, positionOf(end), positionOf(begin));
    }
    /// None are told: the line has them all in common.
    [[nodiscard]] QString attributes(int offset, int* begin, int* end) const override
    {
        const TextPart line = partAt(known(offset), QAccessible::LineBoundary);
        *begin = line.begin;
        *end = line.end;
        return {};
    }

private:
    long send(unsigned int message, long first = 0, long second = 0) const
    {
        return m_editor.SendScintilla(message, static_cast<unsigned long>(first), second);
    }
    [[nodiscard]] long lineOf(long position) const
    {
        return send(Sci::SCI_LINEFROMPOSITION, position);
    }
    /// Scintilla keeps where lines begin in UTF-16 once it is asked to.
    void keepLineOffsets() const
    {
        if ((send(Sci::SCI_GETLINECHARACTERINDEX) & Sci::SC_LINECHARACTERINDEX_UTF16) == 0) {
            send(Sci::SCI_ALLOCATELINECHARACTERINDEX, Sci::SC_LINECHARACTERINDEX_UTF16);
        }
    }
    [[nodiscard]] int lineOffset(long line) const
    {
        keepLineOffsets();
        return static_cast<int>(
            send(Sci::SCI_INDEXPOSITIONFROMLINE, line, Sci::SC_LINECHARACTERINDEX_UTF16));
    }
    [[nodiscard]] int offsetOf(long position) const
    {
        const long line = lineOf(position);
        return lineOffset(line) +
               static_cast<int>(
                   send(Sci::SCI_COUNTCODEUNITS, send(Sci::SCI_POSITIONFROMLINE, line), position));
    }
    [[nodiscard]] long lineOfOffset(int offset) const
    {
        keepLineOffsets();
        return send(Sci::SCI_LINEFROMINDEXPOSITION, offset, Sci::SC_LINECHARACTERINDEX_UTF16);
    }
    [[nodiscard]] long positionOf(int offset) const
    {
        const int inside = std::clamp(offset, 0, characterCount());
        const long line = lineOfOffset(inside);
        return send(Sci::SCI_POSITIONRELATIVECODEUNITS, send(Sci::SCI_POSITIONFROMLINE, line),
                    inside - lineOffset(line));
    }
    /// -1 is the end and -2 the caret, as in IAccessible2.
    [[nodiscard]] int known(int offset) const
    {
        return offset == -2 ? cursorPosition()
               : offset < 0 ? characterCount()
                            : std::min(offset, characterCount());
    }
    [[nodiscard]] QString given(std::optional<TextPart> part, int* begin, int* end) const
    {
        *begin = part ? part->begin : -1;
        *end = part ? part->end : -1;
        return part ? text(part->begin, part->end) : QString();
    }
    /// The character, word or line around an offset; a sentence and a paragraph are a line.
    [[nodiscard]] TextPart partAt(int offset, QAccessible::TextBoundaryType boundary) const
    {
        if (boundary == QAccessible::NoBoundary) {
            return {0, characterCount()};
        }
        const long line = lineOfOffset(offset);
        const bool last = line + 1 >= send(Sci::SCI_GETLINECOUNT);
        const TextPart whole{lineOffset(line), last ? characterCount() : lineOffset(line + 1)};
        if (boundary != QAccessible::CharBoundary && boundary != QAccessible::WordBoundary) {
            return whole;
        }
        const QString words = text(whole.begin, whole.end);
        QTextBoundaryFinder finder(boundary == QAccessible::CharBoundary
                                       ? QTextBoundaryFinder::Grapheme
                                       : QTextBoundaryFinder::Word,
                                   words);
        const qsizetype at = std::min<qsizetype>(offset - whole.begin, words.size());
        finder.setPosition(at);
        const qsizetype begin = finder.isAtBoundary() ? at : finder.toPreviousBoundary();
        finder.setPosition(at);
        const qsizetype end = at < words.size() ? finder.toNextBoundary() : at;
        return {whole.begin + static_cast<int>(std::max<qsizetype>(begin, 0)),
                whole.begin + static_cast<int>(end < 0 ? words.size() : end)};
    }

    DiffEditor& m_editor;
};

QAccessibleTextInterface* textOf(DiffEditor& editor)
{
    QAccessibleInterface* interface =
        QAccessible::isActive() ? QAccessible::queryAccessibleInterface(&editor) : nullptr;
    return interface != nullptr ? interface->textInterface() : nullptr;
}

} // namespace

QAccessibleInterface* makeTextInterface(DiffEditor& editor)
{
    return new TextInterface(editor);
}

void accessibleCaretMoved(DiffEditor& editor)
{
    QAccessibleTextInterface* text = textOf(editor);
    if (text == nullptr) {
        return;
    }
    QAccessibleTextCursorEvent moved(&editor, text->cursorPosition());
    QAccessible::updateAccessibility(&moved);
}

void accessibleSelectionChanged(DiffEditor& editor)
{
    QAccessibleTextInterface* text = textOf(editor);
    if (text == nullptr) {
        return;
    }
    const int caret = text->cursorPosition();
    int begin = caret;
    int end = caret;
    if (text->selectionCount() > 0) {
        text->selection(0, &begin, &end);
    }
    QAccessibleTextSelectionEvent selected(&editor, begin, end);
    selected.setCursorPosition(caret);
    QAccessible::updateAccessibility(&selected);
}

void accessibleTextReplaced(DiffEditor& editor)
{
    if (textOf(editor) == nullptr) {
        return;
    }
    QAccessibleTextInsertEvent inserted(&editor, 0, editor.text());
    QAccessible::updateAccessibility(&inserted);
}

} // namespace rocport
