#include "core/project/session/projectdecisions.h"
#include "core/project/session/projectguards.h"
#include "core/project/session/projecthistory.h"
#include "core/project/session/projectplan.h"
#include "core/project/session/ruleswitches.h"
#include "core/project/session/steprecorder.h"
#include "core/rules/guards/guardwidth.h"
#include "storedproject.h"

using namespace rocport;
using fixture::StoredProject;

namespace {

struct Fixture : StoredProject
{
    StepRecorder recorder{project};
    ProjectPlan plan{project};
    RuleSwitches switches{project, recorder, plan};
    ProjectGuards guards{project, recorder};
    ProjectDecisions decisions{project, recorder, guards};
    ProjectHistory history{project, recorder, guards, switches, decisions};

    ~Fixture() { project.drain(); } // before the parts go

    [[nodiscard]] DecisionKind kind(int number) const
    {
        return state().decisions.kind(key(number));
    }
    void decide(int number)
    {
        QVERIFY(decisions.decide({key(number)}, DecisionKind::Rejected, QStringLiteral("no")).ok());
    }
    /// As a scan does that was laid out.
    void show() { recorder.append(guards.takePending()); }
};

} // namespace

class ProjectHistoryTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void stepsGoBackAndForth();
    void goesToAnyStep();
    void committedStepsStay();
    void guardsAndRulesAreStepsToo();
    void undoWaitsForGuards();
};

void ProjectHistoryTest::stepsGoBackAndForth()
{
    Fixture p;
    QCOMPARE(p.history.undo().error().code, ErrorCode::NotPossibleNow);
    p.decide(1);
    QVERIFY(p.history.undo().ok());
    QCOMPARE(p.kind(1), DecisionKind::Open);
    QVERIFY(p.history.redo().ok());
    QCOMPARE(p.kind(1), DecisionKind::Rejected);
    QCOMPARE(p.history.redo().error().code, ErrorCode::NotPossibleNow);
    QCOMPARE(p.stored(&ProjectFile::batches).size(), 3);
}

void ProjectHistoryTest::goesToAnyStep()
{
    Fixture p;
    for (int number = 1; number <= 3; ++number) {
        p.decide(number);
    }
    const qint64 first = p.state().decisions.history().first().batch->id;
    QVERIFY(p.history.goTo(first).ok());
    QCOMPARE(p.kind(1), DecisionKind::Rejected);
    QCOMPARE(p.kind(3), DecisionKind::Open);
    QVERIFY(p.history.goTo(0).ok());
    QCOMPARE(p.kind(1), DecisionKind::Open);
    QCOMPARE(p.history.goTo(4711).error().code, ErrorCode::InvalidArgument);
}

void ProjectHistoryTest::committedStepsStay()
{
    Fixture p;
    p.decide(1);
    p.decide(2);
    p.alter([](ProjectState& state) { state.committed = {state.scan->hunks[1].key}; });
    QCOMPARE(p.history.goTo(0).error().code, ErrorCode::NotPossibleNow);
    QCOMPARE(p.kind(2), DecisionKind::Rejected); // all or none
    QVERIFY(p.history.undo().ok());
    QCOMPARE(p.history.undo().error().code, ErrorCode::NotPossibleNow);
}

void ProjectHistoryTest::guardsAndRulesAreStepsToo()
{
    Fixture p;
    QVERIFY(p.guards.setWidth(GuardWidth::File).ok());
    p.show();
    QVERIFY(p.switches.set(QStringLiteral("warp-mask-literal"), false, QStringLiteral("why")).ok());
    QVERIFY(p.history.goTo(0).ok());
    QVERIFY(p.state().guardWidths.isEmpty());
    QVERIFY(p.state().meta.target.rulesOff.isEmpty());
    QVERIFY(p.guards.isWalked());
    QVERIFY(p.history.redo().ok());
    QCOMPARE(p.state().guardWidth(p.key(1)), GuardWidth::File);
    QVERIFY(p.history.redo().ok());
    QCOMPARE(p.state().meta.target.rulesOff.size(), 1);
}

void ProjectHistoryTest::undoWaitsForGuards()
{
    Fixture p;
    p.decide(1);
    QVERIFY(p.guards.setWidth(GuardWidth::File).ok());
    QVERIFY(p.history.undo().ok()); // the guard, once it is shown
    QCOMPARE(p.kind(1), DecisionKind::Rejected);
    QCOMPARE(p.history.redo().error().code, ErrorCode::NotPossibleNow);
    QCOMPARE(p.history.goTo(0).error().code, ErrorCode::NotPossibleNow);
    p.show();
    p.history.catchUp();
    QVERIFY(p.state().guardWidths.isEmpty());
    QCOMPARE(p.kind(1), DecisionKind::Rejected);
    QVERIFY(p.failed.isEmpty());
}

QTEST_GUILESS_MAIN(ProjectHistoryTest)
#include "tst_projecthistory.moc"
