#include "ui/review/reviewarea.h"

#include "ui/review/asksheet.h"
#include "ui/review/changeexplanation.h"
#include "ui/review/changelist.h"
#include "ui/review/changesearch.h"
#include "ui/review/checkoutbanner.h"
#include "ui/review/compilecheck.h"
#include "ui/review/diffpage.h"
#include "ui/review/diffview.h"
#include "ui/review/findingspage.h"
#include "ui/review/gatepanel.h"
#include "ui/review/placecommands.h"
#include "ui/review/reviewactions.h"
#include "ui/review/reviewcommands.h"
#include "ui/review/reviewdesk.h"
#include "ui/review/reviewguest.h"
#include "ui/review/reviewmodes.h"
#include "ui/review/reviewnavigator.h"
#include "ui/review/reviewpages.h"
#include "ui/review/reviewtoolbar.h"
#include "ui/review/shownfile.h"
#include "ui/review/viewcommands.h"

#include <QAction>
#include <QHBoxLayout>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <initializer_list>
#include <utility>

namespace rocport {

namespace {

constexpr int kUnifiedBelow = 1180; // width of the window under which two panes do not fit
constexpr int kUnifiedGrid = 960;   // the same in pixels of the grid, for large text

const QString kListWidth = QStringLiteral("review/tree-width");

QSplitter* makeSplitter(Qt::Orientation orientation, QWidget* parent)
{
    auto* splitter = new QSplitter(orientation, parent);
    splitter->setHandleWidth(1);
    splitter->setChildrenCollapsible(false);
    return splitter;
}

/// Tab goes as one reads, whatever was made first.
void orderTabs(std::initializer_list<QWidget*> parts)
{
    QWidget* before = nullptr;
    for (QWidget* part : parts) {
        QList<QWidget*> inside; // in the order that they have among themselves
        QWidget* const first = part->window();
        for (QWidget* at = first->nextInFocusChain(); at != first; at = at->nextInFocusChain()) {
            if ((at == part || part->isAncestorOf(at)) && at->focusPolicy() != Qt::NoFocus) {
                inside.append(at);
            }
        }
        for (QWidget* one : std::as_const(inside)) {
            if (before != nullptr) {
                QWidget::setTabOrder(before, one);
            }
            before = one;
        }
    }
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
      m_findings(new FindingsPage(session, provider, settings, *m_syntax, m_modePages)),
      m_desk(std::make_unique<ReviewDesk>(session)),
      m_commands(std::make_unique<ReviewCommands>(*m_desk, *m_changes)),
      m_page(new DiffPage(*m_desk, provider, settings, *m_syntax, m_right)),
      m_list(new ChangeList(*m_desk, *m_commands, provider, m_changes)),
      m_shown(std::make_unique<ShownFile>(*m_desk, m_page->diff())),
      m_navigator(std::make_unique<ReviewNavigator>(*m_desk, *m_commands, *m_list, *m_shown,
                                                    m_page->questions())),
      m_actions(std::make_unique<ReviewActions>(
          ReviewActions::Parts{*m_desk, *m_commands, *m_navigator, *m_list, *m_shown, *m_page,
                               *m_syntax, provider, settings, *this})),
      m_modes(std::make_unique<ReviewModes>(
          ReviewModes::Parts{*m_desk, *m_commands, *m_navigator, *m_list, m_actions->own(),
                             *m_findings, *m_changes, *m_modePages, *this},
          provider)),
      m_pages(new ReviewPages(*m_desk, *m_commands, *m_shown, provider, *m_page, m_right)),
      m_toolbar(
          new ReviewToolbar(*m_desk, *m_commands, m_list->statusSwitch(), provider, m_changes))
{
    m_right->addWidget(m_pages); // the panels go below
    m_search = std::make_unique<ChangeSearch>(ChangeSearch::Parts{*m_desk, *m_commands,
                                                                  *m_navigator, *m_pages, *m_shown,
                                                                  m_page->diff(), *this},
                                              m_page->bar(), *m_right, provider);
    m_check = std::make_unique<CompileCheck>(*m_desk, *m_commands, *m_navigator, m_page->diff(),
                                             *m_right, provider, settings);
    // What is used most comes first in the palette and the list of shortcuts.
    adoptCommands(m_commands->all(
        {"accept",    "reject",       "edit",         "defer",      "next",         "previous",
         "nextFile",  "previousFile", "firstChange",  "lastChange", "acceptRule",   "rejectRule",
         "deferRule", "acceptFile",   "rejectFile",   "deferFile",  "acceptProved", "acceptNames",
         "undo",      "history",      "redo",         "note",       "unified",      "filter",
         "commit",    "findings",     "backToFinding"}));
    adoptCommands(m_findings->commands());
    setMenu({QStringLiteral("find"), QStringLiteral("searchChanges"), QStringLiteral("symbols"),
             QStringLiteral("allSymbols"), QStringLiteral("inline"), QStringLiteral("ignoreBlanks"),
             QStringLiteral("foldLines"), QStringLiteral("wrapLines"), QStringLiteral("blame"),
             QStringLiteral("history"), QStringLiteral("checkCompiles"),
             QStringLiteral("checkWhole"), QStringLiteral("proveNvcc")});
    // One undo for what is decided here and there.
    m_findings->addKey(m_commands->at(QStringLiteral("undo")), QStringLiteral("u"));
    m_findings->addAction(&m_commands->at(QStringLiteral("redo")));
    m_page->addKeys(*m_commands);
    m_guest = std::make_unique<ReviewGuest>(*this, *m_modePages);
    layOut();
    connectParts();
    stateChanged(StateChange::Everything);
}

ReviewArea::~ReviewArea()
{
    // Parts that go are hidden first, and tell of it when what is told of is gone.
    for (QObject* part : findChildren<QObject*>()) {
        part->disconnect(this);
    }
}

void ReviewArea::layOut()
{
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
    auto* column = new QVBoxLayout(m_changes);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_toolbar);
    column->addWidget(new CheckoutBanner(m_session, m_provider, m_changes));
    column->addWidget(splitter, 1);
    m_modePages->addWidget(m_changes);
    m_modePages->addWidget(m_findings);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_modePages);
    setFocusProxy(m_list->entry());
    orderTabs({m_toolbar, m_list, m_pages});
}

void ReviewArea::connectParts()
{
    const auto everything = [this] { stateChanged(StateChange::Everything); };
    const auto know = [this] {
        updateExplanation();
        updateCommands();
    };
    connect(&m_session, &ProjectSession::stateChanged, this, &ReviewArea::stateChanged);
    connect(&m_session, &ProjectSession::opened, this, everything);
    connect(&m_session, &ProjectSession::closed, this, everything);
    m_desk->setInSight([this] { return m_pages->checkInSight(); });
    connect(m_desk.get(), &ReviewDesk::said, this, &ReviewArea::said);
    connect(m_commands.get(), &ReviewCommands::given, this, [this](const QString& name) {
        // From the palette: what is done has to be in sight. Undo and redo are of both pages.
        m_guest->show(false);
        if (showsFindings() && !m_findings->actions().contains(&m_commands->at(name))) {
            showFindings(false);
        }
    });
    connect(m_list, &ChangeList::filtered, this, [this] {
        m_pages->refresh();
        m_modes->updateFocus();
        m_guest->keepFocus();
    });
    connect(m_list, &ChangeList::readRequested, &m_page->diff(), &DiffView::focusText);
    connect(m_list, &ChangeList::allPhasesRequested, this, [this] { setPhaseFilter({}); });
    connect(m_page, &DiffPage::placeRequested, this, &ReviewArea::showPlaceRequested);
    connect(m_shown.get(), &ShownFile::placeFactsChanged, this, &ReviewArea::placeFactsChanged);
    connect(m_shown.get(), &ShownFile::loaded, this, [this] {
        fitWidth(); // the window may have changed meanwhile
        m_actions->showNew();
    });
    connect(m_shown.get(), &ShownFile::shown, this, know);
    connect(m_navigator.get(), &ReviewNavigator::noneCurrent, this, know);
    connect(m_actions.get(), &ReviewActions::changed, this, know);
    connect(m_actions.get(), &ReviewActions::decided, m_toolbar, &ReviewToolbar::announce);
    connect(m_actions.get(), &ReviewActions::wentBack, m_modes.get(), &ReviewModes::showDecided);
    connect(m_actions.get(), &ReviewActions::checkRequested, this, &ReviewArea::checkFileRequested);
    connect(m_actions.get(), &ReviewActions::commitOpened, this, &ReviewArea::commitRequested);
    connect(&m_actions->views(), &ViewCommands::unifiedChanged, m_toolbar,
            &ReviewToolbar::setUnified);
    connect(m_modes.get(), &ReviewModes::led, this, &ReviewArea::updateExplanation);
    connect(m_guest.get(), &ReviewGuest::shownChanged, this, [this](bool guest) {
        if (!guest) {
            showFindings(showsFindings()); // which has the focus again
        }
    });
    connect(m_findings, &FindingsPage::editorRequested, this,
            [this](const RepoPath& path, int line) {
                m_actions->places().open({path, line, PlaceSide::Original});
            });
    connect(m_pages, &ReviewPages::openRequested, this, &ReviewArea::openRequested);
    connect(m_pages, &ReviewPages::allRequested, this,
            [this] { m_list->setStatus(ReviewStatus::All); });
    connect(m_pages, &QStackedWidget::currentChanged, this, &ReviewArea::updateCommands);
    connect(m_check.get(), &CompileCheck::placeRequested, this, &ReviewArea::showPlaceRequested);
}

void ReviewArea::setPhaseFilter(std::optional<Phase> phase)
{
    m_findings->setPhase(phase);
    m_navigator->setPhase(phase);
    m_guest->setPhase(phase);
    m_guest->keepFocus();
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
    m_guest->show(false);
    m_navigator->showPlace(place);
}

void ReviewArea::goToChange(const QByteArray& hunkKey)
{
    m_guest->show(false);
    m_navigator->showHunk(hunkKey);
}

void ReviewArea::goToChanges(const ChangesWish& wish)
{
    m_guest->show(false);
    if (wish.all) {
        m_navigator->listChanges(wish.rule);
    } else {
        showFindings(false);
    }
}

void ReviewArea::goToFindings(const FindingsWish& wish)
{
    m_guest->show(false);
    FindingsFilter filter;
    filter.phase = wish.phase;
    filter.rule = wish.rule;
    filter.text = wish.text;
    m_modes->list(filter);
}

void ReviewArea::goToInventory(const InventoryCount& count)
{
    m_guest->show(false);
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
    const QStringList places = m_actions->unsaved();
    for (const QString& place : places) {
        lines.append(tr("your edit of %1").arg(place));
    }
    lines += m_findings->unsaved();
    const QStringList asked = m_page->sheet().drafts();
    for (const QString& title : asked) {
        lines.append(tr("what you typed under “%1”").arg(title));
    }
    return lines + m_guest->unsaved();
}

void ReviewArea::setLetterKeys(bool on)
{
    WorkArea::setLetterKeys(on);
    m_commands->updateTips();
    m_modes->updateTips();
    m_guest->updateTips();
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

void ReviewArea::addGuestCommands(const QList<QAction*>& actions, const QStringList& menu)
{
    adoptCommands(actions);
    setMenu(menu);
}

PlacesPanel& ReviewArea::places()
{
    return m_search->places();
}

DiffView& ReviewArea::diff()
{
    return m_page->diff();
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
    m_desk->dropProblem();
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
    m_guest->keepFocus();
    updateCommands();
    m_toolbar->fit(width());
    updateExplanation();
    m_actions->showNew();
}

/// What was typed in a project or asked of it goes with it: its panels close, its filters go.
void ReviewArea::leaveProject()
{
    m_actions->drop();
    m_page->sheet().dropDrafts();
    m_findings->dropDrafts();
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
    m_actions->update();
    m_search->update();
    m_check->update();
}

void ReviewArea::updateExplanation()
{
    if (!m_desk->loading().isEmpty()) {
        return; // with the file that is on its way
    }
    const Finding* finding = m_desk->current() < 0 ? m_modes->ledHere() : nullptr;
    m_page->explanation().setExplanation(
        finding != nullptr
            ? explanationOf(*m_desk, *finding, m_commands->key(QStringLiteral("backToFinding")))
            : explanationOfCurrent(*m_desk, m_actions->hasDraft()));
}

void ReviewArea::fitWidth()
{
    m_toolbar->fit(width());
    // The rule is for the window; the area is narrower by the rail.
    const int least = std::max(kUnifiedBelow, m_provider.theme().scaled(kUnifiedGrid));
    m_actions->views().setNarrow(m_pages->width() > 0 && window()->width() < least);
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
