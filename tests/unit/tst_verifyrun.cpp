#include "core/verify/verifyrun.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <cmath>
#include <limits>

using namespace rocport;

namespace {

VerifyCheck check(const QString& id, CheckState state)
{
    VerifyCheck result;
    result.id = id;
    result.name = id;
    result.state = state;
    return result;
}

VerifyRun fullRun()
{
    VerifyRun run;
    run.id = QStringLiteral("v-1");
    run.level = VerifyLevel::Numerical;
    run.title = QStringLiteral("Golden vectors block_float16 ÄÖ");
    run.nodeId = QStringLiteral("mi300-a");
    run.nodeName = QStringLiteral("MI300 a");
    run.image = QStringLiteral("rocm/pytorch:latest");
    run.device = QStringLiteral("gfx942 (AMD Instinct MI300X)");
    run.onGpu = true;
    run.time = QDateTime(QDate(2026, 11, 22), QTime(5, 45, 1, 250), Qt::UTC);
    run.jobId = QStringLiteral("20261122-054501-3f9a");
    run.logHash = QByteArray(64, 'a');
    run.portKey = "0123456789abcdef";
    run.files = {QStringLiteral("src/a b.cu")};
    run.notes = {QStringLiteral("One sentence.")};
    VerifyCheck tensor = check(QStringLiteral("tensor:out"), CheckState::Failed);
    tensor.detail = QStringLiteral("2 of 3 differ.");
    tensor.file = QStringLiteral("model.py");
    tensor.line = 244;
    tensor.side = PlaceSide::Original;
    tensor.elapsedMs = 1234;
    TensorComparison comparison;
    comparison.name = QStringLiteral("out");
    comparison.verdict = TensorVerdict::Failed;
    comparison.shape = {2, 3};
    comparison.elements = 6;
    comparison.mismatched = 2;
    comparison.maxAbsolute = 0.25;
    tensor.comparison = comparison;
    run.checks = {check(QStringLiteral("load:model"), CheckState::Passed), tensor,
                  check(QStringLiteral("x"), CheckState::Skipped),
                  check(QStringLiteral("y"), CheckState::Running)};
    StabilitySample bad;
    bad.iteration = 7;
    bad.value = std::numeric_limits<double>::quiet_NaN();
    bad.milliseconds = 1.5;
    bad.memoryMb = 2048;
    bad.finite = false;
    bad.equalToFirst = false;
    StabilitySample infinite;
    infinite.value = -std::numeric_limits<double>::infinity();
    run.stability = {bad, infinite};
    return run;
}

QJsonObject reread(const QJsonObject& object)
{
    return QJsonDocument::fromJson(QJsonDocument(object).toJson()).object();
}

} // namespace

class TestVerifyRun : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void state_data()
    {
        QTest::addColumn<QVector<int>>("states");
        QTest::addColumn<int>("expected");
        const int none = int(CheckState::NotRun);
        const int passed = int(CheckState::Passed);
        const int failed = int(CheckState::Failed);
        const int skipped = int(CheckState::Skipped);
        const int running = int(CheckState::Running);
        QTest::newRow("empty") << QVector<int>{} << none;
        QTest::newRow("only skipped") << QVector<int>{skipped, skipped} << none;
        QTest::newRow("only running") << QVector<int>{running} << none;
        QTest::newRow("passed and skipped") << QVector<int>{skipped, passed} << passed;
        QTest::newRow("one failed") << QVector<int>{passed, failed, passed} << failed;
        QTest::newRow("failed and not run") << QVector<int>{failed, none} << failed;
    }
    void state()
    {
        QFETCH(QVector<int>, states);
        QFETCH(int, expected);
        VerifyRun run;
        for (const int state : states) {
            run.checks.append(check(QStringLiteral("c"), CheckState(state)));
        }
        QCOMPARE(int(run.state()), expected);
        QCOMPARE(run.count(CheckState::Skipped), int(states.count(int(CheckState::Skipped))));
    }

    void roundTrip()
    {
        const VerifyRun run = fullRun();
        const QJsonObject object = reread(verifyRunToJson(run));
        const Result<VerifyRun> read = verifyRunFromJson(object);
        QVERIFY2(read.ok(), qPrintable(read.ok() ? QString() : read.error().object));
        QCOMPARE(verifyRunToJson(*read), object);
        QCOMPARE(read->id, run.id);
        QCOMPARE(read->level, run.level);
        QCOMPARE(read->title, run.title);
        QCOMPARE(read->time, run.time);
        QCOMPARE(read->onGpu, true);
        QCOMPARE(read->logHash, run.logHash);
        QCOMPARE(read->portKey, run.portKey);
        QCOMPARE(read->files, run.files);
        QCOMPARE(read->notes, run.notes);
        QCOMPARE(read->checks.size(), 4);
        QCOMPARE(read->checks.at(1).detail, run.checks.at(1).detail);
        QCOMPARE(read->checks.at(1).elapsedMs, 1234);
        QCOMPARE(read->checks.at(1).line, 244);
        QCOMPARE(read->checks.at(1).side, PlaceSide::Original);
        QCOMPARE(read->checks.at(0).side, PlaceSide::Port);
        QVERIFY(!read->byHand);
        QVERIFY(read->checks.at(1).comparison.has_value());
        QCOMPARE(read->checks.at(1).comparison->mismatched, 2);
        QVERIFY(!read->checks.at(0).comparison.has_value());
        QCOMPARE(read->stability.size(), 2);
        QVERIFY(std::isnan(read->stability.at(0).value));
        QVERIFY(!read->stability.at(0).finite);
        QVERIFY(!read->stability.at(0).equalToFirst);
        QVERIFY(std::isinf(read->stability.at(1).value));
        QCOMPARE(read->state(), CheckState::Failed);
    }

    void leastBody()
    {
        VerifyRun run;
        run.id = QStringLiteral("v");
        const Result<VerifyRun> read = verifyRunFromJson(reread(verifyRunToJson(run)));
        QVERIFY(read.ok());
        QVERIFY(!read->time.isValid());
        QVERIFY(!read->onGpu);
        QCOMPARE(read->state(), CheckState::NotRun);
    }

    void badBodies_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QByteArray>("value"); // JSON in a list; "[]" takes the member away
        QTest::addColumn<QString>("named");
        QTest::newRow("no id") << "id" << QByteArray("[]") << "id";
        QTest::newRow("empty id") << "id" << QByteArray("[\"\"]") << "id";
        QTest::newRow("id is a number") << "id" << QByteArray("[3]") << "id";
        QTest::newRow("no level") << "level" << QByteArray("[]") << "level";
        QTest::newRow("level 6") << "level" << QByteArray("[6]") << "level";
        QTest::newRow("level 1.5") << "level" << QByteArray("[1.5]") << "level";
        QTest::newRow("level text") << "level" << QByteArray("[\"2\"]") << "level";
        QTest::newRow("newer") << "version" << QByteArray("[2]") << "version";
        QTest::newRow("onGpu text") << "onGpu" << QByteArray("[\"yes\"]") << "onGpu";
        QTest::newRow("time") << "time" << QByteArray("[\"yesterday\"]") << "time";
        QTest::newRow("hash") << "logHash" << QByteArray("[\"<b>\"]") << "logHash";
        QTest::newRow("checks") << "checks" << QByteArray("[{}]") << "checks";
        QTest::newRow("check is text") << "checks" << QByteArray("[[\"a\"]]") << "checks[0].";
        QTest::newRow("check without id")
            << "checks" << QByteArray("[[{\"state\":\"passed\"}]]") << "checks[0].id";
        QTest::newRow("unknown state")
            << "checks"
            << QByteArray(R"([[{"id":"a","state":"passed"},{"id":"b","state":"great"}]])")
            << "checks[1].state";
        QTest::newRow("negative time")
            << "checks" << QByteArray(R"([[{"id":"a","state":"passed","elapsedMs":-1}]])")
            << "checks[0].elapsedMs";
        QTest::newRow("comparison is a list")
            << "checks" << QByteArray(R"([[{"id":"a","state":"passed","comparison":[]}]])")
            << "checks[0].comparison";
        QTest::newRow("sample") << "stability" << QByteArray(R"([[{"value":"many"}]])")
                                << "stability[0].value";
        QTest::newRow("sample flag")
            << "stability" << QByteArray(R"([[{"finite":1}]])") << "stability[0].finite";
        QTest::newRow("files") << "files" << QByteArray("[[1]]") << "files";
        QTest::newRow("remarks") << "remarks" << QByteArray("[\"a\"]") << "remarks";
    }
    void badBodies()
    {
        QFETCH(QString, path);
        QFETCH(QByteArray, value);
        QFETCH(QString, named);
        QJsonObject object = verifyRunToJson(fullRun());
        const QJsonArray put = QJsonDocument::fromJson(value).array();
        if (put.isEmpty()) {
            object.remove(path);
        } else {
            object.insert(path, put.first());
        }
        const Result<VerifyRun> read = verifyRunFromJson(object);
        QVERIFY(!read.ok());
        QCOMPARE(read.error().code, ErrorCode::ParseFailed);
        QCOMPARE(read.error().object, named);
        QVERIFY(!read.error().detail.isEmpty());
    }

    void badComparison()
    {
        QJsonObject object = verifyRunToJson(fullRun());
        QJsonArray checks = object.value(QStringLiteral("checks")).toArray();
        QJsonObject second = checks.at(1).toObject();
        QJsonObject comparison = second.value(QStringLiteral("comparison")).toObject();
        comparison.insert(QStringLiteral("verdict"), QStringLiteral("splendid"));
        second.insert(QStringLiteral("comparison"), comparison);
        checks[1] = second;
        object.insert(QStringLiteral("checks"), checks);
        const Result<VerifyRun> read = verifyRunFromJson(object);
        QVERIFY(!read.ok());
        QVERIFY(read.error().object.startsWith(QStringLiteral("checks[1].comparison.")));
    }

    /// Lanes came later: the numbers of the others in project files stay what they were.
    void levelsOfOldRecords()
    {
        const QPair<int, VerifyLevel> written[] = {{1, VerifyLevel::Static},
                                                   {2, VerifyLevel::Build},
                                                   {3, VerifyLevel::Load},
                                                   {4, VerifyLevel::Numerical},
                                                   {5, VerifyLevel::Lanes}};
        for (const auto& [number, level] : written) {
            const QJsonObject record{{QStringLiteral("version"), 1},
                                     {QStringLiteral("id"), QStringLiteral("old")},
                                     {QStringLiteral("level"), number}};
            const Result<VerifyRun> read = verifyRunFromJson(record);
            QVERIFY(read.ok());
            QCOMPARE(read->level, level);
            QCOMPARE(verifyRunToJson(*read).value(u"level").toInt(), number);
        }
        for (const int number : {0, 6, 255}) {
            QVERIFY(!verifyRunFromJson({{QStringLiteral("version"), 1},
                                        {QStringLiteral("id"), QStringLiteral("new")},
                                        {QStringLiteral("level"), number}})
                         .ok());
            QVERIFY(!verifyLevelOfRecord(number));
        }
        for (int number = 1; number <= 5; ++number) {
            QCOMPARE(verifyLevelNumber(verifyLevelAt(number).value()), number);
        }
        QVERIFY(!verifyLevelAt(0) && !verifyLevelAt(6));
        QVERIFY(verifyLevelNumber(VerifyLevel::Build) < verifyLevelNumber(VerifyLevel::Lanes));
        QVERIFY(verifyLevelNumber(VerifyLevel::Lanes) < verifyLevelNumber(VerifyLevel::Load));
    }

    void copiesOfLanesAreKept()
    {
        VerifyRun run = fullRun();
        run.level = VerifyLevel::Lanes;
        LaneCopyCheck copy;
        copy.name = QStringLiteral("d_sums");
        copy.kernel = QStringLiteral("row_sum<float>");
        copy.kernelPath = QStringLiteral("src/sum.cu");
        copy.elements = 8;
        LanePortCopy port;
        port.verdict = LaneVerdict::Differs;
        port.reference = QStringLiteral("128");
        port.value = QStringLiteral("64");
        port.errors = {0, 64};
        copy.ports = {port};
        run.checks[0].lanes = copy;
        const Result<VerifyRun> read = verifyRunFromJson(reread(verifyRunToJson(run)));
        QVERIFY(read.ok());
        QVERIFY(read->checks[0].lanes.has_value());
        QVERIFY(!read->checks[1].lanes.has_value());
        QCOMPARE(laneCopyToJson(*read->checks[0].lanes), laneCopyToJson(copy));
        QJsonObject broken = verifyRunToJson(run);
        QJsonArray checks = broken.value(u"checks").toArray();
        QJsonObject first = checks.at(0).toObject();
        first.insert(QStringLiteral("lanes"),
                     QJsonObject{{QStringLiteral("name"), QStringLiteral("x")},
                                 {QStringLiteral("line"), -1}});
        checks[0] = first;
        broken.insert(QStringLiteral("checks"), checks);
        QVERIFY(!verifyRunFromJson(broken).ok());
    }

    void names()
    {
        QCOMPARE(verifyLevelName(VerifyLevel::Static), QStringLiteral("L1 Static"));
        QCOMPARE(verifyLevelName(VerifyLevel::Build), QStringLiteral("L2 Build"));
        QCOMPARE(verifyLevelName(VerifyLevel::Load), QStringLiteral("L4 Load"));
        QCOMPARE(verifyLevelName(VerifyLevel::Lanes), QStringLiteral("L3 Lanes"));
        QCOMPARE(verifyLevelName(VerifyLevel::Numerical), QStringLiteral("L5 Numerical"));
        QCOMPARE(evidenceGradeId(EvidenceGrade::ExecutedOnLanes),
                 QStringLiteral("executed-on-lanes"));
        QCOMPARE(evidenceGradeName(EvidenceGrade::ExecutedOnLanes),
                 QStringLiteral("Executed on the CPU with 64 lanes"));
        QCOMPARE(evidenceGradeId(EvidenceGrade::NotRun), QStringLiteral("not-run"));
        QCOMPARE(evidenceGradeName(EvidenceGrade::NotRun), QStringLiteral("Not run"));
        QCOMPARE(evidenceGradeId(EvidenceGrade::NumericallyVerified),
                 QStringLiteral("numerically-verified"));
        QCOMPARE(evidenceGradeName(EvidenceGrade::NumericallyVerified),
                 QStringLiteral("Numerically verified"));
        QCOMPARE(evidenceGradeName(EvidenceGrade::Compiled), QStringLiteral("Compiled"));
        QCOMPARE(checkStateId(CheckState::NotRun), QStringLiteral("not-run"));
    }
};

QTEST_GUILESS_MAIN(TestVerifyRun)
#include "tst_verifyrun.moc"
