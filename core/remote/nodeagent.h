#pragma once

#include "core/base/result.h"
#include "core/process/process.h"
#include "core/remote/followreader.h"
#include "core/remote/jobarray.h"

#include <QByteArrayList>
#include <QObject>
#include <QPointer>

#include <array>
#include <functional>
#include <memory>
#include <vector>

namespace rocport {

/// What a node reports about itself at first contact.
struct NodeGreeting
{
    QString workspace; ///< absolute, there
    NodeStamp stamp;
    QStringList tools; ///< those of setsid, tar, stat, sbatch, squeue and sacct that it has
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
    Signalled, ///< the signal was sent
    Ended,     ///< it had ended before
    Gone,      ///< none of its processes is left
};

/// What a job is asked to end with, one after the other.
inline constexpr std::array kStopSignals{"INT", "TERM", "KILL"};

/// Whether an error says that there was no contact, so that it is worth to try again.
inline bool isConnectionCut(const Error& error)
{
    return error.code == ErrorCode::ConnectionLost || error.code == ErrorCode::NodeUnreachable;
}

struct AgentSettings
{
    QString workspace;                        ///< empty: ~/.cache/rocport there
    QString nodeName;                         ///< for errors
    std::chrono::milliseconds timeout{60000}; ///< for short requests
    std::chrono::milliseconds transferTimeout{900000};
    /// Variables set for the agent (tests set their own boot mark there).
    QVector<QPair<QString, std::optional<QString>>> environment;
    /// Makes the error for a program that the runner could not complete: Transport::explain() where
    /// there is a connection. Empty: exit status 255 means a lost connection.
    std::function<Error(const ProcessOutcome& outcome, const QByteArray& errors)> explain;
};

/// Talks to the agent on a node (docs/runs.md): one program run per request, through the node's
/// host runner. Installs the agent there when it is missing. No call blocks; a callback is called
/// later, in this thread, at most once, and never after this object or `context` is gone. Errors:
/// those of the runner's connection, NodeFailed, NodeDiskFull, NodeToolMissing, JobUnknown.
class NodeAgent : public QObject
{
    Q_OBJECT

public:
    template <typename T>
    using Done = std::function<void(const Result<T>&)>;

    NodeAgent(std::shared_ptr<const ProcessRunner> runner, AgentSettings settings,
              QObject* parent = nullptr);
    /// Ends the requests in progress (here; what they began on the node goes on).
    ~NodeAgent() override;

    /// Exit status of the program of follow() if the agent is missing: install(), then follow
    /// again.
    static constexpr int kAgentMissing = 93;
    /// The agent as it is installed on nodes, and its file name, which contains its hash.
    static QByteArray agentText();
    static QString agentName();

    void hello(QObject* context, const Done<NodeGreeting>& done);
    void install(QObject* context, const Done<void>& done);
    /// Sends the job's files (makeTar()); the result is whether they were not there before.
    void put(const QString& job, const QByteArray& archive, QObject* context,
             const Done<bool>& done);
    /// Keeps the files that the last sync of a tree left, for the tasks of an array to copy; done
    /// once.
    void hold(const QString& array, const QString& tree, QObject* context, const Done<void>& done);
    /// Removes what was sent of an array of `tasks` tasks; the result is whether it did, since one
    /// that was started stays. So do tasks that were cancelled.
    void discard(const QString& array, qsizetype tasks, QObject* context, const Done<bool>& done);
    /// Starts the job unless it was started before; the result is whether it was not. May be
    /// repeated at will.
    void start(const QString& job, QObject* context, const Done<bool>& done);
    /// Everything but the log.
    void status(const QString& job, QObject* context, const Done<std::vector<FollowFrame>>& done);
    /// `signal` is INT, TERM or KILL.
    void cancel(const QString& job, const QString& signal, QObject* context,
                const Done<CancelAnswer>& done);
    /// What is known on the node, and to its queue, about the tasks of an array (jobarray.h).
    void array(const QString& array, QObject* context, const Done<ArrayReport>& done);
    /// As cancel(), for all tasks of an array that have not ended.
    void cancelArray(const QString& array, const QString& signal, QObject* context,
                     const Done<CancelAnswer>& done);
    void list(QObject* context, const Done<QVector<ListedJob>>& done);
    void results(const QString& job, QObject* context, const Done<QVector<ResultFile>>& done);
    /// Copies a file from the job's folder into `target` (replaced once the whole file is here).
    void fetch(const QString& job, const QString& name, const QString& target, QObject* context,
               const Done<qint64>& done);
    /// Removes the folder of a job that is not running.
    void remove(const QString& job, QObject* context, const Done<void>& done);

    /// The program that streams the job (FollowReader); not started yet.
    [[nodiscard]] std::unique_ptr<Process> follow(const QString& job, qint64 offset) const;
    /// The connection error of a program of follow() that ended before the job.
    [[nodiscard]] Error explain(const ProcessOutcome& outcome, const QByteArray& errors) const;

private:
    struct Request;
    using Lines = QVector<QByteArrayList>;
    [[nodiscard]] ProcessCommand commandFor(const QStringList& words) const;
    void run(std::shared_ptr<Request> request);
    void ended(const std::shared_ptr<Request>& request, const ProcessOutcome& outcome);
    void ask(const QStringList& words, const QByteArray& input, QObject* context,
             const Done<Lines>& done, std::chrono::milliseconds timeout = {});
    void askToCancel(const QStringList& words, QObject* context, const Done<CancelAnswer>& done);
    [[nodiscard]] Error refusal(const QString& verb, const QByteArrayList& words) const;
    [[nodiscard]] Error diskFull(const QString& what, bool quota, const QByteArray& free) const;
    [[nodiscard]] QString workspaceName() const;

    std::shared_ptr<const ProcessRunner> m_runner;
    AgentSettings m_settings;
    std::vector<std::shared_ptr<Request>> m_requests;
};

} // namespace rocport
