#include "core/probe/nodeprobe.h"

#include <QTimer>

namespace rocport {

namespace {

constexpr qsizetype kMostProbeOutput = 64 << 20;
constexpr qsizetype kMostProbeErrors = 1 << 16;

} // namespace

NodeProbe::NodeProbe(NodeProbeOptions options, QObject* parent)
    : QObject(parent), m_options(std::move(options))
{
}

NodeProbe::~NodeProbe() = default;

void NodeProbe::start(std::shared_ptr<const Transport> transport)
{
    Q_ASSERT(!m_process);
    m_transport = std::move(transport);
    const Result<QByteArray> script = probeScript(m_options.script);
    if (!script) {
        finishLater(script.error());
        return;
    }
    ProcessCommand command;
    command.program = m_options.shell;
    command.arguments = m_options.shellArguments + QStringList{QStringLiteral("-s")};
    command.input = *script;
    command.outputLimit = kMostProbeOutput;
    command.timeout = m_options.limit;
    InsideRun run;
    run.withGpus = true; // the host that one logs in to need not have any
    m_process = m_transport->insideRunner(run)->create(command);
    connect(m_process.get(), &Process::outputRead, this, [this](const QByteArray& bytes) {
        m_output += bytes;
        if (const auto step = m_progress.feed(bytes)) {
            Q_EMIT progress(step->title, step->number, step->total);
        }
    });
    connect(m_process.get(), &Process::errorsRead, this, [this](const QByteArray& bytes) {
        m_errors = (m_errors + bytes).right(kMostProbeErrors);
    });
    connect(m_process.get(), &Process::finished, this, &NodeProbe::ended);
    m_process->start();
}

void NodeProbe::cancel()
{
    m_cancelled = true;
    if (m_process) {
        m_process->cancel();
    }
}

void NodeProbe::ended(const ProcessOutcome& outcome)
{
    const Result<ProbeReport> result = resultOf(outcome);
    // The process is the sender.
    m_process.release()->deleteLater();
    Q_EMIT finished(result);
}

Result<ProbeReport> NodeProbe::resultOf(const ProcessOutcome& outcome) const
{
    const Node& node = m_transport->node();
    if (m_cancelled) {
        return Error{ErrorCode::Cancelled, {}, node.name};
    }
    if (outcome.end == ProcessEnd::NotStarted) {
        return outcome.error;
    }
    Result<ProbeReport> report = readProbe(m_output);
    if (!report) {
        if (outcome.succeeded()) {
            return report.error();
        }
        return m_transport->explain(outcome, m_errors);
    }
    report->nodeId = node.id;
    report->nodeName = node.name;
    report->time = QDateTime::currentDateTimeUtc();
    report->image = m_options.image;
    report->imageDigest = m_options.imageDigest;
    if (report->image.isEmpty()) {
        report->image = m_transport->image();
    }
    applyProbeRules(*report, m_options.rules);
    return report;
}

void NodeProbe::finishLater(const Result<ProbeReport>& report)
{
    QMetaObject::invokeMethod(
        this, [this, report] { Q_EMIT finished(report); }, Qt::QueuedConnection);
}

} // namespace rocport
