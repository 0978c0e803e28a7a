// Where rows of the diff stand in the picture: folded rows, and long lines that go on.
#include "core/base/wording.h"
#include "ui/review/diffeditor.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>

namespace rocport {

namespace {

constexpr int kSome = 20; // rows that one step of a fold shows

using Sci = QsciScintillaBase;

/// Width of the two fields at the ends of a fold's line.
int endWidth(const QFontMetrics& metrics)
{
    return metrics.horizontalAdvance(QStringLiteral("  ↓ 20  "));
}

} // namespace

int DiffEditor::rowHeight() const
{
    return static_cast<int>(SendScintilla(Sci::SCI_TEXTHEIGHT, 0UL));
}

int DiffEditor::lineOfRow(int row) const
{
    return static_cast<int>(
        SendScintilla(Sci::SCI_VISIBLEFROMDOCLINE, static_cast<unsigned long>(std::max(0, row))));
}

int DiffEditor::firstVisibleLine() const
{
    return static_cast<int>(SendScintilla(Sci::SCI_GETFIRSTVISIBLELINE));
}

void DiffEditor::setFirstVisibleLine(int line)
{
    SendScintilla(Sci::SCI_SETFIRSTVISIBLELINE, static_cast<unsigned long>(std::max(0, line)));
    m_reportedLine = firstVisibleLine();
    decorateVisible();
}

int DiffEditor::firstVisibleRow() const
{
    return rowAt(0);
}

int DiffEditor::lastVisibleRow() const
{
    return rowAt(std::max(0, viewport()->height() - 1));
}

int DiffEditor::visibleRowCount() const
{
    return std::max(1, viewport()->height() / std::max(1, rowHeight()));
}

void DiffEditor::setFirstVisibleRow(int row)
{
    setFirstVisibleLine(lineOfRow(row));
}

int DiffEditor::rowTop(int row) const
{
    return (lineOfRow(row) - firstVisibleLine()) * rowHeight();
}

int DiffEditor::rowsHeight(int first, int rows) const
{
    return (lineOfRow(first + rows) - lineOfRow(first)) * rowHeight();
}

int DiffEditor::rowAt(int y) const
{
    const int line = firstVisibleLine() + y / std::max(1, rowHeight());
    return static_cast<int>(
        SendScintilla(Sci::SCI_DOCLINEFROMVISIBLE, static_cast<unsigned long>(line)));
}

QPair<int, int> DiffEditor::visibleLines() const
{
    return {std::max(0, firstVisibleRow()), lastVisibleRow() + 1};
}

int DiffEditor::nextLine(int line) const
{
    return nextShownRow(m_scene.folds, line);
}

int DiffEditor::caretRow() const
{
    const long position = SendScintilla(Sci::SCI_GETCURRENTPOS);
    return static_cast<int>(
        SendScintilla(Sci::SCI_LINEFROMPOSITION, static_cast<unsigned long>(position)));
}

int DiffEditor::caretColumn() const
{
    const auto caret = SendScintilla(Sci::SCI_GETCURRENTPOS);
    const auto start =
        SendScintilla(Sci::SCI_POSITIONFROMLINE, static_cast<unsigned long>(caretRow()));
    return 1 + static_cast<int>(SendScintilla(Sci::SCI_COUNTCHARACTERS,
                                              static_cast<unsigned long>(start), caret));
}

std::pair<PlaceSide, int> DiffEditor::placeOfRow(int row) const
{
    const DiffRow& diffRow = m_scene.layout.rows[row];
    if (m_side == DiffSide::Left || (m_side == DiffSide::Unified && isRemovedRow(diffRow))) {
        return {PlaceSide::Original, std::max(0, diffRow.left)};
    }
    const bool none = m_side == DiffSide::Right && isFiller(row);
    return {PlaceSide::Port, none ? 0 : std::max(0, diffRow.number)};
}

void DiffEditor::foldsChanged()
{
    const int rows = m_scene.rows();
    if (rows == 0) {
        return;
    }
    SendScintilla(Sci::SCI_SHOWLINES, 0UL, static_cast<long>(rows) - 1);
    for (const DiffFold& fold : m_scene.folds) {
        SendScintilla(Sci::SCI_HIDELINES, static_cast<unsigned long>(fold.firstRow) + 1,
                      static_cast<long>(fold.lastRow()));
    }
    decorateVisible();
    m_lexer->refresh();
}

void DiffEditor::wrapChanged()
{
    clearPadding();
    m_wrapWidth = -1;
    SendScintilla(
        Sci::SCI_SETWRAPMODE,
        static_cast<unsigned long>(m_scene.wrapped ? Sci::SC_WRAP_WORD : Sci::SC_WRAP_NONE));
    SendScintilla(Sci::SCI_SETWRAPINDENTMODE,
                  static_cast<unsigned long>(Sci::SC_WRAPINDENT_INDENT));
    SendScintilla(Sci::SCI_ANNOTATIONSETVISIBLE,
                  static_cast<unsigned long>(Sci::ANNOTATION_STANDARD));
    viewport()->update();
}

int DiffEditor::textColumns() const
{
    const int cell = QFontMetrics(m_theme.font(TextStep::Editor)).horizontalAdvance(u'0');
    return std::max(1, (viewport()->width() - marginsWidth()) / std::max(1, cell) - 1);
}

bool DiffEditor::mayWrap(int row, int columns) const
{
    const QByteArrayView line = lineBytes(row);
    qsizetype width = line.size();
    for (const char c : line) {
        width += c == '\t' ? 3 : static_cast<unsigned char>(c) >= 0x80 ? 2 : 0;
    }
    return width > columns;
}

int DiffEditor::wrapCount(int row) const
{
    return static_cast<int>(
        SendScintilla(Sci::SCI_WRAPCOUNT, static_cast<unsigned long>(std::max(0, row))));
}

void DiffEditor::setPadding(int row, int lines)
{
    const auto known = std::lower_bound(m_padded.begin(), m_padded.end(), row);
    const bool has = known != m_padded.end() && *known == row;
    if (lines <= 0) {
        if (has) {
            SendScintilla(Sci::SCI_ANNOTATIONSETTEXT, static_cast<uintptr_t>(row),
                          static_cast<const char*>(nullptr));
            m_padded.erase(known);
        }
        return;
    }
    const QByteArray text = QByteArray(lines - 1, '\n') + ' ';
    SendScintilla(Sci::SCI_ANNOTATIONSETTEXT, static_cast<uintptr_t>(row), text.constData());
    if (!has) {
        m_padded.insert(known, row);
    }
}

void DiffEditor::clearPadding()
{
    if (!m_padded.isEmpty()) {
        SendScintilla(Sci::SCI_ANNOTATIONCLEARALL);
        m_padded.clear();
    }
}

QString DiffEditor::foldText(const DiffFold& fold)
{
    return counted(fold.rows, tr("unchanged line"), tr("unchanged lines"));
}

QRect DiffEditor::foldRect(const DiffFold& fold) const
{
    const QRect rect(0, rowTop(fold.firstRow), viewport()->width(), rowsHeight(fold.firstRow, 1));
    return rect.intersects(viewport()->rect()) ? rect : QRect();
}

FoldPart DiffEditor::partAt(const DiffFold& fold, const QPoint& at) const
{
    if (fold.rows <= 2 * kSome) {
        return FoldPart::All;
    }
    const int field = endWidth(QFontMetrics(m_theme.font(TextStep::Editor)));
    const int left = marginsWidth();
    return at.x() >= left && at.x() < left + field ? FoldPart::Beginning
           : at.x() >= viewport()->width() - field ? FoldPart::End
                                                   : FoldPart::All;
}

void DiffEditor::paintFolds(QPainter& painter, int first, int last)
{
    for (const DiffFold& fold : m_scene.folds) {
        if (fold.lastRow() < first || fold.firstRow > last) {
            continue;
        }
        const QRect rect = foldRect(fold);
        if (rect.isEmpty()) {
            continue;
        }
        painter.fillRect(rect, m_theme.window);
        painter.setPen(m_theme.border);
        painter.drawLine(rect.topLeft(), rect.topRight());
        painter.drawLine(rect.bottomLeft(), rect.bottomRight());
        painter.setFont(m_theme.font(TextStep::Small));
        painter.setPen(m_theme.text2);
        const int field = endWidth(QFontMetrics(m_theme.font(TextStep::Editor)));
        // A bar over a long row that wraps is higher: its words stand where it is in sight.
        QRect text = rect.intersected(viewport()->rect()).adjusted(marginsWidth(), 0, 0, 0);
        if (fold.rows > 2 * kSome) {
            painter.drawText(QRect(text.left(), text.top(), field, text.height()), Qt::AlignCenter,
                             QStringLiteral("↓ %1").arg(kSome));
            painter.drawText(QRect(text.right() - field, text.top(), field, text.height()),
                             Qt::AlignCenter, QStringLiteral("↑ %1").arg(kSome));
            text.adjust(field, 0, -field, 0);
        }
        painter.drawText(text, Qt::AlignCenter, foldText(fold));
        if (hasFocus() && caretRow() == fold.firstRow) {
            painter.setPen(QPen(m_theme.accent, 2));
            painter.drawRect(rect.adjusted(1, 1, -1, -1));
        }
    }
}

} // namespace rocport
