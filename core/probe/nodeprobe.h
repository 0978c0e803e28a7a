#pragma once

#include "core/probe/probereader.h"
#include "core/probe/proberules.h"
#include "core/probe/probescript.h"
#include "core/process/process.h"
#include "core/remote/transport.h"

#include <QObject>
#include <QPointer>

#include <memory>

namespace rocport {

/// Settings for probing a node.
struct NodeProbeOptions
{
    ProbeScriptOptions script;
    ProbeRuleOptions rules;
    QString shell = QStringLiteral("sh"); ///< program, and arguments before -s ("busybox", "sh")
    QStringList shellArguments;
    /// Time limit for the whole probe; zero: none. A probe that reaches it yields a partial report.
    std::chrono::seconds limit{2400};
    /// Image and digest of the surrounding container, where they are known from elsewhere (exec).
    QString image, imageDigest;
};

/// Runs the probe's script where a node's jobs run (inside its container, if it has one) and makes
/// a report from the output. Lives in one thread with an event loop; nothing blocks.
class NodeProbe : public QObject
{
    Q_OBJECT

public:
    explicit NodeProbe(NodeProbeOptions options = {}, QObject* parent = nullptr);
    ~NodeProbe() override;

    /// To be called once. The transport is held until the end; where jobs wait in a queue, so does
    /// the probe.
    void start(std::shared_ptr<const Transport> transport);
    /// finished() with Cancelled follows.
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_process != nullptr; }

Q_SIGNALS:
    /// "Small GEMM, float32", step 12 of 19.
    void progress(const QString& text, int done, int total);
    /// Sent once, never from inside start() or cancel(). If the connection breaks halfway, the
    /// report has `complete` false; if not even the script's first line came back, it is an error:
    /// Cancelled, InvalidArgument, FileNotFound (no such program), ParseFailed, and those of
    /// Transport::explain().
    void finished(const rocport::Result<rocport::ProbeReport>& report);

private:
    void ended(const ProcessOutcome& outcome);
    Result<ProbeReport> resultOf(const ProcessOutcome& outcome) const;
    void finishLater(const Result<ProbeReport>& report);

    NodeProbeOptions m_options;
    std::shared_ptr<const Transport> m_transport;
    std::unique_ptr<Process> m_process;
    ProbeProgress m_progress;
    QByteArray m_output;
    QByteArray m_errors;
    bool m_cancelled = false;
};

} // namespace rocport
