#include "ui/shell/topbar.h"

#include "core/base/wording.h"
#include "ui/theme/commandkeys.h"
#include "ui/theme/elide.h"
#include "ui/theme/plaintext.h"

#include <QAction>
#include <QActionGroup>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QTabBar>

#include <algorithm>
#include <utility>

namespace rocport {

namespace {

/// Looks like a field, opens the palette.
class PaletteField : public QPushButton
{
public:
    explicit PaletteField(ThemeProvider& provider) : m_provider(provider)
    {
        setCursor(Qt::PointingHandCursor);
        setAccessibleName(tr("Search or run a command"));
    }
    [[nodiscard]] QSize sizeHint() const override
    {
        return {m_provider.theme().scaled(256), m_provider.theme().scaled(28)};
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter p(this);
        const Theme& theme = m_provider.theme();
        p.setRenderHint(QPainter::Antialiasing);
        p.setPen(hasFocus() ? QPen(theme.accent, 2) : QPen(theme.border, 1));
        p.setBrush(underMouse() ? theme.hover : theme.base);
        p.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
        const int side = theme.scaled(16);
        paintGlyph(p, Glyph::Search, QRectF(theme.scaled(9), (height() - side) / 2.0, side, side),
                   theme.text2);
        p.setFont(theme.font(TextStep::Body));
        p.setPen(theme.muted);
        p.drawText(rect().adjusted(theme.scaled(33), 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
                   TopBar::tr("Search or run a command"));
        const QString key = property("key").toString();
        if (key.isEmpty()) {
            return;
        }
        p.setFont(theme.font(TextStep::Caption));
        const int width = p.fontMetrics().horizontalAdvance(key) + theme.scaled(10);
        const QRectF cap(this->width() - width - theme.scaled(6) - 0.5,
                         (height() - theme.scaled(18)) / 2.0 + 0.5, width, theme.scaled(17));
        p.setPen(theme.border);
        p.setBrush(theme.base);
        p.drawRoundedRect(cap, 3, 3);
        p.setPen(theme.text2);
        p.drawText(cap, Qt::AlignCenter, key);
    }

private:
    static QString tr(const char* text) { return TopBar::tr(text); }
    ThemeProvider& m_provider;
};

/// The tabs of the areas. Digits stand in the room that is left of the names anyway: no tab moves
/// or goes when they appear.
class AreaTabs : public QTabBar
{
public:
    explicit AreaTabs(ThemeProvider& provider) : m_provider(provider) {}
    void showDigits(bool shown)
    {
        if (m_digits != shown) {
            m_digits = shown;
            update();
        }
    }

protected:
    void paintEvent(QPaintEvent* event) override
    {
        QTabBar::paintEvent(event);
        if (!m_digits) {
            return;
        }
        QPainter painter(this);
        const Theme& theme = m_provider.theme();
        painter.setFont(theme.font(TextStep::CodeSmall));
        painter.setPen(theme.accent);
        for (int tab = 0; tab < std::min(count(), 9); ++tab) {
            const QRect rect = tabRect(tab);
            painter.drawText(QRect(rect.left() + 1, rect.top(), theme.scaled(11), rect.height()),
                             Qt::AlignCenter, QString::number(tab + 1));
        }
    }

private:
    ThemeProvider& m_provider;
    bool m_digits = false;
};

/// The count beside an area's name.
class CountChip : public Chip
{
public:
    explicit CountChip(ThemeProvider& provider) : Chip(provider, {}) { setCode(true); }
};

} // namespace

TopBar::TopBar(ThemeProvider& provider, QMenu* mainMenu, QMenu* repositoryMenu, QWidget* parent)
    : QWidget(parent),
      m_provider(provider),
      m_menuButton(makeButton({}, ButtonKind::Flat)),
      m_repository(makeButton({}, ButtonKind::Flat)),
      m_branch(makeButton({}, ButtonKind::Flat)),
      m_repositorySize(makeButton({}, ButtonKind::Flat, this)),
      m_branchSize(makeButton({}, ButtonKind::Flat, this)),
      m_product(new TextLabel(provider, TextStep::BodyStrong, QStringLiteral("Rocport"))),
      m_line(new Surface(provider, &ThemeColours::border)),
      m_tabs(new AreaTabs(provider)),
      m_palette(new PaletteField(provider)),
      m_paletteIcon(makeButton({}, ButtonKind::Flat)),
      m_theme(makeButton({}, ButtonKind::Flat)),
      m_branchMenu(new QMenu(this))
{
    setProperty("pane", true);
    setAccessibleName(tr("Top bar"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 0, 8, 1);
    row->setSpacing(4);
    m_menuButton->setIcon(provider.icon(Glyph::Menu));
    m_menuButton->setMenu(mainMenu);
    m_menuButton->setAccessibleName(tr("Menu"));
    for (QPushButton* button : {m_repository, m_repositorySize}) {
        button->setIcon(provider.icon(Glyph::Repository));
        button->setMenu(repositoryMenu);
        button->setProperty("chevron", true);
        button->setProperty("strong", true);
    }
    for (QPushButton* button : {m_branch, m_branchSize}) {
        button->setIcon(provider.icon(Glyph::Branch));
        button->setMenu(m_branchMenu);
        button->setProperty("chevron", true);
    }
    m_repositorySize->hide();
    m_branchSize->hide();
    m_line->setFixedWidth(1);
    m_tabs->setProperty("areas", true);
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setUsesScrollButtons(false); // fit() allows them where no text is left to shorten
    m_tabs->setAccessibleName(tr("Work areas"));
    m_paletteIcon->setIcon(provider.icon(Glyph::Search));
    m_paletteIcon->setAccessibleName(tr("Search or run a command"));
    auto* themeMenu = new QMenu(this);
    auto* group = new QActionGroup(themeMenu);
    const std::pair<ThemeChoice, QString> choices[] = {{ThemeChoice::System, tr("System theme")},
                                                       {ThemeChoice::Light, tr("Light theme")},
                                                       {ThemeChoice::Dark, tr("Dark theme")}};
    for (const auto& [choice, text] : choices) {
        QAction* action = themeMenu->addAction(text);
        action->setCheckable(true);
        action->setChecked(choice == provider.choice());
        group->addAction(action);
        connect(action, &QAction::triggered, this,
                [this, choice = choice] { m_provider.setChoice(choice); });
        connect(&provider, &ThemeProvider::changed, action, [this, action, choice = choice] {
            action->setChecked(m_provider.choice() == choice);
        });
    }
    m_theme->setMenu(themeMenu);
    m_theme->setAccessibleName(tr("Theme"));
    m_theme->setToolTip(tr("Theme"));

    row->addWidget(m_menuButton);
    row->addSpacing(4);
    row->addWidget(m_product);
    row->addWidget(m_repository);
    row->addWidget(m_branch);
    row->addSpacing(8);
    row->addWidget(m_line);
    row->addSpacing(8);
    row->addWidget(m_tabs, 0, Qt::AlignBottom);
    row->addStretch(1);
    row->addWidget(m_palette);
    row->addWidget(m_paletteIcon);
    row->addWidget(m_theme);
    connect(m_tabs, &QTabBar::currentChanged, this, &TopBar::areaChosen);
    connect(m_palette, &QPushButton::clicked, this, &TopBar::paletteRequested);
    connect(m_paletteIcon, &QPushButton::clicked, this, &TopBar::paletteRequested);
    connect(&provider, &ThemeProvider::changed, this, &TopBar::restyle);
    restyle();
    setState(nullptr);
}

void TopBar::restyle()
{
    const Theme& theme = m_provider.theme();
    setFixedHeight(theme.scaled(44));
    m_line->setFixedHeight(theme.scaled(20));
    m_tabs->setFixedHeight(theme.scaled(43));
    m_palette->setFixedHeight(theme.scaled(28));
    for (QPushButton* button : {m_repository, m_repositorySize}) {
        button->setFont(theme.font(TextStep::BodyStrong));
    }
    for (QPushButton* button : {m_branch, m_branchSize}) {
        button->setFont(theme.font(TextStep::Code));
    }
    updateThemeButton();
    for (int area = 0; area < m_tabs->count(); ++area) { // tabs keep the size that a chip had
        if (QWidget* chip = m_tabs->tabButton(area, QTabBar::RightSide)) {
            m_tabs->setTabButton(area, QTabBar::RightSide, nullptr);
            chip->resize(chip->sizeHint());
            m_tabs->setTabButton(area, QTabBar::RightSide, chip);
            chip->show();
        }
    }
    fit();
    update();
}

void TopBar::updateThemeButton()
{
    const Glyph glyph = m_provider.choice() == ThemeChoice::System ? Glyph::ThemeSwitch
                        : m_provider.choice() == ThemeChoice::Dark ? Glyph::Moon
                                                                   : Glyph::Sun;
    m_theme->setIcon(m_provider.icon(glyph));
}

void TopBar::setState(const std::shared_ptr<const ProjectState>& state)
{
    m_open = state != nullptr;
    m_product->setVisible(!m_open);
    for (QWidget* widget : {static_cast<QWidget*>(m_repository), static_cast<QWidget*>(m_branch),
                            m_line, static_cast<QWidget*>(m_tabs)}) {
        widget->setVisible(m_open);
    }
    if (m_node != nullptr) {
        m_node->setVisible(m_open);
    }
    if (!state) {
        return;
    }
    const QFontMetrics metrics(m_provider.theme().font(TextStep::BodyStrong));
    const auto shortened = [&](const QString& text) {
        return withoutMnemonic(
            elided(metrics, text, ElideAs::Name, m_provider.theme().scaled(180)));
    };
    m_repositoryText = shortened(state->meta.name);
    m_repository->setToolTip(state->meta.repositoryRoot);
    m_repository->setAccessibleName(tr("Repository %1").arg(state->meta.name));
    m_branchText = shortened(state->meta.portBranch);
    m_branch->setAccessibleName(tr("Port branch %1").arg(state->meta.portBranch));
    m_branch->setToolTip(
        tr("Port branch %1, from %2")
            .arg(state->meta.portBranch, QString::fromLatin1(state->meta.baseCommit.left(8))));
    m_branchMenu->clear();
    const auto fact = [this](const QString& text) {
        m_branchMenu->addAction(withoutMnemonic(text))->setEnabled(false);
    };
    const auto copy = [this](const QString& text, const QString& value) {
        connect(m_branchMenu->addAction(text), &QAction::triggered, this,
                [value] { QGuiApplication::clipboard()->setText(value); });
    };
    fact(state->commits.isEmpty()
             ? tr("No commits yet; the branch is created by the first one")
             : tr("%1 made").arg(counted(state->commits.size(), tr("commit"), tr("commits"))));
    fact(tr("Your branch: %1")
             .arg(state->repository.headBranch.isEmpty() ? tr("detached")
                                                         : state->repository.headBranch));
    m_branchMenu->addSeparator();
    copy(tr("Copy branch name"), state->meta.portBranch);
    if (!state->meta.worktree.isEmpty()) {
        copy(tr("Copy worktree folder"), state->meta.worktree);
    }
    fit();
}

int TopBar::addArea(const QString& name)
{
    m_areas += name;
    const int area = m_tabs->addTab(name);
    auto* chip = new CountChip(m_provider);
    chip->hide();
    m_tabs->setTabButton(area, QTabBar::RightSide, chip);
    m_tabs->setTabToolTip(area, tr("%1 (Alt+%2)").arg(name).arg(area + 1));
    setAreaCount(area, 0);
    return area;
}

void TopBar::setAreaCount(int area, int count, const QString& word)
{
    auto* chip = qobject_cast<Chip*>(m_tabs->tabButton(area, QTabBar::RightSide));
    if (count > 0) {
        if (!chip) {
            chip = new CountChip(m_provider);
        }
        chip->setText(QString::number(count));
        chip->resize(chip->sizeHint());
        m_tabs->setTabButton(area, QTabBar::RightSide, nullptr);
        m_tabs->setTabButton(area, QTabBar::RightSide, chip);
        chip->show();
    } else {
        m_tabs->setTabButton(area, QTabBar::RightSide, nullptr);
        delete chip;
    }
    m_tabs->setAccessibleTabName(area, count > 0 ? tr("%1, %2 %3")
                                                       .arg(m_areas.value(area))
                                                       .arg(count)
                                                       .arg(word.isEmpty() ? tr("open") : word)
                                                 : m_areas.value(area));
    fit();
}

void TopBar::setCurrentArea(int area)
{
    m_tabs->setCurrentIndex(area);
}

int TopBar::currentArea() const
{
    return m_tabs->currentIndex();
}

void TopBar::showDigits(bool shown)
{
    static_cast<AreaTabs*>(m_tabs)->showDigits(shown);
}

void TopBar::setNodeSelector(QWidget* selector)
{
    delete std::exchange(m_node, selector);
    static_cast<QHBoxLayout*>(layout())->addWidget(selector);
    selector->setVisible(m_open);
    fit();
}

void TopBar::followKeys(const QAction& palette, const QAction& menu)
{
    followKey(*m_palette, palette, tr("Search or run a command"));
    followKey(*m_paletteIcon, palette, tr("Search or run a command"));
    followKey(*m_menuButton, menu, tr("Menu"));
    const auto follow = [this, &palette] {
        m_palette->setProperty("key", firstKey(palette));
        m_palette->update();
    };
    follow();
    connect(&palette, &QAction::changed, this, follow);
}

void TopBar::openMenu()
{
    // showMenu() would wait in an event loop of its own until the menu closes.
    m_menuButton->menu()->popup(m_menuButton->mapToGlobal(QPoint(0, m_menuButton->height())));
}

void TopBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = m_provider.theme();
    painter.fillRect(rect(), theme.window);
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.border);
}

void TopBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
}

bool TopBar::event(QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest) {
        fit(); // a count, a name or the node changed
    }
    return QWidget::event(event);
}

/// What does not fit keeps its icon: the palette's field, then branch, repository and node. Only
/// then do the tabs scroll.
void TopBar::fit()
{
    const bool narrow = width() < 1280 * qMax(1.0, m_provider.theme().scale);
    m_palette->setVisible(!narrow);
    m_paletteIcon->setVisible(narrow);
    // What is decided may not depend on what is shown now: it would turn to and fro.
    const auto widthWith = [](QPushButton& size, const QString& text) {
        size.ensurePolished();
        size.setText(text);
        return size.sizeHint().width();
    };
    const auto nodeWidth = [this](bool brief) {
        if (m_node == nullptr) {
            return 0;
        }
        const QVariant now = m_node->property("brief");
        m_node->setProperty("brief", brief);
        const int width = m_node->sizeHint().width();
        m_node->setProperty("brief", now);
        return width;
    };
    // As wide as it is with nothing but icons.
    int need = layout()->totalMinimumSize().width() - m_tabs->minimumSizeHint().width() +
               m_tabs->sizeHint().width();
    const auto withIcon = [&](const QPushButton& button, QPushButton& size) {
        const int icon = widthWith(size, {});
        need += button.isHidden() ? 0 : icon - button.minimumSizeHint().width();
        return icon;
    };
    const int repositoryIcon = withIcon(*m_repository, *m_repositorySize);
    const int branchIcon = withIcon(*m_branch, *m_branchSize);
    if (m_node != nullptr) {
        need += nodeWidth(true) - m_node->sizeHint().width();
    }
    const int node = nodeWidth(false) - nodeWidth(true);
    const bool showsNode = need + node <= width();
    need += node;
    const int repository = widthWith(*m_repositorySize, m_repositoryText) - repositoryIcon;
    const bool showsRepository = need + repository <= width();
    const bool scrolls = need - node > width(); // even with icons alone
    need += repository;
    const bool showsBranch = need + widthWith(*m_branchSize, m_branchText) - branchIcon <= width();
    // Asking tabs that are hidden for their size makes them forget to tell the layout of it.
    if (m_tabs->property("told").toSize() != m_tabs->sizeHint()) {
        m_tabs->setProperty("told", m_tabs->sizeHint());
        m_tabs->updateGeometry();
    }
    if (m_tabs->usesScrollButtons() != scrolls) {
        m_tabs->setUsesScrollButtons(scrolls);
    }
    const auto apply = [](QPushButton& button, const QString& text) {
        if (button.text() != text) {
            button.setText(text);
        }
    };
    apply(*m_repository, showsRepository ? m_repositoryText : QString());
    apply(*m_branch, showsBranch ? m_branchText : QString());
    if (m_node != nullptr && m_node->property("brief").toBool() == showsNode) {
        m_node->setProperty("brief", !showsNode);
        m_node->updateGeometry();
        m_node->update();
    }
}

} // namespace rocport
