#pragma once

#include "core/remote/nodekinds.h"

#include <QProcess>
#include <QString>
#include <QTemporaryDir>
#include <QVector>

namespace rocport::test {

/// A real sshd on 127.0.0.1 with a port, keys and configuration of its own, in a folder that goes
/// away with this object: a node that is at hand everywhere. Nothing of the user's configuration is
/// read. Use it so:
///
///     LoopbackNode loopback;
///     if (!loopback.start())
///         QSKIP(qPrintable(QStringLiteral("ROCPORT_SKIP_TEST ") + loopback.problem()));
class LoopbackNode
{
public:
    LoopbackNode();
    /// Ends sshd, its connections and the shared connections.
    ~LoopbackNode();
    LoopbackNode(const LoopbackNode&) = delete;
    LoopbackNode& operator=(const LoopbackNode&) = delete;

    /// Makes the keys (once) and starts sshd; false: problem() says why (mostly: not installed).
    bool start();
    [[nodiscard]] QString problem() const { return m_problem; }
    /// Ends sshd and every connection, as a node that is switched off. Programs that were started
    /// through it go on, as they do when a network breaks.
    void stop();
    /// start() on the same port, with the same keys.
    bool restart();
    /// Ends the sshd process of every connection at once (SIGKILL), not sshd itself. What runs on
    /// the node goes on.
    void cutConnections();
    /// Variables that every program on the node gets (PATH with a stand-in first, for example);
    /// from the next start() or restart() on. No quotes and line breaks in values.
    void setEnvironment(const QVector<QPair<QString, QString>>& environment);
    /// A folder of ROCm whose rocjitsu emulates nothing, but passes on how it was called.
    [[nodiscard]] static QString fakeEmulatorFolder();
    /// Folder with stand-ins for `docker` and `podman` (its docker says what they take).
    [[nodiscard]] static QString fakeEngineFolder();
    /// How many connections sshd has now.
    [[nodiscard]] int connectionCount() const;

    /// A node with the alias of sshConfig(); workspace below folder().
    [[nodiscard]] Node node() const;
    /// Settings that use sshConfig() and a control folder below folder().
    [[nodiscard]] SshSettings settings() const;

    [[nodiscard]] QString folder() const { return m_folder.path(); }
    /// Home folder of programs on the node (HOME): an empty one of its own.
    [[nodiscard]] QString home() const { return path(QStringLiteral("home")); }
    [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }
    [[nodiscard]] QString sshConfig() const { return path(QStringLiteral("ssh_config")); }
    [[nodiscard]] QString userKey() const { return path(QStringLiteral("user_key")); }
    [[nodiscard]] int port() const { return m_port; }
    [[nodiscard]] static QString alias() { return QStringLiteral("loopback"); }

    /// Makes a key pair below folder(); gives the private key's path. Empty: no ssh-keygen.
    QString makeKey(const QString& name, const QString& passphrase = {}) const;
    /// Lets a key in (its .pub file), or only that.
    void authorize(const QString& key, bool only = false) const;
    /// sshd has another host key from its next start on; known_hosts stays.
    bool changeHostKey();
    /// known_hosts is empty from now on.
    void forgetHostKey() const;

private:
    bool prepare();
    bool launch();
    void writeConfigurations() const;
    void writeKnownHosts() const;
    [[nodiscard]] QVector<qint64> connections() const;

    QTemporaryDir m_folder;
    QProcess m_sshd;
    QVector<QPair<QString, QString>> m_environment;
    QString m_program;
    QString m_problem;
    int m_port = 0;
    bool m_prepared = false;
};

/// Numbers of the processes whose parent is `parent`.
QVector<qint64> childrenOf(qint64 parent);

} // namespace rocport::test
