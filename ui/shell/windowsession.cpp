// What the main window does when the session says something.
#include "core/base/whendone.h"
#include "ui/shell/mainwindow.h"

#include "core/store/checksteps.h"
#include "ui/messages/messages.h"
#include "ui/plan/planarea.h"
#include "ui/shell/noticebar.h"
#include "ui/shell/rail.h"
#include "ui/shell/sourceviewer.h"
#include "ui/shell/statusbar.h"
#include "ui/shell/topbar.h"
#include "ui/shell/welcomepage.h"
#include "ui/theme/plaintext.h"
#include "ui/theme/uisettings.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace rocport {

namespace {
const auto kResumeKey = QStringLiteral("open/resume");
const auto kWrapSourceKey = QStringLiteral("source/wrap");
const auto kPhaseOfArea = QStringLiteral("/phase"); ///< behind an area's id, among its places
constexpr int kOpeningTask = -1; ///< the window's own: the session has no task before it is open

QString textOf(const BranchSettled& settled)
{
    const bool isRecorded = settled.end == BranchSettled::End::Recorded;
    if (settled.takenBack > 0) {
        return isRecorded ? MainWindow::tr("Rocport ended while it took a commit back; that was "
                                           "done and is recorded now.")
                          : MainWindow::tr("Rocport ended before it took a commit back; the commit "
                                           "is still on the port's branch.");
    }
    if (!isRecorded) {
        return MainWindow::tr(
            "Rocport ended before its commits were on the port's branch; they can "
            "be made again.");
    }
    if (settled.made == 0) {
        return MainWindow::tr(
            "Rocport ended while it brought the port's branch up to date; that was "
            "done and is recorded now.");
    }
    return settled.made == 1
               ? MainWindow::tr("Rocport ended while it committed; the commit is on the port's "
                                "branch and is recorded now.")
               : MainWindow::tr(
                     "Rocport ended while it committed; the %1 commits are on the port's "
                     "branch and are recorded now.")
                     .arg(settled.made);
}
} // namespace

void MainWindow::connectSession()
{
    connect(&m_session, &ProjectSession::opened, this, [this] {
        m_status->removeTask(kOpeningTask);
        m_openingPath.clear();
        m_welcome->clearError();
        m_notice->hide();
        refreshState();
        showProject(true);
        resumeProject();
        rememberProject();
        showPackProblems();
    });
    connect(&m_session, &ProjectSession::rulesChanged, this, [this] {
        showPackProblems();
        refreshState();
    });
    connect(&m_session, &ProjectSession::openFailed, this, &MainWindow::openFailed);
    connect(&m_session, &ProjectSession::closed, this, [this] {
        m_tasks.clear();
        m_status->clearTasks();
        m_plan->setScanTask(std::nullopt);
        refreshState();
        showProject(m_state != nullptr);
    });
    connect(&m_session, &ProjectSession::stateChanged, this, &MainWindow::stateChanged);
    const auto task = [this](const TaskInfo& info) {
        m_tasks.insert(info.id, info);
        m_status->setTask(info);
        // Until there is a scan, the task that runs is the scan.
        if (m_state && (!m_state->scan || info.title.startsWith(QStringLiteral("Scanning")))) {
            m_plan->setScanTask(info);
        }
    };
    connect(&m_session, &ProjectSession::taskStarted, this, [this, task](const TaskInfo& info) {
        m_notice->taskBegins(info.title);
        task(info);
    });
    connect(&m_session, &ProjectSession::taskProgress, this, task);
    connect(&m_session, &ProjectSession::taskFinished, this, [this](int id) {
        m_endedTask = m_tasks.take(id).title;
        m_status->removeTask(id);
        m_plan->setScanTask(std::nullopt);
    });
    connect(&m_session, &ProjectSession::failed, this, [this](const Error& error) {
        if (m_state && !m_state->scan) {
            m_plan->setScanError(error);
        } else if (error.code != ErrorCode::Cancelled) {
            m_notice->showFailure(error, m_endedTask); // which is told of once it has ended
        }
    });
    connect(&m_session, &ProjectSession::branchSettled, this,
            [this](const BranchSettled& settled) { m_notice->showNotice(textOf(settled), {}); });
    connect(&m_session, &ProjectSession::decisionsOrphaned, this,
            [this](const QVector<QByteArray>& keys) {
                QStringList details;
                const std::shared_ptr<const ProjectState> state = m_session.state();
                for (const QByteArray& key : keys) {
                    const DecisionText text =
                        state ? state->decisionTexts.value(key) : DecisionText();
                    details += QStringLiteral("%1:%2 %3")
                                   .arg(text.targetPath.display(), QString::number(text.firstLine),
                                        text.title);
                }
                m_notice->showNotice(
                    keys.size() == 1 ? tr("1 decision no longer has a place because its text has "
                                          "changed; Review lists it with the old text.")
                                     : tr("%1 decisions no longer have a place because their text "
                                          "has changed; Review lists them with the old text.")
                                           .arg(keys.size()),
                    details.join(QLatin1Char('\n')));
            });
}

/// One sentence with file and line; what else is wrong is listed by the Rules area.
void MainWindow::showPackProblems()
{
    const QVector<Error> problems = m_session.rulePackProblems();
    if (problems.isEmpty()) {
        return;
    }
    QStringList details;
    for (const Error& problem : problems) {
        details += messageFor(problem);
    }
    const QString first = messageFor(problems.first());
    m_notice->showNotice(problems.size() == 1
                             ? first
                             : tr("%1 There are %2 more problems; Rules lists them.")
                                   .arg(first, QString::number(problems.size() - 1)),
                         details.join(QLatin1Char('\n')));
}

void MainWindow::stateChanged(StateChange change)
{
    Q_UNUSED(change)
    refreshState();
    m_remember.start();
}

void MainWindow::refreshState()
{
    m_state = m_session.state();
    m_rail->setState(m_state);
    m_top->setState(m_state);
    m_status->setState(m_state, m_session.rules() ? int(m_session.rules()->rules().size()) : 0);
    for (int i = 0; i < m_areas.size(); ++i) {
        showCount(i);
    }
    // A plan out of sight is laid out when it is next looked at.
    if (!m_state || m_plan->isVisible() || m_top->currentArea() == 0) {
        m_plan->setState(m_state);
        m_planStale = false;
    } else {
        m_planStale = true;
    }
    setWindowTitle(m_state ? titleText(tr("%1 – Rocport").arg(m_state->meta.name))
                           : QStringLiteral("Rocport"));
    updateCommands();
}

/// The number of an area on its tab; of one without it stays what others set.
void MainWindow::showCount(int index)
{
    const WorkArea& area = *m_areas.at(index).area;
    const std::optional<int> count = area.count(m_state ? *m_state : ProjectState());
    if (count) {
        m_top->setAreaCount(index, m_state ? *count : 0);
    }
}

void MainWindow::rememberProject()
{
    m_remember.stop();
    if (!m_state) {
        return;
    }
    QHash<QString, QString> places;
    for (const Area& area : std::as_const(m_areas)) {
        const QString& id = area.area->about().id;
        const QString place = area.area->place();
        if (!place.isEmpty()) {
            places.insert(id, place);
        }
        if (area.phase) {
            places.insert(id + kPhaseOfArea, QString::number(static_cast<int>(*area.phase)));
        }
    }
    m_recents->remember(*m_state, currentArea(), places);
}

/// A step of a phase's checklist: one step of the history.
void MainWindow::tickStep(Phase phase, const QString& step, bool done)
{
    constexpr qsizetype kShown = 60;
    QString words = step;
    words.remove(u'`');
    if (words.size() > kShown) {
        words = words.left(kShown) + u'…';
    }
    const QString label =
        (done ? tr("Done: step of phase %1, “%2”") : tr("Open again: step of phase %1, “%2”"))
            .arg(QString::number(static_cast<int>(phase)), words);
    const Result<void> said = m_session.decide(
        {stepKey(phase, step)}, done ? DecisionKind::Accepted : DecisionKind::Open, label);
    if (said) {
        say(label);
    } else {
        m_notice->showNotice(messageFor(said.error()), said.error().detail);
    }
}

/// The phase that the rail filtered an area by.
void MainWindow::resumePhase(Area& area, const QString& kept)
{
    bool number = false;
    const int value = kept.toInt(&number);
    const std::optional<Phase> phase = number && value >= 0 && value < kPhaseCount
                                           ? std::optional(static_cast<Phase>(value))
                                           : std::nullopt;
    if (phase == area.phase) {
        return;
    }
    area.phase = phase;
    area.area->setPhaseFilter(phase);
}

/// Goes to where the user was when the project was last open.
void MainWindow::resumeProject()
{
    if (!m_settings.value(kResumeKey, true).toBool()) {
        return;
    }
    // A copy: going there may be remembered at once.
    const auto known = [this]() -> std::optional<RecentProject> {
        for (const RecentProject& project : m_recents->projects()) {
            if (project.projectFile == m_state->projectFile) {
                return project;
            }
        }
        return std::nullopt;
    };
    const std::optional<RecentProject> project = known();
    if (!project) {
        return;
    }
    for (Area& area : m_areas) {
        const QString& id = area.area->about().id;
        resumePhase(area, project->places.value(id + kPhaseOfArea));
        const QString place = project->places.value(id);
        if (!place.isEmpty()) {
            area.area->resume(place);
        }
    }
    setCurrentArea(project->area.isEmpty() ? currentArea() : project->area); // the rail too
}

void MainWindow::startOpening(const QString& what)
{
    m_welcome->clearError();
    TaskInfo task;
    task.id = kOpeningTask;
    task.title = tr("Opening %1").arg(what);
    task.cancellable = false;
    m_status->setTask(task);
}

void MainWindow::openPath(const QString& path)
{
    leave(Leaving::Project, tr("Open another project"), [this, path] { openNow(path); });
}

void MainWindow::openNow(const QString& path)
{
    rememberProject();
    m_openingPath = path;
    const QFileInfo info(path);
    startOpening(info.fileName().isEmpty() ? path : info.fileName());
    if (info.isFile()) {
        m_session.openProjectFile(info.absoluteFilePath());
    } else {
        m_session.openRepository(info.absoluteFilePath());
    }
}

void MainWindow::openFailed(const Error& error)
{
    m_status->removeTask(kOpeningTask);
    m_failedPath = std::exchange(m_openingPath, {});
    refreshState();
    showProject(m_state != nullptr);
    const bool again = !m_failedPath.isEmpty();
    if (m_state) {
        const auto retry = [this, path = m_failedPath] { openPath(path); };
        m_notice->showError(error, again ? std::function<void()>(retry) : nullptr);
    } else {
        m_welcome->setError(error, again);
    }
}

void MainWindow::locate(const QString& projectFile)
{
    auto* dialog = new QFileDialog(this, tr("Locate the repository"), QDir::homePath());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, [this, projectFile](const QString& folder) {
        m_recents->remove(projectFile);
        openPath(folder);
    });
    dialog->open();
}

/// Shows a place in the area that has changes of its file; false: none has.
bool MainWindow::review(const Place& place)
{
    const auto isThere = [&place](const Hunk& hunk) {
        return hunk.targetPath == place.path ||
               (place.side == PlaceSide::Original && hunk.sourcePath == place.path);
    };
    if (!m_state || !m_state->scan ||
        !std::any_of(m_state->scan->hunks.begin(), m_state->scan->hunks.end(), isThere)) {
        return false;
    }
    WorkArea* area = areaWith(AreaOffer::Changes);
    if (area == nullptr) {
        return false;
    }
    setCurrentArea(area->about().id);
    area->goToPlace(place);
    return true;
}

void MainWindow::showPlace(const Place& place)
{
    if (place.side != PlaceSide::Port || !review(place)) {
        lookAt(place.path, std::max(1, place.line));
    }
}

void MainWindow::lookAt(const RepoPath& path, int line)
{
    if (!m_state) {
        return;
    }
    if (!m_viewer) {
        m_viewer = new SourceViewer(m_provider, this);
        m_viewer->setWrapped(m_settings.value(kWrapSourceKey, false).toBool());
        connect(m_viewer, &SourceViewer::wrapToggled, this,
                [this](bool wrapped) { m_settings.setValue(kWrapSourceKey, wrapped); });
        connect(m_viewer, &SourceViewer::reviewRequested, this, &MainWindow::review);
        connect(m_viewer, &SourceViewer::retryRequested, this, &MainWindow::loadSource);
    }
    bool reviewable = false;
    if (m_state->scan) {
        for (const Hunk& hunk : m_state->scan->hunks) {
            reviewable = reviewable || hunk.sourcePath == path;
        }
    }
    m_viewer->setReviewable(reviewable);
    loadSource(path, line);
    m_viewer->show();
    m_viewer->raise();
    m_viewer->activateWindow();
}

void MainWindow::loadSource(const RepoPath& path, int line)
{
    m_viewer->setLoading(path, line);
    const int request = ++m_sourceRequest;
    whenDone(m_session.loadSource(path), this,
             [this, path, request](const Result<QByteArray>& bytes) {
                 if (request != m_sourceRequest) {
                     return; // another file was asked for since
                 }
                 if (bytes) {
                     m_viewer->setText(path, *bytes);
                 } else {
                     m_viewer->setError(path, bytes.error());
                 }
             });
}

} // namespace rocport
