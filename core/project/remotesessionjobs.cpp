// Jobs of the open project: what is asked for becomes a job, and its end is noted.
#include "core/project/remoterecords.h"
#include "core/project/remotesessionprivate.h"
#include "core/project/syncpreparation.h"
#include "core/remote/jobscript.h"
#include "core/remote/jobsteps.h"

#include <QtConcurrent>

namespace rocport {

namespace {

/// Files that the port writes, for builds that compile file by file.
QStringList portedFiles(const ProjectState& state)
{
    QStringList paths;
    for (const Hunk& hunk : state.scan->hunks) {
        if (isTaken(state.decisions.kind(hunk.key)) && !paths.contains(hunk.targetPath.display())) {
            paths.append(hunk.targetPath.display());
        }
    }
    return paths;
}

template <typename T>
QFuture<Result<T>> readyFuture(const Error& error)
{
    QPromise<Result<T>> promise;
    promise.start();
    promise.addResult(Result<T>(error));
    promise.finish();
    return promise.future();
}

Error noProject()
{
    return {ErrorCode::InvalidArgument,
            QStringLiteral("no project is open, and a job's record is kept with its project"),
            QStringLiteral("the job")};
}

} // namespace

QString RemoteSession::Private::treeOf() const
{
    const auto project = session.state();
    return project ? treeName(project->meta.name, project->projectFile.toUtf8()) : QString();
}

QString RemoteSession::Private::setupOf(const QString& nodeId, bool useProbe) const
{
    const ProbeReport* probe = useProbe ? newestProbe(nodeId) : nullptr;
    return probe == nullptr ? QString() : QString::fromUtf8(environmentScript(*probe));
}

Result<JobSpec> RemoteSession::Private::composeRequest(const JobRequest& request) const
{
    const Result<Node> node = nodeOf(request.nodeId);
    if (!node) {
        return node.error();
    }
    const auto project = session.state();
    if (!project || !center) {
        return noProject();
    }
    JobContext context;
    context.node = *node;
    context.tree = treeOf();
    context.portKey = state->portKey;
    context.setup = setupOf(request.nodeId, request.useProbedEnvironment);
    context.architectures = project->meta.target.architectures;
    context.rocm = project->meta.target.rocm;
    if (const ProbeReport* probe = newestProbe(request.nodeId)) {
        if (!probe->architectures.isEmpty()) {
            context.architectures = probe->architectures;
        }
        if (!probe->rocm.isEmpty()) {
            context.rocm = probe->rocm;
        }
    }
    context.guardMacro = project->meta.target.guardMacro;
    if (project->scan) {
        context.sources = portedFiles(*project);
    }
    return composeJob(request, context);
}

std::unique_ptr<JobPreparation> RemoteSession::Private::preparationFor(const JobSpec& job)
{
    const bool syncs = std::any_of(job.stages.begin(), job.stages.end(), [](const JobStage& stage) {
        return stage.kind == StageKind::Sync;
    });
    if (!syncs || job.tree.isEmpty()) {
        return nullptr;
    }
    return std::make_unique<SyncPreparation>(session.state(), job.node, job.tree,
                                             hostRunner(job.node, ssh), pool);
}

Result<QString> RemoteSession::Private::startSpec(const JobSpec& job)
{
    if (!center) {
        return noProject();
    }
    if (state->readOnly) {
        return Error{ErrorCode::ProjectReadOnly, QStringLiteral("a job's record could not be kept"),
                     centerOf};
    }
    auto started = center->start(job, preparationFor(job));
    if (started) {
        refreshMaps();
        publishJobs();
    }
    return started;
}

void RemoteSession::Private::publishJobs()
{
    if (!center) {
        return;
    }
    writable().jobs = center->entries();
    recordJobs();
    Q_EMIT q.jobsChanged();
}

void RemoteSession::Private::recordJobs()
{
    QVector<JournalEntry> entries;
    for (const JobEntry& job : state->jobs) {
        const QString now = jobStateId(job.status.state);
        if (job.replayed || jobStates.value(job.spec.id) == now) {
            continue;
        }
        const bool first = !jobStates.contains(job.spec.id);
        jobStates.insert(job.spec.id, now);
        if (!first || !isEnded(job.status.state)) { // ended ones that were loaded are on record
            entries.append(journalEntry(job));
        }
    }
    session.record(entries);
}

void RemoteSession::Private::jobEnded(const QString& id)
{
    publishJobs();
    const JobEntry* job = state->job(id);
    if (job != nullptr && !job->replayed) {
        readRun(*job);
    }
}

QFuture<Result<JobPreview>> RemoteSession::previewJob(const JobRequest& request)
{
    const Result<JobSpec> job = d->composeRequest(request);
    if (!job) {
        return readyFuture<JobPreview>(job.error());
    }
    return QtConcurrent::run(&d->pool,
                             [job = *job]() -> Result<JobPreview> { return composePreview(job); });
}

Result<QString> RemoteSession::startJob(const JobRequest& request)
{
    const Result<JobSpec> job = d->composeRequest(request);
    return job ? d->startSpec(*job) : Result<QString>(job.error());
}

void RemoteSession::cancelJob(const QString& jobId)
{
    if (d->center) {
        d->center->cancel(jobId);
    }
}

void RemoteSession::detachJob(const QString& jobId)
{
    if (d->center) {
        d->center->detach(jobId);
    }
}

void RemoteSession::reattachJob(const QString& jobId)
{
    if (d->center) {
        d->center->attach(jobId);
    }
}

QFuture<Result<void>> RemoteSession::saveRun(const QString& jobId, const QString& folder)
{
    if (!d->center) {
        return readyFuture<void>(noProject());
    }
    return d->center->save(jobId, folder);
}

QFuture<Result<QString>> RemoteSession::openRun(const QString& folder)
{
    if (!d->center) {
        return readyFuture<QString>(noProject());
    }
    return d->center->open(folder);
}

} // namespace rocport
