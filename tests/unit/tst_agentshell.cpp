// The agent by itself, under the shells that nodes have.
#include "core/remote/nodeagent.h"
#include "core/remote/tarfile.h"
#include "tests/support/jobfixture.h"

#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <QTest>

using namespace rocport;
using namespace rocport::test;

class tst_AgentShell : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data();
    void init();
    void oneJob();
    void putThatIsCut();
    void oddRequests();
    void cancelOfAJobThatNeverStarted();
    void logThatBecameShorter();

private:
    /// Output of one request; its exit status in m_code.
    QByteArray ask(const QStringList& words, const QByteArray& input = {});
    QByteArray put(const QString& job, const QByteArray& script);
    [[nodiscard]] QString state(const QString& job, const QString& name) const
    {
        return m_folder->filePath(QStringLiteral("jobs/%1/.rocport/%2").arg(job, name));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QStringList m_shell;
    int m_code = 0;
};

void tst_AgentShell::initTestCase_data()
{
    QTest::addColumn<QStringList>("shell");
    for (const QStringList& shell :
         {QStringList{QStringLiteral("dash")},
          QStringList{QStringLiteral("busybox"), QStringLiteral("sh")},
          QStringList{QStringLiteral("bash"), QStringLiteral("--posix")}}) {
        if (!QStandardPaths::findExecutable(shell.first()).isEmpty()) {
            QTest::newRow(qPrintable(shell.first())) << shell;
        }
    }
}

void tst_AgentShell::init()
{
    QFETCH_GLOBAL(const QStringList, shell);
    m_shell = shell;
    m_folder = std::make_unique<QTemporaryDir>();
    QFile agent(m_folder->filePath(QStringLiteral("agent.sh")));
    QVERIFY(agent.open(QIODevice::WriteOnly));
    agent.write(NodeAgent::agentText());
    QVERIFY(NodeAgent::agentText().size() > 10000);
}

QByteArray tst_AgentShell::ask(const QStringList& words, const QByteArray& input)
{
    QProcess process;
    process.start(m_shell.first(), m_shell.mid(1) +
                                       QStringList{m_folder->filePath(QStringLiteral("agent.sh")),
                                                   m_folder->path()} +
                                       words);
    process.write(input);
    process.closeWriteChannel();
    process.waitForFinished(60000);
    m_code = process.exitCode();
    return process.readAllStandardOutput();
}

QByteArray tst_AgentShell::put(const QString& job, const QByteArray& script)
{
    const QByteArray archive = makeTar({{QStringLiteral(".rocport/launch.sh"), script}});
    return ask({QStringLiteral("put"), job, QString::number(archive.size())}, archive);
}

void tst_AgentShell::oneJob()
{
    QCOMPARE(put(QStringLiteral("a-1"), "printf 'one\\ntwo'; exit 9\n"),
             QByteArray("@rocport put new\n"));
    QCOMPARE(put(QStringLiteral("a-1"), "echo other\n"), QByteArray("@rocport put already\n"));
    QVERIFY(ask({QStringLiteral("status"), QStringLiteral("a-1")}).contains(" waiting\n"));
    QCOMPARE(ask({QStringLiteral("start"), QStringLiteral("a-1")}),
             QByteArray("@rocport start new\n"));
    QCOMPARE(ask({QStringLiteral("start"), QStringLiteral("a-1")}),
             QByteArray("@rocport start already\n"));
    FollowReader reader(2);
    reader.feed(ask({QStringLiteral("follow"), QStringLiteral("a-1"), QStringLiteral("2")}));
    QByteArray log;
    int code = -1;
    for (const FollowFrame& frame : reader.take()) {
        log += frame.bytes;
        code = frame.kind == FollowFrame::Kind::Exit ? frame.code : code;
    }
    QVERIFY(!reader.broken());
    QCOMPARE(log, QByteArray("e\ntwo"));
    QCOMPARE(code, 9);
    QVERIFY(ask({QStringLiteral("list"), QStringLiteral("-")}).contains("job a-1 ended 9\n"));
    QCOMPARE(QFileInfo(state(QStringLiteral("a-1"), QStringLiteral("exit"))).size(), 96);
    QCOMPARE(ask({QStringLiteral("remove"), QStringLiteral("a-1")}),
             QByteArray("@rocport removed\n"));
    QVERIFY(ask({QStringLiteral("follow"), QStringLiteral("a-1"), QStringLiteral("0")})
                .contains("@rocport gone removed\n"));
}

void tst_AgentShell::putThatIsCut()
{
    const QByteArray archive = makeTar({{QStringLiteral(".rocport/launch.sh"), "echo x\n"}});
    const QByteArray answer =
        ask({QStringLiteral("put"), QStringLiteral("b"), QString::number(archive.size())},
            archive.left(700));
    QCOMPARE(answer, QByteArray("@rocport error short 700\n"));
    QVERIFY(m_code != 0);
    QVERIFY(!QFile::exists(m_folder->filePath(QStringLiteral("jobs/b"))));
    QCOMPARE(ask({QStringLiteral("start"), QStringLiteral("b")}),
             QByteArray("@rocport error unknown-job\n"));
    QCOMPARE(put(QStringLiteral("b"), "echo x\n"), QByteArray("@rocport put new\n"));
}

void tst_AgentShell::oddRequests()
{
    put(QStringLiteral("c"), "sleep 600\n");
    for (const QStringList& words :
         {QStringList{QStringLiteral("start"), QStringLiteral("../c")},
          QStringList{QStringLiteral("start"), QStringLiteral("-c")},
          QStringList{QStringLiteral("start"), QStringLiteral("$(id)")},
          QStringList{QStringLiteral("start"), QString()},
          QStringList{QStringLiteral("follow"), QStringLiteral("c"), QStringLiteral("-1")},
          QStringList{QStringLiteral("cancel"), QStringLiteral("c"), QStringLiteral("STOP")},
          QStringList{QStringLiteral("fetch"), QStringLiteral("c"),
                      QStringLiteral("../c/.rocport/log"), QStringLiteral("0")},
          QStringList{QStringLiteral("fetch"), QStringLiteral("c"), QStringLiteral("nothing"),
                      QStringLiteral("0")},
          QStringList{QStringLiteral("dance"), QStringLiteral("c")}}) {
        QVERIFY2(ask(words).contains("@rocport error "), qPrintable(words.join(u' ')));
        QVERIFY(m_code != 0);
    }
    ask({QStringLiteral("start"), QStringLiteral("c")});
    QVERIFY(ask({QStringLiteral("remove"), QStringLiteral("c")}).contains("error running"));
    bool told = false; // once: a second one finds no job
    QTRY_VERIFY_WITH_TIMEOUT(
        (told = told || ask({QStringLiteral("cancel"), QStringLiteral("c"),
                             QStringLiteral("KILL")}) == "@rocport cancel signalled\n"),
        60000);
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(state(QStringLiteral("c"), QStringLiteral("exit"))),
                             60000);
    QVERIFY(fileBytes(state(QStringLiteral("c"), QStringLiteral("exit"))).startsWith("137 "));
}

void tst_AgentShell::cancelOfAJobThatNeverStarted()
{
    put(QStringLiteral("d"), "echo never\n");
    QCOMPARE(ask({QStringLiteral("cancel"), QStringLiteral("d"), QStringLiteral("INT")}),
             QByteArray("@rocport cancel ended\n"));
    QCOMPARE(ask({QStringLiteral("start"), QStringLiteral("d")}),
             QByteArray("@rocport start already\n"));
    QVERIFY(ask({QStringLiteral("follow"), QStringLiteral("d"), QStringLiteral("0")})
                .contains("ended,cancelled 0\n"));
}

void tst_AgentShell::logThatBecameShorter()
{
    put(QStringLiteral("e"), "echo long enough\n");
    ask({QStringLiteral("start"), QStringLiteral("e")});
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(state(QStringLiteral("e"), QStringLiteral("exit"))),
                             60000);
    QVERIFY(ask({QStringLiteral("follow"), QStringLiteral("e"), QStringLiteral("100")})
                .contains("@rocport shrunk 12\n"));
}

QTEST_GUILESS_MAIN(tst_AgentShell)
#include "tst_agentshell.moc"
