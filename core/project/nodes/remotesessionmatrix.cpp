// Matrices of the open project: arrays of jobs on a node's Slurm.
#include "core/base/whendone.h"
#include "core/project/nodes/nodebuildplan.h"
#include "core/project/nodes/remotesessionprivate.h"
#include "core/project/nodes/syncpreparation.h"
#include "core/project/proof/compilegate.h"
#include "core/remote/sharedpreparation.h"

#include <QtConcurrent>

#include <algorithm>

namespace rocport {

namespace {

Error notNow(const QString& why)
{
    return {ErrorCode::NotPossibleNow, why, QStringLiteral("the matrix")};
}

bool compilesFiles(const MatrixRequest& request)
{
    return request.buildFirst == BuildKind::HipccFiles ||
           std::any_of(request.checks.begin(), request.checks.end(), [](const MatrixCheck& check) {
               return check.build == BuildKind::HipccFiles;
           });
}

} // namespace

RemoteSession::Private::ComposeMatrix
RemoteSession::Private::matrixComposer(const MatrixRequest& request) const
{
    const Result<Node> node = nodeOf(request.nodeId);
    const auto project = session.state();
    if (!node || !project || !center) {
        const Error error =
            node ? notNow(QStringLiteral("no project is open, and its records are kept with it"))
                 : node.error();
        return [error]() -> Result<MatrixPlan> { return error; };
    }
    return [request, project, context = contextFor(*node, *project)]() -> Result<MatrixPlan> {
        JobContext complete = context;
        if (compilesFiles(request)) {
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
        return composeMatrix(request, complete, buildOrigin(complete.sources));
    };
}

QFuture<Result<MatrixPreview>> RemoteSession::previewMatrix(const MatrixRequest& request)
{
    return QtConcurrent::run(&d->pool,
                             [compose = d->matrixComposer(request)]() -> Result<MatrixPreview> {
                                 const auto plan = compose();
                                 if (!plan) {
                                     return plan.error();
                                 }
                                 return previewOf(*plan);
                             });
}

Result<QString> RemoteSession::Private::startPlanned(const MatrixPlan& plan,
                                                     const MatrixRequest& request)
{
    std::unique_ptr<JobPreparation> sending;
    const JobSpec& first = plan.arrays.first().tasks.first();
    if (request.sync && !first.tree.isEmpty()) {
        sending = std::make_unique<SyncPreparation>(session.state(), transportOf(first.node, ssh),
                                                    first.tree, pool);
    }
    auto shares =
        sharedPreparations(std::move(sending), static_cast<std::size_t>(plan.arrays.size()));
    for (qsizetype i = 0; i < plan.arrays.size(); ++i) {
        const Result<void> started =
            center->startArray(plan.arrays.at(i), std::move(shares[static_cast<std::size_t>(i)]));
        if (!started) {
            // Half a matrix is none.
            for (qsizetype other = 0; other < i; ++other) {
                center->cancelArray(plan.arrays.at(other).id);
            }
            publishJobs();
            return started.error();
        }
    }
    refreshMaps();
    publishJobs();
    return plan.id;
}

QFuture<Result<QString>> RemoteSession::startMatrix(const MatrixRequest& request)
{
    return whenDone(
        QtConcurrent::run(&d->pool, d->matrixComposer(request)), this,
        [this, request, project = d->centerOf](const Result<MatrixPlan>& plan) -> Result<QString> {
            if (!plan) {
                return plan.error();
            }
            if (d->centerOf != project || !d->center) {
                return notNow(QStringLiteral("the project was closed"));
            }
            if (d->state->readOnly) {
                return Error{ErrorCode::ProjectReadOnly,
                             QStringLiteral("the records of its jobs could not be stored"),
                             d->centerOf};
            }
            return d->startPlanned(*plan, request);
        });
}

void RemoteSession::cancelMatrix(const QString& matrixId)
{
    if (!d->center) {
        return;
    }
    const QVector<Matrix> all = matricesOf(d->state->jobs);
    for (const Matrix& matrix : all) {
        if (matrix.id == matrixId) {
            for (const QString& array : matrix.arrays) {
                d->center->cancelArray(array);
            }
        }
    }
}

} // namespace rocport
