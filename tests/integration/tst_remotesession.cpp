// Nodes, jobs and verification of a project, through the service that the window uses. Nodes are
// this machine and, where sshd is installed, a real sshd on loopback.

#include "core/project/nodes/remoterecords.h"
#include "core/project/nodes/remotesession.h"
#include "core/project/port/exportreport.h"
#include "core/project/session/projectdecisions.h"
#include "core/remote/runrecord.h"
#include "testpaths.h"
#include "tests/integration/portfixture.h"
#include "tests/support/loopbacknode.h"

#include <QFileInfo>
#include <QScopeGuard>

using namespace rocport;
using namespace rocport::test;

namespace {

constexpr int kLong = 60000;

/// A project with everything accepted, and a service with a workspace of its own.
struct Remote
{
    Port port;
    QTemporaryDir folder;
    std::unique_ptr<RemoteSession> service;
    QVector<Error> failures;

    [[nodiscard]] QString path(const QString& name) const { return folder.filePath(name); }

    void open(const SshSettings& ssh = {})
    {
        port.open();
        QVector<QByteArray> keys;
        for (const Hunk& hunk : port.session->state()->scan->hunks) {
            keys.append(hunk.key);
        }
        QVERIFY(port.session->decisions().decide(
            keys, DecisionKind::Accepted, QStringLiteral("all"), {}, QStringLiteral("tested")));
        start(ssh);
    }
    void start(const SshSettings& ssh = {})
    {
        RemoteOptions options;
        options.nodesFile = path(QStringLiteral("config/nodes.json"));
        options.sshConfig = path(QStringLiteral("none"));
        options.ssh = ssh;
        service = std::make_unique<RemoteSession>(*port.session, options);
        QObject::connect(service.get(), &RemoteService::failed, service.get(),
                         [this](const Error& error) { failures.append(error); });
        QTRY_VERIFY_WITH_TIMEOUT(!service->state()->portKey.isEmpty(), kPatience);
    }
    /// A node on this machine with a workspace in the test's folder.
    QString addLocal()
    {
        Node node = localNode();
        node.id.clear();
        node.name = QStringLiteral("here");
        node.workspace = path(QStringLiteral("workspace"));
        const auto id = service->saveNode(node);
        return id ? *id : QString();
    }
    [[nodiscard]] const JobEntry* job(const QString& id) const { return service->state()->job(id); }
    void waitFor(const QString& id) const
    {
        const bool ended = QTest::qWaitFor(
            [&] { return job(id) != nullptr && isEnded(job(id)->status.state); }, kLong);
        QVERIFY2(ended, job(id) == nullptr ? "the job was never there"
                                           : qPrintable(jobStateId(job(id)->status.state)));
    }
    [[nodiscard]] QByteArray logOf(const QString& id) const
    {
        const auto log = readLogPart(job(id)->folder, 0);
        return log ? *log : QByteArray();
    }
    [[nodiscard]] QByteArray failureText() const
    {
        return failures.isEmpty()
                   ? QByteArray()
                   : (failures.last().object + u' ' + failures.last().detail).toUtf8();
    }
};

} // namespace

class TestRemoteSession : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void emulatedGpuIsOffered();
    void nodesAreKept();
    void aJobRunsInThePort();
    void aFailedJobLeadsToItsChange();
    void jobsSurviveARestart();
    void staticChecksAreRecorded();
    void comparisonsAreRecorded();
    void probesAreRecorded();
    void refusals();
    void overSsh();
};

/// Where the emulator is installed, the first list of nodes has its GPU; one that was removed stays
/// away.
void TestRemoteSession::emulatedGpuIsOffered()
{
    qputenv("ROCM_PATH", LoopbackNode::fakeEmulatorFolder().toUtf8());
    const auto unset = qScopeGuard([] { qunsetenv("ROCM_PATH"); });
    Remote remote;
    remote.open();
    const auto has = [&](const char* name) {
        const QVector<NodeEntry>& nodes = remote.service->state()->nodes;
        return std::any_of(nodes.begin(), nodes.end(), [&](const NodeEntry& entry) {
            return entry.node.name == QLatin1StringView(name);
        });
    };
    QTRY_VERIFY_WITH_TIMEOUT(has("Emulated MI300X"), kPatience);
    QVERIFY(!remote.addLocal().isEmpty());
    QVERIFY(remote.service->removeNode(QStringLiteral("emulated")).ok());
    QVERIFY(!has("Emulated MI300X"));
    remote.service.reset(); // waits for what is written
    remote.start();
    QTRY_VERIFY_WITH_TIMEOUT(has("here"), kPatience);
    QVERIFY(!has("Emulated MI300X"));
}

void TestRemoteSession::nodesAreKept()
{
    Remote remote;
    remote.open();
    QCOMPARE(remote.service->state()->nodes.size(), 1);
    Node node;
    node.name = QStringLiteral("mi300-a");
    node.of<SshHost>().host = QStringLiteral("mi300-a.example");
    const auto id = remote.service->saveNode(node);
    QVERIFY(id.ok());
    remote.service->setCurrentNode(*id);
    QCOMPARE(remote.service->state()->currentNode, *id);
    node.id = *id;
    node.workspace = QStringLiteral("/scratch/x");
    QVERIFY(remote.service->saveNode(node).ok());
    QCOMPARE(remote.service->state()->nodes.size(), 2);
    remote.service.reset(); // waits for what is written
    remote.start();
    QTRY_COMPARE_WITH_TIMEOUT(remote.service->state()->nodes.size(), 2, kPatience);
    QCOMPARE(remote.service->state()->nodes.last().node.workspace, QStringLiteral("/scratch/x"));
    QCOMPARE(remote.service->state()->currentNode, *id);
    QVERIFY(!remote.service->removeNode(localNode().id).ok());
    QVERIFY(remote.service->removeNode(*id).ok());
    QCOMPARE(remote.service->state()->nodes.size(), 1);
    Node bad;
    bad.name = QStringLiteral("bad");
    bad.of<SshHost>().host = QStringLiteral("-oProxyCommand=touch /tmp/x");
    const auto refused = remote.service->saveNode(bad);
    QVERIFY(!refused.ok());
    QCOMPARE(refused.error().code, ErrorCode::InvalidArgument);
}

void TestRemoteSession::aJobRunsInThePort()
{
    Remote remote;
    remote.open();
    JobRequest request;
    request.nodeId = remote.addLocal();
    request.command = QStringLiteral("cat src/reduce.cu; ls; echo \"$ANSWER\"");
    request.environment = {{QStringLiteral("ANSWER"), QStringLiteral("it's 42")}};
    auto preview = remote.service->previewJob(request);
    QTRY_VERIFY_WITH_TIMEOUT(preview.isFinished(), kPatience);
    QVERIFY2(preview.result().ok(), remote.failureText().constData());
    QVERIFY(preview.result()->script.contains(QStringLiteral("cat src/reduce.cu")));
    QVERIFY2(remote.service->state()->jobs.isEmpty(), "a preview starts nothing");

    const auto id = remote.service->startJob(request);
    QVERIFY(id.ok());
    remote.waitFor(*id);
    const JobEntry* job = remote.job(*id);
    QVERIFY2(job->status.state == JobState::Succeeded,
             qPrintable(job->status.sentence + QString::fromUtf8(remote.logOf(*id))));
    const QByteArray log = remote.logOf(*id);
    QVERIFY2(log.contains("USE_ROCM"), log.constData()); // the accepted port, not the checkout
    QVERIFY(log.contains("notes.txt") || log.contains("src"));
    QVERIFY(log.contains("it's 42"));
    QVERIFY(!job->status.logHash.isEmpty());
    QVERIFY(job->status.lastOutput.isValid());
    QCOMPARE(job->status.stages.size(), 2);
    for (const StageProgress& stage : job->status.stages) {
        QVERIFY2(stage.ended.isValid(), qPrintable(stage.id));
        QCOMPARE(stage.exitCode, 0);
    }
    QVERIFY(remote.port.repository.read(QStringLiteral("src/reduce.cu")) == kReduce);
}

void TestRemoteSession::aFailedJobLeadsToItsChange()
{
    Remote remote;
    remote.open();
    JobRequest request;
    request.nodeId = remote.addLocal();
    request.command = QStringLiteral("grep -n USE_ROCM src/reduce.cu; exit 3");
    const auto id = remote.service->startJob(request);
    QVERIFY(id.ok());
    remote.waitFor(*id);
    QCOMPARE(remote.job(*id)->status.state, JobState::Failed);
    QCOMPARE(remote.job(*id)->status.exitCode, 3);
    QVERIFY(!remote.job(*id)->status.sentence.isEmpty());
    // A line that a change made leads to it; lines start at 1.
    const int line = remote.logOf(*id).split(':').first().toInt();
    QVERIFY(line > 0);
    QTRY_VERIFY_WITH_TIMEOUT(
        !remote.service->hunkAt(QStringLiteral("src/reduce.cu"), line).isEmpty(), kPatience);
    const QByteArray key = remote.service->hunkAt(QStringLiteral("src/reduce.cu"), line);
    QVERIFY(remote.port.session->state()->hunk(key) != nullptr);
    QVERIFY(remote.service->hunkAt(QStringLiteral("src/notes.txt"), 1).isEmpty());
}

void TestRemoteSession::jobsSurviveARestart()
{
    Remote remote;
    remote.open();
    JobRequest request;
    request.nodeId = remote.addLocal();
    request.sync = false;
    const QString gate = remote.path(QStringLiteral("gate"));
    request.command =
        QStringLiteral("echo begun; while [ ! -e '%1' ]; do sleep 0.1; done; echo done").arg(gate);
    const auto id = remote.service->startJob(request);
    QVERIFY(id.ok());
    QTRY_VERIFY_WITH_TIMEOUT(remote.job(*id) != nullptr && remote.job(*id)->status.logBytes > 0,
                             kLong);
    remote.service.reset();
    QFile(gate).open(QIODevice::WriteOnly);
    remote.start();
    QTRY_VERIFY_WITH_TIMEOUT(remote.job(*id) != nullptr, kPatience);
    remote.waitFor(*id);
    QVERIFY2(remote.job(*id)->status.state == JobState::Succeeded,
             qPrintable(remote.job(*id)->status.sentence + QString::fromUtf8(remote.logOf(*id))));
    QCOMPARE(remote.logOf(*id), QByteArray("begun\ndone\n"));

    const QString saved = remote.path(QStringLiteral("saved"));
    auto save = remote.service->saveRun(*id, saved);
    QTRY_VERIFY_WITH_TIMEOUT(save.isFinished(), kPatience);
    QVERIFY(save.result().ok());
    auto opened = remote.service->openRun(saved);
    QTRY_VERIFY_WITH_TIMEOUT(opened.isFinished(), kPatience);
    QVERIFY(opened.result().ok());
    QTRY_VERIFY_WITH_TIMEOUT(remote.service->state()->jobs.size() == 2, kPatience);
}

void TestRemoteSession::staticChecksAreRecorded()
{
    Remote remote;
    remote.open();
    VerifyRequest request;
    request.level = VerifyLevel::Static;
    const auto started = remote.service->startVerification(request);
    QVERIFY(started.ok());
    QVERIFY(started->isEmpty()); // no job: it runs here
    QTRY_VERIFY_WITH_TIMEOUT(!remote.service->state()->runs.isEmpty(), kLong);
    const VerifyRun run = remote.service->state()->runs.first();
    QCOMPARE(run.level, VerifyLevel::Static);
    QVERIFY(!run.onGpu);
    QVERIFY(!run.checks.isEmpty());
    QCOMPARE(run.portKey, remote.service->state()->portKey);

    // It is in the project file, and in the report.
    const QString file = remote.port.session->state()->projectFile;
    const ReportModel report = reportOf(*remote.port.session->state(), QDateTime());
    QVERIFY(renderMarkdown(report).contains("L1"));
    remote.service.reset();
    remote.port.session.reset();
    const auto opened = ProjectFile::open(file, true);
    QVERIFY(opened.ok());
    const auto records = readRemoteRecords(**opened);
    QVERIFY(records.ok());
    QCOMPARE(records->runs.size(), 1);
    QCOMPARE(records->runs.first().id, run.id);
    QCOMPARE(records->unreadable, 0);
}

void TestRemoteSession::comparisonsAreRecorded()
{
    Remote remote;
    remote.open();
    const QString golden = QStringLiteral(ROCPORT_SOURCE_DIR "/tests/fixtures/golden/");
    remote.service->compareFiles(golden + QStringLiteral("block_float16_0.cuda.safetensors"),
                                 golden + QStringLiteral("block_float16_0.cpu.safetensors"));
    QTRY_VERIFY_WITH_TIMEOUT(!remote.service->state()->runs.isEmpty(), kLong);
    const VerifyRun run = remote.service->state()->runs.first();
    QCOMPARE(run.level, VerifyLevel::Numerical);
    QCOMPARE(run.state(), CheckState::Passed);
    QVERIFY(!run.onGpu);
    QVERIFY(run.byHand); // no run of the port: L4 stays as it was
    QVERIFY(remote.service->state()->newest(VerifyLevel::Numerical) == nullptr);
    QString tensor; // one that differs a little
    for (const VerifyCheck& check : run.checks) {
        QVERIFY(check.comparison.has_value());
        tensor = check.comparison->maxAbsolute > 0 ? check.comparison->name : tensor;
    }
    QVERIFY(!tensor.isEmpty());

    QVERIFY(!remote.service->setTolerance(tensor, Tolerance{1e-9, 1e-9, {}}).ok());
    QVERIFY(
        remote.service->setTolerance(tensor, Tolerance{0, 1e-12, QStringLiteral("must be equal")})
            .ok());
    remote.service->compareFiles(golden + QStringLiteral("block_float16_0.cuda.safetensors"),
                                 golden + QStringLiteral("block_float16_0.cpu.safetensors"));
    QTRY_COMPARE_WITH_TIMEOUT(remote.service->state()->runs.size(), 2, kLong);
    QCOMPARE(remote.service->state()->runs.first().state(), CheckState::Failed);
    int failed = 0;
    for (const VerifyCheck& check : remote.service->state()->runs.first().checks) {
        if (check.state == CheckState::Failed) { // why is said, and said once
            ++failed;
            QCOMPARE(check.detail.count(QStringLiteral("beyond the tolerance")), 1);
        }
    }
    QVERIFY(failed > 0);
}

void TestRemoteSession::probesAreRecorded()
{
    Remote remote;
    remote.open();
    const QString id = remote.addLocal();
    remote.service->probe(id);
    QCOMPARE(remote.service->state()->node(id)->state, NodeEntry::State::Checking);
    QTRY_VERIFY_WITH_TIMEOUT(!remote.service->state()->node(id)->probes.isEmpty(), 2 * kLong);
    const ProbeReport report = remote.service->state()->node(id)->probes.first();
    QCOMPARE(report.nodeId, id);
    QVERIFY(!report.facts.isEmpty());
    const QString file = remote.path(QStringLiteral("env.sh"));
    QVERIFY(remote.service->exportEnvironment(id, file).ok());
    QVERIFY(QFileInfo::exists(file));
    QCOMPARE(remote.port.session->state()->remote->probes.size(), 1);
    QVERIFY(!remote.service->exportEnvironment(QStringLiteral("none"), file).ok());
}

void TestRemoteSession::refusals()
{
    Remote remote;
    remote.open();
    JobRequest request;
    request.nodeId = QStringLiteral("nowhere");
    request.command = QStringLiteral("true");
    const auto unknown = remote.service->startJob(request);
    QVERIFY(!unknown.ok());
    QCOMPARE(unknown.error().code, ErrorCode::InvalidArgument);
    VerifyRequest verify;
    verify.level = VerifyLevel::Load;
    verify.nodeId = remote.addLocal();
    QVERIFY(!remote.service->startVerification(verify).ok()); // no target
    remote.port.session->close();
    QVERIFY(!remote.service->state()->projectOpen);
    request.nodeId = verify.nodeId;
    QVERIFY(!remote.service->startJob(request).ok());
}

void TestRemoteSession::overSsh()
{
    LoopbackNode loopback;
    if (!loopback.start()) {
        QSKIP(qPrintable(QStringLiteral("ROCPORT_SKIP_TEST ") + loopback.problem()));
    }
    Remote remote;
    remote.open(loopback.settings());
    Node node = loopback.node();
    node.id.clear();
    const auto saved = remote.service->saveNode(node);
    QVERIFY2(saved.ok(), saved.ok() ? "" : qPrintable(saved.error().detail));
    remote.service->testConnection(*saved);
    QTRY_VERIFY_WITH_TIMEOUT(remote.service->state()->node(*saved)->activity.isEmpty() &&
                                 !remote.service->state()->node(*saved)->test.isEmpty() &&
                                 remote.service->state()->node(*saved)->state !=
                                     NodeEntry::State::Checking,
                             kLong);
    for (const ConnectionStep& step : remote.service->state()->node(*saved)->test) {
        if (step.id == QLatin1StringView("shell")) {
            QCOMPARE(step.state, ConnectionStep::State::Passed);
        }
    }
    JobRequest request;
    request.nodeId = *saved;
    request.command = QStringLiteral("grep -c USE_ROCM src/reduce.cu");
    const auto id = remote.service->startJob(request);
    QVERIFY(id.ok());
    remote.waitFor(*id);
    QVERIFY2(remote.job(*id)->status.state == JobState::Succeeded,
             qPrintable(remote.job(*id)->status.sentence));
    QVERIFY(remote.logOf(*id).trimmed().toInt() > 0);
}

QTEST_GUILESS_MAIN(TestRemoteSession)
#include "tst_remotesession.moc"
