#include "app/cli/verifynodecommand.h"

#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/nodeaccess.h"
#include "app/cli/output.h"
#include "core/project/nodes/remoterecords.h"
#include "core/remote/nodekinds.h"
#include "core/report/verifyreport.h"
#include "core/verify/harnessrun.h"
#include "core/verify/verifyplan.h"

#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>

namespace rocport {

namespace {

void addNodeOptions(Arguments& args)
{
    args.addPositional(QStringLiteral("NODE"), nodeWordHelp() + u'.');
    addSourceOptions(args);
    args.addOption(QStringLiteral("target"),
                   QStringLiteral("What to run: package.module:callable."),
                   QStringLiteral("TARGET"));
    args.addOption(QStringLiteral("command"),
                   QStringLiteral("Run a program instead; its output files are compared."),
                   QStringLiteral("COMMAND"));
    args.addOption(QStringLiteral("output-file"),
                   QStringLiteral("A file that the command writes, relative to the tree."),
                   QStringLiteral("FILE"));
    args.addOption(QStringLiteral("shape"), QStringLiteral("Shape of an argument: 2,128,64."),
                   QStringLiteral("SHAPE"));
    args.addOption(QStringLiteral("dtype"), QStringLiteral("float32, bfloat16 …"),
                   QStringLiteral("TYPE"));
    args.addOption(QStringLiteral("seed"), QStringLiteral("Seed for the inputs."),
                   QStringLiteral("N"));
    args.addOption(QStringLiteral("iterations"),
                   QStringLiteral("Iterations of the stability test."), QStringLiteral("N"));
    args.addOption(QStringLiteral("reference"),
                   QStringLiteral("Golden bundle, or folder of reference files."),
                   QStringLiteral("DIR"));
    args.addOption(QStringLiteral("record"),
                   QStringLiteral("Save the run as a folder that can be opened again; a captured "
                                  "bundle is in its results."),
                   QStringLiteral("DIR"));
    args.addFormat({QStringLiteral("text"), QStringLiteral("json")});
    args.addOption(QStringLiteral("dry-run"),
                   QStringLiteral("Show what would run, without starting anything."));
    args.addOutputOption();
}

std::optional<int> readVerifyRequest(const QString& what, const Arguments& args,
                                     VerifyRequest& request)
{
    request.level = what == QLatin1StringView("load") ? VerifyLevel::Load : VerifyLevel::Numerical;
    request.capture = what == QLatin1StringView("capture");
    request.target = args.value(QStringLiteral("target"));
    request.command = args.value(QStringLiteral("command"));
    request.outputs = args.values(QStringLiteral("output-file"));
    request.shapes = args.values(QStringLiteral("shape"));
    request.dtypes = args.values(QStringLiteral("dtype"));
    if (args.isSet(QStringLiteral("reference"))) {
        request.reference = QDir().absoluteFilePath(args.value(QStringLiteral("reference")));
    }
    if (what == QLatin1StringView("stability")) {
        request.iterations = 100;
    }
    bool seed = true;
    bool iterations = true;
    if (args.isSet(QStringLiteral("seed"))) {
        request.seed = args.value(QStringLiteral("seed")).toLongLong(&seed);
    }
    if (args.isSet(QStringLiteral("iterations"))) {
        request.iterations = args.value(QStringLiteral("iterations")).toInt(&iterations);
    }
    if (!seed || !iterations) {
        return reportUsage(QStringLiteral("--seed and --iterations must be numbers"));
    }
    if (const QStringList problems = verifyRequestProblems(request); !problems.isEmpty()) {
        return reportUsage(problems.first());
    }
    return std::nullopt;
}

} // namespace

int runVerifyNode(const QStringList& arguments)
{
    const QString& what = arguments.first();
    Arguments args(QStringLiteral("verify %1 NODE --target MODULE:CALLABLE [--tree DIR|--project "
                                  "FILE] [--reference DIR] [--format text|json]")
                       .arg(what),
                   QStringLiteral("Runs a level of the verification on a node. Exits with 1 when a "
                                  "check fails or nothing was checked."));
    addNodeOptions(args);
    if (const auto code = args.parse(arguments, 1)) {
        return *code;
    }
    VerifyRequest request;
    if (const auto code = readVerifyRequest(what, args, request)) {
        return *code;
    }
    const auto call = nodeCallOf(args);
    if (!call) {
        return reportError(call.error());
    }
    request.nodeId = call->node.id;
    request.sync = !call->sources.tree.isEmpty();
    VerifyContext context;
    context.node = call->node;
    context.tree = call->sources.tree;
    context.portKey = call->sources.portKey;
    auto job = composeVerification(request, context);
    if (!job) {
        return reportError(job.error());
    }
    job->origin = {{QStringLiteral("verify"), verifyRequestToJson(request)}};
    if (args.isSet(QStringLiteral("dry-run"))) {
        return printPreview(*job);
    }
    const auto ended =
        followJob(*job, call->sources, terminalSsh(), args.value(QStringLiteral("record")), false);
    if (!ended) {
        return reportError(ended.error());
    }
    if (isLogLeft(*ended)) {
        return kExitError;
    }
    VerifyReading reading;
    if (call->sources.project) {
        reading.tolerances = tolerancesOf(*call->sources.project->remote);
    }
    const auto run = readVerification(*ended, request, reading);
    if (!run) {
        return reportError(run.error());
    }
    if (call->sources.project && !keepInProject(call->sources.project->projectFile,
                                                {journalEntry(*ended), journalEntry(*run)})) {
        note(QStringLiteral("Its record is %1").arg(ended->folder));
    }
    const QByteArray text = args.format() == QLatin1StringView("json")
                                ? QJsonDocument(verifyRunToJson(*run)).toJson()
                                : renderVerifyText(*run);
    const int written =
        writeOutput(text, args.value(QStringLiteral("output")), kindOfFormat(args.format()));
    if (written != kExitDone) {
        return written;
    }
    return run->state() == CheckState::Passed ? kExitDone : kExitFindings;
}

} // namespace rocport
