#pragma once

#include "core/remote/jobrunner.h"

#include <QSet>

#include <map>

namespace rocport {

/// One array of jobs, from sending its tasks to the end of the last one. Asks the node about all of
/// them at once, and has those followed whose log or end is of interest. Lives in the thread of its
/// tasks' runners, which outlive it; no call blocks. The array itself does not depend on this
/// object: attach() of another one goes on.
class ArrayRunner : public QObject
{
    Q_OBJECT

public:
    /// `tasks` by their numbers; those that are missing are not looked after. `transport` is that
    /// of the array's node.
    ArrayRunner(QString id, std::map<int, JobRunner*> tasks,
                std::shared_ptr<const Transport> transport, JobRunnerSettings settings,
                QObject* parent = nullptr);

    /// Sends the tasks and hands them over; to be called once, for an array that has just been
    /// made.
    void start(const JobArray& array, std::unique_ptr<JobPreparation> preparation);
    /// Goes on with an array that was started before.
    void attach();
    /// Tasks that had ended before; should the array begin only now, they do not.
    void leaveOut(const QSet<int>& tasks) { m_leftOut = tasks; }
    /// Ends all tasks that have not ended, as JobRunner::cancel() does.
    void cancel();
    [[nodiscard]] bool isOver() const;
    [[nodiscard]] const QString& id() const { return m_id; }

    /// So many tasks that run are followed at once, and as many that have ended are fetched; of the
    /// others the state is known. Those that somebody looks at come on top.
    static constexpr int kMostFollowed = 4;

Q_SIGNALS:
    /// Several tasks change their states now: `begins`, and then not any more.
    void noting(bool begins);

private:
    enum class Step : quint8 {
        Greeting,
        Preparing,
        Holding,
        Putting,
        Stopping,
        Starting,
        Asking,
        Discarding, ///< what was sent, before giving up
        Missing,    ///< the node does not have the array: its tasks are removed that did not begin
        Collecting, ///< and of the others it is asked what they are, a few at once
        Over
    };

    void greet();
    void prepare();
    void holdTree();
    void putNext();
    void putArray();
    void settleCancelled();
    void startThere();
    void ask();
    void discardMissing();
    void collect();
    void take(const ArrayReport& report);
    void takeTask(int task, JobRunner& runner, const ArrayReport& report);
    void proceed();
    void broke(const Error& error);
    void giveUp(JobState state, const QString& sentence);
    void endAll(JobState state, const QString& sentence);
    void noteAll(JobState state, const QString& sentence);
    void noteProgress(const QString& sentence);
    void noteSending(int task);
    bool attachOne(int task, JobRunner& runner, QSet<int>& among);
    [[nodiscard]] qsizetype tasksThere() const;
    void sendSignal();
    void later(std::chrono::milliseconds pause);

    QString m_id;
    std::map<int, JobRunner*> m_tasks;
    std::shared_ptr<const Transport> m_transport;
    JobRunnerSettings m_settings;
    std::unique_ptr<NodeAgent> m_agent;
    std::unique_ptr<JobPreparation> m_preparation;
    JobArray m_array; ///< while it is being sent
    QString m_workspace;
    Step m_step = Step::Asking;
    std::size_t m_put = 0; ///< tasks that are on the node
    bool m_sent = false;   ///< anything of it may be on the node
    QSet<int> m_settled;   ///< cancelled ones that will not begin
    QSet<int> m_leftOut;
    QSet<int> m_watched;   ///< running ones that are followed for the array
    QSet<int> m_collected; ///< ended ones that are fetched
    int m_unsubmitted = 0; ///< answers that the queue does not have it and never will
    int m_tries = 0;
    int m_quiet = 0; ///< answers since anything changed
    int m_signal = -1;
    bool m_cancelling = false;
    bool m_startAsked = false;
    QTimer m_again;
    QTimer m_grace;
};

} // namespace rocport
