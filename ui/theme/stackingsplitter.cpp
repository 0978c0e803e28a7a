#include "ui/theme/stackingsplitter.h"

#include <QEvent>

#include <algorithm>
#include <numeric>

namespace rocport {

namespace {

// Parts of the height of two panes that stand above each other: a list and what it leads to.
constexpr int kFirst = 300;
constexpr int kSecond = 500;

} // namespace

StackingSplitter::StackingSplitter(QWidget* parent) : QSplitter(Qt::Horizontal, parent)
{
    setHandleWidth(1);
    setChildrenCollapsible(false);
}

QList<int> StackingSplitter::leastWidths() const
{
    QList<int> widths;
    for (int i = 0; i < count(); ++i) {
        const QWidget* pane = widget(i);
        if (!pane->isHidden()) {
            widths.append(std::max(pane->minimumWidth(), pane->minimumSizeHint().width()));
        }
    }
    return widths;
}

QSize StackingSplitter::minimumSizeHint() const
{
    const QList<int> widths = leastWidths();
    const int width = widths.isEmpty() ? 0 : *std::max_element(widths.begin(), widths.end());
    return {width, QSplitter::minimumSizeHint().height()};
}

bool StackingSplitter::event(QEvent* event)
{
    const bool handled = QSplitter::event(event);
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest ||
        event->type() == QEvent::Show) {
        fit();
    }
    return handled;
}

void StackingSplitter::fit()
{
    const QList<int> widths = leastWidths();
    const int need = std::accumulate(widths.begin(), widths.end(), 0) +
                     handleWidth() * std::max(0, static_cast<int>(widths.size()) - 1);
    const bool stacks = need > width();
    if (!isVisible() || stacks == isStacked()) {
        if (isVisible() && !stacks) {
            m_widths = sizes(); // not of the moment when they are squeezed already
        }
        return;
    }
    setOrientation(stacks ? Qt::Vertical : Qt::Horizontal);
    Q_EMIT stackedChanged(stacks);
    setSizes(stacks ? QList<int>{kFirst, kSecond} : m_widths);
    updateGeometry();
}

} // namespace rocport
