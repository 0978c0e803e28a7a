// Jobs of the open project: what is asked for becomes a job, and its end is noted.
#include "core/base/whendone.h"
#include "core/project/nodes/lanejob.h"
#include "core/project/nodes/nodebuildplan.h"
#include "core/project/nodes/remoterecords.h"
#include "core/project/nodes/remotesessionprivate.h"
#include "core/project/nodes/syncpreparation.h"
#include "core/project/proof/compilegate.h"
#include "core/project/session/projectjournal.h"
#include "core/remote/jobscript.h"
#include "core/remote/runrecord.h"

#include <QtConcurrent>

#include <algorithm>

namespace rocport {

namespace {

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
    return {ErrorCode::NotPossibleNow,
            QStringLiteral("no project is open, and the record of a job is kept with its project"),
            QStringLiteral("the job")};
}

/// What its state says, or else how far a run on lanes is.
QString sentenceOf(const JobEntry& job)
{
    constexpr qint64 kEndOfLog = 4096;
    if (!job.status.sentence.isEmpty() || job.spec.purpose != QLatin1StringView("lanes") ||
        isEnded(job.status.state)) {
        return job.status.sentence;
    }
    const auto end =
        readLogPart(job.folder, std::max<qint64>(0, job.status.logBytes - kEndOfLog), kEndOfLog);
    return end ? laneStepOf(*end) : QString();
}

} // namespace

QString RemoteSession::Private::treeOf() const
{
    const auto project = session.state();
    return project ? treeName(project->meta.name, project->projectFile.toUtf8()) : QString();
}

JobContext RemoteSession::Private::contextFor(const Node& node, const ProjectState& project) const
{
    JobContext context;
    context.node = node;
    context.tree = treeOf();
    context.portKey = state->portKey;
    context.architectures = project.meta.target.architectures;
    context.guardMacro = project.meta.target.guardMacro;
    context.coldCaches = true;
    if (project.scan) {
        context.repository = project.scan->inventory.kind;
    }
    if (const ProbeReport* probe = newestProbe(node.id)) {
        context.environmentScript = QString::fromUtf8(environmentScript(*probe));
        context.rocm = probe->rocm;
        if (!probe->architectures.isEmpty()) {
            context.architectures = probe->architectures;
        }
    }
    if (center) {
        const ExpectedTime expected =
            center->expectedTime(QStringLiteral("build"), QString(), context.coldCaches);
        context.expected.insert(QStringLiteral("build"), expected.most);
    }
    return context;
}

bool RemoteSession::Private::treeIsOn(const Node& node) const
{
    return std::any_of(state->jobs.begin(), state->jobs.end(), [&](const JobEntry& job) {
        return !job.replayed && job.spec.node.id == node.id && job.spec.tree == treeOf() &&
               job.spec.node.workspace == node.workspace &&
               std::any_of(job.status.stages.begin(), job.status.stages.end(),
                           [](const StageProgress& stage) {
                               return stage.id == QLatin1StringView("sync") && stage.exitCode == 0;
                           });
    });
}

RemoteSession::Private::ComposeJob
RemoteSession::Private::jobComposer(const JobRequest& request) const
{
    const Result<Node> node = nodeOf(request.nodeId);
    const auto project = session.state();
    if (!node || !project || !center) {
        const Error error = node ? noProject() : node.error();
        return [error]() -> Result<JobSpec> { return error; };
    }
    JobContext context = contextFor(*node, *project);
    if (!request.sync && request.build == BuildKind::None && !treeIsOn(*node)) {
        context.tree.clear(); // a command of its own: a fix of a finding, a look at the node
    }
    return [request, project, context]() -> Result<JobSpec> {
        JobContext complete = context;
        if (request.build == BuildKind::HipccFiles) {
            const auto input = gateInput(*project);
            if (!input) {
                return input.error();
            }
            auto sources = jobSources(*input, {});
            if (!sources) {
                return sources.error();
            }
            complete.sources = *std::move(sources);
        }
        auto job = composeJob(request, complete);
        if (job && request.build != BuildKind::None) {
            job->origin = buildOrigin(complete.sources);
        }
        return job;
    };
}

Result<QString> RemoteSession::Private::composeAndStart(const ComposeJob& compose)
{
    if (!center) {
        return noProject();
    }
    if (state->readOnly) {
        return Error{ErrorCode::ProjectReadOnly,
                     QStringLiteral("the record of a job could not be stored"), centerOf};
    }
    const QString id = newJobId();
    whenDone(QtConcurrent::run(&pool, compose), &q,
             [this, id, project = centerOf](Result<JobSpec> job) {
                 if (!job) {
                     fail(job.error());
                     return;
                 }
                 if (centerOf != project) {
                     return; // closed meanwhile
                 }
                 job->id = id;
                 if (const auto started = center->start(*job, preparationFor(*job)); !started) {
                     fail(started.error());
                     return;
                 }
                 refreshMaps();
                 publishJobs();
             });
    return id;
}

std::unique_ptr<JobPreparation> RemoteSession::Private::preparationFor(const JobSpec& job)
{
    const bool syncs = std::any_of(job.stages.begin(), job.stages.end(), [](const JobStage& stage) {
        return stage.kind == StageKind::Sync;
    });
    if (!syncs || job.tree.isEmpty()) {
        return nullptr;
    }
    return std::make_unique<SyncPreparation>(session.state(), transportOf(job.node, ssh), job.tree,
                                             pool);
}

void RemoteSession::Private::publishJobs()
{
    if (!center) {
        return;
    }
    QVector<JobEntry> entries = center->entries();
    for (JobEntry& job : entries) {
        job.status.sentence = sentenceOf(job);
    }
    writable().jobs = entries;
    recordJobs();
    Q_EMIT q.jobsChanged();
}

void RemoteSession::Private::takeLogGrowth(const QString& id)
{
    const auto entry = center->entry(id);
    if (!entry) {
        return;
    }
    for (JobEntry& job : writable().jobs) {
        if (job.spec.id == id) {
            job.status = entry->status; // its size and the time of its last output
            job.status.sentence = sentenceOf(*entry);
        }
    }
    Q_EMIT q.logGrew(id);
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
    session.journal().record(entries);
}

void RemoteSession::Private::jobEnded(const QString& id)
{
    publishJobs();
    const JobEntry* job = state->job(id);
    if (job != nullptr && !job->replayed) {
        readRun(*job);
    }
}

QFuture<Result<JobPreview>> RemoteSession::Private::preview(const ComposeJob& compose)
{
    return QtConcurrent::run(&pool, [compose]() -> Result<JobPreview> {
        const Result<JobSpec> job = compose();
        if (!job) {
            return job.error();
        }
        return composePreview(*job);
    });
}

QFuture<Result<JobPreview>> RemoteSession::previewJob(const JobRequest& request)
{
    return d->preview(d->jobComposer(request));
}

Result<QString> RemoteSession::startJob(const JobRequest& request)
{
    if (const Result<Node> node = d->nodeOf(request.nodeId); !node) {
        return node.error();
    }
    return d->composeAndStart(d->jobComposer(request));
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
