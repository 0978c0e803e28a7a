#include "core/project/session/projectdecisions.h"
#include "core/project/session/projectguards.h"
#include "core/project/session/steprecorder.h"
#include "core/store/checksteps.h"
#include "storedproject.h"

using namespace rocport;
using fixture::StoredProject;

namespace {

struct Fixture : StoredProject
{
    StepRecorder recorder{project};
    ProjectGuards guards{project, recorder};
    ProjectDecisions decisions{project, recorder, guards};

    ~Fixture() { project.drain(); } // before the parts go

    [[nodiscard]] DecisionKind kind(int number) const
    {
        return state().decisions.kind(key(number));
    }
    Result<void> decide(int number, DecisionKind kind, const QString& why = {})
    {
        return decisions.decide({key(number)}, kind, QStringLiteral("one"), {}, why);
    }
};

} // namespace

class ProjectDecisionsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsNeededIsTakenAndFallsTogether();
    void aViolationNeedsAReason();
    void whatIsUnknownOrCommittedIsRefused();
    void stepsOfChecklistsAreDoneOrOpen();
    void findingsAreTickedOffWithANote();
    void anEditWithConflictMarkersIsRefused();
    void orphanedDecisionsAreDismissed();
};

void ProjectDecisionsTest::whatIsNeededIsTakenAndFallsTogether()
{
    Fixture p;
    p.alter([&](ProjectState& state) {
        auto scan = std::make_shared<ScanResult>(*state.scan);
        scan->hunks[2].needs = {scan->hunks[1].key};
        state.scan = scan;
    });
    QVERIFY(p.decide(2, DecisionKind::Accepted).ok());
    QCOMPARE(p.kind(1), DecisionKind::Accepted);
    QCOMPARE(p.kind(2), DecisionKind::Accepted);
    QVERIFY(p.decide(1, DecisionKind::Rejected).ok());
    QCOMPARE(p.kind(2), DecisionKind::Open);
    QCOMPARE(p.stored(&ProjectFile::batches).size(), 2);
}

void ProjectDecisionsTest::aViolationNeedsAReason()
{
    Fixture p;
    p.alter([](ProjectState& state) {
        auto scan = std::make_shared<ScanResult>(*state.scan);
        scan->hunks[1].verdict = Verdict::Violated;
        state.scan = scan;
    });
    QCOMPARE(p.decide(1, DecisionKind::Accepted).error().code, ErrorCode::IsolationViolated);
    QCOMPARE(p.kind(1), DecisionKind::Open);
    QVERIFY(p.decide(1, DecisionKind::Accepted, QStringLiteral("a test")).ok());
    QCOMPARE(p.state().decisions.decision(p.key(1))->overrideReason, QStringLiteral("a test"));
}

void ProjectDecisionsTest::whatIsUnknownOrCommittedIsRefused()
{
    Fixture p;
    QCOMPARE(p.decisions.decide({"none"}, DecisionKind::Accepted, {}).error().code,
             ErrorCode::InvalidArgument);
    QCOMPARE(p.decisions.decide({}, DecisionKind::Accepted, {}).error().code,
             ErrorCode::InvalidArgument);
    p.alter([&](ProjectState& state) { state.committed = {state.scan->hunks[1].key}; });
    QCOMPARE(p.decide(1, DecisionKind::Rejected).error().code, ErrorCode::NotPossibleNow);
    p.alter([](ProjectState& state) { state.readOnly = true; });
    QCOMPARE(p.decide(2, DecisionKind::Rejected).error().code, ErrorCode::ProjectReadOnly);
    QCOMPARE(p.changed.size(), 0);
}

void ProjectDecisionsTest::stepsOfChecklistsAreDoneOrOpen()
{
    Fixture p;
    const QByteArray step = stepKey(Phase::Build, QStringLiteral("Build it"));
    QVERIFY(p.decisions.decide({step}, DecisionKind::Accepted, QStringLiteral("done")).ok());
    QCOMPARE(p.state().decisions.kind(step), DecisionKind::Accepted);
    QCOMPARE(p.decisions.decide({step}, DecisionKind::Rejected, {}).error().code,
             ErrorCode::InvalidArgument);
}

void ProjectDecisionsTest::findingsAreTickedOffWithANote()
{
    Fixture p;
    const QByteArray id = p.state().scan->files[0]->findings[0].id; // no change answers it
    QCOMPARE(p.decisions.tickFindings({}, FindingState::Done, {}).error().code,
             ErrorCode::InvalidArgument);
    QCOMPARE(
        p.decisions.tickFindings({id}, FindingState::NotNeeded, QStringLiteral(" ")).error().code,
        ErrorCode::InvalidArgument);
    QCOMPARE(p.decisions.tickFindings({"none"}, FindingState::Done, {}).error().code,
             ErrorCode::NotPossibleNow);
    QVERIFY(p.decisions.tickFindings({id}, FindingState::NotNeeded, QStringLiteral("unused")).ok());
    QCOMPARE(p.state().decisions.findingState(id), FindingState::NotNeeded);
    QCOMPARE(p.state().decisions.findingNote(id), QStringLiteral("unused"));
}

void ProjectDecisionsTest::anEditWithConflictMarkersIsRefused()
{
    Fixture p;
    const auto done = p.decisions.edit(p.key(1), "<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n");
    QVERIFY(done.isFinished());
    QCOMPARE(done.result().error().code, ErrorCode::MergeConflict);
    QCOMPARE(p.kind(1), DecisionKind::Open);
}

void ProjectDecisionsTest::orphanedDecisionsAreDismissed()
{
    Fixture p;
    DecisionBatch step = p.recorder.newStep(QStringLiteral("of an older scan"));
    step.decisions = {fixture::decision("gone", DecisionKind::Rejected)};
    p.recorder.append(step);
    QCOMPARE(p.state().orphaned.size(), 1);
    QVERIFY(p.decisions.dismissOrphaned({"gone"}).ok());
    QVERIFY(p.state().orphaned.isEmpty());
    QVERIFY(p.state().decisions.canUndo()); // their history stays
}

QTEST_GUILESS_MAIN(ProjectDecisionsTest)
#include "tst_projectdecisions.moc"
