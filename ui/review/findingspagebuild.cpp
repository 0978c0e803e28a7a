// What the page of findings is made of, and its filter.
#include "core/base/wording.h"
#include "ui/editor/keyrow.h"
#include "ui/review/findingdelegate.h"
#include "ui/review/findingspage.h"
#include "ui/review/reviewfilter.h"
#include "ui/theme/columnfit.h"
#include "ui/theme/listkeys.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QSplitter>
#include <QStackedWidget>
#include <QStringList>
#include <QTreeView>
#include <QVBoxLayout>

namespace rocport {

namespace {

constexpr std::array kEfforts = {Effort::Minutes, Effort::Hours, Effort::Rewrite};

} // namespace

void FindingsPage::buildToolbar()
{
    m_toolbar = new PanelHeader(m_provider, 40, &ThemeColours::window, this);
    m_toolbar->setProperty("pane", true);
    m_toolbar->setAccessibleName(tr("Findings, toolbar"));
    m_toolbar->row()->setSpacing(8);
    m_decided = new TextLabel(m_provider, TextStep::BodyStrong, {}, &ThemeColours::text, m_toolbar);
    m_decided->setObjectName(QStringLiteral("findingsDecided"));
    m_bar = new ThinProgressBar(m_provider, m_toolbar);
    m_bar->setFixedWidth(96);
    m_bar->setAccessibleName(tr("Findings decided"));
    m_grouping = new SegmentedControl(m_provider, m_toolbar);
    m_grouping->setObjectName(QStringLiteral("findingsGrouping"));
    m_grouping->setAccessibleName(tr("Group by"));
    for (const QString& name : {tr("Rule"), tr("File"), tr("Phase"), tr("Severity")}) {
        m_grouping->addSegment(name);
    }
    connect(m_grouping, &SegmentedControl::currentChanged, this, [this](int index) {
        const Finding* finding = current();
        const QByteArray id = finding != nullptr ? finding->id : QByteArray();
        m_settings.setValue(QStringLiteral("findings/grouping"), index);
        m_model->setGrouping(static_cast<FindingGrouping>(index));
        expandAll();
        select(m_model->indexOf(id));
        refresh();
    });
    QHBoxLayout* row = m_toolbar->row();
    row->addWidget(m_decided);
    row->addWidget(m_bar);
    row->addStretch();
    auto* groupBy =
        new TextLabel(m_provider, TextStep::Body, tr("Group by"), &ThemeColours::text2, m_toolbar);
    row->addWidget(groupBy);
    row->addWidget(m_grouping);
    m_toolbar->wrapFrom(*groupBy);
}

QPushButton* FindingsPage::addChip(const QString& name, QHBoxLayout& row, Glyph glyph)
{
    auto* chip = makeButton(name, ButtonKind::Normal, this);
    chip->setCheckable(true);
    chip->setProperty("compact", true);
    chip->setProperty("name", name);
    if (glyph != Glyph::None) {
        chip->setIcon(m_provider.icon(glyph));
    }
    connect(chip, &QPushButton::toggled, this, &FindingsPage::chipsChanged);
    row.addWidget(chip);
    return chip;
}

QWidget* FindingsPage::buildFilterRow()
{
    auto* header = new PanelHeader(m_provider, 40, &ThemeColours::base, this);
    header->setProperty("pane", true);
    header->setAccessibleName(tr("Filter of findings"));
    QHBoxLayout& row = *header->row();
    row.setSpacing(6);
    m_search = new SearchField(m_provider, tr("Filter findings"), QStringLiteral("/"),
                               Glyph::Filter, header);
    m_search->setObjectName(QStringLiteral("findingsFilter"));
    m_search->setAccessibleName(tr("Filter by place, rule, text or note"));
    m_search->setMinimumWidth(m_provider.theme().scaled(160));
    m_search->setMaximumWidth(m_provider.theme().scaled(220));
    m_search->installEventFilter(this);
    connect(m_search, &QLineEdit::textChanged, this, &FindingsPage::chipsChanged);
    joinFilter(*m_search, [this] { return m_tree; });
    m_states = new SegmentedControl(m_provider, header);
    m_states->setObjectName(QStringLiteral("findingsState"));
    m_states->setAccessibleName(tr("Findings to show"));
    for (const QString& name : {tr("Open"), tr("Done"), tr("Not needed"), tr("All")}) {
        m_states->addSegment(name);
    }
    m_states->setCurrent(0);
    connect(m_states, &SegmentedControl::currentChanged, this, &FindingsPage::chipsChanged);
    row.addWidget(m_search, 1);
    row.addWidget(m_states);
    for (const Severity severity : kSeverities) {
        QPushButton* chip = addChip(severityName(severity), row, severityMark(severity).glyph);
        chip->setObjectName(QStringLiteral("severity-") + severityId(severity));
        m_severities.append(chip);
    }
    for (const Effort effort : kEfforts) {
        QPushButton* chip = addChip(effortTitle(effort), row, Glyph::None);
        chip->setObjectName(QStringLiteral("effort-") + effortId(effort));
        m_efforts.append(chip);
    }
    m_phases = makeButton(tr("All phases"), ButtonKind::Normal, header);
    m_phases->setObjectName(QStringLiteral("findingsPhase"));
    m_phases->setProperty("compact", true);
    m_phases->setProperty("chevron", true);
    m_phaseMenu = new QMenu(m_phases);
    m_phases->setMenu(m_phaseMenu);
    connect(m_phaseMenu, &QMenu::aboutToShow, this, &FindingsPage::fillPhaseMenu);
    m_clear = makeButton(tr("Clear filter"), ButtonKind::Link, header);
    m_clear->setObjectName(QStringLiteral("clearFindings"));
    connect(m_clear, &QPushButton::clicked, this, [this] {
        FindingsFilter filter;
        filter.state = m_model->filter().state;
        applyFilter(filter);
    });
    row.addWidget(m_phases);
    row.addStretch();
    row.addWidget(m_clear);
    return header;
}

QWidget* FindingsPage::buildList()
{
    m_tree = new QTreeView(this);
    m_tree->setObjectName(QStringLiteral("findingsList"));
    m_tree->setAccessibleName(tr("Findings"));
    m_tree->setModel(m_model);
    auto* delegate = new FindingDelegate(m_provider, m_tree);
    m_tree->setItemDelegate(delegate);
    m_tree->setRootIsDecorated(false);
    m_tree->setIndentation(0);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setMouseTracking(true);
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->setExpandsOnDoubleClick(false);
    m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    m_tree->installEventFilter(this);
    QHeaderView* header = m_tree->header();
    header->setSectionsMovable(false);
    // The message says what is wrong and wraps; the place is readable in less than its whole path.
    QVector<TableColumn> columns(FindingsModel::ColumnCount);
    columns[FindingsModel::FindingColumn] = {ElideAs::Sentence, false, true, true, 200};
    columns[FindingsModel::PlaceColumn] = {ElideAs::Path, true, false, false, 160};
    for (const int detail : {FindingsModel::EffortColumn, FindingsModel::PhaseColumn}) {
        columns[detail].optional = true; // chips of the filter, and beside the list
    }
    delegate->setFit(
        new ColumnFit(*m_tree, m_provider, columns, [delegate](const QModelIndex& index) {
            return delegate->neededWidth(index);
        }));
    connect(m_tree, &QWidget::customContextMenuRequested, this,
            [this](const QPoint& at) { openMenu(m_tree->viewport()->mapToGlobal(at)); });
    connect(m_tree->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &FindingsPage::refresh);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &FindingsPage::refresh);
    connect(m_tree, &QTreeView::doubleClicked, this, [this](const QModelIndex& index) {
        if (m_model->finding(index) != nullptr) {
            showPlace();
        }
    });
    connect(m_tree, &QTreeView::clicked, this, [this](const QModelIndex& index) {
        if (m_model->finding(index) == nullptr) {
            m_tree->setExpanded(index.siblingAtColumn(0),
                                !m_tree->isExpanded(index.siblingAtColumn(0)));
        }
    });
    return m_tree;
}

/// The list, and below it what it leaves out.
QWidget* FindingsPage::buildListColumn()
{
    auto* column = new QWidget(m_splitter);
    column->setProperty("pane", true);
    column->setAccessibleName(tr("List of findings"));
    m_pages = new QStackedWidget(column);
    m_pages->addWidget(buildList());
    buildPages();
    m_vendoredRow = new PanelHeader(m_provider, 32, &ThemeColours::base, column);
    m_vendoredText =
        new TextLabel(m_provider, TextStep::Small, {}, &ThemeColours::muted, m_vendoredRow);
    m_vendoredText->setObjectName(QStringLiteral("vendoredFindings"));
    m_vendoredShow = makeButton(tr("Show"), ButtonKind::Link, m_vendoredRow);
    m_vendoredShow->setObjectName(QStringLiteral("vendoredShow"));
    connect(m_vendoredShow, &QPushButton::clicked, this,
            [this] { showVendored(!m_model->filter().aside); });
    m_vendoredRow->row()->addWidget(m_vendoredText);
    m_vendoredRow->row()->addWidget(m_vendoredShow);
    m_vendoredRow->row()->addStretch();
    m_vendoredRow->hide();
    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_pages, 1);
    layout->addWidget(m_vendoredRow);
    return column;
}

void FindingsPage::showVendored(bool shown)
{
    FindingsFilter filter = m_model->filter();
    filter.aside = shown;
    applyFilter(filter);
}

void FindingsPage::updateVendored()
{
    QStringList parts;
    int count = 0;
    const auto add = [&](FindingHome home, const QString& text) {
        if (const int one = m_model->aside(home); one > 0) {
            parts.append(text.arg(countText(one)));
            count += one;
        }
    };
    add(FindingHome::Vendored, tr("%1 in vendored folders"));
    add(FindingHome::Generated, tr("%1 in generated files"));
    add(FindingHome::Ported, tr("%1 ported already"));
    const bool shown = m_model->filter().aside;
    m_vendoredRow->setVisible(count > 0);
    m_vendoredText->setText(
        shown ? tr("%1: listed last and not counted").arg(parts.join(QStringLiteral(", ")))
              : tr("More: %1").arg(parts.join(QStringLiteral(", "))));
    m_vendoredShow->setText(shown ? tr("Hide") : tr("Show"));
    m_vendoredShow->setAccessibleName(shown ? tr("Hide findings in vendored folders")
                                            : tr("Show findings in vendored folders"));
}

void FindingsPage::buildPages()
{
    const auto add = [this](Glyph glyph, const QString& title, const QString& text) {
        auto* page = new EmptyState(m_provider, glyph, title, text, m_pages);
        m_pages->addWidget(page);
        return page;
    };
    m_none = add(Glyph::MarkDone, tr("Nothing is left to do by hand"),
                 tr("Every place that the rules found has a proposed change."));
    m_none->setGlyph(Glyph::MarkDone, &ThemeColours::okFill);
    m_noMatch = add(Glyph::Filter, tr("Nothing matches"), {});
    connect(m_noMatch->addAction(tr("Clear filter")), &QPushButton::clicked, this, [this] {
        FindingsFilter all;
        all.state = {};
        applyFilter(all);
    });
    m_allDecided = add(Glyph::MarkDone, tr("Every finding is decided"), {});
    m_allDecided->setGlyph(Glyph::MarkDone, &ThemeColours::okFill);
    m_allDecided->setObjectName(QStringLiteral("allFindingsDecided"));
    connect(m_allDecided->addAction(tr("Show all")), &QPushButton::clicked, this, [this] {
        FindingsFilter all;
        all.state = {};
        applyFilter(all);
    });
    add(Glyph::Clock, tr("No findings yet"),
        tr("What is left to do by hand appears here once the repository is scanned."));
}

QWidget* FindingsPage::buildKeyRow()
{
    auto* row = new KeyRow(m_provider, this);
    m_keys = row;
    row->setObjectName(QStringLiteral("findingKeys"));
    const std::initializer_list<std::pair<const char*, const char*>> keys = {
        {"findingDone", "x"},   {"findingNotNeeded", "X"}, {"findingReopen", "o"},
        {"findingNote", "c"},   {"nextFinding", "n"},      {"previousFinding", "p"},
        {"nextPlace", "."},     {"findingPlace", "Enter"}, {"writeForFinding", "e"},
        {"groupFindings", "g"}, {"showChanges", "f"}};
    for (const auto& [name, key] : keys) {
        for (QAction* action : std::as_const(m_commands)) {
            if (action->objectName() == QLatin1StringView(name)) {
                row->row()->addWidget(new KeyButton(m_provider, *action, QLatin1String(key), row));
            }
        }
    }
    row->row()->addStretch();
    return row;
}

void FindingsPage::addKey(QAction& action, const QString& key)
{
    addAction(&action);
    m_keys->row()->insertWidget(m_keys->row()->count() - 1,
                                new KeyButton(m_provider, action, key, m_keys));
}

void FindingsPage::fillPhaseMenu()
{
    m_phaseMenu->clear();
    const auto add = [this](const QString& text, std::optional<Phase> phase) {
        QAction* action = m_phaseMenu->addAction(text, this, [this, phase] { setPhase(phase); });
        action->setCheckable(true);
        action->setChecked(m_model->filter().phase == phase);
    };
    add(tr("All phases"), {});
    for (const Phase phase : kPhases) {
        add(tr("%1 %2").arg(static_cast<int>(phase)).arg(phaseName(phase)), phase);
    }
    // Chips that have no room.
    m_phaseMenu->addSeparator();
    for (QPushButton* chip : m_severities + m_efforts) {
        QAction* action = m_phaseMenu->addAction(chip->text(), chip, &QPushButton::toggle);
        action->setCheckable(true);
        action->setChecked(chip->isChecked());
    }
}

/// Narrow: effort, then severity move into the menu; keys that have no room go, the last first.
void FindingsPage::fitWidth()
{
    const FindingCounts& counts = m_model->counts();
    QHBoxLayout& row = *static_cast<PanelHeader*>(m_states->parentWidget())->row();
    const QMargins margins = row.contentsMargins();
    const auto wide = [&](const QWidget& part) { return part.sizeHint().width() + row.spacing(); };
    int left = width() - margins.left() - margins.right() - m_search->minimumWidth() -
               wide(*m_states) - wide(*m_phases) - (m_clear->isHidden() ? 0 : wide(*m_clear));
    const auto fit = [&](const QVector<QPushButton*>& chips, const auto& ids, const auto& numbers) {
        int needed = 0;
        for (int i = 0; i < chips.size(); ++i) {
            needed += numbers.at(static_cast<size_t>(ids.at(static_cast<size_t>(i)))) > 0
                          ? wide(*chips.at(i))
                          : 0;
        }
        const bool room = needed <= left;
        left = room ? left - needed : 0;
        for (int i = 0; i < chips.size(); ++i) {
            const auto id = static_cast<size_t>(ids.at(static_cast<size_t>(i)));
            chips.at(i)->setVisible(room && numbers.at(id) > 0);
        }
    };
    fit(m_severities, kSeverities, counts.bySeverity);
    fit(m_efforts, kEfforts, counts.byEffort);
}

void FindingsPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitWidth();
}

void FindingsPage::setPhase(std::optional<Phase> phase)
{
    FindingsFilter filter = m_model->filter();
    filter.phase = phase;
    applyFilter(filter);
}

void FindingsPage::setFilter(const FindingsFilter& filter)
{
    applyFilter(filter);
}

void FindingsPage::chipsChanged()
{
    if (m_filling || m_detail == nullptr) {
        return;
    }
    FindingsFilter filter;
    filter.text = m_search->text();
    const int state = m_states->current();
    filter.state = state > static_cast<int>(FindingState::NotNeeded)
                       ? std::nullopt
                       : std::optional<FindingState>(static_cast<FindingState>(state));
    for (int i = 0; i < m_severities.size(); ++i) {
        if (m_severities.at(i)->isChecked()) {
            filter.severities.insert(static_cast<int>(kSeverities.at(static_cast<size_t>(i))));
        }
    }
    for (int i = 0; i < m_efforts.size(); ++i) {
        if (m_efforts.at(i)->isChecked()) {
            filter.efforts.insert(static_cast<int>(kEfforts.at(static_cast<size_t>(i))));
        }
    }
    filter.phase = m_model->filter().phase;
    filter.rule = m_model->filter().rule;
    filter.aside = m_model->filter().aside;
    applyFilter(filter);
}

void FindingsPage::applyFilter(const FindingsFilter& filter)
{
    const Finding* finding = current();
    const QByteArray id = finding != nullptr ? finding->id : QByteArray();
    m_model->setFilter(filter);
    expandAll();
    select(m_model->indexOf(id));
    if (current() == nullptr) {
        selectFirst();
    }
    refresh();
}

/// The controls say what the filter is, and how many there are of each.
void FindingsPage::updateChips()
{
    m_filling = true;
    const FindingsFilter& filter = m_model->filter();
    const FindingCounts& counts = m_model->counts();
    if (m_search->text() != filter.text) {
        m_search->setText(filter.text);
    }
    m_states->setCurrent(filter.state ? static_cast<int>(*filter.state)
                                      : static_cast<int>(FindingState::NotNeeded) + 1);
    for (int i = 0; i < static_cast<int>(counts.byState.size()); ++i) {
        m_states->setCount(i, counts.byState.at(static_cast<size_t>(i)));
    }
    m_states->setCount(static_cast<int>(counts.byState.size()), counts.total);
    const auto fill = [](QPushButton& chip, bool chosen, int count) {
        chip.setText(QStringLiteral("%1 %2").arg(chip.property("name").toString()).arg(count));
        chip.setChecked(chosen);
    };
    for (int i = 0; i < m_severities.size(); ++i) {
        const auto severity = static_cast<size_t>(kSeverities.at(static_cast<size_t>(i)));
        fill(*m_severities.at(i), filter.severities.contains(static_cast<int>(severity)),
             counts.bySeverity.at(severity));
    }
    for (int i = 0; i < m_efforts.size(); ++i) {
        const auto effort = static_cast<size_t>(kEfforts.at(static_cast<size_t>(i)));
        fill(*m_efforts.at(i), filter.efforts.contains(static_cast<int>(effort)),
             counts.byEffort.at(effort));
    }
    m_phases->setText(filter.phase ? tr("Phase %1").arg(static_cast<int>(*filter.phase))
                                   : tr("All phases"));
    m_clear->setEnabled(filter.isNarrow());
    m_clear->setText(filter.rule.isEmpty() ? tr("Clear filter")
                                           : tr("Clear filter (%1)").arg(filter.rule));
    m_filling = false;
    fitWidth();
}

void FindingsPage::cycleGrouping()
{
    m_grouping->setCurrent((m_grouping->current() + 1) % m_grouping->count());
}

} // namespace rocport
