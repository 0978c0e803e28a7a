#include "ui/review/reviewarea.h"

#include "ui/review/changedelegate.h"
#include "ui/review/commitdialog.h"
#include "ui/review/diffgutter.h"
#include "ui/review/diffview.h"
#include "ui/review/explanationpane.h"
#include "ui/review/findingspage.h"
#include "ui/review/gatemodel.h"
#include "ui/review/keyrow.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QSplitter>
#include <QStackedWidget>
#include <QTreeView>

namespace rocport {

namespace {

constexpr int kUnifiedBelow = 1180; // width of the window under which two panes do not fit
constexpr int kTightBelow = 1320;   // width of the area under which the toolbar keeps to decisions

} // namespace

ReviewArea::ReviewArea(ProjectSession& session, ThemeProvider& provider, UiSettings& settings,
                       QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_provider(provider),
      m_settings(settings),
      m_model(new ReviewModel(this)),
      m_filter(new ReviewFilter(*m_model, this)),
      m_syntax(new SyntaxRepository(this))
{
    setObjectName(QStringLiteral("reviewArea"));
    setAccessibleName(tr("Review"));
    m_unifiedWanted = settings.value(QStringLiteral("review/unified"), false).toBool();
    m_modes = new QStackedWidget(this);
    m_changes = new QWidget(m_modes);
    addCommands();
    buildToolbar();
    m_splitter = new QSplitter(Qt::Horizontal, m_changes);
    m_splitter->setHandleWidth(1);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(buildTreePane());
    // The results of the compile check stay in sight on every page.
    auto* right = new QSplitter(Qt::Vertical, m_splitter);
    right->setHandleWidth(1);
    right->setChildrenCollapsible(false);
    m_pages = new QStackedWidget(right);
    m_pages->addWidget(buildCentre());
    buildPages();
    right->addWidget(m_pages);
    right->setStretchFactor(0, 1);
    buildSearch(*right);
    buildGate(*right);
    m_splitter->addWidget(right);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setSizes({settings.value(QStringLiteral("review/tree-width"), 248).toInt(), 1100});
    connect(m_splitter, &QSplitter::splitterMoved, this, [this] {
        m_settings.setValue(QStringLiteral("review/tree-width"), m_splitter->sizes().value(0));
        updateUnified();
    });
    auto* column = new QVBoxLayout(m_changes);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_toolbar);
    column->addWidget(m_splitter, 1);
    m_modes->addWidget(m_changes);
    buildFindings();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_modes);

    connect(&session, &ProjectSession::stateChanged, this, &ReviewArea::stateChanged);
    connect(&session, &ProjectSession::opened, this,
            [this] { stateChanged(StateChange::Everything); });
    connect(&session, &ProjectSession::closed, this,
            [this] { stateChanged(StateChange::Everything); });
    connect(&session, &ProjectSession::failed, this,
            [this](const Error& error) { showProblem(error); });
    stateChanged(StateChange::Everything);
}

ReviewArea::~ReviewArea() = default;

void ReviewArea::buildToolbar()
{
    m_toolbar = new PanelHeader(m_provider, 40, &ThemeColours::window, this);
    m_toolbar->setMinimumWidth(1); // parts of it go where there is no room: resizeEvent()
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
}

QWidget* ReviewArea::buildTreePane()
{
    auto* pane = new Surface(m_provider, &ThemeColours::base, this);
    pane->setMinimumWidth(m_provider.theme().scaled(200));
    pane->setMaximumWidth(m_provider.theme().scaled(400));
    m_search =
        new SearchField(m_provider, tr("Filter files"), QStringLiteral("/"), Glyph::Filter, pane);
    m_search->setObjectName(QStringLiteral("reviewFilter"));
    m_search->setAccessibleName(tr("Filter by path, rule or title"));
    m_search->installEventFilter(this);
    m_grouping = new SegmentedControl(m_provider, pane);
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
    connect(m_search, &SearchField::downPressed, this, [this] { m_tree->setFocus(); });
    connect(m_grouping, &SegmentedControl::currentChanged, this, [this](int index) {
        m_model->setGrouping(index == 0 ? ReviewGrouping::Files : ReviewGrouping::Rules);
        expandGroups();
        selectInTree(m_current);
    });

    m_tree = new QTreeView(pane);
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
    connect(m_tree, &QWidget::customContextMenuRequested, this,
            [this](const QPoint& at) { openMenu(m_tree->viewport()->mapToGlobal(at)); });
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &ReviewArea::treeCurrentChanged);
    connect(m_tree->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &ReviewArea::updateCommands);

    m_noMatch = new EmptyState(m_provider, Glyph::Filter, tr("No change matches"), {}, pane);
    m_noMatch->setObjectName(QStringLiteral("noMatch"));
    connect(m_noMatch->addAction(tr("Clear filter")), &QPushButton::clicked, this, [this] {
        m_search->clear();
        setPhaseFilter({});
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
    layout->addLayout(top);
    layout->addWidget(m_treeStack, 1);
    return pane;
}

QWidget* ReviewArea::buildCentre()
{
    auto* page = new Surface(m_provider, &ThemeColours::base, this);
    m_diff = new DiffView(m_provider, *m_syntax, page);
    connect(m_diff, &DiffView::currentRequested, this, [this](int change) {
        setCurrentChange(m_model->changeOfKey(m_diff->scene().layout.changes[change].key), true);
    });
    connect(m_diff, &DiffView::acceptRequested, this,
            [this] { decideCurrent(DecisionKind::Accepted); });
    connect(m_diff, &DiffView::rejectRequested, this,
            [this] { decideCurrent(DecisionKind::Rejected); });
    connect(m_diff, &DiffView::editRequested, this, &ReviewArea::beginEdit);
    connect(m_diff, &DiffView::saveRequested, this, &ReviewArea::saveEdit);
    connect(m_diff, &DiffView::editCancelled, m_diff, &DiffView::endEdit);
    connect(m_diff, &DiffView::draftLeft, this, &ReviewArea::keepDraft);
    connect(m_diff, &DiffView::menuRequested, this, &ReviewArea::openMenu);

    m_explanation = new ExplanationPane(m_provider, page);
    connect(m_explanation, &ExplanationPane::placeRequested, this,
            [this](const RepoPath& path, int line) {
                if (path == m_texts.path) {
                    m_diff->showLine(line, PlaceSide::Original);
                } else {
                    Q_EMIT showPlaceRequested({path, line, PlaceSide::Original});
                }
            });
    m_sheet = new AskSheet(m_provider, page);
    connect(m_sheet, &AskSheet::answered, this, [this](bool yes) {
        const std::function<void()> run = yes ? m_onYes : nullptr;
        closeSheet();
        if (run) {
            run();
        }
    });
    m_below = new QStackedWidget(page);
    m_below->addWidget(m_explanation);
    m_below->addWidget(m_sheet);
    m_below->setMinimumHeight(m_provider.theme().scaled(160));
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

QWidget* ReviewArea::buildKeyRow()
{
    auto* row = new PanelHeader(m_provider, 32, &ThemeColours::window, this);
    row->setObjectName(QStringLiteral("keyRow"));
    row->row()->setSpacing(4);
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
                           tr("Open a repository to see the changes that its port needs."));
    connect(none->addAction(tr("Open repository…"), true), &QPushButton::clicked, this,
            &ReviewArea::openRequested);
    add(Glyph::Clock, tr("Scanning the repository"),
        tr("The changes appear here when the scan is done."));
    EmptyState* noChange = add(Glyph::MarkDone, tr("No change is proposed"),
                               tr("The rules found nothing to change in this repository."));
    connect(noChange->addAction(tr("Scan again")), &QPushButton::clicked, this,
            [this] { m_session.rescan(); });
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
        const RepoPath path = m_loading.isEmpty() ? m_texts.path : m_loading;
        loadFile(path, m_wantedKey, m_wantedLine);
    });
    m_text = add(Glyph::File, tr("This file is not text"), {});
}

void ReviewArea::stateChanged(StateChange change)
{
    const std::shared_ptr<const ProjectState> before = m_state;
    m_state = m_session.state();
    m_findings->setState(m_state);
    const bool sameScan = before && m_state && before->scan == m_state->scan;
    const QByteArray key = currentKey();
    const bool wanted =
        sameScan && (change == StateChange::Decisions || change == StateChange::Commits ||
                     change == StateChange::Verification);
    if (sameScan && !wanted && change != StateChange::Everything) {
        m_model->setState(m_state);
        return;
    }
    m_problem->hide();
    m_model->setState(m_state);
    if (!sameScan) {
        m_current = -1;
        m_texts = {};
        ++m_request;
        m_diff->clear();
        expandGroups();
        const int kept = changeAfter(before.get(), key);
        const int first = kept >= 0 ? kept : nextOpen(-1);
        setCurrentChange(first >= 0 ? first : m_filter->next(-1, 1, false), true);
    } else if (!m_texts.path.isEmpty()) {
        refreshScene();
    }
    if (m_state) {
        const QString branch = m_state->repository.headBranch;
        m_diff->setVersions(
            tr("Original, %1")
                .arg((branch.isEmpty() ? QString() : branch + QStringLiteral(" @ ")) +
                     QString::fromLatin1(m_state->meta.baseCommit.left(7))),
            tr("Proposed, %1").arg(m_state->meta.portBranch));
        m_diff->setDecidable(!m_state->readOnly);
    }
    dropDraftsOf(before.get());
    updateToolbar();
    updatePage();
    updateExplanation();
    showNewGuard();
}

void ReviewArea::updateToolbar()
{
    const ReviewCounts& counts = m_model->totals();
    m_decided->setText(tr("%1 of %2 decided").arg(counts.decided).arg(counts.total));
    m_bar->setProgress(counts.decided, counts.total);
    m_bar->setAccessibleDescription(m_decided->text());
    m_status->setCount(0, counts.open());
    m_status->setCount(1, counts.needsLook);
    m_status->setCount(2, counts.decided);
    m_status->setCount(3, counts.total);
    for (SegmentedControl* mode : std::as_const(m_modeSwitches)) {
        mode->setCount(0, counts.open());
        mode->setCount(1, m_findings->model().counts().open());
    }
    updateCommands();
}

void ReviewArea::updatePage()
{
    const ReviewCounts& counts = m_model->totals();
    const bool narrowed = !m_filter->text().trimmed().isEmpty() || m_filter->phase();
    const bool open = m_filter->status() == ReviewStatus::Open;
    const bool empty = m_filter->accepted() == 0 && counts.total > 0;
    const bool decided = empty && open && counts.decided == counts.total;
    m_treeStack->setCurrentIndex(empty && !decided ? 1 : 0);
    if (empty && !decided) {
        m_noMatch->setTexts(
            tr("No change matches"),
            narrowed ? tr("Nothing among %1 changes passes the filter.").arg(counts.total)
                     : tr("None of %1 changes is in this state.").arg(counts.total));
    }
    if (!m_state) {
        m_pages->setCurrentIndex(NoProjectPage);
    } else if (!m_state->scan) {
        m_pages->setCurrentIndex(LoadingPage);
    } else if (counts.total == 0 && m_texts.path.isEmpty()) {
        m_pages->setCurrentIndex(NoChangePage);
    } else if (decided) {
        m_allDecided->setTexts(tr("Every change is decided"),
                               counts.uncommitted > 0
                                   ? tr("%1 of %2. Commit the decisions, then build.")
                                         .arg(counts.decided)
                                         .arg(counts.total)
                                   : tr("%1 of %2.").arg(counts.decided).arg(counts.total));
        m_pages->setCurrentIndex(AllDecidedPage);
    } else if (m_pages->currentIndex() != ErrorPage && m_pages->currentIndex() != TextPage) {
        m_pages->setCurrentIndex(DiffPage);
    }
}

void ReviewArea::updateExplanation()
{
    if (!m_loading.isEmpty()) {
        return; // with the file that is on its way
    }
    Explanation shown;
    if (m_current >= 0 && m_state && m_state->scan) {
        const ReviewChange& change = m_model->changes()[m_current];
        const Hunk& hunk = *change.hunk;
        shown.hunk = &hunk;
        const QVector<int> inFile = m_model->changesOfFile(hunk.targetPath);
        shown.number = static_cast<int>(inFile.indexOf(m_current)) + 1;
        shown.count = static_cast<int>(inFile.size());
        shown.kind = change.kind;
        shown.verdict = change.verdict;
        shown.verdictReason = m_state->verdictReason(hunk);
        const std::shared_ptr<const RuleSet> rules = m_session.rules();
        const Rule* rule = rules ? rules->find(hunk.ruleIds.value(0)) : nullptr;
        shown.reason = hunk.reason.isEmpty() && rule ? rule->reason : hunk.reason;
        shown.change = hunk.change.isEmpty() && rule ? rule->change : hunk.change;
        QSet<int> files;
        for (const int other : m_model->changesOfRule(hunk.ruleIds.value(0))) {
            const ReviewChange& same = m_model->changes()[other];
            ++shown.ruleChanges;
            shown.ruleAccepted += isTaken(same.kind) ? 1 : 0;
            shown.ruleOpen += isDecided(same.kind) ? 0 : 1;
            files.insert(same.pathId);
        }
        shown.ruleFiles = static_cast<int>(files.size());
        for (const std::shared_ptr<const FileAnalysis>& file : m_state->scan->files) {
            if (file->path != hunk.sourcePath) {
                continue;
            }
            for (const Finding& finding : file->findings) {
                if (hunk.findingIds.contains(finding.id)) {
                    shown.findings.append(&finding);
                }
            }
        }
        for (const QByteArray& key : hunk.needs) {
            if (const Hunk* needed = m_state->hunk(key)) {
                shown.needs.append(needed);
            }
        }
        if (const Decision* decision = m_state->decisions.decision(hunk.key)) {
            shown.note = decision->note;
            shown.overrideReason = decision->overrideReason;
        }
        if (const DecisionBatch* batch = m_state->decisions.batchOf(hunk.key)) {
            shown.author = batch->author;
            shown.time = batch->time;
        }
        shown.committed = m_state->isCommitted(hunk.key);
        shown.draft = m_drafts.contains(hunk.key);
        if (const DecisionConflict* conflict = m_state->conflict(hunk.key)) {
            shown.conflict = conflict->reason;
        }
        shown.width = m_state->guardWidth(hunk.key);
        shown.members = static_cast<int>(m_state->shape.members.value(hunk.key).size());
        shown.compile = m_state->gate ? gateWordOf(*m_state->gate, hunk) : GateWord();
    }
    m_explanation->setExplanation(shown);
}

void ReviewArea::setPhaseFilter(std::optional<Phase> phase)
{
    m_findings->setPhase(phase);
    m_filter->setPhase(phase);
    expandGroups();
    updatePage();
    if (m_current < 0 || !m_filter->passes(m_current)) {
        const int first = m_filter->next(-1, 1, false);
        if (first >= 0) {
            setCurrentChange(first, true);
        }
    }
}

void ReviewArea::expandGroups()
{
    for (int row = 0; row < m_filter->rowCount(); ++row) {
        m_tree->setExpanded(m_filter->index(row, 0), true);
    }
}

void ReviewArea::updateUnified()
{
    // The rule is for the window; the area is narrower by the rail.
    const bool narrow = m_pages->width() > 0 && window()->width() < kUnifiedBelow;
    const bool unified = m_unifiedWanted || narrow;
    command(QStringLiteral("unified"))->setProperty("unified", unified);
    if (!m_diff->isEmpty() && m_diff->scene().layout.unified != unified) {
        relayOut();
    }
    updateCommands();
}

void ReviewArea::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    // These have keys, and the bar says again what stands beside it.
    const bool tight = width() < m_provider.theme().scaled(kTightBelow);
    for (QWidget* part : {static_cast<QWidget*>(m_bar), static_cast<QWidget*>(m_undo),
                          static_cast<QWidget*>(m_redo), static_cast<QWidget*>(m_layoutButton)}) {
        part->setVisible(!tight);
    }
    updateUnified();
}

void ReviewArea::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    updateUnified();
}

bool ReviewArea::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_tree->viewport() && event->type() == QEvent::MouseButtonPress) {
        auto* mouse = static_cast<QMouseEvent*>(event);
        const QModelIndex index = m_tree->indexAt(mouse->pos());
        const int level = index.data(ReviewModel::LevelRole).toInt();
        if (index.isValid() && mouse->button() == Qt::LeftButton &&
            mouse->modifiers() == Qt::NoModifier && m_filter->hasChildren(index) &&
            (level == ReviewModel::GroupLevel ||
             m_delegate->arrowRect(m_tree->visualRect(index), level).contains(mouse->pos()))) {
            m_tree->setExpanded(index, !m_tree->isExpanded(index));
        }
    }
    if (watched == m_search && event->type() == QEvent::KeyPress) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Escape && m_search->text().isEmpty()) {
            m_tree->setFocus();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace rocport
