#include "core/remote/container.h"

#include "core/process/runprocess.h"
#include "core/remote/slurm.h"

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

QStringList runOptions(const ContainerSettings& container, const ContainerRun& run)
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

/// Wraps each command into the engine's.
class InsideRunner : public ProcessRunner
{
public:
    InsideRunner(const Node& node, const SshSettings& settings, ContainerRun run)
        : m_host(hostRunner(node, settings)), m_node(node), m_run(std::move(run))
    {
    }

    [[nodiscard]] std::unique_ptr<Process> create(const ProcessCommand& command) const override
    {
        ContainerRun run = m_run;
        run.interactive = !command.input.isEmpty() || command.keepInputOpen;
        if (!command.workingFolder.isEmpty()) {
            run.runFolder = command.workingFolder;
        }
        QStringList inner;
        ProcessCommand outer = command;
        outer.environment.clear();
        for (const auto& [name, value] : command.environment) {
            if (value) {
                run.environmentNames << name;
                outer.environment.append({name, value});
            } else {
                inner << QStringLiteral("-u") << name;
            }
        }
        if (!inner.isEmpty()) {
            inner.prepend(QStringLiteral("env"));
        }
        inner << command.program << command.arguments;
        QStringList words = containerCommand(m_node, run, inner);
        if (m_run.throughSlurm && m_node.slurm.use) {
            words = srunCommand(m_node.slurm, QStringLiteral("rocport"), words);
        }
        if (m_node.container.use != Use::None) {
            outer.workingFolder.clear();
        }
        outer.program = words.constFirst();
        outer.arguments = words.mid(1);
        return m_host->create(outer);
    }
    [[nodiscard]] QString describe() const override { return m_host->describe(); }

private:
    std::shared_ptr<const ProcessRunner> m_host;
    Node m_node;
    ContainerRun m_run;
};

Result<QStringList> engineList(const Node& node, const SshSettings& settings,
                               const QStringList& words)
{
    ProcessCommand command;
    command.program = words.constFirst();
    command.arguments = words.mid(1);
    command.timeout = std::chrono::seconds(60);
    const Result<ProcessOutput> run = runProcess(*hostRunner(node, settings), command);
    const Error missing{ErrorCode::NodeToolMissing, {}, node.container.engine};
    if (!run) {
        return node.isLocal && run.error().code == ErrorCode::FileNotFound ? missing : run.error();
    }
    if (run->outcome.succeeded()) {
        return parseEngineList(run->output);
    }
    // 127 is the shell's word for a program that is not there (POSIX, XCU 2.8.2).
    return run->outcome.exitCode == 127 ? missing : sshError(node, run->outcome, run->errors);
}

} // namespace

QStringList containerCommand(const Node& node, const ContainerRun& run, const QStringList& inner)
{
    const ContainerSettings& container = node.container;
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

QStringList containerStopCommand(const Node& node, const QString& name)
{
    if (node.container.use != Use::Run || name.isEmpty()) {
        return {};
    }
    return {node.container.engine, QStringLiteral("rm"), QStringLiteral("--force"), name};
}

std::shared_ptr<const ProcessRunner> insideRunner(const Node& node, const SshSettings& settings,
                                                  const ContainerRun& run)
{
    if (node.container.use == Use::None && !(run.throughSlurm && node.slurm.use)) {
        return hostRunner(node, settings);
    }
    return std::make_shared<InsideRunner>(node, settings, run);
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

Result<QStringList> listImages(const Node& node, const SshSettings& settings)
{
    return engineList(node, settings, imagesCommand(node.container.engine));
}

Result<QStringList> listContainers(const Node& node, const SshSettings& settings)
{
    return engineList(node, settings, containersCommand(node.container.engine));
}

} // namespace rocport
