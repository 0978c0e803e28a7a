#include "loopbacknode.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>
#include <QThread>

#include <arpa/inet.h>
#include <csignal>
#include <netinet/in.h>
#include <pwd.h>
#include <sys/socket.h>
#include <unistd.h>

namespace rocport::test {
namespace {

void writeFile(const QString& file, const QByteArray& bytes, bool append = false)
{
    QFile out(file);
    if (out.open(append ? QIODevice::Append : QIODevice::WriteOnly)) {
        out.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
        out.write(bytes);
    }
}

QByteArray readFile(const QString& file)
{
    QFile in(file);
    return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
}

sockaddr_in loopbackAddress(int port)
{
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

/// A port that nobody has at this moment; 0: none.
int freePort()
{
    const int handle = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address = loopbackAddress(0);
    socklen_t size = sizeof(address);
    auto* plain = reinterpret_cast<sockaddr*>(&address);
    const bool bound = ::bind(handle, plain, size) == 0 && ::getsockname(handle, plain, &size) == 0;
    ::close(handle);
    return bound ? ntohs(address.sin_port) : 0;
}

bool answers(int port)
{
    const int handle = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address = loopbackAddress(port);
    const bool there =
        ::connect(handle, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0;
    ::close(handle);
    return there;
}

QByteArray userName()
{
    const passwd* entry = ::getpwuid(::getuid());
    return entry != nullptr ? QByteArray(entry->pw_name) : QByteArrayLiteral("root");
}

QByteArray nameOf(qint64 pid)
{
    return readFile(QStringLiteral("/proc/%1/comm").arg(pid)).trimmed();
}

} // namespace

QVector<qint64> childrenOf(qint64 parent)
{
    QVector<qint64> children;
    const QStringList entries = QDir(QStringLiteral("/proc")).entryList(QDir::Dirs);
    for (const QString& entry : entries) {
        bool isNumber = false;
        const qint64 pid = entry.toLongLong(&isNumber);
        if (!isNumber) {
            continue;
        }
        const QByteArray stat = readFile(QStringLiteral("/proc/%1/stat").arg(pid));
        const QByteArrayList fields = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
        if (fields.size() > 1 && fields[0] != "Z" && fields[1].toLongLong() == parent) {
            children.append(pid);
        }
    }
    return children;
}

LoopbackNode::LoopbackNode() = default;

LoopbackNode::~LoopbackNode()
{
    stop();
}

bool LoopbackNode::start()
{
    if (!m_prepared && !prepare()) {
        return false;
    }
    m_prepared = true;
    // Somebody else may take the port between the look and the start.
    for (int attempt = 0; attempt < 5; ++attempt) {
        m_port = freePort();
        writeConfigurations();
        writeKnownHosts();
        if (m_port != 0 && launch()) {
            return true;
        }
    }
    return false;
}

bool LoopbackNode::restart()
{
    stop();
    writeConfigurations();
    return m_prepared && launch();
}

void LoopbackNode::setEnvironment(const QVector<QPair<QString, QString>>& environment)
{
    m_environment = environment;
}

QString LoopbackNode::fakeEmulatorFolder()
{
    return QStringLiteral(ROCPORT_TEST_SUPPORT_DIR "/fakeemulator");
}

QString LoopbackNode::fakeEngineFolder()
{
    return QStringLiteral(ROCPORT_TEST_SUPPORT_DIR "/fakeengine");
}

bool LoopbackNode::prepare()
{
    const QStringList places{QStringLiteral("/usr/sbin"), QStringLiteral("/usr/local/sbin"),
                             QStringLiteral("/usr/bin"), QStringLiteral("/sbin")};
    m_program = QStandardPaths::findExecutable(QStringLiteral("sshd"), places);
    if (m_program.isEmpty() || QStandardPaths::findExecutable(QStringLiteral("ssh")).isEmpty()) {
        m_problem = QStringLiteral("sshd or ssh is not installed");
        return false;
    }
    // A server that is run by root wants this folder of its package; containers often lack it.
    if (::getuid() == 0) {
        QDir().mkpath(QStringLiteral("/run/sshd"));
    }
    QDir(folder()).mkpath(QStringLiteral("control"));
    QDir().mkpath(home());
    QFile::setPermissions(path(QStringLiteral("control")),
                          QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
    if (makeKey(QStringLiteral("host_key")).isEmpty() ||
        makeKey(QStringLiteral("user_key")).isEmpty()) {
        m_problem = QStringLiteral("ssh-keygen failed");
        return false;
    }
    authorize(userKey());
    return true;
}

void LoopbackNode::writeConfigurations() const
{
    QByteArray variables;
    QVector<QPair<QString, QString>> environment = m_environment;
    // Not the user's: bash reads ~/.bashrc for programs that sshd runs.
    environment.append({QStringLiteral("HOME"), home()});
    for (const auto& [name, value] : std::as_const(environment)) {
        variables += " \"" + name.toUtf8() + '=' + value.toUtf8() + '"';
    }
    writeFile(path(QStringLiteral("sshd_config")),
              "Port " + QByteArray::number(m_port) + "\nListenAddress 127.0.0.1\nHostKey " +
                  path(QStringLiteral("host_key")).toUtf8() + "\nAuthorizedKeysFile " +
                  path(QStringLiteral("authorized_keys")).toUtf8() +
                  "\nStrictModes no\nPidFile none\nUsePAM no\nPasswordAuthentication no\n"
                  "KbdInteractiveAuthentication no\nPubkeyAuthentication yes\n"
                  "PermitRootLogin yes\nPrintMotd no\nLogLevel ERROR\nMaxStartups 200\n"
                  "MaxSessions 200\nUseDNS no\nSubsystem sftp internal-sftp\n" +
                  "SetEnv" + variables + '\n');
    writeFile(sshConfig(), "Host " + alias().toUtf8() + "\n  HostName 127.0.0.1\n  Port " +
                               QByteArray::number(m_port) + "\n  User " + userName() +
                               "\n  IdentityFile " + userKey().toUtf8() +
                               "\n  IdentitiesOnly yes\n  IdentityAgent none\n"
                               "  UserKnownHostsFile " +
                               path(QStringLiteral("known_hosts")).toUtf8() +
                               "\n  GlobalKnownHostsFile /dev/null\n"
                               "  StrictHostKeyChecking yes\n  UpdateHostKeys no\n");
}

void LoopbackNode::writeKnownHosts() const
{
    writeFile(path(QStringLiteral("known_hosts")),
              "[127.0.0.1]:" + QByteArray::number(m_port) + ' ' +
                  readFile(path(QStringLiteral("host_key.pub"))));
}

bool LoopbackNode::launch()
{
    m_sshd.setProcessChannelMode(QProcess::MergedChannels);
    m_sshd.setStandardOutputFile(path(QStringLiteral("sshd.log")), QIODevice::Append);
    // -e: messages go to the log above.
    m_sshd.start(m_program, {QStringLiteral("-D"), QStringLiteral("-e"), QStringLiteral("-f"),
                             path(QStringLiteral("sshd_config"))});
    QElapsedTimer clock;
    clock.start();
    while (clock.elapsed() < 20'000) {
        if (m_sshd.waitForFinished(20) || m_sshd.state() == QProcess::NotRunning) {
            break;
        }
        if (answers(m_port)) {
            return true;
        }
    }
    m_problem = QStringLiteral("sshd did not start: ") +
                QString::fromLocal8Bit(readFile(path(QStringLiteral("sshd.log")))).trimmed();
    m_sshd.kill();
    m_sshd.waitForFinished();
    return false;
}

QVector<qint64> LoopbackNode::connections() const
{
    QVector<qint64> found;
    if (m_sshd.state() == QProcess::Running) {
        // Below sshd: one process for each connection, with one more where the login is no root's.
        QVector<qint64> parents{m_sshd.processId()};
        while (!parents.isEmpty()) {
            const QVector<qint64> children = childrenOf(parents.takeFirst());
            for (const qint64 child : children) {
                if (nameOf(child).startsWith("sshd")) {
                    found.append(child);
                    parents.append(child);
                }
            }
        }
    }
    return found;
}

int LoopbackNode::connectionCount() const
{
    int count = 0;
    for (const qint64 pid : childrenOf(m_sshd.processId())) {
        count += nameOf(pid).startsWith("sshd") ? 1 : 0;
    }
    return m_sshd.state() == QProcess::Running ? count : 0;
}

void LoopbackNode::cutConnections()
{
    for (const qint64 pid : connections()) {
        ::kill(static_cast<pid_t>(pid), SIGKILL);
    }
    QElapsedTimer clock;
    clock.start();
    while (!connections().isEmpty() && clock.elapsed() < 10'000) {
        QThread::msleep(5);
    }
}

void LoopbackNode::stop()
{
    if (m_sshd.state() == QProcess::NotRunning) {
        return;
    }
    // No new connection comes between these two.
    ::kill(static_cast<pid_t>(m_sshd.processId()), SIGSTOP);
    const QVector<qint64> old = connections();
    m_sshd.kill();
    m_sshd.waitForFinished();
    for (const qint64 pid : old) {
        if (nameOf(pid).startsWith("sshd")) {
            ::kill(static_cast<pid_t>(pid), SIGKILL);
        }
    }
    // The shared connections end with their sockets.
    QElapsedTimer clock;
    clock.start();
    const QDir sockets(path(QStringLiteral("control")));
    while (!sockets.entryList(QDir::System | QDir::Files).isEmpty() && clock.elapsed() < 5000) {
        QThread::msleep(5);
    }
}

Node LoopbackNode::node() const
{
    Node node;
    node.id = QStringLiteral("loopback");
    node.name = QStringLiteral("Loopback");
    node.of<SshHost>().host = alias();
    node.workspace = path(QStringLiteral("workspace"));
    return node;
}

SshSettings LoopbackNode::settings() const
{
    SshSettings settings;
    settings.configFile = sshConfig();
    settings.controlFolder = path(QStringLiteral("control"));
    settings.controlPersist = std::chrono::seconds(60);
    return settings;
}

QString LoopbackNode::makeKey(const QString& name, const QString& passphrase) const
{
    QFile::remove(path(name));
    QFile::remove(path(name) + QStringLiteral(".pub"));
    QProcess keygen;
    keygen.start(QStringLiteral("ssh-keygen"),
                 {QStringLiteral("-q"), QStringLiteral("-t"), QStringLiteral("ed25519"),
                  QStringLiteral("-N"), passphrase, QStringLiteral("-C"), name,
                  QStringLiteral("-f"), path(name)});
    keygen.waitForFinished();
    return keygen.exitCode() == 0 && QFile::exists(path(name)) ? path(name) : QString();
}

void LoopbackNode::authorize(const QString& key, bool only) const
{
    writeFile(path(QStringLiteral("authorized_keys")), readFile(key + QStringLiteral(".pub")),
              !only);
}

bool LoopbackNode::changeHostKey()
{
    return !makeKey(QStringLiteral("host_key")).isEmpty();
}

void LoopbackNode::forgetHostKey() const
{
    writeFile(path(QStringLiteral("known_hosts")), {});
}

} // namespace rocport::test
