// What the diff says of single lines besides that they differ, and of the function around them.
#include "ui/review/diffrowtext.h"
#include "ui/review/diffsticky.h"
#include "ui/review/diffview.h"

namespace rocport {

namespace {

/// The version that an editor shows of a row.
PlaceSide sideOf(const DiffEditor& editor, const DiffRow& row)
{
    const bool left = editor.side() == DiffSide::Left ||
                      (editor.side() == DiffSide::Unified && row.changed && row.left > 0);
    return left ? PlaceSide::Original : PlaceSide::Port;
}

PlaceSide otherSide(PlaceSide side)
{
    return side == PlaceSide::Original ? PlaceSide::Port : PlaceSide::Original;
}

} // namespace

void DiffView::setUpSticky()
{
    connect(m_sticky, &DiffSticky::lineRequested, this, &DiffView::goToFunction);
    connect(m_sticky, &DiffSticky::scopesFound, this, &DiffView::updateSticky);
}

void DiffView::updateSticky()
{
    int line = 0;
    for (int row = isEmpty() ? 0 : main().firstVisibleRow(); row < m_scene.rows(); ++row) {
        const DiffRow& at = m_scene.layout.rows[row];
        line = m_sticky->isOfPort() ? at.right : at.left;
        if (line > 0) {
            break;
        }
    }
    m_sticky->setTopLine(line);
}

bool DiffView::goToFunction()
{
    const int line = m_sticky->targetLine();
    for (int row = 0; line > 0 && row < m_scene.rows(); ++row) {
        const DiffRow& at = m_scene.layout.rows[row];
        if ((m_sticky->isOfPort() ? at.right : at.left) == line) {
            showRow(row);
            return true;
        }
    }
    return false;
}

QStringList DiffView::caretFacts() const
{
    const DiffEditor& focused = m_right->hasFocus() ? *m_right : main();
    const int row = focused.caretRow();
    if (row < 0 || row >= m_scene.rows()) {
        return {};
    }
    const PlaceSide side = sideOf(focused, m_scene.layout.rows[row]);
    const QStringList facts = rowFacts(m_scene, row, side);
    return facts.isEmpty() && !m_scene.layout.unified ? rowFacts(m_scene, row, otherSide(side))
                                                      : facts;
}

/// The row to which goToMoved() leads; -1: none.
int DiffView::movedRow() const
{
    const DiffEditor& focused = m_right->hasFocus() ? *m_right : main();
    const auto destination = [this](int row, PlaceSide side) {
        const DiffMove* move = moveOfRow(m_scene, row, side);
        return move == nullptr ? -1 : side == PlaceSide::Original ? move->toRow : move->fromRow;
    };
    const int caret = focused.caretRow();
    if (caret >= 0 && caret < m_scene.rows()) {
        const PlaceSide side = sideOf(focused, m_scene.layout.rows[caret]);
        for (const PlaceSide one : {side, otherSide(side)}) {
            if (const int row = destination(caret, one); row >= 0) {
                return row;
            }
        }
    }
    const DiffChange* change = m_scene.currentChange();
    for (int row = change != nullptr ? change->firstRow : 0;
         change != nullptr && row < change->firstRow + change->rows; ++row) {
        for (const PlaceSide one : {PlaceSide::Original, PlaceSide::Port}) {
            if (const int to = destination(row, one); to >= 0) {
                return to;
            }
        }
    }
    return -1;
}

bool DiffView::canGoToMoved() const
{
    return movedRow() >= 0;
}

bool DiffView::goToMoved()
{
    const int row = movedRow();
    if (row < 0) {
        return false;
    }
    showRow(row);
    return true;
}

QString DiffView::rowTip(const DiffEditor& editor, const QPoint& at) const
{
    if (QString blame = editor.blameTip(at); !blame.isEmpty()) {
        return blame;
    }
    const int row = isEmpty() ? -1 : editor.rowAt(at.y());
    if (row < 0 || row >= m_scene.rows() || foldAt(m_scene.folds, row) >= 0) {
        return {};
    }
    const PlaceSide side = sideOf(editor, m_scene.layout.rows[row]);
    return rowFacts(m_scene, row, side).join(u'\n');
}

} // namespace rocport
