#include "scanfixture.h"

#include "core/report/handoff.h"
#include "core/report/report.h"
#include "core/report/verifyreport.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace rocport;

namespace {

QDateTime someTime()
{
    return QDateTime(QDate(2026, 11, 20), QTime(15, 12), Qt::UTC);
}

VerifyRun someRun(VerifyLevel level, CheckState state, bool onGpu = true)
{
    VerifyRun run;
    run.id = QStringLiteral("run-%1").arg(int(level));
    run.level = level;
    run.title = QStringLiteral("Run of level %1").arg(int(level));
    run.nodeId = run.nodeName = QStringLiteral("mi300");
    run.device = QStringLiteral("gfx942 (AMD Instinct MI300X)");
    run.onGpu = onGpu;
    run.time = someTime();
    run.jobId = QStringLiteral("20261120-151200-abcd");
    run.logHash = QByteArray(64, 'e');
    run.portKey = "now";
    VerifyCheck check;
    check.id = QStringLiteral("tensor:out");
    check.name = QStringLiteral("block/out");
    check.state = state;
    if (level == VerifyLevel::Numerical) {
        TensorComparison comparison;
        comparison.name = check.name;
        comparison.verdict =
            state == CheckState::Passed ? TensorVerdict::Passed : TensorVerdict::Failed;
        comparison.shape = {4, 8};
        comparison.elements = 32;
        comparison.mismatched = state == CheckState::Passed ? 0 : 3;
        comparison.worst = 9;
        comparison.maxAbsolute = 0.25;
        comparison.tolerance = {0.01, 0.01, {}};
        check.comparison = comparison;
    }
    run.checks = {check};
    return run;
}

ReportModel reportWith(const QVector<VerifyRun>& runs, const QByteArray& portKey = "now")
{
    const auto scan = fixture::scan(1, 9);
    DecisionLog log;
    DecisionBatch batch = fixture::batch(
        BatchKind::Decide, {fixture::decision(scan->hunks[1].key, DecisionKind::Accepted)});
    batch.id = 1;
    log.append(batch);
    ReportVerification verification;
    verification.runs = runs;
    verification.portKey = portKey;
    return buildReport(fixture::meta(), scan, {}, log, {}, {}, someTime(), {}, verification);
}

QString markdownOf(const ReportModel& report)
{
    return QString::fromUtf8(renderMarkdown(report));
}

} // namespace

class TestVerificationReport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingRunIsSaidLoudly();
    void verifiedNamesRunJobAndLog();
    void notOnAnAmdGpuGivesNothing();
    void earlierStateOfThePort();
    void failedTensorsHaveFigures();
    void matrixOfNodes();
    void compileCheckCounts();
    void json();
    void sarif();
    void handOver();
    void executedOnLanes();
    void gradesOfPhasesHaveTheirColumns();
    void hostileText();
    void terminalText();
};

void TestVerificationReport::nothingRunIsSaidLoudly()
{
    const QString text = markdownOf(reportWith({}));
    QVERIFY(text.contains(QLatin1StringView("## Verification")));
    QCOMPARE(text.count(QLatin1StringView("Not run.")), 5);
    QCOMPARE(text.count(QLatin1StringView("Nothing was compiled or run on a GPU.")), 3);
    const QString html = QString::fromUtf8(renderHtml(reportWith({})));
    QCOMPARE(html.count(QLatin1StringView("Not run.")), 5);
}

void TestVerificationReport::verifiedNamesRunJobAndLog()
{
    const ReportModel report = reportWith({someRun(VerifyLevel::Numerical, CheckState::Passed),
                                           someRun(VerifyLevel::Load, CheckState::Passed)});
    const ReportChange& change = report.phases[int(Phase::Wavefront)].changes[1];
    QCOMPARE(change.grade, EvidenceGrade::NumericallyVerified);
    QCOMPARE(change.evidence.runId, QStringLiteral("run-4"));
    const QString text = markdownOf(report);
    QVERIFY(text.contains(QLatin1StringView("job 20261120-151200-abcd, log eeeeeeeeeeee")));
    QVERIFY(text.contains(QLatin1StringView("gfx942 (AMD Instinct MI300X)")));
    QCOMPARE(report.notRun, QStringList{QStringLiteral("No change was built for ROCm.")});
}

void TestVerificationReport::notOnAnAmdGpuGivesNothing()
{
    const ReportModel report =
        reportWith({someRun(VerifyLevel::Numerical, CheckState::Passed, false)});
    QCOMPARE(report.phases[int(Phase::Wavefront)].changes[1].grade, EvidenceGrade::Accepted);
    const QString text = markdownOf(report);
    QVERIFY(text.contains(QLatin1StringView("not on an AMD GPU")));
    QVERIFY(text.contains(QLatin1StringView("No run compared tensors on an AMD GPU.")));
    QVERIFY(report.notRun.contains(QStringLiteral("Nothing was compiled or run on a GPU.")));
}

void TestVerificationReport::earlierStateOfThePort()
{
    const ReportModel report =
        reportWith({someRun(VerifyLevel::Numerical, CheckState::Passed)}, "later");
    QCOMPARE(report.phases[int(Phase::Wavefront)].changes[1].grade, EvidenceGrade::Accepted);
    const QString text = markdownOf(report);
    QVERIFY(text.contains(QLatin1StringView("numerically verified before the port changed")));
    QVERIFY(text.contains(QLatin1StringView("One run is of an earlier state of the port")));
    // A comparison by hand is of no state.
    VerifyRun byHand = someRun(VerifyLevel::Numerical, CheckState::Passed);
    byHand.byHand = true;
    byHand.portKey.clear();
    QVERIFY(!markdownOf(reportWith({byHand})).contains(QLatin1StringView("earlier state")));
}

void TestVerificationReport::failedTensorsHaveFigures()
{
    const ReportModel report = reportWith({someRun(VerifyLevel::Numerical, CheckState::Failed)});
    QCOMPARE(report.phases[int(Phase::Wavefront)].changes[1].grade, EvidenceGrade::Accepted);
    const QString text = markdownOf(report);
    QVERIFY(text.contains(QLatin1StringView("Tensors that failed")));
    QVERIFY(text.contains(QLatin1StringView("3 of 32")));
    QVERIFY(text.contains(QLatin1StringView("Failed")));
}

void TestVerificationReport::matrixOfNodes()
{
    VerifyRun other = someRun(VerifyLevel::Load, CheckState::Failed);
    other.nodeId = other.nodeName = QStringLiteral("mi250");
    const QString text =
        markdownOf(reportWith({someRun(VerifyLevel::Load, CheckState::Passed), other}));
    QVERIFY(text.contains(QLatin1StringView("Nodes and images")));
    QVERIFY(text.contains(QLatin1StringView("| Check | mi300 | mi250 |")));
    QVERIFY(!markdownOf(reportWith({other})).contains(QLatin1StringView("Nodes and images")));
}

void TestVerificationReport::compileCheckCounts()
{
    const auto scan = fixture::scan(1, 9);
    DecisionLog log;
    DecisionBatch batch = fixture::batch(
        BatchKind::Decide, {fixture::decision(scan->hunks[1].key, DecisionKind::Accepted)});
    batch.id = 1;
    log.append(batch);
    auto gate = std::make_shared<GateResult>();
    gate->compilerFound = true;
    GateFile file;
    file.path = scan->hunks[1].targetPath;
    file.status = GateStatus::Passed;
    gate->files = {file};
    ReportVerification verification;
    verification.gate = gate;
    const auto gradeNow = [&] {
        return buildReport(fixture::meta(), scan, {}, log, {}, {}, someTime(), {}, verification)
            .phases[int(Phase::Wavefront)]
            .changes[1]
            .grade;
    };
    QCOMPARE(gradeNow(), EvidenceGrade::Compiled);
    verification.gateOutOfDate = true;
    QCOMPARE(gradeNow(), EvidenceGrade::Accepted);
}

void TestVerificationReport::json()
{
    const ReportModel report = reportWith({someRun(VerifyLevel::Numerical, CheckState::Failed)});
    QJsonParseError problem;
    const QJsonObject root = QJsonDocument::fromJson(renderJson(report), &problem).object();
    QCOMPARE(problem.error, QJsonParseError::NoError);
    const QJsonObject verification = root.value(QStringLiteral("verification")).toObject();
    const QJsonObject run = verification.value(QStringLiteral("runs")).toArray().at(0).toObject();
    QCOMPARE(run.value(QStringLiteral("state")).toString(), QStringLiteral("failed"));
    QCOMPARE(run.value(QStringLiteral("current")).toBool(), true);
    QCOMPARE(run.value(QStringLiteral("logHash")).toString(), QString(64, u'e'));
    const QJsonObject comparison = run.value(QStringLiteral("checks"))
                                       .toArray()
                                       .at(0)
                                       .toObject()
                                       .value(QStringLiteral("comparison"))
                                       .toObject();
    QCOMPARE(comparison.value(QStringLiteral("beyondTolerance")).toInt(), 3);
    QCOMPARE(verification.value(QStringLiteral("compileCheck"))
                 .toObject()
                 .value(QStringLiteral("made"))
                 .toBool(true),
             false);
}

void TestVerificationReport::sarif()
{
    const ReportModel report = reportWith({someRun(VerifyLevel::Numerical, CheckState::Passed)});
    const QByteArray without = renderSarif(*report.scan, RuleSet());
    QVERIFY(!without.contains("evidenceGrade"));
    const QByteArray with = renderSarif(*report.scan, RuleSet(), &report.evidence);
    QCOMPARE(with.count("\"evidenceGrade\": \"numerically-verified\""), 1);
    QVERIFY(with.contains("\"evidenceGrade\": \"proposed\""));
    QVERIFY(with.contains("20261120-151200-abcd"));
}

/// The text of a pull request says what was compiled, what ran, and what did not.
void TestVerificationReport::handOver()
{
    const QString nothing = handOffText(reportWith({}));
    QVERIFY2(nothing.contains(
                 QStringLiteral("## Compiled for AMD\n\nNothing, in the state of this branch.\n\n"
                                "## Run on AMD\n\nNothing, in the state of this branch.\n")),
             qPrintable(nothing));
    QVERIFY(nothing.contains(QStringLiteral("- Nothing was compiled or run on a GPU.\n")));
    const QString ran = handOffText(reportWith({someRun(VerifyLevel::Numerical, CheckState::Passed),
                                                someRun(VerifyLevel::Build, CheckState::Failed)}));
    QVERIFY2(ran.contains(QStringLiteral("## Compiled for AMD\n\n- L2 ")), qPrintable(ran));
    QVERIFY2(ran.contains(QStringLiteral("## Run on AMD\n\n- L5 ")), qPrintable(ran));
    QVERIFY2(ran.contains(QStringLiteral("gfx942 (AMD Instinct MI300X)")), qPrintable(ran));
    QVERIFY2(ran.contains(QStringLiteral("- Nothing was loaded on an AMD GPU.\n")),
             qPrintable(ran));
    // A run of an earlier state of the port is none of this branch.
    VerifyRun old = someRun(VerifyLevel::Numerical, CheckState::Passed);
    old.portKey = "other";
    QVERIFY(
        handOffText(reportWith({old}))
            .contains(QStringLiteral("## Run on AMD\n\nNothing, in the state of this branch.\n")));
}

/// A grade of its own, which no text takes for one of a GPU.
void TestVerificationReport::executedOnLanes()
{
    VerifyRun run = someRun(VerifyLevel::Lanes, CheckState::Passed, false);
    run.device.clear();
    run.title = QStringLiteral("Execution of reduce.cu");
    LaneCopyCheck copy;
    copy.name = QStringLiteral("d_out");
    copy.kernel = QStringLiteral("reduce");
    copy.ports = {LanePortCopy()};
    run.checks[0].lanes = copy;
    const auto scan = fixture::scan(1, 9);
    run.files = {scan->hunks[1].targetPath.display()};
    const ReportModel report = reportWith({run});
    QCOMPARE(report.phases[int(Phase::Wavefront)].changes[1].grade, EvidenceGrade::ExecutedOnLanes);
    for (const QString& text : {markdownOf(report), QString::fromUtf8(renderHtml(report))}) {
        QVERIFY2(text.contains(QStringLiteral("Executed on the CPU with 64 lanes")),
                 qPrintable(text));
        QVERIFY(text.contains(QStringLiteral("no evidence of an AMD GPU")));
        QVERIFY(text.contains(QStringLiteral("L3 Lanes")));
        QVERIFY(text.contains(QStringLiteral("Nothing was compiled or run on a GPU.")));
        QVERIFY(!text.contains(QStringLiteral("not on an AMD GPU"))); // needs none
    }
    const QByteArray json = renderJson(report);
    QVERIFY(json.contains("\"levelName\": \"lanes\""));
    QVERIFY(json.contains("executed-on-lanes"));
    const QString handed = handOffText(report);
    QVERIFY2(handed.contains(QStringLiteral("## Executed on the CPU\n\n- L3 Lanes, ")),
             qPrintable(handed));
    QVERIFY(handed.contains(
        QStringLiteral("## Run on AMD\n\nNothing, in the state of this branch.\n")));
    QVERIFY(renderVerifyText(run).contains("executed on the CPU: no evidence of an AMD GPU"));
    run.portKey = "before";
    QCOMPARE(reportWith({run}).phases[int(Phase::Wavefront)].changes[1].grade,
             EvidenceGrade::Accepted);
}

/// Each row of the table has a cell for each column, and a grade stands below its own.
void TestVerificationReport::gradesOfPhasesHaveTheirColumns()
{
    VerifyRun emulated = someRun(VerifyLevel::Load, CheckState::Passed, false);
    emulated.emulated = true;
    const std::pair<VerifyRun, QString> runs[] = {
        {someRun(VerifyLevel::Load, CheckState::Passed), QStringLiteral("Loaded")},
        {someRun(VerifyLevel::Numerical, CheckState::Passed), QStringLiteral("Verified")},
        {emulated, QStringLiteral("On an emulated GPU")}};
    for (const auto& [run, column] : runs) {
        const QString text = markdownOf(reportWith({run}));
        QVERIFY(text.contains(QStringLiteral("L4 Load and L5 Numerical count only on an AMD GPU")));
        const QStringList lines =
            text.mid(text.indexOf(QStringLiteral("Evidence by phase"))).split(u'\n');
        QList<QStringList> table;
        for (const QString& line : lines) {
            if (line.startsWith(u'|')) {
                table.append(line.split(u'|'));
            } else if (!table.isEmpty()) {
                break;
            }
        }
        QVERIFY2(table.size() > 2, qPrintable(text));
        qsizetype at = -1;
        for (qsizetype i = 0; i < table[0].size(); ++i) {
            at = table[0][i].trimmed() == column ? i : at;
        }
        QVERIFY2(at > 0, qPrintable(column));
        int changes = 0;
        for (const QStringList& row : std::as_const(table)) {
            QCOMPARE(row.size(), table[0].size());
            changes += row[at].trimmed().toInt();
        }
        QCOMPARE(changes, 1);
    }
}

void TestVerificationReport::hostileText()
{
    VerifyRun run = someRun(VerifyLevel::Load, CheckState::Failed);
    run.title = run.nodeName = run.device = QStringLiteral("<script>alert(1)</script> | `x`");
    run.checks[0].detail = run.title;
    const QByteArray html = renderHtml(reportWith({run}));
    QVERIFY(!html.contains("<script>alert"));
    QVERIFY(!renderMarkdown(reportWith({run})).contains("<script>alert"));
}

void TestVerificationReport::terminalText()
{
    VerifyRun run = someRun(VerifyLevel::Load, CheckState::Failed, false);
    run.checks[0].file = QStringLiteral("k.cu");
    run.checks[0].detail = QStringLiteral("It crashed.");
    run.notes = {QStringLiteral("Remark.")};
    const QString text = QString::fromUtf8(renderVerifyText(run));
    QVERIFY(text.contains(QLatin1StringView("failed    block/out [k.cu]: It crashed.")));
    QVERIFY(text.contains(QLatin1StringView("(no AMD GPU)")));
    QVERIFY(text.contains(QLatin1StringView("0 passed, 1 failed, 0 skipped")));
    QVERIFY(text.contains(QLatin1StringView("note: Remark.")));
    run.logHash.clear(); // it could not be kept
    QVERIFY(renderVerifyText(run).contains("job " + run.jobId.toUtf8() + ", log not kept whole\n"));
    run = someRun(VerifyLevel::Numerical, CheckState::Passed);
    run.logHash.clear();
    QVERIFY(markdownOf(reportWith({run})).contains(QStringLiteral(", log not kept whole")));
}

QTEST_GUILESS_MAIN(TestVerificationReport)
#include "tst_verificationreport.moc"
