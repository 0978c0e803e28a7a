#include "app/window/assemble.h"

#include "core/project/nodes/remoteservice.h"
#include "core/project/session/inventoryplaces.h"
#include "core/remote/sshclient.h"
#include "ui/editor/editorlibraries.h"
#include "ui/editor/keyrow.h"
#include "ui/nodes/askdialog.h"
#include "ui/nodes/nodesarea.h"
#include "ui/report/reportarea.h"
#include "ui/review/findingsmodel.h"
#include "ui/review/reviewarea.h"
#include "ui/rules/rulesarea.h"
#include "ui/runs/jobwatch.h"
#include "ui/runs/runsarea.h"
#include "ui/runs/runtext.h"
#include "ui/shell/noticebar.h"
#include "ui/shell/palettedialog.h"
#include "ui/shell/statusbar.h"
#include "ui/theme/desktopnotifier.h"
#include "ui/theme/plaintext.h"
#include "ui/verify/verifyarea.h"

#include <QApplication>

namespace rocport {

namespace {

/// What areas over RemoteService have in common.
template <typename Area>
WorkArea remoteArea(const char* id, const QString& name, Area* area, QList<QAction*> menu)
{
    WorkArea work;
    work.id = QLatin1StringView(id);
    work.name = name;
    work.widget = area;
    work.commands = [area] { return area->commands(); };
    work.setLetterKeys = [area](bool on) { area->setLetterKeys(on); };
    menu.removeAll(nullptr);
    work.menu = std::move(menu);
    return work;
}

} // namespace

Assembly::Assembly(ProjectSession& session, RemoteService& remote, ThemeProvider& theme,
                   UiSettings& settings)
    : m_window(session, theme, settings),
      m_remote(remote),
      m_review(new ReviewArea(session, theme, settings, &m_window)),
      m_nodes(new NodesArea(remote, theme, settings, &m_window)),
      m_runs(new RunsArea(remote, theme, settings, &m_window)),
      m_verify(new VerifyArea(remote, theme, settings, &m_window)),
      m_report(new ReportArea(session, theme, settings, &m_window)),
      m_rules(new RulesArea(session, theme, settings, &m_window))
{
    new AskPresenter(remote, theme, &m_window); // owned by the window
    addReview();
    addNodes();
    addRuns();
    addVerify();
    addReport();
    addRules();
    m_window.setRemote(remote);
    m_window.setLibraries(editorLibraries());
    connectAreas();
    watchJobs();
}

/// What the rest of the window says about jobs. The desktop is told only of what the user does not
/// see: no window of the program is active.
void Assembly::watchJobs()
{
    auto* watch = new JobWatch(m_remote, &m_window);
    auto* notifier = new DesktopNotifier(&m_window);
    const auto showRunning = [this, watch] { m_window.setRunningJobs(watch->running()); };
    QObject::connect(watch, &JobWatch::runningChanged, &m_window, showRunning);
    showRunning();
    QObject::connect(watch, &JobWatch::longJobEnded, notifier,
                     [notifier](const QString& title, const QString& text, const QString& jobId) {
                         if (QApplication::activeWindow() == nullptr) {
                             notifier->show(title, text, jobId);
                         }
                     });
    const auto show = [this](const QString& id) {
        if (m_remote.state()->job(id) != nullptr) { // else of a project that is closed now
            showJob(id);
        }
    };
    QObject::connect(&m_window, &MainWindow::jobChosen, &m_window, show);
    QObject::connect(notifier, &DesktopNotifier::chosen, &m_window,
                     [this, show](const QString& id) {
                         show(id);
                         m_window.raise();
                         m_window.activateWindow();
                     });
}

void Assembly::addReview()
{
    WorkArea review;
    review.id = QStringLiteral("review");
    review.name = QObject::tr("Review");
    review.widget = m_review;
    review.compactRail = true;
    review.setPhase = [this](std::optional<Phase> phase) { m_review->setPhaseFilter(phase); };
    review.showPlace = [this](const Place& place) { m_review->showPlace(place); };
    review.showChanges = [this](const ChangesWish& wish) {
        if (wish.all) {
            m_review->listChanges(wish.rule);
        } else {
            m_review->showFindings(false);
        }
    };
    review.showFindings = [this](const FindingsWish& wish) {
        FindingsFilter filter;
        filter.phase = wish.phase;
        filter.rule = wish.rule;
        filter.text = wish.text;
        m_review->listFindings(filter);
    };
    review.showPlaces = [this](const InventoryCount& count) { m_review->showPlaces(count); };
    review.showHunk = [this](const QByteArray& key) { m_review->showHunk(key); };
    review.count = [](const ProjectState& state) { return state.hunks - state.decided; };
    review.commands = [this] { return m_review->commands(); };
    review.menu = {m_review->command(QStringLiteral("find")),
                   m_review->command(QStringLiteral("searchChanges")),
                   m_review->command(QStringLiteral("symbols")),
                   m_review->command(QStringLiteral("allSymbols")),
                   m_review->command(QStringLiteral("foldLines")),
                   m_review->command(QStringLiteral("wrapLines")),
                   m_review->command(QStringLiteral("blame")),
                   m_review->command(QStringLiteral("history")),
                   m_review->command(QStringLiteral("checkCompiles")),
                   m_review->command(QStringLiteral("checkWhole")),
                   m_review->command(QStringLiteral("proveNvcc"))};
    review.place = [this] { return m_review->place(); };
    review.resume = [this](const QString& place) { m_review->resume(place); };
    review.unsaved = [this](Leaving) { return m_review->unsaved(); };
    review.setLetterKeys = [this](bool on) { m_review->setLetterKeys(on); };
    m_window.addArea(review);
}

void Assembly::addNodes()
{
    WorkArea nodes = remoteArea("nodes", QObject::tr("Nodes"), m_nodes, {});
    nodes.unsaved = [this](Leaving leaving) { // closing the project lets nodes go on
        return leaving == Leaving::Program ? m_nodes->unsaved() : QStringList();
    };
    m_window.addArea(nodes);
}

void Assembly::addRuns()
{
    WorkArea runs = remoteArea("runs", QObject::tr("Runs"), m_runs, {});
    runs.unsaved = [this](Leaving) { return m_runs->unsaved(); };
    m_window.addArea(runs);
}

void Assembly::addVerify()
{
    WorkArea verify = remoteArea("verify", QObject::tr("Verify"), m_verify, {});
    verify.unsaved = [this](Leaving) { return m_verify->unsaved(); };
    m_window.addArea(verify);
}

void Assembly::addReport()
{
    WorkArea report;
    report.id = QStringLiteral("report");
    report.name = QObject::tr("Report");
    report.widget = m_report;
    report.setPhase = [this](std::optional<Phase> phase) { m_report->setPhaseFilter(phase); };
    report.unsaved = [this](Leaving) { return m_report->flush(); };
    report.exportReport = [this] { m_report->exportChosen(); };
    m_window.addArea(report);
    m_report->followExportKey(*m_window.command(QStringLiteral("export")));
}

void Assembly::addRules()
{
    WorkArea rules = remoteArea("rules", QObject::tr("Rules"), m_rules,
                                {m_rules->command(QStringLiteral("rules"))});
    rules.setPhase = [this](std::optional<Phase> phase) { m_rules->setPhaseFilter(phase); };
    rules.unsaved = [this](Leaving) { return m_rules->unsaved(); };
    rules.showRule = [this](const QString& id) { m_rules->showRule(id); };
    m_window.addArea(rules);
}

void Assembly::showJob(const QString& jobId)
{
    m_window.setCurrentArea(QStringLiteral("runs"));
    m_runs->showJob(jobId);
}

void Assembly::showHunk(const QByteArray& key)
{
    m_window.setCurrentArea(QStringLiteral("review"));
    m_review->showHunk(key);
}

void Assembly::connectAreas()
{
    const auto open = [this] {
        if (QAction* action = m_window.command(QStringLiteral("open-repository"))) {
            action->trigger();
        }
    };
    QObject::connect(m_rules, &RulesArea::showPlaceRequested, &m_window,
                     [this](const RepoPath& path, int line) {
                         m_window.showPlace({path, line, PlaceSide::Original}); // what was scanned
                     });
    QObject::connect(m_rules, &RulesArea::openRequested, &m_window, open);
    QObject::connect(m_rules, &RulesArea::changesRequested, &m_window,
                     [this](std::optional<Phase> phase, const QString& rule) {
                         m_window.showChanges({phase, rule, true});
                     });
    m_rules->setSyntax(m_review->syntax());
    QObject::connect(m_rules, &RulesArea::findingsRequested, &m_window,
                     [this](std::optional<Phase> phase, const QString& rule) {
                         m_window.showFindings({phase, rule, {}});
                     });
    QObject::connect(m_rules, &RulesArea::said, &m_window, &MainWindow::say);
    QObject::connect(&m_window, &MainWindow::lookAtPacksRequested, m_rules,
                     &RulesArea::lookAtWaiting);
    QObject::connect(m_review, &ReviewArea::showPlaceRequested, &m_window, &MainWindow::showPlace);
    QObject::connect(m_review, &ReviewArea::openRequested, &m_window, open);
    QObject::connect(m_review, &ReviewArea::said, &m_window, &MainWindow::say);
    QObject::connect(m_review, &ReviewArea::placeFactsChanged, &m_window,
                     &MainWindow::setPlaceFacts);
    for (KeyRow* row : m_window.findChildren<KeyRow*>()) {
        row->addShortcuts(*m_window.command(QStringLiteral("shortcuts")));
    }
    const auto showFolder = [this](const QString& folder) {
        if (!openFolder(folder)) {
            m_window.say(
                QObject::tr("No program of this desktop opens folders; the files are in %1.")
                    .arg(folder));
        }
    };
    QObject::connect(m_report, &ReportArea::folderOpenRequested, &m_window, showFolder);
    QObject::connect(m_runs, &RunsArea::folderOpenRequested, &m_window, showFolder);
    QObject::connect(m_runs, &RunsArea::said, &m_window, &MainWindow::say);
    QObject::connect(m_report, &ReportArea::showPlaceRequested, &m_window, &MainWindow::showPlace);
    QObject::connect(m_report, &ReportArea::showHunkRequested, &m_window,
                     [this](const QByteArray& key) { showHunk(key); });
    QObject::connect(m_runs, &RunsArea::showPlaceRequested, &m_window, &MainWindow::showPlace);
    QObject::connect(m_verify, &VerifyArea::showPlaceRequested, &m_window, &MainWindow::showPlace);
    QObject::connect(m_runs, &RunsArea::showHunkRequested, &m_window,
                     [this](const QByteArray& key) { showHunk(key); });
    QObject::connect(m_runs, &RunsArea::nodesRequested, &m_window,
                     [this] { m_window.setCurrentArea(QStringLiteral("nodes")); });
    QObject::connect(m_nodes, &NodesArea::showJobRequested, &m_window,
                     [this](const QString& id) { showJob(id); });
    QObject::connect(m_review, &ReviewArea::checkFileRequested, &m_window,
                     [this](const RepoPath& file) {
                         m_window.setCurrentArea(QStringLiteral("verify"));
                         m_verify->checkFile(file);
                     });
    QObject::connect(m_verify, &VerifyArea::showJobRequested, &m_window,
                     [this](const QString& id) { showJob(id); });
    QObject::connect(&m_remote, &RemoteService::failed, &m_window,
                     [this](const Error& error) { m_window.noticeBar().showError(error); });
    m_window.setPaletteProvider([this] {
        QVector<PaletteEntry> entries;
        const auto state = m_remote.state();
        for (const NodeEntry& entry : state->nodes) {
            const QString host = entry.node.of<SshHost>().host;
            entries.append(
                {PaletteEntry::Kind::Node, entry.node.name, host, true, [this, id = entry.node.id] {
                     m_window.setCurrentArea(QStringLiteral("nodes"));
                     m_nodes->showNode(id);
                 }});
        }
        const auto numbers = jobNumbers(*state);
        for (const JobEntry& job : state->jobs) {
            entries.append({PaletteEntry::Kind::Job, job.spec.title,
                            QObject::tr("%1 on %2")
                                .arg(jobName(numbers.value(job.spec.id)), job.spec.node.name),
                            true, [this, id = job.spec.id] { showJob(id); }});
        }
        return entries;
    });
}

} // namespace rocport
