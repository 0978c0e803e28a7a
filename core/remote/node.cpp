#include "core/remote/node.h"

#include "core/remote/maskedtext.h"

#include <QRegularExpression>

namespace rocport {
namespace {

bool matches(const QString& text, const char* form)
{
    const QRegularExpression whole(QRegularExpression::anchoredPattern(QString::fromLatin1(form)));
    return whole.match(text).hasMatch();
}

/// Line breaks, NUL and other control characters have no place in any setting.
bool hasControl(const QString& text)
{
    return std::any_of(text.begin(), text.end(),
                       [](QChar c) { return c.category() == QChar::Other_Control; });
}

bool isWorkspace(const QString& path)
{
    return path.startsWith(u'/') || path == QStringLiteral("~") ||
           path.startsWith(QStringLiteral("~/"));
}

void checkContainer(const Node& node, QStringList& problems)
{
    const ContainerSettings& container = node.container;
    if (container.use == ContainerSettings::Use::None) {
        return;
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
        } else if (!matches(container.container, "[A-Za-z0-9][A-Za-z0-9_.-]*")) {
            problems << QStringLiteral(
                            "“%1” is not the name of a container; choose one that is running.")
                            .arg(container.container);
        }
        return;
    }
    if (container.image.isEmpty()) {
        problems << QStringLiteral("No image is named; an example is rocm/pytorch:latest.");
    } else if (!matches(container.image, "[A-Za-z0-9][A-Za-z0-9._/:@+-]*")) {
        problems << QStringLiteral(
                        "“%1” is not an image reference; an example is rocm/pytorch:latest.")
                        .arg(container.image);
    }
    if (!matches(container.sharedMemory, "(host|[0-9]+(\\.[0-9]+)?[bkmgBKMG]?)?")) {
        problems << QStringLiteral("“%1” is not a size for the shared memory; an example is 16g.")
                        .arg(container.sharedMemory);
    }
    for (const QString& mount : container.mounts) {
        if (!matches(mount, "/[^:]*:/[^:]*(:[A-Za-z,]+)?") || hasControl(mount)) {
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
}

void checkSlurm(const SlurmSettings& slurm, QStringList& problems)
{
    if (!slurm.use) {
        return;
    }
    const QVector<QPair<QString, QString>> names{{QStringLiteral("partition"), slurm.partition},
                                                 {QStringLiteral("account"), slurm.account}};
    for (const auto& [what, value] : names) {
        if (!matches(value, "([A-Za-z0-9_][A-Za-z0-9_.,+@-]*)?")) {
            problems << QStringLiteral("“%1” is not a Slurm %2.").arg(value, what);
        }
    }
    if (!matches(slurm.gpus, "([A-Za-z0-9_]+:)*[0-9]+|")) {
        problems << QStringLiteral(
                        "“%1” is not a number of GPUs for Slurm; examples are 1 and mi300x:2.")
                        .arg(slurm.gpus);
    }
    if (!matches(slurm.timeLimit, "|UNLIMITED|[0-9]+(:[0-9]+){0,2}|[0-9]+-[0-9]+(:[0-9]+){0,2}")) {
        problems << QStringLiteral("“%1” is not a time limit for Slurm; an example is 02:00:00.")
                        .arg(slurm.timeLimit);
    }
    for (const QString& option : slurm.options) {
        if (!option.startsWith(u'-') || option == QStringLiteral("--")) {
            problems << QStringLiteral("“%1” is not an option of sbatch; write an option and its "
                                       "value as one word, such as --qos=long.")
                            .arg(option);
        }
    }
}

void checkEnvironment(const Node& node, QStringList& problems)
{
    for (const auto& [name, value] : node.environment) {
        if (name.isEmpty()) {
            problems << QStringLiteral("A line of the environment has no name before '='.");
        } else if (!matches(name, "[A-Za-z_][A-Za-z0-9_]*")) {
            problems << QStringLiteral("“%1” is not the name of a variable.").arg(name);
        } else if (looksSecret(name)) {
            problems << QStringLiteral("%1 looks like a secret, and Rocport does not store "
                                       "secrets; set it on the node itself.")
                            .arg(name);
        }
        if (value.contains(QChar::Null)) {
            problems << QStringLiteral("The value of %1 contains a NUL byte.").arg(name);
        }
    }
}

/// Every text of a node that must be one line.
QStringList singleLines(const Node& node)
{
    return QStringList{node.id,
                       node.name,
                       node.host,
                       node.identityFile,
                       node.workspace,
                       node.container.engine,
                       node.container.image,
                       node.container.container,
                       node.container.sharedMemory,
                       node.slurm.partition,
                       node.slurm.account,
                       node.slurm.gpus,
                       node.slurm.timeLimit} +
           node.container.mounts + node.container.options + node.slurm.options;
}

} // namespace

bool isSshHost(const QString& host)
{
    // ssh itself expands and hands on what is in a host's name (ProxyCommand), so nothing that a
    // shell reads may be in it.
    static const QRegularExpression refused(QStringLiteral("[\\s\\p{C}'\"`$;&<>|(){}*?!#~\\\\^]"));
    return !host.isEmpty() && !host.startsWith(u'-') && !host.contains(refused) &&
           !host.endsWith(u'@') && !host.contains(QStringLiteral("@-"));
}

Node localNode()
{
    Node node;
    node.id = QStringLiteral("local");
    node.name = QStringLiteral("This machine");
    node.isLocal = true;
    return node;
}

QStringList nodeProblems(const Node& node)
{
    QStringList problems;
    if (!matches(node.id, "[A-Za-z0-9-]*") || node.id.startsWith(u'-')) {
        problems << QStringLiteral(
                        "“%1” is not the id of a node; an id consists of letters, digits and '-'.")
                        .arg(node.id);
    }
    if (node.name.trimmed().isEmpty()) {
        problems << QStringLiteral("The node has no name.");
    }
    const QStringList lines = singleLines(node);
    if (std::any_of(lines.begin(), lines.end(), hasControl)) {
        problems << QStringLiteral("A setting contains a line break or another control character.");
    }
    if (!node.isLocal && node.host.isEmpty()) {
        problems << QStringLiteral(
            "The node has no host; enter an alias of your ssh configuration, or user@host.");
    } else if (!node.isLocal && !isSshHost(node.host)) {
        problems
            << QStringLiteral(
                   "“%1” is not a host; enter an alias of your ssh configuration, or user@host.")
                   .arg(node.host);
    }
    if (node.port < 0 || node.port > 65535) {
        problems << QStringLiteral(
                        "%1 is not a port; enter 1 to 65535, or 0 for the configured one.")
                        .arg(node.port);
    }
    if (node.identityFile.startsWith(u'-')) {
        problems << QStringLiteral("The identity file starts with '-'; enter its full path.");
    }
    if (!node.workspace.isEmpty() && !isWorkspace(node.workspace)) {
        problems << QStringLiteral("The workspace “%1” is not an absolute path; enter /… or ~/….")
                        .arg(node.workspace);
    }
    checkContainer(node, problems);
    checkSlurm(node.slurm, problems);
    checkEnvironment(node, problems);
    return problems;
}

} // namespace rocport
