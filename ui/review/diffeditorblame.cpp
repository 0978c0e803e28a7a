// Who wrote lines of the original, in the margin before their numbers.
#include "ui/review/diffeditor.h"
#include "ui/theme/plaintext.h"

#include <QPainter>

#include <algorithm>

namespace rocport {

int DiffEditor::blameWidth() const
{
    return m_scene.blame.shown && m_side != DiffSide::Right ? m_theme.scaled(204) : 0;
}

void DiffEditor::blameChanged()
{
    updateMarginWidths();
    viewport()->update();
}

QString DiffEditor::blameTip(const QPoint& at) const
{
    const int row = rowAt(at.y());
    if (at.x() >= blameWidth() || row < 0 || row >= m_scene.rows() ||
        foldAt(m_scene.folds, row) >= 0) {
        return {};
    }
    const DiffBlame::Commit* commit = m_scene.blame.of(m_scene.layout.rows[row].left);
    return commit != nullptr ? commit->words : QString();
}

/// At the first row of each run of lines with one commit, the topmost in sight counting as such.
void DiffEditor::paintBlame(QPainter& painter, int first, int last)
{
    const int width = blameWidth();
    if (width == 0) {
        return;
    }
    const int height = rowHeight();
    const DiffBlame::Commit* before = nullptr;
    for (int row = first; row <= last; row = nextShownRow(m_scene.folds, row)) {
        const int line = m_scene.layout.rows[row].left;
        const DiffBlame::Commit* commit =
            foldAt(m_scene.folds, row) < 0 ? m_scene.blame.of(line) : nullptr;
        if (line == 0 || commit == before) {
            continue; // a gap within a run does not end it
        }
        before = commit;
        if (commit == nullptr) {
            continue;
        }
        const int top = std::max(0, rowTop(row)); // a row that goes on from above is named too
        painter.setPen(m_theme.border);
        painter.drawLine(0, top, width - 1, top);
        const QRect rect(8, top, width - 16, height);
        painter.setFont(m_theme.font(TextStep::CodeSmall));
        painter.setPen(m_theme.muted);
        painter.drawText(rect, Qt::AlignVCenter | Qt::AlignLeft, commit->id);
        const int id = painter.fontMetrics().horizontalAdvance(commit->id) + m_theme.scaled(7);
        painter.setFont(m_theme.font(TextStep::Caption));
        painter.setPen(m_theme.text2);
        painter.drawText(rect.adjusted(id, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
                         commit->date);
        const int date =
            id + painter.fontMetrics().horizontalAdvance(commit->date) + m_theme.scaled(7);
        painter.drawText(rect.adjusted(date, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
                         elidedLine(painter.fontMetrics(), commit->author, Qt::ElideRight,
                                    std::max(0, rect.width() - date)));
    }
}

} // namespace rocport
