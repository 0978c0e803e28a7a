#include "core/remote/jobcenter.h"

#include "core/base/whendone.h"
#include "core/remote/transport.h"

#include <QDir>
#include <QtConcurrent>

#include <algorithm>
#include <utility>

namespace rocport {

namespace {

QVector<Result<JobEntry>> readRecords(const QString& folder)
{
    QVector<Result<JobEntry>> records;
    const QFileInfoList folders =
        QDir(folder).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot | QDir::NoSymLinks);
    for (const QFileInfo& one : folders) {
        // A folder without a job was being made when Rocport was ended; nothing was started.
        if (QFile::exists(one.absoluteFilePath() + u'/' + runfile::kJob)) {
            Result<JobEntry> entry = readRunRecord(one.absoluteFilePath());
            if (entry && entry->spec.id != one.fileName()) {
                entry = Error{ErrorCode::ParseFailed,
                              QStringLiteral("the name of the folder is not that of its job"),
                              one.absoluteFilePath()};
            }
            records.append(std::move(entry));
        }
    }
    return records;
}

template <typename T>
QFuture<T> readyFuture(T value)
{
    QPromise<T> promise;
    promise.start();
    promise.addResult(std::move(value));
    promise.finish();
    return promise.future();
}

} // namespace

JobCenter::JobCenter(JobCenterSettings settings, QObject* parent)
    : QObject(parent), m_settings(std::move(settings))
{
}

JobCenter::~JobCenter()
{
    m_arrays.clear();
    m_stop.cancel();
}

void JobCenter::load()
{
    QThreadPool* pool =
        m_settings.runner.pool ? m_settings.runner.pool : QThreadPool::globalInstance();
    whenDone(QtConcurrent::run(pool, readRecords, m_settings.folder), this,
             [this](const QVector<Result<JobEntry>>& records) { take(records); });
}

void JobCenter::take(const QVector<Result<JobEntry>>& records)
{
    for (const Result<JobEntry>& record : records) {
        if (!record) {
            Q_EMIT failed(record.error());
        } else if (m_jobs.find(record->spec.id) == m_jobs.end()) {
            adopt(*record);
        }
    }
    QStringList arrays; // once all of their tasks are here
    for (const auto& [id, slot] : m_jobs) {
        if (!slot.entry.spec.array.isEmpty() && !slot.entry.replayed &&
            !isEnded(slot.entry.status.state)) {
            arrays.append(slot.entry.spec.array);
        }
    }
    arrays.removeDuplicates();
    for (const QString& array : std::as_const(arrays)) {
        if (ArrayRunner* runner = arrayOf(array)) {
            runner->attach();
        }
    }
    Q_EMIT jobsChanged();
    Q_EMIT loaded();
}

void JobCenter::adopt(JobEntry entry)
{
    const QString id = entry.spec.id;
    const bool running = !isEnded(entry.status.state) && entry.status.state != JobState::Detached;
    Slot& slot = m_jobs[id];
    slot.entry = std::move(entry);
    if (!running || !slot.entry.spec.array.isEmpty()) {
        return;
    }
    if (JobRunner* runner = runnerOf(id)) {
        runner->attach();
    }
}

/// An agent for one request, which deletes it.
NodeAgent* JobCenter::agentOn(const Node& node)
{
    NodeAgent* agent = m_settings.transportFor(node)->agent(m_settings.runner.agent).release();
    agent->setParent(this); // for requests that do not end
    return agent;
}

JobRunner* JobCenter::addRunner(const QString& id, std::unique_ptr<RunFolder> folder)
{
    Slot& slot = m_jobs[id];
    const Node node = folder->job().node;
    slot.entry = {folder->job(), folder->recordedStatus(), folder->folder(), false};
    slot.runner = std::make_unique<JobRunner>(std::move(folder), m_settings.transportFor(node),
                                              m_settings.runner);
    JobRunner* runner = slot.runner.get();
    connect(runner, &JobRunner::statusChanged, this, &JobCenter::changed);
    connect(runner, &JobRunner::logGrew, this, [this, id] { Q_EMIT logGrew(id); });
    connect(runner, &JobRunner::ended, this, [this, id] { Q_EMIT jobEnded(id); });
    return runner;
}

JobRunner* JobCenter::runnerOf(const QString& id)
{
    const auto found = m_jobs.find(id);
    if (found == m_jobs.end() || found->second.entry.replayed) {
        return nullptr;
    }
    if (found->second.runner) {
        return found->second.runner.get();
    }
    if (isEnded(found->second.entry.status.state)) {
        return nullptr;
    }
    Result<std::unique_ptr<RunFolder>> folder = RunFolder::open(found->second.entry.folder);
    if (!folder) {
        if (folder.error().code == ErrorCode::ProjectLocked) {
            found->second.entry.status.sentence =
                QStringLiteral("Another Rocport is following this job.");
        }
        Q_EMIT failed(folder.error());
        return nullptr;
    }
    return addRunner(id, std::move(*folder));
}

Result<QString> JobCenter::start(JobSpec job, std::unique_ptr<JobPreparation> preparation)
{
    if (job.id.isEmpty()) {
        job.id = newJobId();
    }
    if (!job.created.isValid()) {
        job.created = m_settings.runner.now();
    }
    const QStringList problems = jobProblems(job) + nodeProblems(job.node);
    if (!problems.isEmpty()) {
        return Error{ErrorCode::InvalidArgument, problems.join(u' '), job.title};
    }
    if (m_jobs.find(job.id) != m_jobs.end()) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("the id is already in use"),
                     job.id};
    }
    Result<std::unique_ptr<RunFolder>> folder =
        RunFolder::create(m_settings.folder + u'/' + job.id, job);
    if (!folder) {
        return folder.error();
    }
    JobRunner* runner = addRunner(job.id, std::move(*folder));
    runner->setPreparation(std::move(preparation));
    runner->start();
    Q_EMIT jobsChanged();
    return job.id;
}

/// The running array with the tasks that are here; null: nobody here follows any of them.
ArrayRunner* JobCenter::arrayOf(const QString& array)
{
    if (const auto found = m_arrays.find(array); found != m_arrays.end()) {
        return found->second.get();
    }
    QStringList ids;
    QSet<int> ended;
    for (const auto& [id, slot] : m_jobs) {
        if (slot.entry.spec.array == array && !slot.entry.replayed) {
            ids.append(id);
            if (isEnded(current(slot).status.state)) {
                ended.insert(slot.entry.spec.task);
            }
        }
    }
    std::map<int, JobRunner*> tasks;
    for (const QString& id : std::as_const(ids)) {
        if (JobRunner* runner = runnerOf(id)) {
            tasks.insert({runner->job().task, runner});
        }
    }
    if (tasks.empty()) {
        return nullptr;
    }
    ArrayRunner* runner = addArray(array, std::move(tasks));
    runner->leaveOut(ended);
    return runner;
}

ArrayRunner* JobCenter::addArray(const QString& array, std::map<int, JobRunner*> tasks)
{
    const Node& node = tasks.begin()->second->job().node;
    auto made = std::make_unique<ArrayRunner>(array, std::move(tasks),
                                              m_settings.transportFor(node), m_settings.runner);
    ArrayRunner* runner = made.get();
    connect(runner, &ArrayRunner::noting, this, [this](bool begins) {
        m_noting += begins ? 1 : -1;
        if (m_noting == 0 && std::exchange(m_noted, false)) {
            Q_EMIT jobsChanged();
        }
    });
    m_arrays[array] = std::move(made);
    return runner;
}

/// A job changed; of many at once it is said once.
void JobCenter::changed()
{
    if (m_noting > 0) {
        m_noted = true;
    } else {
        Q_EMIT jobsChanged();
    }
}

Result<void> JobCenter::startArray(JobArray array, std::unique_ptr<JobPreparation> preparation)
{
    for (JobSpec& task : array.tasks) {
        if (!task.created.isValid()) {
            task.created = m_settings.runner.now();
        }
    }
    const QStringList problems = arrayProblems(array);
    if (!problems.isEmpty()) {
        return Error{ErrorCode::InvalidArgument, problems.join(u' '), array.id};
    }
    std::vector<std::unique_ptr<RunFolder>> folders;
    for (const JobSpec& task : std::as_const(array.tasks)) {
        Result<std::unique_ptr<RunFolder>> folder =
            m_jobs.find(task.id) == m_jobs.end()
                ? RunFolder::create(m_settings.folder + u'/' + task.id, task)
                : Error{ErrorCode::InvalidArgument, QStringLiteral("the id is already in use"),
                        task.id};
        if (!folder) {
            for (const auto& made : folders) {
                QDir(made->folder()).removeRecursively();
            }
            return folder.error();
        }
        folders.push_back(*std::move(folder));
    }
    std::map<int, JobRunner*> tasks;
    for (qsizetype i = 0; i < array.tasks.size(); ++i) {
        tasks.insert(
            {array.tasks.at(i).task,
             addRunner(array.tasks.at(i).id, std::move(folders[static_cast<std::size_t>(i)]))});
    }
    addArray(array.id, std::move(tasks))->start(array, std::move(preparation));
    Q_EMIT jobsChanged();
    return {};
}

void JobCenter::cancelArray(const QString& array)
{
    if (ArrayRunner* runner = arrayOf(array)) {
        runner->cancel();
    }
}

void JobCenter::cancel(const QString& id)
{
    if (JobRunner* runner = runnerOf(id)) {
        runner->cancel();
    }
}

void JobCenter::detach(const QString& id)
{
    if (JobRunner* runner = runnerOf(id)) {
        runner->detach();
    }
}

void JobCenter::attach(const QString& id)
{
    if (JobRunner* runner = runnerOf(id)) {
        runner->attach();
    }
}

JobEntry JobCenter::current(const Slot& slot)
{
    JobEntry entry = slot.entry;
    if (slot.runner) {
        entry.status = slot.runner->status();
    }
    return entry;
}

QVector<JobEntry> JobCenter::entries() const
{
    QVector<JobEntry> all;
    for (const auto& [id, slot] : m_jobs) {
        all.append(current(slot));
    }
    std::stable_sort(all.begin(), all.end(), [](const JobEntry& a, const JobEntry& b) {
        return a.spec.created > b.spec.created;
    });
    return all;
}

std::optional<JobEntry> JobCenter::entry(const QString& id) const
{
    const auto found = m_jobs.find(id);
    return found == m_jobs.end() ? std::nullopt : std::optional(current(found->second));
}

bool JobCenter::isBusy() const
{
    return std::any_of(m_jobs.begin(), m_jobs.end(), [](const auto& one) {
        const JobState state = current(one.second).status.state;
        return !one.second.entry.replayed && !isEnded(state) && state != JobState::Detached;
    });
}

QFuture<Result<void>> JobCenter::save(const QString& id, const QString& folder) const
{
    const std::optional<JobEntry> found = entry(id);
    if (!found) {
        return readyFuture<Result<void>>(Error{ErrorCode::JobUnknown, {}, id});
    }
    QThreadPool* pool =
        m_settings.runner.pool ? m_settings.runner.pool : QThreadPool::globalInstance();
    return QtConcurrent::run(
        pool, [found, folder, stop = m_stop] { return saveRunFolder(*found, folder, stop); });
}

QFuture<Result<QString>> JobCenter::open(const QString& folder)
{
    QThreadPool* pool =
        m_settings.runner.pool ? m_settings.runner.pool : QThreadPool::globalInstance();
    return whenDone(
        QtConcurrent::run(pool, [folder, stop = m_stop] { return openRunFolder(folder, stop); }),
        this, [this](const Result<JobEntry>& opened) -> Result<QString> {
            if (!opened) {
                return opened.error();
            }
            JobEntry entry = *opened;
            const QString id = entry.spec.id.left(56);
            for (int n = 1; m_jobs.find(entry.spec.id) != m_jobs.end(); ++n) {
                const JobEntry& other = m_jobs.at(entry.spec.id).entry;
                if (other.replayed && other.folder == entry.folder) {
                    break; // opened before
                }
                entry.spec.id = QStringLiteral("%1-r%2").arg(id).arg(n);
            }
            m_jobs[entry.spec.id].entry = entry;
            Q_EMIT jobsChanged();
            return entry.spec.id;
        });
}

void JobCenter::jobsOn(const Node& node, QObject* context,
                       const std::function<void(const Result<QVector<NodeJob>>&)>& done)
{
    NodeAgent* agent = agentOn(node);
    agent->list(context, [this, agent, done](const Result<QVector<ListedJob>>& jobs) {
        agent->deleteLater();
        if (!jobs) {
            done(jobs.error());
            return;
        }
        QVector<NodeJob> all;
        for (const ListedJob& job : *jobs) {
            all.append({job, m_jobs.find(job.id) != m_jobs.end()});
        }
        done(all);
    });
}

void JobCenter::fetch(const QString& id, const QString& name, const QString& target,
                      QObject* context, const std::function<void(const Result<qint64>&)>& done)
{
    const std::optional<JobEntry> found = entry(id);
    if (!found || found->replayed) {
        QMetaObject::invokeMethod(
            context,
            [done, id] {
                done(Error{ErrorCode::JobUnknown, {}, id});
            },
            Qt::QueuedConnection);
        return;
    }
    NodeAgent* agent = agentOn(found->spec.node);
    agent->fetch(id, name, target, context, [agent, done](const Result<qint64>& size) {
        agent->deleteLater();
        done(size);
    });
}

ExpectedTime JobCenter::expectedTime(const QString& stageId, const QString& component,
                                     bool coldCaches) const
{
    QVector<std::chrono::milliseconds> durations;
    const QVector<JobEntry> all = entries();
    for (const JobEntry& entry : all) {
        if (entry.replayed) {
            continue;
        }
        for (const JobStage& stage : entry.spec.stages) {
            if (stage.id != stageId || stage.component != component ||
                stage.coldCaches != coldCaches) {
                continue;
            }
            for (const StageProgress& progress : entry.status.stages) {
                if (progress.id == stageId && progress.exitCode == 0 &&
                    progress.started.isValid() && progress.ended.isValid()) {
                    durations.append(
                        std::chrono::milliseconds(progress.started.msecsTo(progress.ended)));
                }
            }
        }
    }
    return expectedFrom(durations, component, coldCaches);
}

} // namespace rocport
