// Folded rows, long lines that go on, and the place that is kept.
#include "ui/review/diffgutter.h"
#include "ui/review/diffminimap.h"
#include "ui/review/diffview.h"

#include <QElapsedTimer>

#include <algorithm>
#include <utility>

namespace rocport {

namespace {

constexpr int kFoldStep = 20;   // rows that one step shows
constexpr int kAround = 10;     // rows shown on each side of one that was folded
constexpr qint64 kSliceMs = 6;  // of aligning
constexpr int kRowsAtOnce = 32; // between two looks at the clock

} // namespace

QVector<DiffEditor*> DiffView::editorsShown() const
{
    return m_scene.layout.unified ? QVector<DiffEditor*>{m_unified}
                                  : QVector<DiffEditor*>{m_left, m_right};
}

void DiffView::updateMap()
{
    const int row = main().firstVisibleRow();
    const bool plain = m_scene.folds.isEmpty() && !m_scene.wrapped;
    m_map->setView(row, plain ? main().visibleRowCount() : main().lastVisibleRow() - row + 1);
    updateSticky();
}

void DiffView::setFolding(bool on)
{
    if (on == m_folding.isOn()) {
        return;
    }
    m_folding.setOn(on);
    m_folding.reset();
    updateFolds(true);
    if (m_scene.current >= 0) {
        scrollToChange(m_scene.current, false);
    }
}

void DiffView::updateFolds(bool keepPlace)
{
    const int row = main().firstVisibleRow();
    m_scene.folds = m_folding.foldsOf(m_scene.layout);
    m_syncing = true;
    for (DiffEditor* editor : editorsShown()) {
        editor->foldsChanged();
    }
    m_syncing = false;
    if (keepPlace) {
        scrollTo(row);
    }
    if (m_scene.wrapped) {
        startAligning();
    }
    updateMap();
    m_gutter->refresh();
    placeEditPane();
    for (DiffEditor* editor : editorsShown()) {
        editor->viewport()->update();
    }
}

int DiffView::showRows(int first, int last)
{
    int shown = 0;
    int from = 0;
    int to = 0;
    for (int row = std::max(0, first); row <= std::min(last, m_scene.rows() - 1); ++row) {
        const int line = m_scene.layout.rows[row].left;
        if (line > 0) {
            from = from == 0 ? line : from;
            to = line;
            shown += foldAt(m_scene.folds, row) >= 0 ? 1 : 0;
        }
    }
    if (shown > 0) {
        m_folding.show(from, to);
    }
    return shown;
}

void DiffView::reveal(int row)
{
    if (foldAt(m_scene.folds, row) >= 0 && showRows(row - kAround, row + kAround) > 0) {
        updateFolds(true);
    }
}

/// What is above the fold stays where it is; at its end, what is below does.
void DiffView::unfold(int index, FoldPart part)
{
    if (index < 0 || index >= m_scene.folds.size()) {
        return;
    }
    const DiffFold fold = m_scene.folds[index];
    const int first = part == FoldPart::End ? fold.lastRow() - kFoldStep + 1 : fold.firstRow;
    const int last = part == FoldPart::Beginning ? fold.firstRow + kFoldStep - 1 : fold.lastRow();
    const int after = std::min(fold.lastRow() + 1, m_scene.rows() - 1);
    const int before = main().lineOfRow(after) - main().firstVisibleLine();
    if (showRows(first, last) == 0) {
        return;
    }
    updateFolds(true);
    if (part == FoldPart::End) {
        scrollToLine(main().lineOfRow(after) - before);
    }
}

/// A row that the side with the focus does not have is the other side's.
DiffView::CaretPlace DiffView::caretPlace() const
{
    const DiffEditor& focused = m_right->hasFocus() ? *m_right : main();
    const int row = focused.caretRow();
    if (row < 0 || row >= m_scene.rows()) {
        return {};
    }
    const auto [side, line] = focused.placeOfRow(row);
    if (line > 0 || m_scene.layout.unified) {
        return {side, line, focused.caretColumn()};
    }
    const DiffEditor& other = &focused == m_right ? *m_left : *m_right;
    const auto [otherSide, otherLine] = other.placeOfRow(row);
    return {otherSide, otherLine, 1};
}

int DiffView::showMore()
{
    const DiffChange* change = m_scene.currentChange();
    const DiffEditor& focused = m_right->hasFocus() ? *m_right : main();
    int above = change != nullptr ? change->firstRow : focused.caretRow();
    int below = change != nullptr ? change->firstRow + change->rows - 1 : above;
    // The nearest folds, which begin where the lines on show end.
    const auto next = std::find_if(m_scene.folds.cbegin(), m_scene.folds.cend(),
                                   [&](const DiffFold& fold) { return fold.lastRow() >= below; });
    const bool hasNext = next != m_scene.folds.cend();
    const auto previous =
        std::find_if(m_scene.folds.crbegin(), m_scene.folds.crend(),
                     [&](const DiffFold& fold) { return fold.firstRow <= above; });
    const bool hasPrevious = previous != m_scene.folds.crend();
    const int upperEnd = hasPrevious ? previous->lastRow() : -1;
    const int lowerStart = hasNext ? next->firstRow : -1;
    const int top = main().lineOfRow(above) - main().firstVisibleLine();
    int shown = hasPrevious
                    ? showRows(std::max(previous->firstRow, upperEnd - kFoldStep + 1), upperEnd)
                    : 0;
    if (hasNext && (!hasPrevious || next->firstRow != previous->firstRow)) {
        shown += showRows(lowerStart, std::min(next->lastRow(), lowerStart + kFoldStep - 1));
    }
    if (shown > 0) {
        updateFolds(true);
        scrollToLine(main().lineOfRow(above) - top); // the change stays where it is
    }
    return shown;
}

int DiffView::showAllLines()
{
    int shown = 0;
    for (const DiffFold& fold : std::as_const(m_scene.folds)) {
        shown += fold.rows;
    }
    if (shown > 0) {
        m_folding.show(1, m_scene.layout.leftLines);
        updateFolds(true);
    }
    return shown;
}

void DiffView::setWrapped(bool on)
{
    if (on == m_scene.wrapped) {
        return;
    }
    const int row = main().firstVisibleRow();
    m_scene.wrapped = on;
    m_align.stop();
    m_syncing = true;
    for (DiffEditor* editor : editorsShown()) {
        editor->wrapChanged();
    }
    m_syncing = false;
    scrollAcross(0);
    arrange();
    scrollTo(row);
    m_keepChange = true;
}

/// Scintilla measures rows as they are painted; both versions of a row are made equally high then.
void DiffView::startAligning()
{
    if (isEmpty()) {
        return;
    }
    if (m_scene.wrapped && !m_scene.layout.unified) {
        m_left->clearPadding();
        m_right->clearPadding();
        m_alignRow = 0;
        // Those in sight at once, the others in slices.
        const int first = m_left->firstVisibleRow();
        alignRows(first, std::min(m_scene.rows() - 1, first + m_left->visibleRowCount()));
        m_align.start();
    }
    scrolledBy(main());
    if (std::exchange(m_keepChange, false)) {
        scrollToChange(m_scene.current, false);
    }
}

void DiffView::alignRows(int first, int last)
{
    const int columns = std::min(m_left->textColumns(), m_right->textColumns());
    m_syncing = true;
    for (int row = first; row <= last; row = nextShownRow(m_scene.folds, row)) {
        const int fold = foldAt(m_scene.folds, row);
        const bool hidden = fold >= 0 && m_scene.folds[fold].firstRow != row;
        if (hidden || (!m_left->mayWrap(row, columns) && !m_right->mayWrap(row, columns))) {
            continue;
        }
        const int left = m_left->wrapCount(row);
        const int right = m_right->wrapCount(row);
        m_left->setPadding(row, right - left);
        m_right->setPadding(row, left - right);
    }
    m_syncing = false;
}

void DiffView::alignSome()
{
    QElapsedTimer timer;
    timer.start();
    while (m_alignRow < m_scene.rows() && timer.elapsed() < kSliceMs) {
        const int last = std::min(m_scene.rows() - 1, m_alignRow + kRowsAtOnce - 1);
        alignRows(m_alignRow, last);
        m_alignRow = last + 1;
    }
    scrolledBy(main());
    if (m_alignRow >= m_scene.rows()) {
        m_align.stop();
    }
}

void DiffView::setBlame(const DiffBlame& blame)
{
    const bool margin = blame.shown != m_scene.blame.shown;
    m_scene.blame = blame;
    for (DiffEditor* editor : {m_left, m_unified}) {
        editor->blameChanged();
    }
    if (margin) {
        arrange();
    }
}

int DiffView::topLine() const
{
    if (m_keptLine > 0) {
        return m_keptLine;
    }
    for (int row = isEmpty() ? 0 : main().firstVisibleRow(); row < m_scene.rows(); ++row) {
        if (m_scene.layout.rows[row].left > 0) {
            return m_scene.layout.rows[row].left;
        }
    }
    return 0;
}

void DiffView::showTopLine(int line)
{
    if (line < 1 || isEmpty()) {
        return;
    }
    m_keepChange = false;
    scrollTo(rowOfLine(m_scene.layout, m_scene.decisions, line, PlaceSide::Original));
    m_keptLine = isVisible() ? 0 : line;
}

} // namespace rocport
