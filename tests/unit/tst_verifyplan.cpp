#include "core/remote/nodekinds.h"
#include "core/verify/goldenbundle.h"
#include "core/verify/harness.h"
#include "core/verify/harnessrun.h"
#include "core/verify/verifyplan.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace rocport;

namespace {

VerifyContext someContext()
{
    VerifyContext context;
    context.node = localNode();
    context.tree = QStringLiteral("seqkernels");
    context.portKey = "key";
    context.setup = QStringLiteral("export HIP_VISIBLE_DEVICES=0\n");
    return context;
}

VerifyRequest someRequest(VerifyLevel level)
{
    VerifyRequest request;
    request.level = level;
    request.target = QStringLiteral("pkg.model:Block");
    return request;
}

QByteArray fileOf(const JobSpec& job, const QString& name)
{
    for (const auto& [file, bytes] : job.files) {
        if (file == name) {
            return bytes;
        }
    }
    return {};
}

QJsonObject planOfJob(const JobSpec& job, const QString& name = QStringLiteral("plan.json"))
{
    return QJsonDocument::fromJson(fileOf(job, name)).object();
}

void put(const QString& path, const QByteArray& bytes)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

/// A safetensors file of one float32 tensor.
void putTensor(const QString& path, const QString& name, const QVector<float>& values)
{
    TensorToWrite tensor;
    tensor.name = name;
    tensor.type = ElementType::Float32;
    tensor.shape = {values.size()};
    tensor.bytes = QByteArray(reinterpret_cast<const char*>(values.constData()),
                              values.size() * qsizetype(sizeof(float)));
    QVERIFY(writeSafetensors(path, {tensor}).ok());
}

QByteArray hashOfFile(const QString& path)
{
    const auto hash = tensorFileHash(path);
    return hash ? *hash : QByteArray();
}

/// A bundle of one case with an input and an output.
void putBundle(const QString& folder, const QVector<float>& output)
{
    QDir().mkpath(folder);
    putTensor(folder + QStringLiteral("/float32_0.inputs.safetensors"), QStringLiteral("in.0"),
              {1, 2, 3});
    putTensor(folder + QStringLiteral("/float32_0.outputs.safetensors"), QStringLiteral("out"),
              output);
    QJsonObject files;
    for (const QString& part : {QStringLiteral("inputs"), QStringLiteral("outputs")}) {
        const QString name = QStringLiteral("float32_0.%1.safetensors").arg(part);
        files.insert(part, QJsonObject{{QStringLiteral("name"), name},
                                       {QStringLiteral("sha256"),
                                        QString::fromLatin1(hashOfFile(folder + u'/' + name))}});
    }
    const QJsonObject one{{QStringLiteral("id"), QStringLiteral("float32_0")},
                          {QStringLiteral("dtype"), QStringLiteral("float32")},
                          {QStringLiteral("files"), files}};
    put(folder + QStringLiteral("/bundle.json"),
        QJsonDocument(
            QJsonObject{{QStringLiteral("format"), QStringLiteral("rocport-golden")},
                        {QStringLiteral("version"), 1},
                        {QStringLiteral("environment"),
                         QJsonObject{{QStringLiteral("deviceName"), QStringLiteral("NVIDIA H200")},
                                     {QStringLiteral("torch"), QStringLiteral("2.9")}}},
                        {QStringLiteral("cases"), QJsonArray{one}}})
            .toJson());
}

const char* const kAmd =
    R"({"kind":"environment","hip":"7.0","device":"cuda:0","deviceName":"MI300X","gfx":"gfx942"})";

} // namespace

class TestVerifyPlan : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void loadJob();
    void nothingOfTheUserIsInTheScript();
    void bundleTravelsWithoutItsOutputs();
    void captureAndStability();
    void program();
    void conversion();
    void problems_data();
    void problems();
    void requestAsJson();
    void requestBadJson_data();
    void requestBadJson();
    void comparisonWithBundle_data();
    void comparisonWithBundle();
    void outputsOfPrograms();
    void jobThatWroteNothing();
    void cancelledJob();
    void alteredResultIsNotCompared();
};

void TestVerifyPlan::loadJob()
{
    VerifyRequest request = someRequest(VerifyLevel::Load);
    request.shapes = {QStringLiteral("2,8"), QStringLiteral("4:int64:100")};
    request.dtypes = {QStringLiteral("bfloat16")};
    VerifyContext context = someContext();
    context.checkLimit = std::chrono::seconds(5);
    const auto job = composeVerification(request, context);
    QVERIFY(job.ok());
    QCOMPARE(job->purpose, QStringLiteral("load"));
    QCOMPARE(job->portKey, QByteArray("key"));
    QCOMPARE(job->stages.size(), 2);
    QCOMPARE(job->stages[0].kind, StageKind::Sync);
    QVERIFY(job->stages[0].script.isEmpty());
    QCOMPARE(job->stages[1].kind, StageKind::Load);
    QVERIFY(job->stages[1].expectation.contains(QLatin1StringView("15 minutes")));
    QVERIFY(fileOf(*job, QStringLiteral("harness.pyz")).startsWith("PK"));
    const QJsonObject plan = planOfJob(*job);
    QCOMPARE(plan.value(QStringLiteral("target")).toString(), request.target);
    QCOMPARE(plan.value(QStringLiteral("shapes")).toArray().size(), 2);
    QCOMPARE(plan.value(QStringLiteral("limitSeconds")).toInt(), 600); // never less
    request.sync = false;
    QCOMPARE(composeVerification(request, context)->stages.size(), 1);
}

void TestVerifyPlan::nothingOfTheUserIsInTheScript()
{
    VerifyRequest request = someRequest(VerifyLevel::Load);
    request.target = QStringLiteral("dir with 'quote'/$(touch x).py");
    const auto job = composeVerification(request, someContext());
    QVERIFY(job.ok());
    QVERIFY(!job->stages.last().script.contains(QLatin1StringView("touch")));
    QCOMPARE(planOfJob(*job).value(QStringLiteral("target")).toString(), request.target);
    request.target.clear();
    request.command = QStringLiteral("./run 'a b'; rm -rf \"$HOME/x\"");
    const auto program = composeVerification(request, someContext());
    QVERIFY(program.ok());
    QVERIFY(!program->stages.last().script.contains(QLatin1StringView("rm -rf")));
    QCOMPARE(planOfJob(*program).value(QStringLiteral("command")).toString(), request.command);
}

void TestVerifyPlan::bundleTravelsWithoutItsOutputs()
{
    const QTemporaryDir folder;
    const QString bundle = folder.filePath(QStringLiteral("golden"));
    putBundle(bundle, {1, 2, 3});
    VerifyRequest request = someRequest(VerifyLevel::Numerical);
    request.reference = bundle;
    request.iterations = 10;
    const auto job = composeVerification(request, someContext());
    QVERIFY(job.ok());
    const QByteArray packed = fileOf(*job, QStringLiteral("golden.zip"));
    QVERIFY(packed.contains("float32_0.inputs.safetensors"));
    QCOMPARE(packed.count("float32_0.outputs.safetensors"), 1); // named in bundle.json only
    QCOMPARE(job->stages.size(), 3);
    QVERIFY(job->stages[1].goOnAfterFailure);
    QVERIFY(!job->stages[2].goOnAfterFailure);
    QCOMPARE(planOfJob(*job).value(QStringLiteral("reference")).toString(),
             QStringLiteral("golden"));
    QCOMPARE(planOfJob(*job, QStringLiteral("plan-stability.json"))
                 .value(QStringLiteral("iterations"))
                 .toInt(),
             10);
    // A file that is not the one that was captured is refused here, before anything travels.
    putTensor(bundle + QStringLiteral("/float32_0.inputs.safetensors"), QStringLiteral("in.0"),
              {9});
    QCOMPARE(composeVerification(request, someContext()).error().code, ErrorCode::ParseFailed);
    request.reference = folder.filePath(QStringLiteral("nowhere"));
    QCOMPARE(composeVerification(request, someContext()).error().code, ErrorCode::FileNotFound);
}

void TestVerifyPlan::captureAndStability()
{
    VerifyRequest request = someRequest(VerifyLevel::Numerical);
    const auto stability = composeVerification(request, someContext());
    QVERIFY(stability.ok());
    QCOMPARE(stability->purpose, QStringLiteral("stability"));
    QCOMPARE(planOfJob(*stability).value(QStringLiteral("iterations")).toInt(), 100);
    request.capture = true;
    const auto capture = composeVerification(request, someContext());
    QVERIFY(capture.ok());
    QCOMPARE(capture->purpose, QStringLiteral("capture"));
    QVERIFY(capture->stages.last().script.contains(QLatin1StringView(" capture --plan")));
}

void TestVerifyPlan::program()
{
    VerifyRequest request;
    request.level = VerifyLevel::Numerical;
    request.command = QStringLiteral("./build/run");
    request.outputs = {QStringLiteral("out/result.txt")};
    request.reference = QStringLiteral("/refs");
    const auto job = composeVerification(request, someContext());
    QVERIFY(job.ok());
    QCOMPARE(planOfJob(*job).value(QStringLiteral("outputs")).toArray().at(0).toString(),
             request.outputs.first());
}

void TestVerifyPlan::conversion()
{
    const auto job = composeConversion({QStringLiteral("/data/x.pt")}, someContext());
    QVERIFY(job.ok());
    QCOMPARE(planOfJob(*job).value(QStringLiteral("files")).toArray().size(), 1);
    QCOMPARE(composeConversion({}, someContext()).error().code, ErrorCode::InvalidArgument);
}

void TestVerifyPlan::problems_data()
{
    QTest::addColumn<VerifyRequest>("request");
    const auto with = [](auto change) {
        VerifyRequest request = someRequest(VerifyLevel::Load);
        change(request);
        return request;
    };
    QTest::newRow("static") << someRequest(VerifyLevel::Static);
    QTest::newRow("build") << someRequest(VerifyLevel::Build);
    QTest::newRow("no target") << with([](auto& r) { r.target.clear(); });
    QTest::newRow("no callable") << with([](auto& r) { r.target = QStringLiteral("pkg.model"); });
    QTest::newRow("option") << with([](auto& r) { r.target = QStringLiteral("--x:f"); });
    QTest::newRow("line break") << with([](auto& r) { r.target = QStringLiteral("a\nb.py"); });
    QTest::newRow("shape") << with([](auto& r) { r.shapes = {QStringLiteral("2x3")}; });
    QTest::newRow("type") << with([](auto& r) { r.dtypes = {QStringLiteral("float8")}; });
    QTest::newRow("iterations") << with([](auto& r) { r.iterations = -1; });
    QTest::newRow("output outside") << with([](auto& r) {
        r.command = QStringLiteral("x");
        r.outputs = {QStringLiteral("../y")};
    });
    QTest::newRow("program without outputs") << with([](auto& r) {
        r.level = VerifyLevel::Numerical;
        r.command = QStringLiteral("x");
        r.reference = QStringLiteral("/r");
    });
    QTest::newRow("capture with reference") << with([](auto& r) {
        r.level = VerifyLevel::Numerical;
        r.capture = true;
        r.reference = QStringLiteral("/r");
    });
}

void TestVerifyPlan::problems()
{
    QFETCH(VerifyRequest, request);
    QVERIFY(!verifyRequestProblems(request).isEmpty());
    QCOMPARE(composeVerification(request, someContext()).error().code, ErrorCode::InvalidArgument);
}

void TestVerifyPlan::requestAsJson()
{
    VerifyRequest request = someRequest(VerifyLevel::Numerical);
    request.nodeId = QStringLiteral("n");
    request.shapes = {QStringLiteral("1,2")};
    request.outputs = {QStringLiteral("o")};
    request.seed = 5'000'000'000;
    request.iterations = 7;
    request.reference = QStringLiteral("/r");
    request.sync = false;
    const auto read = verifyRequestFromJson(verifyRequestToJson(request));
    QVERIFY(read.ok());
    QCOMPARE(verifyRequestToJson(*read), verifyRequestToJson(request));
    QCOMPARE(read->seed, request.seed);
}

void TestVerifyPlan::requestBadJson_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("level") << QByteArray(R"({"level":9})");
    QTest::newRow("target") << QByteArray(R"({"target":1})");
    QTest::newRow("shapes") << QByteArray(R"({"shapes":[1]})");
    QTest::newRow("seed") << QByteArray(R"({"seed":1.5})");
    QTest::newRow("seed too large") << QByteArray(R"({"seed":1e300})");
    QTest::newRow("iterations") << QByteArray(R"({"iterations":-1})");
    QTest::newRow("capture") << QByteArray(R"({"capture":"yes"})");
}

void TestVerifyPlan::requestBadJson()
{
    QFETCH(QByteArray, json);
    const auto read = verifyRequestFromJson(QJsonDocument::fromJson(json).object());
    QVERIFY(!read.ok());
    QCOMPARE(read.error().code, ErrorCode::ParseFailed);
}

/// A job whose results are `lines`, and a candidate of these values.
JobEntry finishedJob(const QString& folder, const QVector<float>& candidate,
                     const QByteArray& environment)
{
    JobEntry job;
    job.folder = folder;
    job.spec.id = QStringLiteral("20261122-000000-aaaa");
    job.spec.title = QStringLiteral("Golden vectors");
    job.spec.node.name = QStringLiteral("mi300");
    job.spec.portKey = "key";
    job.status.state = JobState::Succeeded;
    job.status.logHash = "cafe";
    const QString file =
        folder + QStringLiteral("/results/candidate/float32_0.outputs.safetensors");
    QDir().mkpath(QFileInfo(file).path());
    putTensor(file, QStringLiteral("out"), candidate);
    put(folder + QStringLiteral("/results/harness.jsonl"),
        R"({"kind":"start","action":"compare"})"
        "\n" +
            environment + "\n" +
            R"({"kind":"check","id":"golden:forward:float32_0","name":"Forward","state":"passed"})"
            "\n" +
            R"({"kind":"candidate","case":"float32_0","part":"outputs","file":"candidate/float32_0.outputs.safetensors","sha256":")" +
            hashOfFile(file) + "\"}\n" + R"({"kind":"end"})" + "\n");
    return job;
}

void TestVerifyPlan::comparisonWithBundle_data()
{
    QTest::addColumn<QVector<float>>("candidate");
    QTest::addColumn<QByteArray>("environment");
    QTest::addColumn<CheckState>("state");
    QTest::addColumn<bool>("onGpu");
    const QByteArray amd(kAmd);
    const QByteArray nvidia(R"({"kind":"environment","cuda":"12.8","device":"cuda:0","gfx":""})");
    QTest::newRow("equal") << QVector<float>{1, 2, 3} << amd << CheckState::Passed << true;
    QTest::newRow("within") << QVector<float>{1, 2, 3.00001F} << amd << CheckState::Passed << true;
    QTest::newRow("one altered") << QVector<float>{1, 2.5F, 3} << amd << CheckState::Failed << true;
    QTest::newRow("NaN") << QVector<float>{1, std::nanf(""), 3} << amd << CheckState::Failed
                         << true;
    QTest::newRow("not on AMD") << QVector<float>{1, 2, 3} << nvidia << CheckState::Passed << false;
}

void TestVerifyPlan::comparisonWithBundle()
{
    QFETCH(QVector<float>, candidate);
    QFETCH(QByteArray, environment);
    QFETCH(CheckState, state);
    QFETCH(bool, onGpu);
    const QTemporaryDir folder;
    putBundle(folder.filePath(QStringLiteral("golden")), {1, 2, 3});
    VerifyRequest request = someRequest(VerifyLevel::Numerical);
    request.reference = folder.filePath(QStringLiteral("golden"));
    const auto run = readVerification(
        finishedJob(folder.filePath(QStringLiteral("job")), candidate, environment), request);
    QVERIFY(run.ok());
    QCOMPARE(run->state(), state);
    QCOMPARE(run->onGpu, onGpu);
    QCOMPARE(run->logHash, QByteArray("cafe"));
    QCOMPARE(run->jobId, QStringLiteral("20261122-000000-aaaa"));
    QVERIFY(!run->emulated);
    JobEntry emulated = finishedJob(folder.filePath(QStringLiteral("job")), candidate, environment);
    emulated.spec.node = *nodeOfWord(QStringLiteral("emulated"));
    const auto onEmulated = readVerification(emulated, request);
    QVERIFY(onEmulated.ok());
    QCOMPARE(onEmulated->emulated, onGpu);
    QVERIFY(!onEmulated->onGpu);
    const VerifyCheck& tensor = run->checks.last();
    QVERIFY(tensor.comparison.has_value());
    QCOMPARE(tensor.state, state);
    QVERIFY(tensor.name.contains(QLatin1StringView("out")));
    QVERIFY(run->notes.join(u' ').contains(QLatin1StringView("NVIDIA H200")));
}

void TestVerifyPlan::outputsOfPrograms()
{
    const QTemporaryDir folder;
    const QString results = folder.filePath(QStringLiteral("job/results"));
    put(folder.filePath(QStringLiteral("refs/a.txt")), "loss 1.5, 2.0\nstep 3\n");
    put(folder.filePath(QStringLiteral("refs/b.bin")), QByteArray("\x01\x02\x00\x04", 4));
    put(folder.filePath(QStringLiteral("refs/c.txt")), "loss 1.5\n");
    put(results + QStringLiteral("/outputs/0-a.txt"), "loss 1.50001,  2.0\nstep 3\n");
    put(results + QStringLiteral("/outputs/1-b.bin"), QByteArray("\x01\x02\x00\x05", 4));
    put(results + QStringLiteral("/outputs/2-c.txt"), "lost 1.5\n");
    QByteArray lines = R"({"kind":"start","action":"program"})"
                       "\n"
                       R"({"kind":"program","openedKfd":true,"gfx":"gfx942"})"
                       "\n";
    const QStringList names{QStringLiteral("a.txt"), QStringLiteral("b.bin"),
                            QStringLiteral("c.txt")};
    for (int i = 0; i < names.size(); ++i) {
        const QString kept = QStringLiteral("outputs/%1-%2").arg(i).arg(names[i]);
        lines += "{\"kind\":\"output\",\"name\":\"out/" + names[i].toUtf8() + "\",\"file\":\"" +
                 kept.toUtf8() + "\",\"sha256\":\"" + hashOfFile(results + u'/' + kept) + "\"}\n";
    }
    put(results + QStringLiteral("/harness.jsonl"), lines + R"({"kind":"end"})" + "\n");
    VerifyRequest request;
    request.level = VerifyLevel::Numerical;
    request.command = QStringLiteral("./run");
    request.reference = folder.filePath(QStringLiteral("refs"));
    JobEntry job;
    job.folder = folder.filePath(QStringLiteral("job"));
    job.status.state = JobState::Succeeded;
    const auto run = readVerification(job, request);
    QVERIFY(run.ok());
    QVERIFY(run->onGpu);
    QCOMPARE(run->checks.size(), 3);
    QCOMPARE(run->checks[0].state, CheckState::Passed); // within the tolerance
    QCOMPARE(run->checks[1].state, CheckState::Failed); // another byte
    QCOMPARE(run->checks[2].state, CheckState::Failed); // another word
}

void TestVerifyPlan::jobThatWroteNothing()
{
    const QTemporaryDir folder;
    JobEntry job;
    job.folder = folder.path();
    job.status.state = JobState::Failed;
    job.status.sentence = QStringLiteral("The build failed.");
    const auto run = readVerification(job, someRequest(VerifyLevel::Load));
    QVERIFY(run.ok());
    QCOMPARE(run->state(), CheckState::Failed);
    QVERIFY(run->checks[0].detail.contains(QLatin1StringView("The build failed.")));
    QVERIFY(!run->onGpu);
}

void TestVerifyPlan::cancelledJob()
{
    const QTemporaryDir folder;
    JobEntry job;
    job.folder = folder.path();
    job.status.state = JobState::Cancelled;
    QCOMPARE(readVerification(job, someRequest(VerifyLevel::Load))->state(), CheckState::NotRun);
    put(folder.filePath(QStringLiteral("results/harness.jsonl")),
        R"({"kind":"start","action":"load"})"
        "\n"
        R"({"kind":"begin","id":"load:forward:x","name":"Forward"})"
        "\n");
    const auto run = readVerification(job, someRequest(VerifyLevel::Load));
    QVERIFY(run.ok());
    QCOMPARE(run->state(), CheckState::NotRun);
}

void TestVerifyPlan::alteredResultIsNotCompared()
{
    const QTemporaryDir folder;
    putBundle(folder.filePath(QStringLiteral("golden")), {1, 2, 3});
    const JobEntry job = finishedJob(folder.filePath(QStringLiteral("job")), {9, 9, 9}, kAmd);
    putTensor(job.folder + QStringLiteral("/results/candidate/float32_0.outputs.safetensors"),
              QStringLiteral("out"), {1, 2, 3});
    VerifyRequest request = someRequest(VerifyLevel::Numerical);
    request.reference = folder.filePath(QStringLiteral("golden"));
    const auto run = readVerification(job, request);
    QVERIFY(run.ok());
    QCOMPARE(run->state(), CheckState::Failed);
    QVERIFY(run->checks.last().detail.contains(QLatin1StringView("hash differs")));
}

QTEST_GUILESS_MAIN(TestVerifyPlan)
#include "tst_verifyplan.moc"
