#include "core/verify/harnessresult.h"

#include <QTest>

#include <cmath>

using namespace rocport;

namespace {

const char* const kEnvironment =
    R"({"kind":"environment","python":"3.11","torch":"2.9.1+rocm7.0","hip":"7.0.2","cuda":null,)"
    R"("device":"cuda:0","deviceName":"AMD Instinct MI300X","gfx":"gfx942:sramecc+:xnack-","memoryMb":196592})";

QByteArray lines(std::initializer_list<QByteArray> all)
{
    QByteArray text;
    for (const QByteArray& line : all) {
        text += line + '\n';
    }
    return text;
}

const QByteArray kStart = R"({"kind":"start","format":1,"action":"load","target":"m:f"})";
const QByteArray kEnd = R"({"kind":"end","state":"passed"})";

} // namespace

class TestHarnessResult : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void wholeRun();
    void crashLosesOnlyWhatFollows();
    void devices_data();
    void devices();
    void hostile_data();
    void hostile();
    void nothingReadable();
    void samples();
    void filesStayBelow();
    void limits();
};

void TestHarnessResult::wholeRun()
{
    const auto results = readHarness(lines(
        {kStart, kEnvironment, R"({"kind":"begin","id":"load:import","name":"Import"})",
         R"({"kind":"check","id":"load:import","name":"Import","state":"passed","detail":"d","elapsedMs":12})",
         R"({"kind":"inputs","case":"float32_0","hash":"ff"})", kEnd}));
    QVERIFY(results.ok());
    QCOMPARE(results->action, QStringLiteral("load"));
    QVERIFY(results->complete);
    QCOMPARE(results->checks.size(), 1);
    QCOMPARE(results->checks[0].state, CheckState::Passed);
    QCOMPARE(results->checks[0].elapsedMs, 12);
    QCOMPARE(results->inputHashes.value(QStringLiteral("float32_0")), QStringLiteral("ff"));
    QVERIFY(results->environment.onAmdGpu());
    QCOMPARE(results->environment.shownDevice(), QStringLiteral("gfx942 (AMD Instinct MI300X)"));
    QVERIFY(results->notes.isEmpty());
}

void TestHarnessResult::crashLosesOnlyWhatFollows()
{
    const auto results = readHarness(
        lines({kStart, kEnvironment, R"({"kind":"check","id":"a","name":"A","state":"passed"})",
               R"({"kind":"begin","id":"b","name":"B"})"}) +
        R"({"kind":"check","id":"b","na)");
    QVERIFY(results.ok());
    QVERIFY(!results->complete);
    QCOMPARE(results->checks.size(), 2);
    QCOMPARE(results->checks[0].state, CheckState::Passed);
    QCOMPARE(results->checks[1].state, CheckState::Failed);
    QCOMPARE(results->unfinished, QStringList{QStringLiteral("b")});
    QCOMPARE(results->notes.size(), 1);
}

void TestHarnessResult::devices_data()
{
    QTest::addColumn<QByteArray>("record");
    QTest::addColumn<bool>("onGpu");
    QTest::newRow("AMD") << QByteArray(kEnvironment) << true;
    QTest::newRow("NVIDIA")
        << QByteArray(
               R"({"kind":"environment","hip":null,"cuda":"12.8","device":"cuda:0","deviceName":"H200","gfx":""})")
        << false;
    QTest::newRow("NVIDIA that says gfx")
        << QByteArray(
               R"({"kind":"environment","hip":null,"cuda":"12.8","device":"cuda:0","gfx":"gfx942"})")
        << false;
    QTest::newRow("ROCm build on the CPU")
        << QByteArray(R"({"kind":"environment","hip":"7.0","device":"cpu","gfx":""})") << false;
    QTest::newRow("no gfx")
        << QByteArray(R"({"kind":"environment","hip":"7.0","device":"cuda:0","gfx":"sm_90"})")
        << false;
    QTest::newRow("program with the driver open")
        << QByteArray(R"({"kind":"program","openedKfd":true,"gfx":"gfx90a"})") << true;
    QTest::newRow("program without")
        << QByteArray(R"({"kind":"program","openedKfd":false,"gfx":"gfx90a"})") << false;
}

void TestHarnessResult::devices()
{
    QFETCH(QByteArray, record);
    QFETCH(bool, onGpu);
    const auto results = readHarness(lines({kStart, record, kEnd}));
    QVERIFY(results.ok());
    QCOMPARE(results->environment.onAmdGpu(), onGpu);
}

void TestHarnessResult::hostile_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("not JSON") << QByteArray("Segmentation fault");
    QTest::newRow("array") << QByteArray("[1,2]");
    QTest::newRow("deep") << QByteArray(100'000, '[');
    QTest::newRow("deep objects") << QByteArray("{\"a\":").repeated(50'000);
    QTest::newRow("wrong types") << QByteArray(
        R"({"kind":"check","id":7,"name":[],"state":{},"elapsedMs":"x"})");
    QTest::newRow("huge number") << QByteArray(
        R"({"kind":"check","id":"x","state":"passed","elapsedMs":1e300})");
    QTest::newRow("negative") << QByteArray(R"({"kind":"sample","iteration":-5,"value":"nan"})");
    QTest::newRow("bytes") << QByteArray("\xff\xfe\x00\x01", 4);
    QTest::newRow("unknown kind") << QByteArray(R"({"kind":"else"})");
}

void TestHarnessResult::hostile()
{
    QFETCH(QByteArray, line);
    const auto results = readHarness(
        lines({kStart, line, R"({"kind":"check","id":"a","name":"A","state":"passed"})", kEnd}));
    QVERIFY(results.ok());
    QVERIFY(results->complete);
    QCOMPARE(results->checks.last().id, QStringLiteral("a"));
    for (const VerifyCheck& check : results->checks) {
        QVERIFY(check.elapsedMs >= 0);
    }
}

void TestHarnessResult::nothingReadable()
{
    for (const QByteArray& text : {QByteArray(), QByteArray("\n\n"), QByteArray("no\nnot\n")}) {
        const auto results = readHarness(text);
        QVERIFY(!results.ok());
        QCOMPARE(results.error().code, ErrorCode::ParseFailed);
    }
    QCOMPARE(readHarness(QByteArray((64 << 20) + 1, ' ')).error().code, ErrorCode::FileTooLarge);
}

void TestHarnessResult::samples()
{
    const auto results = readHarness(lines(
        {kStart,
         R"({"kind":"sample","iteration":3,"value":1.5,"milliseconds":2,"memoryMb":10,"finite":true,"equalToFirst":false})",
         R"({"kind":"sample","iteration":4,"value":"nan","finite":false})", kEnd}));
    QVERIFY(results.ok());
    QCOMPARE(results->samples.size(), 2);
    QCOMPARE(results->samples[0].iteration, 3);
    QVERIFY(!results->samples[0].equalToFirst);
    QVERIFY(std::isnan(results->samples[1].value));
    QVERIFY(!results->samples[1].finite);
}

void TestHarnessResult::filesStayBelow()
{
    const QByteArray hash(64, 'a');
    const auto record = [&](const QByteArray& path) {
        return R"({"kind":"candidate","case":"c","part":"outputs","file":")" + path +
               R"(","sha256":")" + hash + "\"}";
    };
    const auto results =
        readHarness(lines({kStart, record("candidate/c.safetensors"), record("../../etc/passwd"),
                           record("/etc/passwd"), record("a/../../b"), record(""), kEnd}));
    QVERIFY(results.ok());
    QCOMPARE(results->files.size(), 1);
    QCOMPARE(results->files[0].path, QStringLiteral("candidate/c.safetensors"));
    QCOMPARE(results->notes.size(), 1);
}

void TestHarnessResult::limits()
{
    QByteArray text = kStart + '\n';
    for (int i = 0; i < 20'500; ++i) {
        text += R"({"kind":"begin","id":")" + QByteArray::number(i) + "\"}\n";
    }
    const auto results = readHarness(text);
    QVERIFY(results.ok());
    QCOMPARE(results->checks.size(), 20'000);
    QVERIFY(!results->notes.isEmpty());
}

QTEST_GUILESS_MAIN(TestHarnessResult)
#include "tst_harnessresult.moc"
