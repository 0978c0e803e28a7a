#include "ui/runs/runsarea.h"

#include "core/base/whendone.h"
#include "ui/messages/messages.h"
#include "ui/runs/joblistmodel.h"
#include "ui/runs/logview.h"
#include "ui/runs/matrixpanel.h"
#include "ui/runs/newrundialog.h"
#include "ui/runs/runpanel.h"
#include "ui/runs/runtext.h"
#include "ui/theme/commandkeys.h"
#include "ui/theme/listkeys.h"
#include "ui/theme/plaintext.h"
#include "ui/theme/stackingsplitter.h"
#include "ui/theme/whynot.h"
#include "ui/theme/windowfit.h"

#include <QAction>
#include <QComboBox>
#include <QFileDialog>
#include <QListView>
#include <QMessageBox>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace rocport {

namespace {

constexpr std::chrono::seconds kConfirmAfter{60};

} // namespace

RunsArea::RunsArea(RemoteService& remote, ThemeProvider& theme, UiSettings& settings,
                   QWidget* parent)
    : WorkArea({QStringLiteral("runs"), tr("Runs"), QStringLiteral("runs-area")}, parent),
      m_remote(remote),
      m_provider(theme),
      m_settings(settings),
      m_model(new JobListModel(this)),
      m_pages(new QStackedWidget(this)),
      m_splitter(new StackingSplitter(m_pages))
{
    m_pool.setMaxThreadCount(2);
    auto* list = new Surface(theme, &ThemeColours::base, m_splitter);
    list->setProperty("pane", true);
    list->setAccessibleName(tr("Jobs"));
    buildList(list);
    m_detail = new QStackedWidget(m_splitter);
    m_panel = new RunPanel(remote, theme, settings, m_pool, m_detail);
    m_panel->setProperty("pane", true);
    m_panel->setAccessibleName(tr("Job"));
    buildMatrix();
    m_splitter->setHandleWidth(1);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(list);
    m_splitter->addWidget(m_detail);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setSizes({settings.value(QStringLiteral("runs/list-width"), 320).toInt(), 900});
    connect(m_splitter, &QSplitter::splitterMoved, this, [this] {
        if (!m_splitter->isStacked()) {
            m_settings.setValue(QStringLiteral("runs/list-width"), m_splitter->sizes().value(0));
        }
    });
    auto* empty = new EmptyState(
        theme, Glyph::Play, tr("No runs yet"),
        tr("A run builds, loads or verifies the port on a node. Its log and times are kept."),
        m_pages);
    empty->setObjectName(QStringLiteral("runsEmpty"));
    connect(empty->addAction(tr("New run…"), true), &QPushButton::clicked, this,
            [this] { newRun({}); });
    connect(empty->addAction(tr("New matrix…")), &QPushButton::clicked, this, &RunsArea::newMatrix);
    connect(empty->addAction(tr("Open recorded run…")), &QPushButton::clicked, this,
            &RunsArea::openRun);
    m_pages->addWidget(m_splitter);
    m_pages->addWidget(empty);
    m_problem = new Chip(theme, {}, ChipTone::Critical, Glyph::SeverityCritical, this);
    m_problem->setObjectName(QStringLiteral("runsProblem"));
    m_problem->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_problem);
    layout->addWidget(m_pages, 1);
    setFocusProxy(m_list);
    addCommands();
    m_panel->followFindKey(*command(QStringLiteral("findInLogCommand")));
    connect(&remote, &RemoteService::jobsChanged, this, &RunsArea::refresh);
    connect(&remote, &RemoteService::nodesChanged, this, &RunsArea::refresh);
    connect(&remote, &RemoteService::failed, this, &RunsArea::showError);
    connect(&remote, &RemoteService::logGrew, this, [this](const QString& jobId) {
        if (jobId == m_panel->job().spec.id) {
            m_panel->logGrew();
        }
    });
    connect(m_panel, &RunPanel::cancelRequested, this, &RunsArea::cancelJob);
    connect(m_panel, &RunPanel::detachRequested, this, &RunsArea::detachOrReattach);
    connect(m_panel, &RunPanel::saveLogRequested, this, &RunsArea::saveLog);
    connect(m_panel, &RunPanel::showPlaceRequested, this, &RunsArea::showPlaceRequested);
    connect(m_panel, &RunPanel::showHunkRequested, this, &RunsArea::showHunkRequested);
    connect(m_panel, &RunPanel::folderOpenRequested, this, &RunsArea::folderOpenRequested);
    connect(m_panel, &RunPanel::said, this, &RunsArea::said);
    connect(m_panel, &RunPanel::timesKnown, this, &RunsArea::updateCommands);
    m_tick.setInterval(1000);
    connect(&m_tick, &QTimer::timeout, this, [this] {
        if (isVisible()) {
            const QDateTime now = QDateTime::currentDateTimeUtc();
            m_model->tick(now);
            m_panel->tick(now);
            m_matrix->tick(now);
        }
    });
    m_tick.start();
    refresh();
}

RunsArea::~RunsArea()
{
    delete m_panel; // its log uses the pool
}

void RunsArea::buildList(QWidget* pane)
{
    auto* header = new PanelHeader(m_provider, 40, &ThemeColours::window, pane);
    header->row()->addWidget(
        new TextLabel(m_provider, TextStep::BodyStrong, tr("Jobs"), &ThemeColours::text, header));
    header->row()->addStretch();
    auto* add = makeButton(tr("New run"), ButtonKind::Primary, header);
    add->setObjectName(QStringLiteral("newRun"));
    add->setProperty("compact", true);
    connect(add, &QPushButton::clicked, this, [this] { newRun({}); });
    auto* matrix = makeButton(tr("New matrix"), ButtonKind::Normal, header);
    matrix->setObjectName(QStringLiteral("newMatrix"));
    matrix->setProperty("compact", true);
    connect(matrix, &QPushButton::clicked, this, &RunsArea::newMatrix);
    header->row()->addWidget(matrix);
    header->row()->addWidget(add);
    auto* bar = new PanelHeader(m_provider, 40, &ThemeColours::base, pane);
    bar->row()->setSpacing(8);
    m_filter =
        new SearchField(m_provider, tr("Filter jobs"), QStringLiteral("/"), Glyph::Filter, bar);
    m_filter->setObjectName(QStringLiteral("jobFilter"));
    m_filter->setAccessibleName(tr("Filter jobs"));
    m_node = new QComboBox(bar);
    m_node->setAccessibleName(tr("Node"));
    bar->row()->addWidget(m_filter, 1);
    bar->row()->addWidget(m_node);
    m_list = new QListView(pane);
    m_list->setObjectName(QStringLiteral("jobList"));
    m_list->setAccessibleName(tr("Jobs"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setMouseTracking(true);
    m_list->setModel(m_model);
    m_list->setItemDelegate(new JobDelegate(m_provider, m_list));
    auto* nothing = new EmptyState(m_provider, Glyph::Filter, tr("No job matches the filter"),
                                   tr("The filter searches title, node, stage and state."), pane);
    connect(nothing->addAction(tr("Clear filter"), true), &QPushButton::clicked, this, [this] {
        m_node->setCurrentIndex(0);
        m_filter->clear();
    });
    m_lists = new QStackedWidget(pane);
    m_lists->addWidget(m_list);
    m_lists->addWidget(nothing);
    auto* layout = new QVBoxLayout(pane);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(header);
    layout->addWidget(bar);
    layout->addWidget(m_lists, 1);
    keepHeight(*m_lists, m_provider, 96);
    keepWidth(*layout, m_provider, 260);
    connect(m_filter, &QLineEdit::textChanged, this, &RunsArea::refresh);
    joinFilter(*m_filter, [this] { return m_list; });
    connect(m_node, &QComboBox::currentIndexChanged, this, [this] {
        if (!m_refreshing) {
            refresh();
        }
    });
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] {
        if (!m_refreshing) {
            m_cell.clear();
            jobChosen();
        }
    });
    connect(&m_provider, &ThemeProvider::changed, m_list, [this] { m_list->doItemsLayout(); });
}

void RunsArea::addCommands()
{
    addCommand(QStringLiteral("newRunCommand"), tr("New run…"), {}, {}, [this] { newRun({}); });
    addCommand(QStringLiteral("newMatrixCommand"), tr("New matrix…"), {}, {},
               [this] { newMatrix(); });
    addCommand(QStringLiteral("cancelMatrixCommand"), tr("Cancel matrix"), {}, {},
               [this] { cancelMatrix(); });
    addCommand(QStringLiteral("runAgain"), tr("Run again"), {}, {QKeySequence(Qt::Key_F5)},
               [this] { runAgain(); });
    addCommand(QStringLiteral("detach"), tr("Detach or reattach job"), {},
               {QKeySequence(Qt::Key_D)}, [this] { detachOrReattach(); });
    addCommand(QStringLiteral("cancel"), tr("Cancel job"), {},
               {QKeySequence(Qt::CTRL | Qt::Key_Period)}, [this] { cancelJob(); });
    addCommand(QStringLiteral("saveRun"), tr("Save run as folder…"), {}, {}, [this] { saveRun(); });
    addCommand(QStringLiteral("openRun"), tr("Open recorded run…"), {}, {}, [this] { openRun(); });
    addCommand(QStringLiteral("saveLogCommand"), tr("Save log…"), {}, {}, [this] { saveLog(); });
    addCommand(QStringLiteral("findInLogCommand"), tr("Find in log"), {},
               {QKeySequence(QKeySequence::Find)}, [this] { m_panel->openSearch(); });
    addCommand(QStringLiteral("goToLine"), tr("Go to line of the log…"), {},
               {QKeySequence(Qt::CTRL | Qt::Key_G)}, [this] { m_panel->goToLine(); });
    addCommand(QStringLiteral("follow"), tr("Follow the log"), {}, {QKeySequence(Qt::Key_F)},
               [this] { m_panel->toggleFollow(); });
    addCommand(QStringLiteral("wrap"), tr("Wrap long lines of the log"), {},
               {QKeySequence(Qt::Key_W)}, [this] { m_panel->toggleWrap(); });
    addCommand(QStringLiteral("times"), tr("Times of the log's lines"), {},
               {QKeySequence(Qt::Key_T)}, [this] { m_panel->toggleTimes(); });
    addCommand(QStringLiteral("copyCommand"), tr("Copy the command of the job"), {},
               {QKeySequence(Qt::Key_C)}, [this] { m_panel->copyCommand(); });
    addCommand(QStringLiteral("filterJobs"), tr("Filter jobs"), {}, {QKeySequence(Qt::Key_Slash)},
               [this] { m_filter->setFocus(Qt::ShortcutFocusReason); });
}

QString RunsArea::currentJob() const
{
    const QModelIndex index = m_list->currentIndex();
    if (index.data(JobListModel::MatrixIdRole).toString().isEmpty()) {
        return index.data(JobListModel::JobIdRole).toString();
    }
    return m_cell.isEmpty() ? m_matrix->currentJob() : m_cell;
}

void RunsArea::refresh()
{
    const auto state = m_remote.state();
    m_refreshing = true;
    const QString node = m_node->currentData().toString();
    m_node->clear();
    m_node->addItem(tr("All nodes"), QString());
    for (const NodeEntry& entry : state->nodes) {
        m_node->addItem(entry.node.name, entry.node.id);
    }
    m_node->setCurrentIndex(std::max(0, m_node->findData(node)));
    const QString before = m_list->currentIndex().data(JobListModel::JobIdRole).toString();
    const QString shown = currentJob();
    const QDateTime now = QDateTime::currentDateTimeUtc();
    m_model->set(state, m_filter->text(), m_node->currentData().toString(), now);
    QModelIndex wanted = m_model->indexOf(m_selectJob);
    if (wanted.isValid()) {
        // A cell is shown by its log, a matrix by its table.
        m_cell = wanted.data(JobListModel::JobIdRole).toString() == m_selectJob ? QString()
                                                                                : m_selectJob;
        m_selectJob.clear();
    } else {
        wanted = m_model->indexOf(before.isEmpty() ? shown : before);
    }
    if (!wanted.isValid() && !state->jobs.isEmpty()) {
        for (int row = 0; row < m_model->rowCount() && !wanted.isValid(); ++row) {
            const QModelIndex index = m_model->index(row);
            wanted = index.flags().testFlag(Qt::ItemIsSelectable) ? index : QModelIndex();
        }
    }
    m_list->setCurrentIndex(wanted);
    if (m_model->indexOf(m_cell) != wanted) {
        m_cell.clear();
    }
    m_refreshing = false;
    m_lists->setCurrentIndex(m_model->jobCount() > 0 ? 0 : 1);
    m_pages->setCurrentIndex(state->jobs.isEmpty() ? 1 : 0);
    jobChosen();
}

void RunsArea::jobChosen()
{
    const QString matrix = currentMatrix();
    if (!matrix.isEmpty()) {
        showMatrix(matrix, QDateTime::currentDateTimeUtc());
    }
    m_detail->setCurrentIndex(matrix.isEmpty() || !m_cell.isEmpty() ? 0 : 1);
    m_cellBar->setVisible(!matrix.isEmpty());
    if (const JobEntry* job = m_remote.state()->job(currentJob())) {
        m_panel->setJob(*job);
    }
    updateCommands();
}

void RunsArea::updateCommands()
{
    const JobEntry* job = m_remote.state()->job(currentJob());
    const bool alive = job != nullptr && !isEnded(job->status.state) && !job->replayed;
    const QString none = job == nullptr ? tr("No job is selected.") : QString();
    const QString ended = none.isEmpty() ? tr("The job has ended.") : none;
    setWhyNot(*command(QStringLiteral("detach")), ended);
    setWhyNot(*command(QStringLiteral("cancel")), alive ? tr("The job is being stopped.") : ended);
    command(QStringLiteral("detach"))->setEnabled(alive);
    command(QStringLiteral("cancel"))->setEnabled(alive && job->status.state != JobState::Stopping);
    for (const char* name : {"saveRun", "saveLogCommand", "findInLogCommand", "goToLine"}) {
        setWhyNot(*command(QLatin1StringView(name)), none);
        command(QLatin1StringView(name))->setEnabled(job != nullptr);
    }
    const bool runs = job != nullptr && !commandText(job->spec).isEmpty();
    setWhyNot(*command(QStringLiteral("copyCommand")),
              none.isEmpty() ? tr("This job runs no command.") : none);
    command(QStringLiteral("copyCommand"))->setEnabled(runs);
    const bool timed = job != nullptr && m_panel->log().hasTimes();
    setWhyNot(*command(QStringLiteral("times")),
              none.isEmpty() ? tr("When the lines of this log came was not noted.") : none);
    command(QStringLiteral("times"))->setEnabled(timed);
    const Matrix& matrix = m_matrix->matrix();
    setWhyNot(*command(QStringLiteral("cancelMatrixCommand")), currentMatrix().isEmpty()
                                                                   ? tr("No matrix is selected.")
                                                                   : tr("The matrix has ended."));
    command(QStringLiteral("cancelMatrixCommand"))
        ->setEnabled(!currentMatrix().isEmpty() && matrix.ended() < matrix.count());
    const bool any = !m_remote.state()->jobs.isEmpty();
    for (const char* name : {"follow", "wrap", "filterJobs"}) {
        setWhyNot(*command(QLatin1StringView(name)), tr("There is no job yet."));
        command(QLatin1StringView(name))->setEnabled(any);
    }
}

void RunsArea::showJob(const QString& jobId)
{
    m_selectJob = jobId;
    if (m_remote.state()->job(jobId) != nullptr && !m_model->indexOf(jobId).isValid()) {
        const QSignalBlocker blocker(m_filter);
        m_filter->clear();
        m_node->setCurrentIndex(0);
    }
    refresh();
}

void RunsArea::newRun(const JobRequest& request)
{
    if (m_remote.state()->nodes.isEmpty()) {
        Q_EMIT nodesRequested();
    }
    auto* dialog = new NewRunDialog(m_remote, m_provider, request, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        m_problem->hide();
        m_requests.insert(dialog->jobId(), dialog->request());
        showJob(dialog->jobId());
    });
    dialog->open();
}

void RunsArea::runAgain()
{
    const JobEntry* job = m_remote.state()->job(currentJob());
    if (job == nullptr) {
        newRun({});
        return;
    }
    JobRequest request = m_requests.value(job->spec.id);
    if (!m_requests.contains(job->spec.id)) { // of an earlier session: what is known of it
        request.nodeId = job->spec.node.id;
        request.title = job->spec.title;
        request.sync = !job->spec.tree.isEmpty();
        request.environment = job->spec.environment;
        request.timeLimit = job->spec.timeLimit;
        for (const JobStage& stage : job->spec.stages) {
            if (stage.kind == StageKind::Command) {
                request.command = stage.script;
            }
        }
    }
    newRun(request);
}

void RunsArea::detachOrReattach()
{
    const JobEntry* job = m_remote.state()->job(currentJob());
    if (job == nullptr || job->replayed || isEnded(job->status.state)) {
        return;
    }
    if (job->status.state == JobState::Detached || job->status.state == JobState::Lost) {
        m_remote.reattachJob(job->spec.id);
    } else {
        m_remote.detachJob(job->spec.id);
    }
}

void RunsArea::cancelJob()
{
    const JobEntry* job = m_remote.state()->job(currentJob());
    if (job == nullptr || job->replayed || isEnded(job->status.state)) {
        return;
    }
    const QString id = job->spec.id;
    const auto time = workTime(job->status, QDateTime::currentDateTimeUtc());
    if (!time || *time < kConfirmAfter) {
        m_remote.cancelJob(id);
        return;
    }
    QMessageBox* box = questionBox(tr("Cancel job"),
                                   tr("%1 has been running for %2. Cancel it? The log is kept.")
                                       .arg(job->spec.title, elapsedText(*time)),
                                   this);
    box->setObjectName(QStringLiteral("confirmCancel"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* yes = box->addButton(tr("Cancel job"), QMessageBox::DestructiveRole);
    box->setDefaultButton(box->addButton(tr("Keep running"), QMessageBox::RejectRole));
    connect(yes, &QPushButton::clicked, this, [this, id] { m_remote.cancelJob(id); });
    box->open();
}

QStringList RunsArea::prepareToLeave(Leaving)
{
    QStringList lines;
    const auto state = m_remote.state();
    for (const JobEntry& job : state->jobs) {
        if (!job.replayed &&
            (job.status.state == JobState::Preparing || job.status.state == JobState::Syncing)) {
            lines.append(tr("the job “%1”, which is still being sent to %2")
                             .arg(job.spec.title, job.spec.node.name));
        }
    }
    return lines;
}

/// A dialog for a file to write, to be opened; no nested event loop.
QFileDialog* RunsArea::askFile(const QString& title, const QString& name)
{
    auto* dialog = new QFileDialog(this, title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectFile(name);
    return dialog;
}

void RunsArea::saveRun()
{
    QFileDialog* dialog = askFile(tr("Save run as folder"), m_panel->job().spec.id);
    dialog->setOption(QFileDialog::DontConfirmOverwrite);
    connect(dialog, &QFileDialog::fileSelected, this, &RunsArea::saveRunTo);
    dialog->open();
}

void RunsArea::saveRunTo(const QString& folder)
{
    whenDone(m_remote.saveRun(currentJob(), folder), this, [this](const Result<void>& saved) {
        if (!saved) {
            showError(saved.error());
        }
    });
}

void RunsArea::openRun()
{
    QFileDialog* dialog = askFile(tr("Open recorded run"), {});
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setAcceptMode(QFileDialog::AcceptOpen);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, &RunsArea::openRunFrom);
    dialog->open();
}

void RunsArea::openRunFrom(const QString& folder)
{
    whenDone(m_remote.openRun(folder), this, [this](const Result<QString>& opened) {
        if (!opened) {
            showError(opened.error());
            return;
        }
        m_problem->hide();
        showJob(*opened);
    });
}

void RunsArea::saveLog()
{
    QFileDialog* dialog = askFile(tr("Save log"), m_panel->job().spec.id + QStringLiteral(".log"));
    connect(dialog, &QFileDialog::fileSelected, m_panel, &RunPanel::saveLog);
    dialog->open();
}

void RunsArea::showError(const Error& error)
{
    m_problem->setText(titleFor(error));
    m_problem->setToolTip(messageFor(error));
    m_problem->setAccessibleName(messageFor(error));
    m_problem->show();
}

} // namespace rocport
