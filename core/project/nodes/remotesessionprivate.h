#pragma once

#include "core/probe/nodeprobe.h"
#include "core/project/nodes/remotesession.h"
#include "core/remote/askserver.h"
#include "core/remote/connectiontest.h"
#include "core/remote/jobcenter.h"
#include "core/remote/jobsteps.h"
#include "core/remote/nodekinds.h"
#include "core/verify/linemap.h"

#include <QThreadPool>
#include <QTimer>

#include <functional>
#include <map>
#include <optional>

namespace rocport {

/// Maps lines of the ported files back to their changes, by path.
using PortMaps = QHash<QString, LineMap>;

/// The inside of RemoteSession; its code is divided by subject into remotesession*.cpp.
struct RemoteSession::Private
{
    RemoteSession& q;
    ProjectSession& session;
    RemoteOptions options;
    SshSettings ssh;
    QThreadPool pool;
    QThreadPool files; ///< one thread: the list of nodes is written in order
    std::unique_ptr<AskServer> ask;
    CancelToken stop; ///< of work in the pool, cancelled at the end
    std::shared_ptr<const RemoteState> state = std::make_shared<RemoteState>();

    /// What is known about a node besides its settings.
    struct LiveNode
    {
        NodeEntry::State state = NodeEntry::State::Unknown;
        QString sentence;
        ConnectionTest test;
        QVector<ProbeReport> probes; ///< without a project
        QString activity;
        int done = 0, total = 0;
        std::unique_ptr<QObject> check; ///< the test or probe in progress; there is at most one
        std::function<void()> cancel;   ///< ends it
    };
    QVector<Node> nodes; ///< this machine first
    std::map<QString, LiveNode> live;
    QString currentNode; ///< without a project

    std::unique_ptr<JobCenter> center;
    QString centerOf;                  ///< project file
    QHash<QString, QString> jobStates; ///< as they were recorded in the journal
    std::shared_ptr<const PortMaps> maps = std::make_shared<PortMaps>();
    quint64 mapsSerial = 0;
    QByteArray portKey;
    quint64 keySerial = 0;
    QTimer keyTimer;
    CancelToken checks; ///< of L1 or a comparison in progress
    bool checking = false;

    Private(RemoteSession& session, ProjectSession& project, RemoteOptions wanted);
    ~Private();

    // remotesession.cpp
    void startAsking();
    void projectOpened();
    void projectClosed();
    void sessionChanged(StateChange change);
    void computeKey();
    void refreshMaps();
    RemoteState& writable(); ///< a fresh copy that becomes the state
    void fail(const Error& error);
    [[nodiscard]] Result<Node> nodeOf(const QString& id) const;
    /// The node, if no test or probe of it is in progress; an unknown one is reported as a failure.
    [[nodiscard]] std::optional<Node> idleNode(const QString& nodeId);

    // remotesessionnodes.cpp
    void loadNodes();
    void writeNodes();
    void publishNodes();
    void stepTest(const QString& id, const ConnectionTest& test, bool ended);
    void probeEnded(const QString& id, const Result<ProbeReport>& report);
    /// Starts a test or a probe, whose signals are connected.
    template <typename Check>
    void begin(const Node& node, std::unique_ptr<Check> check)
    {
        LiveNode& one = live[node.id];
        Check* started = check.get();
        one.check = std::move(check);
        one.cancel = [started] { started->cancel(); };
        started->start(transportOf(node, ssh));
        publishNodes();
    }
    /// To be called when the check has ended and is sending its last signal.
    void endCheck(LiveNode& node);
    [[nodiscard]] QVector<ProbeReport> probesOf(const QString& id) const;
    [[nodiscard]] const ProbeReport* newestProbe(const QString& id) const;

    // remotesessionjobs.cpp
    void publishJobs();
    void takeLogGrowth(const QString& id);
    void jobEnded(const QString& id);
    void recordJobs();
    [[nodiscard]] QString treeOf() const;
    [[nodiscard]] JobContext contextFor(const Node& node, const ProjectState& project) const;
    /// Whether a job of this project sent its sources to the node before.
    [[nodiscard]] bool treeIsOn(const Node& node) const;
    /// Returns what makes the job, in the pool.
    using ComposeJob = std::function<Result<JobSpec>()>;
    [[nodiscard]] ComposeJob jobComposer(const JobRequest& request) const;
    [[nodiscard]] QFuture<Result<JobPreview>> preview(const ComposeJob& compose);
    /// Returns the id that the job will have; later errors are reported by failed().
    Result<QString> composeAndStart(const ComposeJob& compose);
    [[nodiscard]] std::unique_ptr<JobPreparation> preparationFor(const JobSpec& job);

    // remotesessionmatrix.cpp
    using ComposeMatrix = std::function<Result<MatrixPlan>()>;
    [[nodiscard]] ComposeMatrix matrixComposer(const MatrixRequest& request) const;
    Result<QString> startPlanned(const MatrixPlan& plan, const MatrixRequest& request);

    // remotesessionverify.cpp
    void publishRuns();
    [[nodiscard]] ComposeJob composer(const VerifyRequest& request) const;
    [[nodiscard]] static JobRequest buildRequest(const VerifyRequest& request);
    Result<QString> startBuild(const VerifyRequest& request);
    void readRun(const JobEntry& job);
    void runStatic(const QVector<RepoPath>& files);
    void endChecks(const Result<VerifyRun>& run);
};

} // namespace rocport
