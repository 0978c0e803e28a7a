#include "core/remote/sshclient.h"

#include "core/base/systemmessage.h"
#include "core/process/localprocess.h"
#include "core/process/runprocess.h"
#include "core/remote/shellquote.h"
#include "core/remote/transport.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <cerrno>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace rocport {
namespace {

/// sockaddr_un::sun_path holds 108 bytes with the NUL; ssh adds '.' and 16 characters while it
/// makes the socket (OpenSSH 9.2, mux.c, muxserver_listen).
constexpr qsizetype kSocketPathLimit = 107 - 17;
constexpr qsizetype kSocketNameLength = 16;

bool fitsSocket(const QString& folder)
{
    return folder.toUtf8().size() + 1 + kSocketNameLength <= kSocketPathLimit;
}

/// The socket of a node's shared connection; empty: none is used. Nodes that differ in how they
/// log in never share one.
QString controlPath(const Node& node, const SshSettings& settings)
{
    // '%' would be expanded by ssh, and a quote ends the value of an option.
    static const QRegularExpression special(QStringLiteral("[%\"\\s$]"));
    if (settings.controlFolder.isEmpty() || !fitsSocket(settings.controlFolder) ||
        settings.controlFolder.contains(special)) {
        return {};
    }
    const SshHost& host = node.of<SshHost>();
    QStringList parts{host.host, QString::number(host.port), host.identityFile, settings.configFile,
                      settings.program};
    parts += settings.options;
    const QByteArray hash =
        QCryptographicHash::hash(parts.join(u'\n').toUtf8(), QCryptographicHash::Sha256).toHex();
    return settings.controlFolder + u'/' + QString::fromLatin1(hash.left(kSocketNameLength));
}

/// How errors and questions call the node.
QString sshName(const Node& node)
{
    return node.name.isEmpty() ? node.of<SshHost>().host : node.name;
}

bool isVariableName(const QString& name)
{
    static const QRegularExpression form(QStringLiteral("\\A[A-Za-z_][A-Za-z0-9_]*\\z"));
    return form.match(name).hasMatch();
}

QString refusal(const ProcessCommand& command)
{
    for (const auto& [name, value] : command.environment) {
        if (!isVariableName(name)) {
            return QStringLiteral("\"%1\" is not the name of a variable").arg(name);
        }
        if (value && value->contains(QChar::Null)) {
            return QStringLiteral("the value of %1 contains a NUL byte").arg(name);
        }
    }
    if (command.program.isEmpty() || command.program.startsWith(u'-')) {
        return QStringLiteral("\"%1\" is not the name of a program").arg(command.program);
    }
    const QStringList words =
        QStringList{command.program, command.workingFolder} + command.arguments;
    for (const QString& word : words) {
        if (word.contains(QChar::Null)) {
            return QStringLiteral("an argument contains a NUL byte");
        }
    }
    return {};
}

QByteArray environmentText(const ProcessCommand& command)
{
    QByteArray text;
    for (const auto& [name, value] : command.environment) {
        const QByteArray bytes = name.toUtf8();
        text +=
            value ? "export " + bytes + '=' + shellQuoted(*value) + "; " : "unset " + bytes + "; ";
    }
    return text;
}

class SshRunner : public ProcessRunner
{
public:
    SshRunner(const Node& node, const SshSettings& settings)
        : m_name(sshName(node)),
          m_program(settings.program),
          m_arguments(sshArguments(node, settings)),
          m_environment(sshEnvironment(settings, m_name)),
          m_problem(nodeProblems(node).value(0))
    {
    }

    [[nodiscard]] std::unique_ptr<Process> create(const ProcessCommand& command) const override
    {
        const QString problem = m_problem.isEmpty() ? refusal(command) : m_problem;
        if (!problem.isEmpty()) {
            return refusedProcess({ErrorCode::InvalidArgument, problem, m_name});
        }
        const bool withEnvironment = !command.environment.isEmpty();
        ProcessCommand ssh = command;
        ssh.program = m_program;
        ssh.arguments = m_arguments;
        ssh.arguments.append(QString::fromUtf8(remoteCommandLine(command, withEnvironment)));
        ssh.workingFolder.clear();
        ssh.environment = m_environment;
        if (withEnvironment) {
            ssh.input = encodedShellText(environmentText(command)) + '\n' + command.input;
        }
        return m_runner.create(ssh);
    }
    [[nodiscard]] QString describe() const override { return m_name; }

private:
    LocalProcessRunner m_runner;
    QString m_name;
    QString m_program;
    QStringList m_arguments;
    QVector<QPair<QString, std::optional<QString>>> m_environment;
    QString m_problem;
};

struct SshMessage
{
    const char* pattern;
    ErrorCode code;
};

/// Messages of OpenSSH 7.4 to 9.9, the most telling first: with a jump host a refused login is
/// followed by a closed connection.
const QVector<SshMessage>& sshMessages()
{
    using enum ErrorCode;
    static const QVector<SshMessage> messages{
        {"Host key verification failed", HostKeyRefused},
        {"REMOTE HOST IDENTIFICATION HAS CHANGED", HostKeyRefused},
        {"host key is known for", HostKeyRefused},
        {"Permission denied (", LoginRefused},
        {"Too many authentication failures", LoginRefused},
        {"No more authentication methods", LoginRefused},
        {"Authentication failed", LoginRefused},
        {"Could not resolve hostname", NodeUnreachable},
        {"connect to host", NodeUnreachable},
        {"banner exchange", NodeUnreachable},
        {"kex_exchange_identification", NodeUnreachable},
        {"ssh_exchange_identification", NodeUnreachable},
        {"Unable to negotiate", NodeUnreachable},
        {"Bad configuration option", NodeUnreachable},
        {"Bad owner or permissions", NodeUnreachable},
        {"Can't open user config file", NodeUnreachable},
        {"stdio forwarding failed", NodeUnreachable},
        {"closed by remote host", ConnectionLost},
        {"not responding", ConnectionLost},
        {"Broken pipe", ConnectionLost},
        {"send disconnect", ConnectionLost},
        {"Read from remote host", ConnectionLost},
        {"Connection closed by", NodeUnreachable},
        {"Connection reset by", NodeUnreachable},
    };
    return messages;
}

} // namespace

Result<QString> makeControlFolder(const QString& wanted)
{
    QString folder = wanted;
    if (folder.isEmpty() || !fitsSocket(folder)) {
        const QString runtime = qEnvironmentVariable("XDG_RUNTIME_DIR");
        folder = runtime + QStringLiteral("/rocport-ssh");
        if (runtime.isEmpty() || !QFileInfo(runtime).isDir() || !fitsSocket(folder)) {
            folder = QStringLiteral("/tmp/rocport-ssh-%1").arg(::getuid());
        }
    }
    const QByteArray path = QFile::encodeName(folder);
    if (::mkdir(path.constData(), 0700) != 0 && errno != EEXIST) {
        return systemWriteError(errno, folder);
    }
    struct stat info = {};
    if (::lstat(path.constData(), &info) != 0 || !S_ISDIR(info.st_mode) ||
        info.st_uid != ::getuid() || ::chmod(path.constData(), 0700) != 0) {
        return Error{ErrorCode::FileWriteFailed,
                     QStringLiteral("it is not a folder that only this user can access"), folder};
    }
    return folder;
}

bool isSshHost(const QString& host)
{
    // ssh itself expands and hands on what is in a host's name (ProxyCommand), so nothing that a
    // shell reads may be in it.
    static const QRegularExpression refused(QStringLiteral("[\\s\\p{C}'\"`$;&<>|(){}*?!#~\\\\^]"));
    return !host.isEmpty() && !host.startsWith(u'-') && !host.contains(refused) &&
           !host.endsWith(u'@') && !host.contains(QStringLiteral("@-"));
}

QStringList hostArguments(const Node& node)
{
    const SshHost& host = node.of<SshHost>();
    QStringList arguments;
    if (host.port > 0) {
        arguments << QStringLiteral("-p") << QString::number(host.port);
    }
    if (!host.identityFile.isEmpty()) {
        arguments << QStringLiteral("-i") << host.identityFile;
    }
    return arguments << QStringLiteral("--") << host.host;
}

QStringList sshArguments(const Node& node, const SshSettings& settings)
{
    QStringList arguments;
    const auto option = [&arguments](const QString& text) {
        arguments << QStringLiteral("-o") << text;
    };
    if (!settings.configFile.isEmpty()) {
        arguments << QStringLiteral("-F") << settings.configFile;
    }
    arguments << QStringLiteral("-T") << QStringLiteral("-x");
    // ssh takes the first value of an option, so these come before the configuration's.
    for (const QString& text : settings.options) {
        option(text);
    }
    option(settings.askpass.isEmpty() ? QStringLiteral("BatchMode=yes")
                                      : QStringLiteral("BatchMode=no"));
    option(QStringLiteral("LogLevel=ERROR"));
    option(QStringLiteral("ClearAllForwardings=yes"));
    option(QStringLiteral("RemoteCommand=none"));
    option(QStringLiteral("PermitLocalCommand=no"));
    if (settings.connectTimeout.count() > 0) {
        option(QStringLiteral("ConnectTimeout=%1").arg(settings.connectTimeout.count()));
    }
    if (settings.aliveInterval.count() > 0) {
        option(QStringLiteral("ServerAliveInterval=%1").arg(settings.aliveInterval.count()));
        option(QStringLiteral("ServerAliveCountMax=3"));
    }
    const QString socket = controlPath(node, settings);
    if (!socket.isEmpty()) {
        option(QStringLiteral("ControlMaster=auto"));
        option(QStringLiteral("ControlPath=") + socket);
        option(QStringLiteral("ControlPersist=%1").arg(settings.controlPersist.count()));
    }
    return arguments + hostArguments(node);
}

QStringList sshShell(const Node& node, const SshSettings& settings, const QStringList& inside)
{
    QStringList words{settings.program};
    if (!settings.configFile.isEmpty()) {
        words << QStringLiteral("-F") << settings.configFile;
    }
    if (!inside.isEmpty()) {
        words << QStringLiteral("-t");
    }
    for (const QString& text : settings.options) {
        words << QStringLiteral("-o") << text;
    }
    // An open connection is used, so that nothing is asked twice; none is left behind.
    if (const QString socket = controlPath(node, settings); !socket.isEmpty()) {
        words << QStringLiteral("-o") << QStringLiteral("ControlMaster=no") << QStringLiteral("-o")
              << QStringLiteral("ControlPath=") + socket;
    }
    words += hostArguments(node);
    if (!inside.isEmpty()) {
        words << QString::fromUtf8(shellCommand(inside));
    }
    return words;
}

QVector<QPair<QString, std::optional<QString>>> sshEnvironment(const SshSettings& settings,
                                                               const QString& nodeName)
{
    if (settings.askpass.isEmpty()) {
        return {};
    }
    return {{QStringLiteral("SSH_ASKPASS"), settings.askpass},
            {QStringLiteral("SSH_ASKPASS_REQUIRE"), QStringLiteral("force")},
            {QStringLiteral("ROCPORT_ASK_SOCKET"), settings.askSocket},
            {QStringLiteral("ROCPORT_ASK_TOKEN"), settings.askToken},
            {QStringLiteral("ROCPORT_ASK_NODE"), nodeName}};
}

QByteArray remoteCommandLine(const ProcessCommand& command, bool environmentFromInput)
{
    QByteArray script;
    if (!command.workingFolder.isEmpty()) {
        script += "CDPATH= cd " + shellPath(command.workingFolder) + " || exit 1; ";
    }
    script += "exec " + shellCommand(QStringList{command.program} + command.arguments);
    return loginShellCommand(script, environmentFromInput);
}

std::shared_ptr<const ProcessRunner> sshRunner(const Node& node, const SshSettings& settings)
{
    return std::make_shared<SshRunner>(node, settings);
}

Error sshError(const Node& node, const ProcessOutcome& outcome, const QByteArray& errors)
{
    const QString name = sshName(node);
    if (outcome.end != ProcessEnd::Exited || outcome.exitCode != 255) {
        return programError(name, outcome, errors, ErrorCode::ConnectionLost);
    }
    const QStringList lines = plainLines(errors);
    for (const SshMessage& message : sshMessages()) {
        for (const QString& line : lines) {
            if (line.contains(QLatin1String(message.pattern))) {
                return {message.code, line, name};
            }
        }
    }
    return {ErrorCode::ConnectionLost, lines.value(lines.size() - 1), name};
}

bool isConnectionError(const Error& error)
{
    return error.code == ErrorCode::NodeUnreachable || error.code == ErrorCode::ConnectionLost;
}

void closeMaster(const Node& node, const SshSettings& settings)
{
    const QString socket = controlPath(node, settings);
    if (socket.isEmpty() || !nodeProblems(node).isEmpty() || !QFileInfo::exists(socket)) {
        return;
    }
    ProcessCommand command;
    command.program = settings.program;
    command.arguments =
        QStringList{QStringLiteral("-O"), QStringLiteral("exit")} + sshArguments(node, settings);
    command.timeout = std::chrono::seconds(5);
    // Nothing to do about a master that does not answer: it ends by itself when unused.
    static_cast<void>(runProcess(LocalProcessRunner(), command));
}

} // namespace rocport
