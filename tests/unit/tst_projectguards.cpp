#include "core/project/session/projectguards.h"
#include "core/project/session/steprecorder.h"
#include "core/rules/guards/guardwidth.h"
#include "storedproject.h"

using namespace rocport;
using fixture::StoredProject;

namespace {

struct Fixture : StoredProject
{
    StepRecorder recorder{project};
    ProjectGuards guards{project, recorder};
    QSignalSpy layouts{&guards, &ProjectGuards::layoutNeeded};

    ~Fixture() { project.drain(); } // before the parts go
};

UserGuard ownGuard()
{
    UserGuard guard;
    guard.key = "0123456789abcdef";
    guard.path = RepoPath("csrc/file_000000.cu");
    guard.firstLine = 2;
    guard.lastLine = 3;
    guard.original = "a\nb\n";
    guard.reason = QStringLiteral("a test");
    return guard;
}

} // namespace

class ProjectGuardsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aWidthIsSetOnceItIsAnother();
    void whatIsCommittedKeepsItsGuard();
    void theFilesWordReplacesThatOfItsChanges();
    void anOwnGuardComesAndGoes();
    void editsInWideGuardsAreFollowed();
};

void ProjectGuardsTest::aWidthIsSetOnceItIsAnother()
{
    Fixture p;
    QVERIFY(p.guards.setWidth(GuardWidth::File).ok());
    QCOMPARE(p.layouts.size(), 1);
    QCOMPARE(p.guards.pending(), 1);
    QVERIFY(p.guards.setWidth(GuardWidth::File).ok());
    QCOMPARE(p.layouts.size(), 1);
    QCOMPARE(p.stored(&ProjectFile::guardWidths).size(), 1);
    QVERIFY(!p.state().decisions.canUndo()); // a step of the history only once it is shown
    const QVector<DecisionBatch> steps = p.guards.takePending();
    QCOMPARE(steps.size(), 1);
    QCOMPARE(p.guards.pending(), 0);
    p.guards.apply(steps[0].guards, false);
    QVERIFY(p.state().guardWidths.isEmpty());
}

void ProjectGuardsTest::whatIsCommittedKeepsItsGuard()
{
    Fixture p;
    p.alter([](ProjectState& state) { state.committed = {state.scan->hunks[1].key}; });
    const Result<void> done = p.guards.setWidth(QVector<QByteArray>{p.key(1)}, GuardWidth::Block);
    QCOMPARE(done.error().code, ErrorCode::NotPossibleNow);
    QVERIFY(p.state().guardWidths.isEmpty());
    QVERIFY(p.guards.setWidth(GuardWidth::Block).ok()); // for the others
    QCOMPARE(p.state().guardWidth(p.key(1)), GuardWidth::Line);
    QCOMPARE(p.state().guardWidth(p.key(8)), GuardWidth::Block);
}

void ProjectGuardsTest::theFilesWordReplacesThatOfItsChanges()
{
    Fixture p;
    const RepoPath file = p.state().scan->hunks[1].targetPath;
    QVERIFY(p.guards.setWidth(QVector<QByteArray>{p.key(1)}, GuardWidth::Block).ok());
    QVERIFY(p.guards.setWidth(file, GuardWidth::File).ok());
    QCOMPARE(p.state().guardWidths.size(), 1);
    QCOMPARE(p.state().guardWidth(p.key(1)), GuardWidth::File);
    p.alter([](ProjectState& state) { state.readOnly = true; });
    QCOMPARE(p.guards.setWidth(file, GuardWidth::Line).error().code, ErrorCode::ProjectReadOnly);
}

void ProjectGuardsTest::anOwnGuardComesAndGoes()
{
    Fixture p;
    const auto refused = p.guards.guardLines(ownGuard().path, {2, 3}, QStringLiteral(" "));
    QCOMPARE(refused.result().error().code, ErrorCode::InvalidArgument); // no reason
    QCOMPARE(p.guards.remove(ownGuard().key).error().code, ErrorCode::InvalidArgument);
    p.guards.apply({{}, {{ownGuard(), true}}}, true);
    QCOMPARE(p.state().userGuards.size(), 1);
    QVERIFY(p.guards.remove(ownGuard().key).ok());
    QVERIFY(p.state().userGuards.isEmpty());
    QCOMPARE(p.guards.pending(), 1);
    QVERIFY(p.stored(&ProjectFile::userGuards).isEmpty());
}

void ProjectGuardsTest::editsInWideGuardsAreFollowed()
{
    Fixture p;
    DecisionBatch step = p.recorder.newStep(QStringLiteral("an edit"));
    step.decisions = {fixture::decision(p.key(1), DecisionKind::Edited)};
    step.decisions[0].editedText = "mine\n";
    p.recorder.append(step);
    QCOMPARE(p.layouts.size(), 0); // nothing is wider than a line
    QVERIFY(p.guards.setWidth(GuardWidth::File).ok());
    QCOMPARE(p.layouts.size(), 1);
    p.recorder.append(step);
    QCOMPARE(p.layouts.size(), 1); // the same edit
    step.decisions[0].editedText = "another\n";
    p.recorder.append(step);
    QCOMPARE(p.layouts.size(), 2);
}

QTEST_GUILESS_MAIN(ProjectGuardsTest)
#include "tst_projectguards.moc"
