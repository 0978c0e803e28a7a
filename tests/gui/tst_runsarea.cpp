#include "tests/gui/fakeremote.h"
#include "tests/gui/mapsettings.h"
#include "ui/runs/diagnosticsmodel.h"
#include "ui/runs/joblistmodel.h"
#include "ui/runs/logcells.h"
#include "ui/runs/logcolours.h"
#include "ui/runs/logview.h"
#include "ui/runs/newrundialog.h"
#include "ui/runs/runpanel.h"
#include "ui/runs/runsarea.h"
#include "ui/runs/stagetimeline.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QListView>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

using namespace rocport;
using namespace std::chrono_literals;

namespace {

const QByteArray kLog =
    "\x1b[34m[1/3]\x1b[0m Building HIP object csrc/attn_fwd.o\n"
    "csrc/topk_kernel.hip:112:19: \x1b[1;33mwarning:\x1b[0m implicit conversion loses integer "
    "precision: 'unsigned long long' to 'unsigned int' [-Wshorten-64-to-32]\n"
    "  112 |   unsigned hits = __ballot(pred);\n      |            ~~~~   ^~~~~~~~~~~~~~\n"
    "csrc/scan.hip:7:3: error: use of undeclared identifier '__shfl_down_sync'\n"
    "1 error generated when compiling for gfx942.\n"
    "make: *** [Makefile:51: scan.o] Error 1\n"
    "\x1b[32mdone\x1b[0m 10%\r50%\r100%\n";

} // namespace

/// The area Runs as its user sees it, over a service without nodes.
class RunsAreaTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void emptyArea();
    void listsJobs();
    void filterAndClear();
    void stagesAndTimes();
    void logAndDiagnosticsAreLinked();
    void opensPlacesAndChanges();
    void followStopsOnScrollUp();
    void growsWhileFollowed();
    void searches();
    void selectsAndCopies();
    void wraps();
    void savesTheLog();
    void knownFailureIsExplained();
    void quietJobOffersADump();
    void lostJobOffersReattach();
    void detachReattachAndCancel();
    void cancelAsksAfterAMinute();
    void replayedRunIsReadOnly();
    void secretsAreMasked();
    void newRunShowsWhatWouldRun();
    void refusedRunIsSaid();
    void runAgainKeepsTheRequest();
    void savesAndOpensRuns();
    void letterKeys();
    void accessible();
    void modelsAreSound();
    void cells_data();
    void cells();
    void coloursCanBeRead();
    void looks_data();
    void looks();

private:
    JobEntry makeJob(const QString& id, JobState state, const QByteArray& log);
    void put(const QVector<JobEntry>& jobs);
    void append(const JobEntry& job, const QByteArray& bytes) const;
    [[nodiscard]] LogView& view() const { return m_area->panel().view(); }
    [[nodiscard]] JobLog& log() const { return m_area->panel().log(); }
    template <typename T>
    [[nodiscard]] T* child(const char* name) const
    {
        return m_area->findChild<T*>(QString::fromLatin1(name));
    }
    void show() const
    {
        m_area->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_area.get()));
        QTRY_VERIFY_WITH_TIMEOUT(log().isCaughtUp(), 20000);
    }
    [[nodiscard]] NewRunDialog* dialog() const
    {
        return m_area->findChild<NewRunDialog*>();
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    std::unique_ptr<MapSettings> m_settings;
    std::unique_ptr<ThemeProvider> m_theme;
    std::unique_ptr<test::FakeRemote> m_remote;
    std::unique_ptr<RunsArea> m_area;
    QDateTime m_now;
};

void RunsAreaTest::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    m_settings = std::make_unique<MapSettings>();
    m_theme = std::make_unique<ThemeProvider>(*m_settings);
    m_remote = std::make_unique<test::FakeRemote>();
    NodeEntry node;
    node.node.id = QStringLiteral("mi300x-07");
    node.node.name = node.node.id;
    node.node.host = node.node.id;
    m_remote->now->nodes = {node};
    m_remote->now->currentNode = node.node.id;
    m_remote->preview.script = QStringLiteral("hipcc -c csrc/scan.hip\n");
    m_remote->preview.command = QStringLiteral("sh run.sh");
    m_remote->preview.environment = {{QStringLiteral("HF_TOKEN"), QStringLiteral("•••")}};
    m_area = std::make_unique<RunsArea>(*m_remote, *m_theme, *m_settings);
    m_area->resize(1240, 800);
    m_now = QDateTime::currentDateTimeUtc();
}

void RunsAreaTest::cleanup()
{
    m_area.reset();
    m_remote.reset();
    m_theme.reset();
}

JobEntry RunsAreaTest::makeJob(const QString& id, JobState state, const QByteArray& log)
{
    JobEntry job;
    job.spec.id = id;
    job.spec.title = QStringLiteral("Build ") + id;
    job.spec.node = m_remote->now->nodes.first().node;
    job.spec.tree = QStringLiteral("seqkernels");
    job.spec.created = m_now;
    JobStage build;
    build.id = QStringLiteral("build");
    build.title = QStringLiteral("Build extension");
    build.kind = StageKind::Build;
    build.expected = 180s;
    JobStage run = build;
    run.id = QStringLiteral("run");
    run.title = QStringLiteral("First compile");
    run.kind = StageKind::Command;
    run.script = QStringLiteral("python train.py");
    run.expectation =
        QStringLiteral("First compile on ROCm usually takes 2–5 minutes; not a hang.");
    job.spec.stages = {build, run};
    job.status.state = state;
    job.status.started = m_now.addSecs(-30);
    job.status.lastOutput = m_now.addSecs(-2);
    job.status.remotePid = 4321;
    StageProgress progress;
    progress.id = build.id;
    progress.started = job.status.started;
    progress.ended = m_now.addSecs(-20);
    progress.exitCode = 0;
    job.status.stages = {progress};
    if (isEnded(state)) {
        job.status.ended = m_now;
    }
    job.folder = m_dir->filePath(id);
    QDir().mkpath(job.folder);
    append(job, log);
    return job;
}

void RunsAreaTest::append(const JobEntry& job, const QByteArray& bytes) const
{
    QFile file(job.folder + QStringLiteral("/log"));
    QVERIFY(file.open(QIODevice::Append));
    QCOMPARE(file.write(bytes), bytes.size());
}

void RunsAreaTest::put(const QVector<JobEntry>& jobs)
{
    m_remote->now->jobs = jobs;
    Q_EMIT m_remote->jobsChanged();
}

void RunsAreaTest::emptyArea()
{
    m_area->show();
    QVERIFY(child<EmptyState>("runsEmpty")->isVisible());
    put({makeJob(QStringLiteral("1"), JobState::Running, {})});
    QVERIFY(!child<EmptyState>("runsEmpty")->isVisible());
    QTRY_VERIFY(log().isCaughtUp());
    QVERIFY(!view().isVisible()); // "No output yet"
}

void RunsAreaTest::listsJobs()
{
    JobEntry old = makeJob(QStringLiteral("2"), JobState::Failed, {});
    old.status.ended = m_now.addDays(-1);
    put({makeJob(QStringLiteral("1"), JobState::Running, {}), old});
    const auto* model = child<QListView>("jobList")->model();
    QCOMPARE(model->rowCount(), 3);
    QCOMPARE(model->index(0, 0).data().toString(), QStringLiteral("Build 1"));
    QCOMPARE(model->index(1, 0).data().toString(), QStringLiteral("Yesterday"));
    QCOMPARE(model->index(2, 0).data(JobListModel::LineRole).toString(),
             QStringLiteral("mi300x-07, failed in Build extension"));
    QCOMPARE(m_area->currentJob(), QStringLiteral("1"));
    m_area->showJob(QStringLiteral("2"));
    QCOMPARE(m_area->currentJob(), QStringLiteral("2"));
    QCOMPARE(child<Chip>("runState")->text(), QStringLiteral("Failed"));
}

void RunsAreaTest::filterAndClear()
{
    put({makeJob(QStringLiteral("1"), JobState::Running, {})});
    child<QLineEdit>("jobFilter")->setText(QStringLiteral("nothing like it"));
    QCOMPARE(child<QListView>("jobList")->model()->rowCount(), 0);
    m_area->showJob(QStringLiteral("1"));
    QCOMPARE(m_area->currentJob(), QStringLiteral("1"));
}

void RunsAreaTest::stagesAndTimes()
{
    JobEntry job = makeJob(QStringLiteral("1"), JobState::Running, {});
    job.status.stages.append({QStringLiteral("run"), m_now.addSecs(-20), {}, -1});
    put({job});
    m_area->panel().tick(m_now.addSecs(60));
    QCOMPARE(child<StageTimeline>("stageTimeline")->spoken(),
             (QStringList{QStringLiteral("Build extension, done, 0:10"),
                          QStringLiteral("First compile, running, 1:20, usually 3:00")}));
    const RunNotice notice = m_area->panel().notice();
    QVERIFY(notice.title.contains(QStringLiteral("2–5 minutes")));
    QVERIFY(notice.text.startsWith(QStringLiteral("1:20 so far")));
    job.status.state = JobState::Failed;
    job.status.ended = m_now;
    job.status.stages[1].ended = m_now;
    job.status.stages[1].exitCode = 2;
    put({job});
    QVERIFY(child<StageTimeline>("stageTimeline")->spoken()[1].contains(
        QStringLiteral("failed, exit status 2")));
}

void RunsAreaTest::logAndDiagnosticsAreLinked()
{
    put({makeJob(QStringLiteral("1"), JobState::Failed, kLog)});
    show();
    QTRY_COMPARE(log().lineCount(), 8);
    QVERIFY(view().visibleText().contains(QStringLiteral("100%")));
    auto* table = child<QTreeView>("diagnosticsTable");
    QTRY_COMPARE(table->model()->rowCount(), 3);
    const auto text = [&](int row, int column) {
        return table->model()->index(row, column).data().toString();
    };
    QCOMPARE(text(0, DiagnosticsModel::SeverityColumn), QStringLiteral("Warning"));
    QCOMPARE(text(0, DiagnosticsModel::LocationColumn),
             QStringLiteral("csrc/topk_kernel.hip:112:19"));
    QCOMPARE(text(1, DiagnosticsModel::LineColumn), QStringLiteral("5"));
    table->setCurrentIndex(table->model()->index(1, 0));
    QCOMPARE(view().currentLine(), 4);
    view().goToLine(1);
    QCOMPARE(table->currentIndex().row(), 0);
    auto* severities = child<SegmentedControl>("diagnosticSeverities");
    severities->setCurrent(1);
    QCOMPARE(table->model()->rowCount(), 1);
}

void RunsAreaTest::opensPlacesAndChanges()
{
    m_remote->hunks.insert(QStringLiteral("csrc/scan.hip:7"), "0123456789abcdef");
    put({makeJob(QStringLiteral("1"), JobState::Failed, kLog)});
    show();
    QSignalSpy places(m_area.get(), &RunsArea::showPlaceRequested);
    QSignalSpy changes(m_area.get(), &RunsArea::showHunkRequested);
    auto* table = child<QTreeView>("diagnosticsTable");
    QTRY_COMPARE(table->model()->rowCount(), 3);
    QCOMPARE(table->model()->index(1, DiagnosticsModel::ChangeColumn).data().toString(),
             QStringLiteral("Open change"));
    QCOMPARE(table->model()->index(0, DiagnosticsModel::ChangeColumn).data().toString(), QString());
    table->setCurrentIndex(table->model()->index(1, 0));
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Return);
    QTRY_COMPARE(places.count(), 1);
    QCOMPARE(places[0][0].value<RepoPath>().bytes(), QByteArray("csrc/scan.hip"));
    QCOMPARE(places[0][1].toInt(), 7);
    child<QPushButton>("openInReview")->click();
    QCOMPARE(changes.count(), 1);
    QCOMPARE(changes[0][0].toByteArray(), QByteArray("0123456789abcdef"));
    view().setFocus();
    view().goToLine(1);
    QTest::keyClick(&view(), Qt::Key_Return);
    QCOMPARE(places.count(), 2);
    const JobEntry job = m_area->panel().job();
    QCOMPARE(repositoryPath(job, QStringLiteral("/home/u/.cache/trees/seqkernels/a/b.hip")).bytes(),
             QByteArray("a/b.hip"));
    QCOMPARE(repositoryPath(job, QStringLiteral("../csrc/x.hip")).bytes(),
             QByteArray("csrc/x.hip"));
    QVERIFY(repositoryPath(job, QStringLiteral("/opt/rocm/include/x.h")).isEmpty());
    QVERIFY(repositoryPath(job, QStringLiteral("../..")).isEmpty());
}

void RunsAreaTest::followStopsOnScrollUp()
{
    const JobEntry job =
        makeJob(QStringLiteral("1"), JobState::Running, QByteArray("line\n").repeated(5000));
    put({job});
    show();
    QTRY_COMPARE(view().verticalScrollBar()->value(), view().verticalScrollBar()->maximum());
    QVERIFY(view().follow());
    QSignalSpy follow(&view(), &LogView::followChanged);
    view().verticalScrollBar()->triggerAction(QAbstractSlider::SliderPageStepSub);
    QVERIFY(!view().follow());
    QCOMPARE(follow.count(), 1);
    QVERIFY(!child<QPushButton>("followLog")->isChecked());
    const qint64 top = view().firstVisibleLine();
    append(job, QByteArray("more\n").repeated(100));
    Q_EMIT m_remote->logGrew(QStringLiteral("1"));
    QTRY_COMPARE(log().lineCount(), 5100);
    QCOMPARE(view().firstVisibleLine(), top);
    child<QPushButton>("followLog")->click();
    QCOMPARE(view().verticalScrollBar()->value(), view().verticalScrollBar()->maximum());
}

void RunsAreaTest::growsWhileFollowed()
{
    const JobEntry job = makeJob(QStringLiteral("1"), JobState::Running, "first\n");
    put({job});
    show();
    for (int i = 0; i < 20; ++i) {
        append(job, QByteArray("text of a line\n").repeated(500) + QByteArray::number(i) + '\n');
        Q_EMIT m_remote->logGrew(QStringLiteral("1"));
        Q_EMIT m_remote->logGrew(QStringLiteral("another"));
    }
    QTRY_COMPARE_WITH_TIMEOUT(log().lineCount(), 1 + 20 * 501, 20000);
    QVERIFY(view().follow());
    QTRY_COMPARE(view().visibleText().last(), QStringLiteral("19"));
}

void RunsAreaTest::searches()
{
    QByteArray bytes;
    for (int i = 0; i < 2000; ++i) {
        bytes += i % 500 == 499 ? "a needle here\n" : "hay\n";
    }
    put({makeJob(QStringLiteral("1"), JobState::Succeeded, bytes)});
    show();
    m_area->command(QStringLiteral("findInLogCommand"))->trigger();
    auto* field = child<QLineEdit>("logSearch");
    QVERIFY(field->isVisible());
    field->setText(QStringLiteral("NEEDLE"));
    auto* count = child<QLabel>("logSearchCount");
    QTRY_COMPARE(count->text(), QStringLiteral("1 of 4"));
    QCOMPARE(view().currentLine(), 499);
    QVERIFY(!view().follow());
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(count->text(), QStringLiteral("2 of 4"));
    QVERIFY(view().isVisibleLine(999));
    child<QPushButton>("logSearchPrevious")->click();
    child<QPushButton>("logSearchPrevious")->click();
    QCOMPARE(count->text(), QStringLiteral("4 of 4"));
    child<QPushButton>("logSearchCase")->click();
    QTRY_COMPARE(count->text(), QStringLiteral("Nothing found"));
    child<QPushButton>("logSearchExpression")->click();
    field->setText(QStringLiteral("(needle"));
    QVERIFY(count->text().startsWith(QStringLiteral("Not an expression")));
    QTest::keyClick(field, Qt::Key_Escape);
    field->clear();
    child<QPushButton>("logSearchClose")->click();
    QVERIFY(!field->isVisible());
    QVERIFY(log().hits().isEmpty());
}

void RunsAreaTest::selectsAndCopies()
{
    put({makeJob(QStringLiteral("1"), JobState::Succeeded, kLog)});
    show();
    QTRY_COMPARE(view().visibleText().size(), 8);
    view().setFocus();
    view().selectAll();
    QVERIFY(view().hasSelection());
    view().copy();
    QTRY_VERIFY(QApplication::clipboard()->text().startsWith(QStringLiteral("[1/3] Building HIP")));
    QVERIFY(QApplication::clipboard()->text().endsWith(QStringLiteral("\n100%")));
    // A double click takes a word.
    const int row = view().viewport()->fontMetrics().height();
    Q_UNUSED(row)
    QTest::mouseDClick(view().viewport(), Qt::LeftButton, {}, {140, 8});
    view().copy();
    QTRY_COMPARE(QApplication::clipboard()->text(), QStringLiteral("Building"));
}

void RunsAreaTest::wraps()
{
    put({makeJob(QStringLiteral("1"), JobState::Succeeded,
                 QByteArray("0123456789").repeated(60) + "\nlast\n")});
    show();
    QTRY_VERIFY(view().horizontalScrollBar()->maximum() > 0);
    child<QPushButton>("wrapLog")->click();
    QVERIFY(view().wrap());
    QCOMPARE(view().horizontalScrollBar()->maximum(), 0);
    QVERIFY(m_settings->value(QStringLiteral("runs/wrap"), false).toBool());
}

void RunsAreaTest::savesTheLog()
{
    put({makeJob(QStringLiteral("1"), JobState::Succeeded, kLog)});
    show();
    const QString copy = m_dir->filePath(QStringLiteral("copy.log"));
    m_area->panel().saveLog(copy);
    QFile file(copy);
    QTRY_VERIFY(file.exists());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), kLog);
    m_area->panel().saveLog(m_dir->filePath(QStringLiteral("no/such/copy.log")));
    QTRY_VERIFY(m_area->findChild<ErrorPanel*>()->isVisible());
}

void RunsAreaTest::knownFailureIsExplained()
{
    put({makeJob(QStringLiteral("1"), JobState::Failed, kLog)});
    show();
    QTRY_COMPARE(m_area->panel().notice().kind, RunNotice::Kind::Failure);
    QCOMPARE(m_area->panel().notice().id, QStringLiteral("failure:warp-sync-undeclared"));
    auto* line = child<QPushButton>("noticeLine");
    QVERIFY(line->isVisible());
    QCOMPARE(line->text(), QStringLiteral("Show line 5"));
    line->click();
    QCOMPARE(view().currentLine(), 4);
    child<QPushButton>("noticeHide")->click();
    QVERIFY(!child<QWidget>("runNotice")->isVisible());
}

void RunsAreaTest::quietJobOffersADump()
{
    JobEntry job = makeJob(QStringLiteral("1"), JobState::Running, "text\n");
    job.status.lastOutput = m_now.addSecs(-299);
    job.status.started = m_now.addSecs(-400);
    put({job});
    show();
    m_area->panel().tick(m_now);
    QVERIFY(!child<QPushButton>("noticeDump")->isVisible());
    m_area->panel().tick(m_now.addSecs(61));
    auto* dump = child<QPushButton>("noticeDump");
    QVERIFY(dump->isVisible());
    QVERIFY(child<QPushButton>("noticeWait")->isVisible());
    QVERIFY(child<QPushButton>("noticeCancel")->isVisible());
    QCOMPARE(m_area->panel().notice().title, QStringLiteral("No output for 6 minutes."));
    QVERIFY(!child<QLabel>("runNoticeText")->text().contains(QStringLiteral("hung")));
    dump->click();
    QVERIFY(QApplication::clipboard()->text().startsWith(QStringLiteral("ssh mi300x-07 'for p in")));
    QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("pgrep -g 4321")));
    child<QPushButton>("noticeWait")->click();
    QVERIFY(!dump->isVisible());
    job.status.lastOutput = m_now.addSecs(900);
    put({job});
    m_area->panel().tick(m_now.addSecs(901));
    QCOMPARE(m_area->panel().notice().id, QStringLiteral("long"));
    // A host that would be more than a word is not put into a command.
    job.spec.node.host = QStringLiteral("a; rm -rf x");
    QVERIFY(stackDumpCommand(job).startsWith(QStringLiteral("for p in")));
    job.status.remotePid = 0;
    QVERIFY(stackDumpCommand(job).isEmpty());
}

void RunsAreaTest::lostJobOffersReattach()
{
    JobEntry job = makeJob(QStringLiteral("1"), JobState::Lost, "text\n");
    job.status.sentence = QStringLiteral("mi300x-07 does not answer; the job goes on there.");
    job.status.lastContact = m_now.addSecs(-40);
    put({job});
    show();
    QVERIFY(child<QLabel>("runNoticeText")->text().contains(QStringLiteral("does not answer")));
    child<QPushButton>("noticeReattach")->click();
    QCOMPARE(m_remote->calls, QStringList{QStringLiteral("reattachJob 1")});
}

void RunsAreaTest::detachReattachAndCancel()
{
    JobEntry job = makeJob(QStringLiteral("1"), JobState::Running, "text\n");
    put({job});
    show();
    auto* detach = child<QPushButton>("detachJob");
    QCOMPARE(detach->text(), QStringLiteral("Detach"));
    m_area->command(QStringLiteral("detach"))->trigger();
    job.status.state = JobState::Detached;
    put({job});
    QCOMPARE(detach->text(), QStringLiteral("Reattach"));
    detach->click();
    job.status.state = JobState::Running;
    put({job});
    m_area->command(QStringLiteral("cancel"))->trigger(); // under a minute: at once
    QCOMPARE(m_remote->calls,
             (QStringList{QStringLiteral("detachJob 1"), QStringLiteral("reattachJob 1"),
                          QStringLiteral("cancelJob 1")}));
    job.status.state = JobState::Stopping;
    put({job});
    QVERIFY(!m_area->command(QStringLiteral("cancel"))->isEnabled());
    QVERIFY(!child<QPushButton>("cancelJob")->isEnabled());
}

void RunsAreaTest::cancelAsksAfterAMinute()
{
    JobEntry job = makeJob(QStringLiteral("1"), JobState::Running, "text\n");
    job.status.started = m_now.addSecs(-120);
    put({job});
    show();
    m_area->command(QStringLiteral("cancel"))->trigger();
    auto* box = m_area->findChild<QMessageBox*>(QStringLiteral("confirmCancel"));
    QVERIFY(box != nullptr);
    QVERIFY(m_remote->calls.isEmpty());
    for (QAbstractButton* button : box->buttons()) {
        if (box->buttonRole(button) == QMessageBox::DestructiveRole) {
            button->click();
        }
    }
    QTRY_COMPARE(m_remote->calls, QStringList{QStringLiteral("cancelJob 1")});
}

void RunsAreaTest::replayedRunIsReadOnly()
{
    JobEntry job = makeJob(QStringLiteral("1"), JobState::Failed, kLog);
    job.replayed = true;
    put({job});
    show();
    QCOMPARE(child<Chip>("runState")->text(), QStringLiteral("Failed, replayed"));
    QVERIFY(m_area->currentJob() == QStringLiteral("1"));
    QVERIFY(child<QListView>("jobList")
                ->currentIndex()
                .data(JobListModel::LineRole)
                .toString()
                .startsWith(QStringLiteral("replayed")));
    QVERIFY(!child<QPushButton>("cancelJob")->isVisible());
    QVERIFY(!m_area->command(QStringLiteral("detach"))->isEnabled());
    m_area->command(QStringLiteral("cancel"))->trigger();
    QVERIFY(m_remote->calls.isEmpty());
    QTRY_COMPARE(log().lineCount(), 8);
}

void RunsAreaTest::secretsAreMasked()
{
    JobEntry job = makeJob(QStringLiteral("1"), JobState::Running, {});
    job.spec.environment = {{QStringLiteral("HF_TOKEN"), QStringLiteral("hf_secret")},
                            {QStringLiteral("MAX_JOBS"), QStringLiteral("8")}};
    put({job});
    const QString text = child<QPlainTextEdit>("runEnvironmentText")->toPlainText();
    QVERIFY(text.contains(QStringLiteral("MAX_JOBS=8")));
    QVERIFY(text.contains(QStringLiteral("HF_TOKEN=")));
    QVERIFY(!text.contains(QStringLiteral("hf_secret")));
}

void RunsAreaTest::newRunShowsWhatWouldRun()
{
    put({makeJob(QStringLiteral("1"), JobState::Running, {})});
    show();
    child<QPushButton>("newRun")->click();
    QTRY_VERIFY(dialog() != nullptr && dialog()->isVisible());
    auto* start = dialog()->findChild<QPushButton*>(QStringLiteral("startRun"));
    QTRY_VERIFY(start->isEnabled());
    QVERIFY(dialog()
                ->findChild<QPlainTextEdit*>(QStringLiteral("runScript"))
                ->toPlainText()
                .contains(QStringLiteral("hipcc -c csrc/scan.hip")));
    QVERIFY(dialog()
                ->findChild<QPlainTextEdit*>(QStringLiteral("runVariables"))
                ->toPlainText()
                .contains(QStringLiteral("HF_TOKEN=")));
    dialog()->findChild<QLineEdit*>(QStringLiteral("runCommand"))
        ->setText(QStringLiteral("python train.py"));
    QVERIFY(!start->isEnabled()); // what is shown is not what would run
    QTRY_VERIFY(start->isEnabled());
    auto* table = dialog()->findChild<QTableWidget*>(QStringLiteral("runEnvironment"));
    table->insertRow(0);
    table->setItem(0, 0, new QTableWidgetItem(QStringLiteral("MAX_JOBS")));
    table->setItem(0, 1, new QTableWidgetItem(QStringLiteral("4")));
    QTRY_VERIFY(start->isEnabled());
    QVERIFY(m_remote->jobs.isEmpty());
    start->click();
    QCOMPARE(m_remote->jobs.size(), 1);
    QCOMPARE(m_remote->jobs[0].nodeId, QStringLiteral("mi300x-07"));
    QCOMPARE(m_remote->jobs[0].command, QStringLiteral("python train.py"));
    QCOMPARE(m_remote->jobs[0].environment.size(), 1);
    QCOMPARE(m_remote->jobs[0].timeLimit, 0s);
    put({makeJob(QStringLiteral("job-1"), JobState::Running, {}),
         makeJob(QStringLiteral("1"), JobState::Running, {})});
    QCOMPARE(m_area->currentJob(), QStringLiteral("job-1")); // the new one is shown
}

void RunsAreaTest::refusedRunIsSaid()
{
    m_remote->refusal = Error{ErrorCode::InvalidArgument, QStringLiteral("nothing to run"), {}};
    m_area->show();
    m_area->newRun({});
    QTRY_VERIFY(dialog() != nullptr);
    auto* problem = dialog()->findChild<QLabel*>(QStringLiteral("runProblem"));
    QTRY_VERIFY(problem->isVisible());
    QVERIFY(!problem->text().isEmpty());
    QVERIFY(!dialog()->findChild<QPushButton*>(QStringLiteral("startRun"))->isEnabled());
}

void RunsAreaTest::runAgainKeepsTheRequest()
{
    put({makeJob(QStringLiteral("1"), JobState::Failed, {})});
    show();
    m_area->command(QStringLiteral("runAgain"))->trigger();
    QTRY_VERIFY(dialog() != nullptr);
    const JobRequest request = dialog()->request();
    QCOMPARE(request.command, QStringLiteral("python train.py"));
    QCOMPARE(request.nodeId, QStringLiteral("mi300x-07"));
    QVERIFY(request.sync);
}

void RunsAreaTest::savesAndOpensRuns()
{
    put({makeJob(QStringLiteral("job-1"), JobState::Failed, {})});
    m_area->saveRunTo(QStringLiteral("/tmp/kept"));
    m_area->openRunFrom(QStringLiteral("/tmp/other"));
    QCOMPARE(m_remote->calls, (QStringList{QStringLiteral("saveRun job-1 /tmp/kept"),
                                           QStringLiteral("openRun /tmp/other")}));
    m_remote->refusal = Error{ErrorCode::DiskFull, {}, QStringLiteral("/tmp/kept")};
    m_area->show();
    m_area->saveRunTo(QStringLiteral("/tmp/kept"));
    QTRY_VERIFY(child<Chip>("runsProblem")->isVisible());
}

void RunsAreaTest::letterKeys()
{
    QCOMPARE(m_area->command(QStringLiteral("detach"))->shortcut(), QKeySequence(Qt::Key_D));
    m_area->setLetterKeys(false);
    QVERIFY(m_area->command(QStringLiteral("detach"))->shortcut().isEmpty());
    QCOMPARE(m_area->command(QStringLiteral("cancel"))->shortcut(),
             QKeySequence(Qt::CTRL | Qt::Key_Period));
    QVERIFY(m_area->command(QStringLiteral("none")) == nullptr);
    QVERIFY(m_area->commands().size() >= 10);
}

void RunsAreaTest::accessible()
{
    put({makeJob(QStringLiteral("1"), JobState::Failed, kLog)});
    show();
    QTRY_COMPARE(view().visibleText().size(), 8);
    view().goToLine(7);
    QAccessibleInterface* log = QAccessible::queryAccessibleInterface(&view());
    QVERIFY(log != nullptr);
    QCOMPARE(log->text(QAccessible::Value), QStringLiteral("Line 8: 100%"));
    QAccessibleInterface* line =
        QAccessible::queryAccessibleInterface(child<QWidget>("stageTimeline"));
    QVERIFY(line->text(QAccessible::Value).contains(QStringLiteral("Build extension, done")));
    for (const char* name : {"jobList", "jobFilter", "logSearch", "diagnosticsTable"}) {
        QVERIFY2(!child<QWidget>(name)->accessibleName().isEmpty(), name);
    }
}

void RunsAreaTest::modelsAreSound()
{
    JobListModel jobs;
    QAbstractItemModelTester jobTester(&jobs, QAbstractItemModelTester::FailureReportingMode::QtTest);
    RemoteState state = *m_remote->now;
    state.jobs = {makeJob(QStringLiteral("1"), JobState::Running, {}),
                  makeJob(QStringLiteral("2"), JobState::Failed, {})};
    jobs.set(std::make_shared<RemoteState>(state), {}, {}, m_now);
    jobs.tick(m_now.addSecs(1));
    jobs.set(std::make_shared<RemoteState>(state), {}, {}, m_now);
    jobs.set(std::make_shared<RemoteState>(), {}, {}, m_now);
    DiagnosticsModel model(*m_theme, [](const QString&, int) { return QByteArray(); });
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    LogDiagnosticsParser parser;
    qint64 line = 0;
    const QList<QByteArray> lines = kLog.split('\n');
    for (const QByteArray& bytes : lines) {
        parser.add(line++, bytes);
        model.set(parser.found());
    }
    QCOMPARE(model.rowCount(), 3);
    model.setFilter(LogDiagnostic::Severity::Warning);
    QCOMPARE(model.rowCount(), 1);
    model.set({});
    QCOMPARE(model.rowCount(), 0);
}

void RunsAreaTest::cells_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("columns");
    QTest::addColumn<QVector<int>>("rows"); // at four cells
    QTest::newRow("plain") << QStringLiteral("abcdef") << 6 << QVector<int>{0, 4};
    QTest::newRow("empty") << QString() << 0 << QVector<int>{0};
    QTest::newRow("wide") << QStringLiteral("a中文b") << 6 << QVector<int>{0, 2};
    QTest::newRow("combining") << QStringLiteral("e\u0301x") << 2 << QVector<int>{0};
    QTest::newRow("two units") << QStringLiteral("\U0001f600ab") << 4 << QVector<int>{0};
}

void RunsAreaTest::cells()
{
    QFETCH(QString, text);
    QFETCH(int, columns);
    QFETCH(QVector<int>, rows);
    QCOMPARE(logcells::columnOf(text, static_cast<int>(text.size())), columns);
    QCOMPARE(logcells::wrap(text, 4), rows);
    QCOMPARE(logcells::indexAt(text, 1000), static_cast<int>(text.size()));
    QCOMPARE(logcells::indexAt(text, 0), 0);
}

void RunsAreaTest::coloursCanBeRead()
{
    for (const bool dark : {false, true}) {
        const Theme theme = Theme::make(dark, 1);
        for (quint32 value = 0; value < 16; ++value) {
            for (quint32 back = 0; back < 16; ++back) {
                AnsiStyle style;
                style.text = {AnsiColour::Kind::Named, value};
                style.back = {AnsiColour::Kind::Named, back};
                QVERIFY(contrastOf(logTextColour(theme, style), logBackColour(theme, style)) >= 4.5);
            }
        }
        for (const quint32 rgb : {0x000000U, 0xffffffU, 0x808080U, 0xff0000U, 0x0000ffU}) {
            AnsiStyle style;
            style.text = {AnsiColour::Kind::Rgb, rgb};
            QVERIFY(contrastOf(logTextColour(theme, style), theme.base) >= 4.5);
        }
    }
}

void RunsAreaTest::looks_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

// Pictures for people, in the folder of ROCPORT_PICTURES.
void RunsAreaTest::looks()
{
    QFETCH(bool, dark);
    const QString folder = qEnvironmentVariable("ROCPORT_PICTURES");
    m_theme->setChoice(dark ? ThemeChoice::Dark : ThemeChoice::Light);
    m_theme->attach(*qApp);
    JobEntry running = makeJob(QStringLiteral("31"), JobState::Running, kLog.repeated(3));
    running.status.stages.append({QStringLiteral("run"), m_now.addSecs(-20), {}, -1});
    JobEntry replayed = makeJob(QStringLiteral("30"), JobState::Failed, kLog);
    replayed.replayed = true;
    JobEntry old = makeJob(QStringLiteral("29"), JobState::Succeeded, {});
    old.status.ended = m_now.addDays(-1);
    put({running, makeJob(QStringLiteral("32"), JobState::Queued, {}), replayed, old});
    show();
    QTRY_COMPARE(log().lineCount(), 24);
    QTRY_VERIFY(!log().failures().isEmpty());
    m_area->panel().openSearch();
    child<QLineEdit>("logSearch")->setText(QStringLiteral("hip"));
    QTRY_VERIFY(!log().hits().isEmpty());
    const auto picture = [&](QWidget* widget, const QString& name) {
        const QImage image = widget->grab().toImage();
        QVERIFY(!image.isNull());
        if (!folder.isEmpty()) {
            QVERIFY(image.save(folder + u'/' + name + (dark ? u"-dark.png" : u"-light.png")));
        }
    };
    picture(m_area.get(), QStringLiteral("runs"));
    m_area->newRun({});
    QTRY_VERIFY(dialog() != nullptr);
    QTRY_VERIFY(dialog()->findChild<QPushButton*>(QStringLiteral("startRun"))->isEnabled());
    picture(dialog(), QStringLiteral("runs-new"));
}

QTEST_MAIN(RunsAreaTest)
#include "tst_runsarea.moc"
