// What the agent on a node does for arrays of jobs, in the shells that nodes have; Slurm's programs
// are stand-ins.
#include "core/remote/nodeagent.h"
#include "tests/support/jobfixture.h"

#include <QDir>
#include <QProcess>
#include <QStandardPaths>
#include <QTest>

using namespace rocport;
using namespace rocport::test;

class tst_ArrayAgent : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void holdKeepsWhatTheSyncLists_data() { shells(); }
    void holdKeepsWhatTheSyncLists();
    void holdSaysWhyNot_data() { shells(); }
    void holdSaysWhyNot();
    void theTreeGoesWithTheLastTask_data() { shells(); }
    void theTreeGoesWithTheLastTask();
    void discardRemovesWhatIsUnclaimed_data() { shells(); }
    void discardRemovesWhatIsUnclaimed();
    void neverHandedOver_data() { shells(); }
    void neverHandedOver();
    void onlyRunningTasksAreStopped_data() { shells(); }
    void onlyRunningTasksAreStopped();
    void theLastLineOfSbatchCounts_data() { shells(); }
    void theLastLineOfSbatchCounts();

private:
    static void shells();
    void begin();
    QByteArray agent(const QStringList& words);
    QByteArray shell(const QByteArray& script);
    [[nodiscard]] QString path(const QString& name) const { return m_folder->filePath(name); }
    [[nodiscard]] bool there(const char* name) const
    {
        return QFileInfo::exists(path(QString::fromLatin1(name)));
    }
    void standIn(const QString& name, const QByteArray& script) const;
    void makeTree();
    void makeArray(int tasks);

    QStringList m_shell;
    std::unique_ptr<QTemporaryDir> m_folder;
};

void tst_ArrayAgent::shells()
{
    QTest::addColumn<QStringList>("shell");
    QTest::newRow("sh") << QStringList{QStringLiteral("sh")};
    QTest::newRow("dash") << QStringList{QStringLiteral("dash")};
    QTest::newRow("busybox") << QStringList{QStringLiteral("busybox"), QStringLiteral("sh")};
}

void tst_ArrayAgent::begin()
{
    QFETCH(const QStringList, shell);
    m_shell = shell;
    if (QStandardPaths::findExecutable(shell.first()).isEmpty()) {
        QSKIP(qPrintable(QStringLiteral("ROCPORT_SKIP_TEST no ") + shell.first()));
    }
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    QVERIFY(QDir().mkpath(path(QStringLiteral("bin"))));
    QVERIFY(QDir().mkpath(path(QStringLiteral("w/jobs"))));
    QFile file(path(QStringLiteral("agent.sh")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(NodeAgent::agentText());
    for (const char* name : {"squeue", "sacct", "scancel", "sbatch"}) {
        standIn(QString::fromLatin1(name), "exit 0\n");
    }
}

void tst_ArrayAgent::standIn(const QString& name, const QByteArray& script) const
{
    QFile file(path(QStringLiteral("bin/") + name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#!/bin/sh\n" + script);
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

QByteArray tst_ArrayAgent::agent(const QStringList& words)
{
    QProcess process;
    QProcessEnvironment own = QProcessEnvironment::systemEnvironment();
    own.insert(QStringLiteral("PATH"),
               path(QStringLiteral("bin:")) + own.value(QStringLiteral("PATH")));
    process.setProcessEnvironment(own);
    process.setWorkingDirectory(m_folder->path());
    process.start(m_shell.first(),
                  m_shell.mid(1) +
                      QStringList{QStringLiteral("agent.sh"), path(QStringLiteral("w"))} + words);
    process.waitForFinished(60000);
    return process.readAllStandardOutput() + process.readAllStandardError();
}

QByteArray tst_ArrayAgent::shell(const QByteArray& script)
{
    QProcess process;
    process.setWorkingDirectory(path(QStringLiteral("w")));
    process.start(QStringLiteral("sh"), {QStringLiteral("-c"), QString::fromUtf8(script)});
    process.waitForFinished(60000);
    return process.readAllStandardOutput() + process.readAllStandardError();
}

/// As a sync leaves it (docs/sync.md), with what a build put beside the sources.
void tst_ArrayAgent::makeTree()
{
    QCOMPARE(shell("set -e; mkdir -p trees/k/sub sync/k/d1.7; cd trees/k\n"
                   "echo one >a.c; echo two >'sub/b c.c'; ln -s a.c link; echo x >tool; chmod 755 "
                   "tool; touch -t 202001010000 a.c\n"
                   "echo stale >a.o; mkdir build; echo stale >build/CMakeCache.txt\n"
                   "printf './a.c\\0./sub/b c.c\\0./link\\0./tool\\0' >../../sync/k/d1.7/names\n"
                   "echo d1.7 >../../sync/k/current"),
             QByteArray());
}

void tst_ArrayAgent::makeArray(int tasks)
{
    QCOMPARE(shell("set -e; cd jobs; n=0; while [ $n -lt " + QByteArray::number(tasks) +
                   " ]; do s=X-$n/.rocport; mkdir -p $s; echo \"X $n\" >$s/array; : >$s/log; : "
                   ">$s/stages; echo secret >$s/secrets.sh; n=$((n + 1)); done\n"
                   "mkdir -p X/.rocport; echo " +
                   QByteArray::number(tasks) +
                   " >X/.rocport/tasks; printf '%-95s\\n' '' >X/.rocport/queue"),
             QByteArray());
}

void tst_ArrayAgent::holdKeepsWhatTheSyncLists()
{
    begin();
    makeTree();
    QCOMPARE(agent({QStringLiteral("hold"), QStringLiteral("X"), QStringLiteral("k")}),
             QByteArray("@rocport hold new\n"));
    // What comes later does not count, and asking again changes nothing.
    shell("echo later >trees/k/a.c; echo d2.8 >sync/k/current");
    QCOMPARE(agent({QStringLiteral("hold"), QStringLiteral("X"), QStringLiteral("k")}),
             QByteArray("@rocport hold already\n"));
    QCOMPARE(shell("cd jobs; ls -A; cd .tree-X/k; find . ! -type d | LC_ALL=C sort; cat a.c; "
                   "readlink link; [ -x tool ] && ls -l --time-style=+%Y a.c | grep -o 2020"),
             QByteArray(".tree-X\n./a.c\n./link\n./sub/b c.c\n./tool\none\na.c\n2020\n"));
}

void tst_ArrayAgent::holdSaysWhyNot()
{
    begin();
    const QStringList hold{QStringLiteral("hold"), QStringLiteral("X"), QStringLiteral("k")};
    QCOMPARE(agent(hold), QByteArray("@rocport error no-tree\n"));
    makeTree();
    shell(": >sync/k/pending"); // a sync was cut while it changed the tree
    QCOMPARE(agent(hold), QByteArray("@rocport error tree-changes\n"));
    shell("rm sync/k/pending trees/k/a.c");
    QCOMPARE(agent(hold), QByteArray("@rocport error tree-incomplete\n"));
    QCOMPARE(shell("ls -A jobs"), QByteArray());
    QCOMPARE(agent({QStringLiteral("hold"), QStringLiteral("X"), QStringLiteral("../jobs")}),
             QByteArray("@rocport error bad-name\n"));
}

void tst_ArrayAgent::theTreeGoesWithTheLastTask()
{
    begin();
    makeTree();
    makeArray(3);
    agent({QStringLiteral("hold"), QStringLiteral("X"), QStringLiteral("k")});
    shell("cd jobs; mkdir X/.rocport/claimed; for n in 0 1 2; do mkdir X-$n/.rocport/claimed; echo "
          "'exit 3' >X-$n/.rocport/launch.sh; printf '%-95s\\n' '' >X-$n/.rocport/exit.new; printf "
          "'%-95s\\n' '' >X-$n/.rocport/keeper; done");
    for (const char* task : {"X-1", "X-0", "X-2"}) {
        QVERIFY2(there("w/jobs/.tree-X/k/a.c"), task);
        agent({QStringLiteral("batch"), QString::fromLatin1(task), QStringLiteral("022")});
        QVERIFY2(shell(QByteArray("cut -d' ' -f1 jobs/") + task + "/.rocport/exit") == "3\n", task);
    }
    QVERIFY(!there("w/jobs/.tree-X"));
    QVERIFY(there("w/jobs/X-1/.rocport/exit"));
}

void tst_ArrayAgent::discardRemovesWhatIsUnclaimed()
{
    begin();
    makeTree();
    makeArray(4);
    agent({QStringLiteral("hold"), QStringLiteral("X"), QStringLiteral("k")});
    shell(
        "mkdir -p jobs/X-10/.rocport jobs/Y-0/.rocport jobs/.new-X-3-77 jobs/X-2/.rocport/claimed");
    const QStringList discard{QStringLiteral("discard"), QStringLiteral("X"), QStringLiteral("4")};
    shell("mkdir jobs/X/.rocport/claimed");
    QCOMPARE(agent(discard), QByteArray("@rocport discard started\n"));
    QVERIFY(there("w/jobs/X-0/.rocport/secrets.sh") && there("w/jobs/.tree-X"));
    shell("rmdir jobs/X/.rocport/claimed");
    QCOMPARE(agent(discard), QByteArray("@rocport discard removed\n"));
    QCOMPARE(shell("ls -A jobs"), QByteArray("X-10\nX-2\nY-0\n"));
}

void tst_ArrayAgent::neverHandedOver()
{
    begin();
    makeArray(2);
    const QStringList ask{QStringLiteral("array"), QStringLiteral("X")};
    shell("mkdir jobs/X-1/.rocport/claimed; echo 130 >jobs/X-1/.rocport/exit"); // cancelled before
    QVERIFY(agent(ask).endsWith("task 1 ended\n@rocport unstarted\n"));
    shell("mkdir jobs/X/.rocport/claimed jobs/X-0/.rocport/claimed");
    QVERIFY(agent(ask).contains("\n@rocport unsubmitted\n"));
    // The one that hands it over still runs.
    QProcess keeper;
    keeper.start(QStringLiteral("sleep"), {QStringLiteral("60")});
    QVERIFY(keeper.waitForStarted());
    const QByteArray pid = QByteArray::number(keeper.processId());
    shell("read -r line </proc/" + pid +
          "/stat; set -- ${line##*) }; shift 19; read -r boot "
          "</proc/sys/kernel/random/boot_id; echo " +
          pid + " $1 ${boot%%-*} 0 >jobs/X/.rocport/keeper");
    QVERIFY(agent(ask).contains("\n@rocport submitting\n"));
    keeper.kill();
    keeper.waitForFinished();
    QVERIFY(agent(ask).contains("\n@rocport unsubmitted\n"));
    // Slurm does not answer, so it is not known.
    standIn(QStringLiteral("squeue"), "echo 'slurm_load_jobs error' >&2; exit 1\n");
    QVERIFY(!agent(ask).contains("submit"));
    standIn(QStringLiteral("squeue"), "echo 812\n");
    QVERIFY(agent(ask).contains("\n@rocport queued-as 812\n"));
}

void tst_ArrayAgent::onlyRunningTasksAreStopped()
{
    begin();
    makeArray(3);
    shell("cd jobs; mkdir X/.rocport/claimed X-1/.rocport/batch; echo 812 >X/.rocport/queue; for n "
          "in "
          "0 1 2; do mkdir X-$n/.rocport/claimed; echo \"echo stop $n >>'$PWD/said'\" "
          ">X-$n/.rocport/stop.sh; done");
    standIn(QStringLiteral("scancel"),
            "echo \"scancel $*\" >>'" + path(QStringLiteral("w/jobs/said")).toUtf8() + "'\n");
    QCOMPARE(agent({QStringLiteral("cancel-array"), QStringLiteral("X"), QStringLiteral("TERM")}),
             QByteArray("@rocport cancel signalled\n"));
    QCOMPARE(shell("cat jobs/said"), QByteArray("scancel --state=PENDING 812\nscancel --full -s "
                                                "TERM 812\nstop 1\n"));
}

void tst_ArrayAgent::theLastLineOfSbatchCounts()
{
    begin();
    makeArray(1);
    standIn(QStringLiteral("sbatch"), "echo 'Account 5; 7 hours left'; echo '812;cluster'\n");
    shell("echo 'exec sbatch' >jobs/X/.rocport/submit.sh; printf '%-95s\\n' '' "
          ">jobs/X/.rocport/keeper");
    QVERIFY(agent({QStringLiteral("start"), QStringLiteral("X")}).contains("start new"));
    QTRY_COMPARE_WITH_TIMEOUT(shell("cat jobs/X/.rocport/queue").trimmed(), QByteArray("812"),
                              60000);
}

QTEST_GUILESS_MAIN(tst_ArrayAgent)
#include "tst_arrayagent.moc"
