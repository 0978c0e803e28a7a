#include "core/project/port/commit.h"
#include "core/project/session/projectcommits.h"
#include "core/project/session/projecttasks.h"
#include "storedproject.h"

using namespace rocport;
using fixture::StoredProject;

namespace {

struct Fixture : StoredProject
{
    ProjectTasks tasks;
    ProjectCommits commits{project, tasks};

    ~Fixture() { project.drain(); } // before the parts go

    void wait() { QTRY_VERIFY_WITH_TIMEOUT(tasks.running().isEmpty(), fixture::kPatience); }
};

} // namespace

/// What needs no repository; tst_commits has commits.
class ProjectCommitsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatMayNotBeWrittenIsSaid();
    void theBranchMovesOneStepAtATime();
    void anotherProjectEndsIt();
    void nothingIsPreviewedBeforeAScan();
    void withoutACheckoutNothingIsUncommitted();
};

void ProjectCommitsTest::whatMayNotBeWrittenIsSaid()
{
    Fixture p;
    p.alter([](ProjectState& state) { state.readOnly = true; });
    p.commits.commitPhases({Phase::Build});
    QCOMPARE(p.failure(), ErrorCode::ProjectReadOnly);
    p.commits.undo("0123");
    QCOMPARE(p.failed.size(), 2);
    QVERIFY(p.tasks.running().isEmpty());
}

void ProjectCommitsTest::theBranchMovesOneStepAtATime()
{
    Fixture p;
    p.commits.commitPhases({Phase::Build});
    QCOMPARE(p.tasks.running().size(), 1);
    p.commits.commitPhases({Phase::Build});
    QCOMPARE(p.failure(), ErrorCode::NotPossibleNow);
    QCOMPARE(p.tasks.running().size(), 1);
    p.wait();
    QCOMPARE(p.failed.size(), 2); // and that there is nothing to commit to
    p.commits.undo("0123");       // the branch is free again
    QCOMPARE(p.tasks.running().size(), 1);
    QVERIFY(!p.tasks.running()[0].cancellable);
    p.wait();
    QCOMPARE(p.failed.size(), 3);
    QVERIFY(p.state().commits.isEmpty());
}

void ProjectCommitsTest::anotherProjectEndsIt()
{
    Fixture p;
    p.commits.commitPhases({Phase::Build});
    p.project.startGeneration();
    p.wait();
    QVERIFY(p.failed.isEmpty());
}

void ProjectCommitsTest::nothingIsPreviewedBeforeAScan()
{
    Fixture p;
    p.alter([](ProjectState& state) { state.scan.reset(); });
    const auto preview = p.commits.preview({});
    QVERIFY(preview.isFinished());
    QCOMPARE(preview.result().error().code, ErrorCode::NotPossibleNow);
}

void ProjectCommitsTest::withoutACheckoutNothingIsUncommitted()
{
    Fixture p;
    const auto files = p.commits.uncommittedFiles({}).result();
    QVERIFY(files.ok());
    QVERIFY(files->isEmpty());
}

QTEST_GUILESS_MAIN(ProjectCommitsTest)
#include "tst_projectcommits.moc"
