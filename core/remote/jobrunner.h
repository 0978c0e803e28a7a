#pragma once

#include "core/base/cancel.h"
#include "core/remote/nodeagent.h"
#include "core/remote/runfolder.h"
#include "core/remote/slurm.h"
#include "core/remote/transport.h"

#include <QElapsedTimer>
#include <QFuture>
#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>

namespace rocport {

/// What has to be done before a job is put on its node: sending the sources. Lives in the runner's
/// thread. Exactly one of done() and failed() is sent after start(), never from inside it.
class JobPreparation : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;
    virtual void start() = 0;
    /// failed() with Cancelled follows.
    virtual void cancel() = 0;

Q_SIGNALS:
    void progressed(const QString& sentence);
    void done();
    void failed(const rocport::Error& error);
};

struct JobRunnerSettings
{
    /// Pauses before each new attempt after the connection broke; the last one is repeated.
    QVector<std::chrono::milliseconds> pauses{std::chrono::seconds(1), std::chrono::seconds(2),
                                              std::chrono::seconds(5), std::chrono::seconds(10),
                                              std::chrono::seconds(30)};
    /// Time between INT, TERM and KILL.
    std::chrono::milliseconds grace{10000};
    /// A node that is silent for this long (it normally sends something every second) is
    /// reconnected.
    std::chrono::milliseconds silence{20000};
    /// A job that has ended is given up (Detached) if there is no space here for its log for this
    /// long.
    std::chrono::milliseconds spaceWait{std::chrono::minutes(1)};
    /// Time between two syncs of the log, and between two writes of the status.
    std::chrono::milliseconds syncInterval{1000};
    /// Time between two questions about an array of jobs; five times as long while nothing happens.
    std::chrono::milliseconds arrayInterval{2000};
    qint64 resultLimit = 4LL * 1024 * 1024 * 1024; ///< all result files together
    AgentSettings agent;                           ///< of Transport::agent()
    QThreadPool* pool = nullptr;                   ///< for syncs and hashes; null: the global one
    std::function<QDateTime()> now = [] { return QDateTime::currentDateTimeUtc(); };
};

/// One job, from its first to its last state. Lives in one thread; no call blocks. The job itself
/// does not depend on this object: if the object is deleted at any moment, the job goes on, and
/// attach() on another runner follows it again.
class JobRunner : public QObject
{
    Q_OBJECT

public:
    /// `transport` is that of the job's node.
    JobRunner(std::unique_ptr<RunFolder> folder, std::shared_ptr<const Transport> transport,
              JobRunnerSettings settings, QObject* parent = nullptr);
    ~JobRunner() override;

    /// To be called before start().
    void setPreparation(std::unique_ptr<JobPreparation> preparation);
    /// To be called once, for a job that has just been made.
    void start();
    /// Follows a job that was started before; in Detached and Lost at once. Does nothing if it is
    /// followed already or has ended.
    void attach();
    /// Stops following; the job goes on. A job that is still being sent to the node is started
    /// first.
    void detach();
    /// Ends the job's own processes: with INT, after the grace period TERM, then KILL. A job that
    /// was not started never will be. While there is no contact the request is kept.
    void cancel();

    // A task of an array, which others start (ArrayRunner). Each does nothing while the task is
    // followed, or once it has ended.
    /// What is known of it without following it; with what the queue says of it, or null.
    void noteQueue(JobState state, const SlurmState* queue, const QString& sentence);
    /// How far what has to be done before is, for those who look; it is not stored.
    void noteProgress(JobState state, const QString& sentence);
    /// It was never started, and never will be.
    void giveUp(JobState state, const QString& sentence);
    /// Its array is being cancelled: it ends without a signal from here. For followed ones too.
    void noteStopping(const QString& sentence);
    /// It is, or will be without anything being asked for: not once it is detached, or cut for
    /// good.
    [[nodiscard]] bool isFollowed() const;
    [[nodiscard]] bool isOver() const { return m_phase == Phase::Done || isEnded(m_status.state); }

    [[nodiscard]] const JobSpec& job() const { return m_folder->job(); }
    [[nodiscard]] const JobStatus& status() const { return m_status; }
    [[nodiscard]] const RunFolder& folder() const { return *m_folder; }
    [[nodiscard]] NodeAgent& agent() { return *m_agent; }

Q_SIGNALS:
    void statusChanged();
    void logGrew(qint64 bytes); ///< the length of the log now
    void ended();               ///< sent once; log, results and hash are here

private:
    enum class Phase : quint8 {
        Idle,
        Greeting,
        Preparing,
        Putting,
        Starting,
        Following,
        Closing,
        Done
    };

    // jobrunner.cpp
    void listStages();
    void greet();
    void prepare();
    void put();
    void startThere();
    void proceed();
    void sendSignal();
    void signalAnswered(const Result<CancelAnswer>& answer);
    void close(JobState state, const QString& sentence, bool withResults);
    void fetchResults(const QVector<ResultFile>& files, qsizetype at);
    void hashLog();
    void conclude();
    void notStarted(JobState state, const QString& sentence);
    void setState(JobState state, const QString& sentence);
    void write();
    void tick();
    void syncLog();

    // jobfollow.cpp
    void follow();
    void dropFollow();
    void readFollow(const QByteArray& bytes);
    void followEnded(const ProcessOutcome& outcome);
    void handle(const FollowFrame& frame);
    void handleLog(const FollowFrame& frame);
    void handleStage(const FollowFrame& frame);
    void handleBeat(const FollowFrame& frame);
    void handleExit(const FollowFrame& frame);
    void handleGone(const FollowFrame& frame);
    void setClock(const NodeStamp& stamp);
    [[nodiscard]] QDateTime here(const NodeStamp& stamp) const;
    [[nodiscard]] bool leaveLog();
    void connectionBroke(const Error& error);
    void again(const QString& sentence, std::chrono::milliseconds pause);
    [[nodiscard]] std::chrono::milliseconds nextPause();
    [[nodiscard]] QString nodeName() const { return job().node.name; }

    std::unique_ptr<RunFolder> m_folder;
    JobRunnerSettings m_settings;
    std::shared_ptr<const Transport> m_transport;
    std::unique_ptr<NodeAgent> m_agent;
    std::unique_ptr<JobPreparation> m_preparation;
    JobStatus m_status;
    Phase m_phase = Phase::Idle;
    QString m_workspace; ///< absolute, on the node

    std::unique_ptr<Process> m_follow;
    FollowReader m_reader;
    QByteArray m_followErrors;
    std::optional<FollowFrame> m_exit;
    JobState m_endState = JobState::Vanished;
    QString m_endSentence;
    QString m_notice; ///< said while the job runs and nothing else is to be said
    qint64 m_sinceLineEnd = 0;
    int m_tries = 0;
    int m_signal = -1; ///< of INT, TERM, KILL: the one that was sent last
    bool m_cancelling = false;
    bool m_cancelNoted = false;
    bool m_detachWanted = false;
    bool m_installing = false; ///< the agent, to follow then
    bool m_neverThere = false; ///< the record does not say that the node ever had the job
    bool m_logShrunk = false;
    bool m_unwritten = false;   ///< the log of this following goes nowhere: no space here
    QElapsedTimer m_spaceSince; ///< since a job has ended whose log has no space here
    bool m_startAsked = false;
    bool m_justStarted = false; ///< the following to come sees the log from its first byte on
    bool m_inTime = false;      ///< what comes of the log has just been written there
    qint64 m_sinceBeat = 0;     ///< bytes of the log since the newest beat

    NodeStamp m_nodeStamp; ///< newest of the node's clocks
    QDateTime m_stampHere; ///< when that came, by this machine's

    QTimer m_again;
    QTimer m_grace;
    QTimer m_tick;
    QElapsedTimer m_heard;         ///< since the node said anything
    QElapsedTimer m_awake;         ///< does not run while the machine sleeps
    QDateTime m_tickTime;          ///< wall clock at the last tick
    bool m_dirty = false;          ///< the status is newer than its file
    Error m_writeError;            ///< why; without a meaning where it is not
    std::optional<Error> m_unkept; ///< why the end is not kept as it was; nothing: it is
    qint64 m_synced = 0;
    QFuture<Result<void>> m_sync;
    CancelToken m_stop; ///< of work in the pool
};

} // namespace rocport
