#pragma once

#include "core/base/result.h"

#include <QPair>
#include <QString>
#include <QStringList>
#include <QVector>

class QJsonObject;

namespace rocport {

/// A container that a node's work happens in.
struct ContainerSettings
{
    enum class Use : quint8 {
        None, ///< on the host itself
        Run,  ///< a new container of `image` for each job
        Exec, ///< inside of the running container `container`
    };
    Use use = Use::None;
    QString engine = QStringLiteral("docker"); ///< "docker" or "podman"
    QString image;                             ///< reference, of Run
    QString container;                         ///< name or id, of Exec
    QString sharedMemory =
        QStringLiteral("16g"); ///< --shm-size of Run; "host": --ipc=host; empty: the engine's
    QStringList mounts;        ///< "host:inside" or "host:inside:ro", besides the workspace
    QStringList options;       ///< more arguments of `run`, one each

    friend bool operator==(const ContainerSettings&, const ContainerSettings&) = default;
};

/// How Slurm is asked, where jobs go through it.
struct SlurmSettings
{
    bool use = false;
    QString partition; ///< empty: the cluster's default; so are the next three
    QString account;
    QString gpus;        ///< of --gpus: "1", "mi300x:2"; empty: none asked for
    QString timeLimit;   ///< as sbatch takes it: "02:00:00"
    QStringList options; ///< more arguments of sbatch, one each

    friend bool operator==(const SlurmSettings&, const SlurmSettings&) = default;
};

/// A place where jobs run. A value; what is known about it (probe, state) is kept elsewhere.
struct Node
{
    QString id;   ///< made once, never changes: letters, digits, '-'
    QString name; ///< as the user calls it
    bool isLocal = false;
    /// Alias of the user's OpenSSH configuration, or user@host; of nodes that are not local.
    QString host;
    int port = 0;         ///< 0: as configured
    QString identityFile; ///< empty: as configured
    ContainerSettings container;
    SlurmSettings slurm;
    QString workspace; ///< folder for jobs and sources there; empty: ~/.cache/rocport
    QVector<QPair<QString, QString>> environment; ///< set for every job there

    friend bool operator==(const Node&, const Node&) = default;
};

/// Both ways of the JSON form (docs/nodes.md). Reading checks every field. Errors: ParseFailed,
/// `object` is the field.
QJsonObject nodeToJson(const Node& node);
Result<Node> nodeFromJson(const QJsonObject& object);

/// The user's list of nodes. A missing file is an empty list. Errors: FileUnreadable, ParseFailed.
Result<QVector<Node>> readNodeList(const QString& file);
/// Writes it whole or not at all. Errors: FileWriteFailed, DiskFull.
Result<void> writeNodeList(const QString& file, const QVector<Node>& nodes);
/// A node for this machine ("local").
Node localNode();
/// What is wrong with a node's settings, a sentence each; empty: nothing. An option that begins
/// with
/// '-' where a name is expected, a name with a line break and the like are refused here.
QStringList nodeProblems(const Node& node);
/// Whether a text can be handed to ssh as a host: an alias, or user@host. Nothing that ssh would
/// take for an option, or a shell (of a ProxyCommand) for more than a word.
bool isSshHost(const QString& host);

} // namespace rocport
