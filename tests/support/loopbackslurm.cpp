#include "tests/support/loopbackslurm.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QStandardPaths>
#include <QSysInfo>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace rocport::test {

namespace {

constexpr int kStartMs = 60000;

QString programPath(const QString& name)
{
    const QString found = QStandardPaths::findExecutable(name);
    return found.isEmpty() ? QStandardPaths::findExecutable(
                                 name, {QStringLiteral("/usr/sbin"), QStringLiteral("/sbin")})
                           : found;
}

/// A port that nothing listens on just now.
int freePort()
{
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof(address);
    int port = 0;
    if (::bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0 &&
        ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &length) == 0) {
        port = ntohs(address.sin_port);
    }
    ::close(socket);
    return port;
}

bool writeFile(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() &&
           file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
}

} // namespace

LoopbackSlurm::~LoopbackSlurm()
{
    if (!m_daemons.empty()) {
        (void)ask(QStringLiteral("scancel"), {QStringLiteral("-u"), QStringLiteral("root")});
    }
    for (auto daemon = m_daemons.rbegin(); daemon != m_daemons.rend(); ++daemon) {
        (*daemon)->terminate();
        if (!(*daemon)->waitForFinished(10000)) {
            (*daemon)->kill();
            (*daemon)->waitForFinished();
        }
    }
}

bool LoopbackSlurm::launch(const QString& program, const QStringList& arguments)
{
    auto process = std::make_unique<QProcess>();
    QProcessEnvironment own = QProcessEnvironment::systemEnvironment();
    own.insert(QStringLiteral("SLURM_CONF"), path(QStringLiteral("slurm.conf")));
    process->setProcessEnvironment(own);
    process->setStandardOutputFile(path(program + QStringLiteral(".out")));
    process->setStandardErrorFile(path(program + QStringLiteral(".err")));
    process->start(programPath(program), arguments);
    if (!process->waitForStarted() || process->waitForFinished(300)) {
        QFile said(path(program + QStringLiteral(".err")));
        (void)said.open(QIODevice::ReadOnly);
        m_problem = program + QStringLiteral(" does not start: ") +
                    QString::fromUtf8(said.readAll().trimmed().right(300));
        return false;
    }
    m_daemons.push_back(std::move(process));
    return true;
}

bool LoopbackSlurm::writeFiles()
{
    const QByteArray folder = QFile::encodeName(m_folder.path());
    const QByteArray host = QSysInfo::machineHostName().section(u'.', 0, 0).toUtf8();
    m_controlPort = freePort();
    m_nodePort = freePort();
    for (const char* name : {"state", "spool", "munge"}) {
        QDir().mkpath(path(QString::fromLatin1(name)));
    }
    QFile::setPermissions(m_folder.path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner |
                                               QFile::ReadOther | QFile::ExeOther |
                                               QFile::ReadGroup | QFile::ExeGroup);
    QByteArray key;
    for (int i = 0; i < 128; ++i) {
        key += static_cast<char>(i * 37 + 11);
    }
    const QByteArray configuration =
        "ClusterName=loopback\n"
        "SlurmctldHost=" +
        host +
        "(127.0.0.1)\n"
        "SlurmUser=root\nSlurmdUser=root\n"
        "SlurmctldPort=" +
        QByteArray::number(m_controlPort) +
        "\n"
        "SlurmdPort=" +
        QByteArray::number(m_nodePort) +
        "\n"
        "AuthType=auth/munge\nAuthInfo=socket=" +
        folder +
        "/munge/socket\n"
        "CredType=cred/munge\n"
        "StateSaveLocation=" +
        folder + "/state\nSlurmdSpoolDir=" + folder +
        "/spool\n"
        "SlurmctldPidFile=" +
        folder + "/slurmctld.pid\nSlurmdPidFile=" + folder +
        "/slurmd.pid\n"
        "ProctrackType=proctrack/pgid\nTaskPlugin=task/none\nSwitchType=switch/none\n"
        "SchedulerType=sched/backfill\nSelectType=select/cons_tres\n"
        "SelectTypeParameters=CR_Core\n"
        "AccountingStorageType=accounting_storage/none\nJobAcctGatherType=jobacct_gather/none\n"
        "MpiDefault=none\nReturnToService=2\nKillWait=5\nMinJobAge=300\n"
        "InactiveLimit=0\nMaxArraySize=12\nSlurmdTimeout=300\nSlurmctldTimeout=300\n"
        "SchedulerParameters=sched_interval=1,batch_sched_delay=1\n"
        "NodeName=" +
        host +
        " NodeAddr=127.0.0.1 CPUs=1 State=UNKNOWN\n"
        "PartitionName=test Nodes=ALL Default=YES MaxTime=60 State=UP\n"
        "PartitionName=other Nodes=ALL MaxTime=60 State=UP\n";
    return writeFile(path(QStringLiteral("munge/key")), key) &&
           writeFile(path(QStringLiteral("slurm.conf")), configuration) &&
           QFile::setPermissions(path(QStringLiteral("slurm.conf")),
                                 QFile::ReadOwner | QFile::WriteOwner | QFile::ReadOther);
}

bool LoopbackSlurm::start()
{
    if (::geteuid() != 0) {
        m_problem = QStringLiteral("slurmd needs root");
        return false;
    }
    for (const char* name : {"munged", "slurmctld", "slurmd", "sbatch", "squeue"}) {
        if (programPath(QString::fromLatin1(name)).isEmpty()) {
            m_problem = QStringLiteral("%1 is not installed").arg(QString::fromLatin1(name));
            return false;
        }
    }
    if (!writeFiles()) {
        m_problem = QStringLiteral("the configuration cannot be written");
        return false;
    }
    const QString munge = path(QStringLiteral("munge/"));
    if (!launch(QStringLiteral("munged"),
                {QStringLiteral("--foreground"), QStringLiteral("--force"),
                 QStringLiteral("--key-file=") + munge + QStringLiteral("key"),
                 QStringLiteral("--socket=") + munge + QStringLiteral("socket"),
                 QStringLiteral("--pid-file=") + munge + QStringLiteral("pid"),
                 QStringLiteral("--log-file=") + munge + QStringLiteral("log"),
                 QStringLiteral("--seed-file=") + munge + QStringLiteral("seed")}) ||
        !launch(QStringLiteral("slurmctld"), {QStringLiteral("-D"), QStringLiteral("-i")}) ||
        !launch(QStringLiteral("slurmd"), {QStringLiteral("-D")})) {
        return false;
    }
    return waitUntilIdle();
}

bool LoopbackSlurm::waitUntilIdle()
{
    QElapsedTimer clock;
    clock.start();
    while (clock.elapsed() < kStartMs) {
        if (ask(QStringLiteral("sinfo"),
                {QStringLiteral("-h"), QStringLiteral("-o"), QStringLiteral("%t")})
                .startsWith("idle")) {
            return true;
        }
        ::usleep(200000);
    }
    m_problem = QStringLiteral("Slurm's node did not become idle");
    return false;
}

QVector<QPair<QString, std::optional<QString>>> LoopbackSlurm::environment() const
{
    return {{QStringLiteral("SLURM_CONF"), path(QStringLiteral("slurm.conf"))}};
}

QByteArray LoopbackSlurm::ask(const QString& program, const QStringList& arguments) const
{
    QProcess process;
    QProcessEnvironment own = QProcessEnvironment::systemEnvironment();
    own.insert(QStringLiteral("SLURM_CONF"), path(QStringLiteral("slurm.conf")));
    process.setProcessEnvironment(own);
    process.start(program, arguments);
    process.waitForFinished(20000);
    return process.readAllStandardOutput();
}

} // namespace rocport::test
