#include "core/remote/nodekinds.h"
#include "core/remote/sshconfig.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace rocport;

class TestSshConfig : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aliases_data();
    void aliases();
    void includes();
    void loopsAndPipes();
    void resolved();
    void errors_data();
    void errors();
    void controlFolder();
};

void TestSshConfig::aliases_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char* name, const char* text, const QStringList& expected) {
        QTest::newRow(name) << QByteArray(text) << expected;
    };
    const QStringList ab{QStringLiteral("a"), QStringLiteral("b")};
    row("empty", "", {});
    row("two", "Host a b\n  User x\n", ab);
    row("case, tabs, CRLF", "\thOsT\ta\tb\r\n", ab);
    row("equals", "Host=a\nhost = b\n", ab);
    row("quotes", "Host \"a\" \"b\"\n", ab);
    row("patterns", "Host a *.x !no b?c b\n", ab);
    row("comment", "# Host no\nHost a # no\nHost b\n", ab);
    row("no final newline", "Host a\nHost b", ab);
    row("open quote", "Host a \"no\nHost b\n", ab);
    row("match", "Match host no\n  HostName x\nHost a b\n", ab);
    row("options and shell", "Host a -oX $(x) b;c x@y b\n", ab);
    row("not a host", "HostName a\nHostKeyAlias b\n", {});
    row("non-ascii", "Host b\xc3\xbcro \xff\n", {QStringLiteral("büro")});
}

void TestSshConfig::aliases()
{
    QFETCH(QByteArray, text);
    QFETCH(QStringList, expected);
    QCOMPARE(parseSshConfig(text).aliases, expected);
}

namespace {

void write(const QString& file, const QByteArray& text)
{
    QFile out(file);
    if (out.open(QIODevice::WriteOnly)) {
        out.write(text);
    }
}

} // namespace

void TestSshConfig::includes()
{
    const QTemporaryDir folder;
    const QString config = folder.filePath(QStringLiteral("config"));
    QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("config.d/my hosts")));
    write(config, "Include config.d/*.conf \"config.d/my hosts/one\" /no/such/file\nHost last a\n");
    write(folder.filePath(QStringLiteral("config.d/1.conf")), "Host a\n");
    write(folder.filePath(QStringLiteral("config.d/2.conf")), "Host b\nInclude config.d/deep\n");
    write(folder.filePath(QStringLiteral("config.d/3.other")), "Host no\n");
    write(folder.filePath(QStringLiteral("config.d/deep")), "Host c\n");
    write(folder.filePath(QStringLiteral("config.d/my hosts/one")), "Host d\n");
    const QStringList found = sshAliases(config);
    QCOMPARE(QSet<QString>(found.begin(), found.end()),
             (QSet<QString>{QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c"),
                            QStringLiteral("d"), QStringLiteral("last")}));
    QCOMPARE(found.size(), 5);
    QVERIFY(sshAliases(folder.filePath(QStringLiteral("missing"))).isEmpty());
}

void TestSshConfig::loopsAndPipes()
{
    const QTemporaryDir folder;
    const QString config = folder.filePath(QStringLiteral("config"));
    write(config, "Include config\nInclude other\nInclude pipe\nHost a\n");
    write(folder.filePath(QStringLiteral("other")), "Include config\nHost b\n");
    // Opening it for reading would wait for ever.
    QCOMPARE(::mkfifo(QFile::encodeName(folder.filePath(QStringLiteral("pipe"))).constData(), 0600),
             0);
    const QStringList found = sshAliases(config);
    QCOMPARE(found.size(), 2);
}

void TestSshConfig::resolved()
{
    const ResolvedHost host = parseResolvedHost(
        "host mi300\nuser me\nhostname 10.0.0.5\nport 2222\nproxyjump gate\nproxycommand none\n");
    QCOMPARE(host.hostName, QStringLiteral("10.0.0.5"));
    QCOMPARE(host.user, QStringLiteral("me"));
    QCOMPARE(host.port, 2222);
    QCOMPARE(host.proxy, QStringLiteral("gate"));
    QVERIFY(parseResolvedHost("usage: ssh").hostName.isEmpty());
    Node node;
    node.name = QStringLiteral("n");
    node.of<SshHost>().host = QStringLiteral("mi300");
    const QStringList arguments = resolveCommand(node, {}).arguments;
    QCOMPARE(arguments.first(), QStringLiteral("-G"));
    QCOMPARE(arguments.mid(arguments.size() - 2),
             (QStringList{QStringLiteral("--"), QStringLiteral("mi300")}));
}

void TestSshConfig::errors_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<ErrorCode>("code");
    using enum ErrorCode;
    const auto row = [](const char* text, ErrorCode code, int status = 255) {
        QTest::newRow(text) << status << QByteArray(text) << code;
    };
    row("ssh: connect to host h port 22: Connection refused\r\n", NodeUnreachable);
    row("ssh: connect to host h port 22: Connection timed out", NodeUnreachable);
    row("ssh: connect to host h port 22: No route to host", NodeUnreachable);
    row("ssh: Could not resolve hostname h: Name or service not known", NodeUnreachable);
    row("Connection timed out during banner exchange", NodeUnreachable);
    row("kex_exchange_identification: Connection closed by remote host", NodeUnreachable);
    row("Connection closed by 10.0.0.1 port 22", NodeUnreachable);
    row("/c: line 1: Bad configuration option: x", NodeUnreachable);
    row("Unable to negotiate with 1.2.3.4 port 22: no matching host key type found. Their offer: "
        "ssh-rsa",
        NodeUnreachable);
    row("me@h: Permission denied (publickey,password).", LoginRefused);
    row("Received disconnect from 1.2.3.4 port 22:2: Too many authentication failures",
        LoginRefused);
    row("me@jump: Permission denied (publickey).\nkex_exchange_identification: Connection closed "
        "by remote host",
        LoginRefused);
    row("Host key verification failed.", HostKeyRefused);
    row("@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @\nHost key verification failed.",
        HostKeyRefused);
    row("No ED25519 host key is known for h and you have requested strict checking.\n",
        HostKeyRefused);
    row("Connection to h closed by remote host.", ConnectionLost);
    row("Timeout, server h not responding.", ConnectionLost);
    row("client_loop: send disconnect: Broken pipe", ConnectionLost);
    row("Read from remote host h: Connection reset by peer", ConnectionLost);
    row("", ConnectionLost);
    row("Permission denied (publickey).", NodeFailed, 1);
    row("cat: x: No such file or directory", NodeFailed, 1);
}

void TestSshConfig::errors()
{
    QFETCH(int, status);
    QFETCH(QByteArray, text);
    QFETCH(ErrorCode, code);
    Node node;
    node.name = QStringLiteral("n");
    node.of<SshHost>().host = QStringLiteral("h");
    ProcessOutcome outcome;
    outcome.end = ProcessEnd::Exited;
    outcome.exitCode = status;
    const Error error = transportOf(node)->explain(outcome, text);
    QCOMPARE(error.code, code);
    QCOMPARE(error.object, QStringLiteral("n"));
    QCOMPARE(isConnectionError(error),
             code == ErrorCode::NodeUnreachable || code == ErrorCode::ConnectionLost);
    // ssh's own 255 on this machine is just a status.
    node.place = QStringLiteral("local");
    QCOMPARE(transportOf(node)->explain(outcome, text).code, ErrorCode::NodeFailed);
    outcome.end = ProcessEnd::Cancelled;
    QCOMPARE(transportOf(node)->explain(outcome, text).code, ErrorCode::Cancelled);
}

void TestSshConfig::controlFolder()
{
    const QTemporaryDir folder;
    const auto made = makeControlFolder(folder.filePath(QStringLiteral("c")));
    QVERIFY(made.ok());
    QCOMPARE(QFile::permissions(*made) & (QFileDevice::ReadGroup | QFileDevice::ExeOther),
             QFileDevice::Permissions());
    write(folder.filePath(QStringLiteral("file")), "x");
    QCOMPARE(makeControlFolder(folder.filePath(QStringLiteral("file"))).error().code,
             ErrorCode::FileWriteFailed);
    QVERIFY(QFile::link(folder.path(), folder.filePath(QStringLiteral("link"))));
    QVERIFY(!makeControlFolder(folder.filePath(QStringLiteral("link"))).ok());
    // Too long a path shares no connection.
    Node node;
    node.of<SshHost>().host = QStringLiteral("h");
    SshSettings settings;
    settings.controlFolder = u'/' + QString(90, u'x');
    QVERIFY(!sshArguments(node, settings).join(u' ').contains(QStringLiteral("ControlPath")));
    settings.controlFolder = *made;
    QVERIFY(sshArguments(node, settings).join(u' ').contains(QStringLiteral("ControlPath")));
}

QTEST_GUILESS_MAIN(TestSshConfig)
#include "tst_sshconfig.moc"
