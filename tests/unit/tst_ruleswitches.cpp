#include "core/project/session/projectplan.h"
#include "core/project/session/ruleswitches.h"
#include "core/project/session/steprecorder.h"
#include "storedproject.h"

using namespace rocport;
using fixture::StoredProject;

namespace {

const QString kRule = QStringLiteral("warp-mask-literal");

struct Fixture : StoredProject
{
    StepRecorder recorder{project};
    ProjectPlan plan{project};
    QSignalSpy scans{&plan, &ProjectPlan::scanNeeded};
    RuleSwitches switches{project, recorder, plan};

    ~Fixture() { project.drain(); } // before the parts go

    [[nodiscard]] QStringList off() const { return state().meta.target.rulesOff; }
};

} // namespace

class RuleSwitchesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRuleGoesOffWithAReasonAndOnAgain();
    void whatCannotBeIsRefused();
    void aStepThatIsNotStoredIsFollowed();
    void whatIsDecidedStays();
};

void RuleSwitchesTest::aRuleGoesOffWithAReasonAndOnAgain()
{
    Fixture p;
    QVERIFY(p.switches.set(kRule, false, QStringLiteral(" by hand ")).ok());
    QCOMPARE(p.off(), QStringList{kRule});
    QCOMPARE(p.state().decisions.whyOff(kRule), QStringLiteral("by hand"));
    QCOMPARE(p.scans.size(), 1);
    QVERIFY(p.switches.set(kRule, false, QStringLiteral("by hand")).ok()); // it is so already
    QCOMPARE(p.scans.size(), 1);
    QVERIFY(p.switches.set(kRule, true).ok());
    QVERIFY(p.off().isEmpty());
    QCOMPARE(p.scans.size(), 2);
    QCOMPARE(p.stored(&ProjectFile::batches).size(), 2);
}

void RuleSwitchesTest::whatCannotBeIsRefused()
{
    Fixture p;
    QCOMPARE(p.switches.set(kRule, false, QStringLiteral(" ")).error().code,
             ErrorCode::InvalidArgument);
    QCOMPARE(p.switches.set({}, false, QStringLiteral("why")).error().code,
             ErrorCode::InvalidArgument);
    p.alter([](ProjectState& state) { state.readOnly = true; });
    QCOMPARE(p.switches.set(kRule, false, QStringLiteral("why")).error().code,
             ErrorCode::ProjectReadOnly);
    p.project.setState(nullptr);
    QCOMPARE(p.switches.set(kRule, true).error().code, ErrorCode::NotPossibleNow);
}

void RuleSwitchesTest::aStepThatIsNotStoredIsFollowed()
{
    Fixture p;
    QVERIFY(p.switches.set(kRule, false, QStringLiteral("why")).ok());
    p.store();
    DecisionLog shown = p.state().decisions;
    p.alter([](ProjectState& state) { state.decisions = DecisionLog(); });
    Q_EMIT p.recorder.takenBack(shown);
    QVERIFY(p.off().isEmpty());
}

void RuleSwitchesTest::whatIsDecidedStays()
{
    Fixture p;
    p.alter([](ProjectState& state) {
        state.meta.target.rulesOff = {kRule, QStringLiteral("other-rule")};
    });
    QCOMPARE(rulesLeftOut(p.state()).size(), 2);
    DecisionBatch step = p.recorder.newStep(QStringLiteral("one"));
    step.decisions = {fixture::decision(p.key(1), DecisionKind::Accepted)};
    p.recorder.append(step);
    QCOMPARE(rulesLeftOut(p.state()), QStringList{QStringLiteral("other-rule")});
}

QTEST_GUILESS_MAIN(RuleSwitchesTest)
#include "tst_ruleswitches.moc"
