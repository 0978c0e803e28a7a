#include "ui/review/diffminimap.h"

#include "ui/review/diffaccessible.h"
#include "ui/review/reviewmodel.h"
#include "ui/theme/plaintext.h"

#include <QHash>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace rocport {

DiffMinimap::DiffMinimap(ThemeProvider& provider, const DiffScene& scene, QWidget* parent)
    : QWidget(parent), m_provider(provider), m_scene(scene)
{
    installDiffAccessibility();
    setObjectName(QStringLiteral("diffMinimap"));
    setAccessibleName(tr("Map of the file"));
    setFixedWidth(14);
    connect(&provider, &ThemeProvider::changed, this, qOverload<>(&QWidget::update));
}

QSize DiffMinimap::sizeHint() const
{
    return {14, 100};
}

void DiffMinimap::setView(int firstRow, int rowsInSight)
{
    if (m_first != firstRow || m_inSight != rowsInSight) {
        m_first = firstRow;
        m_inSight = std::max(1, rowsInSight);
        update();
    }
}

int DiffMinimap::maximum() const
{
    return std::max(0, m_scene.rows() - m_inSight);
}

QRectF DiffMinimap::rowsRect(int firstRow, int rows) const
{
    // A short file is not stretched: one row takes at most four pixels.
    const qreal perRow = std::min(4.0, qreal(height() - 4) / std::max(1, m_scene.rows()));
    return {0, 2 + firstRow * perRow, qreal(width()), std::max(4.0, rows * perRow)};
}

void DiffMinimap::paintChange(QPainter& painter, int change) const
{
    const Theme& theme = m_provider.theme();
    const DiffChange& diffChange = m_scene.layout.changes[change];
    const DiffScene::Info& info = m_scene.info[change];
    const QRectF rows = rowsRect(diffChange.firstRow, diffChange.rows);
    const QRectF block = rows.adjusted(3, 0, -3, 0);
    if (change == m_scene.current) {
        QRectF full = rows;
        full.setHeight(std::max(8.0, full.height()));
        painter.fillRect(full.adjusted(1, 0, 0, 0), theme.accent);
        return;
    }
    switch (reviewMarkOf(info.kind, info.verdict)) {
    case ReviewMark::Accepted:
    case ReviewMark::Edited:
        painter.fillRect(block, theme.okFill);
        break;
    case ReviewMark::Rejected:
        painter.fillRect(QRectF(block.left(), block.top(), block.width() / 2, block.height()),
                         theme.critFill);
        break;
    case ReviewMark::NeedsLook: {
        QPainterPath triangle;
        const QPointF middle = block.center();
        triangle.moveTo(middle.x(), middle.y() - 4);
        triangle.lineTo(middle.x() + 4, middle.y() + 4);
        triangle.lineTo(middle.x() - 4, middle.y() + 4);
        triangle.closeSubpath();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.fillPath(triangle, theme.warn);
        painter.setRenderHint(QPainter::Antialiasing, false);
        break;
    }
    case ReviewMark::Deferred: // an outline with a gap
        painter.setPen(QPen(theme.control, 1, Qt::DotLine));
        painter.drawRect(block.adjusted(0, 0, -1, -1));
        break;
    default:
        painter.setPen(theme.control);
        painter.drawRect(block.adjusted(0, 0, -1, -1));
        break;
    }
}

/// Of thousands of changes many are at the same pixels: of those that look the same, one is
/// painted.
void DiffMinimap::paintChanges(QPainter& painter) const
{
    QHash<ReviewMark, QRectF> painted; // the last one
    for (int i = 0; i < m_scene.layout.changes.size(); ++i) {
        if (i == m_scene.current) {
            continue;
        }
        const DiffChange& change = m_scene.layout.changes[i];
        const ReviewMark mark = reviewMarkOf(m_scene.info[i].kind, m_scene.info[i].verdict);
        const QRectF rows = rowsRect(change.firstRow, change.rows);
        const QRectF before = painted.value(mark);
        if (before.isNull() || rows.top() - before.top() >= 0.5 ||
            rows.bottom() - before.bottom() >= 0.5) {
            paintChange(painter, i);
            painted.insert(mark, rows);
        }
    }
}

void DiffMinimap::paintEvent(QPaintEvent* /*event*/)
{
    const Theme& theme = m_provider.theme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    painter.setPen(theme.border);
    painter.drawLine(0, 0, 0, height());
    paintChanges(painter);
    if (m_scene.currentChange()) {
        paintChange(painter, m_scene.current);
    }
    if (m_scene.rows() > 0) {
        const QRectF view = rowsRect(m_first, std::min(m_inSight, m_scene.rows()));
        QColor veil = theme.text;
        veil.setAlpha(20);
        const QRectF frame = view.adjusted(1.5, -1.5, -0.5, 0.5);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setBrush(veil);
        painter.setPen(theme.control);
        painter.drawRoundedRect(frame, 2, 2);
    }
}

int DiffMinimap::changeAt(int y) const
{
    for (int i = 0; i < m_scene.layout.changes.size(); ++i) {
        const DiffChange& change = m_scene.layout.changes[i];
        const QRectF rows = rowsRect(change.firstRow, change.rows).adjusted(0, -2, 0, 2);
        if (y >= rows.top() && y <= rows.bottom()) {
            return i;
        }
    }
    return -1;
}

void DiffMinimap::mousePressEvent(QMouseEvent* event)
{
    mouseMoveEvent(event);
}

void DiffMinimap::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons() & Qt::LeftButton) {
        const qreal perRow = std::min(4.0, qreal(height() - 4) / std::max(1, m_scene.rows()));
        const int row = int((event->position().y() - 2) / perRow) - m_inSight / 2;
        Q_EMIT scrollRequested(std::clamp(row, 0, maximum()));
    }
}

void DiffMinimap::wheelEvent(QWheelEvent* event)
{
    Q_EMIT wheelTurned(event);
}

bool DiffMinimap::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        const int change = changeAt(help->pos().y());
        if (change >= 0) {
            showTip(help->globalPos(), changeAccessibleText(m_scene, change), this);
        } else {
            hideTip();
        }
        return true;
    }
    return QWidget::event(event);
}

} // namespace rocport
