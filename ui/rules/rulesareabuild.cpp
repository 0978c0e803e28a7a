// The parts of RulesArea and its commands.
#include "core/project/session/projectscanner.h"
#include "core/project/session/projecttasks.h"
#include "core/project/session/rulepacks.h"
#include "ui/editor/keyrow.h"
#include "ui/rules/packeditor.h"
#include "ui/rules/packtrustbar.h"
#include "ui/rules/ruledelegate.h"
#include "ui/rules/ruledetails.h"
#include "ui/rules/rulereason.h"
#include "ui/rules/rulesarea.h"
#include "ui/theme/listkeys.h"
#include "ui/theme/windowfit.h"

#include <QAction>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QTreeView>
#include <QVBoxLayout>

namespace rocport {

QWidget* RulesArea::buildToolbar(QWidget* pane)
{
    auto* header = new PanelHeader(m_provider, 40, &ThemeColours::window, pane);
    header->row()->setSpacing(8);
    m_title =
        new TextLabel(m_provider, TextStep::BodyStrong, tr("Rules"), &ThemeColours::text, header);
    m_shown = new SegmentedControl(m_provider, header);
    m_shown->setObjectName(QStringLiteral("rulesShown"));
    m_shown->setAccessibleName(tr("Rules to list"));
    for (const QString& name : {tr("All"), tr("Used here"), tr("Off")}) {
        m_shown->addSegment(name);
    }
    m_shown->setCurrent(0);
    connect(m_shown, &SegmentedControl::currentChanged, this, &RulesArea::filterChanged);
    m_search =
        new SearchField(m_provider, tr("Filter rules"), QStringLiteral("/"), Glyph::Filter, header);
    m_search->setObjectName(QStringLiteral("rulesFilter"));
    m_search->setAccessibleName(tr("Filter rules"));
    m_search->setMinimumWidth(m_provider.theme().scaled(104));
    m_packs = makeButton(tr("All packs"), ButtonKind::Normal, header);
    m_packs->setObjectName(QStringLiteral("rulesPacks"));
    m_packs->setProperty("compact", true);
    m_packs->setProperty("chevron", true);
    auto* packs = new QMenu(m_packs);
    connect(packs, &QMenu::aboutToShow, this, [this, packs] { fillPackMenu(*packs); });
    m_packs->setMenu(packs);
    auto* add = makeButton(tr("New rule…"), ButtonKind::Normal, header);
    add->setObjectName(QStringLiteral("newPack"));
    add->setProperty("compact", true);
    add->setIcon(m_provider.icon(Glyph::Plus));
    auto* menu = new QMenu(add);
    menu->addAction(tr("In a new pack of this project"), this,
                    [this] { newPack(PackOrigin::Project); });
    menu->addAction(tr("In a new pack for all my projects"), this,
                    [this] { newPack(PackOrigin::User); });
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->actions().at(1)->setEnabled(!m_session.rulePacks().userFolder().isEmpty());
    });
    add->setMenu(menu);
    header->row()->addWidget(m_title);
    header->row()->addWidget(m_shown);
    header->row()->addWidget(m_search, 1);
    header->row()->addWidget(m_packs);
    header->row()->addWidget(add);
    connect(m_search, &QLineEdit::textChanged, this, &RulesArea::filterChanged);
    return header;
}

void RulesArea::fillPackMenu(QMenu& menu)
{
    menu.clear();
    const auto add = [&](const QString& text, const QString& file) {
        QAction* action = menu.addAction(text, this, [this, text, file] {
            m_pack = file;
            m_packs->setText(file.isEmpty() ? tr("All packs") : QFileInfo(file).fileName());
            filterChanged();
        });
        action->setCheckable(true);
        action->setChecked(file == m_pack);
    };
    add(tr("All packs"), {});
    menu.addSeparator();
    QStringList seen;
    for (qsizetype i = 0;
         m_session.rulePacks().rules() && i < m_session.rulePacks().rules()->rules().size(); ++i) {
        const Rule& rule = m_session.rulePacks().rules()->rules()[i];
        if (!seen.contains(rule.packFile)) {
            seen.append(rule.packFile);
            const QString name = QFileInfo(rule.packFile).fileName();
            add(rule.origin == PackOrigin::BuiltIn   ? tr("%1, built-in").arg(name)
                : rule.origin == PackOrigin::Project ? tr("%1, of this project").arg(name)
                                                     : tr("%1, yours").arg(name),
                rule.packFile);
        }
    }
}

QWidget* RulesArea::buildScanBar(QWidget* pane)
{
    auto* bar = new PanelHeader(m_provider, 36, &ThemeColours::accentSoft, pane);
    m_scanBar = bar;
    bar->setObjectName(QStringLiteral("rulesScanBar"));
    m_scanText = new TextLabel(m_provider, TextStep::Body, {}, &ThemeColours::text, bar);
    m_scan = makeButton(tr("Scan"), ButtonKind::Primary, bar);
    m_scan->setObjectName(QStringLiteral("rulesScan"));
    m_scan->setProperty("compact", true);
    bar->row()->addWidget(m_scanText, 1);
    bar->row()->addWidget(m_scan);
    connect(m_scan, &QPushButton::clicked, &m_session.scanner(), &ProjectScanner::rescan);
    connect(&m_session.tasks(), &ProjectTasks::started, this, &RulesArea::updateToolbar);
    connect(&m_session.tasks(), &ProjectTasks::finished, this, &RulesArea::updateToolbar);
    bar->hide();
    return bar;
}

void RulesArea::buildTree(QWidget* pane)
{
    m_tree = new QTreeView(pane);
    m_tree->setObjectName(QStringLiteral("rulesTree"));
    m_tree->setAccessibleName(tr("Rules by phase"));
    m_tree->setModel(m_filter);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->setRootIsDecorated(false);
    m_tree->setIndentation(0);
    m_tree->setMouseTracking(true);
    m_tree->setExpandsOnDoubleClick(false);
    m_tree->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_tree->header()->setSectionsMovable(false);
    QVector<TableColumn> columns(RulesModel::ColumnCount);
    columns[RulesModel::RuleColumn] = {ElideAs::Sentence, false, true, false, 240};
    columns[RulesModel::AppliesColumn] = {ElideAs::Sentence, false, false, true, 112};
    columns[RulesModel::ChangesColumn] = {ElideAs::Name, true, false, false, 64};
    columns[RulesModel::FindingsColumn] = {ElideAs::Name, true, false, false, 64};
    columns[RulesModel::OnColumn] = {ElideAs::Name, true, false, false, 44};
    m_delegate = new RuleDelegate(m_provider, m_tree);
    fitColumns(*m_tree, m_provider, columns, m_delegate);
    m_tree->header()->setMinimumSectionSize(m_provider.theme().scaled(44));
    m_reason = new RuleReason(m_provider, m_tree->viewport());
    connect(m_reason, &RuleReason::answered, this, &RulesArea::reasonGiven);
    const auto place = [this] { placeReason(); };
    connect(m_tree->verticalScrollBar(), &QScrollBar::valueChanged, this, place);
    connect(m_tree->verticalScrollBar(), &QScrollBar::rangeChanged, this, place);
    connect(m_filter, &QAbstractItemModel::layoutChanged, this, place, Qt::QueuedConnection);
    m_tree->viewport()->installEventFilter(this);
    connect(m_tree, &QTreeView::clicked, this, &RulesArea::clicked);
    connect(m_tree, &QTreeView::doubleClicked, this, [this](const QModelIndex& index) {
        const int kind = index.data(RulesModel::KindRole).toInt();
        if (kind == RulesModel::RuleKind && index.column() == RulesModel::RuleColumn) {
            openCurrent();
        }
    });
    for (const bool expanded : {true, false}) {
        connect(m_tree, expanded ? &QTreeView::expanded : &QTreeView::collapsed, this,
                [this, expanded](const QModelIndex& index) {
                    const std::optional<Phase> phase = m_model->phase(m_filter->mapToSource(index));
                    if (!m_refreshing && phase) {
                        m_folds.insert(static_cast<int>(*phase), expanded);
                    }
                    placeReason();
                });
    }
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] {
        if (!m_refreshing) {
            showCurrent(true);
        }
    });
}

void RulesArea::buildList(QWidget* pane)
{
    auto* toolbar = buildToolbar(pane);
    buildTree(pane);
    auto* nothing = new EmptyState(
        m_provider, Glyph::Filter, tr("No rule matches"),
        tr("The filter looks at ids, titles, what rules say, packs and reasons."), pane);
    connect(nothing->addAction(tr("Clear filter"), true), &QPushButton::clicked, this, [this] {
        m_refreshing = true;
        m_search->clear();
        m_shown->setCurrent(0);
        m_refreshing = false;
        m_pack.clear();
        m_packs->setText(tr("All packs"));
        filterChanged();
        m_tree->setFocus();
    });
    m_lists = new QStackedWidget(pane);
    m_lists->addWidget(m_tree);
    m_lists->addWidget(nothing);
    auto* layout = new QVBoxLayout(pane);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(toolbar);
    layout->addWidget(buildScanBar(pane));
    m_trust = new PackTrustBar(m_session, m_provider, PackTrustBar::Shown::WhileWaiting, pane);
    m_trust->setObjectName(QStringLiteral("rulesTrust"));
    connect(m_trust, &PackTrustBar::lookRequested, this, &RulesArea::goToWaitingPack);
    connect(m_trust, &PackTrustBar::failed, this, &RulesArea::showError);
    layout->addWidget(m_trust);
    layout->addWidget(m_lists, 1);
    keepWidth(*layout, m_provider, 560);
    joinFilter(*m_search, [this] { return m_tree; });
}

void RulesArea::buildRule(QWidget* pane)
{
    auto* header = new PanelHeader(m_provider, 40, &ThemeColours::window, pane);
    header->row()->setSpacing(8);
    header->setProperty("pane", true);
    header->setAccessibleName(tr("What can be done with the rule"));
    m_back = makeButton(tr("Back to the list"), ButtonKind::Flat, header);
    m_back->setObjectName(QStringLiteral("rulesBack"));
    m_back->setIcon(m_provider.icon(Glyph::ChevronLeft));
    m_turn = makeButton({}, ButtonKind::Normal, header);
    m_turn->setObjectName(QStringLiteral("turnRule"));
    m_copy = makeButton(tr("Copy as a pack…"), ButtonKind::Normal, header);
    m_copy->setObjectName(QStringLiteral("copyRuleButton"));
    m_primary = makeButton({}, ButtonKind::Primary, header);
    m_primary->setObjectName(QStringLiteral("showOfRule"));
    header->row()->addWidget(m_back);
    header->row()->addWidget(m_turn);
    header->row()->addWidget(m_copy);
    header->row()->addStretch();
    header->row()->addWidget(m_primary);
    connect(m_back, &QPushButton::clicked, this, [this] { showExplanation(false); });
    connect(m_turn, &QPushButton::clicked, this, &RulesArea::useSwitch);
    connect(m_copy, &QPushButton::clicked, this, &RulesArea::copyRule);
    connect(m_primary, &QPushButton::clicked, this, [this] {
        const QModelIndex index = current();
        if (m_model->tally(index).openFindings > 0) {
            showFindingsOf(index);
        } else {
            showChangesOf(index);
        }
    });
    m_problem = new Chip(m_provider, {}, ChipTone::Critical, Glyph::SeverityCritical, pane);
    m_problem->setObjectName(QStringLiteral("rulesProblem"));
    m_problem->hide();
    auto* split = new QSplitter(Qt::Vertical, pane);
    m_details = new RuleDetails(m_provider, split);
    m_details->setProperty("pane", true);
    m_editor = new PackEditor(m_session, m_provider, split);
    m_editor->setProperty("pane", true);
    m_editor->hide();
    split->setHandleWidth(1);
    split->setChildrenCollapsible(false);
    split->addWidget(m_details);
    split->addWidget(m_editor);
    split->setStretchFactor(1, 2);
    split->setSizes({300, 460});
    auto* layout = new QVBoxLayout(pane);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(header);
    layout->addWidget(m_problem);
    layout->addWidget(split, 1);
    keepWidth(*layout, m_provider, 420);
    connect(m_details, &RuleDetails::placeRequested, this, [this] {
        if (const Rule* rule = m_model->rule(current())) {
            const RuleSays says = m_model->says(*rule);
            Q_EMIT showPlaceRequested({says.path, says.line, PlaceSide::Original});
        }
    });
    connect(m_editor, &PackEditor::placeRequested, this, [this](const RepoPath& path, int line) {
        Q_EMIT showPlaceRequested({path, line, PlaceSide::Original}); // what was scanned
    });
    connect(m_editor, &PackEditor::failed, this, &RulesArea::showError);
    connect(m_editor, &PackEditor::saved, this, [this] { m_problem->hide(); });
}

QAction* RulesArea::addListCommand(const QString& name, const QString& text,
                                   const QString& shortText, const QList<QKeySequence>& keys,
                                   const std::function<void()>& run)
{
    QAction* action = addCommand(name, text, shortText, keys, run);
    removeAction(action);
    action->setShortcutContext(Qt::WidgetShortcut);
    m_tree->addAction(action);
    return action;
}

void RulesArea::addCommands()
{
    addCommand(QStringLiteral("rules"), tr("Rules and rule packs"), {}, {},
               [this] { m_tree->setFocus(); });
    addListCommand(QStringLiteral("switchRule"), tr("Switch the rule on or off"), tr("On, off"),
                   {QStringLiteral("Space")}, [this] { useSwitch(); });
    addCommand(QStringLiteral("ruleFindings"), tr("Show the rule's open findings"),
               tr("Show findings"), {QStringLiteral("F")}, [this] { showFindingsOf(current()); });
    addListCommand(QStringLiteral("ruleChanges"), tr("Show the rule's changes"), tr("Show changes"),
                   {QStringLiteral("Return"), QStringLiteral("Enter")}, [this] { openCurrent(); });
    addCommand(QStringLiteral("nextRule"), tr("Next rule used here"), tr("Next"),
               {QStringLiteral("N")}, [this] { step(1); });
    addCommand(QStringLiteral("previousRule"), tr("Previous rule used here"),
               tr("Previous used here"), {QStringLiteral("P")}, [this] { step(-1); });
    addListCommand(QStringLiteral("foldRules"), tr("Fold the rules of the phase"), tr("Fold"),
                   {QStringLiteral("Left")}, [this] { fold(); });
    addListCommand(QStringLiteral("unfoldRules"), tr("Unfold the rules of the phase"), tr("Unfold"),
                   {QStringLiteral("Right")}, [this] { unfold(); });
    addListCommand(QStringLiteral("copyRule"), tr("Copy the rule as a pack of the project…"),
                   tr("Copy as a pack"), {QStringLiteral("Ctrl+C")}, [this] { copyRule(); });
    addCommand(QStringLiteral("rulesFilterCommand"), tr("Filter rules"), tr("Filter"),
               {QStringLiteral("/")}, [this] { focusFilter(); });
    addCommand(QStringLiteral("newProjectPack"), tr("New rule pack for this project"), {}, {},
               [this] { newPack(PackOrigin::Project); });
    addCommand(QStringLiteral("newUserPack"), tr("New rule pack for all my projects"), {}, {},
               [this] { newPack(PackOrigin::User); });
    auto* back =
        addCommand(QStringLiteral("closeExplanation"), tr("Back to the list of rules"), tr("List"),
                   {QStringLiteral("Esc")}, [this] { showExplanation(false); });
    removeAction(back);
    m_rulePane->addAction(back);
    setMenu({QStringLiteral("rules")});
}

QWidget* RulesArea::buildKeyRow()
{
    auto* row = new KeyRow(m_provider, this);
    row->setObjectName(QStringLiteral("ruleKeys"));
    const std::pair<const char*, QString> keys[] = {
        {"switchRule", tr("Space")},           {"ruleFindings", QStringLiteral("f")},
        {"ruleChanges", tr("Enter")},          {"nextRule", QStringLiteral("n")},
        {"previousRule", QStringLiteral("p")}, {"foldRules", QStringLiteral("←")},
        {"unfoldRules", QStringLiteral("→")},  {"copyRule", tr("Ctrl+C")}};
    for (const auto& [name, key] : keys) {
        row->row()->addWidget(new KeyButton(m_provider, *command(QLatin1String(name)), key, row));
    }
    row->row()->addStretch();
    return row;
}

} // namespace rocport
