#include "app/window/assemble.h"

#include "core/project/nodes/remoteservice.h"
#include "core/project/session/inventoryplaces.h"
#include "core/remote/nodekinds.h"
#include "ui/editor/editorlibraries.h"
#include "ui/editor/keyrow.h"
#include "ui/nodes/askdialog.h"
#include "ui/nodes/nodesarea.h"
#include "ui/portreview/portreviewhost.h"
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
    m_ports = new PortReviewHost(*m_review, session, theme, settings, m_review);
    for (WorkArea* area :
         std::initializer_list<WorkArea*>{m_review, m_nodes, m_runs, m_verify, m_report, m_rules}) {
        m_window.addArea(*area);
    }
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

void Assembly::showJob(const QString& jobId)
{
    m_window.setCurrentArea(QStringLiteral("runs"));
    m_runs->showJob(jobId);
}

void Assembly::connectAreas()
{
    QObject::connect(m_rules, &RulesArea::changesRequested, &m_window,
                     [this](std::optional<Phase> phase, const QString& rule) {
                         m_window.showChanges({phase, rule, true});
                     });
    m_rules->setSyntax(m_review->syntax());
    QObject::connect(m_ports, &PortReviewHost::ruleRequested, &m_window, [this](const QString& id) {
        m_window.setCurrentArea(m_rules->about().id);
        m_rules->goToRule(id);
    });
    m_report->followExportKey(*m_window.command(QStringLiteral("export")));
    QObject::connect(m_rules, &RulesArea::findingsRequested, &m_window,
                     [this](std::optional<Phase> phase, const QString& rule) {
                         m_window.showFindings({phase, rule, {}});
                     });
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
            const QString address = transportOf(entry.node)->address();
            entries.append({PaletteEntry::Kind::Node, entry.node.name, address, true,
                            [this, id = entry.node.id] {
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
