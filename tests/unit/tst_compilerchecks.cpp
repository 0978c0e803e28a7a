#include "core/project/session/compilerchecks.h"
#include "core/project/session/projectjournal.h"
#include "core/project/session/projecttasks.h"
#include "core/verify/bytecodeproof.h"
#include "core/verify/gate.h"
#include "storedproject.h"

using namespace rocport;
using fixture::StoredProject;

namespace {

struct Fixture : StoredProject
{
    ProjectTasks tasks;
    ProjectJournal journal{project};
    CompilerChecks checks{project, tasks, journal};
    QSignalSpy proved{&checks, &CompilerChecks::proved};

    ~Fixture() { project.drain(); } // before the parts go

    void wait() { QTRY_VERIFY_WITH_TIMEOUT(tasks.running().isEmpty(), fixture::kPatience); }
};

} // namespace

/// What needs no compiler: the repository of the state is not there, so that each check fails.
class CompilerChecksTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneCheckAtATime();
    void aProofRunsBesideACheck();
    void aLateOutcomeIsDropped();
    void nothingWithoutAProject();
};

void CompilerChecksTest::oneCheckAtATime()
{
    Fixture p;
    p.checks.checkCompiles({});
    p.checks.checkCompiles({});
    p.checks.checkWholeBuild({});
    QCOMPARE(p.tasks.running().size(), 1);
    QVERIFY(p.tasks.running()[0].cancellable);
    p.wait();
    QCOMPARE(p.failed.size(), 1);
    QVERIFY(p.state().gate == nullptr);
    p.checks.checkWholeBuild({}); // the next one may run
    QCOMPARE(p.tasks.running().size(), 1);
    p.wait();
}

void CompilerChecksTest::aProofRunsBesideACheck()
{
    Fixture p;
    p.checks.checkCompiles({});
    p.checks.proveByCompiling({});
    p.checks.proveByCompiling({});
    QCOMPARE(p.tasks.running().size(), 2);
    p.wait();
    QCOMPARE(p.failed.size(), 2);
    QCOMPARE(p.proved.size(), 0);
}

void CompilerChecksTest::aLateOutcomeIsDropped()
{
    Fixture p;
    p.checks.checkCompiles({});
    p.checks.proveByCompiling({});
    p.project.startGeneration();
    p.wait();
    QVERIFY(p.failed.isEmpty());
}

void CompilerChecksTest::nothingWithoutAProject()
{
    Fixture p;
    p.project.setState(nullptr);
    p.checks.checkCompiles({});
    p.checks.proveByCompiling({});
    QVERIFY(p.tasks.running().isEmpty());
}

QTEST_GUILESS_MAIN(CompilerChecksTest)
#include "tst_compilerchecks.moc"
