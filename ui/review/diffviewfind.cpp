// What was found in the file shown: marks, the current match, selection.
#include "ui/review/diffview.h"

#include <QScrollBar>

#include <algorithm>

namespace rocport {

DiffEditor& DiffView::editorOf(HitSide side) const
{
    return m_scene.layout.unified ? *m_unified : side == HitSide::Original ? *m_left : *m_right;
}

int DiffView::firstVisibleRow() const
{
    return main().firstVisibleRow();
}

void DiffView::setHits(const QVector<DiffHit>& hits, int current)
{
    m_scene.hits = hits;
    m_scene.currentHit = current;
    for (DiffEditor* editor : {m_left, m_right, m_unified}) {
        if (editor->isVisibleTo(this)) {
            editor->hitsChanged();
        }
    }
}

void DiffView::setCurrentHit(int hit)
{
    setHits(m_scene.hits, hit);
    scrollToHit(m_scene.hits[hit]);
}

void DiffView::scrollToHit(const DiffHit& hit)
{
    reveal(hit.row);
    const int first = main().firstVisibleLine();
    const int visible = main().visibleRowCount();
    const int margin = std::min(kContextRows, visible / 4);
    const int line = main().lineOfRow(hit.row);
    if (line < first + (first > 0 ? margin : 0) || line >= first + visible - margin) {
        scrollToLine(line - visible / 3);
    }
    if (!m_across->isVisibleTo(this)) {
        return;
    }
    const DiffEditor& editor = editorOf(hit.side);
    const int left = editor.xOfByte(hit.row, hit.start);
    const int right = editor.xOfByte(hit.row, hit.start + hit.length);
    const int room = m_across->pageStep();
    const int wanted = std::min(right, left + room - 1);
    if (left < m_across->value() || wanted > m_across->value() + room) {
        m_across->setValue(right <= room ? 0 : left - room / 3);
    }
}

void DiffView::select(const DiffHit& hit)
{
    DiffEditor& editor = editorOf(hit.side);
    scrollToHit(hit);
    editor.selectBytes(hit.row, hit.start, hit.length);
    editor.setFocus();
}

std::optional<DiffHit> DiffView::selectedHit() const
{
    std::optional<DiffHit> found;
    for (DiffEditor* editor : {m_left, m_right, m_unified}) {
        if (!editor->isVisibleTo(this)) {
            continue;
        }
        const auto [row, start, length] = editor->selectedBytes();
        if (length > 0 && (!found || editor->hasFocus())) {
            const DiffRow& at = m_scene.layout.rows[row];
            const bool left = editor == m_left || (editor == m_unified && at.left > 0);
            found = DiffHit{row,
                            isOneText(m_scene.layout, row) ? HitSide::Both
                            : left                         ? HitSide::Original
                                                           : HitSide::Port,
                            start, length};
        }
    }
    return found;
}

QString DiffView::textOf(const DiffHit& hit) const
{
    return QString::fromUtf8(
        lineOfHit(m_scene.layout, hit.row, hit.side).sliced(hit.start, hit.length));
}

} // namespace rocport
