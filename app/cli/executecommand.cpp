#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/laneinput.h"
#include "app/cli/output.h"
#include "core/base/wording.h"
#include "core/lanes/lanebuild.h"
#include "core/process/localprocess.h"
#include "core/project/proof/compilegate.h"
#include "core/project/proof/laneinputs.h"

#include <QDir>
#include <QTemporaryDir>

#include <algorithm>

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

void printRun(const LaneRun& run)
{
    writeOutput(run.output.output, {}, OutputKind::Text);
    constexpr qsizetype kMostLines = 10000;
    noteLines(run.output.errors, kMostLines);
    for (const LaneComplaint& complaint : run.complaints) {
        note(QStringLiteral("%1:%2: in %3: %4 [%5]")
                 .arg(complaint.path)
                 .arg(complaint.line)
                 .arg(complaint.kernel, complaint.text, complaint.check));
    }
}

/// The program's exit status, or what is said in its place.
int codeOf(const ProcessOutcome& outcome, const LaneLimits& limits)
{
    constexpr int kFirstSignal = 128; // of a status that stands for a signal
    if (endedBySignal(outcome)) {
        note(QStringLiteral("The program was ended by signal %1: it left its memory, called "
                            "abort(), or a thread of a kernel needs more than 128 KiB of stack.")
                 .arg(outcome.end == ProcessEnd::Signalled ? outcome.signal
                                                           : outcome.exitCode - kFirstSignal));
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

} // namespace

int runExecute(const QStringList& arguments)
{
    const qsizetype split = arguments.indexOf(QStringLiteral("--"));
    const QStringList programArguments = split < 0 ? QStringList() : arguments.mid(split + 1);
    Arguments args(
        QStringLiteral("execute [--original] [--lanes 64|32] [--time SECONDS] [--compiler PATH] "
                       "FILE...|DIR [-- ARGUMENTS]"),
        QStringLiteral(
            "Builds a program of CUDA for the CPU and runs it: the port, with everything that is "
            "proposed, on 64 or 32 lanes, or the original on 32. Needs no GPU, and does "
            "not prove that one gives the same. Exits with the program's status."));
    args.addPositional(QStringLiteral("FILE"),
                       QStringLiteral("The sources of the program, or its folder."));
    args.addOption(QStringLiteral("original"),
                   QStringLiteral("Run the CUDA code as it is, on 32 lanes."));
    args.addOption(QStringLiteral("lanes"),
                   QStringLiteral("Lanes of a wave of the port: 64 (gfx942, default) or 32."),
                   QStringLiteral("N"));
    args.addOption(QStringLiteral("time"),
                   QStringLiteral("Seconds that the program may take; default: 60."),
                   QStringLiteral("SECONDS"));
    args.addOption(QStringLiteral("compiler"),
                   QStringLiteral("clang++ or g++ to use; default: the best one found."),
                   QStringLiteral("PATH"));
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
    if (const auto code = readTimeOption(args, limits)) {
        return *code;
    }
    const auto files = programFiles(args.positional());
    if (!files) {
        return reportError(files.error());
    }
    TargetSettings target;
    if (const auto code = args.readTargetFor(files->root, target)) {
        return *code;
    }
    auto input = request.original
                     ? originalInput(files->root, target)
                     : portInput(files->root, targetFor(request.lanes, target, args), args);
    if (!input) {
        return reportError(input.error());
    }
    request.input = *std::move(input);
    request.sources = files->sources;
    request.search = CompilerSearch::fromEnvironment();
    request.search.compiler = args.value(QStringLiteral("compiler"));
    if (request.search.compiler.contains(u'/')) {
        request.search.compiler = QDir().absoluteFilePath(request.search.compiler);
    }
    const QTemporaryDir folder;
    if (!folder.isValid()) {
        return reportError({ErrorCode::FileWriteFailed, folder.errorString(), QDir::tempPath()});
    }
    request.folder = folder.path();
    const LocalProcessRunner runner;
    const Sandbox sandbox;
    const auto program = buildLanes(request, sandbox, runner, {});
    if (!program) {
        return reportError(program.error());
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
    printRun(*run);
    return codeOf(run->output.outcome, limits);
}

} // namespace rocport
