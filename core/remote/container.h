#pragma once

#include "core/remote/transport.h"

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

/// The argument list that runs `inner` in the container (docker or podman; run or exec); without
/// one, `inner` itself. Devices, groups and shared memory are as AMD's documentation gives them
/// (ROCm 6.4, "Running ROCm Docker containers"); podman keeps the user's groups (podman-run(1),
/// keep-groups). Options of the settings that name groups take their place.
QStringList containerCommand(const ContainerSettings& container, const InsideRun& run,
                             const QStringList& inner);
/// Ends and removes a container that was started with `name`; empty: there is nothing to end so.
QStringList containerStopCommand(const ContainerSettings& container, const QString& name);

/// Argument lists that list images and running containers, and what they print: references
/// ("rocm/pytorch:latest"; those without a name are left out) and names.
QStringList imagesCommand(const QString& engine);
QStringList containersCommand(const QString& engine);
QStringList parseEngineList(const QByteArray& output);

/// The lists, from the engine of the node's container settings, whether they are in use or not.
/// Wait; for worker threads. Errors: those of Transport::explain(), and NodeToolMissing.
Result<QStringList> listImages(const Transport& transport);
Result<QStringList> listContainers(const Transport& transport);

} // namespace rocport
