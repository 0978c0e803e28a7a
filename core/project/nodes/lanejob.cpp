#include "core/project/nodes/lanejob.h"

#include "core/base/visibletext.h"
#include "core/files/readfile.h"
#include "core/lanes/lanebuild.h"
#include "core/lanes/lanechecks.h"
#include "core/project/proof/laneresult.h"
#include "core/remote/shellquote.h"

#include <QDateTime>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

namespace rocport {

namespace {

/// For compiling the program three times and the engine.
constexpr std::chrono::hours kBuildTime{1};

constexpr auto kLaneResultFile = "lanes.json";
constexpr qint64 kMostResultBytes = 64 << 20;
constexpr auto kStepWord = "Step ";

/// What the job leaves; the file is our own program's, and is checked like any other record.
Result<VerifyRun> resultOf(const JobEntry& job)
{
    const auto bytes =
        readFile(job.folder + QStringLiteral("/results/") + QLatin1StringView(kLaneResultFile),
                 kMostResultBytes);
    if (!bytes) {
        return bytes.error();
    }
    return verifyRunFromJson(QJsonDocument::fromJson(*bytes).object());
}

QString whyNothing(const JobEntry& job, const Error& error)
{
    if (error.code != ErrorCode::FileNotFound) { // there is one
        return visibleLine(QStringLiteral("The result of the job cannot be read: %1.")
                               .arg(error.detail.isEmpty() ? error.object : error.detail));
    }
    if (job.status.state == JobState::Cancelled) {
        return QStringLiteral("The job was cancelled before it had a result.");
    }
    const QString text = QStringLiteral("The job ended before it had a result; its log says why.");
    return job.status.sentence.isEmpty() ? text : text + u' ' + job.status.sentence;
}

} // namespace

Result<JobSpec> laneJob(const VerifyRequest& request, const LaneJobContext& context)
{
    if (request.level != VerifyLevel::Lanes) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("it is not run on lanes"),
                     verifyLevelName(request.level)};
    }
    if (!QFileInfo(context.program).isExecutable()) {
        return Error{ErrorCode::FileNotFound,
                     QStringLiteral("it comes with Rocport and runs programs on lanes"),
                     context.program.isEmpty() ? QStringLiteral("rocport-cli") : context.program};
    }
    QStringList words{context.program, QStringLiteral("verify"), QStringLiteral("lanes"),
                      QStringLiteral("--project"), context.projectFile};
    if (request.timeLimit.count() > 0) {
        words += {QStringLiteral("--time"), QString::number(request.timeLimit.count())};
    }
    if (!request.checks.isEmpty()) {
        words += {QStringLiteral("--check"), request.checks.join(u',')};
    }
    for (const RepoPath& file : request.files) {
        const QString name = file.display();
        words.append(name.startsWith(u'-') ? QStringLiteral("./") + name : name);
    }
    JobStage stage;
    stage.id = QStringLiteral("lanes");
    stage.title = QStringLiteral("Run the original and the port on lanes");
    stage.kind = StageKind::Verify;
    stage.expectation = QStringLiteral("The first run compiles the engine too.");
    QByteArray command =
        shellCommand(words) + " --result \"$ROCPORT_RESULTS/" + QByteArray(kLaneResultFile) + '"';
    if (!request.arguments.isEmpty()) {
        command += " -- " + shellCommand(request.arguments);
    }
    // A signal is the program's, which ends what it started; what it wrote goes then.
    stage.script = QStringLiteral("trap : INT TERM\n"
                                  "mkdir -p \"$ROCPORT_RESULTS\" \"$ROCPORT_JOB/tmp\" || exit 1\n"
                                  "TMPDIR=$ROCPORT_JOB/tmp\n"
                                  "export TMPDIR\n") +
                   QString::fromUtf8(command) +
                   QStringLiteral("\ncode=$?\n"
                                  "rm -rf \"$TMPDIR\"\n"
                                  "exit \"$code\"\n");
    JobSpec job;
    job.id = newJobId();
    job.title = laneTitle(request.files, request.arguments);
    job.node = context.node;
    job.stages = {stage};
    job.portKey = context.portKey;
    job.created = QDateTime::currentDateTimeUtc();
    job.purpose = QStringLiteral("lanes");
    // Each run has its own limit; compilers that hang end with the job.
    const std::chrono::seconds each =
        request.timeLimit.count() > 0
            ? request.timeLimit
            : std::chrono::duration_cast<std::chrono::seconds>(LaneLimits().time);
    const int runs = request.checks.contains(QStringLiteral("order")) ? kRunsInOrders : 1;
    job.timeLimit = 3 * runs * each + kBuildTime;
    return job;
}

VerifyRun readLaneRun(const JobEntry& job, const VerifyRequest& request)
{
    const JobSpec& spec = job.spec;
    auto read = resultOf(job);
    VerifyRun run =
        read ? *std::move(read) : laneResult(whyNothing(job, read.error()), spec.portKey);
    run.id = QStringLiteral("run-") + spec.id;
    run.level = VerifyLevel::Lanes;
    run.title = laneTitle(request.files, request.arguments);
    run.nodeId = spec.node.id;
    run.nodeName = spec.node.name;
    run.onGpu = false;
    run.byHand = run.part = false;
    run.time = job.status.ended.isValid() ? job.status.ended : spec.created;
    run.jobId = spec.id;
    run.logHash = job.status.logHash;
    return run;
}

QString laneStepLine(const QString& step, int done, int total)
{
    return QStringLiteral("%1%2 of %3: %4")
        .arg(QLatin1StringView(kStepWord), QString::number(done + 1), QString::number(total), step);
}

QString laneStepOf(const QByteArray& logEnd)
{
    const qsizetype at = logEnd.lastIndexOf(kStepWord);
    if (at < 0) {
        return {};
    }
    const qsizetype from = at + qsizetype(qstrlen(kStepWord));
    const qsizetype end = logEnd.indexOf('\n', from);
    if (end < 0) {
        return {};
    }
    const QString text = QString::fromUtf8(logEnd.mid(from, end - from)).simplified();
    // "3 of 6: Building the port on 64 lanes"
    const qsizetype colon = text.indexOf(u':');
    return colon > 0 && text.left(colon).contains(QLatin1StringView(" of "))
               ? QStringLiteral("%1 (%2)").arg(text.mid(colon + 1).trimmed(), text.left(colon))
               : QString();
}

} // namespace rocport
