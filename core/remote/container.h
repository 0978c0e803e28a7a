#pragma once

#include "core/remote/noderunner.h"

namespace rocport {

/// How one program is run inside of a node's container.
struct ContainerRun
{
    QString runFolder; ///< absolute; the folder it starts in; empty: the image's
    QString workspace; ///< absolute; mounted at the same path, by Run; empty: not mounted
    /// Names of variables that go inside. Their values come from the environment of the engine's
    /// client, so that none stands in a list of processes.
    QStringList environmentNames;
    QString name;             ///< of the new container, by Run; empty: the engine's choice
    bool interactive = false; ///< standard input goes inside
};

/// The argument list that runs `inner` in the node's container (docker or podman; run or exec).
/// Where the node has none, `inner` itself. Devices, groups and shared memory are as AMD's
/// documentation gives them (ROCm 6.4, "Running ROCm Docker containers"); podman keeps the user's
/// groups (podman-run(1), keep-groups). Options of the node that name groups take their place.
QStringList containerCommand(const Node& node, const ContainerRun& run, const QStringList& inner);
/// Ends and removes a container that was started with `name`; empty: there is nothing to end so.
QStringList containerStopCommand(const Node& node, const QString& name);

/// Runs programs inside of the node's container; on its host where it has none. Environment and
/// working folder of a command go inside. Each program of Run has a container of its own.
std::shared_ptr<const ProcessRunner> insideRunner(const Node& node, const SshSettings& settings,
                                                  const ContainerRun& run = {});

/// Argument lists that list images and running containers, and what they print: references
/// ("rocm/pytorch:latest"; those without a name are left out) and names.
QStringList imagesCommand(const QString& engine);
QStringList containersCommand(const QString& engine);
QStringList parseEngineList(const QByteArray& output);

/// The lists, from the node's engine. Wait; for worker threads. Errors: those of sshError(), and
/// NodeToolMissing.
Result<QStringList> listImages(const Node& node, const SshSettings& settings);
Result<QStringList> listContainers(const Node& node, const SshSettings& settings);

} // namespace rocport
