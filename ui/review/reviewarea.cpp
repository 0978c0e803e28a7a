#include "ui/review/reviewarea.h"

#include "ui/editor/keyrow.h"
#include "ui/review/asksheet.h"
#include "ui/review/changedecisions.h"
#include "ui/review/changeediting.h"
#include "ui/review/changeexplanation.h"
#include "ui/review/changelist.h"
#include "ui/review/changemenu.h"
#include "ui/review/changesearch.h"
#include "ui/review/checkoutbanner.h"
#include "ui/review/compilecheck.h"
#include "ui/review/decisioncommands.h"
#include "ui/review/diffgutter.h"
#include "ui/review/diffview.h"
#include "ui/review/findingspage.h"
#include "ui/review/gatepanel.h"
#include "ui/review/guardcommands.h"
#include "ui/review/guardwidths.h"
#include "ui/review/lineauthors.h"
#include "ui/review/ownchanges.h"
#include "ui/review/placecommands.h"
#include "ui/review/reviewcommands.h"
#include "ui/review/reviewdesk.h"
#include "ui/review/reviewdialogs.h"
#include "ui/review/reviewmodes.h"
#include "ui/review/reviewnavigator.h"
#include "ui/review/reviewpages.h"
#include "ui/review/reviewquestions.h"
#include "ui/review/reviewtoolbar.h"
#include "ui/review/shownfile.h"
#include "ui/review/viewcommands.h"
#include "ui/theme/findbar.h"
#include "ui/theme/whynot.h"
#include "ui/theme/windowfit.h"

#include <QAction>
#include <QSplitter>
#include <QStackedWidget>
#include <QTreeView>

namespace rocport {

namespace {

constexpr int kUnifiedBelow = 1180; // width of the window under which two panes do not fit
constexpr int kUnifiedGrid = 960;   // the same in pixels of the grid, for large text

const QString kListWidth = QStringLiteral("review/tree-width");
const QString kExplanationHeight = QStringLiteral("review/explanation-height");

QSplitter* makeSplitter(Qt::Orientation orientation, QWidget* parent)
{
    auto* splitter = new QSplitter(orientation, parent);
    splitter->setHandleWidth(1);
    splitter->setChildrenCollapsible(false);
    return splitter;
}

} // namespace

ReviewArea::ReviewArea(ProjectSession& session, ThemeProvider& provider, UiSettings& settings,
                       QWidget* parent)
    : WorkArea({QStringLiteral("review"), tr("Review"), QStringLiteral("review-area"), true},
               parent),
      m_session(session),
      m_provider(provider),
      m_settings(settings),
      m_syntax(new SyntaxRepository(this)),
      m_modePages(new QStackedWidget(this)),
      m_changes(new QWidget(m_modePages)),
      m_right(makeSplitter(Qt::Vertical, m_changes)),
      m_diffPage(new Surface(provider, &ThemeColours::base, m_right)),
      m_below(new QStackedWidget(m_diffPage)),
      m_sheet(new AskSheet(provider, m_below)),
      m_explanation(new ExplanationPane(provider, m_below)),
      m_findBar(new FindBar(provider, QStringLiteral("find"), tr("Find in this file"), m_diffPage)),
      m_findings(new FindingsPage(session, provider, settings, *m_syntax, m_modePages)),
      m_diff(new DiffView(provider, *m_syntax, m_diffPage)),
      m_desk(std::make_unique<ReviewDesk>(session)),
      m_commands(std::make_unique<ReviewCommands>(*m_desk, *m_changes))
{
    m_below->addWidget(m_explanation);
    m_below->addWidget(m_sheet);
    m_modePages->addWidget(m_changes);
    m_modePages->addWidget(m_findings);
    makeParts();
    makeCommands();
    layOut();
    // What is used most comes first in the palette and the list of shortcuts.
    adoptCommands(m_commands->all(
        {"accept",    "reject",       "edit",        "defer",      "next",         "previous",
         "nextFile",  "previousFile", "firstChange", "lastChange", "acceptRule",   "rejectRule",
         "deferRule", "acceptFile",   "rejectFile",  "deferFile",  "acceptProved", "undo",
         "history",   "redo",         "note",        "unified",    "filter",       "commit",
         "findings",  "backToFinding"}));
    adoptCommands(m_findings->commands());
    // One undo for what is decided here and there.
    m_findings->addKey(m_commands->at(QStringLiteral("undo")), QStringLiteral("u"));
    m_findings->addAction(&m_commands->at(QStringLiteral("redo")));
    connectParts();
    connectDiff();
    connectChanges();
    connect(&session, &ProjectSession::stateChanged, this, &ReviewArea::stateChanged);
    const auto everything = [this] { stateChanged(StateChange::Everything); };
    connect(&session, &ProjectSession::opened, this, everything);
    connect(&session, &ProjectSession::closed, this, everything);
    setMenu({QStringLiteral("find"), QStringLiteral("searchChanges"), QStringLiteral("symbols"),
             QStringLiteral("allSymbols"), QStringLiteral("foldLines"), QStringLiteral("wrapLines"),
             QStringLiteral("blame"), QStringLiteral("history"), QStringLiteral("checkCompiles"),
             QStringLiteral("checkWhole"), QStringLiteral("proveNvcc")});
    everything();
}

ReviewArea::~ReviewArea()
{
    // Parts that go are hidden first, and tell of it when what is told of is gone.
    for (QObject* part : findChildren<QObject*>()) {
        part->disconnect(this);
    }
}

void ReviewArea::makeParts()
{
    m_questions = std::make_unique<ReviewQuestions>(*m_sheet, *m_below);
    m_widths = std::make_unique<GuardWidths>(*m_desk);
    m_decisions = std::make_unique<ChangeDecisions>(*m_desk, *m_questions, *m_widths);
    m_editing = std::make_unique<ChangeEditing>(*m_desk, *m_diff);
    m_own = std::make_unique<OwnChanges>(*m_desk, *m_questions, *m_diff);
    m_authors = std::make_unique<LineAuthors>(*m_desk, *m_diff, m_settings);
    m_shown = std::make_unique<ShownFile>(*m_desk, *m_diff);
    m_list = new ChangeList(*m_desk, *m_commands, m_provider, m_changes);
    m_navigator =
        std::make_unique<ReviewNavigator>(*m_desk, *m_commands, *m_list, *m_shown, *m_questions);
}

void ReviewArea::makeCommands()
{
    m_deciding = std::make_unique<DecisionCommands>(DecisionCommands::Parts{
        *m_desk, *m_commands, *m_decisions, *m_editing, *m_widths, *m_list});
    m_guards = std::make_unique<GuardCommands>(*m_desk, *m_commands, *m_widths, *m_own, *m_editing);
    m_views = std::make_unique<ViewCommands>(
        ViewCommands::Parts{*m_desk, *m_commands, *m_shown, *m_diff, *m_authors, m_settings});
    m_placing = std::make_unique<PlaceCommands>(PlaceCommands::Parts{
        *m_desk, *m_commands, *m_questions, *m_list, *m_own, *m_diff, m_settings, *this});
    m_dialogs = std::make_unique<ReviewDialogs>(*m_desk, *m_commands, *m_diff, *m_syntax,
                                                m_provider, m_settings, *this);
    m_modes = std::make_unique<ReviewModes>(ReviewModes::Parts{*m_desk, *m_commands, *m_navigator,
                                                               *m_list, *m_own, *m_findings,
                                                               *m_changes, *m_modePages, *this},
                                            m_provider);
    m_pages = new ReviewPages(*m_desk, *m_commands, *m_shown, m_provider, *m_diffPage, m_right);
    m_right->addWidget(m_pages);
    m_search = std::make_unique<ChangeSearch>(
        ChangeSearch::Parts{*m_desk, *m_commands, *m_navigator, *m_pages, *m_shown, *m_diff},
        *m_findBar, *m_right, m_provider);
    m_check = std::make_unique<CompileCheck>(*m_desk, *m_commands, *m_navigator, *m_diff, *m_right,
                                             m_provider, m_settings);
    m_menu = std::make_unique<ChangeMenu>(*m_desk, *m_commands, *m_list, *m_deciding, *m_guards);
}

void ReviewArea::layOut()
{
    m_toolbar =
        new ReviewToolbar(*m_desk, *m_commands, m_list->statusSwitch(), m_provider, m_changes);
    m_toolbar->setUnified(m_shown->isUnified());
    m_modes->addSwitch(*m_toolbar->row(), false);
    m_modes->addSwitch(*m_findings->toolbarRow(), true);
    m_toolbar->wrapFrom(m_list->statusSwitch());
    // The results of the compile check stay in sight on every page.
    m_right->setStretchFactor(0, 1);
    auto* splitter = makeSplitter(Qt::Horizontal, m_changes);
    splitter->addWidget(m_list);
    splitter->addWidget(m_right);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes(
        {m_settings.value(kListWidth, m_provider.theme().scaled(280)).toInt(), 1100});
    connect(splitter, &QSplitter::splitterMoved, this, [this, splitter] {
        m_settings.setValue(kListWidth, splitter->sizes().value(0));
        fitWidth();
    });
    auto* diffColumn = new QVBoxLayout(m_diffPage);
    diffColumn->setContentsMargins(0, 0, 0, 0);
    diffColumn->setSpacing(0);
    diffColumn->addWidget(layOutDiff(), 1);
    diffColumn->addWidget(makeKeyRow());
    auto* column = new QVBoxLayout(m_changes);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_toolbar);
    column->addWidget(new CheckoutBanner(m_session, m_provider, m_changes));
    column->addWidget(splitter, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_modePages);
    setFocusProxy(m_list->entry());
}

/// The diff with the bar above it, and what is said or asked about the change below.
QWidget* ReviewArea::layOutDiff()
{
    auto* pane = new QWidget(m_diffPage);
    pane->setProperty("pane", true);
    pane->setAccessibleName(tr("Diff"));
    auto* column = new QVBoxLayout(pane);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_findBar);
    column->addWidget(m_diff, 1);
    keepHeight(*m_diff, m_provider, 150); // a change with lines around it
    // Each column of the explanation is a pane; so is the question in their place.
    m_below->setAccessibleName(tr("About the change"));
    m_sheet->setProperty("pane", true);
    m_sheet->setAccessibleName(tr("Question about the change"));
    keepHeight(*m_below, m_provider, 160);
    auto* splitter = makeSplitter(Qt::Vertical, m_diffPage);
    splitter->addWidget(pane);
    splitter->addWidget(m_below);
    splitter->setStretchFactor(0, 1);
    splitter->setSizes({600, m_settings.value(kExplanationHeight, 232).toInt()});
    connect(splitter, &QSplitter::splitterMoved, this, [this, splitter] {
        m_settings.setValue(kExplanationHeight, splitter->sizes().value(1));
    });
    return splitter;
}

QWidget* ReviewArea::makeKeyRow()
{
    auto* row = new KeyRow(m_provider, m_diffPage);
    row->setObjectName(QStringLiteral("keyRow"));
    const std::initializer_list<std::pair<const char*, const char*>> keys = {
        {"accept", "a"},   {"reject", "r"},     {"edit", "e"}, {"defer", "s"}, {"next", "n"},
        {"previous", "p"}, {"acceptRule", "A"}, {"note", "c"}, {"undo", "u"}};
    for (const auto& [name, key] : keys) {
        row->row()->addWidget(new KeyButton(m_provider, m_commands->at(QLatin1String(name)),
                                            QLatin1String(key), row));
    }
    row->row()->addStretch();
    m_problem = new Chip(m_provider, {}, ChipTone::Critical, Glyph::SeverityCritical, row);
    m_problem->setObjectName(QStringLiteral("reviewProblem"));
    m_problem->hide();
    connect(m_desk.get(), &ReviewDesk::problemGone, m_problem, &QWidget::hide);
    connect(m_desk.get(), &ReviewDesk::problemFound, m_problem,
            [this](const QString& title, const QString& sentence) {
                m_problem->setText(title);
                m_problem->setToolTip(sentence);
                m_problem->setAccessibleName(sentence);
                m_problem->show();
            });
    row->row()->addWidget(m_problem);
    return row;
}

void ReviewArea::connectParts()
{
    m_desk->setInSight([this] { return m_pages->isInSight(); });
    connect(m_desk.get(), &ReviewDesk::said, this, &ReviewArea::said);
    connect(m_commands.get(), &ReviewCommands::given, this, [this](const QString& name) {
        // From the palette: what is done has to be in sight. Undo and redo are of both pages.
        if (showsFindings() && !m_findings->actions().contains(&m_commands->at(name))) {
            showFindings(false);
        }
    });
    connect(m_list, &ChangeList::filtered, this, [this] {
        m_pages->refresh();
        m_modes->updateFocus();
    });
    connect(m_list, &ChangeList::selectionChanged, this, &ReviewArea::updateCommands);
    connect(m_list, &ChangeList::readRequested, m_diff, &DiffView::focusText);
    connect(m_list, &ChangeList::menuRequested, this,
            [this](const QPoint& at) { m_menu->open(at, *this); });
    connect(m_list, &ChangeList::allPhasesRequested, this, [this] { setPhaseFilter({}); });
    connect(m_pages, &ReviewPages::openRequested, this, &ReviewArea::openRequested);
    connect(m_pages, &ReviewPages::allRequested, this,
            [this] { m_list->setStatus(ReviewStatus::All); });
    connect(m_pages, &QStackedWidget::currentChanged, this, &ReviewArea::updateCommands);
    connect(m_views.get(), &ViewCommands::unifiedChanged, m_toolbar, &ReviewToolbar::setUnified);
    connect(m_placing.get(), &PlaceCommands::checkRequested, this, &ReviewArea::checkFileRequested);
    connect(m_dialogs.get(), &ReviewDialogs::commitOpened, this, &ReviewArea::commitRequested);
    connect(m_modes.get(), &ReviewModes::led, this, &ReviewArea::updateExplanation);
    connect(m_check.get(), &CompileCheck::placeRequested, this, &ReviewArea::showPlaceRequested);
    connect(m_findings, &FindingsPage::editorRequested, this,
            [this](const RepoPath& path, int line) {
                m_placing->open({path, line, PlaceSide::Original});
            });
}

/// What is shown of the current change, and what is asked for there.
void ReviewArea::connectDiff()
{
    connect(m_shown.get(), &ShownFile::placeFactsChanged, this, &ReviewArea::placeFactsChanged);
    connect(m_shown.get(), &ShownFile::loaded, this, [this] {
        fitWidth(); // the window may have changed meanwhile
        m_own->showNew();
    });
    connect(m_shown.get(), &ShownFile::shown, this, [this] {
        updateExplanation();
        updateCommands();
        m_authors->update();
    });
    connect(m_navigator.get(), &ReviewNavigator::noneCurrent, this, [this] {
        updateExplanation();
        updateCommands();
    });
    connect(m_diff, &DiffView::currentRequested, this, [this](int change) {
        m_navigator->goTo(m_desk->model().changeOfKey(m_diff->scene().layout.changes[change].key));
    });
    m_diff->gutter().followKeys(m_commands->at(QStringLiteral("accept")),
                                m_commands->at(QStringLiteral("reject")),
                                m_commands->at(QStringLiteral("edit")));
    // The buttons stand beside one change; they decide that one, whatever the list has selected.
    const auto decideShown = [this](DecisionKind kind) {
        if (m_list->tree().hasFocus()) {
            m_diff->focusText();
        }
        m_deciding->decide(kind);
    };
    connect(m_diff, &DiffView::acceptRequested, this,
            [decideShown] { decideShown(DecisionKind::Accepted); });
    connect(m_diff, &DiffView::rejectRequested, this,
            [decideShown] { decideShown(DecisionKind::Rejected); });
    connect(m_diff, &DiffView::menuRequested, this,
            [this](const QPoint& at) { m_menu->open(at, *this); });
    connect(m_explanation, &ExplanationPane::placeRequested, this,
            [this](const RepoPath& path, int line) {
                if (path == m_desk->texts().path) {
                    m_diff->showLine(line, PlaceSide::Original);
                } else {
                    Q_EMIT showPlaceRequested({path, line, PlaceSide::Original});
                }
            });
    connect(m_explanation, &ExplanationPane::proofRequested,
            &m_commands->at(QStringLiteral("explainProof")), &QAction::trigger);
    connect(m_questions.get(), &ReviewQuestions::closed, m_diff, &DiffView::focusText);
}

/// What is done with changes, and what of it has to be shown.
void ReviewArea::connectChanges()
{
    connect(m_widths.get(), &GuardWidths::changed, this, &ReviewArea::updateCommands);
    connect(m_decisions.get(), &ChangeDecisions::decided, this, &ReviewArea::afterDecision);
    connect(m_decisions.get(), &ChangeDecisions::wentBack, m_modes.get(),
            &ReviewModes::showDecided);
    connect(m_decisions.get(), &ChangeDecisions::undoChanged, this, &ReviewArea::updateCommands);
    connect(m_editing.get(), &ChangeEditing::draftsChanged, this, &ReviewArea::draftsChanged);
    connect(m_editing.get(), &ChangeEditing::draftKept, this, &ReviewArea::updateExplanation);
    connect(m_editing.get(), &ChangeEditing::saved, this,
            [this] { afterDecision(m_desk->current()); });
    connect(m_own.get(), &OwnChanges::changed, this, &ReviewArea::updateCommands);
    connect(m_own.get(), &OwnChanges::changeWanted, m_navigator.get(), &ReviewNavigator::goTo);
    connect(m_own.get(), &OwnChanges::newWanted, m_navigator.get(), &ReviewNavigator::showHunk);
    connect(m_own.get(), &OwnChanges::newShown, m_editing.get(), &ChangeEditing::begin);
    connect(m_own.get(), &OwnChanges::editWanted, this, [this] {
        const QAction& edit = m_commands->at(QStringLiteral("edit"));
        if (edit.isEnabled()) {
            m_editing->begin();
        } else {
            Q_EMIT said(whyNot(edit));
        }
    });
}

void ReviewArea::setPhaseFilter(std::optional<Phase> phase)
{
    m_findings->setPhase(phase);
    m_navigator->setPhase(phase);
}

std::optional<int> ReviewArea::count(const ProjectState& state) const
{
    return state.hunks - state.decided;
}

bool ReviewArea::offers(AreaOffer offer) const
{
    return offer == AreaOffer::Changes;
}

void ReviewArea::goToPlace(const Place& place)
{
    m_navigator->showPlace(place);
}

void ReviewArea::goToChange(const QByteArray& hunkKey)
{
    m_navigator->showHunk(hunkKey);
}

void ReviewArea::goToChanges(const ChangesWish& wish)
{
    if (wish.all) {
        m_navigator->listChanges(wish.rule);
    } else {
        showFindings(false);
    }
}

void ReviewArea::goToFindings(const FindingsWish& wish)
{
    FindingsFilter filter;
    filter.phase = wish.phase;
    filter.rule = wish.rule;
    filter.text = wish.text;
    m_modes->list(filter);
}

void ReviewArea::goToInventory(const InventoryCount& count)
{
    showFindings(false);
    m_search->showPlaces(count);
}

QString ReviewArea::place() const
{
    return m_navigator->place();
}

void ReviewArea::resume(const QString& place)
{
    m_navigator->resume(place);
}

QStringList ReviewArea::prepareToLeave(Leaving)
{
    return unsaved();
}

QStringList ReviewArea::unsaved() const
{
    QStringList lines;
    const QStringList places = m_editing->unsaved();
    for (const QString& place : places) {
        lines.append(tr("your edit of %1").arg(place));
    }
    lines += m_findings->unsaved();
    const QStringList asked = m_sheet->drafts();
    for (const QString& title : asked) {
        lines.append(tr("what you typed under “%1”").arg(title));
    }
    return lines;
}

void ReviewArea::setLetterKeys(bool on)
{
    WorkArea::setLetterKeys(on);
    m_commands->updateTips();
    m_modes->updateTips();
    updateCommands(); // sentences name keys
}

void ReviewArea::showFindings(bool findings)
{
    m_modes->show(findings);
}

bool ReviewArea::showsFindings() const
{
    return m_modes->showsFindings();
}

PlacesPanel& ReviewArea::places()
{
    return m_search->places();
}

ReviewModel& ReviewArea::model()
{
    return m_desk->model();
}

ReviewFilter& ReviewArea::filter()
{
    return m_desk->filter();
}

const DiffFiles& ReviewArea::files() const
{
    return m_shown->files();
}

GatePanel& ReviewArea::gatePanel()
{
    return m_check->panel();
}

QByteArray ReviewArea::currentKey() const
{
    return m_desk->currentKey();
}

bool ReviewArea::showsCurrent() const
{
    return m_pages->showsCurrent();
}

void ReviewArea::stateChanged(StateChange change)
{
    const std::shared_ptr<const ProjectState> before = m_desk->state();
    const std::shared_ptr<const ProjectState> state = m_session.state();
    const QByteArray key = m_desk->currentKey();
    m_desk->setState(state);
    m_findings->setState(state);
    const bool left = before && (!state || state->projectFile != before->projectFile);
    const bool sameScan = before && !left && before->scan == state->scan;
    const bool seen = change == StateChange::Decisions || change == StateChange::Commits ||
                      change == StateChange::Verification || change == StateChange::Everything;
    if (sameScan && !seen) {
        m_desk->model().setState(state);
        return;
    }
    m_problem->hide();
    m_desk->model().setState(state);
    if (sameScan) {
        m_shown->refresh();
    } else {
        const RepoPath path = m_desk->texts().path;
        m_desk->setCurrent(-1);
        m_shown->clear();
        if (left) {
            leaveProject();
        }
        m_list->expandGroups();
        m_navigator->goOn(before.get(), key, path);
    }
    m_shown->showState();
    m_toolbar->refresh();
    m_list->refresh();
    m_modes->update();
    m_pages->refresh();
    m_modes->updateFocus();
    updateCommands();
    m_toolbar->fit(width());
    updateExplanation();
    m_own->showNew();
}

/// What was typed in a project or asked of it goes with it: its panels close, its filters go.
void ReviewArea::leaveProject()
{
    m_editing->drop();
    m_sheet->dropDrafts();
    m_findings->dropDrafts();
    m_widths->drop();
    m_modes->forget();
    m_shown->dropQuestion();
    m_search->close();
    m_check->close();
    m_list->setText({});
    m_list->setChips({});
    m_list->setStatus(ReviewStatus::Open);
    m_findings->setFilter({});
}

void ReviewArea::updateCommands()
{
    m_navigator->update();
    m_deciding->update();
    m_guards->update();
    m_placing->update();
    m_dialogs->update();
    m_search->update();
    m_check->update();
    if (m_pages->currentIndex() == ReviewPages::AllDecided) { // what they are about is out of sight
        m_commands->enable(
            {"accept", "reject", "defer", "edit", "note", "acceptRule", "rejectRule", "deferRule",
             "acceptFile", "rejectFile", "deferFile", "acceptProved", "explainProof", "widerGuard",
             "narrowerGuard", "guardSelection", "ownChange", "removeGuard", "keepMine"},
            false, tr("Every change is decided: show the decided ones to change that."));
    }
}

void ReviewArea::updateExplanation()
{
    if (!m_desk->loading().isEmpty()) {
        return; // with the file that is on its way
    }
    const Finding* finding = m_desk->current() < 0 ? m_modes->ledHere() : nullptr;
    m_explanation->setExplanation(
        finding != nullptr
            ? explanationOf(*m_desk, *finding, m_commands->key(QStringLiteral("backToFinding")))
            : explanationOfCurrent(*m_desk, m_editing->hasDraft(m_desk->currentKey())));
}

/// The list and the gutter mark changes with a draft.
void ReviewArea::draftsChanged()
{
    m_desk->model().setDrafts(m_editing->drafts());
    m_shown->setDrafts(m_editing->drafts());
}

void ReviewArea::afterDecision(int from)
{
    const int next = m_desk->nextOpen(from);
    if (next >= 0) {
        m_navigator->goTo(next);
    } else {
        updateExplanation();
        updateCommands();
    }
    m_toolbar->announce();
}

void ReviewArea::fitWidth()
{
    m_toolbar->fit(width());
    // The rule is for the window; the area is narrower by the rail.
    const int least = std::max(kUnifiedBelow, m_provider.theme().scaled(kUnifiedGrid));
    m_views->setNarrow(m_pages->width() > 0 && window()->width() < least);
}

void ReviewArea::resizeEvent(QResizeEvent* event)
{
    WorkArea::resizeEvent(event);
    fitWidth();
}

void ReviewArea::showEvent(QShowEvent* event)
{
    WorkArea::showEvent(event);
    fitWidth();
}

} // namespace rocport
