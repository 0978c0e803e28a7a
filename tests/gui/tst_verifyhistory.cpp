#include "tests/gui/verifyfixture.h"
#include "ui/theme/whynot.h"

#include <QAction>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QSet>
#include <QSignalSpy>
#include <QTest>

using namespace rocport;

/// The runs that the area Verify keeps: what they are worth now, by node and by time.
class VerifyHistoryTest : public QObject, protected test::VerifyFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { open(); }
    void cleanup() { close(); }
    void notOnAnAmdGpu();
    void onAnEmulatedGpu();
    void outOfDate();
    void matrixByNode();
    void matrixJoinsEqualRows();
    void historyShowsARun();
};

void VerifyHistoryTest::notOnAnAmdGpu()
{
    m_area->showRun(QStringLiteral("run-ref"));
    QVERIFY(part<QLabel>("verifyNotice")->isVisible());
    QVERIFY(part<QLabel>("verifyNotice")
                ->text()
                .contains(QStringLiteral("Not on an AMD GPU: it ran on NVIDIA H200")));
    QCOMPARE(part<Chip>("caveatChip")->text(), QStringLiteral("Not on an AMD GPU"));
    m_area->showRun(QStringLiteral("run-new"));
    QVERIFY(!part<QLabel>("verifyNotice")->isVisible());
    QVERIFY(!part<Chip>("caveatChip")->isVisible());
    m_area->showLevel(VerifyLevel::Static); // needs no GPU
    QVERIFY(!part<QLabel>("verifyNotice")->isVisible());
}

void VerifyHistoryTest::onAnEmulatedGpu()
{
    for (VerifyRun& run : m_remote->now->runs) {
        if (run.id == QStringLiteral("run-ref")) {
            run.emulated = true;
            run.jobId.clear();
        }
    }
    m_area->showRun(QStringLiteral("run-ref"));
    QCOMPARE(part<Chip>("caveatChip")->text(), QStringLiteral("On an emulated GPU"));
    bool said = false;
    const auto lines = m_area->findChildren<QWidget*>();
    for (const QWidget* line : lines) {
        said = said ||
               (line->isVisible() && line->accessibleName() == QStringLiteral("AMD GPU: emulated"));
    }
    QVERIFY(said);
    QAction* job = m_area->command(QStringLiteral("showJob"));
    QVERIFY(!job->isEnabled());
    QCOMPARE(whyNot(*job), QStringLiteral("This run has no job."));
}

void VerifyHistoryTest::outOfDate()
{
    m_remote->now->portKey = "port-later";
    Q_EMIT m_remote->runsChanged();
    QVERIFY(part<QLabel>("verifyNotice")->text().contains(QStringLiteral("Out of date")));
    QCOMPARE(part<Chip>("caveatChip")->text(), QStringLiteral("Out of date"));
    const QModelIndex level = part<QListView>("levelList")->model()->index(0, 0);
    QVERIFY(level.data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("Out of date")));
}

void VerifyHistoryTest::matrixByNode()
{
    const auto* matrix = part<TextTable>("matrixTable");
    QStringList columns;
    for (int column = 0; column < matrix->model()->columnCount(); ++column) {
        columns.append(matrix->model()->headerData(column, Qt::Horizontal).toString());
    }
    const QStringList expected{QStringLiteral("Check"), QStringLiteral("mi300x-07"),
                               QStringLiteral("This machine"), QStringLiteral("h200-ref")};
    QCOMPARE(columns, expected);
    QCOMPARE(matrix->model()->rowCount(), 6 + 8 + 8);
    QCOMPARE(cell(matrix, 1, 0), QStringLiteral("L5 attn_bwd"));
    QCOMPARE(cell(matrix, 1, 1), QStringLiteral("Failed")); // of the newest, not of the old run
    QCOMPARE(cell(matrix, 1, 2), QStringLiteral("Not run"));
    QCOMPARE(cell(matrix, 1, 3), QStringLiteral("Failed"));
}

/// One check of many files is one row while it says the same of all; what differs has its file.
void VerifyHistoryTest::matrixJoinsEqualRows()
{
    m_remote->now->runs.clear();
    VerifyRun run = test::RemoteSample::simple(VerifyLevel::Static, QStringLiteral("run-a"), 0);
    run.checks.clear();
    for (int i = 0; i < 18; ++i) {
        VerifyCheck check;
        check.file = QStringLiteral("src/kernel_%1.cu").arg(i);
        check.id = QStringLiteral("static:isolation:") + check.file;
        check.name = QStringLiteral("NVIDIA path unchanged");
        check.state = CheckState::Passed;
        run.checks.append(check);
    }
    VerifyCheck other;
    other.id = QStringLiteral("static:lanes");
    other.name = QStringLiteral("Lane masks");
    other.state = CheckState::Passed;
    run.checks.insert(3, other);
    m_remote->now->runs = {run};
    Q_EMIT m_remote->runsChanged();
    const auto* matrix = part<TextTable>("matrixTable");
    QCOMPARE(matrix->model()->rowCount(), 2);
    QCOMPARE(cell(matrix, 0, 0), QStringLiteral("L1 NVIDIA path unchanged: 18 files"));
    QCOMPARE(cell(matrix, 0, 1), QStringLiteral("Passed"));
    QVERIFY(matrix->model()
                ->index(0, 0)
                .data(Qt::ToolTipRole)
                .toString()
                .contains(QStringLiteral("src/kernel_17.cu")));
    QCOMPARE(cell(matrix, 1, 0), QStringLiteral("L1 Lane masks"));
    // One differs: it is told by its file. An older run does not count.
    VerifyRun old = run;
    old.id = QStringLiteral("run-old");
    old.time = run.time.addSecs(-60);
    old.checks[5].state = CheckState::Failed;
    run.checks[0].state = CheckState::Failed;
    m_remote->now->runs = {run, old};
    Q_EMIT m_remote->runsChanged();
    QCOMPARE(matrix->model()->rowCount(), 3);
    QCOMPARE(cell(matrix, 0, 0), QStringLiteral("L1 NVIDIA path unchanged: src/kernel_0.cu"));
    QCOMPARE(cell(matrix, 0, 1), QStringLiteral("Failed"));
    QCOMPARE(cell(matrix, 1, 0), QStringLiteral("L1 NVIDIA path unchanged: 17 files"));
    QSet<QString> texts;
    for (int row = 0; row < matrix->model()->rowCount(); ++row) {
        texts.insert(cell(matrix, row, 0));
    }
    QCOMPARE(texts.size(), matrix->model()->rowCount());
}

void VerifyHistoryTest::historyShowsARun()
{
    auto* history = part<TextTable>("historyTable");
    QCOMPARE(history->model()->rowCount(), 5);
    QCOMPARE(cell(history, 3, 7), QStringLiteral("Not on an AMD GPU"));
    QCOMPARE(cell(history, 4, 7), QStringLiteral("Out of date"));
    QCOMPARE(cell(history, 0, 7), QStringLiteral("Counts"));
    Q_EMIT history->idActivated(QStringLiteral("run-old"));
    QCOMPARE(m_area->run()->id, QStringLiteral("run-old"));
    QVERIFY(part<QLabel>("verifyNotice")->text().contains(QStringLiteral("Out of date")));
    QSignalSpy jobs(m_area.get(), &VerifyArea::showJobRequested);
    part<QPushButton>("showJobButton")->click();
    QCOMPARE(jobs.first().first().toString(), QStringLiteral("20261122-054501-3f9a"));
}

QTEST_MAIN(VerifyHistoryTest)
#include "tst_verifyhistory.moc"
