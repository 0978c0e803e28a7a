#include "ui/review/findingspage.h"

#include "core/base/linerange.h"
#include "core/base/whendone.h"
#include "core/base/wording.h"
#include "core/plan/counts.h"
#include "core/project/session/projectdecisions.h"
#include "core/project/session/projectsources.h"
#include "core/project/session/rulepacks.h"
#include "ui/editor/syntaxstyler.h"
#include "ui/messages/messages.h"
#include "ui/review/findingdetail.h"
#include "ui/review/treescroll.h"
#include "ui/theme/commandkeys.h"
#include "ui/theme/whynot.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QSplitter>
#include <QStackedWidget>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace rocport {

namespace {

Language languageOf(const ProjectState& state, const RepoPath& path)
{
    for (const auto& file : state.scan->files) {
        if (file->path == path) {
            return file->language;
        }
    }
    return languageOfFile(path.fileName());
}

} // namespace

FindingsPage::FindingsPage(ProjectSession& session, ThemeProvider& provider, UiSettings& settings,
                           SyntaxRepository& syntax, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_provider(provider),
      m_settings(settings),
      m_syntax(syntax),
      m_model(new FindingsModel(this))
{
    setObjectName(QStringLiteral("findingsPage"));
    setAccessibleName(tr("Findings"));
    addCommands();
    buildToolbar();
    m_splitter = new QSplitter(Qt::Horizontal, this);
    m_splitter->setHandleWidth(1);
    m_splitter->setChildrenCollapsible(false);
    QWidget* list = buildListColumn();
    m_detail = new FindingDetail(provider, syntax, m_splitter);
    m_detail->setProperty("pane", true);
    m_splitter->addWidget(list);
    m_splitter->addWidget(m_detail);
    m_splitter->setStretchFactor(0, 1);
    const int width = settings.value(QStringLiteral("findings/detail-width"), 460).toInt();
    m_splitter->setSizes({std::max(400, 1440 - width), width});
    connect(m_splitter, &QSplitter::splitterMoved, this, [this] {
        m_settings.setValue(QStringLiteral("findings/detail-width"), m_splitter->sizes().value(1));
    });
    connect(m_detail, &FindingDetail::doneRequested, this,
            [this] { tick(FindingState::Done, false); });
    connect(m_detail, &FindingDetail::notNeededRequested, this,
            [this] { tick(FindingState::NotNeeded, false); });
    connect(m_detail, &FindingDetail::reopenRequested, this,
            [this] { tick(FindingState::Open, false); });
    connect(m_detail, &FindingDetail::keepAndNextRequested, this,
            [this] { tick(FindingState::Done, true); });
    connect(m_detail, &FindingDetail::leaveRequested, this, [this] { m_tree->setFocus(); });
    connect(m_detail, &FindingDetail::placeRequested, this, &FindingsPage::showPlace);
    connect(m_detail, &FindingDetail::writeRequested, this, [this] {
        if (const std::optional<Finding> finding = m_detail->placed();
            finding && current() != nullptr) {
            Q_EMIT writeRequested(*finding);
        }
    });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_toolbar);
    column->addWidget(buildFilterRow());
    column->addWidget(m_splitter, 1);
    column->addWidget(buildKeyRow());
    setMinimumWidth(1); // the window's least width is that of its frame
    setFocusProxy(m_tree);
    m_grouping->setCurrent(settings.value(QStringLiteral("findings/grouping"), 0).toInt());
    connect(&syntax, &SyntaxRepository::ready, this, [this] {
        m_loaded.clear();
        loadSource();
    });
    setState(nullptr);
}

FindingsPage::~FindingsPage() = default;

QAction* FindingsPage::addCommand(const QString& name, const QString& text,
                                  const QString& shortText, const QList<QKeySequence>& keys,
                                  const std::function<void()>& run)
{
    QAction* action = makeCommand(name, text, shortText, keys, *this);
    connect(action, &QAction::triggered, this, [this, run] {
        if (!isVisible()) { // from the palette: what is done has to be in sight
            Q_EMIT findingsRequested();
        }
        run();
    });
    m_commands.append(action);
    return action;
}

void FindingsPage::addCommands()
{
    const auto add = [this](const char* name, const QString& text, const QString& shortText,
                            const char* key, const std::function<void()>& run) {
        const QList<QKeySequence> keys = *key != 0
                                             ? QList<QKeySequence>{QKeySequence(QLatin1String(key))}
                                             : QList<QKeySequence>();
        return addCommand(QLatin1String(name), text, shortText, keys, run);
    };
    const auto ticking = [this](FindingState state) {
        return [this, state] { tick(state, false); };
    };
    m_ticks = {add("findingDone", tr("Tick finding off as done"), tr("Done"), "X",
                   ticking(FindingState::Done)),
               add("findingNotNeeded", tr("Tick finding off as not needed"), tr("Not needed"),
                   "Shift+X", ticking(FindingState::NotNeeded)),
               add("findingReopen", tr("Open finding again"), tr("Open again"), "O",
                   ticking(FindingState::Open))};
    m_about = {add("findingNote", tr("Write a note on the finding"), tr("Note"), "C",
                   [this] {
                       if (m_tree->currentIndex().isValid()) {
                           m_detail->noteField()->setFocus();
                       }
                   }),
               add("findingPlace", tr("Show the finding's place in the diff"), tr("Show in diff"),
                   "", [this] { showPlace(); }),
               add("writeForFinding", tr("Write a change for the finding…"), tr("Write the change"),
                   "E", [this] { Q_EMIT m_detail->writeRequested(); })};
    add("nextFinding", tr("Next open finding"), tr("Next open"), "N", [this] { step(1); });
    add("previousFinding", tr("Previous open finding"), tr("Previous open"), "P",
        [this] { step(-1); });
    add("nextPlace", tr("Next place of the finding"), tr("Next place"), ".",
        [this] { m_detail->stepPlace(1); });
    add("previousPlace", tr("Previous place of the finding"), tr("Previous place"), ",",
        [this] { m_detail->stepPlace(-1); });
    add("groupFindings", tr("Change the grouping of findings"), tr("Group by"), "G",
        [this] { cycleGrouping(); });
    addCommand(QStringLiteral("filterFindings"), tr("Filter findings"), tr("Filter"),
               {QStringLiteral("/"), QStringLiteral("Ctrl+F")}, [this] {
                   m_search->setFocus();
                   m_search->selectAll();
               });
    const std::tuple<const char*, QString, QString> states[] = {
        {"showOpenFindings", tr("Show open findings"), tr("Open")},
        {"showDoneFindings", tr("Show findings that are done"), tr("Done")},
        {"showNotNeededFindings", tr("Show findings that are not needed"), tr("Not needed")},
        {"showAllFindings", tr("Show all findings"), tr("All")}};
    int state = 0;
    for (const auto& [name, text, shortText] : states) {
        add(name, text, shortText, "", [this, state] { m_states->setCurrent(state); });
        ++state;
    }
    add("vendoredFindings", tr("Show or hide findings in vendored folders"), tr("Vendored"), "",
        [this] { showVendored(!m_model->filter().vendored); });
    m_about +=
        {add("copyFindingPath", tr("Copy path"), tr("Copy path"), "", [this] { copyPlace(false); }),
         add("copyFindingPlace", tr("Copy path and line"), tr("Copy place"), "",
             [this] { copyPlace(true); }),
         add("editFindingPlace", tr("Open the finding's place in your editor"),
             tr("Open in editor"), "", [this] { openInEditor(); })};
    add("expandFindings", tr("Unfold all groups of findings"), tr("Unfold all"), "",
        [this] { expandAll(); });
    add("collapseFindings", tr("Fold all groups of findings"), tr("Fold all"), "",
        [this] { m_tree->collapseAll(); });
    add("showChanges", tr("Show changes"), tr("Changes"), "F",
        [this] { Q_EMIT changesRequested(); });
}

QStringList FindingsPage::unsaved() const
{
    const QList<QByteArray> drafts = m_detail->drafts();
    QStringList lines;
    if (m_state && m_state->scan && !drafts.isEmpty()) {
        forEachFindingForAPerson(
            *m_state->scan,
            [&](const Finding& finding) {
                if (drafts.contains(finding.id)) {
                    lines.append(tr("your note on the finding at %1")
                                     .arg(placeText(finding.path, finding.line)));
                }
            },
            FindingTrees::All);
    }
    return lines;
}

void FindingsPage::dropDrafts()
{
    m_detail->dropDrafts();
}

void FindingsPage::setState(const std::shared_ptr<const ProjectState>& state)
{
    const bool sameScan =
        m_state && state && m_state->scan == state->scan && m_state->gone == state->gone;
    const Finding* before = current();
    const QByteArray id = before != nullptr ? before->id : QByteArray();
    m_state = state;
    m_model->setState(state, m_session.rulePacks().rules());
    if (!sameScan) {
        m_loaded.clear();
        expandAll();
        select(m_model->indexOf(id));
        if (current() == nullptr) {
            selectFirst();
        }
    }
    refresh();
}

void FindingsPage::refresh()
{
    const FindingCounts& counts = m_model->counts();
    const int decided = counts.total - counts.open();
    m_decided->setText(tr("%1 of %2 decided").arg(decided).arg(counts.total));
    m_bar->setProgress(decided, counts.total);
    m_bar->setAccessibleDescription(m_decided->text());
    updateChips();
    updatePage();
    updateVendored();
    updateDetail();
    updateCommands();
}

void FindingsPage::updateCommands()
{
    const QString missing =
        !m_state || !m_state->scan          ? tr("The repository has not been scanned yet.")
        : m_model->counts().total == 0      ? tr("Nothing is left to do by hand.")
        : !m_tree->currentIndex().isValid() ? tr("No finding is selected: choose one in the list.")
                                            : QString();
    const QString readOnly =
        m_state && m_state->readOnly ? tr("The project is open read-only.") : QString();
    const auto enable = [](QAction& action, const QString& whyNot) {
        setWhyNot(action, whyNot);
        action.setEnabled(whyNot.isEmpty());
    };
    const QVector<QByteArray> ids = selectedIds();
    const bool gone =
        !ids.isEmpty() && std::all_of(ids.begin(), ids.end(),
                                      [this](const QByteArray& id) { return m_model->isGone(id); });
    const QString noPlace =
        gone ? tr("Its place is gone; a scan that finds it again reopens it.") : QString();
    for (QAction* action : std::as_const(m_ticks)) {
        enable(*action, !missing.isEmpty() ? missing : !noPlace.isEmpty() ? noPlace : readOnly);
    }
    for (QAction* action : std::as_const(m_about)) {
        const QString name = action->objectName();
        const bool writes = name == QLatin1StringView("writeForFinding");
        const bool copies = name.startsWith(QLatin1StringView("copy"));
        enable(*action, !missing.isEmpty()              ? missing
                        : !noPlace.isEmpty() && !copies ? noPlace
                        : writes                        ? readOnly
                                                        : QString());
    }
    const QString noneOpen =
        m_model->nextOpen({}, 1).isValid() ? QString() : tr("No finding in this list is open.");
    for (QAction* action : std::as_const(m_commands)) {
        const QString name = action->objectName();
        if (name == QLatin1StringView("nextFinding") ||
            name == QLatin1StringView("previousFinding")) {
            enable(*action, noneOpen);
        } else if (name == QLatin1StringView("nextPlace") ||
                   name == QLatin1StringView("previousPlace")) {
            const Finding* shown = m_model->finding(shownIndex());
            enable(*action, !missing.isEmpty() ? missing
                            : shown == nullptr
                                ? tr("No finding is selected: choose one in the list.")
                            : shown->keptPlaces() > 1 ? QString()
                                                      : tr("This finding speaks of one place."));
        }
    }
}

void FindingsPage::updatePage()
{
    const FindingCounts& counts = m_model->counts();
    const FindingsFilter& filter = m_model->filter();
    Page page = ListPage;
    if (!m_state || !m_state->scan) {
        page = WaitingPage;
    } else if (m_model->listed() > 0) {
        page = ListPage;
    } else if (counts.total == 0) {
        page = NonePage;
    } else if (m_model->listed() == 0 && counts.open() == 0 && !filter.isNarrow() &&
               filter.state == FindingState::Open) {
        page = AllDecidedPage;
        m_allDecided->setTexts(tr("Every finding is decided"),
                               tr("%1 of %1: %2 done, %3 not needed.")
                                   .arg(counts.total)
                                   .arg(counts.byState[1])
                                   .arg(counts.byState[2]));
    } else if (m_model->listed() == 0) {
        page = NoMatchPage;
        m_noMatch->setTexts(tr("Nothing matches"),
                            filter.isNarrow()
                                ? tr("None of %1 matches the filter.")
                                      .arg(counted(counts.total, tr("finding"), tr("findings")))
                                : tr("None of %1 is in this state.")
                                      .arg(counted(counts.total, tr("finding"), tr("findings"))));
    }
    m_pages->setCurrentIndex(page);
}

void FindingsPage::updateDetail()
{
    FindingDetail::Shown shown;
    // Of a group the first one is shown, and all are ticked off together.
    const QModelIndex index = shownIndex();
    if (const Finding* finding = m_model->finding(index)) {
        shown.finding = finding;
        shown.from = m_state;
        shown.number = m_model->positionOf(index);
        shown.count = m_model->listed();
        shown.selected = static_cast<int>(selectedIds().size());
        shown.state = m_model->stateOf(index);
        shown.note = m_model->noteOf(index);
        if (const DecisionBatch* batch = m_state->decisions.findingBatch(finding->id)) {
            shown.author = batch->author;
            shown.time = batch->time;
        }
        const std::shared_ptr<const RuleSet> rules = m_session.rulePacks().rules();
        if (const Rule* rule = rules ? rules->find(finding->ruleId) : nullptr) {
            shown.reason = rule->reason;
            shown.referenceTitle = rule->referenceTitle;
            shown.referenceUrl = rule->referenceUrl;
        }
        const bool gone = m_model->isGone(finding->id);
        shown.writable = !m_state->readOnly && !gone;
        shown.canWrite = !gone;
    }
    m_detail->setShown(shown);
    loadSource();
}

void FindingsPage::loadSource()
{
    const Finding* finding = m_model->finding(shownIndex());
    if (finding == nullptr || !m_state) {
        m_loaded.clear(); // the detail forgets its source as well
        ++m_request;
        return;
    }
    if (finding->id == m_loaded) {
        return;
    }
    m_loaded = finding->id;
    const int request = ++m_request;
    if (m_model->isGone(finding->id)) {
        m_detail->excerpt().setMessage(
            tr("This place is no longer in the repository. It was: %1").arg(finding->excerpt));
        return;
    }
    const Language language = languageOf(*m_state, finding->path);
    whenDone(m_session.sources().loadSource(finding->path), this,
             [this, request, language](const Result<QByteArray>& bytes) {
                 if (request == m_request) {
                     m_detail->setSource(bytes, language);
                 }
             });
}

const Finding* FindingsPage::current() const
{
    return m_tree != nullptr ? m_model->finding(chosenIndex()) : nullptr;
}

/// The current row; where Ctrl+click took that out of the selection, one that is still selected.
QModelIndex FindingsPage::chosenIndex() const
{
    const QModelIndex index = m_tree->currentIndex().siblingAtColumn(0);
    const QModelIndexList rows = m_tree->selectionModel()->selectedRows();
    return rows.isEmpty() || rows.contains(index) ? index : QModelIndex(rows.last());
}

QModelIndex FindingsPage::shownIndex() const
{
    const QModelIndex index = chosenIndex();
    return index.isValid() && m_model->finding(index) == nullptr ? m_model->index(0, 0, index)
                                                                 : index;
}

QVector<QByteArray> FindingsPage::selectedIds() const
{
    QModelIndexList rows = m_tree->selectionModel()->selectedRows();
    if (rows.isEmpty() && m_tree->currentIndex().isValid()) {
        rows.append(m_tree->currentIndex().siblingAtColumn(0));
    }
    return m_model->idsUnder(rows);
}

void FindingsPage::expandAll()
{
    m_tree->expandAll();
    for (int row = 0; row < m_model->rowCount(); ++row) {
        m_tree->setFirstColumnSpanned(row, {}, true);
    }
}

void FindingsPage::select(const QModelIndex& index)
{
    if (index.isValid()) {
        m_tree->expand(index.parent());
        // Whatever keys are held: what was chosen before is not ticked off with it.
        m_tree->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect |
                                                             QItemSelectionModel::Rows);
        scrollToRow(*m_tree, index);
    }
}

void FindingsPage::selectFirst()
{
    const QModelIndex open = m_model->nextOpen({}, 1);
    select(open.isValid() ? open : m_model->index(0, 0, m_model->index(0, 0)));
}

void FindingsPage::step(int direction)
{
    const QModelIndex next =
        m_model->nextOpen(m_tree->currentIndex().siblingAtColumn(0), direction);
    if (next.isValid()) {
        select(next);
        m_tree->setFocus();
    } else {
        m_detail->setProblem(tr("No finding in this list is open."));
    }
}

void FindingsPage::tick(FindingState state, bool goOn)
{
    QVector<QByteArray> ids = selectedIds();
    ids.removeIf([this](const QByteArray& id) { return m_model->isGone(id); });
    if (ids.isEmpty()) {
        return;
    }
    m_detail->setProblem({});
    const QString note = state == FindingState::Open ? QString() : m_detail->note();
    if (state == FindingState::NotNeeded && note.trimmed().isEmpty()) {
        m_detail->setProblem(tr("Write why nothing needs to be done, then press “Not needed”."));
        m_detail->noteField()->setFocus();
        return;
    }
    const bool same = std::all_of(ids.begin(), ids.end(), [&](const QByteArray& id) {
        return m_state->decisions.findingState(id) == state &&
               m_state->decisions.findingNote(id) == note;
    });
    if (same && goOn) {
        step(1);
        return;
    }
    if (same) { // no step of the history
        m_detail->setProblem(state == FindingState::Open ? tr("What is selected is open already.")
                             : state == FindingState::Done
                                 ? tr("What is selected is ticked off as done already.")
                                 : tr("What is selected is ticked off as not needed "
                                      "already, with this note."));
        return;
    }
    const Result<void> done = m_session.decisions().tickFindings(ids, state, note);
    if (!done) {
        m_detail->setProblem(messageFor(done.error()));
        return;
    }
    m_tree->setFocus();
    if (goOn) {
        step(1);
    }
}

bool FindingsPage::showFinding(const QByteArray& id)
{
    if (!m_model->indexOf(id).isValid()) {
        FindingsFilter all;
        all.state = {};
        applyFilter(all);
        if (!m_model->indexOf(id).isValid()) {
            all.vendored = true;
            applyFilter(all);
        }
    }
    const QModelIndex index = m_model->indexOf(id);
    select(index);
    return index.isValid();
}

void FindingsPage::showPlace()
{
    if (const std::optional<Finding> finding = m_detail->placed();
        finding && current() != nullptr) {
        Q_EMIT placeRequested(*finding);
    }
}

void FindingsPage::copyPlace(bool withLine)
{
    if (const std::optional<Finding> finding = m_detail->placed()) {
        QGuiApplication::clipboard()->setText(withLine ? placeText(finding->path, finding->line)
                                                       : finding->path.display());
    }
}

void FindingsPage::openInEditor()
{
    if (const std::optional<Finding> finding = m_detail->placed()) {
        Q_EMIT editorRequested(finding->path, finding->line);
    }
}

QAction* FindingsPage::command(const char* name) const
{
    const auto found =
        std::find_if(m_commands.begin(), m_commands.end(), [name](const QAction* one) {
            return one->objectName() == QLatin1StringView(name);
        });
    return found == m_commands.end() ? nullptr : *found;
}

void FindingsPage::openMenu(const QPoint& at)
{
    auto* menu = new QMenu(this); // no nested event loop: it lives until it closes
    menu->setObjectName(QStringLiteral("findingMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (m_model->finding(shownIndex()) != nullptr) {
        menu->addActions(m_ticks + m_about);
        menu->addSeparator();
    }
    menu->addAction(command("expandFindings"));
    menu->addAction(command("collapseFindings"));
    menu->popup(at);
}

bool FindingsPage::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress) {
        return QWidget::eventFilter(watched, event);
    }
    auto* key = static_cast<QKeyEvent*>(event);
    if (watched == m_search && key->key() == Qt::Key_Escape && m_search->text().isEmpty()) {
        m_tree->setFocus();
        return true;
    }
    if (watched == m_tree && (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter)) {
        if (current() != nullptr) {
            showPlace();
        } else {
            const QModelIndex index = m_tree->currentIndex();
            m_tree->setExpanded(index, !m_tree->isExpanded(index));
        }
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace rocport
