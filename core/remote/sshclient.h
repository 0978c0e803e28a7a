#pragma once

#include "core/process/process.h"
#include "core/remote/node.h"

namespace rocport {

/// The host of a node that is reached by ssh.
struct SshHost
{
    QString host;         ///< alias in the user's OpenSSH configuration, or user@host
    int port = 0;         ///< 0: as configured
    QString identityFile; ///< empty: as configured

    friend bool operator==(const SshHost&, const SshHost&) = default;
};

/// How the user's OpenSSH client is called. Everything else (aliases, jump hosts, agents, keys,
/// host-key policy) is as the user configured it.
struct SshSettings
{
    QString program = QStringLiteral("ssh"); ///< OpenSSH 8.4 or newer to ask questions in a
                                             ///  dialogue
    /// Folder of mode 0700 for the sockets of shared connections (makeControlFolder()); empty, or
    /// too long a path for a socket: each program connects by itself.
    QString controlFolder;
    std::chrono::seconds controlPersist{600}; ///< how long an unused shared connection stays open
    /// Program that shows ssh's questions to the user (askserver.h). Empty: ssh asks nothing, and
    /// fails where it would have to.
    QString askpass;
    QString askSocket;   ///< of the AskServer; passed to `askpass` in the environment
    QString askToken;    ///< likewise
    QString configFile;  ///< -F; empty: the user's own
    QStringList options; ///< further -o options: "Name=value" each
    std::chrono::seconds connectTimeout{20}; ///< zero: as configured
    std::chrono::seconds aliveInterval{10};  ///< a dead connection is detected after three of these
};

/// Creates the folder for the sockets of shared connections and returns its path: `wanted`, or, if
/// that is empty or too long for a socket, one in XDG_RUNTIME_DIR or /tmp. Errors: FileWriteFailed
/// (also when the folder belongs to somebody else).
Result<QString> makeControlFolder(const QString& wanted = {});

/// Whether a text can be passed to ssh as a host: an alias, or user@host. False for anything that
/// ssh would take for an option, or a shell (of a ProxyCommand) for more than one word.
bool isSshHost(const QString& host);

// What follows is about nodes whose place is an ssh host; sshtransport.h makes a kind of it.

/// Runs programs on the host through ssh; implements Transport::hostRunner() for ssh hosts.
std::shared_ptr<const ProcessRunner> sshRunner(const Node& node, const SshSettings& settings);

/// The last arguments of ssh before a command: port and key if the node's settings have them, "--"
/// and the host.
QStringList hostArguments(const Node& node);
/// Arguments of ssh up to and including the host; a command may follow.
QStringList sshArguments(const Node& node, const SshSettings& settings);
/// ssh for a person at a terminal, as the user configured it, over the shared connection if one is
/// open; it runs a login shell, or `inside`.
QStringList sshShell(const Node& node, const SshSettings& settings, const QStringList& inside);
/// Variables that have to be set for ssh itself. `nodeName` is shown to the user with ssh's
/// questions.
QVector<QPair<QString, std::optional<QString>>> sshEnvironment(const SshSettings& settings,
                                                               const QString& nodeName = {});
/// The command line for a login shell there that runs `command`, without its environment.
QByteArray remoteCommandLine(const ProcessCommand& command, bool environmentFromInput);

/// What went wrong with a program of sshRunner(): as programError(), and NodeUnreachable,
/// LoginRefused, HostKeyRefused, ConnectionLost (exit status 255 of ssh, told apart by its
/// message), FileNotFound (no ssh here). A program that itself exits with 255 and without a message
/// of ssh is taken for a lost connection.
Error sshError(const Node& node, const ProcessOutcome& outcome, const QByteArray& errors);
/// Whether an error is about the connection, so that trying again may help.
bool isConnectionError(const Error& error);

/// Ends the shared connection to the node, if there is one. Blocks: for worker threads.
void closeMaster(const Node& node, const SshSettings& settings);

} // namespace rocport
