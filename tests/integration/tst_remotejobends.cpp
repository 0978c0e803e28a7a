// How jobs end: by themselves, cancelled, at a limit, from outside, with the node, with a full
// disk.
#include "core/remote/jobscript.h"
#include "core/remote/tarfile.h"
#include "tests/support/filesizelimit.h"
#include "tests/support/jobfixture.h"

#include <QDir>
#include <QProcess>
#include <QSignalSpy>
#include <QTest>

#include <csignal>
#include <sys/mount.h>

using namespace rocport;
using namespace rocport::test;

namespace {

constexpr int kLong = 120000;

} // namespace

class tst_RemoteJobEnds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void stagesAndExitCode();
    void resultsComeBack();
    void environmentAndSecrets();
    void ignoresTerm();
    void cancelBeforeStart();
    void timeLimit();
    void killedFromOutside();
    void keeperKilledJobEnds();
    void nodeRebooted();
    void folderRemoved();
    void numberUsedAgain();
    void clockOfNodeIsWrong();
    void diskFull();
    void diskFullHere();
    void secretsInCommands();
    void leftOverProcesses();
    void rocportEndedBeforeTheJobWasSent();
    void noLineEnds();

private:
    /// Starts a job here and waits for a state.
    void begin(const JobSpec& job, JobState until = JobState::Running);
    [[nodiscard]] JobStatus status() const { return m_center->entry(m_id)->status; }
    [[nodiscard]] QByteArray log() const
    {
        return fileBytes(m_center->entry(m_id)->folder + QStringLiteral("/log"));
    }
    [[nodiscard]] QString there(const QString& name) const
    {
        return m_node.workspace + QStringLiteral("/jobs/") + m_id + u'/' + name;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    JobCenterSettings m_settings;
    std::unique_ptr<JobCenter> m_center;
    Node m_node;
    QString m_id;
};

void tst_RemoteJobEnds::init()
{
    m_center.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    m_node = jobNode(m_folder->filePath(QStringLiteral("node with ' blank")));
    m_settings = centerSettings(m_folder->filePath(QStringLiteral("runs")));
}

void tst_RemoteJobEnds::begin(const JobSpec& job, JobState until)
{
    m_center = std::make_unique<JobCenter>(m_settings);
    const Result<QString> id = m_center->start(job);
    QVERIFY2(id.ok(), qPrintable(id.ok() ? QString() : id.error().detail));
    m_id = *id;
    QTRY_VERIFY_WITH_TIMEOUT(status().state == until || isEnded(status().state), kLong);
    QVERIFY2(status().state == until, qPrintable(jobStateId(status().state) + u' ' +
                                                 status().sentence + QString::fromUtf8(log())));
}

void tst_RemoteJobEnds::stagesAndExitCode()
{
    JobSpec job = jobOf(m_node, {});
    job.stages = {jobStage(QStringLiteral("one"), QStringLiteral("echo out; echo err >&2; exit 3")),
                  jobStage(QStringLiteral("two"), QStringLiteral("echo two; exit 4")),
                  jobStage(QStringLiteral("three"), QStringLiteral("echo three"))};
    job.stages[0].goOnAfterFailure = true;
    begin(job, JobState::Failed);
    const JobStatus ended = status();
    QCOMPARE(ended.exitCode, 3);
    QCOMPARE(log(), QByteArray("out\nerr\ntwo\n"));
    QCOMPARE(ended.stages.size(), 3);
    QCOMPARE(ended.stages.at(0).exitCode, 3);
    QCOMPARE(ended.stages.at(1).exitCode, 4);
    QCOMPARE(ended.stages.at(2).exitCode, -1);
    QVERIFY(ended.stages.at(0).started.isValid());
    QVERIFY(ended.stages.at(0).started <= ended.stages.at(0).ended);
    QVERIFY(ended.stages.at(0).ended <= ended.stages.at(1).ended);
    QVERIFY(!ended.stages.at(2).started.isValid());
    QVERIFY(std::llabs(ended.ended.secsTo(QDateTime::currentDateTimeUtc())) < 60);
    QCOMPARE(ended.sentence,
             QStringLiteral("“one” ended with status 3; the end of its log says why."));
}

void tst_RemoteJobEnds::resultsComeBack()
{
    JobSpec job = jobOf(
        m_node, QStringLiteral("cat given/in.bin >\"$ROCPORT_RESULTS/out.bin\"\n"
                               "mkdir \"$ROCPORT_RESULTS/sub\"; : >\"$ROCPORT_RESULTS/sub/empty\"\n"
                               "ln -s /etc/passwd \"$ROCPORT_RESULTS/link\"\n"));
    QByteArray bytes;
    for (quint32 i = 0; i < 300000; ++i) {
        bytes += static_cast<char>(i * 7919U >> 3);
    }
    job.files = {{QStringLiteral("given/in.bin"), bytes}};
    begin(job, JobState::Succeeded);
    const QString folder = m_center->entry(m_id)->folder + QStringLiteral("/results/");
    QCOMPARE(fileBytes(folder + QStringLiteral("out.bin")), bytes);
    QVERIFY(QFile::exists(folder + QStringLiteral("sub/empty")));
    QVERIFY(!QFile::exists(folder + QStringLiteral("link")));
}

void tst_RemoteJobEnds::environmentAndSecrets()
{
    JobSpec job =
        jobOf(m_node, QStringLiteral("printf '%s|%s|%s|' \"$PLAIN\" \"$SETUP\" "
                                     "\"${#API_TOKEN}\"\n"
                                     "ls \"$ROCPORT_JOB/.rocport\" | grep -c secrets || :\n"));
    job.environment = {{QStringLiteral("PLAIN"), QStringLiteral("a 'b' \"c\" $d `e`\nf\\")},
                       {QStringLiteral("API_TOKEN"), QStringLiteral("hush-1234")}};
    job.setup = QStringLiteral("export SETUP=ready");
    begin(job, JobState::Succeeded);
    QCOMPARE(log(), QByteArray("a 'b' \"c\" $d `e`\nf\\|ready|9|0\n"));
    QVERIFY(!fileBytes(m_center->entry(m_id)->folder + QStringLiteral("/job.json"))
                 .contains("hush-1234"));
    const QStringList names =
        QDir(there(QStringLiteral(".rocport"))).entryList(QDir::Files | QDir::Hidden);
    QVERIFY(!names.isEmpty());
    for (const QString& name : names) {
        QVERIFY2(!fileBytes(there(QStringLiteral(".rocport/")) + name).contains("hush-1234"),
                 qPrintable(name));
    }
}

void tst_RemoteJobEnds::ignoresTerm()
{
    begin(jobOf(m_node, QStringLiteral("trap '' INT TERM\nwhile :; do sleep 0.2; done")));
    QStringList sentences;
    connect(m_center.get(), &JobCenter::jobsChanged, this,
            [&] { sentences.append(status().sentence); });
    m_center->cancel(m_id);
    QCOMPARE(status().state, JobState::Stopping);
    QTRY_COMPARE_WITH_TIMEOUT(status().state, JobState::Cancelled, kLong);
    const QString all = sentences.join(u'\n');
    QVERIFY2(all.contains(QStringLiteral("asked to stop")), qPrintable(all));
    QVERIFY2(all.contains(QStringLiteral("did not stop when interrupted")), qPrintable(all));
    QTRY_VERIFY(QProcess::execute(QStringLiteral("sh"),
                                  {QStringLiteral("-c"), QStringLiteral("kill -0 \"$0\" 2>&1"),
                                   QString::number(-status().remotePid)}) != 0);
}

void tst_RemoteJobEnds::cancelBeforeStart()
{
    m_center = std::make_unique<JobCenter>(m_settings);
    const Result<QString> id = m_center->start(jobOf(m_node, QStringLiteral("echo never")));
    QVERIFY(id.ok());
    m_id = *id;
    m_center->cancel(m_id);
    QTRY_COMPARE_WITH_TIMEOUT(status().state, JobState::Cancelled, kLong);
    QVERIFY(log().isEmpty());
}

void tst_RemoteJobEnds::timeLimit()
{
    // Ten minutes at least are enforced above; the agent is asked directly.
    JobSpec job = jobOf(m_node, QStringLiteral("sleep 600"));
    QVERIFY(jobProblems(job).isEmpty());
    job.timeLimit = std::chrono::seconds(599);
    QCOMPARE(jobProblems(job).size(), 1);
    job.timeLimit = std::chrono::seconds(600);
    QVERIFY(jobProblems(job).isEmpty());
    // Nobody wants to wait for ten minutes: the node is given a limit of one second.
    Result<QVector<QPair<QString, QByteArray>>> files = composeJobFiles(job, m_node.workspace);
    QVERIFY(files.ok());
    for (auto& [name, bytes] : files.value()) {
        if (name == QLatin1StringView(".rocport/limit")) {
            QCOMPARE(bytes, QByteArray("600 10\n"));
            bytes = "1 3\n";
        }
    }
    AgentSettings settings;
    settings.workspace = m_node.workspace;
    NodeAgent agent(std::make_shared<LocalProcessRunner>(), settings);
    bool there = false;
    agent.put(job.id, makeTar(*files), this, [&](const Result<bool>& done) { there = done.ok(); });
    QTRY_VERIFY_WITH_TIMEOUT(there, kLong);
    m_id = job.id;
    QVERIFY(RunFolder::create(m_settings.folder + u'/' + job.id, job).ok());
    m_center = std::make_unique<JobCenter>(m_settings);
    m_center->load();
    QTRY_VERIFY_WITH_TIMEOUT(m_center->entry(m_id).has_value(), kLong);
    QTRY_COMPARE_WITH_TIMEOUT(status().state, JobState::TimedOut, kLong);
    QVERIFY(status().sentence.contains(QStringLiteral("time limit")));
}

void tst_RemoteJobEnds::killedFromOutside()
{
    begin(jobOf(m_node, QStringLiteral("echo here; sleep 600")));
    QTRY_VERIFY_WITH_TIMEOUT(!log().isEmpty(), kLong);
    const qint64 keeper =
        fileBytes(there(QStringLiteral(".rocport/keeper"))).split(' ').first().toLongLong();
    QTRY_VERIFY_WITH_TIMEOUT(status().remotePid > 1, kLong);
    QVERIFY(keeper > 1);
    ::kill(static_cast<pid_t>(-keeper), SIGKILL);
    ::kill(static_cast<pid_t>(-status().remotePid), SIGKILL);
    QTRY_COMPARE_WITH_TIMEOUT(status().state, JobState::Vanished, kLong);
    QVERIFY(status().sentence.contains(QStringLiteral("were killed without")));
    QCOMPARE(log(), QByteArray("here\n"));
}

void tst_RemoteJobEnds::keeperKilledJobEnds()
{
    begin(jobOf(m_node, QStringLiteral("while [ ! -f \"$ROCPORT_JOB/go\" ]; do sleep 0.1; done\n"
                                       "echo done; exit 5")));
    const qint64 keeper =
        fileBytes(there(QStringLiteral(".rocport/keeper"))).split(' ').first().toLongLong();
    QVERIFY(keeper > 1);
    ::kill(static_cast<pid_t>(keeper), SIGKILL);
    QTest::qWait(1500);
    QCOMPARE(status().state, JobState::Running);
    QFile go(there(QStringLiteral("go")));
    QVERIFY(go.open(QIODevice::WriteOnly));
    go.close();
    QTRY_COMPARE_WITH_TIMEOUT(status().state, JobState::Failed, kLong);
    QCOMPARE(status().exitCode, 5);
    QCOMPARE(log(), QByteArray("done\n"));
}

void tst_RemoteJobEnds::nodeRebooted()
{
    const QString boot = m_folder->filePath(QStringLiteral("boot"));
    const auto write = [&](const char* id) {
        QFile file(boot);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(id);
    };
    write("11111111-2222\n");
    m_settings.runner.agent.environment = {{QStringLiteral("ROCPORT_BOOT_ID_FILE"), boot}};
    begin(jobOf(m_node, QStringLiteral("echo here; sleep 600")));
    QTRY_VERIFY_WITH_TIMEOUT(status().remotePid > 1 && !log().isEmpty(), kLong);
    const qint64 group = status().remotePid;
    m_center.reset();
    write("99999999-2222\n");
    ::kill(static_cast<pid_t>(-group), SIGSTOP); // another program has this number now
    m_center = std::make_unique<JobCenter>(m_settings);
    m_center->load();
    QTRY_VERIFY_WITH_TIMEOUT(m_center->entry(m_id).has_value(), kLong);
    QTRY_COMPARE_WITH_TIMEOUT(status().state, JobState::Vanished, kLong);
    QVERIFY(status().sentence.contains(QStringLiteral("was restarted")));
    QCOMPARE(log(), QByteArray("here\n"));
    QCOMPARE(::kill(static_cast<pid_t>(group), 0), 0); // nothing was signalled
    ::kill(static_cast<pid_t>(-group), SIGKILL);
}

void tst_RemoteJobEnds::folderRemoved()
{
    begin(jobOf(m_node, QStringLiteral("echo here; sleep 600")));
    QTRY_VERIFY_WITH_TIMEOUT(status().remotePid > 1 && !log().isEmpty(), kLong);
    QVERIFY(QDir(there({})).removeRecursively());
    QTRY_COMPARE_WITH_TIMEOUT(status().state, JobState::Vanished, kLong);
    QVERIFY(status().sentence.contains(QStringLiteral("folder")));
    ::kill(static_cast<pid_t>(-status().remotePid), SIGKILL);
}

void tst_RemoteJobEnds::numberUsedAgain()
{
    begin(jobOf(m_node, QStringLiteral("sleep 600")));
    QTRY_VERIFY_WITH_TIMEOUT(status().remotePid > 1, kLong);
    const QByteArray record = fileBytes(there(QStringLiteral(".rocport/pid")));
    const QByteArray keeper = fileBytes(there(QStringLiteral(".rocport/keeper")));
    m_center.reset();
    for (const QByteArray& old : {keeper, record}) {
        ::kill(static_cast<pid_t>(-old.split(' ').first().toLongLong()), SIGKILL);
    }
    // The numbers belong to another program now, which began at another time.
    QProcess other;
    other.setProgram(QStringLiteral("setsid"));
    other.setArguments({QStringLiteral("sleep"), QStringLiteral("600")});
    other.start();
    QVERIFY(other.waitForStarted());
    for (const auto& [name, old] : {std::pair("pid", record), std::pair("keeper", keeper)}) {
        QList<QByteArray> words = old.simplified().split(' ');
        words[0] = words[3] = QByteArray::number(other.processId());
        QFile file(there(QStringLiteral(".rocport/") + QString::fromLatin1(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(words.join(' ') + '\n');
    }
    AgentSettings settings;
    settings.workspace = m_node.workspace;
    NodeAgent agent(std::make_shared<LocalProcessRunner>(), settings);
    std::optional<Result<CancelAnswer>> answer;
    agent.cancel(m_id, QStringLiteral("KILL"), this,
                 [&](const Result<CancelAnswer>& done) { answer = done; });
    QTRY_VERIFY_WITH_TIMEOUT(answer.has_value(), kLong);
    QVERIFY(answer->ok());
    QCOMPARE(answer->value(), CancelAnswer::Gone);
    QVERIFY(!other.waitForFinished(300));
    other.kill();
    other.waitForFinished();
}

void tst_RemoteJobEnds::clockOfNodeIsWrong()
{
    // `date` of the node is years behind, as of machines without a battery.
    const QString tools = m_folder->filePath(QStringLiteral("bin"));
    QVERIFY(QDir().mkpath(tools));
    QFile date(tools + QStringLiteral("/date"));
    QVERIFY(date.open(QIODevice::WriteOnly));
    date.write("#!/bin/sh\necho 1000000000\n");
    date.close();
    date.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    m_settings.runner.agent.environment = {
        {QStringLiteral("PATH"), tools + u':' + qEnvironmentVariable("PATH")}};
    begin(jobOf(m_node, QStringLiteral("echo a; sleep 2")));
    QTRY_VERIFY_WITH_TIMEOUT(
        status().sentence.contains(QStringLiteral("clock")) || isEnded(status().state), kLong);
    QTRY_COMPARE_WITH_TIMEOUT(status().state, JobState::Succeeded, kLong);
    const StageProgress stage = status().stages.first();
    QVERIFY(std::llabs(stage.started.secsTo(QDateTime::currentDateTimeUtc())) < 120);
    QVERIFY(stage.started.msecsTo(stage.ended) >= 1500);
}

void tst_RemoteJobEnds::diskFull()
{
    const QString mount = m_folder->filePath(QStringLiteral("small"));
    QVERIFY(QDir().mkpath(mount));
    if (::mount("none", QFile::encodeName(mount).constData(), "tmpfs", 0, "size=400k") != 0) {
        QSKIP("ROCPORT_SKIP_TEST a small file system cannot be mounted");
    }
    m_node = jobNode(mount);
    begin(
        jobOf(m_node, QStringLiteral("echo first\n"
                                     "dd if=/dev/zero of=\"$ROCPORT_JOB/big\" bs=4096 2>/dev/null\n"
                                     "echo second\nexit 7")),
        JobState::Failed);
    const JobStatus ended = status();
    m_center.reset();
    ::umount2(QFile::encodeName(mount).constData(), MNT_DETACH);
    QCOMPARE(ended.exitCode, 7);
    QVERIFY2(ended.sentence.contains(QStringLiteral("is full")), qPrintable(ended.sentence));
}

/// A job that has ended while its log has no space here is left after a while, not waited for
/// without end, and can be taken up again.
void tst_RemoteJobEnds::diskFullHere()
{
    m_settings.runner.spaceWait = std::chrono::milliseconds(300);
    const QString gate = m_folder->filePath(QStringLiteral("gate"));
    const QString script =
        QStringLiteral("while [ ! -e '%1' ]; do sleep 0.1; done; seq 1 20000").arg(gate);
    begin(jobOf(m_node, script));
    {
        const FileSizeLimit limit(16384); // what runs already has none
        QFile(gate).open(QIODevice::WriteOnly);
        QTRY_COMPARE_WITH_TIMEOUT(status().state, JobState::Detached, kLong);
        QVERIFY2(status().sentence.contains(there(QStringLiteral(".rocport/log"))),
                 qPrintable(status().sentence));
        QVERIFY(log().size() <= 16384);
    }
    m_center->attach(m_id);
    QTRY_VERIFY_WITH_TIMEOUT(isEnded(status().state), kLong);
    QCOMPARE(status().state, JobState::Succeeded);
    QVERIFY(log().endsWith("\n20000\n"));
}

/// Words of a command that are secrets are masked in record and log, and do not stay on the node.
void tst_RemoteJobEnds::secretsInCommands()
{
    const QString script =
        QStringLiteral("sh -c ': curl -u bob:cmdline1234 x; echo --password cmdline5678; "
                       "printf \"%s%s\\n\" cmdline 1234'");
    begin(jobOf(m_node, script), JobState::Succeeded);
    const QString folder = m_center->entry(m_id)->folder;
    const QByteArray record = fileBytes(folder + QStringLiteral("/job.json"));
    QVERIFY(record.contains("curl") && !record.contains("cmdline1234") &&
            !record.contains("cmdline5678"));
    QCOMPARE(log(), QByteArray("--password ***********\n***********\n"));
    QVERIFY(!QFile::exists(there(QStringLiteral(".rocport/stage-1.sh"))));
    QVERIFY(QFile::exists(there(QStringLiteral(".rocport/run.sh"))));
    begin(jobOf(m_node, QStringLiteral("true")), JobState::Succeeded);
    QVERIFY(QFile::exists(there(QStringLiteral(".rocport/stage-1.sh"))));
}

void tst_RemoteJobEnds::leftOverProcesses()
{
    begin(jobOf(m_node, QStringLiteral("sleep 600 & echo $!")), JobState::Succeeded);
    QVERIFY(status().sentence.contains(QStringLiteral("left running")));
    const qint64 left = log().trimmed().toLongLong();
    QVERIFY(left > 1);
    QTRY_VERIFY(::kill(static_cast<pid_t>(left), 0) != 0 ||
                fileBytes(QStringLiteral("/proc/%1/stat").arg(left)).contains(" Z "));
}

void tst_RemoteJobEnds::rocportEndedBeforeTheJobWasSent()
{
    const JobSpec job = jobOf(m_node, QStringLiteral("echo never"));
    m_id = job.id;
    QVERIFY(RunFolder::create(m_settings.folder + u'/' + job.id, job).ok());
    m_center = std::make_unique<JobCenter>(m_settings);
    m_center->load();
    QTRY_VERIFY_WITH_TIMEOUT(m_center->entry(m_id).has_value(), kLong);
    QTRY_COMPARE_WITH_TIMEOUT(status().state, JobState::Failed, kLong);
    QVERIFY(status().sentence.contains(QStringLiteral("nothing was started")));
}

void tst_RemoteJobEnds::noLineEnds()
{
    begin(jobOf(m_node, QStringLiteral("dd if=/dev/zero bs=1000 count=400 2>/dev/null; sleep 3")));
    QTRY_VERIFY_WITH_TIMEOUT(status().sentence.contains(QStringLiteral("no line break")) ||
                                 isEnded(status().state),
                             kLong);
    QTRY_COMPARE_WITH_TIMEOUT(status().state, JobState::Succeeded, kLong);
    QCOMPARE(log().size(), 400000);
}

QTEST_GUILESS_MAIN(tst_RemoteJobEnds)
#include "tst_remotejobends.moc"
