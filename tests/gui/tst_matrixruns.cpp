#include "core/remote/matrix.h"
#include "tests/gui/remotesample.h"
#include "tests/gui/runsfixture.h"
#include "ui/runs/joblistmodel.h"
#include "ui/runs/jobwatch.h"
#include "ui/runs/matrixpanel.h"
#include "ui/runs/newmatrixdialog.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QListView>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTableView>

using namespace rocport;
using test::RunsFixture;

/// Matrices in the area Runs as its user sees them, over a service without nodes.
class MatrixRunsTest : public QObject, protected RunsFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { tearDown(); }
    void oneRowForAllCells();
    void theTableSaysHowEachCellIs();
    void aCellLeadsToItsLogAndBack();
    void aCellShownFromElsewhere();
    void cancelsOneOrAll();
    void theStatusBarCounts();
    void oneNotificationWhenAllEnded();
    void dialogShowsWhatWouldRun();
    void dialogWithoutSlurm();
    void refusedMatrixIsSaid();
    void looks_data();
    void looks();

private:
    /// The cells began so many seconds earlier.
    void putMatrix(const QVector<JobState>& states, int earlier = 0);
    [[nodiscard]] QTableView* table() const { return child<QTableView>("matrixCells"); }
    [[nodiscard]] QString cell(int row, int column) const
    {
        return table()->model()->index(row, column).data(Qt::AccessibleTextRole).toString();
    }
    [[nodiscard]] NewMatrixDialog* matrixDialog() const
    {
        return m_area->findChild<NewMatrixDialog*>();
    }
    MatrixPlan m_plan;
};

void MatrixRunsTest::init()
{
    setUp();
    Node& node = m_remote->now->nodes.first().node;
    node.of<SlurmSettings>().use = true;
    MatrixPreview& preview = m_remote->matrixPreview;
    preview.title = QStringLiteral("2 × 2 on mi300x-07");
    preview.commands = {QStringLiteral("sbatch --array=0-3 batch.sh")};
    for (const char* check : {"Build with CMake", "Load model:step"}) {
        for (const char* place : {"rocm/pytorch:6.4", "rocm/pytorch:7.0"}) {
            preview.cells.append(
                {QString::fromLatin1(check),
                 QString::fromLatin1(place),
                 {QStringLiteral("Build with CMake")},
                 QStringLiteral("cmake --build build-rocm # ") + QString::fromLatin1(place)});
        }
    }
    preview.notes = {QStringLiteral("Each cell works on its own copy of the sources.")};
    m_plan =
        *planMatrix({}, {QStringLiteral("Build with CMake"), QStringLiteral("Load model:step")},
                    {{QStringLiteral("rocm/pytorch:6.4"), {}, {}},
                     {QStringLiteral("rocm/pytorch:7.0"), {}, {}}},
                    node, 0, [this](qsizetype, const MatrixPlace&, const Node& there) {
                        JobSpec job = makeJob(newJobId(), JobState::Queued, {}).spec;
                        job.node = there;
                        return Result<JobSpec>(job);
                    });
}

/// States by columns: Build and Load in the first image, then in the second.
void MatrixRunsTest::putMatrix(const QVector<JobState>& states, int earlier)
{
    QVector<JobEntry> jobs;
    for (qsizetype i = 0; i < states.size(); ++i) {
        const JobSpec& task = m_plan.arrays.first().tasks.at(i);
        JobEntry entry = makeJob(task.id, states.at(i), "line of task\n");
        entry.spec = task;
        entry.status.started = entry.status.started.addSecs(-earlier);
        entry.status.queueId = QStringLiteral("812_%1").arg(i);
        if (states.at(i) == JobState::Queued) {
            entry.status.started = {};
            entry.status.queueReason = QStringLiteral("Resources");
            entry.status.sentence =
                QStringLiteral("Queued in Slurm as job 812_%1: no node is free yet.").arg(i);
        }
        if (states.at(i) == JobState::Failed) {
            entry.status.exitCode = 3;
            entry.status.sentence = QStringLiteral("“Build” ended with status 3.");
        }
        jobs.append(entry);
    }
    put(jobs);
}

void MatrixRunsTest::oneRowForAllCells()
{
    putMatrix({JobState::Succeeded, JobState::Running, JobState::Failed, JobState::Queued});
    const auto* model = child<QListView>("jobList")->model();
    QCOMPARE(model->rowCount(), 1);
    const QModelIndex row = model->index(0, 0);
    QCOMPARE(row.data().toString(), QStringLiteral("Matrix 2 × 2 on mi300x-07"));
    QCOMPARE(row.data(JobListModel::LineRole).toString(),
             QStringLiteral("mi300x-07, 2 of 4 ended, 1 succeeded, 1 failed, 1 running, 1 "
                            "waiting"));
    QCOMPARE(static_cast<JobState>(row.data(JobListModel::StateRole).toInt()), JobState::Running);
    putMatrix({JobState::Succeeded, JobState::Succeeded, JobState::Failed, JobState::Succeeded});
    QCOMPARE(static_cast<JobState>(
                 model->index(model->rowCount() - 1, 0).data(JobListModel::StateRole).toInt()),
             JobState::Failed);
    child<QLineEdit>("jobFilter")->setText(QStringLiteral("pytorch:7.0")); // of a cell
    QCOMPARE(m_area->currentMatrix(), m_plan.id);
    QVERIFY2(child<QListView>("jobList")
                 ->currentIndex()
                 .data(JobListModel::LineRole)
                 .toString()
                 .contains(QStringLiteral("4 of 4 ended")),
             "of all cells, not only of those that fit the filter");
}

void MatrixRunsTest::theTableSaysHowEachCellIs()
{
    putMatrix({JobState::Succeeded, JobState::Running, JobState::Failed, JobState::Queued});
    m_area->show();
    QVERIFY(child<MatrixPanel>("matrixPanel")->isVisible());
    QCOMPARE(cell(0, 0), QStringLiteral("Build with CMake, rocm/pytorch:6.4: Done, 0:30"));
    QVERIFY2(cell(1, 0).startsWith(QStringLiteral("Load model:step, rocm/pytorch:6.4: Running, ")),
             qPrintable(cell(1, 0)));
    QCOMPARE(cell(0, 1),
             QStringLiteral("Build with CMake, rocm/pytorch:7.0: Failed, status 3, 0:30"));
    QCOMPARE(cell(1, 1),
             QStringLiteral("Load model:step, rocm/pytorch:7.0: Waiting: no node is free yet"));
    QCOMPARE(child<Chip>("matrixState")->text(), QStringLiteral("2 of 4 ended"));
    const QAbstractItemModelTester tester(table()->model());
    // What a verification found says more than its job.
    VerifyRun run;
    run.level = VerifyLevel::Load;
    run.jobId = m_plan.arrays.first().tasks.at(0).id;
    VerifyCheck check;
    check.state = CheckState::Failed;
    run.checks = {check};
    run.onGpu = true;
    m_remote->now->runs = {run};
    putMatrix({JobState::Succeeded, JobState::Succeeded, JobState::Succeeded, JobState::Succeeded});
    QCOMPARE(cell(0, 0),
             QStringLiteral("Build with CMake, rocm/pytorch:6.4: Failed, 1 of 1 checks, 0:30"));
    QCOMPARE(child<Chip>("matrixState")->text(), QStringLiteral("1 of 4 did not succeed"));
    const auto* list = child<QListView>("jobList"); // and the list says the same
    const QModelIndex row = list->currentIndex();
    QCOMPARE(static_cast<JobState>(row.data(JobListModel::StateRole).toInt()), JobState::Failed);
    QCOMPARE(row.data(JobListModel::LineRole).toString(),
             QStringLiteral("mi300x-07, 4 of 4 ended, 3 succeeded, 1 failed"));
}

/// Not one for each of its cells.
void MatrixRunsTest::oneNotificationWhenAllEnded()
{
    const auto put = [&](const QVector<JobState>& states) { putMatrix(states, 600); };
    put({JobState::Succeeded, JobState::Running, JobState::Running, JobState::Running});
    const JobWatch watch(*m_remote);
    QSignalSpy told(&watch, &JobWatch::longJobEnded);
    put({JobState::Succeeded, JobState::Failed, JobState::Succeeded, JobState::Running});
    QCOMPARE(told.size(), 0);
    put({JobState::Succeeded, JobState::Failed, JobState::Succeeded, JobState::Succeeded});
    QCOMPARE(told.size(), 1);
    QCOMPARE(told[0][0].toString(), QStringLiteral("Matrix 2 × 2 on mi300x-07: failed"));
    QVERIFY(told[0][1].toString().startsWith(
        QStringLiteral("4 of 4 ended, 3 succeeded, 1 failed, after 10:")));
    put({JobState::Succeeded, JobState::Failed, JobState::Succeeded, JobState::Succeeded});
    QCOMPARE(told.size(), 1);
}

void MatrixRunsTest::aCellLeadsToItsLogAndBack()
{
    putMatrix({JobState::Succeeded, JobState::Running, JobState::Failed, JobState::Queued});
    m_area->show();
    table()->setCurrentIndex(table()->model()->index(1, 0));
    const QString running = m_plan.arrays.first().tasks.at(1).id;
    QCOMPARE(m_area->currentJob(), running);
    QTest::mouseClick(child<QPushButton>("showCellLog"), Qt::LeftButton);
    QVERIFY(!child<MatrixPanel>("matrixPanel")->isVisible());
    QVERIFY(m_area->panel().isVisible());
    QCOMPARE(m_area->panel().job().spec.id, running);
    QCOMPARE(m_area->currentJob(), running);
    QVERIFY(m_remote->calls.contains(QStringLiteral("reattachJob ") + running)); // followed now
    putMatrix({JobState::Succeeded, JobState::Succeeded, JobState::Failed, JobState::Queued});
    QCOMPARE(m_area->panel().job().spec.id, running); // stays in sight
    QVERIFY(m_area->panel().isVisible());
    QTest::mouseClick(child<QPushButton>("backToMatrix"), Qt::LeftButton);
    QVERIFY(child<MatrixPanel>("matrixPanel")->isVisible());
    QTest::keyClick(table(), Qt::Key_Return);
    QVERIFY(m_area->panel().isVisible());
}

void MatrixRunsTest::aCellShownFromElsewhere()
{
    JobEntry other = makeJob(QStringLiteral("other"), JobState::Running, {});
    putMatrix({JobState::Succeeded, JobState::Running, JobState::Failed, JobState::Queued});
    QVector<JobEntry> jobs = m_remote->now->jobs;
    jobs.prepend(other);
    put(jobs);
    m_area->show();
    m_area->showJob(QStringLiteral("other"));
    QVERIFY(m_area->currentMatrix().isEmpty());
    QVERIFY(!child<QPushButton>("backToMatrix")->isVisible());
    const QString failed = m_plan.arrays.first().tasks.at(2).id;
    m_area->showJob(failed);
    QCOMPARE(m_area->currentMatrix(), m_plan.id);
    QCOMPARE(m_area->panel().job().spec.id, failed);
    QVERIFY(m_area->panel().isVisible());
    QVERIFY(child<QPushButton>("backToMatrix")->isVisible());
}

void MatrixRunsTest::cancelsOneOrAll()
{
    putMatrix({JobState::Succeeded, JobState::Running, JobState::Failed, JobState::Queued});
    m_area->show();
    table()->setCurrentIndex(table()->model()->index(1, 1));
    QTest::mouseClick(child<QPushButton>("cancelCell"), Qt::LeftButton);
    QCOMPARE(m_remote->calls.last(),
             QStringLiteral("cancelJob ") + m_plan.arrays.first().tasks.at(3).id);
    table()->setCurrentIndex(table()->model()->index(0, 0)); // has ended
    QVERIFY(!child<QPushButton>("cancelCell")->isVisible());
    QTest::mouseClick(child<QPushButton>("cancelMatrix"), Qt::LeftButton);
    auto* box = m_area->findChild<QMessageBox*>(QStringLiteral("confirmCancelMatrix"));
    QVERIFY(box != nullptr);
    QVERIFY2(box->text().startsWith(QStringLiteral("2 of 4 cells have not ended.")),
             qPrintable(box->text()));
    for (QAbstractButton* button : box->buttons()) {
        if (box->buttonRole(button) == QMessageBox::DestructiveRole) {
            button->click();
        }
    }
    QCOMPARE(m_remote->calls.last(), QStringLiteral("cancelMatrix ") + m_plan.id);
    putMatrix({JobState::Succeeded, JobState::Cancelled, JobState::Failed, JobState::Cancelled});
    QVERIFY(!child<QPushButton>("cancelMatrix")->isVisible());
    QVERIFY(!m_area->command(QStringLiteral("cancelMatrixCommand"))->isEnabled());
}

void MatrixRunsTest::theStatusBarCounts()
{
    const JobWatch watch(*m_remote);
    putMatrix({JobState::Succeeded, JobState::Running, JobState::Failed, JobState::Queued});
    QCOMPARE(watch.running().size(), 1);
    const RunningJob& shown = watch.running().first();
    QCOMPARE(shown.done, 2);
    QCOMPARE(shown.total, 4);
    QVERIFY2(shown.text.startsWith(QStringLiteral("Matrix 2 × 2 on mi300x-07: 2 of 4 ended")),
             qPrintable(shown.text));
}

void MatrixRunsTest::dialogShowsWhatWouldRun()
{
    m_area->show();
    m_area->newMatrix();
    NewMatrixDialog* dialog = matrixDialog();
    QVERIFY(dialog != nullptr);
    auto* start = dialog->findChild<QPushButton*>(QStringLiteral("startMatrix"));
    QTRY_VERIFY(start->isEnabled());
    QCOMPARE(start->text(), QStringLiteral("Start 4 cells"));
    QCOMPARE(dialog->findChild<QLabel*>(QStringLiteral("matrixCount"))->text(),
             QStringLiteral("4 cells in 1 array of Slurm"));
    auto* script = dialog->findChild<QPlainTextEdit*>(QStringLiteral("matrixScript"));
    QVERIFY(script->toPlainText().contains(QStringLiteral("sbatch --array=0-3")));
    QVERIFY(script->toPlainText().contains(QStringLiteral("# rocm/pytorch:6.4")));
    dialog->findChild<TextTable*>(QStringLiteral("matrixPreview"))
        ->setCurrentId(QStringLiteral("1"));
    QVERIFY(script->toPlainText().contains(QStringLiteral("# rocm/pytorch:7.0")));
    dialog->findChild<QPlainTextEdit*>(QStringLiteral("matrixImages"))
        ->setPlainText(QStringLiteral("rocm/pytorch:6.4\n\nrocm/pytorch:7.0\nrocm/pytorch:6.4\n"));
    QVERIFY(!start->isEnabled()); // what is shown is no longer what would run
    dialog->findChild<QPlainTextEdit*>(QStringLiteral("matrixArchitectures"))
        ->setPlainText(QStringLiteral("gfx90a\ngfx942"));
    dialog->findChild<QCheckBox*>(QStringLiteral("matrixLoads"))->setChecked(true);
    dialog->findChild<QLineEdit*>(QStringLiteral("matrixTarget"))
        ->setText(QStringLiteral("model:step"));
    dialog->findChild<QCheckBox*>(QStringLiteral("matrixBuildFirst"))->setChecked(true);
    QTRY_VERIFY(start->isEnabled());
    start->click();
    QTRY_COMPARE(m_remote->calls.last(), QStringLiteral("startMatrix mi300x-07"));
    const MatrixRequest& asked = m_remote->matrices.last();
    QCOMPARE(asked.places.size(), 4); // two images by two architectures
    QCOMPARE(asked.places.at(1).title(), QStringLiteral("rocm/pytorch:6.4, gfx942"));
    QCOMPARE(asked.checks.size(), 2);
    QCOMPARE(asked.checks.at(1).verify->target, QStringLiteral("model:step"));
    QCOMPARE(asked.buildFirst, asked.checks.at(0).build);
}

void MatrixRunsTest::dialogWithoutSlurm()
{
    m_remote->now->nodes.first().node.of<SlurmSettings>().use = false;
    m_area->newMatrix();
    QVERIFY(matrixDialog()
                ->findChild<QLabel*>(QStringLiteral("matrixProblem"))
                ->text()
                .startsWith(QStringLiteral("No node has Slurm yet.")));
    QVERIFY(!matrixDialog()->findChild<QPushButton*>(QStringLiteral("startMatrix"))->isEnabled());
}

void MatrixRunsTest::refusedMatrixIsSaid()
{
    m_remote->refusal = Error{ErrorCode::InvalidArgument, QStringLiteral("no check was chosen"),
                              QStringLiteral("the matrix")};
    m_area->newMatrix();
    auto* problem = matrixDialog()->findChild<QLabel*>(QStringLiteral("matrixProblem"));
    QTRY_VERIFY(problem->text().contains(QStringLiteral("no check was chosen")));
    QVERIFY(!matrixDialog()->findChild<QPushButton*>(QStringLiteral("startMatrix"))->isEnabled());
}

void MatrixRunsTest::looks_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void MatrixRunsTest::looks()
{
    QFETCH(const bool, dark);
    m_theme->setChoice(dark ? ThemeChoice::Dark : ThemeChoice::Light);
    m_theme->attach(*qApp);
    m_area = std::make_unique<RunsArea>(*m_remote, *m_theme, *m_settings); // as the program does
    m_area->resize(1240, 800);
    putMatrix({JobState::Succeeded, JobState::Running, JobState::Failed, JobState::Queued});
    m_area->show();
    QVERIFY(test::keepPicture(m_area.get(), "matrix", dark));
    m_area->newMatrix();
    QTRY_VERIFY(
        matrixDialog()->findChild<QPushButton*>(QStringLiteral("startMatrix"))->isEnabled());
    QVERIFY(test::keepPicture(matrixDialog(), "matrix-dialog", dark));
}

QTEST_MAIN(MatrixRunsTest)
#include "tst_matrixruns.moc"
