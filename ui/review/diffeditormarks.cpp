// What is drawn per row of the diff: numbers, signs, backgrounds, and words that differ.
#include "core/text/blanks.h"
#include "core/translate/namechange.h"
#include "ui/review/diffeditor.h"
#include "ui/review/diffmarks.h"
#include "ui/review/diffrowtext.h"

#include <QPainter>

#include <algorithm>

namespace rocport {

using namespace diffmarks;

void DiffEditor::defineMarks()
{
    const auto define = [this](Marker marker, int symbol) {
        SendScintilla(QsciScintillaBase::SCI_MARKERDEFINE, marker, static_cast<long>(symbol));
    };
    for (const Marker line : {AddLine, DelLine, MoveLine, PlaceLine}) { // the highest: over others
        define(line, QsciScintillaBase::SC_MARK_BACKGROUND);
    }
    for (const Marker fill : {AddFill, DelFill, MoveFill}) {
        define(fill, QsciScintillaBase::SC_MARK_FULLRECT);
    }
    for (const Indicator box : {AddWordBox, DelWordBox, NameBox}) {
        SendScintilla(QsciScintillaBase::SCI_INDICSETSTYLE, box,
                      static_cast<long>(QsciScintillaBase::INDIC_FULLBOX));
        SendScintilla(QsciScintillaBase::SCI_INDICSETUNDER, box, 1L);
        SendScintilla(QsciScintillaBase::SCI_INDICSETALPHA, box, 255L);
        SendScintilla(QsciScintillaBase::SCI_INDICSETOUTLINEALPHA, box, 0L);
    }
    for (const Indicator strike : {StruckLine, GoneText}) {
        SendScintilla(QsciScintillaBase::SCI_INDICSETSTYLE, strike,
                      static_cast<long>(QsciScintillaBase::INDIC_STRIKE));
    }
}

void DiffEditor::colourMarks()
{
    const auto colourMarker = [this](Marker marker, const QColor& colour) {
        SendScintilla(QsciScintillaBase::SCI_MARKERSETFORE, static_cast<unsigned long>(marker),
                      colour);
        SendScintilla(QsciScintillaBase::SCI_MARKERSETBACK, static_cast<unsigned long>(marker),
                      colour);
    };
    colourMarker(AddLine, m_theme.addLine);
    colourMarker(DelLine, m_theme.delLine);
    colourMarker(MoveLine, m_theme.moveLine);
    colourMarker(PlaceLine, m_theme.accentSoft);
    colourMarker(AddFill, m_theme.addLine);
    colourMarker(DelFill, m_theme.delLine);
    colourMarker(MoveFill, m_theme.moveLine);
    const auto colour = [this](Indicator indicator, const QColor& with) {
        SendScintilla(QsciScintillaBase::SCI_INDICSETFORE, static_cast<unsigned long>(indicator),
                      with);
    };
    colour(AddWordBox, m_theme.addWord);
    colour(DelWordBox, m_theme.delWord);
    colour(NameBox, m_theme.renameWord);
    colour(StruckLine, m_theme.muted);
    colour(GoneText, m_theme.crit);
}

bool DiffEditor::isRemovedRow(const DiffRow& row) const
{
    return row.changed && row.merged < 0 && m_side != DiffSide::Right && row.left > 0;
}

bool DiffEditor::isAddedRow(const DiffRow& row) const
{
    return row.changed && row.merged < 0 && m_side != DiffSide::Left && row.right > 0 &&
           (m_side == DiffSide::Right || row.left == 0);
}

bool DiffEditor::isMovedRow(int row) const
{
    const DiffRow& diffRow = m_scene.layout.rows[row];
    return (isRemovedRow(diffRow) && moveOfRow(m_scene, row, PlaceSide::Original) != nullptr) ||
           (isAddedRow(diffRow) && moveOfRow(m_scene, row, PlaceSide::Port) != nullptr);
}

QString DiffEditor::numberText(int row) const
{
    const DiffRow& diffRow = m_scene.layout.rows[row];
    const auto number = [](int value) { return value > 0 ? QString::number(value) : QString(); };
    switch (m_side) {
    case DiffSide::Left:
        return number(diffRow.left);
    case DiffSide::Right:
        return isFiller(row) ? QString() : number(diffRow.number);
    case DiffSide::Unified:
        break;
    }
    const int width =
        static_cast<int>(QByteArray::number(std::max(m_scene.layout.rightLines, 999)).size());
    // A removed line has no number in the port, an added one none in the original.
    const bool gone = isRemovedRow(diffRow) && !m_scene.isStruckRow(row);
    return number(diffRow.left) + u' ' +
           (gone ? QString() : number(diffRow.number)).rightJustified(width);
}

QChar DiffEditor::signOf(int row) const
{
    const DiffRow& diffRow = m_scene.layout.rows[row];
    if (isMovedRow(row)) {
        return isAddedRow(diffRow) ? kMovedHereSign : kMovedAwaySign;
    }
    if (isAddedRow(diffRow)) {
        return u'+';
    }
    if (m_scene.isStruckRow(row)) {
        return u' ';
    }
    return diffRow.merged >= 0                                    ? QChar(kMergedSign)
           : diffRow.blanks && !diffRow.changed && !isFiller(row) ? QChar(kBlanksSign)
           : isRemovedRow(diffRow)                                ? QChar(u'-')
                                                                  : QChar(u' ');
}

void DiffEditor::decorateVisible()
{
    if (m_decorated.isEmpty() || m_decorated.size() != m_scene.rows()) {
        return;
    }
    const auto [first, last] = visibleLines();
    const int end = std::min<int>(last + kOverscan, static_cast<int>(m_decorated.size()));
    for (int row = std::max(0, first - kOverscan); row < end;
         row = nextShownRow(m_scene.folds, row)) {
        if (!m_decorated[row]) {
            m_decorated[row] = true;
            decorate(row);
        }
    }
}

void DiffEditor::decorate(int row)
{
    const DiffRow& diffRow = m_scene.layout.rows[row];
    const bool struck = m_scene.isStruckRow(row);
    const bool moved = isMovedRow(row);
    const bool added = isAddedRow(diffRow) && !struck;
    const bool removed = isRemovedRow(diffRow) && !struck;

    SendScintilla(QsciScintillaBase::SCI_MARKERDELETE, static_cast<unsigned long>(row), -1L);
    const auto mark = [&](Marker marker) {
        SendScintilla(QsciScintillaBase::SCI_MARKERADD, static_cast<unsigned long>(row),
                      static_cast<long>(marker));
    };
    if (added || removed) {
        mark(moved ? MoveLine : added ? AddLine : DelLine);
        mark(moved ? MoveFill : added ? AddFill : DelFill);
    }
    if (row == m_scene.marked) {
        mark(PlaceLine);
    }
    const QByteArray number = numberText(row).toLatin1() + ' ';
    SendScintilla(QsciScintillaBase::SCI_MARGINSETTEXT, static_cast<uintptr_t>(row),
                  number.constData());
    const int style = !added && !removed ? PlainNumber
                      : moved            ? MoveNumber
                      : added            ? AddNumber
                                         : DelNumber;
    SendScintilla(QsciScintillaBase::SCI_MARGINSETSTYLE, static_cast<unsigned long>(row),
                  static_cast<long>(style));
    decorateWords(row, diffRow);
    decorateHits(row);
}

void DiffEditor::fillRange(int row, int indicator, ByteRange range)
{
    if (range.isEmpty()) {
        return;
    }
    SendScintilla(QsciScintillaBase::SCI_SETINDICATORCURRENT,
                  static_cast<unsigned long>(indicator));
    SendScintilla(QsciScintillaBase::SCI_INDICATORFILLRANGE,
                  static_cast<unsigned long>(lineStart(row) + range.begin),
                  static_cast<long>(range.size()));
}

void DiffEditor::decorateWords(int row, const DiffRow& diffRow)
{
    const QByteArrayView line = lineBytes(row);
    for (const Indicator indicator : {AddWordBox, DelWordBox, StruckLine, NameBox, GoneText}) {
        SendScintilla(QsciScintillaBase::SCI_SETINDICATORCURRENT,
                      static_cast<unsigned long>(indicator));
        SendScintilla(QsciScintillaBase::SCI_INDICATORCLEARRANGE,
                      static_cast<unsigned long>(lineStart(row)), static_cast<long>(line.size()));
    }
    if (isStruck(row)) {
        const qsizetype indent =
            std::distance(line.begin(), std::find_if(line.begin(), line.end(),
                                                     [](char c) { return c != ' ' && c != '\t'; }));
        fillRange(row, StruckLine, {indent, line.size()});
    } else if (diffRow.merged >= 0) {
        decorateMerged(row, m_scene.layout.merged[diffRow.merged]);
    } else if (diffRow.changed && diffRow.partner >= 0 && !m_scene.isStruckRow(row) &&
               !isMovedRow(row)) {
        decoratePair(row, diffRow);
    }
}

/// The words that one version of a line does not have in common with the other.
void DiffEditor::decoratePair(int row, const DiffRow& diffRow)
{
    const bool removed = isRemovedRow(diffRow);
    const DiffPane& rightPane = m_scene.layout.unified ? m_scene.layout.left : m_scene.layout.right;
    const QByteArrayView left = m_scene.layout.left.line(removed ? row : diffRow.partner);
    const QByteArrayView right = rightPane.line(removed ? diffRow.partner : row);
    if (left.size() > kMaxWordLine || right.size() > kMaxWordLine) {
        return;
    }
    const WordDiff words = diffWords(left, right);
    const QVector<WordPair> names = namesByTable(left, right, words);
    for (const ByteRange& range : removed ? words.left : words.right) {
        qsizetype at = range.begin;
        for (const WordPair& pair : names) { // a name has its own colour
            const ByteRange& name = removed ? pair.left : pair.right;
            if (name.end > at && name.begin < range.end) {
                fillRange(row, removed ? DelWordBox : AddWordBox, {at, std::max(at, name.begin)});
                at = std::min(name.end, range.end);
            }
        }
        fillRange(row, removed ? DelWordBox : AddWordBox, {at, range.end});
    }
    for (const WordPair& pair : names) {
        fillRange(row, NameBox, removed ? pair.left : pair.right);
    }
}

/// Of a row with both versions: what was removed is struck. Where the change is rejected, what
/// would be added is.
void DiffEditor::decorateMerged(int row, const DiffMerged& merged)
{
    if (m_scene.isStruckRow(row)) {
        for (const ByteRange& range : merged.added) {
            fillRange(row, StruckLine, range);
        }
        return;
    }
    const QByteArrayView line = lineBytes(row);
    const auto textOf = [&](ByteRange range) {
        return std::string_view(line.data() + range.begin, static_cast<size_t>(range.size()));
    };
    for (const ByteRange& range : merged.removed) {
        const auto instead =
            std::find_if(merged.added.begin(), merged.added.end(),
                         [&](const ByteRange& added) { return added.begin == range.end; });
        const bool name =
            instead != merged.added.end() && isNameByTable(textOf(range), textOf(*instead));
        fillRange(row, name ? NameBox : DelWordBox, range);
        if (!isBlankLine({line.data() + range.begin, range.size()})) {
            fillRange(row, GoneText, range); // a line through blanks says nothing
        }
        if (name) {
            fillRange(row, NameBox, *instead);
        }
    }
    for (const ByteRange& range : merged.added) {
        const bool name = std::any_of(
            merged.removed.begin(), merged.removed.end(), [&](const ByteRange& removed) {
                return removed.end == range.begin && isNameByTable(textOf(removed), textOf(range));
            });
        if (!name) {
            fillRange(row, AddWordBox, range);
        }
    }
}

void DiffEditor::paintSigns(QPainter& painter, int first, int last)
{
    const auto width = static_cast<int>(SendScintilla(QsciScintillaBase::SCI_GETMARGINWIDTHN,
                                                      static_cast<unsigned long>(SignMargin)));
    const int left = marginsWidth() - width;
    painter.setFont(m_theme.font(TextStep::Editor));
    for (int row = first; row <= last; row = nextShownRow(m_scene.folds, row)) {
        const QChar sign = signOf(row);
        if (sign == u' ') {
            continue;
        }
        const bool moved = sign == kMovedHereSign || sign == kMovedAwaySign;
        const bool quiet = sign == kBlanksSign || sign == kMergedSign || isStruck(row);
        // Scintilla leaves the margins of further lines of a row empty.
        const int more = quiet ? 0 : rowsHeight(row, 1) - rowHeight();
        if (more > 0) {
            painter.fillRect(
                QRect(blameWidth(), rowTop(row) + rowHeight(), left + width - blameWidth(), more),
                moved          ? m_theme.moveLine
                : sign == u'+' ? m_theme.addLine
                               : m_theme.delLine);
        }
        painter.setPen(sign == kMergedSign ? m_theme.text2
                       : quiet             ? m_theme.muted
                       : moved             ? m_theme.move
                       : sign == u'+'      ? m_theme.ok
                                           : m_theme.crit);
        painter.drawText(QRect(left, rowTop(row), width, rowHeight()), Qt::AlignCenter,
                         QString(sign));
    }
}

} // namespace rocport
