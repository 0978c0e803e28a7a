#include "core/probe/probefacts.h"
#include "core/probe/probereader.h"
#include "core/probe/probescript.h"
#include "tests/support/nodefixture.h"

#include <QtTest>

using namespace rocport;

namespace {

QByteArray framed(const QByteArray& id, const QByteArray& text, const QByteArray& state = "done",
                  const QByteArray& code = "0")
{
    QByteArray lines;
    for (const QByteArray& line : text.split('\n')) {
        lines += '|' + line + '\n';
    }
    return "@N1 begin " + id + "\n" + lines + "@N1 end " + id + " " + state + " " + code + " 120\n";
}

/// A probe of a node with four MI300X, with noise of others in between.
QByteArray wholeProbe()
{
    return "Welcome to node-a!\n@rocport-probe 1 N1\n@N1 step 1 19 Environment variables\n"
           "@N1 begin variables\n@N1 var HF_TOKEN hidden\n@N1 var HIP_VISIBLE_DEVICES shown\n|0,1\n"
           "@N1 var MY_KEY shown\n|a value that should not be here\n@N1 end variables done 0 0\n" +
           framed("system", "host=node-a\ncores=96\nnuma_balancing=1\nkfd=usable\n"
                            "rocm_version=7.0.2-56\nrocm_path=/opt/rocm") +
           "Lmod has detected a problem\n@N1 step 3 19 rocminfo\n" +
           framed("rocminfo", nodeFixture(QStringLiteral("rocminfo-mi300x-4gpu.txt"))) +
           framed("rocm-smi", nodeFixture(QStringLiteral("rocm-smi-mi300x-4gpu.txt"))) +
           framed("amd-smi-static", "AMDSMI_STATUS_DRIVER_NOT_LOADED", "failed", "1") +
           framed("hipcc", nodeFixture(QStringLiteral("hipcc-version-rocm-7.2.4.txt"))) +
           framed("hipconfig", "", "missing", "127") +
           framed("caches", "inductor=warm|12|2048|/tmp/torchinductor_user\ntriton=cold|0|0|/x") +
           "@N1 step 10 19 torch and its build\n" +
           framed("torch", "{\"key\": \"torch.version\", \"value\": \"2.9.1+rocm7.0\"}\n"
                           "{\"key\": \"torch.hip\", \"value\": \"7.0.51831-a3e329ad8\"}") +
           framed("devices", "{\"key\": \"torch.device.0\", \"value\": \"AMD Instinct MI300X\", "
                             "\"arch\": \"gfx942:sramecc+:xnack-\", \"memory\": 206141652992, "
                             "\"units\": 304}") +
           framed("inductor", "{\"key\": \"inductor.max_autotune\", \"value\": true}") +
           "@N1 step 14 19 Small GEMM, float32\n" +
           framed("gemm-float32",
                  "Traceback\nRuntimeError: CUDA error: "
                  "HIPBLAS_STATUS_NOT_INITIALIZED when calling",
                  "failed", "1") +
           framed("fp8-attention", "{\"skip\": \"aiter is not installed\"}", "skipped") +
           framed("python", "") + "@N1 finished\n";
}

ProbeCheck checkOf(const ProbeReport& report, const char* id)
{
    for (const ProbeCheck& check : report.checks) {
        if (check.id == QLatin1StringView(id)) {
            return check;
        }
    }
    return {QStringLiteral("none"), {}, ProbeCheck::State::Skipped, {}, -1};
}

} // namespace

class TestProbeReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whole();
    void checks();
    void secretsAreDropped();
    void cutAnywhere();
    void carriageReturns();
    void forgedFrames();
    void notAProbe();
    void progress();
    void script();
    void scriptModules();
    void releaseOfHip_data();
    void releaseOfHip();
    void recordings_data();
    void recordings();
    void recordingNotKnown();
};

void TestProbeReader::whole()
{
    const auto report = readProbe(wholeProbe());
    QVERIFY(report.ok());
    QVERIFY(report->complete);
    QCOMPARE(report->hostName, QStringLiteral("node-a"));
    QCOMPARE(report->gpuCount, 4);
    QCOMPARE(report->architectures, QStringList{QStringLiteral("gfx942")});
    QCOMPARE(report->gpuName, QStringLiteral("AMD Instinct MI300X"));
    QCOMPARE(report->rocm, (Version{7, 0, 2}));
    QCOMPARE(report->torch, (Version{2, 9, 1}));
    QVERIFY(report->torchIsRocm);
    QCOMPARE(report->fact(QStringLiteral("gpu.3.units")), QStringLiteral("304"));
    QCOMPARE(report->fact(QStringLiteral("gpu.0.partition")), QStringLiteral("SPX, NPS1"));
    QCOMPARE(report->fact(QStringLiteral("gpu.0.memory")), QStringLiteral("192.0 GiB"));
    QCOMPARE(report->fact(QStringLiteral("system.numa-balancing")), QStringLiteral("1"));
    QCOMPARE(report->fact(QStringLiteral("inductor.max_autotune")), QStringLiteral("True"));
    QCOMPARE(report->fact(QStringLiteral("cache.inductor")),
             QStringLiteral("warm: 12 files, 2 MiB"));
    QCOMPARE(report->fact(QStringLiteral("cache.triton")), QStringLiteral("cold"));
    QCOMPARE(report->fact(QStringLiteral("hip.version")), QStringLiteral("7.2.53211-97f5574fe2"));
    QVERIFY(report->findings.isEmpty());
}

void TestProbeReader::checks()
{
    const auto report = readProbe(wholeProbe());
    QVERIFY(report.ok());
    using State = ProbeCheck::State;
    QCOMPARE(checkOf(*report, "rocminfo").state, State::Done);
    QCOMPARE(checkOf(*report, "rocminfo").elapsedMs, 120);
    QCOMPARE(checkOf(*report, "amd-smi-static").state, State::Failed);
    QCOMPARE(checkOf(*report, "hipconfig").state, State::Missing);
    const ProbeCheck gemm = checkOf(*report, "gemm-float32");
    QCOMPARE(gemm.state, State::Failed);
    QCOMPARE(gemm.title, QStringLiteral("Small GEMM, float32"));
    QVERIFY(gemm.detail.contains(QLatin1StringView("HIPBLAS_STATUS_NOT_INITIALIZED")));
    QCOMPARE(checkOf(*report, "fp8-attention").state, State::Skipped);
    QCOMPARE(checkOf(*report, "fp8-attention").detail, QStringLiteral("aiter is not installed"));
    QCOMPARE(checkOf(*report, "python").id, QStringLiteral("none"));
}

void TestProbeReader::secretsAreDropped()
{
    const auto report = readProbe(wholeProbe());
    QVERIFY(report.ok());
    QCOMPARE(report->variables.size(), 3);
    for (const ProbeVariable& variable : report->variables) {
        const bool secret = variable.name != QLatin1StringView("HIP_VISIBLE_DEVICES");
        QCOMPARE(variable.hidden, secret);
        QCOMPARE(variable.value, secret ? QStringLiteral("(hidden)") : QStringLiteral("0,1"));
    }
    QVERIFY(isSecretName(QStringLiteral("my_auth_header")));
    QVERIFY(!isSecretName(QStringLiteral("HIP_VISIBLE_DEVICES")));
}

void TestProbeReader::cutAnywhere()
{
    const QByteArray text = wholeProbe();
    qsizetype before = 0;
    for (qsizetype size = 0; size < text.size() - 12; size += 53) {
        const auto report = readProbe(text.left(size));
        if (!report.ok()) {
            QVERIFY(size < 100);
            continue;
        }
        QVERIFY(!report->complete);
        QCOMPARE(report->checks.last().id, QStringLiteral("probe"));
        QVERIFY(report->checks.last().detail.contains(QLatin1StringView("it ended in step")));
        QVERIFY(report->checks.size() >= before);
        before = report->checks.size();
    }
    QVERIFY(before > 10);
}

void TestProbeReader::carriageReturns()
{
    QByteArray text = wholeProbe();
    text.replace("\n", "\r\n");
    const auto report = readProbe(text);
    QVERIFY(report.ok());
    QVERIFY(report->complete);
    QCOMPARE(report->gpuCount, 4);
}

/// What a tool prints cannot pass for the script's own lines: those of tools begin with '|'.
void TestProbeReader::forgedFrames()
{
    const auto report = readProbe("@rocport-probe 1 N1\n@other finished\n@rocport-probe 1 other\n" +
                                  framed("rocminfo", "@N1 finished\n@N1 var X shown") + "\n");
    QVERIFY(report.ok());
    QVERIFY(!report->complete);
    QVERIFY(report->variables.isEmpty());
}

void TestProbeReader::notAProbe()
{
    for (const QByteArray& text : {QByteArray(), QByteArray("Permission denied\n"),
                                   QByteArray("@rocport-probe 1 \n"), QByteArray(5000, '\0')}) {
        const auto report = readProbe(text);
        QVERIFY(!report.ok());
        QCOMPARE(report.error().code, ErrorCode::ParseFailed);
    }
}

void TestProbeReader::progress()
{
    ProbeProgress progress;
    QStringList titles;
    for (const char c : wholeProbe()) {
        if (const auto step = progress.feed(QByteArray(1, c))) {
            titles.append(
                QStringLiteral("%1 %2/%3").arg(step->title).arg(step->number).arg(step->total));
        }
    }
    QCOMPARE(titles, (QStringList{QStringLiteral("Environment variables 1/19"),
                                  QStringLiteral("rocminfo 3/19"),
                                  QStringLiteral("torch and its build 10/19"),
                                  QStringLiteral("Small GEMM, float32 14/19")}));
}

void TestProbeReader::script()
{
    ProbeScriptOptions options;
    const auto script = probeScript(options);
    QVERIFY(script.ok());
    for (const char* placeholder : {"%NONCE%", "%LIMIT%", "%TOTAL%", "%PYTHON%", "%MODULES%"}) {
        QVERIFY2(!script->contains(placeholder), placeholder);
    }
    QVERIFY(script->contains("total='19'"));
    QVERIFY(*probeScript(options) != *script); // each has a mark of its own
    options.nonce = "bad mark";
    QCOMPARE(probeScript(options).error().code, ErrorCode::InvalidArgument);
}

void TestProbeReader::scriptModules()
{
    ProbeScriptOptions options;
    options.modules = {{QStringLiteral("models.layers:Attention"), QStringLiteral("/a 'b'/ü.py")}};
    const auto script = probeScript(options);
    QVERIFY(script.ok());
    QVERIFY(script->contains("models.layers:Attention"));
    QVERIFY(script->contains("/a \\u0027b\\u0027/\\u00fc.py"));
    for (const char* name : {"", "a b", "a;b", "a.b:", "os').x", "a\n"}) {
        options.modules = {{QString::fromLatin1(name), {}}};
        QCOMPARE(probeScript(options).error().code, ErrorCode::InvalidArgument);
    }
}

/// HIP's version is not ROCm's.
void TestProbeReader::releaseOfHip_data()
{
    QTest::addColumn<QByteArray>("frame");
    QTest::addColumn<QString>("rocm");
    const auto torch = [](const char* hip, const char* rocm) {
        return framed("torch", QByteArray("{\"key\": \"torch.version\", \"value\": \"2.14.1\"}\n"
                                          "{\"key\": \"torch.hip\", \"value\": \"") +
                                   hip + "\"}\n{\"key\": \"torch.rocm\", \"value\": \"" + rocm +
                                   "\"}");
    };
    const auto hipcc = [](const char* text) { return framed("hipcc", text); };
    QTest::newRow("torch of one number") << torch("7.2.53211", "") << "7.2";
    QTest::newRow("torch with HIP 7.13") << torch("7.13.26183-abc", "") << "7.14";
    QTest::newRow("torch that says both") << torch("7.16.1", "10.1.0") << "10.1";
    QTest::newRow("torch with a HIP of no known release") << torch("7.15.0", "") << QString();
    QTest::newRow("hipcc with HIP 7.16")
        << hipcc("HIP version: 7.16.100-1\nAMD clang version 23.0.0git (x 1)\n") << "10.1";
    QTest::newRow("hipcc in a folder of its release")
        << hipcc("HIP version: 7.15.100-1\nInstalledDir: /opt/rocm/core-10.0/lib/llvm/bin\n")
        << "10.0";
}

void TestProbeReader::releaseOfHip()
{
    QFETCH(QByteArray, frame);
    QFETCH(QString, rocm);
    const auto report = readProbe("@rocport-probe 1 N1\n" + frame + "@N1 finished\n");
    QVERIFY(report.ok());
    QCOMPARE(report->rocm.isEmpty() ? QString() : report->rocm.toString(), rocm);
}

void TestProbeReader::recordings_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    const auto row = [](const char* file, const char* key, const char* value) {
        QTest::newRow(file) << QString::fromLatin1(file) << QString::fromLatin1(key)
                            << QString::fromLatin1(value);
    };
    row("collect-env-mi300x-rocm6.1-vllm.txt", "torch.hip", "6.1.40091-a8dbc0c19");
    row("collect-env-gfx1151-rocm7.2-wsl.txt", "package.triton", "3.5.1+rocm7.2.0.gita272dfa8");
    row("rocprof-compute-sysinfo-mi300x.csv", "gpu.0.arch", "gfx942");
    row("rocprof-compute-sysinfo-mi200.csv", "rocm.version", "6.0.2-115");
    row("torch-console-mi300x-vf-rocm7.1-nightly.txt", "gpu.0.name", "AMD Instinct MI300X VF");
    row("torch-console-rocm-pytorch-image-6.4.1.txt", "torch.hip", "6.4.43483-a187df25c");
    row("torch-console-rocm5.7.txt", "torch.version", "2.2.1+rocm5.7");
    row("numa-balancing-off-console.txt", "system.numa-balancing", "0");
    row("rccl-init-log-numa-warning.txt", "system.numa-balancing", "1");
    row("rocm-info-version.txt", "rocm.version", "7.2.0");
    row("pip-reinstall-rocm-torch.txt", "torch.version", "2.8.0.dev20250418+rocm6.4");
    row("hipcc-version-rocm-7.14.0.txt", "hip.version", "7.14.60850-0000000");
    row("hipconfig-full-rocm-5.3.3.txt", "hip.platform", "amd");
    row("rocminfo-mi250x.txt", "gpu.0.arch", "gfx90a");
    row("rocm-smi-rx6700xt.json", "gpu.0.arch", "gfx1031");
    row("amd-smi-version.txt", "rocm.amd-smi", "7.14.0");
}

void TestProbeReader::recordings()
{
    QFETCH(QString, file);
    QFETCH(QString, key);
    const ProbeReport report = reportOfRecordings({{file, nodeFixture(file)}});
    QCOMPARE(report.checks.size(), 1);
    QCOMPARE(report.checks[0].state, ProbeCheck::State::Done);
    QTEST(report.fact(key), "value");
}

void TestProbeReader::recordingNotKnown()
{
    const ProbeReport report = reportOfRecordings({{QStringLiteral("x"), "total 12\n"}});
    QCOMPARE(report.checks[0].state, ProbeCheck::State::Skipped);
    QVERIFY(report.facts.isEmpty());
}

QTEST_GUILESS_MAIN(TestProbeReader)
#include "tst_probereader.moc"
