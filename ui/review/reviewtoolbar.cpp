#include "ui/review/reviewtoolbar.h"

#include "ui/review/reviewcommands.h"
#include "ui/review/reviewdesk.h"
#include "ui/theme/commandkeys.h"

#include <QAccessible>
#include <QAction>
#include <QHBoxLayout>

namespace rocport {

namespace {

constexpr int kToolbarGaps = 16;  // fixed ones of the toolbar
constexpr int kTightBelow = 1320; // width of the area under which the toolbar keeps to decisions

} // namespace

ReviewToolbar::ReviewToolbar(ReviewDesk& desk, ReviewCommands& commands, SegmentedControl& status,
                             ThemeProvider& provider, QWidget* parent)
    : PanelHeader(provider, 40, &ThemeColours::window, parent),
      m_desk(desk),
      m_provider(provider),
      m_decided(new TextLabel(provider, TextStep::BodyStrong, {}, &ThemeColours::text, this)),
      m_bar(new ThinProgressBar(provider, this))
{
    setProperty("pane", true);
    setAccessibleName(tr("Review, toolbar"));
    m_decided->setObjectName(QStringLiteral("decidedText"));
    m_bar->setFixedWidth(120);
    m_bar->setAccessibleName(tr("Changes decided"));
    row()->setSpacing(8);
    row()->addWidget(m_decided);
    row()->addWidget(m_bar);
    row()->addSpacing(12);
    row()->addWidget(&status);
    row()->addStretch();
    m_lost = addButton(commands, "lostDecisions", ButtonKind::Normal);
    m_undo = addButton(commands, "undo", ButtonKind::Normal);
    m_redo = addButton(commands, "redo", ButtonKind::Normal);
    m_layout = addButton(commands, "unified", ButtonKind::Normal);
    m_acceptProved = addButton(commands, "acceptProved", ButtonKind::Normal);
    addButton(commands, "commit", ButtonKind::Primary);
    m_lost->hide();
    const QAction& lost = commands.at(QStringLiteral("lostDecisions"));
    connect(&lost, &QAction::changed, m_lost,
            [this, &lost] { m_lost->setVisible(lost.isEnabled()); });
    setUnified(false);
    connect(&provider, &ThemeProvider::changed, this, [this] { setUnified(m_unified); });
}

QPushButton* ReviewToolbar::addButton(ReviewCommands& commands, const char* name, ButtonKind kind)
{
    QAction& action = commands.at(QLatin1String(name));
    auto* made = makeButton({}, kind, this);
    made->setObjectName(action.objectName() + QStringLiteral("Button"));
    made->setProperty("compact", true);
    followCommand(*made, action);
    row()->addWidget(made);
    return made;
}

void ReviewToolbar::refresh()
{
    const ReviewCounts& counts = m_desk.model().totals();
    m_decided->setText(tr("%1 of %2 decided").arg(counts.decided).arg(counts.total));
    m_bar->setProgress(counts.decided, counts.total);
    m_bar->setAccessibleDescription(m_decided->text());
}

void ReviewToolbar::announce()
{
    QAccessibleEvent event(m_decided, QAccessible::NameChanged);
    QAccessible::updateAccessibility(&event);
}

void ReviewToolbar::setUnified(bool unified)
{
    m_unified = unified;
    m_layout->setIcon(m_provider.icon(unified ? Glyph::UnifiedView : Glyph::SplitView));
}

/// What has a key, and the bar, which says again what stands beside it, go where there is no room.
/// The others stay whole, on two lines where one is too short.
void ReviewToolbar::fit(int width)
{
    const bool tight = width < m_provider.theme().scaled(kTightBelow);
    for (QWidget* part : std::initializer_list<QWidget*>{m_bar, m_undo, m_redo, m_layout}) {
        part->setVisible(!tight);
    }
    const int spacing = row()->spacing();
    int least = row()->contentsMargins().left() + row()->contentsMargins().right() + kToolbarGaps;
    int whole = least;
    const auto parts = findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
    for (const QWidget* part : parts) {
        const bool optional = part == m_bar || part == m_undo || part == m_redo ||
                              part == m_layout || part == m_acceptProved;
        whole += part->sizeHint().width() + spacing;
        if (!optional && !part->isHidden()) {
            least += part->minimumSizeHint().width() + spacing;
        }
    }
    // The words beside the bar say the same; the filters keep theirs.
    m_bar->setVisible(!tight && width >= whole);
    m_acceptProved->setVisible(width >= least + m_acceptProved->sizeHint().width() + spacing);
}

} // namespace rocport
