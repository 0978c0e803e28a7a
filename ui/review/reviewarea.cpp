#include "ui/review/reviewarea.h"

#include "core/base/wording.h"
#include "ui/review/changedelegate.h"
#include "ui/review/checkoutbanner.h"
#include "ui/review/difffiles.h"
#include "ui/review/diffview.h"
#include "ui/review/explanationpane.h"
#include "ui/review/findingspage.h"
#include "ui/review/gatemodel.h"
#include "ui/review/gatepanel.h"
#include "ui/review/placespanel.h"
#include "ui/review/searchpanel.h"
#include "ui/theme/commandkeys.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScopeGuard>
#include <QSplitter>
#include <QStackedWidget>
#include <QTreeView>

namespace rocport {

namespace {

constexpr int kUnifiedBelow = 1180; // width of the window under which two panes do not fit
constexpr int kUnifiedGrid = 960;   // the same in pixels of the grid, for large text

int treeWidth(UiSettings& settings, const ThemeProvider& provider)
{
    return settings.value(QStringLiteral("review/tree-width"), provider.theme().scaled(280))
        .toInt();
}

} // namespace

ReviewArea::ReviewArea(ProjectSession& session, ThemeProvider& provider, UiSettings& settings,
                       QWidget* parent)
    : WorkArea({QStringLiteral("review"), tr("Review"), QStringLiteral("review-area"), true},
               parent),
      m_session(session),
      m_provider(provider),
      m_settings(settings),
      m_model(new ReviewModel(this)),
      m_filter(new ReviewFilter(*m_model, this)),
      m_syntax(new SyntaxRepository(this)),
      m_files(new DiffFiles(session, this))
{
    m_unifiedWanted = settings.value(QStringLiteral("review/unified"), false).toBool();
    m_modes = new QStackedWidget(this);
    m_changes = new QWidget(m_modes);
    m_prepare.setSingleShot(true);
    m_prepare.setInterval(0); // once what is shown is painted
    connect(&m_prepare, &QTimer::timeout, this, &ReviewArea::prepareOthers);
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
    buildPlaces(*right);
    buildGate(*right);
    m_splitter->addWidget(right);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setSizes({treeWidth(settings, provider), 1100});
    connect(m_splitter, &QSplitter::splitterMoved, this, [this] {
        m_settings.setValue(QStringLiteral("review/tree-width"), m_splitter->sizes().value(0));
        updateUnified();
    });
    auto* column = new QVBoxLayout(m_changes);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_toolbar);
    column->addWidget(new CheckoutBanner(session, provider, m_changes));
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
    setMenu({QStringLiteral("find"), QStringLiteral("searchChanges"), QStringLiteral("symbols"),
             QStringLiteral("allSymbols"), QStringLiteral("foldLines"), QStringLiteral("wrapLines"),
             QStringLiteral("blame"), QStringLiteral("history"), QStringLiteral("checkCompiles"),
             QStringLiteral("checkWhole"), QStringLiteral("proveNvcc")});
    stateChanged(StateChange::Everything);
}

ReviewArea::~ReviewArea()
{
    m_blameCancel.cancel();
    // Parts that go are hidden first, and tell of it when what is told of is gone.
    for (QObject* part : findChildren<QObject*>()) {
        part->disconnect(this);
    }
}

std::optional<int> ReviewArea::count(const ProjectState& state) const
{
    return state.hunks - state.decided;
}

bool ReviewArea::offers(AreaOffer offer) const
{
    return offer == AreaOffer::Changes;
}

void ReviewArea::goToChanges(const ChangesWish& wish)
{
    if (wish.all) {
        listChanges(wish.rule);
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
    listFindings(filter);
}

QStringList ReviewArea::prepareToLeave(Leaving)
{
    return unsaved();
}

void ReviewArea::stateChanged(StateChange change)
{
    const std::shared_ptr<const ProjectState> before = m_state;
    m_state = m_session.state();
    m_findings->setState(m_state);
    const bool left = before && (!m_state || m_state->projectFile != before->projectFile);
    const bool sameScan = before && !left && before->scan == m_state->scan;
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
    if (!m_state) {
        m_resume.clear(); // of a project that is not open any more
    }
    if (!sameScan) {
        const RepoPath path = m_texts.path;
        if (!path.isEmpty()) { // a scan leaves what is shown where it is
            m_resumeTop = {path, m_diff->topLine()};
        }
        m_current = -1;
        m_texts = {};
        m_files->clear();
        ++m_request;
        m_diff->clear();
        if (left) {
            leaveProject();
        }
        expandGroups();
        const bool resumed = goToResumed(); // with the filters of then
        const int kept = changeAfter(before.get(), key);
        const int open = kept >= 0 ? kept : nextOpen(-1);
        const int first = open >= 0 ? open : m_filter->next(-1, 1, false);
        // Who looked at lines without a change goes on with the file, as before.
        const bool stays = key.isEmpty() && !m_model->changesOfFile(path).isEmpty();
        if (!resumed && kept < 0 && !stays) {
            m_resumeTop = {}; // another change comes into sight
        }
        if (!resumed) {
            setCurrentChange(stays ? -1 : first, true);
        }
        if (!resumed && (stays || (first < 0 && m_state && m_state->scan && !path.isEmpty()))) {
            loadFile(path, {}, 0);
        }
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
    updateToolbar();
    updatePage();
    updateExplanation();
    showNewGuard();
}

/// What was typed in a project or asked of it goes with it: its panels close, its filters go.
void ReviewArea::leaveProject()
{
    dropDrafts();
    dropTrial();
    m_finding.clear();
    m_onShown = nullptr;
    m_places->clear();
    m_searchPanel->stop();
    for (QWidget* panel : std::initializer_list<QWidget*>{m_places, m_searchPanel, m_gate}) {
        panel->hide();
    }
    m_search->clear();
    setChips({});
    m_status->setCurrent(static_cast<int>(ReviewStatus::Open));
    m_findings->setFilter({});
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
    fitToolbar();
}

void ReviewArea::updatePage()
{
    const int page = m_pages->currentIndex();
    const auto changed = qScopeGuard([this, page] {
        if ((page == AllDecidedPage) != (m_pages->currentIndex() == AllDecidedPage)) {
            updateCommands();
        }
    });
    const ReviewCounts& counts = m_model->totals();
    const bool narrowed =
        !m_filter->text().trimmed().isEmpty() || m_filter->phase() || !m_filter->chips().isEmpty();
    const bool open = m_filter->status() == ReviewStatus::Open;
    const bool empty = m_filter->accepted() == 0 && counts.total > 0;
    const bool decided = empty && open && counts.decided == counts.total;
    m_treeStack->setCurrentIndex(empty && !decided ? 1 : 0);
    if (!showsFindings()) {
        setFocusProxy(entry());
    }
    if (empty && !decided) {
        m_noMatch->setTexts(tr("No change matches"),
                            narrowed
                                ? tr("None of %1 matches the filter.")
                                      .arg(counted(counts.total, tr("change"), tr("changes")))
                                : tr("None of %1 is in this state.")
                                      .arg(counted(counts.total, tr("change"), tr("changes"))));
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
        shown.state = m_state;
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
        const Language language = languageOfFile(hunk.targetPath.fileName());
        shown.guardable = GuardPlaces::canGuard(language);
        shown.guarded = hasGuard(hunk, language, m_state->meta.target);
        shown.members = static_cast<int>(m_state->guards.members.value(hunk.key).size());
        shown.compile = m_state->gate ? gateWordOf(*m_state->gate, hunk) : GateWord();
    }
    if (const Finding* finding = m_current < 0 ? shownFinding() : nullptr) {
        shown.state = m_state;
        shown.finding = finding;
        const std::shared_ptr<const RuleSet> rules = m_session.rules();
        const Rule* rule = rules ? rules->find(finding->ruleId) : nullptr;
        shown.title = !rule ? finding->ruleId : rule->name.isEmpty() ? rule->title : rule->name;
        shown.reason = rule ? rule->reason : QString();
        const QString key = firstKey(*command(QStringLiteral("backToFinding")));
        shown.note = key.isEmpty() ? QString() : tr("%1 goes back to its row.").arg(key);
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
    const std::function<void(const QModelIndex&)> expandBelow = [&](const QModelIndex& above) {
        for (int row = 0; row < m_filter->rowCount(above); ++row) {
            const QModelIndex index = m_filter->index(row, 0, above);
            if (ChangeDelegate::isOuter(index)) {
                m_tree->setExpanded(index, true);
                expandBelow(index);
            }
        }
    };
    expandBelow({});
}

void ReviewArea::updateUnified()
{
    // The rule is for the window; the area is narrower by the rail.
    const int least = std::max(kUnifiedBelow, m_provider.theme().scaled(kUnifiedGrid));
    const bool narrow = m_pages->width() > 0 && window()->width() < least;
    const bool unified = m_unifiedWanted || narrow;
    QAction* action = command(QStringLiteral("unified"));
    const bool same = action->property("unified") == QVariant(unified);
    action->setProperty("unified", unified);
    if (!m_diff->isEmpty() && m_diff->scene().layout.unified != unified) {
        relayOut();
    }
    if (!same) {
        updateCommands();
    }
}

void ReviewArea::resizeEvent(QResizeEvent* event)
{
    WorkArea::resizeEvent(event);
    fitToolbar();
    updateUnified();
}

void ReviewArea::showEvent(QShowEvent* event)
{
    WorkArea::showEvent(event);
    updateUnified();
}

bool ReviewArea::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_tree->viewport()) {
        const auto isLeft = [event] {
            return static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton;
        };
        const QEvent::Type type = event->type();
        if ((type == QEvent::MouseButtonPress || type == QEvent::MouseButtonDblClick) && isLeft()) {
            m_treeHeld = true;
        } else if (type == QEvent::Hide || (type == QEvent::MouseButtonRelease && isLeft())) {
            m_treeHeld = false;
            settleTree();
        }
    }
    if (watched == m_tree->viewport() && event->type() == QEvent::MouseButtonPress) {
        auto* mouse = static_cast<QMouseEvent*>(event);
        const QModelIndex index = m_tree->indexAt(mouse->pos());
        if (index.isValid() && mouse->button() == Qt::LeftButton &&
            mouse->modifiers() == Qt::NoModifier && m_filter->hasChildren(index) &&
            (ChangeDelegate::isOuter(index) ||
             m_delegate->arrowRect(m_tree->visualRect(index), index).contains(mouse->pos()))) {
            m_tree->setExpanded(index, !m_tree->isExpanded(index));
        }
    }
    if (watched == m_tree && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            openRow(m_tree->currentIndex());
            return true;
        }
    }
    if (watched == m_search && event->type() == QEvent::KeyPress) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Escape && m_search->text().isEmpty()) {
            m_tree->setFocus();
            return true;
        }
    }
    return WorkArea::eventFilter(watched, event);
}

} // namespace rocport
