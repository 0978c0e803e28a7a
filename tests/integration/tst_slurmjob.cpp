// Jobs through a real Slurm on loopback.
#include "core/remote/slurm.h"
#include "tests/support/jobfixture.h"
#include "tests/support/loopbackslurm.h"

#include <QSignalSpy>
#include <QTest>

using namespace rocport;
using namespace rocport::test;

namespace {

constexpr int kLong = 120000;

} // namespace

class tst_SlurmJob : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void runsAndEnds();
    void waitsInTheQueueAndIsCancelled();
    void cancelWhileItRuns();
    void rocportEndsMeanwhile();
    void endedByAnother();
    void refusedBySlurm();

private:
    [[nodiscard]] JobStatus status() const { return m_center->entry(m_id)->status; }
    [[nodiscard]] QByteArray log() const
    {
        return fileBytes(m_center->entry(m_id)->folder + QStringLiteral("/log"));
    }
    void begin(const QString& script);

    LoopbackSlurm m_slurm;
    QTemporaryDir m_folder;
    JobCenterSettings m_settings;
    std::unique_ptr<JobCenter> m_center;
    Node m_node;
    QString m_id;
};

void tst_SlurmJob::initTestCase()
{
    if (!m_slurm.start()) {
        QSKIP(qPrintable(QStringLiteral("ROCPORT_SKIP_TEST ") + m_slurm.problem()));
    }
    m_node = jobNode(m_folder.filePath(QStringLiteral("node")));
    m_node.of<SlurmSettings>().use = true;
    m_settings = centerSettings(m_folder.filePath(QStringLiteral("runs")));
    m_settings.runner.agent.environment = m_slurm.environment();
}

void tst_SlurmJob::begin(const QString& script)
{
    m_center = std::make_unique<JobCenter>(m_settings);
    const Result<QString> id = m_center->start(jobOf(m_node, script));
    QVERIFY2(id.ok(), qPrintable(id.ok() ? QString() : id.error().detail));
    m_id = *id;
}

void tst_SlurmJob::runsAndEnds()
{
    begin(QStringLiteral("echo \"job $SLURM_JOB_ID\"; echo err >&2; exit 3"));
    QTRY_VERIFY_WITH_TIMEOUT(isEnded(status().state), kLong);
    QVERIFY2(status().state == JobState::Failed, qPrintable(status().sentence));
    QCOMPARE(status().exitCode, 3);
    QVERIFY(status().queueId.toInt() > 0);
    QCOMPARE(log(), "job " + status().queueId.toLatin1() + "\nerr\n");
    QCOMPARE(status().stages.first().exitCode, 3);
}

void tst_SlurmJob::waitsInTheQueueAndIsCancelled()
{
    // One core, so the second job waits for the first.
    JobCenter first(m_settings);
    const Result<QString> running = first.start(jobOf(m_node, QStringLiteral("sleep 600")));
    QVERIFY(running.ok());
    QTRY_COMPARE_WITH_TIMEOUT(first.entry(*running)->status.state, JobState::Running, kLong);
    begin(QStringLiteral("echo never"));
    QTRY_VERIFY_WITH_TIMEOUT(status().state == JobState::Queued &&
                                 status().sentence.contains(QStringLiteral("Queued")),
                             kLong);
    QVERIFY(!status().started.isValid());
    m_center->cancel(m_id);
    QTRY_COMPARE_WITH_TIMEOUT(status().state, JobState::Cancelled, kLong);
    QVERIFY(!log().contains("never"));
    first.cancel(*running);
    QTRY_COMPARE_WITH_TIMEOUT(first.entry(*running)->status.state, JobState::Cancelled, kLong);
}

void tst_SlurmJob::cancelWhileItRuns()
{
    begin(QStringLiteral("echo begun; exec sleep 600"));
    QTRY_VERIFY_WITH_TIMEOUT(log().contains("begun"), kLong);
    m_center->cancel(m_id);
    QTRY_COMPARE_WITH_TIMEOUT(status().state, JobState::Cancelled, kLong);
    QTRY_VERIFY_WITH_TIMEOUT(
        m_slurm.ask(QStringLiteral("squeue"), {QStringLiteral("-h")}).trimmed().isEmpty(), kLong);
}

void tst_SlurmJob::rocportEndsMeanwhile()
{
    begin(QStringLiteral("echo begun; sleep 3; echo over"));
    QTRY_VERIFY_WITH_TIMEOUT(!status().queueId.isEmpty(), kLong);
    m_center = std::make_unique<JobCenter>(m_settings);
    QSignalSpy loaded(m_center.get(), &JobCenter::loaded);
    m_center->load();
    QVERIFY(loaded.wait(kLong));
    QTRY_COMPARE_WITH_TIMEOUT(status().state, JobState::Succeeded, kLong);
    QCOMPARE(log(), QByteArray("begun\nover\n"));
}

void tst_SlurmJob::endedByAnother()
{
    begin(QStringLiteral("trap '' INT TERM; echo begun; while :; do sleep 0.5; done"));
    QTRY_VERIFY_WITH_TIMEOUT(log().contains("begun") && !status().queueId.isEmpty(), kLong);
    (void)m_slurm.ask(QStringLiteral("scancel"), {QStringLiteral("-s"), QStringLiteral("KILL"),
                                                  QStringLiteral("--full"), status().queueId});
    QTRY_VERIFY_WITH_TIMEOUT(isEnded(status().state), kLong);
    QVERIFY2(status().state != JobState::Succeeded, qPrintable(status().sentence));
    QVERIFY(!status().sentence.isEmpty());
}

void tst_SlurmJob::refusedBySlurm()
{
    Node node = m_node;
    node.of<SlurmSettings>().partition = QStringLiteral("nowhere");
    m_center = std::make_unique<JobCenter>(m_settings);
    const Result<QString> id = m_center->start(jobOf(node, QStringLiteral("echo never")));
    QVERIFY(id.ok());
    m_id = *id;
    QTRY_COMPARE_WITH_TIMEOUT(status().state, JobState::Failed, kLong);
    QVERIFY2(log().contains("partition"), log().constData());
}

QTEST_GUILESS_MAIN(tst_SlurmJob)
#include "tst_slurmjob.moc"
