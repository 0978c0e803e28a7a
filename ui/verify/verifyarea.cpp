#include "ui/verify/verifyarea.h"

#include "ui/messages/messages.h"
#include "ui/nodes/nodetext.h"
#include "ui/theme/commandkeys.h"
#include "ui/theme/uisettings.h"
#include "ui/theme/whynot.h"
#include "ui/verify/checkrows.h"
#include "ui/verify/comparedialog.h"
#include "ui/verify/lanepane.h"
#include "ui/verify/levelsmodel.h"
#include "ui/verify/plots/runsplot.h"
#include "ui/verify/plotspane.h"
#include "ui/verify/pyramid.h"
#include "ui/verify/requestdialog.h"
#include "ui/verify/tensordetail.h"
#include "ui/verify/tolerancedialog.h"
#include "ui/verify/verifytext.h"

#include <QAction>
#include <QHBoxLayout>
#include <QListView>
#include <QSet>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace rocport {

namespace {

/// Id of the newest run that is of no level: files that were compared, or a part; empty: none.
QString newestOfNoLevel(const RemoteState& state)
{
    const auto found = std::find_if(state.runs.begin(), state.runs.end(),
                                    [](const VerifyRun& run) { return !run.isOfLevel(); });
    return found == state.runs.end() ? QString() : found->id;
}

} // namespace

void VerifyArea::addCommands()
{
    const std::tuple<const char*, QString, VerifyLevel> levels[] = {
        {"runStatic", tr("Run L1 Static"), VerifyLevel::Static},
        {"runBuild", tr("Run L2 Build…"), VerifyLevel::Build},
        {"runLanes", tr("Run L3 Lanes…"), VerifyLevel::Lanes},
        {"runLoad", tr("Run L4 Load…"), VerifyLevel::Load},
        {"runNumerical", tr("Run L5 Numerical…"), VerifyLevel::Numerical}};
    for (const auto& [name, text, level] : levels) {
        addCommand(QString::fromLatin1(name), text, {}, {},
                   [this, level = level] { startLevel(level); });
    }
    addCommand(QStringLiteral("runLevel"), tr("Run the chosen level"), {},
               {QKeySequence(Qt::Key_F5)}, [this] { startLevel(m_level); })
        ->setShortcutContext(Qt::WindowShortcut); // wherever the focus is, the rail too
    addCommand(QStringLiteral("stopVerification"), tr("Stop verification"), {},
               {QKeySequence(tr("Ctrl+."))}, [this] { stop(); });
    addCommand(QStringLiteral("compareFiles"), tr("Compare files…"), {}, {},
               [this] { askCompare(); });
    addCommand(QStringLiteral("showJob"), tr("Show job of the run"), {}, {QKeySequence(Qt::Key_J)},
               [this] {
                   const JobEntry* job = runningVerification(*m_remote.state());
                   const QString id = job != nullptr     ? job->spec.id
                                      : run() != nullptr ? run()->jobId
                                                         : QString();
                   if (!id.isEmpty()) {
                       Q_EMIT showJobRequested(id);
                   }
               });
    addCommand(QStringLiteral("setTolerance"), tr("Set tolerance…"), {}, {},
               [this] { askTolerance(); });
    addCommand(QStringLiteral("checkFile"), tr("Run L1 for the file of this check"), {}, {},
               [this] {
                   if (const VerifyCheck* check = currentCheck(); check != nullptr) {
                       checkFile(RepoPath(check->file.toUtf8()));
                   }
               });
    addCommand(QStringLiteral("copyCsv"), tr("Copy table as CSV"), {}, {}, [this] { copyTable(); });
    addCommand(QStringLiteral("verifyFilter"), tr("Filter checks"), {},
               {QKeySequence(Qt::Key_Slash)}, [this] {
                   m_filter->setFocus(Qt::ShortcutFocusReason);
                   m_filter->selectAll();
               });
}

const VerifyRun* VerifyArea::run() const
{
    const std::shared_ptr<const RemoteState> state = m_remote.state();
    const VerifyRun* chosen = m_runId.isEmpty() ? nullptr : state->run(m_runId);
    return chosen != nullptr ? chosen : state->newest(m_level);
}

const VerifyCheck* VerifyArea::currentCheck() const
{
    const VerifyRun* shown = run();
    const QString id = m_checks->currentId();
    if (shown != nullptr && !id.isEmpty()) {
        for (const VerifyCheck& check : shown->checks) {
            if (check.id == id) {
                return &check;
            }
        }
    }
    return nullptr;
}

TextTable& VerifyArea::shownTable() const
{
    return m_pages->currentIndex() == ChecksPage   ? *m_checks
           : m_pages->currentIndex() == MatrixPage ? *m_matrix
                                                   : *m_history;
}

void VerifyArea::showLevel(VerifyLevel level)
{
    m_level = level;
    m_runId.clear();
    m_chosen = true;
    m_switch->setCurrent(ChecksPage);
    refresh();
}

void VerifyArea::showRun(const QString& runId)
{
    if (const VerifyRun* chosen = m_remote.state()->run(runId)) {
        m_level = chosen->level;
        m_runId = runId;
        m_chosen = true;
        m_switch->setCurrent(ChecksPage);
        refresh();
    }
}

void VerifyArea::refresh()
{
    const std::shared_ptr<const RemoteState> state = m_remote.state();
    const auto ofLevel = std::find_if(state->runs.begin(), state->runs.end(),
                                      [](const VerifyRun& run) { return run.isOfLevel(); });
    if (!m_chosen && ofLevel != state->runs.end()) {
        m_level = ofLevel->level; // what was run last
    }
    showAwaited(*state);
    m_levels->setState(state, m_staticRuns);
    m_pyramid->setLevels(*m_levels);
    const VerifyRun* now = run();
    const bool ofNoLevel = now != nullptr && !now->isOfLevel();
    m_pyramid->setCurrent(ofNoLevel ? std::nullopt : std::optional(m_level));
    m_list->setCurrentIndex(ofNoLevel ? QModelIndex()
                                      : m_levels->index(LevelsModel::rowOf(m_level)));
    m_historyModel->setRows(historyRows(*state));
    QVector<VerifyRun> runs = state->runs;
    runs.removeIf([](const VerifyRun& run) { return !run.isOfLevel(); });
    m_runsPlot->setRuns(runs);
    VerifyMatrix matrix = verifyMatrix(*state);
    QStringList before;
    QStringList after;
    for (const TextColumn& column : m_matrixModel->columns()) {
        before.append(column.title);
    }
    for (const TextColumn& column : std::as_const(matrix.columns)) {
        after.append(column.title);
    }
    if (before != after) {
        m_matrixModel->setColumns(matrix.columns);
        m_matrix->applyColumns();
    }
    m_matrixModel->setRows(matrix.rows);
    m_switch->setCount(HistoryPage, static_cast<int>(state->runs.size()));
    showChecks();
    showHeader();
    showProgress();
    showRunFacts();
}

/// What was asked for here and is of no level is shown once it is there.
void VerifyArea::showAwaited(const RemoteState& state)
{
    const QString newest = newestOfNoLevel(state);
    if (m_awaits && !newest.isEmpty() && newest != m_lastOfNoLevel) {
        m_awaits = false;
        m_runId = newest;
        m_chosen = true;
        m_level = state.run(newest)->level; // whose columns it has
        m_switch->setCurrent(ChecksPage);
    }
}

void VerifyArea::showHeader()
{
    const std::shared_ptr<const RemoteState> state = m_remote.state();
    const VerifyRun* shown = run();
    const bool running = m_staticRuns || runningVerification(*state) != nullptr;
    m_title->setText(shown == nullptr || shown->title.isEmpty() ? levelTitle(m_level)
                                                                : shown->title);
    const int passed = shown == nullptr ? 0 : shown->count(CheckState::Passed);
    const int failed = shown == nullptr ? 0 : shown->count(CheckState::Failed);
    m_passed->setText(tr("%1 passed").arg(passed));
    m_passed->setVisible(passed > 0);
    m_failed->setText(tr("%1 failed").arg(failed));
    m_failed->setVisible(failed > 0);
    const QStringList caveats =
        shown == nullptr ? QStringList() : caveatsOf(*shown, state->portKey);
    m_caveat->setVisible(!caveats.isEmpty());
    if (shown != nullptr && !caveats.isEmpty()) {
        m_caveat->setText(shown->byHand                         ? tr("Files compared by hand")
                          : shown->part                         ? tr("Some files only")
                          : isOutOfDate(*shown, state->portKey) ? tr("Out of date")
                          : shown->emulated                     ? tr("On an emulated GPU")
                                                                : tr("Not on an AMD GPU"));
    }
    const QStringList notes = shown == nullptr ? QStringList() : shown->notes;
    m_noticeText->setText((caveats + notes).join(u' '));
    m_notice->setVisible(!caveats.isEmpty() || !notes.isEmpty());
    m_run->setText(m_level == VerifyLevel::Static ? tr("Run %1").arg(levelTitle(m_level))
                                                  : tr("Run %1…").arg(levelTitle(m_level)));
    const bool may = state->projectOpen && !state->readOnly && !running;
    const QString why = running               ? tr("A verification is running")
                        : !state->projectOpen ? tr("Open a project first")
                        : state->readOnly
                            ? tr("The project is open read-only")
                            : withKey(tr("Run"), *command(QStringLiteral("runLevel")));
    m_run->setEnabled(may);
    m_run->setToolTip(why);
    m_noneRun->setEnabled(may);
    for (const char* name : {"runStatic", "runBuild", "runLanes", "runLoad", "runNumerical",
                             "runLevel", "compareFiles"}) {
        setWhyNot(*command(QString::fromLatin1(name)), why + u'.');
        command(QString::fromLatin1(name))->setEnabled(may);
    }
    m_stop->setVisible(running);
    command(QStringLiteral("stopVerification"))->setEnabled(running);
    setWhyNot(*command(QStringLiteral("stopVerification")), tr("No verification is running."));
    const bool job = (running && !m_staticRuns) || (shown != nullptr && !shown->jobId.isEmpty());
    m_job->setVisible(job);
    command(QStringLiteral("showJob"))->setEnabled(job);
    setWhyNot(*command(QStringLiteral("showJob")), tr("This run has no job."));
}

void VerifyArea::showProgress()
{
    const std::shared_ptr<const RemoteState> state = m_remote.state();
    const JobEntry* job = runningVerification(*state);
    m_progress->setVisible(m_staticRuns || job != nullptr);
    if (m_staticRuns) {
        m_activity->setText(m_progressText);
        m_bar->setProgress(m_done, m_total);
    } else if (job != nullptr) {
        const QString text = tr("%1 on %2").arg(job->spec.title, job->spec.node.name);
        m_activity->setText(job->status.sentence.isEmpty()
                                ? text
                                : QStringLiteral("%1: %2").arg(text, job->status.sentence));
        m_bar->setProgress(0, 0);
    }
}

void VerifyArea::showChecks()
{
    const VerifyRun* shown = run();
    // Copies have no time of their own, so their columns are always the same.
    const bool timed = shown != nullptr && m_level != VerifyLevel::Lanes && areTimed(*shown);
    if (m_columnsOf != m_level || m_timed != timed) {
        m_columnsOf = m_level;
        m_timed = timed;
        m_checkModel->setColumns(verifyCheckColumns(m_level, timed));
        m_checks->applyColumns();
        layOutChecks();
    }
    m_checkModel->setRows(shown == nullptr ? QVector<TextRow>() : verifyCheckRows(*shown));
    const QString shownId = shown == nullptr ? QString() : shown->id;
    if (shownId != m_checksOf && m_level == VerifyLevel::Lanes) {
        selectFirstFailed();
    }
    m_checksOf = shownId;
    m_checkPages->setCurrentIndex(shown == nullptr ? 1 : 0);
    placeDetail();
    m_none->setTexts(tr("%1 was not run").arg(levelTitle(m_level)), levelPurpose(m_level));
    m_noneRun->setText(m_level == VerifyLevel::Static ? tr("Run %1").arg(levelTitle(m_level))
                                                      : tr("Run %1…").arg(levelTitle(m_level)));
    m_plots->setVisible(m_level == VerifyLevel::Numerical);
    m_lanes->setVisible(m_level == VerifyLevel::Lanes);
    m_detail->setVisible(m_level != VerifyLevel::Lanes);
    showBanner();
    if (shown != nullptr) {
        m_plots->setSamples(shown->stability);
    }
    showDetail();
}

/// The first failed check in the order of the table; without one the selection stays.
void VerifyArea::selectFirstFailed()
{
    const VerifyRun* shown = run();
    if (shown == nullptr) {
        return;
    }
    QSet<QString> failed;
    for (const VerifyCheck& check : shown->checks) {
        if (check.state == CheckState::Failed) {
            failed.insert(check.id);
        }
    }
    const QAbstractItemModel& rows = *m_checks->model();
    for (int row = 0; row < rows.rowCount(); ++row) {
        const QString id = rows.index(row, 0).data(TextTableModel::IdRole).toString();
        if (failed.contains(id)) {
            m_checks->setCurrentId(id);
            return;
        }
    }
}

/// Tensors have figures, which stand beside their table; what other checks say is sentences, which
/// need its whole width.
void VerifyArea::layOutChecks()
{
    const Theme& theme = m_provider.theme();
    const bool beside = checksBeside();
    m_checkSplit->setOrientation(beside ? Qt::Horizontal : Qt::Vertical);
    m_detail->setMinimumWidth(beside ? theme.scaled(250) : 0);
    m_detail->setMinimumHeight(beside ? 0 : theme.scaled(96));
    m_checkSplit->setSizes(beside ? QList<int>{860, theme.scaled(256)}
                                  : QList<int>{600, theme.scaled(132)});
}

/// Whether the detail stands beside the table: where that is whole there, and figures to show.
bool VerifyArea::checksBeside() const
{
    return m_level == VerifyLevel::Numerical &&
           m_checkSplit->width() >= m_checks->wholeWidth() + m_provider.theme().scaled(256);
}

void VerifyArea::showRunFacts()
{
    while (QLayoutItem* item = m_facts->takeAt(0)) {
        if (QWidget* widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
    const VerifyRun* shown = run();
    m_factsPane->setVisible(shown != nullptr);
    if (shown == nullptr) {
        return;
    }
    const QByteArray portKey = m_remote.state()->portKey;
    const QFontMetrics metrics(m_provider.theme().font(TextStep::Small));
    const int width =
        std::max(m_provider.theme().scaled(72), metrics.horizontalAdvance(tr("AMD GPU")) + 2);
    const auto add = [this, width](const QString& label, const QString& value,
                                   ColourToken colour = &ThemeColours::text) {
        auto* line = new QWidget(m_factsPane);
        line->setAccessibleName(QStringLiteral("%1: %2").arg(label, value));
        auto* row = new QHBoxLayout(line);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(8);
        auto* name = new TextLabel(m_provider, TextStep::Small, label, &ThemeColours::muted, line);
        name->setFixedWidth(width);
        row->addWidget(name);
        row->addWidget(new ElidedLabel(m_provider, TextStep::Small, value, colour, line), 1);
        m_facts->addWidget(line);
        line->show();
    };
    auto* title = new TextLabel(m_provider, TextStep::BodyStrong, tr("This run"),
                                &ThemeColours::text, m_factsPane);
    m_facts->addWidget(title);
    title->show();
    add(tr("When"), shortTime(shown->time));
    add(tr("Node"), shown->nodeName.isEmpty() ? tr("This machine") : shown->nodeName);
    if (!shown->image.isEmpty()) {
        add(tr("Image"), shown->image);
    }
    const bool onCpu = shown->level == VerifyLevel::Lanes;
    add(tr("Device"), onCpu                     ? tr("the CPU of this machine")
                      : shown->device.isEmpty() ? tr("no GPU")
                                                : shown->device);
    if (shown->byHand) {
        add(tr("Port"), tr("none, files were compared"));
    } else {
        if (!onCpu) {
            add(tr("AMD GPU"),
                shown->onGpu      ? tr("yes")
                : shown->emulated ? tr("emulated")
                                  : tr("no"),
                shown->onGpu ? &ThemeColours::text : &ThemeColours::warn);
        }
        const bool old = isOutOfDate(*shown, portKey);
        add(tr("Port"), old ? tr("an earlier state") : tr("the current state"),
            old ? &ThemeColours::warn : &ThemeColours::text);
    }
    add(tr("Job"), shown->jobId.isEmpty() ? tr("none, it ran on this machine") : shown->jobId);
    if (!shown->logHash.isEmpty()) {
        add(tr("Log"), QStringLiteral("sha256 ") + QString::fromLatin1(shown->logHash.left(16)));
    }
}

void VerifyArea::showDetail()
{
    const std::shared_ptr<const RemoteState> state = m_remote.state();
    const VerifyCheck* check = currentCheck();
    const bool mayChange = state->projectOpen && !state->readOnly;
    const bool tensor = check != nullptr && comparisonOf(*check) != nullptr;
    m_detail->setCheck(check, mayChange);
    m_plots->setComparison(tensor ? comparisonOf(*check) : nullptr);
    m_lanes->setCheck(check, !changeOf(check).isEmpty());
    const bool ofFile = check != nullptr && !check->file.isEmpty();
    const bool idle = !m_staticRuns;
    command(QStringLiteral("checkFile"))->setEnabled(ofFile && mayChange && idle);
    setWhyNot(*command(QStringLiteral("checkFile")),
              !ofFile      ? tr("Select a check of a file in the table first.")
              : !mayChange ? tr("The project is open read-only.")
              : idle       ? QString()
                           : tr("A verification is running"));
    command(QStringLiteral("setTolerance"))->setEnabled(tensor && mayChange);
    setWhyNot(*command(QStringLiteral("setTolerance")),
              tensor ? tr("The project is open read-only.")
                     : tr("Select a tensor in the table first."));
}

void VerifyArea::startLevel(VerifyLevel level)
{
    m_level = level;
    m_runId.clear();
    m_chosen = true;
    m_sayPane->hide();
    refresh();
    if (level == VerifyLevel::Static) {
        VerifyRequest request;
        request.level = level;
        const Result<QString> started = m_remote.startVerification(request);
        if (!started) {
            say(messageFor(started.error()));
        }
        return;
    }
    VerifyRequest start = m_last;
    start.level = level;
    auto* dialog = new RequestDialog(m_remote, m_provider, start, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &RequestDialog::started, this,
            [this](const QString& jobId, const VerifyRequest& request) {
                m_last = request;
                refresh();
                if (!jobId.isEmpty()) {
                    say(tr("Started as job %1; Runs shows its log.").arg(jobId));
                }
            });
    dialog->open();
}

void VerifyArea::awaitRun()
{
    m_awaits = true;
    m_lastOfNoLevel = newestOfNoLevel(*m_remote.state());
}

void VerifyArea::checkFile(const RepoPath& file)
{
    m_sayPane->hide();
    awaitRun();
    VerifyRequest request;
    request.level = VerifyLevel::Static;
    request.files = {file};
    if (const Result<QString> started = m_remote.startVerification(request); !started) {
        m_awaits = false;
        say(messageFor(started.error()));
    }
}

QStringList VerifyArea::prepareToLeave(Leaving)
{
    return m_staticRuns ? QStringList{tr("the verification that runs on this machine")}
                        : QStringList();
}

void VerifyArea::stop()
{
    if (m_staticRuns) {
        m_remote.cancelVerification();
    } else if (const JobEntry* job = runningVerification(*m_remote.state())) {
        m_remote.cancelJob(job->spec.id);
    }
}

void VerifyArea::askCompare()
{
    auto* dialog = new CompareDialog(m_provider, m_settings, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        awaitRun();
        m_remote.compareFiles(dialog->reference(), dialog->candidate());
    });
    dialog->open();
}

void VerifyArea::askTolerance()
{
    const VerifyCheck* check = currentCheck();
    const TensorComparison* comparison = check == nullptr ? nullptr : comparisonOf(*check);
    if (comparison == nullptr) {
        return;
    }
    const QString tensor = comparison->name;
    auto* dialog = new ToleranceDialog(*comparison, m_provider, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog, tensor] {
        const Result<void> set = m_remote.setTolerance(tensor, dialog->tolerance());
        say(set ? tr("The new tolerance of %1 applies from the next comparison.").arg(tensor)
                : messageFor(set.error()));
    });
    dialog->open();
}

void VerifyArea::showPlaceOfCheck()
{
    const VerifyCheck* check = currentCheck();
    if (check != nullptr && !check->file.isEmpty()) {
        Q_EMIT showPlaceRequested({RepoPath(check->file.toUtf8()), check->line, check->side});
    }
}

/// The change of the port where a check on lanes leads: what a rule says of the line, else of the
/// kernel that wrote the copy.
QByteArray VerifyArea::changeOf(const VerifyCheck* check) const
{
    if (check == nullptr || !check->lanes || check->lanes->wrong() == nullptr) {
        return {};
    }
    const LaneCopyCheck& copy = *check->lanes;
    QByteArray key = m_remote.changeOf(copy.hintPath, copy.hintLine, copy.hintLine);
    return key.isEmpty() ? m_remote.changeOf(copy.kernelPath, copy.kernelLine,
                                             std::max(copy.kernelLine, copy.kernelEnd))
                         : key;
}

void VerifyArea::showChangeOfCheck()
{
    const QByteArray key = changeOf(currentCheck());
    if (key.isEmpty()) {
        showPlaceOfCheck();
    } else {
        Q_EMIT showHunkRequested(key);
    }
}

/// A row of the matrix, "L1 static:syntax": the check in the newest run of its level.
void VerifyArea::showMatrixCheck(const QString& row)
{
    const auto level = verifyLevelAt(row.mid(1, 1).toInt());
    const QString id = row.section(u' ', 1);
    if (!level) {
        return;
    }
    showLevel(*level);
    if (m_checks->setCurrentId(id)) {
        m_checks->setFocus();
    } else {
        say(tr("The newest run of this level does not have this check."));
    }
}

void VerifyArea::copyTable()
{
    shownTable().copyCsv();
}

void VerifyArea::say(const QString& sentence)
{
    m_sayText->setText(sentence);
    m_sayPane->setVisible(!sentence.isEmpty());
}

void VerifyArea::resizeEvent(QResizeEvent* event)
{
    WorkArea::resizeEvent(event);
    QMetaObject::invokeMethod(this, &VerifyArea::placeDetail,
                              Qt::QueuedConnection); // when laid out
}

void VerifyArea::placeDetail()
{
    if (checksBeside() != (m_checkSplit->orientation() == Qt::Horizontal)) {
        layOutChecks();
    }
}

} // namespace rocport
