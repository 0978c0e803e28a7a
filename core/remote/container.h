#pragma once

#include "core/remote/transport.h"

namespace rocport {

/// The container in which a node's jobs run.
struct ContainerSettings
{
    enum class Use : quint8 {
        None, ///< on the host itself
        Run,  ///< a new container of `image` for each job
        Exec, ///< inside the running container `container`
    };
    Use use = Use::None;
    QString engine = QStringLiteral("docker"); ///< "docker" or "podman"
    QString image;                             ///< image reference, for Run
    QString container;                         ///< name or id, for Exec
    QString sharedMemory =
        QStringLiteral("16g"); ///< --shm-size for Run; "host": --ipc=host; empty: the engine's
                               ///  default
    QStringList mounts;        ///< "host:inside" or "host:inside:ro", in addition to the workspace
    QStringList options;       ///< further arguments of `run`, one each

    friend bool operator==(const ContainerSettings&, const ContainerSettings&) = default;
};

/// The argument list that runs `inner` in the container (docker or podman; run or exec); without a
/// container, `inner` itself. Devices, groups and shared memory follow AMD's documentation (ROCm
/// 6.4, "Running ROCm Docker containers"); podman keeps the user's groups (podman-run(1),
/// keep-groups). Options in the settings that name groups replace these.
QStringList containerCommand(const ContainerSettings& container, const InsideRun& run,
                             const QStringList& inner);
/// Ends and removes a container that was started with `name`; empty: there is none to end this way.
QStringList containerStopCommand(const ContainerSettings& container, const QString& name);

/// Commands that list images and running containers, and the parser of their output: references
/// ("rocm/pytorch:latest"; unnamed ones are left out) and names.
QStringList imagesCommand(const QString& engine);
QStringList containersCommand(const QString& engine);
QStringList parseEngineList(const QByteArray& output);

/// These lists, from the engine in the node's container settings, whether those are in use or not.
/// They block: for worker threads. Errors: those of Transport::explain(), and NodeToolMissing.
Result<QStringList> listImages(const Transport& transport);
Result<QStringList> listContainers(const Transport& transport);

} // namespace rocport
