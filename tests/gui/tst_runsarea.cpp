#include "core/remote/nodekinds.h"
#include "tests/gui/runsfixture.h"
#include "tests/support/paintedtext.h"
#include "ui/runs/diagnosticsmodel.h"
#include "ui/runs/joblistmodel.h"
#include "ui/runs/stagetimeline.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QListView>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>
#include <QTreeView>

using namespace rocport;
using test::kLog;
using test::RunsFixture;
using namespace std::chrono_literals;

/// The area Runs as its user sees it, over a service without nodes.
class RunsAreaTest : public QObject, protected RunsFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { setUp(); }
    void cleanup() { tearDown(); }

    void emptyArea();
    void listsJobs();
    void jobsAreNumbered();
    void filterAndClear();
    void stagesAndTimes();
    void knownFailureIsExplained();
    void quietJobOffersADump();
    void lostJobOffersReattach();
    void detachReattachAndCancel();
    void hideStandsBesideTheNotice();
    void copiesTheCommand();
    void listsTheFiles();
    void cancelAsksAfterAMinute();
    void replayedRunIsReadOnly();
    void secretsAreMasked();
    void newRunShowsWhatWouldRun();
    void refusedRunIsSaid();
    void runAgainKeepsTheRequest();
    void savesAndOpensRuns();
    void letterKeys();
    void modelsAreSound();
    void looks_data();
    void looks();
};

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

void RunsAreaTest::jobsAreNumbered()
{
    JobEntry first = makeJob(QStringLiteral("a"), JobState::Failed, {});
    first.spec.created = m_now.addSecs(-100);
    JobEntry second = makeJob(QStringLiteral("b"), JobState::Running, {});
    JobEntry replayed = makeJob(QStringLiteral("c"), JobState::Succeeded, {});
    replayed.replayed = true;
    replayed.spec.created = m_now.addSecs(-200);
    put({second, first, replayed}); // newest first
    show();
    auto* list = child<QListView>("jobList");
    const auto row = [&](const char* id) {
        QStringList texts;
        for (int i = 0; i < list->model()->rowCount(); ++i) {
            const QModelIndex index = list->model()->index(i, 0);
            if (index.data(JobListModel::JobIdRole).toString() == QLatin1StringView(id)) {
                for (const test::PaintedText& painted : test::paintedTexts(*list, index)) {
                    texts.append(painted.text);
                }
            }
        }
        return texts;
    };
    QVERIFY2(row("a").contains(QStringLiteral("#1")), qPrintable(row("a").join(u'|')));
    QVERIFY(row("b").contains(QStringLiteral("#2")));
    QVERIFY(row("c").filter(QStringLiteral("#")).isEmpty());
    QCOMPARE(m_area->currentJob(), QStringLiteral("b"));
    QVERIFY(child<ElidedLabel>("runFacts")->text().startsWith(QStringLiteral("Job 2, ")));
    child<QLineEdit>("jobFilter")->setText(QStringLiteral("#1"));
    QCOMPARE(m_area->currentJob(), QStringLiteral("a"));
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
    // A stage that is over announces nothing, though the job's end is not known yet.
    job.status.stages[1].ended = m_now;
    job.status.stages[1].exitCode = 2;
    put({job});
    QCOMPARE(m_area->panel().notice().kind, RunNotice::Kind::None);
    job.status.state = JobState::Failed;
    job.status.ended = m_now;
    job.status.stages[1].ended = m_now;
    job.status.stages[1].exitCode = 2;
    put({job});
    QVERIFY(child<StageTimeline>("stageTimeline")
                ->spoken()[1]
                .contains(QStringLiteral("failed, exit status 2")));
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
    QVERIFY(
        QApplication::clipboard()->text().startsWith(QStringLiteral("ssh -- mi300x-07 'for p in")));
    QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("pgrep -g 4321")));
    child<QPushButton>("noticeWait")->click();
    QVERIFY(!dump->isVisible());
    job.status.lastOutput = m_now.addSecs(900);
    put({job});
    m_area->panel().tick(m_now.addSecs(901));
    QCOMPARE(m_area->panel().notice().id, QStringLiteral("long"));
    // A host that would be more than a word is not put into a command.
    job.spec.node.of<SshHost>().host = QStringLiteral("a; rm -rf x");
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
    job.status.started = QDateTime(); // no minute of work, however slow this machine is
    put({job});
    m_area->command(QStringLiteral("cancel"))->trigger(); // at once
    QCOMPARE(m_remote->calls,
             (QStringList{QStringLiteral("detachJob 1"), QStringLiteral("reattachJob 1"),
                          QStringLiteral("cancelJob 1")}));
    job.status.state = JobState::Stopping;
    put({job});
    QVERIFY(!m_area->command(QStringLiteral("cancel"))->isEnabled());
    QVERIFY(!child<QPushButton>("cancelJob")->isEnabled());
}

/// A row of buttons of its own would double the notice: only three of them have one.
void RunsAreaTest::hideStandsBesideTheNotice()
{
    JobEntry job = makeJob(QStringLiteral("1"), JobState::Running, "text\n");
    job.status.stages.append({QStringLiteral("run"), m_now.addSecs(-20), {}, -1});
    put({job});
    show();
    m_area->panel().tick(m_now);
    auto* text = child<QLabel>("runNoticeText");
    auto* hide = child<QPushButton>("noticeHide");
    QTRY_VERIFY(text->isVisible() && hide->isVisible());
    const auto top = [this](QWidget* widget) { return widget->mapTo(m_area.get(), QPoint()).y(); };
    const auto bottom = [&](QWidget* widget) { return top(widget) + widget->height(); };
    QVERIFY(top(hide) < bottom(text) && top(text) < bottom(hide));
    QVERIFY(hide->mapTo(m_area.get(), QPoint()).x() >=
            text->mapTo(m_area.get(), QPoint(text->width(), 0)).x());
    const int low = child<QWidget>("runNotice")->height();
    QVERIFY2(low < 2 * hide->height(), qPrintable(QString::number(low)));
    m_area->panel().tick(m_now.addSecs(3600)); // it is quiet: what to do needs a row
    QTRY_VERIFY(child<QPushButton>("noticeDump")->isVisible());
    QVERIFY(!hide->isVisible());
    QTRY_VERIFY(child<QWidget>("runNotice")->height() > low);
}

void RunsAreaTest::copiesTheCommand()
{
    JobEntry job = makeJob(QStringLiteral("1"), JobState::Running, {});
    job.spec.stages[0].script = QStringLiteral("make -j8\n");
    job.spec.stages[1].script = QStringLiteral("python train.py --token hf_abcdefghijkl");
    put({job});
    show();
    QSignalSpy said(m_area.get(), &RunsArea::said);
    QApplication::clipboard()->clear();
    child<QPushButton>("copyCommandButton")->click();
    const QString copied = QApplication::clipboard()->text();
    QVERIFY2(copied.startsWith(QStringLiteral("make -j8\npython train.py --token ")),
             qPrintable(copied));
    QVERIFY(!copied.contains(QStringLiteral("hf_abc")));
    QApplication::clipboard()->clear();
    m_area->command(QStringLiteral("copyCommand"))->trigger();
    QCOMPARE(QApplication::clipboard()->text(), copied);
    QCOMPARE(said.count(), 2);
    job.spec.stages.clear();
    put({job});
    QVERIFY(!child<QPushButton>("copyCommandButton")->isEnabled());
    QVERIFY(!m_area->command(QStringLiteral("copyCommand"))->isEnabled());
}

void RunsAreaTest::listsTheFiles()
{
    const JobEntry job = makeJob(QStringLiteral("1"), JobState::Succeeded, "text\n");
    QDir().mkpath(job.folder + QStringLiteral("/results"));
    QFile result(job.folder + QStringLiteral("/results/out.npy"));
    QVERIFY(result.open(QIODevice::WriteOnly));
    result.write("12345678");
    result.close();
    put({job});
    show();
    child<SegmentedControl>("runPages")->setCurrent(2);
    auto* table = child<QTreeView>("runFilesTable");
    QTRY_VERIFY(table->isVisible());
    QTRY_COMPARE(table->model()->rowCount(), 2);
    QStringList painted;
    for (int row = 0; row < 2; ++row) {
        for (int column = 0; column < 2; ++column) {
            for (const test::PaintedText& one :
                 test::paintedTexts(*table, table->model()->index(row, column))) {
                painted.append(one.text);
            }
        }
    }
    for (const char* text : {"log", "5", "results/out.npy", "8"}) {
        QVERIFY2(painted.contains(QLatin1StringView(text)), qPrintable(painted.join(u'|')));
    }
    table->setCurrentIndex(table->model()->index(1, 0));
    child<QPushButton>("copyRunPath")->click();
    QCOMPARE(QApplication::clipboard()->text(), job.folder + QStringLiteral("/results/out.npy"));
    QSignalSpy opened(m_area.get(), &RunsArea::folderOpenRequested);
    child<QPushButton>("openRunFolder")->click();
    QCOMPARE(opened.count(), 1);
    QCOMPARE(opened[0][0].toString(), job.folder);
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
    dialog()
        ->findChild<QLineEdit*>(QStringLiteral("runCommand"))
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

void RunsAreaTest::modelsAreSound()
{
    JobListModel jobs;
    QAbstractItemModelTester jobTester(&jobs,
                                       QAbstractItemModelTester::FailureReportingMode::QtTest);
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
    m_area = std::make_unique<RunsArea>(*m_remote, *m_theme, *m_settings); // as the program does
    m_area->resize(1240, 800);
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
    child<QLineEdit>("logSearchField")->setText(QStringLiteral("hip"));
    QTRY_VERIFY(!log().hits().isEmpty());
    const auto picture = [&](QWidget* widget, const QString& name) {
        const QImage image = widget->grab().toImage();
        QVERIFY(!image.isNull());
        if (!folder.isEmpty()) {
            QVERIFY(image.save(
                QStringLiteral("%1/%2-%3.png")
                    .arg(folder, name, dark ? QStringLiteral("dark") : QStringLiteral("light"))));
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
