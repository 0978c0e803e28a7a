#include "app/cli/verifylanescommand.h"

#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/compileroption.h"
#include "app/cli/kernelcommand.h"
#include "app/cli/laneinput.h"
#include "app/cli/nodeaccess.h"
#include "app/cli/output.h"
#include "app/cli/verifycompare.h"
#include "core/files/filewriter.h"
#include "core/files/repositoryname.h"
#include "core/lanes/lanecache.h"
#include "core/lanes/laneverify.h"
#include "core/process/endsignals.h"
#include "core/process/localprocess.h"
#include "core/project/nodes/lanejob.h"
#include "core/project/nodes/remoterecords.h"
#include "core/project/proof/compilegate.h"
#include "core/project/proof/laneinputs.h"
#include "core/project/proof/laneresult.h"
#include "core/project/session/openstate.h"
#include "core/report/lanereport.h"
#include "ui/messages/messages.h"

#include <QDir>
#include <QEventLoop>
#include <QFutureWatcher>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtConcurrent>
#include <QTemporaryDir>

namespace rocport {

namespace {

void addLaneOptions(Arguments& args, bool ofProject)
{
    args.addPortOptions(ofProject);
    args.addOption(QStringLiteral("lanes"),
                   QStringLiteral("Lanes of the ports that are run: 64,32 (the default), 64 or "
                                  "32."),
                   QStringLiteral("LIST"));
    addLimitOptions(args, QStringLiteral("Seconds that each run may take; default: 60."));
    addCheckOption(args);
    args.addOption(QStringLiteral("compiler"),
                   QStringLiteral("clang++ or g++ to use; default: the best one found."),
                   QStringLiteral("PATH"));
    addKernelOptions(args);
    addToleranceOptions(args);
    args.addOption(QStringLiteral("result"),
                   QStringLiteral("With --project: write the run to this file instead of into the "
                                  "project, and each step to standard error; for the window."),
                   QStringLiteral("FILE"));
    args.addFormat({QStringLiteral("text"), QStringLiteral("json")});
    args.addOutputOption();
    args.addTargetOptions();
    args.addPackOption();
}

Result<LaneInputs> inputsOfFolder(const QString& root, const TargetSettings& target,
                                  const Arguments& args, const QVector<int>& lanes)
{
    FolderLanes folder;
    folder.root = root;
    folder.target = target;
    folder.namesArchitectures = args.isSet(QStringLiteral("arch"));
    folder.choice.provedOnly = args.value(QStringLiteral("accept")) == QLatin1StringView("proved");
    folder.lanes = lanes;
    folder.scan = [&](const TargetSettings& of) { return scanForLanes(root, of, args); };
    return laneInputs(folder);
}

/// Fills the files that are named, as the repository of the project has them.
Result<LaneInputs> inputsOfProject(const ProjectState& state, const Arguments& args,
                                   const QVector<int>& lanes, LaneVerifyRequest& request)
{
    const QString root = state.meta.repositoryRoot;
    for (const QString& name : args.positional()) {
        const auto path = pathInRepository(root, QDir(root).absoluteFilePath(name));
        if (!path) {
            return path.error();
        }
        request.sources.append(*path);
    }
    return laneInputs(state, lanes);
}

/// Runs them where signals are still heard: a program that is asked to end ends what it started.
Result<LaneVerification> verifyUntilAsked(const LaneVerifyRequest& request, bool tellsSteps)
{
    const CancelToken cancel;
    QEventLoop loop;
    const EndSignals ends;
    QObject::connect(&ends, &EndSignals::asked, &loop, [&cancel] { cancel.cancel(); });
    QFutureWatcher<Result<LaneVerification>> watcher;
    QObject::connect(&watcher, &QFutureWatcherBase::finished, &loop, &QEventLoop::quit);
    watcher.setFuture(QtConcurrent::run([&request, &cancel, tellsSteps] {
        return verifyLanes(request, Sandbox(), LocalProcessRunner(), cancel,
                           [tellsSteps](const LaneProgress& progress) {
                               if (tellsSteps) {
                                   note(laneStepLine(progress.step, progress.done, progress.total));
                               }
                           });
    }));
    loop.exec();
    return watcher.result();
}

/// Keeps what came of it: in the file that is named, else with the project. An exit code where it
/// could not be kept.
std::optional<int> keepRun(const Arguments& args, const LaneVerifyRequest& request,
                           const QByteArray& portKey, const Result<LaneVerification>& result)
{
    VerifyRun run = result ? laneResult(*result, request, portKey)
                           : laneResult(messageFor(result.error()), portKey);
    run.title = laneTitle(request.sources, request.arguments);
    const QString file = args.value(QStringLiteral("result"));
    if (file.isEmpty()) {
        keepInProject(args.value(QStringLiteral("project")), {journalEntry(run)});
        return std::nullopt;
    }
    const auto written =
        writeFile(file, QJsonDocument(verifyRunToJson(run)).toJson(QJsonDocument::Compact));
    return written ? std::nullopt : std::optional(reportError(written.error()));
}

} // namespace

int verifyLanesCommand(const QStringList& arguments)
{
    const qsizetype split = arguments.indexOf(QStringLiteral("--"));
    const QStringList own = split < 0 ? arguments : arguments.first(split);
    const bool ofProject = Arguments::namesProject(own);
    Arguments args(
        QStringLiteral(
            "verify lanes DIR|--project FILE [FILE...] [--accept proved|all] "
            "[--lanes 64,32] [--check LIST] [--time SECONDS] [--memory MIB] [--rtol X --atol Y] "
            "[--tolerances FILE] "
            "[--compiler PATH] [--format text|json] [-o FILE] [--result FILE] [-- "
            "ARGUMENTS], or with "
            "one FILE --kernel NAME --grid X[,Y[,Z]] --block X[,Y[,Z]] [--shared BYTES] "
            "[--arg TYPE[COUNT]=WHAT...]"),
        QStringLiteral(
            "Runs a program of CUDA on the CPU three times, the original on 32 lanes "
            "and the port on 64 and 32, and compares exit status, output and each copy "
            "from the device to the host. Needs no GPU, and is no evidence of one. "
            "Exits with 1 when something differs, or when a check that was asked for finds "
            "something in a port."));
    addLaneOptions(args, ofProject);
    if (const auto code = args.parseAny(own)) {
        return *code;
    }
    if (args.positional().isEmpty() && !ofProject) {
        return reportUsage(QStringLiteral("verify lanes needs a folder"));
    }
    if (!ofProject && args.isSet(QStringLiteral("result"))) {
        return reportUsage(QStringLiteral("--result is for --project"));
    }
    if (ofProject && args.isSet(QStringLiteral("kernel"))) {
        return reportUsage(QStringLiteral("the level Lanes of a project is of whole programs; "
                                          "--kernel takes the folder in place of --project"));
    }
    LaneVerifyRequest request;
    request.cacheFolder = laneCacheFolder();
    request.arguments = split < 0 ? QStringList() : arguments.mid(split + 1);
    QVector<int> lanes;
    for (const auto& code :
         {readLanes(args, lanes), args.checkAccept(), readLimitOptions(args, request.limits),
          readChecks(args, request.checks), readKernelOptions(args, request.kernel),
          readToleranceOptions(args, request.tolerances)}) {
        if (code) {
            return *code;
        }
    }
    auto inputs = Result<LaneInputs>(LaneInputs());
    QByteArray portKey;
    if (ofProject) {
        const auto state = openStateReadOnly(args.value(QStringLiteral("project")));
        if (!state) {
            return reportError(state.error());
        }
        if (!args.isSet(QStringLiteral("tolerances")) && state->remote) {
            request.tolerances.overrides = tolerancesOf(*state->remote).overrides;
        }
        portKey = portKeyOf(*state);
        inputs = inputsOfProject(*state, args, lanes, request);
    } else {
        const auto files = programFiles(args.positional());
        if (!files) {
            return reportError(files.error());
        }
        TargetSettings target;
        if (const auto code = args.readTargetFor(files->root, target)) {
            return *code;
        }
        request.sources = files->sources;
        inputs = inputsOfFolder(files->root, target, args, lanes);
    }
    if (!inputs) {
        return reportError(inputs.error());
    }
    if (request.kernel && (split >= 0 || request.sources.size() != 1)) {
        return reportUsage(split >= 0
                               ? QStringLiteral("a kernel takes its arguments with --arg")
                               : QStringLiteral("--kernel needs the one file that has the kernel"));
    }
    request.original = inputs->original;
    request.ports = inputs->ports;
    request.hints = inputs->hints;
    request.search = compilerSearch(args);
    const QTemporaryDir folder;
    if (!folder.isValid()) {
        return reportError({ErrorCode::FileWriteFailed, folder.errorString(), QDir::tempPath()});
    }
    request.folder = folder.path();
    if (request.kernel) {
        if (const auto written =
                writeKernelInputs(*request.kernel, request.folder + QStringLiteral("/inputs"), {});
            !written) {
            return reportKernelError(written.error());
        }
    }
    const QString format = args.format();
    const auto result =
        verifyUntilAsked(request, ofProject && args.isSet(QStringLiteral("result")));
    if (ofProject && (result || result.error().code != ErrorCode::Cancelled)) {
        if (const auto code = keepRun(args, request, portKey, result)) {
            return *code;
        }
    }
    if (!result) {
        return reportKernelError(result.error());
    }
    const int written = writeOutput(format == QLatin1StringView("json") ? renderLanesJson(*result)
                                                                        : renderLanesText(*result),
                                    args.value(QStringLiteral("output")), kindOfFormat(format));
    if (written != kExitDone) {
        return written;
    }
    const bool isRight = result->equal() && !result->failsCheck(request.checks);
    return !result->complete() ? kExitError : isRight ? kExitDone : kExitFindings;
}

} // namespace rocport
