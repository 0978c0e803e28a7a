// What is left of a port, as tasks.
#include "core/report/tasks.h"
#include "scanfixture.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>
#include <QTest>

#include <algorithm>

using namespace rocport;

class TestTasks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsNotInThePortIsLeft();
    void proposalsStandWithTheirTask();
    void failedChecksAreTasks();
    void bothFormatsHaveAll();
    void textOfTheRepositoryIsEscaped();

private:
    static ReportModel report(const DecisionLog& log = {})
    {
        ReportModel made = buildReport(fixture::meta(), fixture::scan(1, 9), {}, log, {}, {},
                                       QDateTime::fromMSecsSinceEpoch(5000, Qt::UTC));
        return made;
    }
    static DecisionLog decided(DecisionKind kind)
    {
        DecisionBatch batch;
        batch.id = 1;
        const auto scan = fixture::scan(1, 9);
        for (const Hunk& hunk : scan->hunks) {
            Decision decision;
            decision.hunkKey = hunk.key;
            decision.kind = kind;
            batch.decisions.append(decision);
        }
        return DecisionLog({batch});
    }
    static qsizetype count(const QVector<ReportTask>& tasks, ReportTask::Kind kind)
    {
        return std::count_if(tasks.begin(), tasks.end(),
                             [kind](const ReportTask& task) { return task.kind == kind; });
    }
};

void TestTasks::whatIsNotInThePortIsLeft()
{
    const auto hunks = fixture::scan(1, 9)->hunks.size();
    const auto open = makeTasks(report(), {});
    QCOMPARE(count(open, ReportTask::Kind::Change), hunks);
    const auto rejected = makeTasks(report(decided(DecisionKind::Rejected)), {});
    QCOMPARE(count(rejected, ReportTask::Kind::Change), hunks);
    const auto taken = makeTasks(report(decided(DecisionKind::Accepted)), {});
    QCOMPARE(count(taken, ReportTask::Kind::Change), 0);
    QSet<QString> ids;
    for (const ReportTask& task : open) {
        QVERIFY(!ids.contains(task.id));
        ids.insert(task.id);
        QVERIFY2(!task.acceptance.isEmpty() && !task.title.isEmpty(), qPrintable(task.id));
        QVERIFY(task.acceptance.first().startsWith(QStringLiteral("rocport-cli ")) ||
                task.acceptance.first().startsWith(QStringLiteral("'rocport-cli' ")));
    }
    QVERIFY(std::is_sorted(open.begin(), open.end(),
                           [](const auto& a, const auto& b) { return a.phase < b.phase; }));
}

void TestTasks::proposalsStandWithTheirTask()
{
    ReportModel model = report();
    ProposedDecision one;
    one.hunkKey = model.scan->hunks.first().key;
    one.kind = DecisionKind::Rejected;
    one.reason = QStringLiteral("the tile is not a warp");
    one.by = QStringLiteral("porter");
    model.proposed.append(one);
    const QByteArray sheet = renderTasks(model, {});
    QVERIFY2(sheet.contains("Proposed by porter, not decided: reject, because the tile"),
             sheet.constData());
    const QByteArray whole = renderMarkdown(model);
    QVERIFY2(whole.contains("## Proposed by agents"), whole.constData());
    QVERIFY(whole.contains("the tile is not a warp"));
    const auto json = QJsonDocument::fromJson(renderJson(model)).object();
    QCOMPARE(json.value(u"proposedDecisions").toArray().size(), 1);
    QVERIFY(!renderMarkdown(report()).contains("Proposed by agents"));
}

void TestTasks::failedChecksAreTasks()
{
    ReportModel model = report(decided(DecisionKind::Accepted));
    VerifyRun run;
    run.level = VerifyLevel::Lanes;
    run.title = QStringLiteral("main.cu on lanes");
    VerifyCheck check;
    check.id = QStringLiteral("copy:1");
    check.name = QStringLiteral("Copy 1");
    check.state = CheckState::Failed;
    check.detail = QStringLiteral("Element 7 differs.");
    check.file = QStringLiteral("main.cu");
    check.line = 12;
    run.checks = {check};
    model.verification.runs = {run};
    const auto tasks = makeTasks(model, {});
    QCOMPARE(count(tasks, ReportTask::Kind::Check), 1);
    QCOMPARE(tasks.last().reason, check.detail);
    QVERIFY2(tasks.last().acceptance.first().contains(QStringLiteral("verify")),
             qPrintable(tasks.last().acceptance.first()));
    // A newer run of the same question that passed takes its place.
    VerifyRun newer = run;
    newer.checks[0].state = CheckState::Passed;
    model.verification.runs.prepend(newer);
    QCOMPARE(count(makeTasks(model, {}), ReportTask::Kind::Check), 0);
}

void TestTasks::bothFormatsHaveAll()
{
    const ReportModel model = report();
    const auto tasks = makeTasks(model, {});
    const auto json = QJsonDocument::fromJson(renderTasksJson(model, {})).object();
    QCOMPARE(json.value(u"tasks").toArray().size(), tasks.size());
    const QByteArray sheet = renderTasks(model, {});
    for (const ReportTask& task : tasks) {
        QVERIFY2(sheet.contains('`' + task.id.toUtf8() + '`'), qPrintable(task.id));
    }
    ReportModel nothing;
    nothing.scan = std::make_shared<const ScanResult>();
    QVERIFY(renderTasks(nothing, {}).contains("Nothing is left"));
}

void TestTasks::textOfTheRepositoryIsEscaped()
{
    auto scan = std::make_shared<ScanResult>(*fixture::scan(1, 1));
    QVERIFY(!scan->hunks.isEmpty());
    scan->hunks[0].title = QStringLiteral("<script>x</script>\n# Not a heading");
    const ReportModel model = buildReport(fixture::meta(), scan, {}, {}, {}, {},
                                          QDateTime::fromMSecsSinceEpoch(5000, Qt::UTC));
    const QByteArray sheet = renderTasks(model, {});
    QVERIFY(!sheet.contains("<script>"));
    QVERIFY(!sheet.contains("\n# Not"));
}

QTEST_GUILESS_MAIN(TestTasks)
#include "tst_tasks.moc"
