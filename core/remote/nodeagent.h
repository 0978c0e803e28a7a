#pragma once

#include "core/base/result.h"
#include "core/process/process.h"
#include "core/remote/followreader.h"

#include <QByteArrayList>
#include <QObject>
#include <QPointer>

#include <functional>
#include <memory>
#include <vector>

namespace rocport {

/// What a node says of itself when it is first spoken to.
struct NodeGreeting
{
    QString workspace; ///< absolute, there
    NodeStamp stamp;
    QStringList tools; ///< of setsid, tar, stat, sbatch, squeue, sacct: those that are there
};

/// A job that has a folder on the node.
struct ListedJob
{
    QString id;
    /// "waiting", "queued", "running", "ended", "killed", "rebooted", or "queue-…"
    QString life;
    int exitCode = -1; ///< of "ended"
};

/// A file that a job put into its folder `results`.
struct ResultFile
{
    QString name; ///< "results/…", relative to the job's folder
    qint64 size = 0;
};

enum class CancelAnswer : quint8 {
    Signalled, ///< it was told
    Ended,     ///< it had ended before
    Gone,      ///< no process of it is left
};

struct AgentSettings
{
    QString workspace;                        ///< empty: ~/.cache/rocport there
    QString nodeName;                         ///< for errors
    std::chrono::milliseconds timeout{60000}; ///< of short requests
    std::chrono::milliseconds transferTimeout{900000};
    /// Set for the agent (tests put a boot mark of their own there).
    QVector<QPair<QString, std::optional<QString>>> environment;
    /// Makes an error of a program that the runner could not bring to its end:
    /// Transport::explain() where there is a connection. Empty: exit status 255 is a lost one.
    std::function<Error(const ProcessOutcome& outcome, const QByteArray& errors)> explain;
};

/// Speaks with the agent on a node (docs/runs.md): one program run per request, through the node's
/// host runner. Puts the agent there when it is missing. No call waits; a callback comes later, in
/// this thread, at most once, and never after this object or `context` is gone. Errors:
/// those of the runner's connection, NodeFailed, NodeDiskFull, NodeToolMissing, JobUnknown.
class NodeAgent : public QObject
{
    Q_OBJECT

public:
    template <typename T>
    using Done = std::function<void(const Result<T>&)>;

    NodeAgent(std::shared_ptr<const ProcessRunner> runner, AgentSettings settings,
              QObject* parent = nullptr);
    /// Ends the requests under way (here; what they began on the node goes on).
    ~NodeAgent() override;

    /// Programs that run until followed jobs end exit with this where the agent is missing:
    /// install(), then follow again.
    static constexpr int kAgentMissing = 93;
    /// The agent as it is put on nodes, and its file name, which holds its hash.
    static QByteArray agentText();
    static QString agentName();

    void hello(QObject* context, const Done<NodeGreeting>& done);
    void install(QObject* context, const Done<void>& done);
    /// Brings the job's files (makeTar()); gives whether they were not there before.
    void put(const QString& job, const QByteArray& archive, QObject* context,
             const Done<bool>& done);
    /// Starts the job, unless it was started before; gives whether it was not. May be repeated as
    /// often as one likes.
    void start(const QString& job, QObject* context, const Done<bool>& done);
    /// Everything but the log.
    void status(const QString& job, QObject* context, const Done<std::vector<FollowFrame>>& done);
    /// `signal` is INT, TERM or KILL.
    void cancel(const QString& job, const QString& signal, QObject* context,
                const Done<CancelAnswer>& done);
    void list(QObject* context, const Done<QVector<ListedJob>>& done);
    void results(const QString& job, QObject* context, const Done<QVector<ResultFile>>& done);
    /// Copies a file of the job's folder into `target` (replaced when all of it is here).
    void fetch(const QString& job, const QString& name, const QString& target, QObject* context,
               const Done<qint64>& done);
    /// Removes the folder of a job that does not run.
    void remove(const QString& job, QObject* context, const Done<void>& done);

    /// The program that streams the job (FollowReader); not started yet.
    [[nodiscard]] std::unique_ptr<Process> follow(const QString& job, qint64 offset) const;
    /// What a program of follow() says about the connection when it ended before the job.
    [[nodiscard]] Error explain(const ProcessOutcome& outcome, const QByteArray& errors) const;

private:
    struct Request;
    using Lines = QVector<QByteArrayList>;
    [[nodiscard]] ProcessCommand commandFor(const QStringList& words) const;
    void run(std::shared_ptr<Request> request);
    void ended(const std::shared_ptr<Request>& request, const ProcessOutcome& outcome);
    void ask(const QStringList& words, const QByteArray& input, QObject* context,
             const Done<Lines>& done);
    [[nodiscard]] Error refusal(const QByteArrayList& words) const;

    std::shared_ptr<const ProcessRunner> m_runner;
    AgentSettings m_settings;
    std::vector<std::shared_ptr<Request>> m_requests;
};

} // namespace rocport
