#include "core/base/whendone.h"
#include "ui/runs/logcells.h"
#include "ui/runs/logview.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QScrollBar>

#include <algorithm>

namespace rocport {

LogView::Position LogView::positionAt(const QPoint& point) const
{
    if (m_rows.isEmpty()) {
        return {};
    }
    const int index = std::clamp(point.y() < 0 ? 0 : point.y() / m_lineHeight, 0,
                                 static_cast<int>(m_rows.size()) - 1);
    const Row& row = m_rows[index];
    const QString& text = m_lines[row.line].text;
    const qreal column = (point.x() - gutterWidth()) / m_cell + 0.5;
    const int start = row.first ? 0 : logcells::columnOf(text, row.start);
    const int wanted =
        std::max(0, static_cast<int>(column)) + start + horizontalScrollBar()->value();
    return {m_top + row.line, std::clamp(logcells::indexAt(text, wanted), row.start, row.end)};
}

void LogView::moveCurrent(qint64 line)
{
    line = std::clamp<qint64>(line, 0, std::max<qint64>(0, m_count - 1));
    if (!isVisibleLine(line)) {
        const int rows = rowsInSight();
        verticalScrollBar()->setValue(
            static_cast<int>(line < m_top ? line : std::max<qint64>(0, line - rows + 1)));
    }
    m_caret = m_anchor = {line, 0};
    viewport()->update();
    Q_EMIT currentLineChanged(line);
}

void LogView::keyPressEvent(QKeyEvent* event)
{
    const int page = std::max(1, rowsInSight() - 1);
    if (event->matches(QKeySequence::Copy)) {
        copy();
        return;
    }
    if (event->matches(QKeySequence::SelectAll)) {
        selectAll();
        return;
    }
    switch (event->key()) {
    case Qt::Key_Up:
        moveCurrent(m_caret.line - 1);
        return;
    case Qt::Key_Down:
        moveCurrent(m_caret.line + 1);
        return;
    case Qt::Key_PageUp:
        moveCurrent(m_caret.line - page);
        return;
    case Qt::Key_PageDown:
        moveCurrent(m_caret.line + page);
        return;
    case Qt::Key_Home:
        moveCurrent(0);
        return;
    case Qt::Key_End:
        setFollow(true);
        moveCurrent(m_count - 1);
        return;
    case Qt::Key_Left:
    case Qt::Key_Right:
        horizontalScrollBar()->triggerAction(event->key() == Qt::Key_Left
                                                 ? QAbstractSlider::SliderSingleStepSub
                                                 : QAbstractSlider::SliderSingleStepAdd);
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (event->modifiers() == Qt::NoModifier || event->modifiers() == Qt::KeypadModifier) {
            Q_EMIT activated(m_caret.line);
            return;
        }
        break;
    default:
        break;
    }
    QAbstractScrollArea::keyPressEvent(event);
}

void LogView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton) {
        return;
    }
    const qint64 before = m_caret.line;
    m_caret = positionAt(event->position().toPoint());
    if (!event->modifiers().testFlag(Qt::ShiftModifier)) {
        m_anchor = m_caret;
    }
    m_dragging = true;
    viewport()->update();
    if (m_caret.line != before) {
        Q_EMIT currentLineChanged(m_caret.line);
    }
}

void LogView::extendTo(const QPoint& point)
{
    m_caret = positionAt(point);
    viewport()->update();
}

void LogView::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_dragging) {
        return;
    }
    m_dragAt = event->position().toPoint();
    extendTo(m_dragAt);
    if (viewport()->rect().contains(m_dragAt)) {
        m_autoScroll.stop();
    } else if (!m_autoScroll.isActive()) {
        m_autoScroll.start();
    }
}

void LogView::mouseReleaseEvent(QMouseEvent* /*event*/)
{
    m_dragging = false;
    m_autoScroll.stop();
}

void LogView::mouseDoubleClickEvent(QMouseEvent* event)
{
    const Position at = positionAt(event->position().toPoint());
    if (event->position().x() < gutterWidth()) {
        Q_EMIT activated(at.line);
        return;
    }
    const qint64 row = at.line - m_top;
    if (row < 0 || row >= m_lines.size()) {
        return;
    }
    const QString& text = m_lines[row].text;
    const auto isWord = [&](int index) {
        return text[index].isLetterOrNumber() || text[index] == u'_';
    };
    int start = at.index;
    int end = at.index;
    while (start > 0 && isWord(start - 1)) {
        --start;
    }
    while (end < text.size() && isWord(end)) {
        ++end;
    }
    m_anchor = {at.line, start};
    m_caret = {at.line, end};
    viewport()->update();
}

void LogView::contextMenuEvent(QContextMenuEvent* event)
{
    auto* menu = new QMenu(this); // no nested event loop: it lives until it closes
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Copy"), QKeySequence(QKeySequence::Copy), this, &LogView::copy)
        ->setEnabled(hasSelection());
    menu->addAction(tr("Select all"), QKeySequence(QKeySequence::SelectAll), this,
                    &LogView::selectAll);
    menu->popup(event->globalPos());
}

void LogView::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void LogView::focusOutEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

void LogView::selectAll()
{
    const qint64 last = std::max<qint64>(0, m_count - 1);
    const QVector<AnsiLine> lines = decoded(last, 1);
    m_anchor = {0, 0};
    m_caret = {last, lines.isEmpty() ? 0 : static_cast<int>(lines.first().text.size())};
    viewport()->update();
}

void LogView::copy()
{
    if (!hasSelection()) {
        return;
    }
    const Position from = std::min(m_anchor, m_caret);
    const Position to = std::max(m_anchor, m_caret);
    whenDone(m_log.text(from.line, to.line), this, [this, from, to](const Result<QString>& text) {
        if (!text) {
            Q_EMIT failed(text.error());
            return;
        }
        QString selected = *text;
        const qsizetype lastLine = selected.lastIndexOf(u'\n') + 1;
        selected.truncate(lastLine + to.index);
        QGuiApplication::clipboard()->setText(selected.mid(from.index));
    });
}

} // namespace rocport
