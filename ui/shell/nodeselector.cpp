#include "ui/shell/nodeselector.h"

#include "ui/nodes/nodetext.h"
#include "ui/theme/elide.h"
#include "ui/theme/plaintext.h"

#include <QMenu>
#include <QPainter>

namespace rocport {

namespace {
constexpr int kMostName = 160; // pixels of a name
} // namespace

NodeSelector::NodeSelector(RemoteService& remote, ThemeProvider& provider, QWidget* parent)
    : QPushButton(parent), m_remote(remote), m_provider(provider), m_menu(new QMenu(this))
{
    setObjectName(QStringLiteral("nodeSelector"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setMenu(m_menu);
    connect(m_menu, &QMenu::aboutToShow, this, &NodeSelector::fillMenu);
    connect(&remote, &RemoteService::nodesChanged, this, &NodeSelector::refresh);
    connect(&provider, &ThemeProvider::changed, this, [this] {
        updateGeometry();
        update();
    });
    refresh();
}

void NodeSelector::refresh()
{
    const std::shared_ptr<const RemoteState> state = m_remote.state();
    const NodeEntry* entry = state->node(state->currentNode);
    m_name = entry != nullptr ? entry->node.name : tr("No node");
    m_word = entry != nullptr ? nodeStateWord(entry->state) : QString();
    m_mark = entry != nullptr ? nodeStateMark(entry->state)
                              : Mark{Glyph::MarkTodo, &ThemeColours::control};
    const QString name = entry != nullptr ? tr("Node for jobs: %1, %2").arg(m_name, m_word)
                                          : tr("Node for jobs: none");
    setAccessibleName(name);
    setToolTip(entry != nullptr && !entry->sentence.isEmpty() ? entry->sentence : name);
    updateGeometry();
    update();
}

void NodeSelector::fillMenu()
{
    m_menu->clear();
    const std::shared_ptr<const RemoteState> state = m_remote.state();
    for (const NodeEntry& entry : state->nodes) {
        const QString text = withoutMnemonic(
            QStringLiteral("%1   %2").arg(entry.node.name, nodeStateWord(entry.state)));
        const Mark mark = nodeStateMark(entry.state);
        QAction* action = m_menu->addAction(m_provider.icon(mark.glyph, mark.colour), text);
        action->setCheckable(true);
        action->setChecked(entry.node.id == state->currentNode);
        connect(action, &QAction::triggered, this,
                [this, id = entry.node.id] { m_remote.setCurrentNode(id); });
    }
    if (!state->nodes.isEmpty()) {
        m_menu->addSeparator();
    }
    connect(m_menu->addAction(tr("Manage nodes…")), &QAction::triggered, this,
            &NodeSelector::manageRequested);
}

QSize NodeSelector::sizeHint() const
{
    const Theme& theme = m_provider.theme();
    if (property("brief").toBool()) { // where the top bar has no room: the mark; the tip says all
        return {theme.scaled(8 + 14 + 8 + 16 + 6), theme.scaled(28)};
    }
    const QFontMetrics code(theme.font(TextStep::Code));
    const QFontMetrics small(theme.font(TextStep::Small));
    const int name = qMin(code.horizontalAdvance(m_name), theme.scaled(kMostName));
    const int word = m_word.isEmpty() ? 0 : small.horizontalAdvance(m_word) + theme.scaled(8);
    return {theme.scaled(8 + 14 + 8 + 8 + 16 + 6) + name + word, theme.scaled(28)};
}

void NodeSelector::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = m_provider.theme();
    painter.setRenderHint(QPainter::Antialiasing);
    if (hasFocus() || underMouse() || isDown()) {
        painter.setPen(hasFocus() ? QPen(theme.accent, 2) : QPen(Qt::NoPen));
        painter.setBrush(isDown() ? theme.well : underMouse() ? theme.hover : theme.window);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
    }
    const int side = theme.scaled(14);
    int x = theme.scaled(8);
    paintGlyph(painter, m_mark.glyph, QRect(x, (height() - side) / 2, side, side),
               theme.*m_mark.colour);
    x += side + theme.scaled(8);
    const int arrow = theme.scaled(16);
    paintGlyph(painter, Glyph::ChevronDown,
               QRect(width() - arrow - theme.scaled(6), (height() - arrow) / 2, arrow, arrow),
               theme.text2);
    if (property("brief").toBool()) {
        return;
    }
    painter.setFont(theme.font(TextStep::Code));
    painter.setPen(theme.text);
    const QString name =
        elided(painter.fontMetrics(), m_name, ElideAs::Name, theme.scaled(kMostName));
    painter.drawText(QRect(x, 0, width() - x, height()), Qt::AlignVCenter, name);
    x += painter.fontMetrics().horizontalAdvance(name) + theme.scaled(8);
    painter.setFont(theme.font(TextStep::Small));
    painter.setPen(theme.text2);
    painter.drawText(QRect(x, 0, width() - x, height()), Qt::AlignVCenter, m_word);
}

} // namespace rocport
