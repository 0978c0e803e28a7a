#include "core/verify/evidence.h"

#include <QDateTime>
#include <QJsonObject>
#include <QTest>

using namespace rocport;

namespace {

VerifyCheck check(CheckState state, const QString& file = {}, bool compared = false)
{
    VerifyCheck made;
    made.id = QStringLiteral("check:") + file;
    made.state = state;
    made.file = file;
    if (compared) {
        made.comparison = TensorComparison();
        made.comparison->verdict =
            state == CheckState::Passed ? TensorVerdict::Passed : TensorVerdict::Failed;
    }
    return made;
}

VerifyRun runOf(VerifyLevel level, bool onGpu, const QVector<VerifyCheck>& checks)
{
    VerifyRun run;
    run.id = QStringLiteral("run-%1").arg(int(level));
    run.level = level;
    run.onGpu = onGpu;
    run.portKey = "now";
    run.jobId = QStringLiteral("job-1");
    run.logHash = "abc";
    run.nodeId = QStringLiteral("mi300");
    run.checks = checks;
    return run;
}

VerifyRun loadRun(bool onGpu = true, CheckState state = CheckState::Passed)
{
    return runOf(VerifyLevel::Load, onGpu, {check(state)});
}

VerifyRun goldenRun(bool onGpu = true, CheckState state = CheckState::Passed, bool compared = true)
{
    return runOf(VerifyLevel::Numerical, onGpu, {check(state, {}, compared)});
}

/// A run on lanes of a program with k.cu.
VerifyRun lanesRun(CheckState state = CheckState::Passed, int lanes = 64)
{
    VerifyCheck copied = check(state);
    copied.lanes = LaneCopyCheck();
    copied.lanes->name = QStringLiteral("d_out");
    copied.lanes->kernel = QStringLiteral("scale");
    LanePortCopy port;
    port.lanes = lanes;
    copied.lanes->ports = {port};
    VerifyRun run = runOf(VerifyLevel::Lanes, false, {copied});
    run.files = {QStringLiteral("k.cu")};
    return run;
}

EvidenceInput inputOf(const QVector<VerifyRun>& runs)
{
    EvidenceInput input;
    input.portKey = "now";
    input.changes = {{"a", RepoPath("k.cu"), true},
                     {"b", RepoPath("m.py"), true},
                     {"c", RepoPath("k.cu"), false}};
    input.runs = runs;
    return input;
}

EvidenceGrade gradeOf(const QVector<VerifyRun>& runs, const char* key = "a")
{
    return gradeEvidence(inputOf(runs)).of(key).grade;
}

} // namespace

class TestEvidence : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void grades_data();
    void grades();
    void runJobAndLogAreNamed();
    void earlierStateOfThePortCountsNot();
    void newerFailureOutweighs();
    void anotherNodesFailureOutweighs();
    void compileCheck();
    void buildCoversWhatCompilersRead();
    void filesOfARun();
    void executedOnLanes();
    void executedOnAnEmulatedGpu();
};

void TestEvidence::grades_data()
{
    QTest::addColumn<QVector<VerifyRun>>("runs");
    QTest::addColumn<EvidenceGrade>("accepted");
    QTest::newRow("nothing") << QVector<VerifyRun>{} << EvidenceGrade::Accepted;
    QTest::newRow("loaded on a GPU") << QVector<VerifyRun>{loadRun()} << EvidenceGrade::Loaded;
    QTest::newRow("loaded elsewhere")
        << QVector<VerifyRun>{loadRun(false)} << EvidenceGrade::Accepted;
    QTest::newRow("compared on a GPU")
        << QVector<VerifyRun>{goldenRun()} << EvidenceGrade::NumericallyVerified;
    QTest::newRow("compared elsewhere")
        << QVector<VerifyRun>{goldenRun(false)} << EvidenceGrade::Accepted;
    QTest::newRow("numerical that compares nothing")
        << QVector<VerifyRun>{goldenRun(true, CheckState::Passed, false)}
        << EvidenceGrade::Accepted;
    QTest::newRow("compared and failed")
        << QVector<VerifyRun>{goldenRun(true, CheckState::Failed), loadRun()}
        << EvidenceGrade::Loaded;
    QTest::newRow("all skipped") << QVector<VerifyRun>{loadRun(true, CheckState::Skipped)}
                                 << EvidenceGrade::Accepted;
    QTest::newRow("static only") << QVector<VerifyRun>{runOf(VerifyLevel::Static, false,
                                                             {check(CheckState::Passed)})}
                                 << EvidenceGrade::Accepted;
}

void TestEvidence::grades()
{
    QFETCH(QVector<VerifyRun>, runs);
    QFETCH(EvidenceGrade, accepted);
    const PortEvidence evidence = gradeEvidence(inputOf(runs));
    QCOMPARE(evidence.of("a").grade, accepted);
    QCOMPARE(evidence.of("b").grade, accepted);
    QCOMPARE(evidence.of("c").grade, EvidenceGrade::Proposed); // nobody accepted it
    QCOMPARE(evidence.files.value(RepoPath("k.cu")).grade, accepted);
}

void TestEvidence::runJobAndLogAreNamed()
{
    const ChangeEvidence evidence = gradeEvidence(inputOf({goldenRun(), loadRun()})).of("a");
    QCOMPARE(evidence.runId, QStringLiteral("run-4"));
    QCOMPARE(evidence.jobId, QStringLiteral("job-1"));
    QCOMPARE(evidence.logHash, QByteArray("abc"));
    QVERIFY(!evidence.outOfDate);
}

void TestEvidence::earlierStateOfThePortCountsNot()
{
    VerifyRun old = goldenRun();
    old.portKey = "before";
    ChangeEvidence evidence = gradeEvidence(inputOf({loadRun(), old})).of("a");
    QCOMPARE(evidence.grade, EvidenceGrade::Loaded);
    QVERIFY(evidence.outOfDate);
    QCOMPARE(evidence.former, EvidenceGrade::NumericallyVerified);
    QCOMPARE(evidence.formerRunId, QStringLiteral("run-4"));
    // Where the port's own key is not known, nothing is of it.
    EvidenceInput input = inputOf({goldenRun()});
    input.portKey.clear();
    evidence = gradeEvidence(input).of("a");
    QCOMPARE(evidence.grade, EvidenceGrade::Accepted);
    QVERIFY(evidence.outOfDate);
}

void TestEvidence::newerFailureOutweighs()
{
    QCOMPARE(gradeOf({loadRun(true, CheckState::Failed), loadRun()}), EvidenceGrade::Accepted);
    QCOMPARE(gradeOf({loadRun(), loadRun(true, CheckState::Failed)}), EvidenceGrade::Loaded);
}

void TestEvidence::anotherNodesFailureOutweighs()
{
    VerifyRun other = goldenRun(true, CheckState::Failed);
    other.nodeId = QStringLiteral("mi250");
    QCOMPARE(gradeOf({goldenRun(), other}), EvidenceGrade::Accepted);
}

void TestEvidence::compileCheck()
{
    GateResult gate;
    GateFile file;
    file.path = RepoPath("k.cu");
    file.status = GateStatus::Passed;
    gate.files = {file};
    EvidenceInput input = inputOf({});
    input.gate = &gate;
    PortEvidence evidence = gradeEvidence(input);
    QCOMPARE(evidence.of("a").grade, EvidenceGrade::Compiled);
    QCOMPARE(evidence.of("a").runId, QString::fromLatin1(kCompileCheckId));
    QCOMPARE(evidence.of("b").grade, EvidenceGrade::Accepted);
    input.gateOutOfDate = true;
    evidence = gradeEvidence(input);
    QCOMPARE(evidence.of("a").grade, EvidenceGrade::Accepted);
    QCOMPARE(evidence.of("a").former, EvidenceGrade::Compiled);
    input.gateOutOfDate = false;
    gate.files.first().status = GateStatus::Failed;
    QCOMPARE(gradeEvidence(input).of("a").grade, EvidenceGrade::Accepted);
}

void TestEvidence::buildCoversWhatCompilersRead()
{
    const VerifyRun build = runOf(VerifyLevel::Build, false, {check(CheckState::Passed)});
    QCOMPARE(gradeOf({build}, "a"), EvidenceGrade::Compiled);
    QCOMPARE(gradeOf({build}, "b"), EvidenceGrade::Accepted); // Python
    const VerifyRun perFile = runOf(VerifyLevel::Build, false,
                                    {check(CheckState::Passed, QStringLiteral("other.cu")),
                                     check(CheckState::Failed, QStringLiteral("k.cu"))});
    QCOMPARE(gradeOf({perFile}, "a"), EvidenceGrade::Accepted);
    const VerifyRun others =
        runOf(VerifyLevel::Build, false, {check(CheckState::Passed, QStringLiteral("other.cu"))});
    QCOMPARE(gradeOf({others}, "a"), EvidenceGrade::Accepted);
}

void TestEvidence::filesOfARun()
{
    VerifyRun run = goldenRun();
    run.files = {QStringLiteral("m.py")};
    QCOMPARE(gradeOf({run}, "a"), EvidenceGrade::Accepted);
    QCOMPARE(gradeOf({run}, "b"), EvidenceGrade::NumericallyVerified);
}

/// More than compiled, less than loaded, for the files with the kernels that ran.
void TestEvidence::executedOnLanes()
{
    QVERIFY(EvidenceGrade::Compiled < EvidenceGrade::ExecutedOnLanes);
    QVERIFY(EvidenceGrade::ExecutedOnLanes < EvidenceGrade::Loaded);
    QCOMPARE(gradeOf({lanesRun()}), EvidenceGrade::ExecutedOnLanes);
    QCOMPARE(gradeOf({lanesRun()}, "b"), EvidenceGrade::Accepted); // not of this program
    QCOMPARE(gradeOf({lanesRun(), loadRun()}), EvidenceGrade::Loaded);
    const VerifyRun build = runOf(VerifyLevel::Build, false, {check(CheckState::Passed)});
    QCOMPARE(gradeOf({lanesRun(CheckState::Failed), build}), EvidenceGrade::Compiled);
    QCOMPARE(gradeOf({lanesRun(CheckState::Failed), lanesRun()}), EvidenceGrade::Accepted);
    // On 32 lanes only, not to its end, and of no file: nothing was shown.
    QCOMPARE(gradeOf({lanesRun(CheckState::Passed, 32)}), EvidenceGrade::Accepted);
    // Nor by what came back as it was sent: no kernel wrote it.
    VerifyRun unwritten = lanesRun();
    unwritten.checks[0].lanes->kernel.clear();
    QCOMPARE(gradeOf({unwritten}), EvidenceGrade::Accepted);
    VerifyRun cut = lanesRun();
    cut.checks.append(check(CheckState::Skipped));
    QCOMPARE(gradeOf({cut}), EvidenceGrade::Accepted);
    VerifyRun ofNothing = lanesRun();
    ofNothing.files.clear();
    QCOMPARE(gradeOf({ofNothing}), EvidenceGrade::Accepted);
    // A change in the tree since then.
    VerifyRun old = lanesRun();
    old.portKey = "before";
    const ChangeEvidence evidence = gradeEvidence(inputOf({old})).of("a");
    QCOMPARE(evidence.grade, EvidenceGrade::Accepted);
    QVERIFY(evidence.outOfDate);
    QCOMPARE(evidence.former, EvidenceGrade::ExecutedOnLanes);
}

/// Less than loaded; and what fails in the emulator says nothing of a GPU.
void TestEvidence::executedOnAnEmulatedGpu()
{
    const auto emulated = [](VerifyRun run) {
        run.onGpu = false;
        run.emulated = true;
        run.nodeId = QStringLiteral("emulated");
        run.logHash = QByteArray(64, 'a');
        run.time = QDateTime::fromSecsSinceEpoch(0, Qt::UTC);
        run.checks[0].id = QStringLiteral("forward");
        return run;
    };
    QVERIFY(EvidenceGrade::ExecutedOnLanes < EvidenceGrade::ExecutedEmulated);
    QVERIFY(EvidenceGrade::ExecutedEmulated < EvidenceGrade::Loaded);
    QCOMPARE(gradeOf({emulated(loadRun())}), EvidenceGrade::ExecutedEmulated);
    QCOMPARE(gradeOf({emulated(goldenRun())}), EvidenceGrade::ExecutedEmulated);
    QCOMPARE(gradeOf({emulated(loadRun()), loadRun()}), EvidenceGrade::Loaded);
    QCOMPARE(gradeOf({emulated(loadRun(true, CheckState::Failed)), loadRun()}),
             EvidenceGrade::Loaded);
    QCOMPARE(gradeOf({emulated(loadRun(true, CheckState::Failed)), emulated(loadRun())}),
             EvidenceGrade::Accepted);
    VerifyRun kept = emulated(loadRun());
    kept.portKey = QByteArray(64, 'b');
    const auto again = verifyRunFromJson(verifyRunToJson(kept));
    QVERIFY2(again.ok(), qPrintable(again.ok() ? QString() : again.error().detail));
    QVERIFY(again->emulated && !again->onGpu);
}

QTEST_GUILESS_MAIN(TestEvidence)
#include "tst_evidence.moc"
