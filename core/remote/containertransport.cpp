#include "core/remote/containertransport.h"

#include "core/remote/nodefields.h"
#include "core/remote/nodekinds.h"
#include "core/remote/shellquote.h"

namespace rocport {
namespace {

QStringList containerProblems(const Node& node)
{
    const ContainerSettings& container = node.of<ContainerSettings>();
    QStringList problems;
    if (container.use == ContainerSettings::Use::None) {
        return problems;
    }
    if (container.engine != QStringLiteral("docker") &&
        container.engine != QStringLiteral("podman")) {
        problems << QStringLiteral(
                        "The container engine “%1” is not supported; choose docker or podman.")
                        .arg(container.engine);
    }
    if (container.use == ContainerSettings::Use::Exec) {
        if (container.container.isEmpty()) {
            problems << QStringLiteral("No container is named; choose one that is running.");
        } else if (!isOfForm(container.container, "[A-Za-z0-9][A-Za-z0-9_.-]*")) {
            problems << QStringLiteral(
                            "“%1” is not the name of a container; choose one that is running.")
                            .arg(container.container);
        }
        return problems;
    }
    if (container.image.isEmpty()) {
        problems << QStringLiteral("No image is named; an example is rocm/pytorch:latest.");
    } else if (!isOfForm(container.image, "[A-Za-z0-9][A-Za-z0-9._/:@+-]*")) {
        problems << QStringLiteral(
                        "“%1” is not an image reference; an example is rocm/pytorch:latest.")
                        .arg(container.image);
    }
    if (!isOfForm(container.sharedMemory, "(host|[0-9]+(\\.[0-9]+)?[bkmgBKMG]?)?")) {
        problems << QStringLiteral("“%1” is not a size for the shared memory; an example is 16g.")
                        .arg(container.sharedMemory);
    }
    for (const QString& mount : container.mounts) {
        if (!isOfForm(mount, "/[^:]*:/[^:]*(:[A-Za-z,]+)?") || hasControl(mount)) {
            problems << QStringLiteral("“%1” is not a mount; write it as "
                                       "/folder/there:/folder/inside or .../inside:ro.")
                            .arg(mount);
        }
    }
    if (!container.options.isEmpty() && !container.options.constFirst().startsWith(u'-')) {
        problems << QStringLiteral("The container options start with “%1”, which would be taken "
                                   "for the image; options start with '-'.")
                        .arg(container.options.constFirst());
    }
    if (container.options.contains(QStringLiteral("--"))) {
        problems << QStringLiteral("“--” cannot be used among the container options.");
    }
    if (node.workspace.contains(u':')) {
        problems << QStringLiteral("The workspace %1 contains a ':', so no container engine can "
                                   "mount it; choose another folder.")
                        .arg(node.workspace);
    }
    return problems;
}

void containerFields(NodeFields& fields, Node& node)
{
    bool always = true;
    fields.section("container", always, [&node](NodeFields& own) {
        ContainerSettings& container = node.of<ContainerSettings>();
        int use = static_cast<int>(container.use);
        own.choice("use", {QStringLiteral("none"), QStringLiteral("run"), QStringLiteral("exec")},
                   use);
        container.use = static_cast<ContainerSettings::Use>(use);
        own.text("engine", container.engine);
        own.text("image", container.image);
        own.text("container", container.container);
        own.text("sharedMemory", container.sharedMemory);
        own.texts("mounts", container.mounts);
        own.texts("options", container.options);
    });
}

constexpr const char* kEngineCheck = R"sh(
if ! command -v "$engine" >/dev/null 2>&1; then
  say engine missing
elif message=$(limited 30 "$engine" ps -q 2>&1 >/dev/null); then
  say engine yes
  if [ "$use" = run ]; then
    if limited 30 "$engine" image inspect "$target" >/dev/null 2>&1; then say target yes; else say target no; fi
  else
    say target "$(limited 30 "$engine" inspect --format '{{.State.Running}}' "$target" 2>/dev/null || echo no)"
  fi
else
  say engine "error: $(printf '%s' "$message" | last)"
fi
)sh";

void setStep(ConnectionStep& step, ConnectionStep::State state, const QString& sentence)
{
    step.state = state;
    step.detail = sentence;
}

} // namespace

const NodeKind& nodeKindContainer()
{
    static const NodeKind kind = [] {
        NodeKind container;
        container.id = QStringLiteral("container");
        container.title = QStringLiteral("Container");
        container.group = QStringLiteral("Container images");
        container.isUsed = [](const Node& node) {
            return node.of<ContainerSettings>().use != ContainerSettings::Use::None;
        };
        container.fields = containerFields;
        container.problems = containerProblems;
        container.make =
            [](const Node& /*node*/, const SshSettings& /*ssh*/,
               std::shared_ptr<const Transport> below) -> std::shared_ptr<const Transport> {
            return std::make_shared<ContainerTransport>(std::move(below));
        };
        return container;
    }();
    return kind;
}

const ContainerSettings& ContainerTransport::settings() const
{
    return node().of<ContainerSettings>();
}

bool ContainerTransport::isNew() const
{
    return settings().use == ContainerSettings::Use::Run;
}

NodeCapabilities ContainerTransport::capabilities() const
{
    NodeCapabilities all = TransportLayer::capabilities();
    all.contained = true;
    all.runsHere = false;
    return all;
}

QString ContainerTransport::words() const
{
    return (isNew() ? QStringLiteral("image %1") : QStringLiteral("container %1")).arg(container());
}

QString ContainerTransport::image() const
{
    return isNew() ? settings().image : QString();
}

QString ContainerTransport::container() const
{
    return isNew() ? settings().image : settings().container;
}

QStringList ContainerTransport::inside(const InsideRun& run, const QStringList& inner) const
{
    return TransportLayer::inside(run, containerCommand(settings(), run, inner));
}

QByteArray ContainerTransport::jobPrologue(const JobPlace& job) const
{
    if (isNew()) {
        return {};
    }
    return "read -r line </proc/$$/stat\nset -- ${line##*) }\n"
           "if [ \"$3\" != $$ ] && command -v setsid >/dev/null 2>&1; then\n"
           "    exec setsid sh \"$0\"\nfi\n"
           "echo $$ >" +
           shellQuoted(job.stateFolder() + QStringLiteral("inner")) + '\n';
}

QByteArray ContainerTransport::launchCheck(const JobPlace& job) const
{
    if (isNew()) {
        return {};
    }
    const QByteArray name = shellQuoted(settings().container);
    return "if ! " + shellQuoted(settings().engine) + " exec " + name + " test -d " +
           shellQuoted(job.stateFolder()) + "; then\n    echo \"rocport: the container \"" + name +
           "\" does not run, or does not see \"" + shellQuoted(job.workspace) +
           "\"; mount that folder into it at the same path.\" >&2\n    exit 125\nfi\n";
}

QByteArray ContainerTransport::stopText(const JobPlace& job) const
{
    const QByteArray engine = shellQuoted(settings().engine);
    if (isNew()) {
        // All of the container is the job's.
        const QByteArray end = shellCommand(containerStopCommand(settings(), job.name()));
        return "if [ \"$1\" = KILL ]; then\n    exec " + end + "\nfi\nexec " + engine + " exec " +
               shellQuoted(job.name()) + " sh -c 'kill -'\"$1\"' -1'\n";
    }
    const QByteArray file = shellQuoted(job.stateFolder() + QStringLiteral("inner"));
    return "read -r inner <" + file + " || exit 0\n" + "exec " + engine + " exec " +
           shellQuoted(settings().container) + " sh -c 'kill -'\"$1\"' \"-'\"$inner\"'\"'\n";
}

QByteArray ContainerTransport::hostCheck() const
{
    return TransportLayer::hostCheck() + "engine=" + shellQuoted(settings().engine) +
           "\nuse=" + (isNew() ? "run" : "exec") + "\ntarget=" + shellQuoted(container()) +
           kEngineCheck;
}

bool ContainerTransport::judge(const ConnectionFacts& facts, ConnectionStep& step) const
{
    using State = ConnectionStep::State;
    const QString engine = facts.value(QStringLiteral("engine"));
    const QString target = facts.value(QStringLiteral("target"));
    const bool known =
        facts.contains(QStringLiteral("target")) ||
        (facts.contains(QStringLiteral("engine")) && engine != QStringLiteral("yes"));
    if (step.id != QStringLiteral("container") || !known) {
        return TransportLayer::judge(facts, step);
    }
    if (engine == QStringLiteral("missing")) {
        setStep(
            step, State::Failed,
            QStringLiteral(
                "%1 is not installed on the node. Install it there, or choose the other engine.")
                .arg(settings().engine));
    } else if (engine != QStringLiteral("yes")) {
        setStep(step, State::Failed,
                QStringLiteral(
                    "%1 does not answer (%2). Start its service, or give your user access to it.")
                    .arg(settings().engine, engine.section(QStringLiteral(": "), 1)));
    } else if (isNew() && target == QStringLiteral("yes")) {
        setStep(step, State::Passed, QStringLiteral("Image %1 is on the node.").arg(image()));
    } else if (isNew()) {
        setStep(step, State::Warning,
                QStringLiteral("Image %1 is not on the node; the first job would pull it. Pull it "
                               "there with: %2 pull %1")
                    .arg(image(), settings().engine));
    } else if (target == QStringLiteral("true")) {
        setStep(step, State::Passed, QStringLiteral("Container %1 is running.").arg(container()));
    } else {
        setStep(step, State::Failed,
                target == QStringLiteral("false")
                    ? QStringLiteral("Container %1 is stopped. Start it there with: %2 start %1")
                          .arg(container(), settings().engine)
                    : QStringLiteral("There is no container %1. Choose one that is running.")
                          .arg(container()));
    }
    return true;
}

QStringList ContainerTransport::shellWords(const QStringList& words) const
{
    if (isNew()) {
        return TransportLayer::shellWords(words);
    }
    const QStringList enter{settings().engine, QStringLiteral("exec"), QStringLiteral("-it"),
                            settings().container};
    return TransportLayer::shellWords(
        enter + (words.isEmpty() ? QStringList{QStringLiteral("sh")} : words));
}

} // namespace rocport
