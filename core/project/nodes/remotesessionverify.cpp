// Verification: levels that run on a node or on lanes become jobs, level 1 and comparisons run
// here.
#include "core/base/whendone.h"
#include "core/project/nodes/lanejob.h"
#include "core/project/nodes/nodebuildplan.h"
#include "core/project/nodes/remoterecords.h"
#include "core/project/nodes/remotesessionprivate.h"
#include "core/project/proof/compilegate.h"
#include "core/project/proof/staticinput.h"
#include "core/project/session/compilerchecks.h"
#include "core/project/session/projectjournal.h"
#include "core/project/session/rulepacks.h"
#include "core/verify/gate.h"
#include "core/verify/harnessrun.h"
#include "core/verify/staticchecks.h"
#include "core/verify/verifyplan.h"

#include <QtConcurrent>

namespace rocport {

namespace {

std::optional<VerifyRequest> requestOf(const JobSpec& job)
{
    const QJsonValue verify = job.origin.value(u"verify");
    if (!verify.isObject()) {
        return std::nullopt;
    }
    auto request = verifyRequestFromJson(verify.toObject());
    return request ? std::optional(*std::move(request)) : std::nullopt;
}

} // namespace

void RemoteSession::Private::publishRuns()
{
    const auto project = session.state();
    writable().runs = project ? project->remote->runs : QVector<VerifyRun>();
    Q_EMIT q.runsChanged();
}

RemoteSession::Private::ComposeJob
RemoteSession::Private::composer(const VerifyRequest& request) const
{
    const bool onLanes = request.level == VerifyLevel::Lanes;
    const Result<Node> node = nodeOf(onLanes ? localNode().id : request.nodeId);
    if (!node) {
        return [error = node.error()]() -> Result<JobSpec> { return error; };
    }
    if (onLanes) {
        const LaneJobContext lanes{options.cli, centerOf, state->portKey, *node};
        return [request, lanes]() -> Result<JobSpec> {
            auto job = laneJob(request, lanes);
            if (job) {
                job->origin = {{QStringLiteral("verify"), verifyRequestToJson(request)}};
            }
            return job;
        };
    }
    VerifyContext context;
    context.node = *node;
    context.tree = treeOf();
    context.portKey = state->portKey;
    if (const ProbeReport* probe = newestProbe(request.nodeId)) {
        context.setup = QString::fromUtf8(environmentScript(*probe));
    }
    return [request, context]() -> Result<JobSpec> {
        auto job = composeVerification(request, context); // may read a golden bundle
        if (job) {
            job->origin = {{QStringLiteral("verify"), verifyRequestToJson(request)}};
        }
        return job;
    };
}

void RemoteSession::Private::readRun(const JobEntry& job)
{
    const QString& purpose = job.spec.purpose;
    const std::optional<VerifyRequest> request = requestOf(job.spec);
    if (!request && purpose != QLatin1StringView("build")) {
        return; // a run of the user's own
    }
    VerifyReading reading;
    const auto project = session.state();
    if (project) {
        reading.tolerances = tolerancesOf(*project->remote);
    }
    reading.compare.cancel = stop;
    whenDone(QtConcurrent::run(&pool,
                               [job, request, reading, project]() -> Result<VerifyRun> {
                                   if (request && request->level == VerifyLevel::Lanes) {
                                       return readLaneRun(job, *request);
                                   }
                                   if (request) {
                                       return readVerification(job, *request, reading);
                                   }
                                   // Lines lead back only while the port is what was built.
                                   const bool same =
                                       project && portKeyOf(*project) == job.spec.portKey;
                                   const auto input =
                                       same ? gateInput(*project) : Result<GateInput>(Error());
                                   return readBuildRun(job, input ? &*input : nullptr,
                                                       project ? project->meta.target.architectures
                                                               : QStringList());
                               }),
             &q, [this, file = centerOf](const Result<VerifyRun>& run) {
                 if (centerOf != file) {
                     return;
                 }
                 if (run) {
                     session.journal().recordRuns({*run});
                 } else {
                     fail(run.error());
                 }
             });
}

void RemoteSession::Private::endChecks(const Result<VerifyRun>& run)
{
    checking = false;
    Q_EMIT q.verificationProgress({}, 0, 0);
    if (run) {
        session.journal().recordRuns({*run});
    } else {
        fail(run.error());
        Q_EMIT q.runsChanged();
    }
}

/// Of the whole port, or of the files that are named.
void RemoteSession::Private::runStatic(const QVector<RepoPath>& files)
{
    checking = true;
    checks = CancelToken();
    Q_EMIT q.verificationProgress(QStringLiteral("Static checks"), 0, 1);
    const auto progress = [this](int done, int total) {
        QMetaObject::invokeMethod(
            &q,
            [this, done, total] {
                if (checking) {
                    Q_EMIT q.verificationProgress(QStringLiteral("Static checks"), done, total);
                }
            },
            Qt::QueuedConnection);
    };
    whenDone(QtConcurrent::run(&pool,
                               [project = session.state(), rules = session.rulePacks().rules(),
                                cancel = checks, progress, files]() -> Result<VerifyRun> {
                                   const auto input = staticInput(*project, rules);
                                   if (!input) {
                                       return input.error();
                                   }
                                   return runStaticChecks(
                                       files.isEmpty() ? *input : onlyFiles(*input, files), cancel,
                                       progress);
                               }),
             &q, [this](const Result<VerifyRun>& run) { endChecks(run); });
}

JobRequest RemoteSession::Private::buildRequest(const VerifyRequest& request)
{
    JobRequest build;
    build.nodeId = request.nodeId;
    build.sync = request.sync;
    build.build = request.command.isEmpty() ? BuildKind::HipccFiles : BuildKind::None;
    build.command = request.command; // the project's own build
    return build;
}

Result<QString> RemoteSession::Private::startBuild(const VerifyRequest& request)
{
    const Result<Node> node = nodeOf(request.nodeId);
    if (!node) {
        return node.error();
    }
    if (transportOf(*node)->capabilities().runsHere && request.command.isEmpty()) {
        // The compile check finds compilers and headers that a node's script would not.
        GateOptions options;
        options.search = CompilerSearch::fromEnvironment();
        session.checks().checkCompiles(options);
        return QString();
    }
    return q.startJob(buildRequest(request));
}

QFuture<Result<JobPreview>> RemoteSession::previewVerification(const VerifyRequest& request)
{
    if (request.level == VerifyLevel::Build) {
        return previewJob(Private::buildRequest(request));
    }
    return d->preview(d->composer(request));
}

Result<QString> RemoteSession::startVerification(const VerifyRequest& request)
{
    if (!d->session.state() || !d->session.state()->scan) {
        return Error{ErrorCode::NotPossibleNow, QStringLiteral("no scanned project is open"),
                     QStringLiteral("the verification")};
    }
    if (request.level == VerifyLevel::Static) {
        if (!d->checking) {
            d->runStatic(request.files);
        }
        return QString();
    }
    if (request.level == VerifyLevel::Build) {
        return d->startBuild(request);
    }
    if (request.level == VerifyLevel::Lanes) {
        return d->composeAndStart(d->composer(request));
    }
    const QStringList problems = verifyRequestProblems(request);
    if (!problems.isEmpty()) {
        return Error{ErrorCode::InvalidArgument, problems.first(), request.target};
    }
    if (const Result<Node> node = d->nodeOf(request.nodeId); !node) {
        return node.error();
    }
    return d->composeAndStart(d->composer(request));
}

void RemoteSession::cancelVerification()
{
    d->checks.cancel();
}

void RemoteSession::compareFiles(const QString& reference, const QString& candidate)
{
    if (d->checking || !d->session.state()) {
        d->fail({ErrorCode::NotPossibleNow,
                 d->checking ? QStringLiteral("another check is already running on this machine")
                             : QStringLiteral("no project is open to store the result in"),
                 candidate});
        return;
    }
    d->checking = true;
    d->checks = CancelToken();
    Q_EMIT verificationProgress(QStringLiteral("Comparing tensors"), 0, 1);
    VerifyReading reading;
    reading.tolerances = tolerancesOf(*d->session.state()->remote);
    reading.compare.cancel = d->checks;
    whenDone(QtConcurrent::run(&d->pool,
                               [reference, candidate, reading] {
                                   return compareHere(reference, candidate, reading);
                               }),
             this, [this](const Result<VerifyRun>& run) { d->endChecks(run); });
}

Result<void> RemoteSession::setTolerance(const QString& tensor,
                                         const std::optional<Tolerance>& tolerance)
{
    if (tolerance && tolerance->reason.trimmed().isEmpty()) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("a tolerance needs a reason"),
                     tensor};
    }
    d->session.journal().recordTolerance(tensor, tolerance);
    return {};
}

} // namespace rocport
