#pragma once

#include "core/probe/probereport.h"
#include "core/project/nodes/matrixrequest.h"
#include "core/remote/connectionstep.h"
#include "core/remote/job.h"
#include "core/remote/node.h"
#include "core/verify/evidence.h" // ChangeEvidence
#include "core/verify/verifyrun.h"

#include <QFuture>
#include <QObject>
#include <QSet>

#include <memory>
#include <optional>

namespace rocport {

/// A node as the window shows it.
struct NodeEntry
{
    enum class State : quint8 {
        Unknown,     ///< never contacted
        Checking,    ///< a test or a probe is in progress
        Ready,       ///< probed, nothing critical
        Attention,   ///< probed, with critical findings
        Unreachable, ///< the newest attempt failed; `sentence` says how
    };
    Node node;
    State state = State::Unknown;
    QString sentence;
    ConnectionTest test;         ///< the newest, or the one in progress; empty: none yet
    QVector<ProbeReport> probes; ///< newest first; of this project
    QString activity;            ///< what is in progress: "Probing: small GEMM"; empty: nothing
    int activityDone = 0, activityTotal = 0;
};

/// A question that ssh (or another program) asks the user: a passphrase, a password, a host key.
struct AskRequest
{
    int id = 0;
    QString nodeName;
    QString prompt;     ///< as ssh wrote it; untrusted text
    bool secret = true; ///< the answer is not to be shown
    bool yesNo = false; ///< a confirmation: answer "yes" or "no"
};

/// Everything about nodes, jobs and verification at one moment. Immutable and shared.
struct RemoteState
{
    QVector<NodeEntry> nodes; ///< the user's, this machine first
    QString currentNode;      ///< id; empty: none chosen
    QVector<JobEntry> jobs;   ///< newest first, of this project, replayed ones included
    QVector<VerifyRun> runs;  ///< newest first
    QVector<ImageRecord> images;
    QByteArray portKey; ///< hash of the accepted port as of now
    bool projectOpen = false;
    bool readOnly = false;
    std::optional<TargetSettings> target; ///< of the port; nothing: no project is open

    [[nodiscard]] const NodeEntry* node(const QString& id) const;
    [[nodiscard]] const JobEntry* job(const QString& id) const;
    [[nodiscard]] const VerifyRun* run(const QString& id) const;
    /// The newest run of a level; null: none. With `nodeId`, on that node. Comparisons of files do
    /// not count.
    [[nodiscard]] const VerifyRun* newest(VerifyLevel level, const QString& nodeId = {}) const;
};

/// The interface for the Nodes, Runs and Verify areas: nodes, probes, jobs and verification of the
/// open project. Lives in the window's thread; every call returns at once, and what takes time ends
/// in a signal. Nothing runs anywhere until one of these calls asks for it.
class RemoteService : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// Never null.
    [[nodiscard]] virtual std::shared_ptr<const RemoteState> state() const = 0;

    // Nodes
    /// Adds a node (empty id: one is made) or changes one. Returns its id. Errors: InvalidArgument
    /// (nodeProblems()), FileWriteFailed.
    virtual Result<QString> saveNode(const Node& node) = 0;
    virtual Result<void> removeNode(const QString& id) = 0;
    virtual void setCurrentNode(const QString& id) = 0;
    /// Host aliases of the user's OpenSSH configuration.
    [[nodiscard]] virtual QFuture<QStringList> knownHosts() = 0;
    /// Images, or running containers, that the node's engine knows ("reference" or "name").
    [[nodiscard]] virtual QFuture<Result<QStringList>> listImages(const Node& node) = 0;
    [[nodiscard]] virtual QFuture<Result<QStringList>> listContainers(const Node& node) = 0;
    /// nodesChanged() follows.
    virtual void testConnection(const QString& nodeId) = 0;
    virtual void probe(const QString& nodeId) = 0;
    /// Ends the test or probe of a node.
    virtual void cancelNode(const QString& nodeId) = 0;
    /// Writes env.sh of a node's newest probe.
    virtual Result<void> exportEnvironment(const QString& nodeId, const QString& file) = 0;
    /// Starts the user's terminal with a shell on the node; `command`: as in terminalCommand(),
    /// empty: the desktop's. Errors: InvalidArgument, FileNotFound (no terminal), ProcessFailed.
    virtual Result<void> openTerminal(const QString& nodeId, const QString& command) = 0;

    // Jobs
    /// What a request would run; nothing is started.
    [[nodiscard]] virtual QFuture<Result<JobPreview>> previewJob(const JobRequest& request) = 0;
    /// Returns the job's id at once. Errors: InvalidArgument.
    virtual Result<QString> startJob(const JobRequest& request) = 0;
    virtual void cancelJob(const QString& jobId) = 0;
    virtual void detachJob(const QString& jobId) = 0;
    virtual void reattachJob(const QString& jobId) = 0;
    /// Saves a run as a folder that can be replayed. Errors of the future: FileWriteFailed,
    /// DiskFull.
    [[nodiscard]] virtual QFuture<Result<void>> saveRun(const QString& jobId,
                                                        const QString& folder) = 0;
    /// Adds a recorded run and returns its id. Errors of the future: FileNotFound, ParseFailed.
    [[nodiscard]] virtual QFuture<Result<QString>> openRun(const QString& folder) = 0;
    /// The change that made a line of a ported file; empty: original text, or not known.
    [[nodiscard]] virtual QByteArray hunkAt(const QString& path, int line) const = 0;
    /// The first proposed change of an original file's lines `first` to `last` (1-based), whatever
    /// was decided about it; empty: none, or not known.
    [[nodiscard]] virtual QByteArray changeOf(const QString& path, int first, int last) const = 0;

    // Matrices: their cells are jobs (matricesOf()).
    /// What a matrix would run; nothing is started.
    [[nodiscard]] virtual QFuture<Result<MatrixPreview>>
    previewMatrix(const MatrixRequest& request) = 0;
    /// Starts a matrix as one array of Slurm for each partition; its id is in the result, once its
    /// cells are among the jobs. Errors of the future: those of composeMatrix() and of starting.
    [[nodiscard]] virtual QFuture<Result<QString>> startMatrix(const MatrixRequest& request) = 0;
    /// Cancels all cells that have not ended.
    virtual void cancelMatrix(const QString& matrixId) = 0;

    // Verification
    [[nodiscard]] virtual QFuture<Result<JobPreview>>
    previewVerification(const VerifyRequest& request) = 0;
    /// Returns the job's id ("" for Static, which runs here). Lanes is a job on this machine,
    /// whatever node is named. runsChanged() follows.
    virtual Result<QString> startVerification(const VerifyRequest& request) = 0;
    /// Ends what startVerification() started without a job (L1).
    virtual void cancelVerification() = 0;
    /// Compares two tensor files or bundles here; the result is kept as a comparison by hand, which
    /// is a run of no level (docs/verification-levels.md). runsChanged() follows.
    virtual void compareFiles(const QString& reference, const QString& candidate) = 0;
    /// Sets a tolerance for one tensor, or the default again (nothing). Errors: InvalidArgument
    /// without a reason.
    virtual Result<void> setTolerance(const QString& tensor,
                                      const std::optional<Tolerance>& tolerance) = 0;

    /// Answers a question; nothing: refused. The answer is not kept.
    virtual void answer(int askId, const std::optional<QString>& text) = 0;

Q_SIGNALS:
    void nodesChanged();
    void jobsChanged();                 ///< a job began, ended or changed its state
    void logGrew(const QString& jobId); ///< bytes were added to the log in the job's folder
    void runsChanged();                 ///< a verification ended, or its state changed
    void verificationProgress(const QString& text, int done, int total); ///< for L1; total 0: it
                                                                         ///  has ended
    void asked(const rocport::AskRequest& request);
    void askWithdrawn(int askId); ///< nobody is waiting for the answer any more
    void failed(const rocport::Error& error);
};

} // namespace rocport
