#include "core/process/runprocess.h"
#include "core/remote/connectiontest.h"
#include "core/remote/container.h"
#include "core/remote/slurm.h"
#include "tests/support/loopbacknode.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTest>

using namespace rocport;
using rocport::test::LoopbackNode;

Q_DECLARE_METATYPE(rocport::ConnectionTest)

namespace {

using State = ConnectionStep::State;
constexpr int kPatience = 60'000;

ConnectionStep stepOf(const ConnectionTest& test, const char* id)
{
    for (const ConnectionStep& step : test) {
        if (step.id == QLatin1String(id)) {
            return step;
        }
    }
    return {};
}

/// Steps with their states as one text, for messages of a failed test.
QByteArray shown(const ConnectionTest& test)
{
    QByteArray text;
    for (const ConnectionStep& step : test) {
        text += step.id.toUtf8() + ' ' + QByteArray::number(static_cast<int>(step.state)) + ": " +
                step.detail.toUtf8() + '\n';
    }
    return text;
}

void writeProgram(const QString& file, const QByteArray& text)
{
    QFile out(file);
    if (out.open(QIODevice::WriteOnly)) {
        out.write("#!/bin/sh\n" + text);
        out.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner |
                           QFileDevice::ExeOwner);
    }
}

} // namespace

class TestConnectionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qRegisterMetaType<ConnectionTest>(); }
    void init();
    void cleanup() { m_loopback.reset(); }
    void localMachine();
    void works();
    void badSettings();
    void unknownName();
    void off();
    void wrongKey();
    void wrongHostKey();
    void noShell();
    void readOnlyWorkspace();
    void container();
    void containerMissing();
    void engineRefuses();
    void slurm();
    void cancelled();
    void again();
    void lists();

private:
    ConnectionTest run(const Node& node);
    /// The node gets programs that answer as on a machine with two GPUs, in its PATH.
    void fakeRocm();

    std::unique_ptr<LoopbackNode> m_loopback;
};

void TestConnectionTest::init()
{
    m_loopback = std::make_unique<LoopbackNode>();
    if (!m_loopback->start()) {
        QSKIP(qPrintable(QStringLiteral("ROCPORT_SKIP_TEST ") + m_loopback->problem()));
    }
}

ConnectionTest TestConnectionTest::run(const Node& node)
{
    ConnectionTester tester;
    QSignalSpy finished(&tester, &ConnectionTester::finished);
    QSignalSpy changed(&tester, &ConnectionTester::stepChanged);
    tester.start(transportOf(node, m_loopback->settings()));
    if (!finished.wait(kPatience) || tester.isRunning() || changed.isEmpty()) {
        return {};
    }
    return tester.test();
}

void TestConnectionTest::fakeRocm()
{
    const QString bin = m_loopback->path(QStringLiteral("bin"));
    QDir().mkpath(bin);
    writeProgram(bin + QStringLiteral("/rocminfo"),
                 "printf 'Agent 1\\n  Name:                    AMD EPYC\\n"
                 "  Name:                    gfx942\\n    Name: amdgcn-amd-amdhsa--gfx942:xnack-\\n"
                 "  Name:                    gfx942  \\n'\n");
    writeProgram(bin + QStringLiteral("/hipconfig"), "echo 6.4.43482-0f2d60242\n");
    writeProgram(bin + QStringLiteral("/hipcc"), "exit 0\n");
    writeProgram(bin + QStringLiteral("/python3"),
                 "echo noise; echo '2.7.0+rocm6.4|6.4.43482||2'\n");
    m_loopback->setEnvironment(
        {{QStringLiteral("PATH"),
          bin + u':' + LoopbackNode::fakeEngineFolder() + QStringLiteral(":/usr/bin:/bin")},
         {QStringLiteral("FAKE_ENGINE_LOG"), m_loopback->path(QStringLiteral("engine.log"))}});
    m_loopback->restart();
}

void TestConnectionTest::localMachine()
{
    Node node = localNode();
    node.workspace = m_loopback->path(QStringLiteral("not yet/there"));
    const ConnectionTest test = run(node);
    QVERIFY2(stepOf(test, "resolve").state == State::Passed, shown(test).constData());
    QCOMPARE(stepOf(test, "login").state, State::Skipped);
    QVERIFY2(stepOf(test, "shell").state == State::Passed, shown(test).constData());
    QVERIFY2(stepOf(test, "disk").detail.contains(m_loopback->folder()), shown(test).constData());
    QVERIFY(stepOf(test, "tools").state == State::Passed ||
            stepOf(test, "tools").state == State::Warning);
    QVERIFY2(stepOf(test, "gpu").state > State::Running, shown(test).constData());
    QVERIFY2(stepOf(test, "torch").state > State::Running, shown(test).constData());
    // It leaves nothing behind.
    QVERIFY(!QFile::exists(m_loopback->path(QStringLiteral("not yet"))));
    QVERIFY(QDir(m_loopback->folder())
                .entryList({QStringLiteral(".rocport-test*")}, QDir::Files | QDir::Hidden)
                .isEmpty());
}

void TestConnectionTest::works()
{
    fakeRocm();
    const ConnectionTest test = run(m_loopback->node());
    for (const char* id : {"resolve", "connect", "login", "shell", "gpu", "torch"}) {
        QVERIFY2(stepOf(test, id).state == State::Passed, shown(test).constData());
    }
    QVERIFY2(stepOf(test, "resolve")
                 .detail.contains(QStringLiteral("127.0.0.1, port %1").arg(m_loopback->port())),
             shown(test).constData());
    QCOMPARE(stepOf(test, "container").state, State::Skipped);
    QVERIFY2(stepOf(test, "gpu").detail.contains(QStringLiteral("2 × gfx942")),
             shown(test).constData());
    QVERIFY2(stepOf(test, "rocm").detail.contains(QStringLiteral("6.4")), shown(test).constData());
    QVERIFY2(stepOf(test, "torch").detail.contains(QStringLiteral("2 GPUs")),
             shown(test).constData());
}

void TestConnectionTest::badSettings()
{
    Node node = m_loopback->node();
    node.of<SshHost>().host = QStringLiteral("-oProxyCommand=x");
    const ConnectionTest test = run(node);
    QCOMPARE(stepOf(test, "resolve").state, State::Failed);
    QCOMPARE(stepOf(test, "torch").state, State::Skipped);
}

void TestConnectionTest::unknownName()
{
    Node node = m_loopback->node();
    node.of<SshHost>().host = QStringLiteral("no-such-host.invalid");
    const ConnectionTest test = run(node);
    // Where there is no getent, ssh says it in the next step.
    QVERIFY2(stepOf(test, "resolve").state == State::Failed ||
                 stepOf(test, "connect").state == State::Failed,
             shown(test).constData());
    QCOMPARE(stepOf(test, "shell").state, State::Skipped);
}

void TestConnectionTest::off()
{
    m_loopback->stop();
    const ConnectionTest test = run(m_loopback->node());
    QCOMPARE(stepOf(test, "resolve").state, State::Passed);
    QCOMPARE(stepOf(test, "connect").state, State::Failed);
    QVERIFY2(stepOf(test, "connect").detail.contains(QStringLiteral("refused")),
             shown(test).constData());
    QCOMPARE(stepOf(test, "login").state, State::Skipped);
}

void TestConnectionTest::wrongKey()
{
    m_loopback->authorize(m_loopback->makeKey(QStringLiteral("other")), true);
    const ConnectionTest test = run(m_loopback->node());
    QVERIFY2(stepOf(test, "connect").state == State::Passed, shown(test).constData());
    QCOMPARE(stepOf(test, "login").state, State::Failed);
    QCOMPARE(stepOf(test, "shell").state, State::Skipped);
}

void TestConnectionTest::wrongHostKey()
{
    m_loopback->stop();
    QVERIFY(m_loopback->changeHostKey());
    QVERIFY(m_loopback->restart());
    const ConnectionTest test = run(m_loopback->node());
    QVERIFY2(stepOf(test, "connect").state == State::Failed, shown(test).constData());
    QVERIFY(stepOf(test, "connect").detail.contains(QStringLiteral("known_hosts")));
}

void TestConnectionTest::noShell()
{
    // As a login that may only do one thing.
    QFile keys(m_loopback->path(QStringLiteral("authorized_keys")));
    QVERIFY(keys.open(QIODevice::ReadOnly));
    const QByteArray key = keys.readAll();
    keys.close();
    QVERIFY(keys.open(QIODevice::WriteOnly));
    keys.write("command=\"echo This account is for backups only >&2; exit 1\" " + key);
    keys.close();
    const ConnectionTest test = run(m_loopback->node());
    QVERIFY2(stepOf(test, "login").state == State::Passed, shown(test).constData());
    QCOMPARE(stepOf(test, "shell").state, State::Failed);
    QVERIFY2(stepOf(test, "shell").detail.contains(QStringLiteral("backups only")),
             shown(test).constData());
}

void TestConnectionTest::readOnlyWorkspace()
{
    Node node = m_loopback->node();
    node.workspace = QStringLiteral("/proc/self/nowhere");
    const ConnectionTest test = run(node);
    QVERIFY2(stepOf(test, "disk").state == State::Failed, shown(test).constData());
    // The others are looked at all the same.
    QVERIFY(stepOf(test, "tools").state != State::Skipped);
}

void TestConnectionTest::container()
{
    fakeRocm();
    Node node = m_loopback->node();
    node.of<ContainerSettings>().use = ContainerSettings::Use::Run;
    node.of<ContainerSettings>().image = QStringLiteral("rocm/pytorch:latest");
    ConnectionTest test = run(node);
    QVERIFY2(stepOf(test, "container").state == State::Passed, shown(test).constData());
    QVERIFY2(stepOf(test, "torch").state == State::Passed, shown(test).constData());
    QFile log(m_loopback->path(QStringLiteral("engine.log")));
    QVERIFY(log.open(QIODevice::ReadOnly));
    QVERIFY(log.readAll().contains("--device=/dev/kfd\n"));
    node.of<ContainerSettings>().use = ContainerSettings::Use::Exec;
    node.of<ContainerSettings>().container = QStringLiteral("box");
    test = run(node);
    QVERIFY2(stepOf(test, "container").detail.contains(QStringLiteral("box is running")),
             shown(test).constData());
    QVERIFY2(stepOf(test, "torch").state == State::Passed, shown(test).constData());
}

void TestConnectionTest::containerMissing()
{
    fakeRocm();
    Node node = m_loopback->node();
    node.of<ContainerSettings>().use = ContainerSettings::Use::Run;
    node.of<ContainerSettings>().image = QStringLiteral("missing/image");
    const ConnectionTest test = run(node);
    QVERIFY2(stepOf(test, "container").state == State::Warning, shown(test).constData());
    QCOMPARE(stepOf(test, "gpu").state, State::Skipped);
    QCOMPARE(stepOf(test, "torch").state, State::Skipped);
}

void TestConnectionTest::engineRefuses()
{
    m_loopback->setEnvironment(
        {{QStringLiteral("PATH"),
          LoopbackNode::fakeEngineFolder() + QStringLiteral(":/usr/bin:/bin")},
         {QStringLiteral("FAKE_ENGINE_FAIL"), QStringLiteral("permission denied: docker.sock")}});
    QVERIFY(m_loopback->restart());
    Node node = m_loopback->node();
    node.of<ContainerSettings>().use = ContainerSettings::Use::Run;
    node.of<ContainerSettings>().image = QStringLiteral("rocm/pytorch");
    const ConnectionTest test = run(node);
    QVERIFY2(stepOf(test, "container").state == State::Failed, shown(test).constData());
    QVERIFY(stepOf(test, "container").detail.contains(QStringLiteral("docker.sock")));
}

void TestConnectionTest::slurm()
{
    Node node = m_loopback->node();
    node.of<SlurmSettings>().use = true;
    const ConnectionTest test = run(node);
    QCOMPARE(stepOf(test, "gpu").state, State::Skipped);
    QVERIFY2(stepOf(test, "gpu").detail.contains(QStringLiteral("Slurm")), shown(test).constData());
}

void TestConnectionTest::cancelled()
{
    fakeRocm();
    // Something that would take for ever.
    writeProgram(m_loopback->path(QStringLiteral("bin/rocminfo")),
                 "touch '" + m_loopback->path(QStringLiteral("asked")).toUtf8() +
                     "'; exec sleep 50\n");
    ConnectionTester tester;
    QSignalSpy finished(&tester, &ConnectionTester::finished);
    tester.start(transportOf(m_loopback->node(), m_loopback->settings()));
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(m_loopback->path(QStringLiteral("asked"))), kPatience);
    QCOMPARE(stepOf(tester.test(), "gpu").state, State::Running);
    tester.cancel();
    QCOMPARE(finished.count(), 1);
    QVERIFY(!tester.isRunning());
    QCOMPARE(stepOf(tester.test(), "gpu").state, State::Skipped);
    QCOMPARE(stepOf(tester.test(), "shell").state, State::Passed);
    tester.cancel();
    QCOMPARE(finished.count(), 1);
}

void TestConnectionTest::again()
{
    // A second start from inside of a signal of the first.
    ConnectionTester tester;
    QSignalSpy finished(&tester, &ConnectionTester::finished);
    bool restarted = false;
    connect(&tester, &ConnectionTester::stepChanged, this, [&](const ConnectionTest& test) {
        if (!restarted && stepOf(test, "shell").state == State::Passed) {
            restarted = true;
            tester.start(transportOf(m_loopback->node(), m_loopback->settings()));
        }
    });
    tester.start(transportOf(m_loopback->node(), m_loopback->settings()));
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kPatience);
    QVERIFY(restarted);
    QVERIFY2(stepOf(tester.test(), "torch").state > State::Running,
             shown(tester.test()).constData());
    QCOMPARE(finished.count(), 1);
}

void TestConnectionTest::lists()
{
    m_loopback->setEnvironment({{QStringLiteral("PATH"), LoopbackNode::fakeEngineFolder() +
                                                             QStringLiteral(":/usr/bin:/bin")},
                                {QStringLiteral("FAKE_ENGINE_CONTAINERS"), QStringLiteral("box")}});
    QVERIFY(m_loopback->restart());
    Node node = m_loopback->node();
    const auto images = listImages(*transportOf(node, m_loopback->settings()));
    QVERIFY(images.ok());
    QCOMPARE(*images, QStringList{QStringLiteral("rocm/pytorch:latest")});
    const auto containers = listContainers(*transportOf(node, m_loopback->settings()));
    QVERIFY(containers.ok());
    QCOMPARE(*containers, QStringList{QStringLiteral("box")});
    // Environment and folder go inside, and nothing else of the host's.
    node.of<ContainerSettings>().use = ContainerSettings::Use::Run;
    node.of<ContainerSettings>().image = QStringLiteral("rocm/pytorch:latest");
    ProcessCommand command;
    command.program = QStringLiteral("sh");
    command.arguments = {
        QStringLiteral("-c"),
        QStringLiteral("printf '%s|%s|' \"$FAKE_HOST_A\" \"${FAKE_HOST_B-}\"; pwd; "
                       "cat")};
    command.environment = {{QStringLiteral("FAKE_HOST_A"), QStringLiteral("it's")}};
    command.workingFolder = m_loopback->folder();
    command.input = "input";
    const auto inside =
        runProcess(*transportOf(node, m_loopback->settings())->insideRunner(), command);
    QVERIFY(inside.ok());
    QCOMPARE(QString::fromUtf8(inside->output),
             QStringLiteral("it's||") + m_loopback->folder() + QStringLiteral("\ninput"));
    m_loopback->setEnvironment({{QStringLiteral("PATH"), QStringLiteral("/nowhere:/bin")},
                                {QStringLiteral("FAKE_ENGINE_FAIL"), QStringLiteral("x")}});
    node.of<ContainerSettings>().engine = QStringLiteral("podman");
    QVERIFY(m_loopback->restart());
    const auto missing = listImages(*transportOf(node, m_loopback->settings()));
    if (!QFile::exists(QStringLiteral("/bin/podman"))) {
        QCOMPARE(missing.error().code, ErrorCode::NodeToolMissing);
        QCOMPARE(missing.error().object, QStringLiteral("podman"));
    }
}

QTEST_GUILESS_MAIN(TestConnectionTest)
#include "tst_connectiontest.moc"
