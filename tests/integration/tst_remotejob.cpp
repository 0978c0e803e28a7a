// A running job under cuts, kills and restarts: no byte of its log lost or doubled, started once,
// none unseen.
#include "core/remote/nodekinds.h"
#include "tests/support/jobfixture.h"
#include "tests/support/loopbacknode.h"

#include <QCryptographicHash>
#include <QDir>
#include <QSignalSpy>
#include <QTest>

#include <csignal>

using namespace rocport;
using namespace rocport::test;

namespace {

constexpr int kLong = 120000;

int stressCount()
{
    bool ok = false;
    const int wanted = qEnvironmentVariableIntValue("ROCPORT_STRESS", &ok);
    return ok && wanted > 0 ? wanted : 12;
}

/// Writes numbered lines, and bytes without line ends between them, until `stop` is in its folder;
/// notes each of its starts.
QString chattyScript()
{
    return QStringLiteral("echo begun >>\"$ROCPORT_JOB/starts\"\n"
                          "n=0\n"
                          "while [ ! -f \"$ROCPORT_JOB/stop\" ]; do\n"
                          "    n=$((n + 1))\n"
                          "    echo \"line $n\"\n"
                          "    printf '[%s' \"$n\"\n"
                          "    printf '\\000\\377\\r]' \n"
                          "    [ $((n % 20)) -ne 0 ] || sleep 0.02\n"
                          "done\n"
                          "echo \"last $n\"\n");
}

QByteArray chattyLog(int lines)
{
    QByteArray log;
    for (int n = 1; n <= lines; ++n) {
        const QByteArray number = QByteArray::number(n);
        log += "line " + number + "\n[" + number + QByteArray("\0\377\r]", 4);
    }
    return log + "last " + QByteArray::number(lines) + '\n';
}

/// Numbers of the local programs that follow a job (children of this process).
QVector<qint64> followers()
{
    QVector<qint64> found;
    for (const qint64 child : childrenOf(::getpid())) {
        const QByteArray line = fileBytes(QStringLiteral("/proc/%1/cmdline").arg(child));
        if (line.contains("follow") || line.contains("ssh")) {
            found.append(child);
        }
    }
    return found;
}

} // namespace

class tst_RemoteJob : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cutsAndRestarts_data();
    void cutsAndRestarts();
    void startIsAskedTwice();
    void answerToStartIsLost();
    void sleepOfThisMachine();
    void nodeGoesAwayAndComesBack();
    void detachAndAttach();
    void jobsOfLostRecordsAreSeen();

private:
    QTemporaryDir m_folder;
};

void tst_RemoteJob::cutsAndRestarts_data()
{
    QTest::addColumn<bool>("ssh");
    QTest::newRow("this machine") << false;
    QTest::newRow("ssh") << true;
}

void tst_RemoteJob::cutsAndRestarts()
{
    QFETCH(const bool, ssh);
    LoopbackNode loopback;
    Node node = jobNode(m_folder.filePath(QStringLiteral("cuts")));
    std::shared_ptr<const ProcessRunner> runner;
    if (ssh) {
        if (!loopback.start()) {
            QSKIP(qPrintable(QStringLiteral("ROCPORT_SKIP_TEST ") + loopback.problem()));
        }
        node = loopback.node();
        runner = transportOf(node, loopback.settings())->hostRunner();
    }
    const JobCenterSettings settings =
        centerSettings(m_folder.filePath(QStringLiteral("runs%1").arg(ssh)), runner);
    auto center = std::make_unique<JobCenter>(settings);
    const Result<QString> id = center->start(jobOf(node, chattyScript()));
    QVERIFY(id.ok());
    const QString job = node.workspace + QStringLiteral("/jobs/") + *id;
    const auto state = [&] { return center->entry(*id)->status.state; };
    const auto logBytes = [&] { return center->entry(*id)->status.logBytes; };
    QTRY_VERIFY_WITH_TIMEOUT(state() == JobState::Running && logBytes() > 0, kLong);

    const int count = stressCount();
    for (int i = 0; i < count; ++i) {
        const qint64 before = logBytes();
        switch (i % 3) {
        case 0: // the program that follows is killed
            for (const qint64 child : followers()) {
                ::kill(static_cast<pid_t>(child), SIGKILL);
            }
            break;
        case 1: // the connection's end on the node is killed
            if (ssh) {
                loopback.cutConnections();
            } else {
                for (const qint64 child : followers()) {
                    ::kill(static_cast<pid_t>(-child), SIGKILL);
                }
            }
            break;
        default: // Rocport ends without a word and starts anew
            center.reset();
            center = std::make_unique<JobCenter>(settings);
            QSignalSpy loaded(center.get(), &JobCenter::loaded);
            center->load();
            QVERIFY(loaded.wait(kLong));
            break;
        }
        QTRY_VERIFY_WITH_TIMEOUT(logBytes() > before, kLong);
    }
    QFile stop(job + QStringLiteral("/stop"));
    QVERIFY(stop.open(QIODevice::WriteOnly));
    stop.close();
    QTRY_VERIFY_WITH_TIMEOUT(isEnded(state()), kLong);

    const JobEntry entry = *center->entry(*id);
    QCOMPARE(entry.status.state, JobState::Succeeded);
    const QByteArray log = fileBytes(entry.folder + QStringLiteral("/log"));
    const int lines = log.mid(log.lastIndexOf("last ") + 5).trimmed().toInt();
    QVERIFY(lines > 0);
    QVERIFY2(log == chattyLog(lines), "the log is not what the job wrote");
    QCOMPARE(log, fileBytes(job + QStringLiteral("/.rocport/log")));
    QCOMPARE(entry.status.logHash,
             QCryptographicHash::hash(log, QCryptographicHash::Sha256).toHex());
    QCOMPARE(fileBytes(job + QStringLiteral("/starts")), QByteArray("begun\n"));
    qInfo("%d cuts, %lld bytes of log", count, static_cast<long long>(log.size()));
}

void tst_RemoteJob::startIsAskedTwice()
{
    const Node node = jobNode(m_folder.filePath(QStringLiteral("twice")));
    const auto runner = std::make_shared<LocalProcessRunner>();
    JobCenter center(centerSettings(m_folder.filePath(QStringLiteral("runs-twice")), runner));
    const JobSpec job =
        jobOf(node, QStringLiteral("echo begun >>\"$ROCPORT_JOB/starts\"; sleep 1"));
    AgentSettings settings;
    settings.workspace = node.workspace;
    NodeAgent agent(runner, settings);
    const Result<QString> id = center.start(job);
    QVERIFY(id.ok());
    int answers = 0;
    int news = 0;
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(node.workspace + QStringLiteral("/jobs/") + *id), kLong);
    for (int i = 0; i < 6; ++i) {
        agent.start(*id, this, [&](const Result<bool>& done) {
            ++answers;
            news += done && *done ? 1 : 0;
        });
    }
    QTRY_COMPARE_WITH_TIMEOUT(answers, 6, kLong);
    QTRY_VERIFY_WITH_TIMEOUT(isEnded(center.entry(*id)->status.state), kLong);
    QCOMPARE(fileBytes(node.workspace + QStringLiteral("/jobs/") + *id + QStringLiteral("/starts")),
             QByteArray("begun\n"));
}

namespace {

/// Loses the answer of the first request that has a word among its arguments: the program runs to
/// its end, and then the connection is "cut".
class ForgetfulRunner : public ProcessRunner
{
public:
    explicit ForgetfulRunner(QString word) : m_word(std::move(word)) {}
    [[nodiscard]] std::unique_ptr<Process> create(const ProcessCommand& command) const override
    {
        ProcessCommand changed = command;
        if (!m_done && command.arguments.contains(m_word)) {
            m_done = true;
            changed.arguments[1].replace(QStringLiteral("exec sh"), QStringLiteral("sh"));
            changed.arguments[1] += QStringLiteral("exit 255\n");
        }
        return m_local.create(changed);
    }
    [[nodiscard]] QString describe() const override { return m_local.describe(); }
    [[nodiscard]] bool done() const { return m_done; }

private:
    LocalProcessRunner m_local;
    QString m_word;
    mutable bool m_done = false;
};

} // namespace

void tst_RemoteJob::answerToStartIsLost()
{
    for (const QString& word :
         {QStringLiteral("put"), QStringLiteral("start"), QStringLiteral("results")}) {
        const Node node = jobNode(m_folder.filePath(QStringLiteral("lost-") + word));
        const auto runner = std::make_shared<ForgetfulRunner>(word);
        JobCenter center(centerSettings(m_folder.filePath(QStringLiteral("runs-") + word), runner));
        const Result<QString> id = center.start(
            jobOf(node, QStringLiteral("echo begun >>\"$ROCPORT_JOB/starts\"; echo out; "
                                       "echo 42 >\"$ROCPORT_RESULTS/answer.txt\"")));
        QVERIFY(id.ok());
        QTRY_VERIFY_WITH_TIMEOUT(isEnded(center.entry(*id)->status.state), kLong);
        const JobEntry entry = *center.entry(*id);
        QVERIFY(runner->done());
        QCOMPARE(entry.status.state, JobState::Succeeded);
        QCOMPARE(fileBytes(entry.folder + QStringLiteral("/log")), QByteArray("out\n"));
        QCOMPARE(fileBytes(entry.folder + QStringLiteral("/results/answer.txt")),
                 QByteArray("42\n"));
        QCOMPARE(
            fileBytes(node.workspace + QStringLiteral("/jobs/") + *id + QStringLiteral("/starts")),
            QByteArray("begun\n"));
    }
}

void tst_RemoteJob::sleepOfThisMachine()
{
    const Node node = jobNode(m_folder.filePath(QStringLiteral("sleep")));
    JobCenterSettings settings = centerSettings(m_folder.filePath(QStringLiteral("runs-sleep")));
    auto jump = std::make_shared<qint64>(0);
    settings.runner.now = [jump] { return QDateTime::currentDateTimeUtc().addSecs(*jump); };
    JobCenter center(settings);
    const Result<QString> id = center.start(jobOf(node, chattyScript()));
    QVERIFY(id.ok());
    QTRY_COMPARE_WITH_TIMEOUT(center.entry(*id)->status.state, JobState::Running, kLong);
    QTest::qWait(300); // two ticks: what is before the jump has to be known
    *jump = 7200;
    QTRY_VERIFY_WITH_TIMEOUT(
        center.entry(*id)->status.sentence.contains(QStringLiteral("was suspended for 2 h")),
        kLong);
    QTRY_COMPARE_WITH_TIMEOUT(center.entry(*id)->status.state, JobState::Running, kLong);
    center.cancel(*id);
    QTRY_COMPARE_WITH_TIMEOUT(center.entry(*id)->status.state, JobState::Cancelled, kLong);
}

void tst_RemoteJob::nodeGoesAwayAndComesBack()
{
    LoopbackNode loopback;
    if (!loopback.start()) {
        QSKIP(qPrintable(QStringLiteral("ROCPORT_SKIP_TEST ") + loopback.problem()));
    }
    const Node node = loopback.node();
    const auto runner = transportOf(node, loopback.settings())->hostRunner();
    JobCenter center(centerSettings(m_folder.filePath(QStringLiteral("runs-away")), runner));
    const Result<QString> id = center.start(jobOf(node, chattyScript()));
    QVERIFY(id.ok());
    QTRY_VERIFY_WITH_TIMEOUT(center.entry(*id)->status.logBytes > 0, kLong);
    loopback.stop();
    QTRY_COMPARE_WITH_TIMEOUT(center.entry(*id)->status.state, JobState::Lost, kLong);
    QVERIFY2(center.entry(*id)->status.sentence.contains(QStringLiteral("continues there")),
             qPrintable(center.entry(*id)->status.sentence));
    QVERIFY(loopback.restart());
    QTRY_COMPARE_WITH_TIMEOUT(center.entry(*id)->status.state, JobState::Running, kLong);
    center.cancel(*id);
    QTRY_COMPARE_WITH_TIMEOUT(center.entry(*id)->status.state, JobState::Cancelled, kLong);
    QVERIFY(fileBytes(node.workspace + QStringLiteral("/jobs/") + *id +
                      QStringLiteral("/.rocport/log")) ==
            fileBytes(center.entry(*id)->folder + QStringLiteral("/log")));
}

void tst_RemoteJob::detachAndAttach()
{
    const Node node = jobNode(m_folder.filePath(QStringLiteral("detach")));
    const JobCenterSettings settings =
        centerSettings(m_folder.filePath(QStringLiteral("runs-detach")));
    auto center = std::make_unique<JobCenter>(settings);
    const Result<QString> id = center->start(jobOf(node, chattyScript()));
    QVERIFY(id.ok());
    QTRY_COMPARE_WITH_TIMEOUT(center->entry(*id)->status.state, JobState::Running, kLong);
    center->detach(*id);
    QCOMPARE(center->entry(*id)->status.state, JobState::Detached);
    QVERIFY(!center->isBusy());
    center = std::make_unique<JobCenter>(settings);
    QSignalSpy loaded(center.get(), &JobCenter::loaded);
    center->load();
    QVERIFY(loaded.wait(kLong));
    QCOMPARE(center->entry(*id)->status.state, JobState::Detached);
    center->attach(*id);
    QTRY_COMPARE_WITH_TIMEOUT(center->entry(*id)->status.state, JobState::Running, kLong);
    center->detach(*id);
    center->cancel(*id);
    QTRY_COMPARE_WITH_TIMEOUT(center->entry(*id)->status.state, JobState::Cancelled, kLong);
}

void tst_RemoteJob::jobsOfLostRecordsAreSeen()
{
    const Node node = jobNode(m_folder.filePath(QStringLiteral("orphans")));
    const QString runs = m_folder.filePath(QStringLiteral("runs-orphans"));
    JobCenter center(centerSettings(runs));
    const Result<QString> id = center.start(jobOf(node, QStringLiteral("sleep 600")));
    QVERIFY(id.ok());
    QTRY_COMPARE_WITH_TIMEOUT(center.entry(*id)->status.state, JobState::Running, kLong);
    // Another project, or the same one after its records were deleted.
    JobCenter other(centerSettings(m_folder.filePath(QStringLiteral("runs-other"))));
    std::optional<QVector<NodeJob>> jobs;
    other.jobsOn(node, &other, [&](const Result<QVector<NodeJob>>& done) {
        if (done) {
            jobs = *done;
        }
    });
    QTRY_VERIFY_WITH_TIMEOUT(jobs.has_value(), kLong);
    QCOMPARE(jobs->size(), 1);
    QCOMPARE(jobs->first().job.id, *id);
    QCOMPARE(jobs->first().job.life, QStringLiteral("running"));
    QVERIFY(!jobs->first().known);
    center.cancel(*id);
    QTRY_COMPARE_WITH_TIMEOUT(center.entry(*id)->status.state, JobState::Cancelled, kLong);
}

QTEST_GUILESS_MAIN(tst_RemoteJob)
#include "tst_remotejob.moc"
