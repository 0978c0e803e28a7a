#include "core/remote/container.h"

#include "core/process/runprocess.h"

#include <QSet>

namespace rocport {
namespace {

using Use = ContainerSettings::Use;

bool namesGroups(const QStringList& options)
{
    return std::any_of(options.begin(), options.end(), [](const QString& option) {
        return option == QStringLiteral("--group-add") ||
               option.startsWith(QStringLiteral("--group-add="));
    });
}

QStringList deviceOptions(const ContainerSettings& container)
{
    QStringList options{QStringLiteral("--device=/dev/kfd"), QStringLiteral("--device=/dev/dri")};
    if (namesGroups(container.options)) {
        return options;
    }
    if (container.engine == QStringLiteral("podman")) {
        options << QStringLiteral("--group-add=keep-groups");
    } else {
        options << QStringLiteral("--group-add=video") << QStringLiteral("--group-add=render");
    }
    return options;
}

QStringList runOptions(const ContainerSettings& container, const InsideRun& run)
{
    QStringList options{QStringLiteral("--rm")};
    if (!run.name.isEmpty()) {
        options << QStringLiteral("--name=") + run.name
                << QStringLiteral("--label=rocport=") + run.name;
    }
    options += deviceOptions(container);
    if (container.sharedMemory == QStringLiteral("host")) {
        options << QStringLiteral("--ipc=host");
    } else if (!container.sharedMemory.isEmpty()) {
        options << QStringLiteral("--shm-size=") + container.sharedMemory;
    }
    const bool own = run.runFolder.startsWith(run.workspace + u'/') || run.runFolder.isEmpty() ||
                     run.runFolder == run.workspace;
    QStringList mounts = container.mounts;
    if (!run.workspace.isEmpty()) {
        mounts << run.workspace + u':' + run.workspace;
        if (!own) {
            mounts << run.runFolder + u':' + run.runFolder;
        }
    }
    for (const QString& mount : mounts) {
        options << QStringLiteral("--volume=") + mount;
    }
    return options + container.options;
}

Result<QStringList> engineList(const Transport& transport, const QStringList& words)
{
    ProcessCommand command;
    command.program = words.constFirst();
    command.arguments = words.mid(1);
    command.timeout = std::chrono::seconds(60);
    const Result<ProcessOutput> run = runProcess(*transport.hostRunner(), command);
    const Error missing{ErrorCode::NodeToolMissing, {}, words.constFirst()};
    if (!run) {
        const bool here = !transport.capabilities().connects; // else it is ssh that is missing
        return here && run.error().code == ErrorCode::FileNotFound ? missing : run.error();
    }
    if (run->outcome.succeeded()) {
        return parseEngineList(run->output);
    }
    // 127 is the shell's word for a program that is not there (POSIX, XCU 2.8.2).
    return run->outcome.exitCode == 127 ? missing : transport.explain(run->outcome, run->errors);
}

} // namespace

QStringList containerCommand(const ContainerSettings& container, const InsideRun& run,
                             const QStringList& inner)
{
    if (container.use == Use::None) {
        return inner;
    }
    const bool isRun = container.use == Use::Run;
    QStringList words{container.engine, isRun ? QStringLiteral("run") : QStringLiteral("exec")};
    if (isRun) {
        words += runOptions(container, run);
    }
    if (run.interactive) {
        words << QStringLiteral("--interactive");
    }
    for (const QString& name : run.environmentNames) {
        words << QStringLiteral("--env=") + name;
    }
    if (!run.runFolder.isEmpty()) {
        words << QStringLiteral("--workdir=") + run.runFolder;
    }
    words << (isRun ? container.image : container.container);
    return words + inner;
}

QStringList containerStopCommand(const ContainerSettings& container, const QString& name)
{
    if (container.use != Use::Run || name.isEmpty()) {
        return {};
    }
    return {container.engine, QStringLiteral("rm"), QStringLiteral("--force"), name};
}

QStringList imagesCommand(const QString& engine)
{
    return {engine, QStringLiteral("images"), QStringLiteral("--format"),
            QStringLiteral("{{.Repository}}:{{.Tag}}")};
}

QStringList containersCommand(const QString& engine)
{
    return {engine, QStringLiteral("ps"), QStringLiteral("--format"), QStringLiteral("{{.Names}}")};
}

QStringList parseEngineList(const QByteArray& output)
{
    QStringList names;
    QSet<QString> seen;
    for (const QByteArray& line : output.split('\n')) {
        // A container with several names has them with commas between; the first serves.
        const QString name = QString::fromUtf8(line).trimmed().section(u',', 0, 0);
        const bool usable =
            !name.isEmpty() && !name.contains(QStringLiteral("<none>")) && !name.contains(u' ');
        if (usable && !seen.contains(name)) {
            seen.insert(name);
            names.append(name);
        }
    }
    return names;
}

Result<QStringList> listImages(const Transport& transport)
{
    return engineList(transport, imagesCommand(transport.node().of<ContainerSettings>().engine));
}

Result<QStringList> listContainers(const Transport& transport)
{
    return engineList(transport,
                      containersCommand(transport.node().of<ContainerSettings>().engine));
}

} // namespace rocport
