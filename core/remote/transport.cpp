#include "core/remote/transport.h"

#include "core/remote/nodeagent.h"
#include "core/remote/synctree.h"

#include <QRegularExpression>
#include <QTimer>

namespace rocport {
namespace {

/// A program that is refused before it is started.
class RefusedNodeProcess : public Process
{
public:
    explicit RefusedNodeProcess(Error error) : m_error(std::move(error)) {}

    void start() override
    {
        setState(State::Starting);
        QTimer::singleShot(0, this, [this] {
            ProcessOutcome outcome;
            outcome.error = m_error;
            setState(State::Finished);
            Q_EMIT finished(outcome);
        });
    }
    void write(const QByteArray& /*bytes*/) override {}
    void closeInput() override {}
    void cancel() override {}
    [[nodiscard]] qint64 processId() const override { return 0; }

private:
    Error m_error;
};

/// Wraps each command into what leads inside.
class InsideRunner : public ProcessRunner
{
public:
    InsideRunner(std::shared_ptr<const Transport> transport, InsideRun run)
        : m_transport(std::move(transport)),
          m_host(m_transport->hostRunner()),
          m_run(std::move(run))
    {
    }

    [[nodiscard]] std::unique_ptr<Process> create(const ProcessCommand& command) const override
    {
        InsideRun run = m_run;
        run.interactive = !command.input.isEmpty() || command.keepInputOpen;
        if (!command.workingFolder.isEmpty()) {
            run.runFolder = command.workingFolder;
        }
        QStringList inner;
        ProcessCommand outer = command;
        outer.environment.clear();
        const auto set = [&](const QString& name, const QString& value) {
            run.environmentNames << name;
            outer.environment.append({name, value});
        };
        const QVector<QPair<QString, QString>> own = m_transport->variables();
        for (const auto& [name, value] : own) {
            set(name, value);
        }
        for (const auto& [name, value] : command.environment) {
            if (value) {
                set(name, *value);
            } else {
                inner << QStringLiteral("-u") << name;
            }
        }
        if (!inner.isEmpty()) {
            inner.prepend(QStringLiteral("env"));
        }
        inner << command.program << command.arguments;
        const QStringList words = m_transport->inside(run, inner);
        if (m_transport->capabilities().contained) {
            outer.workingFolder.clear();
        }
        outer.program = words.constFirst();
        outer.arguments = words.mid(1);
        return m_host->create(outer);
    }
    [[nodiscard]] QString describe() const override { return m_host->describe(); }

private:
    std::shared_ptr<const Transport> m_transport;
    std::shared_ptr<const ProcessRunner> m_host;
    InsideRun m_run;
};

} // namespace

QStringList Transport::inside(const InsideRun& /*run*/, const QStringList& inner) const
{
    return inner;
}

std::unique_ptr<Process> refusedProcess(Error error)
{
    return std::make_unique<RefusedNodeProcess>(std::move(error));
}

Transport::Transport(Node node) : m_node(std::move(node)) {}

Transport::~Transport() = default;

QString Transport::address() const
{
    QStringList parts; // the outermost layer first, but the place before all of them
    const Transport* level = this;
    for (; level->below() != nullptr; level = level->below()) {
        parts.append(level->words());
    }
    parts.prepend(level->words());
    parts.removeAll(QString());
    return parts.join(QStringLiteral(", "));
}

std::shared_ptr<const ProcessRunner> Transport::insideRunner(const InsideRun& run) const
{
    const QStringList any{QStringLiteral("sh")};
    if (variables().isEmpty() && inside(run, any) == any) {
        return hostRunner();
    }
    return std::make_shared<InsideRunner>(shared_from_this(), run);
}

Result<QStringList> Transport::shell() const
{
    if (const QStringList problems = nodeProblems(m_node); !problems.isEmpty()) {
        return Error{ErrorCode::InvalidArgument, problems.first(), m_node.name};
    }
    return shellWords({});
}

std::unique_ptr<TreeSync> Transport::sync(const QString& tree, QThreadPool* pool) const
{
    return std::make_unique<TreeSync>(shared_from_this(), tree, pool);
}

std::unique_ptr<NodeAgent> Transport::agent(AgentSettings settings) const
{
    settings.workspace = m_node.workspace;
    settings.nodeName = m_node.name;
    if (capabilities().connects && !settings.explain) {
        settings.explain = [self = shared_from_this()](const ProcessOutcome& outcome,
                                                       const QByteArray& errors) {
            return self->explain(outcome, errors);
        };
    }
    return std::make_unique<NodeAgent>(hostRunner(), std::move(settings));
}

QByteArray Transport::jobPrologue(const JobPlace& /*job*/) const
{
    return {};
}

QByteArray Transport::launchCheck(const JobPlace& /*job*/) const
{
    return {};
}

QByteArray Transport::stopText(const JobPlace& /*job*/) const
{
    return {};
}

QStringList Transport::queueCommand(const JobPlace& /*job*/) const
{
    return {};
}

JobFiles Transport::queueFiles(const JobPlace& /*job*/) const
{
    return {};
}

QStringList Transport::arrayCommand(const JobPlace& /*array*/, int /*tasks*/, int /*atOnce*/) const
{
    return {};
}

JobFiles Transport::arrayFiles(const JobPlace& /*array*/, int /*tasks*/, int /*atOnce*/) const
{
    return {};
}

bool Transport::judge(const ConnectionFacts& /*facts*/, ConnectionStep& /*step*/) const
{
    return false;
}

TransportLayer::TransportLayer(std::shared_ptr<const Transport> below)
    : Transport(below->node()), m_below(std::move(below))
{
}

TransportLayer::~TransportLayer() = default;

NodeCapabilities TransportLayer::capabilities() const
{
    return m_below->capabilities();
}

QString TransportLayer::image() const
{
    return m_below->image();
}

QString TransportLayer::container() const
{
    return m_below->container();
}

QVector<QPair<QString, QString>> TransportLayer::variables() const
{
    return m_below->variables();
}

std::shared_ptr<const ProcessRunner> TransportLayer::hostRunner() const
{
    return m_below->hostRunner();
}

QStringList TransportLayer::inside(const InsideRun& run, const QStringList& inner) const
{
    return m_below->inside(run, inner);
}

Error TransportLayer::explain(const ProcessOutcome& outcome, const QByteArray& errors) const
{
    return m_below->explain(outcome, errors);
}

QString TransportLayer::typed(const QString& command) const
{
    return m_below->typed(command);
}

void TransportLayer::close() const
{
    m_below->close();
}

QString TransportLayer::jobStarter() const
{
    return m_below->jobStarter();
}

QByteArray TransportLayer::jobPrologue(const JobPlace& job) const
{
    return m_below->jobPrologue(job);
}

QByteArray TransportLayer::launchCheck(const JobPlace& job) const
{
    return m_below->launchCheck(job);
}

QByteArray TransportLayer::stopText(const JobPlace& job) const
{
    return m_below->stopText(job);
}

QStringList TransportLayer::queueCommand(const JobPlace& job) const
{
    return m_below->queueCommand(job);
}

JobFiles TransportLayer::queueFiles(const JobPlace& job) const
{
    return m_below->queueFiles(job);
}

QStringList TransportLayer::arrayCommand(const JobPlace& array, int tasks, int atOnce) const
{
    return m_below->arrayCommand(array, tasks, atOnce);
}

JobFiles TransportLayer::arrayFiles(const JobPlace& array, int tasks, int atOnce) const
{
    return m_below->arrayFiles(array, tasks, atOnce);
}

HostSearch TransportLayer::findHost() const
{
    return m_below->findHost();
}

QStringList TransportLayer::neededPrograms() const
{
    return m_below->neededPrograms();
}

QByteArray TransportLayer::hostCheck() const
{
    return m_below->hostCheck();
}

bool TransportLayer::judge(const ConnectionFacts& facts, ConnectionStep& step) const
{
    return m_below->judge(facts, step);
}

QString TransportLayer::whyGpusUnseen() const
{
    return m_below->whyGpusUnseen();
}

QStringList TransportLayer::shellWords(const QStringList& words) const
{
    return m_below->shellWords(words);
}

Error programError(const QString& node, const ProcessOutcome& outcome, const QByteArray& errors,
                   ErrorCode timedOut)
{
    switch (outcome.end) {
    case ProcessEnd::Cancelled:
        return {ErrorCode::Cancelled, {}, node};
    case ProcessEnd::NotStarted:
        return outcome.error;
    case ProcessEnd::TimedOut:
        return {timedOut, QStringLiteral("no answer within the time limit"), node};
    case ProcessEnd::OutputTooBig:
        return {ErrorCode::NodeFailed, QStringLiteral("its output was larger than the limit"),
                node};
    case ProcessEnd::Signalled:
        return {ErrorCode::NodeFailed, QStringLiteral("ended by signal %1").arg(outcome.signal),
                node};
    case ProcessEnd::Exited:
        break;
    }
    const QStringList lines = plainLines(errors);
    return {ErrorCode::NodeFailed,
            lines.isEmpty() ? QStringLiteral("exit status %1").arg(outcome.exitCode)
                            : lines.constLast(),
            node};
}

QStringList plainLines(const QByteArray& text)
{
    QStringList lines;
    for (const QString& line :
         QString::fromUtf8(text.right(8192)).split(QRegularExpression(QStringLiteral("[\r\n]")))) {
        QString plain;
        for (const QChar c : line) {
            if (c.isPrint()) {
                plain += c;
            }
        }
        plain = plain.trimmed().left(400);
        if (!plain.isEmpty()) {
            lines.append(plain);
        }
    }
    return lines;
}

} // namespace rocport
