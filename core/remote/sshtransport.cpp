#include "core/remote/sshtransport.h"

#include "core/remote/nodefields.h"
#include "core/remote/nodekinds.h"
#include "core/remote/shellquote.h"
#include "core/remote/sshclient.h"
#include "core/remote/sshconfig.h"

#include <QRegularExpression>

namespace rocport {
namespace {

QStringList sshHostProblems(const Node& node)
{
    const SshHost& host = node.of<SshHost>();
    const bool used = node.place == nodeKindSsh().id;
    QStringList problems;
    if (used && host.host.isEmpty()) {
        problems << QStringLiteral(
            "The node has no host; enter an alias of your ssh configuration, or user@host.");
    } else if (used && !isSshHost(host.host)) {
        problems
            << QStringLiteral(
                   "“%1” is not a host; enter an alias of your ssh configuration, or user@host.")
                   .arg(host.host);
    }
    if (host.port < 0 || host.port > 65535) {
        problems << QStringLiteral(
                        "%1 is not a port; enter 1 to 65535, or 0 for the configured one.")
                        .arg(host.port);
    }
    if (host.identityFile.startsWith(u'-')) {
        problems << QStringLiteral("The identity file starts with '-'; enter its full path.");
    }
    return problems;
}

HostSearch hostSearchFailed(const QString& sentence, const QString& whySkipped)
{
    HostSearch end;
    end.state = ConnectionStep::State::Failed;
    end.sentence = sentence;
    end.whySkipped = whySkipped;
    return end;
}

/// What getent said of a host that ssh calls `where`.
HostSearch lookedUp(const QString& where, const ProcessOutcome& outcome, const QByteArray& output)
{
    // 2: one of the names is not known (getent(1)). Without getent, ssh says it in the next step.
    if (outcome.end == ProcessEnd::Exited && outcome.exitCode == 2) {
        return hostSearchFailed(
            QStringLiteral("The host name in %1 cannot be resolved. Check the spelling, the VPN "
                           "and the HostName line of your ssh configuration.")
                .arg(where),
            QStringLiteral("The host was not found."));
    }
    const QString address =
        QString::fromUtf8(output).section(QRegularExpression(QStringLiteral("\\s")), 0, 0);
    const bool named = !address.isEmpty() && !where.contains(u'@' + address + u',');
    HostSearch found;
    found.sentence = named ? QStringLiteral("It is %1 (%2).").arg(where, address)
                           : QStringLiteral("It is %1.").arg(where);
    return found;
}

} // namespace

const NodeKind& nodeKindSsh()
{
    static const NodeKind kind = [] {
        NodeKind ssh;
        ssh.id = QStringLiteral("ssh");
        ssh.title = QStringLiteral("SSH host");
        ssh.group = QStringLiteral("SSH hosts");
        ssh.isPlace = true;
        ssh.word = QStringLiteral("an ssh host");
        ssh.named = [](const QString& word) {
            Node node;
            node.id = QStringLiteral("command-line");
            node.name = word;
            node.place = nodeKindSsh().id;
            node.of<SshHost>().host = word;
            return std::optional(node);
        };
        ssh.fields = [](NodeFields& fields, Node& node) {
            SshHost& host = node.of<SshHost>();
            fields.text("host", host.host);
            fields.number("port", host.port);
            fields.text("identityFile", host.identityFile);
        };
        ssh.problems = sshHostProblems;
        ssh.make =
            [](const Node& node, const SshSettings& settings,
               std::shared_ptr<const Transport> /*below*/) -> std::shared_ptr<const Transport> {
            return std::make_shared<SshTransport>(node, settings);
        };
        return ssh;
    }();
    return kind;
}

SshTransport::SshTransport(const Node& node, SshSettings settings)
    : Transport(node), m_settings(std::move(settings))
{
}

QString SshTransport::words() const
{
    const SshHost& host = node().of<SshHost>();
    return host.port > 0 ? QStringLiteral("%1:%2").arg(host.host).arg(host.port) : host.host;
}

std::shared_ptr<const ProcessRunner> SshTransport::hostRunner() const
{
    return sshRunner(node(), m_settings);
}

Error SshTransport::explain(const ProcessOutcome& outcome, const QByteArray& errors) const
{
    return sshError(node(), outcome, errors);
}

QString SshTransport::typed(const QString& command) const
{
    const SshHost& host = node().of<SshHost>();
    if (!isSshHost(host.host)) {
        return command;
    }
    const QStringList words = QStringList{QStringLiteral("ssh")} + hostArguments(node());
    return QString::fromUtf8(shellCommand(words + QStringList{command}));
}

void SshTransport::close() const
{
    closeMaster(node(), m_settings);
}

HostSearch SshTransport::findHost() const
{
    HostSearch search;
    search.command = resolveCommand(node(), m_settings);
    search.next = [self = std::static_pointer_cast<const SshTransport>(shared_from_this())](
                      const ProcessOutcome& outcome, const QByteArray& output,
                      const QByteArray& errors) { return self->resolved(outcome, output, errors); };
    return search;
}

HostSearch SshTransport::resolved(const ProcessOutcome& outcome, const QByteArray& output,
                                  const QByteArray& errors) const
{
    if (outcome.end == ProcessEnd::NotStarted) {
        return hostSearchFailed(
            QStringLiteral("ssh is not installed on this machine. Install the OpenSSH client."),
            QStringLiteral("ssh is not installed."));
    }
    const ResolvedHost host = parseResolvedHost(output);
    if (!outcome.succeeded() || host.hostName.isEmpty()) {
        return hostSearchFailed(
            QStringLiteral(
                "ssh rejects its configuration: %1. Correct it, or check the name of the host.")
                .arg(explain(outcome, errors).detail),
            QStringLiteral("The host was not found."));
    }
    const QString where =
        QStringLiteral("%1@%2, port %3").arg(host.user, host.hostName, QString::number(host.port));
    HostSearch search;
    if (!host.proxy.isEmpty()) {
        search.sentence = QStringLiteral("It is %1, reached through %2.").arg(where, host.proxy);
        return search;
    }
    search.command = ProcessCommand();
    search.command->program = QStringLiteral("getent");
    search.command->arguments = {QStringLiteral("ahosts"), QStringLiteral("--"), host.hostName};
    search.command->timeout = std::chrono::seconds(20);
    search.next = [where](const ProcessOutcome& ended, const QByteArray& addresses,
                          const QByteArray& /*errors*/) {
        return lookedUp(where, ended, addresses);
    };
    return search;
}

QStringList SshTransport::shellWords(const QStringList& words) const
{
    return sshShell(node(), m_settings, words);
}

} // namespace rocport
