#include "core/project/nodes/matrixrequest.h"

#include "core/remote/container.h"
#include "core/remote/jobscript.h"
#include "core/remote/maskedtext.h"
#include "core/remote/nodekinds.h"
#include "core/remote/shellquote.h"
#include "core/verify/verifyplan.h"

namespace rocport {

namespace {

constexpr qsizetype kMostOfCheck = 60; // letters

QString shortTitle(const QString& text)
{
    const QString line = text.simplified();
    return line.size() <= kMostOfCheck ? line : line.left(kMostOfCheck - 1).trimmed() + u'…';
}

QString verifyTitle(const VerifyRequest& verify)
{
    const QString what =
        verify.target.isEmpty() ? shortTitle(maskedText(verify.command)) : verify.target;
    if (verify.level == VerifyLevel::Load) {
        return QStringLiteral("Load %1").arg(what);
    }
    if (verify.iterations > 0) {
        return QStringLiteral("Stability of %1").arg(what);
    }
    return QStringLiteral("Golden vectors of %1").arg(what);
}

/// Of a check without a title of its own: what its title was cut from.
QString uncutTitle(const MatrixCheck& check)
{
    const QString& command = check.verify ? check.verify->command : check.command;
    return matrixCheckTitle(check) + u'\n' + command.simplified();
}

/// Titles that were cut to the same words get numbers; checks that are the same keep the same.
QStringList checkTitles(const QVector<MatrixCheck>& checks)
{
    QStringList titles;
    QStringList uncut;
    for (const MatrixCheck& check : checks) {
        const QString own = matrixCheckTitle(check);
        QString title = own;
        if (check.title.isEmpty() && own.endsWith(u'…') && !uncut.contains(uncutTitle(check))) {
            for (int n = 2; titles.contains(title); ++n) {
                title = QStringLiteral("%1 (%2)").arg(own).arg(n);
            }
        }
        titles.append(title);
        uncut.append(uncutTitle(check));
    }
    return titles;
}

/// pip installs a link to the cell's sources into an environment that all cells share, unless each
/// has a container of its own.
Result<void> checkPip(const JobRequest& request, const Node& node)
{
    if (request.build == BuildKind::Pip &&
        node.of<ContainerSettings>().use != ContainerSettings::Use::Run) {
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("cells that install with pip would change the Python of all "
                                    "others; choose an image for each column, or set a new "
                                    "container in the node's settings"),
                     QStringLiteral("the matrix")};
    }
    return {};
}

/// The context at a place: its node, and what is built for.
JobContext contextAt(const JobContext& context, const MatrixPlace& place, const Node& node)
{
    JobContext there = context;
    there.node = node;
    if (!place.architecture.isEmpty()) {
        there.architectures = {place.architecture};
    }
    return there;
}

JobRequest cellRequest(const MatrixRequest& matrix, const MatrixCheck& check)
{
    JobRequest request;
    request.sync = false; // the sources are sent once for all cells
    request.build = check.build;
    request.buildArguments = check.buildArguments;
    if (request.build == BuildKind::None) {
        request.build = matrix.buildFirst;
        request.buildArguments = matrix.buildArguments;
    }
    request.command = check.command;
    request.environment = matrix.environment;
    return request;
}

/// The verification, after the build that the matrix asks for.
Result<JobSpec> verificationAt(const MatrixRequest& matrix, const MatrixCheck& check,
                               const JobContext& there)
{
    VerifyContext context;
    context.node = there.node;
    context.tree = there.tree;
    context.portKey = there.portKey;
    context.setup = there.environmentScript;
    VerifyRequest verify = *check.verify;
    verify.sync = false;
    verify.nodeId = there.node.id;
    auto job = composeVerification(verify, context);
    if (!job) {
        return job.error();
    }
    job->origin = {{QStringLiteral("verify"), verifyRequestToJson(verify)}};
    job->environment += matrix.environment;
    if (matrix.buildFirst == BuildKind::None) {
        return job;
    }
    const JobRequest first = cellRequest(matrix, check);
    if (const Result<void> checked = checkPip(first, there.node); !checked) {
        return checked.error();
    }
    const auto build = composeJob(first, there);
    if (!build) {
        return build.error();
    }
    job->stages = build->stages + job->stages;
    job->environment = build->environment;
    return job;
}

Result<JobSpec> jobAt(const MatrixRequest& matrix, const MatrixCheck& check,
                      const JobContext& there, const QJsonObject& buildOriginOf)
{
    if (check.verify) {
        return verificationAt(matrix, check, there);
    }
    const JobRequest request = cellRequest(matrix, check);
    if (const Result<void> checked = checkPip(request, there.node); !checked) {
        return checked.error();
    }
    auto job = composeJob(request, there);
    if (job && check.build != BuildKind::None) {
        job->origin = buildOriginOf;
    } else if (job) {
        job->purpose = QStringLiteral("run"); // its build is only what the command needs
    }
    return job;
}

QString runWords(const VerifyRun& run)
{
    const int failed = run.count(CheckState::Failed);
    const int passed = run.count(CheckState::Passed);
    QString words = failed > 0
                        ? QStringLiteral("Failed, %1 of %2 checks").arg(failed).arg(failed + passed)
                    : passed > 0 ? QStringLiteral("Passed, %1 of %1").arg(passed)
                                 : QStringLiteral("Nothing was checked");
    const QString missing = needsAmdGpu(run.level) ? missingGpuWords(run) : QString();
    return missing.isEmpty() ? words : words + QStringLiteral(", ") + missing;
}

} // namespace

QString matrixCheckTitle(const MatrixCheck& check)
{
    if (!check.title.isEmpty()) {
        return check.title;
    }
    if (check.verify) {
        return verifyTitle(*check.verify);
    }
    return check.build != BuildKind::None ? buildKindName(check.build)
                                          : shortTitle(maskedText(check.command));
}

Result<MatrixPlan> composeMatrix(const MatrixRequest& request, const JobContext& context,
                                 const QJsonObject& buildOriginOf)
{
    return planMatrix(
        request.title, checkTitles(request.checks), request.places, context.node, request.atOnce,
        [&](qsizetype check, const MatrixPlace& place, const Node& node) -> Result<JobSpec> {
            return jobAt(request, request.checks.at(check), contextAt(context, place, node),
                         buildOriginOf);
        });
}

void addRuns(Matrix& matrix, const QVector<VerifyRun>& runs)
{
    QHash<QString, const VerifyRun*> ofJob;
    for (const VerifyRun& run : runs) {
        if (!run.jobId.isEmpty() && !ofJob.contains(run.jobId)) {
            ofJob.insert(run.jobId, &run);
        }
    }
    for (QVector<MatrixCell>& row : matrix.cells) {
        for (MatrixCell& cell : row) {
            const VerifyRun* run = ofJob.value(cell.jobId);
            if (run != nullptr && cell.status.state == JobState::Succeeded) {
                cell.checkFailed = run->state() != CheckState::Passed;
                cell.words = runWords(*run);
            }
        }
    }
}

MatrixPreview previewOf(const MatrixPlan& plan)
{
    MatrixPreview preview;
    preview.title = plan.title;
    for (const JobArray& array : plan.arrays) {
        const Node& node = array.tasks.first().node;
        const QString workspace =
            node.workspace.isEmpty() ? QStringLiteral("~/.cache/rocport") : node.workspace;
        preview.commands.append(
            QString::fromUtf8(shellCommand(maskedArguments(transportOf(node)->arrayCommand(
                {array.id, workspace}, static_cast<int>(array.tasks.size()), array.atOnce)))));
        for (const JobSpec& task : array.tasks) {
            MatrixPreview::Cell cell;
            const QJsonObject origin = task.origin.value(u"matrix").toObject();
            cell.check = plan.checks.value(origin.value(u"check").toInt(-1));
            cell.place = plan.places.value(origin.value(u"place").toInt(-1));
            for (const JobStage& stage : task.stages) {
                cell.stages.append(stage.title);
            }
            cell.script = composePreview(task).script;
            preview.cells.append(cell);
        }
    }
    if (plan.arrays.size() > 1) {
        preview.notes.append(QStringLiteral("Slurm gives an array one partition, so there are %1 "
                                            "arrays, one for each partition.")
                                 .arg(plan.arrays.size()));
    }
    preview.notes.append(QStringLiteral("Each cell works on its own copy of the sources as they "
                                        "are when the matrix is started."));
    return preview;
}

} // namespace rocport
