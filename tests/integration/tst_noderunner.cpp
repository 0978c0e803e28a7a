#include "core/process/runprocess.h"
#include "core/remote/askserver.h"
#include "core/remote/container.h"
#include "core/remote/nodekinds.h"
#include "testpaths.h"
#include "tests/support/loopbacknode.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QSignalSpy>
#include <QTest>

using namespace rocport;
using rocport::test::LoopbackNode;

namespace {

ProcessCommand shell(const QString& script)
{
    ProcessCommand command;
    command.program = QStringLiteral("sh");
    command.arguments = {QStringLiteral("-c"), script};
    return command;
}

/// Runs to the end and gives what ssh's ending means; code Internal: it succeeded.
Error failureOf(const Node& node, const SshSettings& settings, const ProcessCommand& command)
{
    const Result<ProcessOutput> run =
        runProcess(*transportOf(node, settings)->hostRunner(), command);
    if (!run) {
        return run.error();
    }
    return run->outcome.succeeded() ? Error{}
                                    : transportOf(node)->explain(run->outcome, run->errors);
}

} // namespace

class TestNodeRunner : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void runsPrograms();
    void hostileArguments();
    void environment();
    void workingFolder();
    void input();
    void sharedConnection();
    void cancelEndsOnlySsh();
    void cut();
    void nodeOff();
    void unknownHost();
    void wrongKey();
    void hostKeyChanged();
    void hostKeyUnknown();
    void refused();
    void nodesOwnEnvironment();
    void passphrase();
    void hostKeyByDialogue();

private:
    std::unique_ptr<LoopbackNode> m_loopback;
};

void TestNodeRunner::init()
{
    m_loopback = std::make_unique<LoopbackNode>();
    if (!m_loopback->start()) {
        QSKIP(qPrintable(QStringLiteral("ROCPORT_SKIP_TEST ") + m_loopback->problem()));
    }
}

void TestNodeRunner::cleanup()
{
    m_loopback.reset();
}

void TestNodeRunner::runsPrograms()
{
    const auto runner = transportOf(m_loopback->node(), m_loopback->settings())->hostRunner();
    QCOMPARE(runner->describe(), QStringLiteral("Loopback"));
    const auto run = runProcess(
        *runner,
        shell(QStringLiteral("echo out; echo err >&2; test -n \"$SSH_CONNECTION\"; exit 7")));
    QVERIFY2(run.ok(), qPrintable(run.ok() ? QString() : run.error().detail));
    QCOMPARE(run->outcome.end, ProcessEnd::Exited);
    QCOMPARE(run->outcome.exitCode, 7);
    QCOMPARE(run->output, QByteArrayLiteral("out\n"));
    QCOMPARE(run->errors, QByteArrayLiteral("err\n"));
    const Error error = transportOf(m_loopback->node())->explain(run->outcome, run->errors);
    QCOMPARE(error.code, ErrorCode::NodeFailed);
    QCOMPARE(error.detail, QStringLiteral("err"));
}

void TestNodeRunner::hostileArguments()
{
    const QStringList hostile{QStringLiteral("a b"),
                              QStringLiteral("-n"),
                              QStringLiteral("$HOME `id` $(id)"),
                              QString(),
                              QStringLiteral("it's \"so\""),
                              QStringLiteral("two\nlines\n"),
                              QStringLiteral("\\0101\\n%s!x~"),
                              QString::fromUtf8("é漢🙂"),
                              QStringLiteral("*"),
                              QStringLiteral("\t;&|<>#")};
    ProcessCommand command;
    command.program = QStringLiteral("printf");
    command.arguments = QStringList{QStringLiteral("[%s]")} + hostile;
    const auto run =
        runProcess(*transportOf(m_loopback->node(), m_loopback->settings())->hostRunner(), command);
    QVERIFY(run.ok());
    QCOMPARE(QString::fromUtf8(run->output), u'[' + hostile.join(QStringLiteral("][")) + u']');
}

void TestNodeRunner::environment()
{
    ProcessCommand command =
        shell(QStringLiteral("printf '<%s><%s>' \"$ROCPORT_A\" \"${LOGNAME-gone}\"; cat; "
                             "ps -ef 2>/dev/null | grep -c 'hid[d]en it' >&2"));
    command.environment = {{QStringLiteral("ROCPORT_A"), QStringLiteral("hidden it's\n$x\\ !é")},
                           {QStringLiteral("LOGNAME"), std::nullopt}};
    command.input = "the input";
    const auto run =
        runProcess(*transportOf(m_loopback->node(), m_loopback->settings())->hostRunner(), command);
    QVERIFY(run.ok());
    QCOMPARE(QString::fromUtf8(run->output),
             QStringLiteral("<hidden it's\n$x\\ !é><gone>the input"));
    // No list of processes shows the value.
    QCOMPARE(run->errors.trimmed(), QByteArrayLiteral("0"));
}

void TestNodeRunner::workingFolder()
{
    const auto runner = transportOf(m_loopback->node(), m_loopback->settings())->hostRunner();
    const QString folder = m_loopback->path(QStringLiteral("it's a -folder"));
    QVERIFY(QDir().mkpath(folder));
    ProcessCommand command = shell(QStringLiteral("pwd"));
    command.workingFolder = folder;
    auto run = runProcess(*runner, command);
    QVERIFY(run.ok());
    QCOMPARE(QString::fromUtf8(run->output), folder + u'\n');
    command.workingFolder = QStringLiteral("~");
    run = runProcess(*runner, command);
    QVERIFY(run.ok());
    QCOMPARE(QString::fromUtf8(run->output), m_loopback->home() + u'\n');
    command.workingFolder = QStringLiteral("/no/such/folder");
    run = runProcess(*runner, command);
    QVERIFY(run.ok());
    QCOMPARE(run->outcome.exitCode, 1);
    QVERIFY(run->output.isEmpty());
}

void TestNodeRunner::input()
{
    ProcessCommand command;
    command.program = QStringLiteral("cat");
    command.keepInputOpen = true;
    const auto process =
        transportOf(m_loopback->node(), m_loopback->settings())->hostRunner()->create(command);
    QByteArray output;
    connect(process.get(), &Process::outputRead, this,
            [&](const QByteArray& bytes) { output += bytes; });
    QSignalSpy finished(process.get(), &Process::finished);
    process->start();
    QTRY_COMPARE_WITH_TIMEOUT(process->state(), Process::State::Running, 20'000);
    process->write(QByteArray("one\0two", 7));
    QTRY_COMPARE_WITH_TIMEOUT(output, QByteArray("one\0two", 7), 20'000);
    process->closeInput();
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 20'000);
}

void TestNodeRunner::sharedConnection()
{
    const Node node = m_loopback->node();
    for (int i = 0; i < 5; ++i) {
        QCOMPARE(failureOf(node, m_loopback->settings(), shell(QStringLiteral("true"))).code,
                 ErrorCode::Internal);
        QCOMPARE(m_loopback->connectionCount(), 1);
    }
    transportOf(node, m_loopback->settings())->close();
    QTRY_COMPARE_WITH_TIMEOUT(m_loopback->connectionCount(), 0, 20'000);
    transportOf(node, m_loopback->settings())->close(); // nothing there: nothing happens
}

void TestNodeRunner::cancelEndsOnlySsh()
{
    const Node node = m_loopback->node();
    const auto runner = transportOf(node, m_loopback->settings())->hostRunner();
    QCOMPARE(failureOf(node, m_loopback->settings(), shell(QStringLiteral("true"))).code,
             ErrorCode::Internal);
    const QString started = m_loopback->path(QStringLiteral("started"));
    const QString ended = m_loopback->path(QStringLiteral("ended"));
    // It goes on after its streams are gone, until it sees the file "go".
    const auto process = runner->create(
        shell(QStringLiteral("echo $$ > '%1'; while ! test -e '%2'; do sleep 0.05; done; "
                             "echo done > '%3'")
                  .arg(started, m_loopback->path(QStringLiteral("go")), ended)));
    QSignalSpy finished(process.get(), &Process::finished);
    process->start();
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(started), 20'000);
    process->cancel();
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 20'000);
    QCOMPARE(finished.at(0).at(0).value<ProcessOutcome>().end, ProcessEnd::Cancelled);
    QCOMPARE(m_loopback->connectionCount(), 1); // others go on using it
    QVERIFY(QFile(m_loopback->path(QStringLiteral("go"))).open(QIODevice::WriteOnly));
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(ended), 20'000);
}

void TestNodeRunner::cut()
{
    const Node node = m_loopback->node();
    const auto runner = transportOf(node, m_loopback->settings())->hostRunner();
    for (int round = 0; round < 3; ++round) {
        const auto process = runner->create(shell(QStringLiteral("echo on; exec sleep 600")));
        QByteArray output;
        QByteArray errors;
        ProcessOutcome outcome;
        connect(process.get(), &Process::outputRead, this,
                [&](const QByteArray& bytes) { output += bytes; });
        connect(process.get(), &Process::errorsRead, this,
                [&](const QByteArray& bytes) { errors += bytes; });
        connect(process.get(), &Process::finished, this,
                [&](const ProcessOutcome& ended) { outcome = ended; });
        process->start();
        QTRY_COMPARE_WITH_TIMEOUT(output, QByteArrayLiteral("on\n"), 20'000);
        m_loopback->cutConnections();
        QTRY_COMPARE_WITH_TIMEOUT(process->state(), Process::State::Finished, 20'000);
        QCOMPARE(outcome.end, ProcessEnd::Exited);
        QCOMPARE(outcome.exitCode, 255);
        const Error error = transportOf(node)->explain(outcome, errors);
        QVERIFY2(error.code == ErrorCode::ConnectionLost, errors.constData());
        QVERIFY(isConnectionError(error));
        QCOMPARE(error.object, QStringLiteral("Loopback"));
    }
    // The next program connects anew.
    QCOMPARE(failureOf(node, m_loopback->settings(), shell(QStringLiteral("true"))).code,
             ErrorCode::Internal);
}

void TestNodeRunner::nodeOff()
{
    const Node node = m_loopback->node();
    m_loopback->stop();
    const Error error = failureOf(node, m_loopback->settings(), shell(QStringLiteral("true")));
    QVERIFY2(error.code == ErrorCode::NodeUnreachable, qPrintable(error.detail));
    QVERIFY2(error.detail.contains(QStringLiteral("refused")), qPrintable(error.detail));
    QVERIFY2(m_loopback->restart(), qPrintable(m_loopback->problem()));
    QCOMPARE(failureOf(node, m_loopback->settings(), shell(QStringLiteral("true"))).code,
             ErrorCode::Internal);
}

void TestNodeRunner::unknownHost()
{
    Node node = m_loopback->node();
    node.of<SshHost>().host = QStringLiteral("no-such-host.invalid");
    const Error error = failureOf(node, m_loopback->settings(), shell(QStringLiteral("true")));
    QVERIFY2(error.code == ErrorCode::NodeUnreachable, qPrintable(error.detail));
}

void TestNodeRunner::wrongKey()
{
    m_loopback->authorize(m_loopback->makeKey(QStringLiteral("other_key")), true);
    const Error error =
        failureOf(m_loopback->node(), m_loopback->settings(), shell(QStringLiteral("true")));
    QVERIFY2(error.code == ErrorCode::LoginRefused, qPrintable(error.detail));
    Node node = m_loopback->node();
    node.of<SshHost>().identityFile = m_loopback->path(QStringLiteral("other_key"));
    QCOMPARE(failureOf(node, m_loopback->settings(), shell(QStringLiteral("true"))).code,
             ErrorCode::Internal);
}

void TestNodeRunner::hostKeyChanged()
{
    m_loopback->stop();
    QVERIFY(m_loopback->changeHostKey());
    QVERIFY(m_loopback->restart());
    const Error error =
        failureOf(m_loopback->node(), m_loopback->settings(), shell(QStringLiteral("true")));
    QVERIFY2(error.code == ErrorCode::HostKeyRefused, qPrintable(error.detail));
}

void TestNodeRunner::hostKeyUnknown()
{
    m_loopback->forgetHostKey();
    const Error error =
        failureOf(m_loopback->node(), m_loopback->settings(), shell(QStringLiteral("true")));
    QVERIFY2(error.code == ErrorCode::HostKeyRefused, qPrintable(error.detail));
}

void TestNodeRunner::refused()
{
    Node node = m_loopback->node();
    node.of<SshHost>().host = QStringLiteral("-oProxyCommand=touch /tmp/x");
    QCOMPARE(failureOf(node, m_loopback->settings(), shell(QStringLiteral("true"))).code,
             ErrorCode::InvalidArgument);
    ProcessCommand command = shell(QStringLiteral("true"));
    command.environment = {{QStringLiteral("A;B"), QStringLiteral("x")}};
    QCOMPARE(failureOf(m_loopback->node(), m_loopback->settings(), command).code,
             ErrorCode::InvalidArgument);
    command = shell(QString(QChar::Null));
    QCOMPARE(failureOf(m_loopback->node(), m_loopback->settings(), command).code,
             ErrorCode::InvalidArgument);
}

void TestNodeRunner::nodesOwnEnvironment()
{
    m_loopback->setEnvironment({{QStringLiteral("PATH"), LoopbackNode::fakeEngineFolder() +
                                                             QStringLiteral(":/usr/bin:/bin")},
                                {QStringLiteral("ROCPORT_TWO"), QStringLiteral("a b")}});
    QVERIFY(m_loopback->restart());
    const auto run =
        runProcess(*transportOf(m_loopback->node(), m_loopback->settings())->hostRunner(),
                   shell(QStringLiteral("docker version; echo \"$ROCPORT_TWO\"")));
    QVERIFY(run.ok());
    QCOMPARE(run->output, QByteArrayLiteral("24.0.7\na b\n"));
}

void TestNodeRunner::passphrase()
{
    const QString key =
        m_loopback->makeKey(QStringLiteral("locked_key"), QStringLiteral("it's $ecret é"));
    m_loopback->authorize(key, true);
    Node node = m_loopback->node();
    node.of<SshHost>().identityFile = key;
    AskServer server;
    SshSettings settings = m_loopback->settings();
    QVERIFY(server.listen(settings.controlFolder).ok());
    settings.askpass = askpassProgram(QStringLiteral(ROCPORT_BINARY_DIR "/bin"));
    settings.askSocket = server.socketPath();
    settings.askToken = server.token();
    QStringList answers{QStringLiteral("wrong"), QStringLiteral("it's $ecret é")};
    QVector<AskQuestion> questions;
    connect(&server, &AskServer::asked, this, [&](const AskQuestion& question) {
        questions.append(question);
        server.answer(question.id, answers.isEmpty() ? std::optional<QString>()
                                                     : std::optional<QString>(answers.takeFirst()));
    });
    QCOMPARE(failureOf(node, settings, shell(QStringLiteral("true"))).code, ErrorCode::Internal);
    QCOMPARE(questions.size(), 2);
    QVERIFY2(questions[0].prompt.contains(QStringLiteral("locked_key")),
             qPrintable(questions[0].prompt));
    QCOMPARE(questions[0].nodeName, QStringLiteral("Loopback"));
    QVERIFY(questions[0].secret);
    // The shared connection asks no more.
    QCOMPARE(failureOf(node, settings, shell(QStringLiteral("true"))).code, ErrorCode::Internal);
    QCOMPARE(questions.size(), 2);
    // Refused: ssh fails; it does not hang.
    transportOf(node, settings)->close();
    const Error error = failureOf(node, settings, shell(QStringLiteral("true")));
    QVERIFY2(error.code == ErrorCode::LoginRefused, qPrintable(error.detail));
    QVERIFY(questions.size() > 2);
}

void TestNodeRunner::hostKeyByDialogue()
{
    m_loopback->forgetHostKey();
    AskServer server;
    SshSettings settings = m_loopback->settings();
    QVERIFY(server.listen(settings.controlFolder).ok());
    settings.askpass = askpassProgram(QStringLiteral(ROCPORT_BINARY_DIR "/bin"));
    settings.askSocket = server.socketPath();
    settings.askToken = server.token();
    settings.options = {QStringLiteral("StrictHostKeyChecking=ask")};
    QString reply = QStringLiteral("no");
    QVector<AskQuestion> questions;
    connect(&server, &AskServer::asked, this, [&](const AskQuestion& question) {
        questions.append(question);
        server.answer(question.id, reply);
    });
    const Error error = failureOf(m_loopback->node(), settings, shell(QStringLiteral("true")));
    QVERIFY2(error.code == ErrorCode::HostKeyRefused, qPrintable(error.detail));
    QCOMPARE(questions.size(), 1);
    QVERIFY(questions[0].yesNo);
    QVERIFY(questions[0].prompt.contains(QStringLiteral("SHA256:")));
    reply = QStringLiteral("yes");
    QCOMPARE(failureOf(m_loopback->node(), settings, shell(QStringLiteral("true"))).code,
             ErrorCode::Internal);
    QCOMPARE(questions.size(), 2);
    // It is known now.
    transportOf(m_loopback->node(), settings)->close();
    QCOMPARE(failureOf(m_loopback->node(), settings, shell(QStringLiteral("true"))).code,
             ErrorCode::Internal);
    QCOMPARE(questions.size(), 2);
}

QTEST_GUILESS_MAIN(TestNodeRunner)
#include "tst_noderunner.moc"
