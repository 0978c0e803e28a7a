#include "core/remote/localtransport.h"

#include "core/process/localprocess.h"
#include "core/remote/nodefields.h"
#include "core/remote/nodekinds.h"

#include <QDir>

namespace rocport {
namespace {

class LocalNodeRunner : public ProcessRunner
{
public:
    explicit LocalNodeRunner(const Node& node)
        : m_name(node.name), m_problem(nodeProblems(node).value(0))
    {
    }
    [[nodiscard]] std::unique_ptr<Process> create(const ProcessCommand& command) const override
    {
        if (!m_problem.isEmpty()) {
            return refusedProcess({ErrorCode::InvalidArgument, m_problem, m_name});
        }
        ProcessCommand here = command;
        if (here.workingFolder == QStringLiteral("~") ||
            here.workingFolder.startsWith(QStringLiteral("~/"))) {
            here.workingFolder.replace(0, 1, QDir::homePath());
        }
        return m_runner.create(here);
    }
    [[nodiscard]] QString describe() const override { return m_runner.describe(); }

private:
    LocalProcessRunner m_runner;
    QString m_name;
    QString m_problem; ///< with the node's settings; empty: none
};

} // namespace

const NodeKind& nodeKindLocal()
{
    static const NodeKind kind = [] {
        NodeKind local;
        local.id = QStringLiteral("local");
        local.title = QStringLiteral("This machine");
        local.group = QStringLiteral("This machine");
        local.isPlace = true;
        local.word = QStringLiteral("local");
        local.named = [](const QString& word) {
            return word == nodeKindLocal().word ? std::optional(localNode()) : std::nullopt;
        };
        local.fields = [](NodeFields& fields, Node& node) {
            bool here = node.place == nodeKindLocal().id;
            fields.flag("local", here);
            if (here) {
                node.place = nodeKindLocal().id;
            }
        };
        local.problems = [](const Node& /*node*/) { return QStringList(); };
        local.make =
            [](const Node& node, const SshSettings& /*ssh*/,
               std::shared_ptr<const Transport> /*below*/) -> std::shared_ptr<const Transport> {
            return std::make_shared<LocalTransport>(node);
        };
        return local;
    }();
    return kind;
}

NodeCapabilities LocalTransport::capabilities() const
{
    NodeCapabilities here;
    here.connects = false;
    here.gpuIsOptional = true;
    here.runsHere = true;
    return here;
}

QString LocalTransport::words() const
{
    const QString here = QStringLiteral("this machine");
    return node().name.compare(here, Qt::CaseInsensitive) == 0 ? QString() : here;
}

std::shared_ptr<const ProcessRunner> LocalTransport::hostRunner() const
{
    return std::make_shared<LocalNodeRunner>(node());
}

Error LocalTransport::explain(const ProcessOutcome& outcome, const QByteArray& errors) const
{
    return programError(node().name, outcome, errors);
}

QString LocalTransport::typed(const QString& command) const
{
    return command;
}

HostSearch LocalTransport::findHost() const
{
    HostSearch found;
    found.sentence = QStringLiteral("It is this machine.");
    return found;
}

QStringList LocalTransport::shellWords(const QStringList& words) const
{
    return words;
}

} // namespace rocport
