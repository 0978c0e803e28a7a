#include "core/project/session/projectplan.h"
#include "storedproject.h"

using namespace rocport;
using fixture::StoredProject;

class ProjectPlanTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anotherTargetNeedsAScan();
    void anOverrideNeedsAReason();
    void aSummaryIsKeptAndGoesBack();
    void nothingChangesWhereNothingMay();
};

void ProjectPlanTest::anotherTargetNeedsAScan()
{
    StoredProject p;
    ProjectPlan plan(p.project);
    QSignalSpy scans(&plan, &ProjectPlan::scanNeeded);
    TargetSettings target = p.state().meta.target;
    target.architectures = {QStringLiteral("gfx1100")};
    plan.setTarget(target);
    QCOMPARE(scans.size(), 1);
    QCOMPARE(p.state().meta.target.architectures.size(), 1);
    p.store();
    const auto file = ProjectFile::open(p.file(), true);
    QVERIFY(file.ok());
    QCOMPARE((*file)->meta()->target.architectures, target.architectures);
}

void ProjectPlanTest::anOverrideNeedsAReason()
{
    StoredProject p;
    ProjectPlan plan(p.project);
    PlanOverride answer;
    answer.subject = QStringLiteral("strategy");
    plan.setOverride(answer);
    QCOMPARE(p.failure(), ErrorCode::InvalidArgument);
    answer.reason = QStringLiteral("we know better");
    plan.setOverride(answer);
    QCOMPARE(p.state().overrides.size(), 1);
    QTRY_COMPARE_WITH_TIMEOUT(p.changed.size(), 1, fixture::kPatience); // the plan, made anew
    QVERIFY(!p.state().plan.phases.isEmpty());
    plan.clearOverride(answer.subject);
    QVERIFY(p.state().overrides.isEmpty());
    QTRY_COMPARE_WITH_TIMEOUT(p.changed.size(), 2, fixture::kPatience);
}

void ProjectPlanTest::aSummaryIsKeptAndGoesBack()
{
    StoredProject p;
    ProjectPlan plan(p.project);
    plan.setSummary(Phase::Build, QStringLiteral("All builds."));
    bool edited = false;
    QCOMPARE(p.state().summary(Phase::Build, &edited), QStringLiteral("All builds."));
    QVERIFY(edited);
    QCOMPARE(p.stored(&ProjectFile::summaries).size(), 1);
    plan.setSummary(Phase::Build, {});
    (void)p.state().summary(Phase::Build, &edited);
    QVERIFY(!edited);
    QCOMPARE(p.changed.size(), 2);
}

void ProjectPlanTest::nothingChangesWhereNothingMay()
{
    StoredProject p;
    ProjectPlan plan(p.project);
    p.alter([](ProjectState& state) { state.readOnly = true; });
    plan.setSummary(Phase::Build, QStringLiteral("x"));
    plan.clearOverride(QStringLiteral("strategy"));
    plan.setTarget({});
    QCOMPARE(p.failure(), ErrorCode::ProjectReadOnly);
    QCOMPARE(p.changed.size(), 0);
}

QTEST_GUILESS_MAIN(ProjectPlanTest)
#include "tst_projectplan.moc"
