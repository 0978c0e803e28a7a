#include "core/project/session/projectdecisions.h"
#include "core/project/session/projectguards.h"
#include "core/project/session/projecthistory.h"
#include "core/project/session/projectplan.h"
#include "core/project/session/projectscanner.h"
#include "core/project/session/projecttasks.h"
#include "core/project/session/rulepacks.h"
#include "core/project/session/ruleswitches.h"
#include "core/project/session/steprecorder.h"
#include "core/rules/guards/guardwidth.h"
#include "storedproject.h"
#include "tests/support/reducesource.h"
#include "tests/support/scratchrepository.h"

using namespace rocport;
using fixture::StoredProject;

namespace {

/// The parts of a session on a repository, not scanned yet.
struct Fixture : StoredProject
{
    test::ScratchRepository repository;
    ProjectTasks tasks;
    RulePacks packs{project};
    ProjectPlan plan{project};
    StepRecorder recorder{project};
    RuleSwitches switches{project, recorder, plan};
    ProjectGuards guards{project, recorder};
    ProjectDecisions decisions{project, recorder, guards};
    ProjectHistory history{project, recorder, guards, switches, decisions};
    ProjectScanner scanner{project, {tasks, packs, recorder, guards, decisions, history}};

    ~Fixture() { project.drain(); } // before the parts go
    Fixture()
    {
        repository.write(QStringLiteral("src/reduce.cu"), test::kReduce);
        repository.commitAll();
        alter([this](ProjectState& state) {
            state.meta.repositoryRoot = repository.path();
            state.scan.reset();
            state.rawScan.reset();
            refreshIndex(state);
            fillCounts(state);
        });
    }
    void wait() { QTRY_VERIFY_WITH_TIMEOUT(tasks.running().isEmpty(), fixture::kPatience); }
    void scan()
    {
        scanner.rescan();
        wait();
    }
};

} // namespace

class ProjectScannerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aScanIsShownAndStored();
    void aNewerScanEndsTheOlder();
    void lostDecisionsAreTold();
    void widthsAreLaidOut();
    void anotherProjectGetsItsOwnScan();
    void aRepositoryThatIsGoneIsTold();
};

void ProjectScannerTest::aScanIsShownAndStored()
{
    Fixture p;
    p.scan();
    QVERIFY(p.failed.isEmpty());
    QVERIFY(p.state().scan != nullptr);
    QVERIFY(p.state().hunks > 0);
    QVERIFY(p.state().scannedAt.isValid());
    QCOMPARE(p.state().meta.baseCommit, p.state().scan->commit);
    QVERIFY(!p.state().plan.phases.isEmpty());
    QCOMPARE(p.changed.last()[0].value<StateChange>(), StateChange::Everything);
    p.store();
    p.project.setState(nullptr);
    p.scanner.rescan(); // nothing
    QVERIFY(p.tasks.running().isEmpty());
}

void ProjectScannerTest::aNewerScanEndsTheOlder()
{
    Fixture p;
    p.scanner.rescan();
    p.scanner.rescan();
    QCOMPARE(p.tasks.running().size(), 2);
    QVERIFY(p.tasks.running()[0].repeats);
    p.wait();
    QVERIFY(p.failed.isEmpty());
    int everything = 0;
    for (const QList<QVariant>& change : std::as_const(p.changed)) {
        everything += change[0].value<StateChange>() == StateChange::Everything ? 1 : 0;
    }
    QCOMPARE(everything, 1);
}

void ProjectScannerTest::lostDecisionsAreTold()
{
    Fixture p;
    p.scan();
    QSignalSpy orphaned(&p.scanner, &ProjectScanner::decisionsOrphaned);
    const QByteArray key = p.state().scan->hunks.last().key;
    QVERIFY(p.decisions.decide({key}, DecisionKind::Rejected, QStringLiteral("no")).ok());
    p.repository.write(QStringLiteral("src/reduce.cu"), "int nothing;\n");
    p.repository.commitAll();
    p.scan();
    QCOMPARE(orphaned.size(), 1);
    QCOMPARE(p.state().orphaned.size(), 1);
    QCOMPARE(p.state().decisions.kind(key), DecisionKind::Rejected);
}

void ProjectScannerTest::widthsAreLaidOut()
{
    Fixture p;
    p.scan();
    const auto scanned = p.state().scan->hunks.size();
    QVERIFY(p.guards.setWidth(GuardWidth::File).ok());
    p.wait();
    QVERIFY(p.state().scan->hunks.size() < scanned);
    QCOMPARE(p.state().rawScan->hunks.size(), scanned);
    QVERIFY(p.state().decisions.canUndo()); // it is shown, and so a step of the history
    QVERIFY(p.history.undo().ok());
    p.wait();
    QCOMPARE(p.state().scan->hunks.size(), scanned);
}

/// A project opens while the scan of the one before is laid out.
void ProjectScannerTest::anotherProjectGetsItsOwnScan()
{
    Fixture p;
    p.scan();
    QVERIFY(p.guards.setWidth(GuardWidth::File).ok()); // under way
    p.project.startGeneration();
    p.guards.forgetPending();
    p.scanner.forgetPending();
    const auto other = std::make_shared<const ScanResult>(*p.state().rawScan);
    p.alter([&](ProjectState& state) {
        state.rawScan = other;
        state.scan = other;
        state.guardWidths.clear();
    });
    QVERIFY(p.guards.setWidth(GuardWidth::Function).ok());
    p.wait();
    QCOMPARE(p.state().rawScan, other);
}

void ProjectScannerTest::aRepositoryThatIsGoneIsTold()
{
    Fixture p;
    p.alter([](ProjectState& state) { state.meta.repositoryRoot = QStringLiteral("/none"); });
    p.scan();
    QCOMPARE(p.failure(), ErrorCode::NotARepository);
    QVERIFY(p.state().scan == nullptr);
}

QTEST_GUILESS_MAIN(ProjectScannerTest)
#include "tst_projectscanner.moc"
