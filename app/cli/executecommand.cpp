#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/compileroption.h"
#include "app/cli/kernelcommand.h"
#include "app/cli/laneinput.h"
#include "app/cli/output.h"
#include "core/base/wording.h"
#include "core/lanes/lanebuild.h"
#include "core/lanes/lanecache.h"
#include "core/lanes/lanechecks.h"
#include "core/process/localprocess.h"
#include "core/project/proof/compilegate.h"
#include "core/project/proof/laneinputs.h"

#include <QDir>
#include <QTemporaryDir>

#include <algorithm>
#include <limits>
#include <optional>

namespace rocport {

namespace {

/// The port with everything that is proposed.
Result<GateInput> portInput(const QString& root, const TargetSettings& target,
                            const Arguments& args)
{
    const auto scanned = scanForLanes(root, target, args);
    if (!scanned) {
        return scanned.error();
    }
    return gateInput(*scanned, chooseHunks(*scanned->scan, {}), target, root);
}

void noteLines(const QByteArray& text, qsizetype most)
{
    const QStringList lines = QString::fromUtf8(text).split(u'\n', Qt::SkipEmptyParts);
    for (const QString& line : lines.first(std::min(most, lines.size()))) {
        note(line);
    }
    if (lines.size() > most) {
        note(QStringLiteral("… and %1 more")
                 .arg(counted(lines.size() - most, QStringLiteral("line"),
                              QStringLiteral("lines"))));
    }
}

/// What became of a program, which is no failure of this one: a sentence.
int ended(const QString& sentence)
{
    note(sentence);
    return kExitError;
}

int reportProgram(const LaneProgram& program)
{
    constexpr qsizetype kMostLines = 30;
    noteLines(program.output, kMostLines);
    for (const QString& reason : program.reasons) {
        note(reason);
    }
    return ended(QStringLiteral("The program cannot be built for the CPU (%1); docs/lanes.md says "
                                "what is not there yet.")
                     .arg(program.compiler));
}

void printRun(const LaneRequest& request, const LaneRun& run, bool showsOutput)
{
    if (showsOutput) {
        writeOutput(run.output.output, {}, OutputKind::Text);
    }
    constexpr qsizetype kMostLines = 10000;
    noteLines(run.output.errors, kMostLines);
    for (const LaneComplaint& complaint : run.complaints) {
        const QString place =
            complaint.line != 0   ? QStringLiteral("%1:%2").arg(complaint.path).arg(complaint.line)
            : findsLines(request) ? QStringLiteral("line not known")
                                  : QStringLiteral("line not known, addr2line (binutils) finds it");
        note(QStringLiteral("%1: in %2: %3 [%4]")
                 .arg(place, complaint.kernel, complaint.text, complaint.check));
    }
}

/// The program's exit status, or what is said in its place.
int codeOf(const LaneRun& run, const LaneLimits& limits)
{
    const ProcessOutcome& outcome = run.output.outcome;
    const int signal = outcome.end == ProcessEnd::TimedOut ? 0 : signalOf(outcome);
    if (signal != 0) {
        const bool isTold =
            std::any_of(run.complaints.begin(), run.complaints.end(),
                        [](const LaneComplaint& one) { return one.check == u"crash"; });
        note(QStringLiteral("The program was ended by signal %1%2.")
                 .arg(QString::number(signal),
                      isTold ? QString()
                      : run.output.errors.contains("std::bad_alloc")
                          ? QStringLiteral(": it needs more memory than it may have; --memory "
                                           "gives it more")
                          : QStringLiteral(": it left its memory or called abort()")));
    }
    switch (outcome.end) {
    case ProcessEnd::Exited:
        return outcome.droppedOutput + outcome.droppedErrors == 0
                   ? outcome.exitCode
                   : ended(QStringLiteral("The program wrote more than 64 MiB: the end is left "
                                          "out."));
    case ProcessEnd::TimedOut:
        return ended(QStringLiteral("The program was ended after %1 s; --time gives it more.")
                         .arg(limits.time.count() / 1000));
    case ProcessEnd::Signalled:
        return kExitError;
    default:
        return ended(QStringLiteral("The program did not run to its end."));
    }
}

/// A number of an option within 1 and `most`; `number` stays as it is where it is not given.
bool readNumber(const Arguments& args, const QString& option, int most, int& number)
{
    if (!args.isSet(option)) {
        return true;
    }
    bool isNumber = false;
    number = args.value(option).toInt(&isNumber);
    return isNumber && number >= 1 && number <= most;
}

} // namespace

int runExecute(const QStringList& arguments)
{
    const qsizetype split = arguments.indexOf(QStringLiteral("--"));
    QStringList programArguments = split < 0 ? QStringList() : arguments.mid(split + 1);
    Arguments args(
        QStringLiteral(
            "execute [--original] [--lanes 64|32] [--check LIST] [--seed N] [--time "
            "SECONDS] [--memory MIB] [--compiler PATH] FILE...|DIR [-- ARGUMENTS], or execute "
            "--kernel NAME --grid X[,Y[,Z]] --block X[,Y[,Z]] [--shared BYTES] [--arg "
            "TYPE[COUNT]=WHAT...] [--save DIR] [--against DIR] [--format text|json] "
            "FILE"),
        QStringLiteral(
            "Builds a program of CUDA for the CPU and runs it: the port, with everything that is "
            "proposed, on 64 or 32 lanes, or the original on 32. Needs no GPU, and does "
            "not prove that one gives the same. Exits with the program's status. With --kernel one "
            "kernel of the file is run with the arguments that are given, also one of a PyTorch "
            "extension without PyTorch."));
    args.addPositional(QStringLiteral("FILE"),
                       QStringLiteral("The sources of the program, or its folder."));
    args.addOption(QStringLiteral("original"),
                   QStringLiteral("Run the CUDA code as it is, on 32 lanes."));
    args.addOption(QStringLiteral("lanes"),
                   QStringLiteral("Lanes of a wave of the port: 64 (gfx942, default) or 32."),
                   QStringLiteral("N"));
    addLimitOptions(args, QStringLiteral("Seconds that the program may take; default: 60."));
    args.addOption(QStringLiteral("compiler"),
                   QStringLiteral("clang++ or g++ to use; default: the best one found."),
                   QStringLiteral("PATH"));
    addCheckOption(args);
    args.addOption(QStringLiteral("seed"),
                   QStringLiteral("Run lanes and blocks in the order that --check order named."),
                   QStringLiteral("N"));
    addKernelOptions(args);
    addKernelResultOptions(args);
    args.addTargetOptions();
    args.addPackOption();
    if (const auto code = args.parseAny(split < 0 ? arguments : arguments.first(split))) {
        return *code;
    }
    if (args.positional().isEmpty()) {
        return reportUsage(QStringLiteral("execute needs the program's sources"));
    }
    LaneRequest request;
    request.original = args.isSet(QStringLiteral("original"));
    const QString lanes = args.value(QStringLiteral("lanes"));
    if (!lanes.isEmpty() && lanes != u"64" && lanes != u"32") {
        return reportUsage(QStringLiteral("--lanes must be 64 or 32"));
    }
    if (request.original && lanes == u"64") {
        return reportUsage(QStringLiteral("--original runs on 32 lanes"));
    }
    request.lanes = request.original || lanes == u"32" ? 32 : 64;
    LaneLimits limits;
    if (const auto code = readLimitOptions(args, limits)) {
        return *code;
    }
    int seed = 0;
    if (!readNumber(args, QStringLiteral("seed"), std::numeric_limits<int>::max(), seed)) {
        return reportUsage(QStringLiteral("--seed must be a number from 1 on"));
    }
    limits.seed = static_cast<quint32>(seed);
    if (const auto code = readChecks(args, request.checks)) {
        return *code;
    }
    for (const auto& code : {readKernelOptions(args, request.kernel),
                             checkKernelResultOptions(args, request.kernel)}) {
        if (code) {
            return *code;
        }
    }
    if (request.kernel && split >= 0) {
        return reportUsage(QStringLiteral("a kernel takes its arguments with --arg"));
    }
    const auto files = programFiles(args.positional());
    if (!files) {
        return reportError(files.error());
    }
    if (request.kernel && files->sources.size() != 1) {
        return reportUsage(QStringLiteral("--kernel needs the one file that has the kernel"));
    }
    TargetSettings target;
    if (const auto code = args.readTargetFor(files->root, target)) {
        return *code;
    }
    auto input =
        request.original
            ? originalInput(files->root, target)
            : portInput(files->root,
                        targetForLanes(request.lanes, target, args.isSet(QStringLiteral("arch"))),
                        args);
    if (!input) {
        return reportError(input.error());
    }
    request.input = *std::move(input);
    request.sources = files->sources;
    request.search = compilerSearch(args);
    const QTemporaryDir folder;
    if (!folder.isValid()) {
        return reportError({ErrorCode::FileWriteFailed, folder.errorString(), QDir::tempPath()});
    }
    request.folder = folder.path();
    request.cacheFolder = laneCacheFolder();
    if (request.kernel) {
        request.records = true;
        if (const auto written =
                writeKernelInputs(*request.kernel, request.folder + QStringLiteral("/inputs"), {});
            !written) {
            return reportKernelError(written.error());
        }
        if (request.checks.contains(QStringLiteral("order"))) {
            programArguments = {QStringLiteral("hashes")}; // what is printed is compared
        }
    }
    const LocalProcessRunner runner;
    const Sandbox sandbox;
    const auto program = buildLanes(request, sandbox, runner, {});
    if (!program) {
        return reportKernelError(program.error());
    }
    if (program->program.isEmpty()) {
        return reportProgram(*program);
    }
    const auto run = runLanes(request, *program, programArguments, limits, sandbox, runner, {});
    if (!run) {
        return reportError(run.error());
    }
    if (!run->sandboxed) {
        note(QStringLiteral("The program ran without a sandbox: %1.").arg(run->notSandboxed));
    }
    if (!program->note.isEmpty()) {
        note(program->note);
    }
    printRun(request, *run, !request.kernel || args.format() != QLatin1StringView("json"));
    if (request.checks.contains(QStringLiteral("order"))) {
        const auto sentences = runInOtherOrders(request, *program, programArguments, limits, *run,
                                                sandbox, runner, {});
        if (!sentences) {
            return reportError(sentences.error());
        }
        for (const QString& sentence : *sentences) {
            note(sentence.left(1).toUpper() + sentence.mid(1) + QStringLiteral(". [order]"));
        }
    }
    const int code = codeOf(*run, limits);
    if (!request.kernel) {
        return code;
    }
    if (code == kExitDone) {
        return reportKernelRun(args, request, *program, *run);
    }
    // The status of a program is no result of a kernel; of a signal a sentence is there.
    return code == kExitError || signalOf(run->output.outcome) != 0
               ? kExitError
               : ended(QStringLiteral("The kernel did not run to its end (status %1).").arg(code));
}

} // namespace rocport
