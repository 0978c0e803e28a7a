#pragma once

#include "core/remote/arrayrunner.h"
#include "core/remote/firstrun.h"
#include "core/remote/jobrunner.h"

#include <QFuture>
#include <QHash>

#include <map>

namespace rocport {

struct JobCenterSettings
{
    QString folder; ///< for the runs: one folder each, named after the job; created when needed
    JobRunnerSettings runner;
    /// How everything is done on a node. Never null.
    std::function<std::shared_ptr<const Transport>(const Node& node)> transportFor;
};

/// A job that is on a node.
struct NodeJob
{
    ListedJob job;
    bool known = false; ///< its record is here
};

/// All jobs of a project: those in progress, those that have ended, and runs that were opened for
/// replay. Lives in one thread; no call blocks.
class JobCenter : public QObject
{
    Q_OBJECT

public:
    explicit JobCenter(JobCenterSettings settings, QObject* parent = nullptr);
    ~JobCenter() override;

    /// Reads the records and follows every job that has not ended; those that the user detached
    /// stay detached. loaded() follows. A record that cannot be read is reported by failed().
    void load();

    /// Starts a job and returns its id; if the id in `job` is empty, one is made. `preparation` may
    /// be null. Errors: InvalidArgument (jobProblems()), FileWriteFailed, DiskFull.
    Result<QString> start(JobSpec job, std::unique_ptr<JobPreparation> preparation = nullptr);
    /// Starts all tasks of an array; each is a job from then on. `preparation` is for all of them,
    /// and may be null. Errors: InvalidArgument (arrayProblems()), FileWriteFailed, DiskFull; then
    /// nothing was started.
    Result<void> startArray(JobArray array, std::unique_ptr<JobPreparation> preparation = nullptr);
    /// Ends all tasks of an array that have not ended.
    void cancelArray(const QString& array);
    void cancel(const QString& id);
    void detach(const QString& id);
    void attach(const QString& id);

    /// Newest first; replayed runs included.
    [[nodiscard]] QVector<JobEntry> entries() const;
    [[nodiscard]] std::optional<JobEntry> entry(const QString& id) const;
    /// Whether any job is neither ended nor detached.
    [[nodiscard]] bool isBusy() const;

    /// Errors: JobUnknown, those of saveRunFolder().
    [[nodiscard]] QFuture<Result<void>> save(const QString& id, const QString& folder) const;
    /// Adds a saved run; returns the id that it has here. Errors: those of openRunFolder().
    [[nodiscard]] QFuture<Result<QString>> open(const QString& folder);

    /// Every job on the node, including those of other projects and those whose records are lost.
    void jobsOn(const Node& node, QObject* context,
                const std::function<void(const Result<QVector<NodeJob>>&)>& done);
    /// Copies a file from the job's folder on its node.
    void fetch(const QString& id, const QString& name, const QString& target, QObject* context,
               const std::function<void(const Result<qint64>&)>& done);

    /// How long a stage is likely to take: from successful runs here with the same stage, component
    /// and cache state, else from the table of first runs.
    [[nodiscard]] ExpectedTime expectedTime(const QString& stageId, const QString& component,
                                            bool coldCaches) const;

Q_SIGNALS:
    void loaded();
    void jobsChanged();
    void logGrew(const QString& id);
    void jobEnded(const QString& id);
    void failed(const rocport::Error& error);

private:
    struct Slot
    {
        JobEntry entry; ///< current where there is no runner
        std::unique_ptr<JobRunner> runner;
    };
    void take(const QVector<Result<JobEntry>>& records);
    void adopt(JobEntry entry);
    JobRunner* addRunner(const QString& id, std::unique_ptr<RunFolder> folder);
    [[nodiscard]] JobRunner* runnerOf(const QString& id);
    [[nodiscard]] NodeAgent* agentOn(const Node& node);
    void changed();
    ArrayRunner* arrayOf(const QString& array);
    ArrayRunner* addArray(const QString& array, std::map<int, JobRunner*> tasks);
    [[nodiscard]] static JobEntry current(const Slot& slot);

    JobCenterSettings m_settings;
    std::map<QString, Slot> m_jobs;
    std::map<QString, std::unique_ptr<ArrayRunner>> m_arrays;
    int m_noting = 0;     ///< arrays that change several tasks now
    bool m_noted = false; ///< one of them did
    CancelToken m_stop;
};

} // namespace rocport
