// A shell on a node in the user's own terminal: which words it gets, and that nothing reads them on
// the way.
#include "core/process/terminalcommand.h"
#include "core/remote/container.h"
#include "core/remote/nodekinds.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace rocport;

class TestTerminalCommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void words_data();
    void words();
    void refusesWhatIsNoCommand();
    void shellOfANode_data();
    void shellOfANode();
    void badNodesAreRefused();
    void usualTerminal();
    void startsTheProgramWithItsWords();
};

void TestTerminalCommand::words_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("program");
    QTest::addColumn<QStringList>("arguments");
    const QStringList ssh{QStringLiteral("ssh"), QStringLiteral("a b")};
    const auto row = [&](const char* name, const char* command, const QStringList& words,
                         const char* program, const QStringList& arguments) {
        QTest::newRow(name) << QString::fromLatin1(command) << words << QString::fromLatin1(program)
                            << arguments;
    };
    const auto after = [&](const char* option) {
        return QStringList{QString::fromLatin1(option)} + ssh;
    };
    row("xterm", "xterm", ssh, "xterm", after("-e"));
    row("a path", "/usr/bin/gnome-terminal", ssh, "/usr/bin/gnome-terminal", after("--"));
    row("kitty", "kitty", ssh, "kitty", ssh);
    row("xfce", "xfce4-terminal", ssh, "xfce4-terminal", after("-x"));
    row("own place", "term --run {command} --hold", ssh, "term",
        QStringList{QStringLiteral("--run")} + ssh + QStringList{QStringLiteral("--hold")});
    row("quotes", "xterm -T 'My node'", ssh, "xterm",
        QStringList{QStringLiteral("-T"), QStringLiteral("My node"), QStringLiteral("-e")} + ssh);
    row("no words", "xterm", {}, "xterm", {});
    qputenv("SHELL", "/bin/own");
    row("no words in their place", "konsole --hold -e {command}", {}, "konsole",
        {QStringLiteral("--hold"), QStringLiteral("-e"), QStringLiteral("/bin/own")});
    row("mate", "mate-terminal", ssh, "mate-terminal", after("-x"));
    row("a dollar is a dollar", "xterm -T $HOME;ls", {}, "xterm",
        {QStringLiteral("-T"), QStringLiteral("$HOME;ls")});
}

void TestTerminalCommand::words()
{
    QFETCH(QString, command);
    QFETCH(QStringList, words);
    QFETCH(QString, program);
    QFETCH(QStringList, arguments);
    const Result<EditorCommand> made = terminalCommand(command, words);
    QVERIFY(made.ok());
    QCOMPARE(made->program, program);
    QCOMPARE(made->arguments, arguments);
}

void TestTerminalCommand::refusesWhatIsNoCommand()
{
    for (const char* bad : {"", "  ", "xterm 'x", "'' -e", "term --run={command}", "{command}"}) {
        const Result<EditorCommand> made = terminalCommand(QString::fromLatin1(bad), {});
        QVERIFY2(!made.ok(), bad);
        QCOMPARE(made.error().code, ErrorCode::InvalidArgument);
    }
}

void TestTerminalCommand::shellOfANode_data()
{
    QTest::addColumn<bool>("local");
    QTest::addColumn<bool>("inContainer");
    QTest::addColumn<QString>("shell");
    QTest::newRow("host") << false << false
                          << QStringLiteral("ssh|-F|/c|-p|2222|-i|/k|--|me@mi300x");
    QTest::newRow("container on it")
        << false << true
        << QStringLiteral(
               "ssh|-F|/c|-t|-p|2222|-i|/k|--|me@mi300x|'podman' 'exec' '-it' 'work' 'sh'");
    QTest::newRow("here") << true << false << QString();
    QTest::newRow("container here") << true << true << QStringLiteral("podman|exec|-it|work|sh");
}

void TestTerminalCommand::shellOfANode()
{
    QFETCH(bool, local);
    QFETCH(bool, inContainer);
    QFETCH(QString, shell);
    Node node;
    node.id = QStringLiteral("n1");
    node.name = QStringLiteral("MI300X");
    node.place = local ? QStringLiteral("local") : QStringLiteral("ssh");
    if (!local) {
        node.of<SshHost>().host = QStringLiteral("me@mi300x");
        node.of<SshHost>().port = 2222;
        node.of<SshHost>().identityFile = QStringLiteral("/k");
    }
    if (inContainer) {
        node.of<ContainerSettings>().use = ContainerSettings::Use::Exec;
        node.of<ContainerSettings>().engine = QStringLiteral("podman");
        node.of<ContainerSettings>().container = QStringLiteral("work");
    }
    SshSettings settings;
    settings.configFile = QStringLiteral("/c");
    const Result<QStringList> words = transportOf(node, settings)->shell();
    QVERIFY2(words.ok(), words.ok() ? "" : qPrintable(words.error().detail));
    QString joined = words->join(u'|');
    if (inContainer && !local) { // quoted or not: a shell there reads the same
        joined.remove(u'\'');
        shell.remove(u'\'');
    }
    QCOMPARE(joined, shell);
    // A person answers ssh's questions: nothing of what keeps a program from asking.
    QVERIFY(!joined.contains(QLatin1StringView("BatchMode")));
    QVERIFY(!words->contains(QStringLiteral("-T")));
}

void TestTerminalCommand::badNodesAreRefused()
{
    Node node;
    node.id = QStringLiteral("n1");
    node.name = QStringLiteral("bad");
    node.of<SshHost>().host = QStringLiteral("-oProxyCommand=touch /tmp/x");
    const Result<QStringList> words = transportOf(node)->shell();
    QVERIFY(!words.ok());
    QCOMPARE(words.error().code, ErrorCode::InvalidArgument);
}

void TestTerminalCommand::usualTerminal()
{
    const QByteArray before = qgetenv("TERMINAL");
    qputenv("TERMINAL", "myterm --flag");
    QCOMPARE(defaultTerminalCommand(), QStringLiteral("myterm --flag"));
    before.isEmpty() ? qunsetenv("TERMINAL") : qputenv("TERMINAL", before);
}

void TestTerminalCommand::startsTheProgramWithItsWords()
{
    QTemporaryDir folder;
    const QString record = folder.filePath(QStringLiteral("record"));
    const QString program = folder.filePath(QStringLiteral("stand-in"));
    QFile file(program);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#!/bin/sh\nfor word; do echo \"[$word]\"; done > '" + record.toUtf8() +
               ".new'\nmv '" + record.toUtf8() + ".new' '" + record.toUtf8() + "'\n");
    file.close();
    file.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
    const Result<EditorCommand> made =
        terminalCommand(program + QStringLiteral(" -T 'My $HOME'"),
                        {QStringLiteral("ssh"), QStringLiteral("--"), QStringLiteral("a;touch b")});
    QVERIFY(made.ok());
    QVERIFY(startDetachedProgram(*made, folder.path(), QStringLiteral("the terminal")).ok());
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(record), 20000);
    QFile read(record);
    QVERIFY(read.open(QIODevice::ReadOnly));
    QCOMPARE(read.readAll(), QByteArray("[-T]\n[My $HOME]\n[-e]\n[ssh]\n[--]\n[a;touch b]\n"));
    const auto missing = startDetachedProgram({QStringLiteral("no-such-terminal-here"), {}},
                                              folder.path(), QStringLiteral("the terminal"));
    QVERIFY(!missing.ok());
    QCOMPARE(
        missing.error().detail,
        QStringLiteral("the terminal is not installed; Preferences has its command on the page "
                       "Programs"));
}

QTEST_GUILESS_MAIN(TestTerminalCommand)
#include "tst_terminalcommand.moc"
