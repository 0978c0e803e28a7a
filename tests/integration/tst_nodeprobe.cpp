// The probe's own script, run here under two shells, with stand-ins for the tools and for torch.
#include "core/probe/nodeprobe.h"
#include "core/process/localprocess.h"
#include "testpaths.h"
#include "tests/support/giventransport.h"
#include "tests/support/nodefixture.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

using namespace rocport;

namespace {

/// Runs programs here with a PATH and variables of the test's own; keeps what they write.
class ProbeTestRunner : public ProcessRunner
{
public:
    std::unique_ptr<Process> create(const ProcessCommand& command) const override
    {
        ProcessCommand changed = command;
        changed.environment += environment;
        auto process = LocalProcessRunner().create(changed);
        QObject::connect(process.get(), &Process::outputRead, process.get(),
                         [this](const QByteArray& bytes) { output += bytes; });
        QObject::connect(process.get(), &Process::errorsRead, process.get(),
                         [this](const QByteArray& bytes) { output += bytes; });
        return process;
    }
    QString describe() const override { return QStringLiteral("test"); }

    QVector<QPair<QString, std::optional<QString>>> environment;
    mutable QByteArray output;
};

/// Gives only the first bytes of a run, then says that the connection broke.
class CutProcess : public Process
{
public:
    explicit CutProcess(QByteArray bytes) : m_bytes(std::move(bytes)) {}
    void start() override
    {
        setState(State::Starting);
        QMetaObject::invokeMethod(
            this,
            [this] {
                setState(State::Running);
                Q_EMIT outputRead(m_bytes);
                Q_EMIT errorsRead("Connection to host-a closed by remote host.\n");
                ProcessOutcome outcome;
                outcome.end = ProcessEnd::Exited;
                outcome.exitCode = 255;
                setState(State::Finished);
                Q_EMIT finished(outcome);
            },
            Qt::QueuedConnection);
    }
    void write(const QByteArray&) override {}
    void closeInput() override {}
    void cancel() override {}
    qint64 processId() const override { return 1; }

private:
    QByteArray m_bytes;
};

class CutRunner : public ProcessRunner
{
public:
    explicit CutRunner(QByteArray bytes) : m_bytes(std::move(bytes)) {}
    std::unique_ptr<Process> create(const ProcessCommand&) const override
    {
        return std::make_unique<CutProcess>(m_bytes);
    }
    QString describe() const override { return QStringLiteral("cut"); }

private:
    QByteArray m_bytes;
};

void writeProgram(const QString& path, const QByteArray& text)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.close();
    QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
}

ProbeCheck::State stateOf(const ProbeReport& report, const QString& id)
{
    for (const ProbeCheck& check : report.checks) {
        if (check.id == id) {
            return check.state;
        }
    }
    return ProbeCheck::State::Skipped;
}

QStringList rulesOf(const ProbeReport& report)
{
    QStringList ids;
    for (const ProbeFinding& finding : report.findings) {
        ids.append(finding.ruleId);
    }
    return ids;
}

} // namespace

class TestNodeProbe : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void shells_data();
    void shells();
    void withoutPython();
    void gemm_data();
    void gemm();
    void hangingTool();
    void modules();
    void nothingLeftBehind();
    void cancelled();
    void cut();
    void connectionNeverCame();
    void noShell();

private:
    std::shared_ptr<ProbeTestRunner> runner(bool withTorch = true);
    Result<ProbeReport> probe(const std::shared_ptr<const ProcessRunner>& inside,
                              const NodeProbeOptions& options = {}, int* steps = nullptr);
    NodeProbeOptions quick() const;
    void skipWithout(const QString& program);

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_python;
};

void TestNodeProbe::initTestCase()
{
    m_python = QStandardPaths::findExecutable(QStringLiteral("python3"));
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    QDir folder(m_folder->path());
    QVERIFY(folder.mkpath(QStringLiteral("bin")) && folder.mkpath(QStringLiteral("tmp")) &&
            folder.mkpath(QStringLiteral("home")) && folder.mkpath(QStringLiteral("hang")));
    const QString fixtures = QStringLiteral(ROCPORT_SOURCE_DIR "/tests/fixtures/nodes/");
    const auto prints = [&](const char* program, const char* fixture) {
        writeProgram(folder.filePath(QStringLiteral("bin/") + QLatin1StringView(program)),
                     "#!/bin/sh\ncat '" + fixtures.toUtf8() + fixture + "'\n");
    };
    prints("rocminfo", "rocminfo-mi300x-4gpu.txt");
    prints("hipcc", "hipcc-version-rocm-7.2.4.txt");
    prints("hipconfig", "hipconfig-rocm-6.0.2-partial.txt");
    writeProgram(folder.filePath(QStringLiteral("bin/rocm-smi")),
                 "#!/bin/sh\nif [ $# -eq 0 ]; then cat '" + fixtures.toUtf8() +
                     "rocm-smi-mi300x-4gpu.txt'\nelse cat '" + fixtures.toUtf8() +
                     "rocm-smi-a-mi300x-4gpu.txt'\nfi\n");
    writeProgram(
        folder.filePath(QStringLiteral("bin/amd-smi")),
        "#!/bin/sh\nif [ \"$1\" = version ]; then cat '" + fixtures.toUtf8() +
            "amd-smi-version.txt'\nelse echo \"token $HF_TOKEN\" >&2; kill -SEGV $$\nfi\n");
    writeProgram(folder.filePath(QStringLiteral("hang/rocminfo")),
                 "#!/bin/sh\ntrap '' TERM\nwhile :; do sleep 1; done\n");
}

std::shared_ptr<ProbeTestRunner> TestNodeProbe::runner(bool withTorch)
{
    auto inside = std::make_shared<ProbeTestRunner>();
    const QString root = m_folder->path();
    inside->environment = {
        {QStringLiteral("PATH"), root + QStringLiteral("/bin:/usr/local/bin:/usr/bin:/bin")},
        {QStringLiteral("HOME"), root + QStringLiteral("/home")},
        {QStringLiteral("TMPDIR"), root + QStringLiteral("/tmp")},
        {QStringLiteral("ROCPORT_PYTHON"), m_python},
        {QStringLiteral("PYTHONDONTWRITEBYTECODE"), QStringLiteral("1")},
        {QStringLiteral("PYTHONPATH"),
         withTorch ? std::optional(QStringLiteral(ROCPORT_SOURCE_DIR "/tests/support/fakenode"))
                   : std::nullopt},
        {QStringLiteral("HF_TOKEN"), QStringLiteral("hunter2-secret")},
        {QStringLiteral("MIOPEN_API_KEY"),
         QStringLiteral("first\nTORCH_SECOND_LINE=hunter2-secret\nexport X=hunter2-secret")},
        {QStringLiteral("lower_password"), QStringLiteral("hunter2-secret")},
        {QStringLiteral("TORCHINDUCTOR_MAX_AUTOTUNE"), QStringLiteral("1")},
        {QStringLiteral("HIP_ODD"), QStringLiteral("a 'b' $(id)\nend")},
    };
    return inside;
}

NodeProbeOptions TestNodeProbe::quick() const
{
    NodeProbeOptions options;
    options.script.limit = std::chrono::seconds(10);
    return options;
}

Result<ProbeReport> TestNodeProbe::probe(const std::shared_ptr<const ProcessRunner>& inside,
                                         const NodeProbeOptions& options, int* steps)
{
    NodeProbe probe(options);
    QVector<Result<ProbeReport>> results;
    connect(&probe, &NodeProbe::finished, this,
            [&](const Result<ProbeReport>& report) { results.append(report); });
    QSignalSpy progress(&probe, &NodeProbe::progress);
    Node node = localNode();
    node.name = QStringLiteral("here");
    probe.start(std::make_shared<test::GivenTransport>(node, inside));
    [&] { QTRY_COMPARE_WITH_TIMEOUT(results.size(), 1, 240000); }();
    if (steps != nullptr) {
        *steps = static_cast<int>(progress.size());
    }
    return results.value(0, Error{ErrorCode::Internal, QStringLiteral("no answer"), {}});
}

void TestNodeProbe::skipWithout(const QString& program)
{
    if (QStandardPaths::findExecutable(program).isEmpty()) {
        qInfo("ROCPORT_SKIP_TEST %s is not installed", qPrintable(program));
        QSKIP("a program is not installed");
    }
}

void TestNodeProbe::shells_data()
{
    QTest::addColumn<QString>("shell");
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("dash") << QStringLiteral("dash") << QStringList();
    QTest::newRow("busybox") << QStringLiteral("busybox") << QStringList{QStringLiteral("sh")};
    QTest::newRow("bash") << QStringLiteral("bash") << QStringList();
}

void TestNodeProbe::shells()
{
    QFETCH(QString, shell);
    QFETCH(QStringList, arguments);
    if (QStandardPaths::findExecutable(shell).isEmpty()) {
        QSKIP("this shell is not installed");
    }
    NodeProbeOptions options = quick();
    options.script.limit = std::chrono::seconds(60); // on a busy machine too
    options.shell = shell;
    options.shellArguments = arguments;
    const auto inside = runner();
    int steps = 0;
    const auto report = probe(inside, options, &steps);
    QVERIFY2(report.ok(), report.ok() ? "" : qPrintable(report.error().detail));
    QVERIFY(report->complete);
    QVERIFY(steps > 3);
    QCOMPARE(report->gpuCount, 4);
    QCOMPARE(report->architectures, QStringList{QStringLiteral("gfx942")});
    QCOMPARE(report->fact(QStringLiteral("hip.version")), QStringLiteral("7.2.53211-97f5574fe2"));
    QCOMPARE(report->fact(QStringLiteral("amd-smi.version")), QStringLiteral("26.5.0+2b22ab01"));
    QCOMPARE(stateOf(*report, QStringLiteral("amd-smi-static")), ProbeCheck::State::Crashed);
    if (m_python.isEmpty()) {
        QSKIP("python3 is not installed");
    }
    QCOMPARE(report->torch, (Version{2, 9, 1}));
    QVERIFY(report->torchIsRocm);
    QCOMPARE(report->fact(QStringLiteral("gemm.float32")), QStringLiteral("right"));
    QCOMPARE(report->fact(QStringLiteral("inductor.max_autotune")), QStringLiteral("True"));
    QCOMPARE(report->fact(QStringLiteral("alloc.reads")),
             QStringLiteral("PYTORCH_CUDA_ALLOC_CONF PYTORCH_HIP_ALLOC_CONF"));
    QVERIFY(rulesOf(*report).contains(QStringLiteral("env-max-autotune")));
    QVERIFY(rulesOf(*report).contains(QStringLiteral("node-inductor-max-autotune")));
    QVERIFY(!rulesOf(*report).contains(QStringLiteral("node-gemm-smoke")));
    // Secrets: neither the values nor what a tool makes of them leave the node.
    QVERIFY(inside->output.size() > 10000);
    QVERIFY(!inside->output.contains("hunter2"));
    QVERIFY(!inside->output.contains("TORCH_SECOND_LINE"));
    QStringList hidden;
    for (const ProbeVariable& variable : report->variables) {
        if (variable.hidden) {
            hidden.append(variable.name);
        }
        if (variable.name == QLatin1StringView("HIP_ODD")) {
            QCOMPARE(variable.value, QStringLiteral("a 'b' $(id) end"));
        }
    }
    for (const char* name : {"HF_TOKEN", "MIOPEN_API_KEY", "lower_password"}) {
        QVERIFY(hidden.contains(QLatin1StringView(name)));
    }
}

void TestNodeProbe::withoutPython()
{
    const auto inside = runner();
    QDir folder(m_folder->path());
    QVERIFY(folder.mkpath(QStringLiteral("few")));
    for (const char* tool :
         {"sh",     "env", "sed",  "sort",  "tr",   "cut",     "head", "tail",
          "mktemp", "cat", "rm",   "sleep", "date", "uname",   "id",   "grep",
          "df",     "ls",  "find", "wc",    "du",   "timeout", "true", "nproc"}) {
        const QString path = QStandardPaths::findExecutable(QLatin1StringView(tool));
        QFile::link(path, folder.filePath(QStringLiteral("few/") + QLatin1StringView(tool)));
    }
    inside->environment[0].second = folder.filePath(QStringLiteral("few"));
    inside->environment[3].second = std::nullopt;
    NodeProbeOptions options = quick();
    options.shell = folder.filePath(QStringLiteral("few/sh"));
    const auto report = probe(inside, options);
    QVERIFY(report.ok());
    QVERIFY(report->complete);
    QCOMPARE(stateOf(*report, QStringLiteral("python")), ProbeCheck::State::Missing);
    QCOMPARE(stateOf(*report, QStringLiteral("rocminfo")), ProbeCheck::State::Missing);
    QVERIFY(!report->fact(QStringLiteral("system.kernel")).isEmpty());
}

void TestNodeProbe::gemm_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("state");
    QTest::addColumn<QString>("says");
    QTest::newRow("hang") << QStringLiteral("hang") << int(ProbeCheck::State::TimedOut)
                          << QStringLiteral("no answer in");
    QTest::newRow("crash") << QStringLiteral("crash") << int(ProbeCheck::State::Crashed)
                           << QStringLiteral("killed by a signal");
    QTest::newRow("hipblas") << QStringLiteral("hipblas") << int(ProbeCheck::State::Failed)
                             << QStringLiteral("could not create its handle");
    QTest::newRow("wrong") << QStringLiteral("wrong") << int(ProbeCheck::State::Failed)
                           << QStringLiteral("15.0 to 15.0 instead of 16");
}

/// A matrix product that hangs, crashes or fails costs only itself: the checks after it are made.
void TestNodeProbe::gemm()
{
    if (m_python.isEmpty()) {
        skipWithout(QStringLiteral("python3"));
    }
    QFETCH(QString, kind);
    QFETCH(QString, says);
    const auto inside = runner();
    inside->environment.append({QStringLiteral("FAKE_TORCH_GEMM"), kind});
    NodeProbeOptions options = quick();
    // Six times this for a product: enough on a busy machine, short for the one that hangs.
    options.script.limit = std::chrono::seconds(kind == QLatin1StringView("hang") ? 2 : 10);
    const auto report = probe(inside, options);
    QVERIFY(report.ok());
    QVERIFY(report->complete);
    for (const char* type : {"gemm-float32", "gemm-bfloat16", "gemm-float16"}) {
        QTEST(int(stateOf(*report, QLatin1StringView(type))), "state");
    }
    bool said = false;
    for (const ProbeFinding& finding : report->findings) {
        said = said || (finding.ruleId == QLatin1StringView("node-gemm-smoke") &&
                        finding.message.contains(says));
    }
    QVERIFY(said);
    QCOMPARE(stateOf(*report, QStringLiteral("modules")), ProbeCheck::State::Skipped);
}

void TestNodeProbe::hangingTool()
{
    const auto inside = runner(false);
    inside->environment[0].second =
        m_folder->filePath(QStringLiteral("hang")) + u':' + *inside->environment[0].second;
    NodeProbeOptions options = quick();
    options.script.limit = std::chrono::seconds(5);
    const auto report = probe(inside, options);
    QVERIFY(report.ok());
    QVERIFY(report->complete);
    QCOMPARE(stateOf(*report, QStringLiteral("rocminfo")), ProbeCheck::State::TimedOut);
    QCOMPARE(report->gpuName, QStringLiteral("AMD Instinct MI300X")); // rocm-smi says it too
}

void TestNodeProbe::modules()
{
    if (m_python.isEmpty()) {
        skipWithout(QStringLiteral("python3"));
    }
    NodeProbeOptions options = quick();
    options.script.modules = {
        {QStringLiteral("json:JSONDecoder"), QStringLiteral("/opt/port/json")},
        {QStringLiteral("no_such_module"), QStringLiteral("/opt/x")},
        {QStringLiteral("textwrap"), {}}};
    const auto report = probe(runner(false), options);
    QVERIFY(report.ok());
    QVERIFY(report->fact(QStringLiteral("patched.textwrap"))
                .endsWith(QLatin1StringView("textwrap.py")));
    QVERIFY(report->fact(QStringLiteral("patched.no_such_module"))
                .startsWith(QLatin1StringView("cannot be loaded")));
    QCOMPARE(rulesOf(*report).count(QStringLiteral("node-patched-module")), 2);
}

void TestNodeProbe::nothingLeftBehind()
{
    const auto report = probe(runner(), quick());
    QVERIFY(report.ok());
    QCOMPARE(QDir(m_folder->filePath(QStringLiteral("tmp")))
                 .entryList(QDir::AllEntries | QDir::NoDotAndDotDot),
             QStringList());
}

void TestNodeProbe::cancelled()
{
    const auto inside = runner(false);
    inside->environment[0].second =
        m_folder->filePath(QStringLiteral("hang")) + u':' + *inside->environment[0].second;
    NodeProbe probe(quick());
    QVector<Result<ProbeReport>> results;
    connect(&probe, &NodeProbe::finished, this,
            [&](const Result<ProbeReport>& report) { results.append(report); });
    bool began = false;
    connect(&probe, &NodeProbe::progress, this, [&](const QString& text) {
        if (text == QLatin1StringView("rocminfo") && !began) {
            began = true;
            probe.cancel();
        }
    });
    probe.start(std::make_shared<test::GivenTransport>(localNode(), inside));
    QTRY_COMPARE_WITH_TIMEOUT(results.size(), 1, 60000);
    QVERIFY(!results[0].ok());
    QCOMPARE(results[0].error().code, ErrorCode::Cancelled);
    QVERIFY(!probe.isRunning());
    QTRY_VERIFY_WITH_TIMEOUT(QDir(m_folder->filePath(QStringLiteral("tmp"))).isEmpty(), 60000);
}

/// A connection that breaks half way gives what was read before, and says so.
void TestNodeProbe::cut()
{
    const auto inside = runner(false);
    QVERIFY(probe(inside, quick()).ok());
    const qsizetype at = inside->output.indexOf(" end rocminfo ");
    QVERIFY(at > 0);
    const auto report = probe(std::make_shared<CutRunner>(inside->output.left(at)));
    QVERIFY(report.ok());
    QVERIFY(!report->complete);
    QCOMPARE(report->nodeName, QStringLiteral("here"));
    QCOMPARE(report->gpuCount, 4);
    QVERIFY(report->checks.last().detail.contains(QLatin1StringView("(rocminfo)")));
    QVERIFY(rulesOf(*report).contains(QStringLiteral("env-max-autotune")));
}

void TestNodeProbe::connectionNeverCame()
{
    const auto report = probe(std::make_shared<CutRunner>(QByteArray("Last login: today\n")));
    QVERIFY(!report.ok());
    QCOMPARE(report.error().code, ErrorCode::NodeFailed); // here there is no connection
    QCOMPARE(report.error().detail, QStringLiteral("Connection to host-a closed by remote host."));
    NodeProbe overSsh(quick());
    QVector<Result<ProbeReport>> results;
    connect(&overSsh, &NodeProbe::finished, this,
            [&](const Result<ProbeReport>& ended) { results.append(ended); });
    overSsh.start(std::make_shared<test::GivenTransport>(
        *nodeKindSsh().named(QStringLiteral("host-a")), std::make_shared<CutRunner>(QByteArray())));
    QTRY_COMPARE_WITH_TIMEOUT(results.size(), 1, 60000);
    QVERIFY(!results[0].ok());
    QCOMPARE(results[0].error().code, ErrorCode::ConnectionLost);
    NodeProbeOptions options;
    options.script.modules = {{QStringLiteral("not a name"), {}}};
    QCOMPARE(probe(std::make_shared<CutRunner>(QByteArray()), options).error().code,
             ErrorCode::InvalidArgument);
}

void TestNodeProbe::noShell()
{
    NodeProbeOptions options = quick();
    options.shell = QStringLiteral("/no/such/shell");
    const auto report = probe(runner(), options);
    QVERIFY(!report.ok());
    QCOMPARE(report.error().code, ErrorCode::FileNotFound);
}

QTEST_GUILESS_MAIN(TestNodeProbe)
#include "tst_nodeprobe.moc"
