#include "ui/review/diffeditor.h"

#include "ui/editor/editorfont.h"
#include "ui/editor/hiddentext.h"
#include "ui/review/diffaccessible.h"
#include "ui/review/diffeditoraccessible.h"
#include "ui/review/diffmarks.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <utility>

namespace rocport {

namespace {

constexpr int kHatch = 8;          // pixels from one line of the hatch to the next
constexpr int kKnownWidths = 8192; // runs of text whose width Scintilla remembers

using Sci = QsciScintillaBase;
using namespace diffmarks;

} // namespace

DiffEditor::DiffEditor(DiffSide side, const Theme& theme, SyntaxRepository& syntax,
                       const DiffScene& scene, QWidget* parent)
    : QsciScintilla(parent),
      m_side(side),
      m_theme(theme),
      m_scene(scene),
      m_syntax(syntax),
      m_lexer(new DiffLexer(syntax, *this, this))
{
    installDiffAccessibility(); // before anything asks for the text
    setUtf8(true);
    showHiddenCharacters(*this);
    setFrameShape(QFrame::NoFrame);
    setLexer(m_lexer);
    setReadOnly(true);
    setTabWidth(4);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    // Scintilla makes its own choice when wrapping changes.
    SendScintilla(Sci::SCI_SETHSCROLLBAR, 0UL);
    SendScintilla(Sci::SCI_SETVSCROLLBAR, 0UL);
    setUpMargins();
    SendScintilla(Sci::SCI_SETUNDOCOLLECTION, 0UL);
    SendScintilla(Sci::SCI_SETCARETSTYLE, Sci::CARETSTYLE_LINE);
    SendScintilla(Sci::SCI_SETENDATLASTLINE, 1UL);
    SendScintilla(Sci::SCI_SETSCROLLWIDTHTRACKING, 0UL);
    SendScintilla(Sci::SCI_SETLAYOUTCACHE, Sci::SC_CACHE_PAGE);
    SendScintilla(Sci::SCI_SETPOSITIONCACHE, static_cast<unsigned long>(kKnownWidths));
    SendScintilla(Sci::SCI_SETEOLMODE, Sci::SC_EOL_LF);
    themeChanged();
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this] {
        m_reportedLine = firstVisibleLine();
        decorateVisible();
        Q_EMIT scrolled();
    });
    // Keys and commands scroll without the scroll bar's signal.
    connect(this, &QsciScintillaBase::SCN_UPDATEUI, this, [this](int what) {
        if ((what & Sci::SC_UPDATE_V_SCROLL) && firstVisibleLine() != m_reportedLine) {
            m_reportedLine = firstVisibleLine();
            decorateVisible();
            Q_EMIT scrolled();
        }
        if (what & Sci::SC_UPDATE_H_SCROLL) {
            Q_EMIT scrolledAcross(horizontalOffset());
        }
    });
    connect(this, &QsciScintilla::cursorPositionChanged, this, &DiffEditor::caretMoved);
    connect(this, &QsciScintilla::cursorPositionChanged, this,
            [this] { accessibleCaretMoved(*this); });
    connect(this, &QsciScintilla::selectionChanged, this,
            [this] { accessibleSelectionChanged(*this); });
    connect(&m_syntax, &SyntaxRepository::ready, this, &DiffEditor::themeChanged);
}

void DiffEditor::setUpMargins()
{
    SendScintilla(Sci::SCI_SETMARGINTYPEN, LineMargin, static_cast<long>(Sci::SC_MARGIN_RTEXT));
    SendScintilla(Sci::SCI_SETMARGINTYPEN, SignMargin, static_cast<long>(Sci::SC_MARGIN_SYMBOL));
    SendScintilla(Sci::SCI_SETMARGINMASKN, LineMargin, 0L);
    SendScintilla(Sci::SCI_SETMARGINMASKN, BlameMargin, 0L);
    SendScintilla(Sci::SCI_SETMARGINMASKN, SignMargin, static_cast<long>(kMarginMask));
    for (int margin = MarginCount; margin < 5; ++margin) {
        SendScintilla(Sci::SCI_SETMARGINWIDTHN, static_cast<unsigned long>(margin), 0L);
    }
    defineMarks();
}

void DiffEditor::themeChanged()
{
    const QFont code = editorFont(m_theme.font(TextStep::Editor), *this);
    const QVector<QColor> colours = m_syntax.colours(m_theme.dark);
    for (int style = 0; style <= kStruckStyle; ++style) {
        m_lexer->setFont(code, style);
        m_lexer->setPaper(m_theme.base, style);
        m_lexer->setColor(
            style == kStruckStyle ? m_theme.muted : colours.value(style, m_theme.text), style);
    }
    m_lexer->setDefaultFont(code);
    m_lexer->setDefaultPaper(m_theme.base);
    m_lexer->setDefaultColor(m_theme.text);
    setPaper(m_theme.base);
    setColor(m_theme.text);
    const auto marginStyle = [&](int style, const QColor& paper) {
        QsciScintillaBase::SendScintilla(Sci::SCI_STYLESETFORE, style, m_theme.muted);
        QsciScintillaBase::SendScintilla(Sci::SCI_STYLESETBACK, style, paper);
        const QByteArray family = code.family().toUtf8();
        SendScintilla(Sci::SCI_STYLESETFONT, static_cast<uintptr_t>(style), family.constData());
        SendScintilla(Sci::SCI_STYLESETSIZEFRACTIONAL, static_cast<unsigned long>(style),
                      std::lround(code.pointSizeF() * 100));
    };
    marginStyle(PlainNumber, m_theme.alt);
    marginStyle(AddNumber, m_theme.addLine);
    marginStyle(DelNumber, m_theme.delLine);
    marginStyle(MoveNumber, m_theme.moveLine);
    marginStyle(Sci::STYLE_LINENUMBER, m_theme.alt);
    setMarginsBackgroundColor(m_theme.alt);
    for (const auto& [margin, paper] :
         {std::pair(SignMargin, m_theme.base), std::pair(BlameMargin, m_theme.alt)}) {
        SendScintilla(Sci::SCI_SETMARGINTYPEN, margin, static_cast<long>(Sci::SC_MARGIN_COLOUR));
        SendScintilla(Sci::SCI_SETMARGINBACKN, static_cast<unsigned long>(margin), paper);
    }

    colourMarks();
    colourHits();

    setSelectionBackgroundColor(m_theme.selected);
    resetSelectionForegroundColor();
    setCaretForegroundColor(m_theme.accent);
    // Rows of the theme's code line height, whatever the font's own.
    SendScintilla(Sci::SCI_SETEXTRAASCENT, 0UL);
    SendScintilla(Sci::SCI_SETEXTRADESCENT, 0UL);
    const int missing = m_theme.lineHeight(TextStep::Editor) - rowHeight();
    SendScintilla(Sci::SCI_SETEXTRAASCENT, static_cast<unsigned long>(missing - missing / 2));
    SendScintilla(Sci::SCI_SETEXTRADESCENT, static_cast<unsigned long>(missing / 2));
    updateMarginWidths();
    m_decorated.fill(false);
    decorateVisible();
    viewport()->update();
}

const DiffPane& DiffEditor::pane() const
{
    return m_side == DiffSide::Right ? m_scene.layout.right : m_scene.layout.left;
}

void DiffEditor::sceneGoes()
{
    m_lexer->textGoes();
    m_decorated.clear();
}

void DiffEditor::sceneReplaced()
{
    const QByteArray& text = pane().text;
    sceneGoes();
    setReadOnly(false);
    SendScintilla(Sci::SCI_SETTEXT, text.constData()); // stops at a NUL; such files are not shown
    setReadOnly(true);
    SendScintilla(Sci::SCI_MARKERDELETEALL, ~0UL);
    SendScintilla(Sci::SCI_EMPTYUNDOBUFFER);
    m_padded.clear();
    m_decorated.fill(false, m_scene.rows());
    updateMarginWidths();
    m_lexer->setText(m_scene.layout.language, m_scene.layout.path, static_cast<int>(text.size()));
    SendScintilla(Sci::SCI_SETSCROLLWIDTH, static_cast<unsigned long>(std::max(1, contentWidth())));
    decorateVisible();
    accessibleTextReplaced(*this);
}

void DiffEditor::decisionsChanged()
{
    m_decorated.fill(false, m_scene.rows());
    decorateVisible();
    m_lexer->refresh();
}

void DiffEditor::currentChanged()
{
    // The caret follows, so that keys that move it go on from here; it scrolls nothing.
    const DiffChange* change = m_scene.currentChange();
    if (change && !hasSelectedText()) {
        SendScintilla(Sci::SCI_SETEMPTYSELECTION,
                      static_cast<unsigned long>(lineStart(change->firstRow)));
    }
    viewport()->update();
}

void DiffEditor::markChanged(int before)
{
    for (const int row : {before, m_scene.marked}) {
        if (row >= 0 && row < m_decorated.size()) {
            m_decorated[row] = false;
        }
    }
    decorateVisible();
    if (m_scene.marked >= 0 && m_scene.marked < m_scene.rows()) {
        SendScintilla(Sci::SCI_SETEMPTYSELECTION,
                      static_cast<unsigned long>(lineStart(m_scene.marked)));
    }
}

void DiffEditor::updateMarginWidths()
{
    const auto digits = [](int lines) {
        return static_cast<int>(QByteArray::number(std::max(lines, 999)).size());
    };
    int columns =
        digits(m_side == DiffSide::Right ? m_scene.layout.rightLines : m_scene.layout.leftLines);
    if (m_side == DiffSide::Unified) {
        columns += digits(m_scene.layout.rightLines) + 1;
    }
    const QFontMetrics metrics(m_theme.font(TextStep::Editor));
    const int cell = metrics.horizontalAdvance(u'0');
    SendScintilla(Sci::SCI_SETMARGINWIDTHN, LineMargin, long{cell} * columns + m_theme.scaled(18));
    SendScintilla(Sci::SCI_SETMARGINWIDTHN, SignMargin, static_cast<long>(m_theme.scaled(16)));
    SendScintilla(Sci::SCI_SETMARGINWIDTHN, BlameMargin, static_cast<long>(blameWidth()));
    SendScintilla(Sci::SCI_SETMARGINLEFT, 0UL, 0L);
}

int DiffEditor::contentWidth() const
{
    const QFontMetrics metrics(m_theme.font(TextStep::Editor));
    return metrics.horizontalAdvance(u'0') * (pane().columns + 2);
}

void DiffEditor::setHorizontalOffset(int pixels)
{
    SendScintilla(Sci::SCI_SETXOFFSET, static_cast<unsigned long>(std::max(0, pixels)));
}

int DiffEditor::horizontalOffset() const
{
    return static_cast<int>(SendScintilla(Sci::SCI_GETXOFFSET));
}

int DiffEditor::marginsWidth() const
{
    return static_cast<int>(SendScintilla(Sci::SCI_GETMARGINWIDTHN, BlameMargin) +
                            SendScintilla(Sci::SCI_GETMARGINWIDTHN, LineMargin) +
                            SendScintilla(Sci::SCI_GETMARGINWIDTHN, SignMargin));
}

int DiffEditor::lineStart(int line) const
{
    return pane().starts[line];
}

QByteArrayView DiffEditor::lineBytes(int line) const
{
    return pane().line(line);
}

bool DiffEditor::isFiller(int line) const
{
    const DiffRow& row = m_scene.layout.rows[line];
    switch (m_side) {
    case DiffSide::Left:
        return row.left == 0;
    case DiffSide::Right:
        return row.right == 0;
    case DiffSide::Unified:
        break;
    }
    return row.left == 0 && row.right == 0;
}

bool DiffEditor::isStruck(int line) const
{
    return m_scene.isStruckRow(line) && isAddedRow(m_scene.layout.rows[line]);
}

void DiffEditor::paintEvent(QPaintEvent* event)
{
    QsciScintilla::paintEvent(event);
    const int room = viewport()->width() - marginsWidth();
    if (std::exchange(m_wrapWidth, room) != room) {
        Q_EMIT measured();
    }
    if (m_scene.rows() == 0) {
        return;
    }
    QPainter painter(viewport());
    painter.setClipRect(event->rect());
    const auto [first, last] = visibleLines();
    paintFiller(painter, first, std::min(last + 1, m_scene.rows() - 1));
    paintSigns(painter, first, std::min(last + 1, m_scene.rows() - 1));
    paintBlame(painter, first, std::min(last + 1, m_scene.rows() - 1));
    paintFolds(painter, first, std::min(last + 1, m_scene.rows() - 1));
    paintFrame(painter);
}

/// One period of slanting lines: drawn once, for drawing them in every row takes longer than its
/// text.
QBrush DiffEditor::hatchBrush() const
{
    const qreal ratio = viewport()->devicePixelRatioF();
    const int side = qRound(kHatch * ratio);
    QPixmap tile(side, side);
    tile.fill(Qt::transparent);
    QPainter painter(&tile);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme.fillerHatch, 1.2 * ratio));
    for (const int x : {-side, 0, side}) {
        painter.drawLine(x - 1, side + 1, x + side + 1, -1);
    }
    painter.end();
    tile.setDevicePixelRatio(ratio);
    return {tile};
}

void DiffEditor::paintFiller(QPainter& painter, int first, int last)
{
    const QBrush hatch = hatchBrush();
    for (int row = first; row <= last; row = nextShownRow(m_scene.folds, row)) {
        if (!isFiller(row)) {
            continue;
        }
        const int height = rowsHeight(row, 1);
        const QRect rect(0, rowTop(row), viewport()->width(), height);
        painter.fillRect(rect, m_theme.filler);
        // Lines continue from one row to the next: their phase is that of the document.
        const int shift = (lineOfRow(row) * rowHeight()) % kHatch;
        painter.setBrushOrigin(rect.bottom() + 1 - shift, 0);
        painter.fillRect(rect, hatch);
    }
}

void DiffEditor::paintFrame(QPainter& painter)
{
    const DiffChange* change = m_scene.currentChange();
    if (!change) {
        return;
    }
    const int top = rowTop(change->firstRow);
    const int bottom = rowTop(change->firstRow + change->rows);
    const int width = viewport()->width();
    painter.fillRect(QRect(0, top, width, 2), m_theme.accent);
    painter.fillRect(QRect(0, bottom - 2, width, 2), m_theme.accent);
    if (m_side != DiffSide::Right) {
        painter.fillRect(QRect(0, top, 2, bottom - top), m_theme.accent);
    }
    if (m_side == DiffSide::Right) {
        painter.fillRect(QRect(width - 2, top, 2, bottom - top), m_theme.accent);
    }
}

void DiffEditor::resizeEvent(QResizeEvent* event)
{
    QsciScintilla::resizeEvent(event);
    decorateVisible();
}

void DiffEditor::mouseReleaseEvent(QMouseEvent* event)
{
    QsciScintilla::mouseReleaseEvent(event);
    if (event->button() == Qt::LeftButton && !hasSelectedText() && m_scene.rows() > 0) {
        const int row = rowAt(static_cast<int>(event->position().y()));
        const int fold = foldAt(m_scene.folds, row);
        if (fold >= 0) {
            Q_EMIT foldOpened(fold, partAt(m_scene.folds[fold], event->position().toPoint()));
        } else if (row >= 0 && row < m_scene.rows()) {
            Q_EMIT rowClicked(row);
        }
    }
}

void DiffEditor::contextMenuEvent(QContextMenuEvent* event)
{
    event->ignore(); // the area shows its menu of decisions
}

void DiffEditor::keyPressEvent(QKeyEvent* event)
{
    // Tab leaves the read-only text, as in a page; Esc is for what the text stands in.
    if (event->key() == Qt::Key_Tab || event->key() == Qt::Key_Backtab ||
        event->key() == Qt::Key_Escape) {
        event->ignore();
        return;
    }
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        const int fold = foldAt(m_scene.folds, caretRow());
        if (fold >= 0) {
            Q_EMIT foldOpened(fold, FoldPart::All);
            return;
        }
    }
    QsciScintilla::keyPressEvent(event);
}

} // namespace rocport
