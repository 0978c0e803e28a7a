// What Review is built of.
#include "core/project/session/projectscanner.h"
#include "ui/review/reviewarea.h"

#include "ui/editor/keyrow.h"
#include "ui/review/asksheet.h"
#include "ui/review/changedecisions.h"
#include "ui/review/changedelegate.h"
#include "ui/review/changeediting.h"
#include "ui/review/diffgutter.h"
#include "ui/review/diffview.h"
#include "ui/review/explanationpane.h"
#include "ui/review/filterchips.h"
#include "ui/review/gatemodel.h"
#include "ui/review/guardwidths.h"
#include "ui/review/lineauthors.h"
#include "ui/review/ownchanges.h"
#include "ui/review/reviewquestions.h"
#include "ui/theme/columnfit.h"
#include "ui/theme/listkeys.h"
#include "ui/theme/whynot.h"
#include "ui/theme/windowfit.h"

#include <QAction>
#include <QHBoxLayout>
#include <QSplitter>
#include <QStackedWidget>
#include <QTreeView>

namespace rocport {

void ReviewArea::buildToolbar()
{
    m_toolbar = new PanelHeader(m_provider, 40, &ThemeColours::window, this);
    m_toolbar->setProperty("pane", true);
    m_toolbar->setAccessibleName(tr("Review, toolbar"));
    QHBoxLayout* row = m_toolbar->row();
    m_decided = new TextLabel(m_provider, TextStep::BodyStrong, {}, &ThemeColours::text, m_toolbar);
    m_decided->setObjectName(QStringLiteral("decidedText"));
    m_bar = new ThinProgressBar(m_provider, m_toolbar);
    m_bar->setFixedWidth(120);
    m_bar->setAccessibleName(tr("Changes decided"));
    m_status = new SegmentedControl(m_provider, m_toolbar);
    m_status->setObjectName(QStringLiteral("statusFilter"));
    m_status->setAccessibleName(tr("Changes to show"));
    m_status->addSegment(tr("Open"));
    m_status->addSegment(tr("Needs a look"), Glyph::MarkAttention, &ThemeColours::warn);
    m_status->addSegment(tr("Decided"));
    m_status->addSegment(tr("All"));
    m_status->setCurrent(0);
    connect(m_status, &SegmentedControl::currentChanged, this, [this](int index) {
        m_filter->setStatus(static_cast<ReviewStatus>(index));
        expandGroups();
        updatePage();
    });
    const auto button = [&](const QString& command, ButtonKind kind) {
        QAction* action = this->command(command);
        auto* made = makeButton(action->iconText(), kind, m_toolbar);
        made->setObjectName(command + QStringLiteral("Button"));
        made->setProperty("compact", true);
        connect(made, &QPushButton::clicked, action, &QAction::trigger);
        connect(action, &QAction::changed, made, [made, action] {
            made->setText(action->iconText());
            made->setEnabled(action->isEnabled());
            made->setToolTip(action->toolTip());
        });
        return made;
    };
    m_undo = button(QStringLiteral("undo"), ButtonKind::Normal);
    m_redo = button(QStringLiteral("redo"), ButtonKind::Normal);
    m_layoutButton = button(QStringLiteral("unified"), ButtonKind::Normal);
    m_acceptProved = button(QStringLiteral("acceptProved"), ButtonKind::Normal);
    m_commit = button(QStringLiteral("commit"), ButtonKind::Primary);
    m_lost = button(QStringLiteral("lostDecisions"), ButtonKind::Normal);
    m_lost->hide();
    row->setSpacing(8);
    addModeSwitch(*row);
    row->addWidget(m_decided);
    row->addWidget(m_bar);
    row->addSpacing(12);
    row->addWidget(m_status);
    row->addStretch();
    row->addWidget(m_lost);
    for (QPushButton* made : {m_undo, m_redo, m_layoutButton, m_acceptProved, m_commit}) {
        row->addWidget(made);
    }
    m_toolbar->wrapFrom(*m_status);
}

QWidget* ReviewArea::buildTreePane()
{
    auto* pane = new Surface(m_provider, &ThemeColours::base, this);
    pane->setProperty("pane", true);
    pane->setAccessibleName(tr("Files and changes"));
    const auto widest = [this, pane] { pane->setMaximumWidth(m_provider.theme().scaled(400)); };
    widest();
    connect(&m_provider, &ThemeProvider::changed, pane, widest);
    buildTreeFilter(*pane);
    buildTree(*pane);

    m_noMatch = new EmptyState(m_provider, Glyph::Filter, tr("No change matches"), {}, pane);
    m_noMatch->setObjectName(QStringLiteral("noMatch"));
    connect(m_noMatch->addAction(tr("Clear filter")), &QPushButton::clicked, this, [this] {
        m_search->clear();
        setPhaseFilter({});
        setChips({});
        m_status->setCurrent(
            static_cast<int>(m_filter->accepted() > 0 ? m_filter->status() : ReviewStatus::All));
    });
    m_treeStack = new QStackedWidget(pane);
    m_treeStack->addWidget(m_tree);
    m_treeStack->addWidget(m_noMatch);

    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 8, 8, 6);
    top->setSpacing(8);
    top->addWidget(m_search, 1);
    top->addWidget(m_grouping);
    auto* layout = new QVBoxLayout(pane);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_chips = new FilterChips(m_provider, *m_model, pane);
    connect(m_chips, &FilterChips::changed, this, &ReviewArea::setChips);
    auto* chips = new QHBoxLayout;
    chips->setContentsMargins(8, 0, 8, 6);
    chips->addWidget(m_chips);
    layout->addLayout(top);
    layout->addLayout(chips);
    layout->addWidget(m_treeStack, 1);
    keepWidth(*layout, m_provider, 216);
    return pane;
}

/// Its field, and what the list is grouped by.
void ReviewArea::buildTreeFilter(QWidget& pane)
{
    m_search =
        new SearchField(m_provider, tr("Filter files"), QStringLiteral("/"), Glyph::Filter, &pane);
    m_search->setObjectName(QStringLiteral("reviewFilter"));
    m_search->setAccessibleName(tr("Filter by path, rule or title"));
    m_search->installEventFilter(this);
    m_grouping = new SegmentedControl(m_provider, &pane);
    m_grouping->setObjectName(QStringLiteral("grouping"));
    m_grouping->setAccessibleName(tr("Group by"));
    m_grouping->addSegment(tr("Files"));
    m_grouping->addSegment(tr("Rules"));
    m_grouping->setCurrent(0);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_filter->setText(text);
        expandGroups();
        updatePage();
    });
    joinFilter(
        *m_search, [this] { return m_tree; },
        [this] {
            // The change that is shown stays in the list; it need not match.
            const int first = m_filter->next(-1, 1, false);
            if (first >= 0) {
                setCurrentChange(first, true);
                m_tree->setFocus();
            } else {
                Q_EMIT said(tr("No change matches the filter."));
            }
        });
    connect(m_grouping, &SegmentedControl::currentChanged, this, [this](int index) {
        m_tree->setUniformRowHeights(index == 0); // titles of rules take lines
        m_model->setGrouping(index == 0 ? ReviewGrouping::Files : ReviewGrouping::Rules);
        m_filter->setPinned(m_desk->current()); // its row is another one
        expandGroups();
        selectInTree(m_desk->current());
    });
}

void ReviewArea::buildTree(QWidget& pane)
{
    m_tree = new QTreeView(&pane);
    setFocusProxy(m_tree);
    // Connected before the tree is, which moves its current row when that goes.
    connect(m_filter, &QAbstractItemModel::rowsAboutToBeRemoved, this, [this] { m_rowsGo = true; });
    connect(m_filter, &QAbstractItemModel::rowsRemoved, this, [this] { m_rowsGo = false; });
    m_tree->setObjectName(QStringLiteral("changeTree"));
    m_tree->setAccessibleName(tr("Changes"));
    m_delegate = new ChangeDelegate(m_provider, m_tree);
    m_tree->setModel(m_filter);
    m_tree->setItemDelegate(m_delegate);
    m_tree->setHeaderHidden(true);
    m_tree->setRootIsDecorated(false);
    m_tree->setIndentation(0);
    m_tree->setUniformRowHeights(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setExpandsOnDoubleClick(false);
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    m_tree->setMouseTracking(true);
    m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_tree->viewport()->installEventFilter(this);
    layOutRowsWithWidth(*m_tree);
    connect(m_tree, &QWidget::customContextMenuRequested, this,
            [this](const QPoint& at) { openMenu(m_tree->viewport()->mapToGlobal(at)); });
    connect(m_tree, &QTreeView::doubleClicked, this, [this](const QModelIndex& index) {
        if (index.data(ReviewModel::LevelRole).toInt() != ReviewModel::GroupLevel) {
            openRow(index); // groups have folded with the first click
        }
    });
    m_tree->installEventFilter(this);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &ReviewArea::treeCurrentChanged);
    connect(m_tree->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            [this](const QItemSelection& selected) {
                updateCommands();
                if (m_selecting) {
                    return;
                }
                // Ctrl+click took a row out: the one that is left is shown.
                const QModelIndexList rows = m_tree->selectionModel()->selectedRows();
                if (selected.isEmpty() && rows.size() == 1 && !m_rowsGo) {
                    m_tree->selectionModel()->setCurrentIndex(rows.first(),
                                                              QItemSelectionModel::NoUpdate);
                }
                settleTree(); // who clicked where no row is took out all
            });
}

QWidget* ReviewArea::buildCentre()
{
    auto* page = new Surface(m_provider, &ThemeColours::base, this);
    m_diff = new DiffView(m_provider, *m_syntax, page);
    restoreView();
    connect(m_diff, &DiffView::currentRequested, this, [this](int change) {
        setCurrentChange(m_model->changeOfKey(m_diff->scene().layout.changes[change].key), true);
    });
    m_diff->gutter().followKeys(*command(QStringLiteral("accept")),
                                *command(QStringLiteral("reject")),
                                *command(QStringLiteral("edit")));
    // The buttons stand beside one change; they decide that one, whatever the list has selected.
    const auto decideShown = [this](DecisionKind kind) {
        if (m_tree->hasFocus()) {
            m_diff->focusText();
        }
        decideCurrent(kind);
    };
    connect(m_diff, &DiffView::acceptRequested, this,
            [decideShown] { decideShown(DecisionKind::Accepted); });
    connect(m_diff, &DiffView::rejectRequested, this,
            [decideShown] { decideShown(DecisionKind::Rejected); });
    connect(m_diff, &DiffView::menuRequested, this, &ReviewArea::openMenu);
    connect(m_diff, &DiffView::caretMoved, this, &ReviewArea::tellPlace);

    m_explanation = new ExplanationPane(m_provider, page);
    connect(m_explanation, &ExplanationPane::placeRequested, this,
            [this](const RepoPath& path, int line) {
                if (path == m_desk->texts().path) {
                    m_diff->showLine(line, PlaceSide::Original);
                } else {
                    Q_EMIT showPlaceRequested({path, line, PlaceSide::Original});
                }
            });
    connect(m_explanation, &ExplanationPane::proofRequested,
            command(QStringLiteral("explainProof")), &QAction::trigger);
    m_sheet = new AskSheet(m_provider, page);
    m_below = new QStackedWidget(page);
    m_below->setAccessibleName(tr("About the change"));
    // Each column of the explanation is a pane; so is the question in their place.
    m_sheet->setProperty("pane", true);
    m_sheet->setAccessibleName(tr("Question about the change"));
    m_below->addWidget(m_explanation);
    m_below->addWidget(m_sheet);
    buildParts();
    keepHeight(*m_below, m_provider, 160);
    keepHeight(*m_diff, m_provider, 150); // a change with lines around it
    m_centre = new QSplitter(Qt::Vertical, page);
    m_centre->setHandleWidth(1);
    m_centre->setChildrenCollapsible(false);
    m_centre->addWidget(buildFind(page));
    m_centre->addWidget(m_below);
    m_centre->setStretchFactor(0, 1);
    m_centre->setSizes(
        {600, m_settings.value(QStringLiteral("review/explanation-height"), 232).toInt()});
    connect(m_centre, &QSplitter::splitterMoved, this, [this] {
        m_settings.setValue(QStringLiteral("review/explanation-height"),
                            m_centre->sizes().value(1));
    });
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_centre, 1);
    layout->addWidget(buildKeyRow());
    return page;
}

/// What is done with changes, and what of it has to be shown.
void ReviewArea::buildParts()
{
    m_questions = std::make_unique<ReviewQuestions>(*m_sheet, *m_below);
    connect(m_questions.get(), &ReviewQuestions::closed, m_diff, &DiffView::focusText);
    m_decisions = std::make_unique<ChangeDecisions>(*m_desk, *m_questions, *m_widths);
    connect(m_decisions.get(), &ChangeDecisions::decided, this, &ReviewArea::afterDecision);
    connect(m_decisions.get(), &ChangeDecisions::wentBack, this, &ReviewArea::showDecided);
    connect(m_decisions.get(), &ChangeDecisions::undoChanged, this, &ReviewArea::updateCommands);
    m_editing = std::make_unique<ChangeEditing>(*m_desk, *m_diff);
    connect(m_editing.get(), &ChangeEditing::draftsChanged, this, &ReviewArea::draftsChanged);
    connect(m_editing.get(), &ChangeEditing::draftKept, this, &ReviewArea::updateExplanation);
    connect(m_editing.get(), &ChangeEditing::saved, this,
            [this] { afterDecision(m_desk->current()); });
    m_own = std::make_unique<OwnChanges>(*m_desk, *m_questions, *m_diff);
    connect(m_own.get(), &OwnChanges::changed, this, &ReviewArea::updateCommands);
    connect(m_own.get(), &OwnChanges::changeWanted, this,
            [this](int change) { setCurrentChange(change, true); });
    connect(m_own.get(), &OwnChanges::newWanted, this, &ReviewArea::showHunk);
    connect(m_own.get(), &OwnChanges::newShown, m_editing.get(), &ChangeEditing::begin);
    connect(m_own.get(), &OwnChanges::editWanted, this, [this] {
        const QAction& edit = *command(QStringLiteral("edit"));
        if (edit.isEnabled()) {
            m_editing->begin();
        } else {
            Q_EMIT said(whyNot(edit));
        }
    });
    m_authors = std::make_unique<LineAuthors>(*m_desk, *m_diff, m_settings);
    command(QStringLiteral("blame"))->setChecked(m_authors->isShown());
}

QWidget* ReviewArea::buildKeyRow()
{
    auto* row = new KeyRow(m_provider, this);
    row->setObjectName(QStringLiteral("keyRow"));
    const std::initializer_list<std::pair<const char*, const char*>> keys = {
        {"accept", "a"},   {"reject", "r"},     {"edit", "e"}, {"defer", "s"}, {"next", "n"},
        {"previous", "p"}, {"acceptRule", "A"}, {"note", "c"}, {"undo", "u"}};
    for (const auto& [name, key] : keys) {
        row->row()->addWidget(
            new KeyButton(m_provider, *command(QLatin1String(name)), QLatin1String(key), row));
    }
    row->row()->addStretch();
    m_problem = new Chip(m_provider, {}, ChipTone::Critical, Glyph::SeverityCritical, row);
    m_problem->setObjectName(QStringLiteral("reviewProblem"));
    m_problem->hide();
    connect(m_desk, &ReviewDesk::problemGone, m_problem, &QWidget::hide);
    connect(m_desk, &ReviewDesk::problemFound, m_problem,
            [this](const QString& title, const QString& sentence) {
                m_problem->setText(title);
                m_problem->setToolTip(sentence);
                m_problem->setAccessibleName(sentence);
                m_problem->show();
            });
    row->row()->addWidget(m_problem);
    return row;
}

void ReviewArea::buildPages()
{
    const auto add = [this](Glyph glyph, const QString& title, const QString& text) {
        auto* page = new EmptyState(m_provider, glyph, title, text, m_pages);
        m_pages->addWidget(page);
        return page;
    };
    EmptyState* none = add(Glyph::Repository, tr("No project is open"),
                           tr("Open a repository to see which changes its port needs."));
    connect(none->addAction(tr("Open repository…"), true), &QPushButton::clicked, this,
            &ReviewArea::openRequested);
    add(Glyph::Clock, tr("Scanning the repository"),
        tr("The changes appear here when the scan is done."));
    EmptyState* noChange = add(Glyph::MarkDone, tr("No change is proposed"),
                               tr("The rules found nothing to change in this repository."));
    connect(noChange->addAction(tr("Scan again")), &QPushButton::clicked, this,
            [this] { m_session.scanner().rescan(); });
    m_allDecided = add(Glyph::MarkDone, tr("Every change is decided"), {});
    m_allDecided->setGlyph(Glyph::MarkDone, &ThemeColours::okFill);
    m_allDecided->setObjectName(QStringLiteral("allDecided"));
    QAction* commit = command(QStringLiteral("commit"));
    QPushButton* commitButton = m_allDecided->addAction(commit->iconText(), true);
    connect(commitButton, &QPushButton::clicked, commit, &QAction::trigger);
    connect(commit, &QAction::changed, commitButton, [commit, commitButton] {
        commitButton->setText(commit->iconText());
        commitButton->setEnabled(commit->isEnabled());
    });
    connect(m_allDecided->addAction(tr("Show all")), &QPushButton::clicked, this,
            [this] { m_status->setCurrent(static_cast<int>(ReviewStatus::All)); });
    m_error = new ErrorPanel(m_provider, m_pages);
    m_pages->addWidget(m_error);
    connect(m_error, &ErrorPanel::retryRequested, this, [this] {
        const RepoPath path =
            m_desk->loading().isEmpty() ? m_desk->texts().path : m_desk->loading();
        loadFile(path, m_wantedKey, m_wantedLine);
    });
    m_text = add(Glyph::File, tr("This file is not text"), {});
}

} // namespace rocport
