// Jobs in a container, with a stand-in for docker that notes its arguments and runs the command
// here.
#include "core/remote/container.h"
#include "tests/support/jobfixture.h"

#include <QDir>
#include <QTest>

using namespace rocport;
using namespace rocport::test;

namespace {

constexpr int kLong = 120000;

// `run` and `exec` run what comes after the image or container; options have no separate values.
// `exec NAME sh -c 'kill …'` signals the processes that the run began. As docker's own client does,
// `run` outlives the signals that reach it and ends with the container.
constexpr const char* kDocker =
    "#!/bin/sh\n"
    "echo \"$*\" >>\"$(dirname \"$0\")/calls\"\n"
    "verb=$1; shift\n"
    "while [ \"${1#-}\" != \"$1\" ]; do shift; done\n"
    "name=$1; shift\n"
    "case $verb in\n"
    "run) trap : INT TERM; setsid sh -c 'echo $$ >\"$0\"; exec \"$@\"' \"$(dirname \"$0\")/group\" "
    "\"$@\"; exit "
    "$?;;\n"
    "rm) kill -KILL \"-$(cat \"$(dirname \"$0\")/group\")\";;\n"
    "exec) case $3 in\n"
    "  'kill -INT -1') kill -INT \"-$(cat \"$(dirname \"$0\")/group\")\";;\n"
    "  'kill -TERM -1') kill -TERM \"-$(cat \"$(dirname \"$0\")/group\")\";;\n"
    "  *) exec \"$@\";;\n"
    "  esac;;\n"
    "esac\n";

} // namespace

class tst_ContainerJob : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void runsInAContainerOfItsOwn();
    void cancelReachesTheContainer();
    void runsInsideOfARunningContainer();
    void containerDoesNotSeeTheWorkspace();

private:
    [[nodiscard]] JobStatus status() const { return m_center->entry(m_id)->status; }
    [[nodiscard]] QByteArray log() const
    {
        return fileBytes(m_center->entry(m_id)->folder + QStringLiteral("/log"));
    }
    [[nodiscard]] QByteArray calls() const { return fileBytes(m_bin + QStringLiteral("/calls")); }
    void begin(const QString& script);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<JobCenter> m_center;
    JobCenterSettings m_settings;
    QString m_bin;
    Node m_node;
    QString m_id;
};

void tst_ContainerJob::init()
{
    m_center.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    m_bin = m_folder->filePath(QStringLiteral("bin"));
    QVERIFY(QDir().mkpath(m_bin));
    QFile docker(m_bin + QStringLiteral("/docker"));
    QVERIFY(docker.open(QIODevice::WriteOnly));
    docker.write(kDocker);
    docker.close();
    docker.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    m_node = jobNode(m_folder->filePath(QStringLiteral("node")));
    m_node.of<ContainerSettings>().use = ContainerSettings::Use::Run;
    m_node.of<ContainerSettings>().image = QStringLiteral("rocm/pytorch:latest");
    m_settings = centerSettings(m_folder->filePath(QStringLiteral("runs")));
    m_settings.runner.agent.environment = {
        {QStringLiteral("PATH"), m_bin + u':' + qEnvironmentVariable("PATH")}};
}

void tst_ContainerJob::begin(const QString& script)
{
    m_center = std::make_unique<JobCenter>(m_settings);
    const Result<QString> id = m_center->start(jobOf(m_node, script));
    QVERIFY2(id.ok(), qPrintable(id.ok() ? QString() : id.error().detail));
    m_id = *id;
}

void tst_ContainerJob::runsInAContainerOfItsOwn()
{
    begin(QStringLiteral("echo inside; exit 6"));
    QTRY_COMPARE_WITH_TIMEOUT(status().state, JobState::Failed, kLong);
    QCOMPARE(status().exitCode, 6);
    QCOMPARE(log(), QByteArray("inside\n"));
    const QByteArray line = calls();
    QVERIFY2(line.startsWith("run "), line.constData());
    for (const char* part : {"--device=/dev/kfd", "--device=/dev/dri", "--rm"}) {
        QVERIFY2(line.contains(part), line.constData());
    }
    QVERIFY(line.contains("--name=rocport-" + m_id.toLatin1()));
    QVERIFY(line.contains("rocm/pytorch:latest sh " + m_node.workspace.toUtf8()));
}

void tst_ContainerJob::cancelReachesTheContainer()
{
    begin(QStringLiteral("trap 'echo told; exit 1' TERM\ntrap '' INT\n"
                         "echo inside\nwhile :; do sleep 0.2; done"));
    QTRY_COMPARE_WITH_TIMEOUT(log(), QByteArray("inside\n"), kLong);
    m_center->cancel(m_id);
    QTRY_COMPARE_WITH_TIMEOUT(status().state, JobState::Cancelled, kLong);
    QVERIFY2(log().contains("told"), log().constData());
    QVERIFY(calls().contains("kill -INT -1"));
}

void tst_ContainerJob::runsInsideOfARunningContainer()
{
    m_node.of<ContainerSettings>().use = ContainerSettings::Use::Exec;
    m_node.of<ContainerSettings>().container = QStringLiteral("trainer");
    begin(QStringLiteral("echo inside"));
    QTRY_COMPARE_WITH_TIMEOUT(status().state, JobState::Succeeded, kLong);
    QCOMPARE(log(), QByteArray("inside\n"));
    QVERIFY(calls().contains("exec trainer sh "));
    QVERIFY(fileBytes(m_node.workspace + QStringLiteral("/jobs/") + m_id +
                      QStringLiteral("/.rocport/inner"))
                .trimmed()
                .toLongLong() > 1);
}

void tst_ContainerJob::containerDoesNotSeeTheWorkspace()
{
    m_node.of<ContainerSettings>().use = ContainerSettings::Use::Exec;
    m_node.of<ContainerSettings>().container = QStringLiteral("trainer");
    QFile docker(m_bin + QStringLiteral("/docker"));
    QVERIFY(docker.open(QIODevice::WriteOnly | QIODevice::Truncate));
    docker.write("#!/bin/sh\nexit 1\n");
    docker.close();
    begin(QStringLiteral("echo inside"));
    QTRY_COMPARE_WITH_TIMEOUT(status().state, JobState::Failed, kLong);
    QVERIFY2(log().contains("does not see"), log().constData());
}

QTEST_GUILESS_MAIN(tst_ContainerJob)
#include "tst_containerjob.moc"
