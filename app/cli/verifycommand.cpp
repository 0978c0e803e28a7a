#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/compileroption.h"
#include "app/cli/interrupted.h"
#include "app/cli/output.h"
#include "app/cli/verifycompare.h"
#include "app/cli/verifylanescommand.h"
#include "app/cli/verifymatrixcommand.h"
#include "app/cli/verifynodecommand.h"
#include "app/cli/verifystaticcommand.h"
#include "core/process/localprocess.h"
#include "core/project/proof/compilegate.h"
#include "core/project/session/openstate.h"
#include "core/report/gatereport.h"
#include "core/verify/wholebuild.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <array>

namespace rocport {

namespace {

void addBuildOptions(Arguments& args, bool ofProject)
{
    args.addPortOptions(ofProject);
    args.addOption(QStringLiteral("compiler"),
                   QStringLiteral("hipcc or clang++ to use; default: the best one found."),
                   QStringLiteral("PATH"));
    args.addOption(QStringLiteral("rocm-path"),
                   QStringLiteral("Folder with ROCm, or with the headers of a ROCm release."),
                   QStringLiteral("DIR"));
    args.addOption(QStringLiteral("jobs"),
                   QStringLiteral("Number of compilers to run at once; default: one per core."),
                   QStringLiteral("N"));
    args.addOption(QStringLiteral("headers"),
                   QStringLiteral("Also compile each changed header by itself."));
    args.addOption(
        QStringLiteral("whole"),
        QStringLiteral("First run the project's CMake, meson or make files, in bubblewrap, with "
                       "programs that note what would be compiled, compare the CUDA "
                       "build with the ROCm build, and compile what the latter does."));
    args.addOption(
        QStringLiteral("set"),
        QStringLiteral("With --whole: an option of CMake or meson or variable of make that both "
                       "builds get; may come several times."),
        QStringLiteral("NAME=VALUE"));
    args.addFormat({QStringLiteral("text"), QStringLiteral("json"), QStringLiteral("sarif")});
    args.addOutputOption();
    args.addTargetOptions();
    args.addPackOption();
}

Result<GateInput> inputOfFolder(const Arguments& args, TargetSettings target)
{
    HunkChoice choice;
    choice.provedOnly = args.value(QStringLiteral("accept")) == QLatin1StringView("proved");
    const QString folder = args.positional().first();
    noteInterrupted(folder);
    const auto scanned = scanFolder(folder, loadRules(folder, args), target, {});
    if (!scanned) {
        return scanned.error();
    }
    notePackProblems(scanned->scan->packProblems);
    noteUnread(*scanned->scan);
    return gateInput(*scanned, chooseHunks(*scanned->scan, choice), target, folder);
}

Result<GateInput> inputOfProject(const Arguments& args, const TargetSettings& target)
{
    const auto state = openStateReadOnly(args.value(QStringLiteral("project")));
    if (!state) {
        return state.error();
    }
    auto input = gateInput(*state);
    if (input && args.isSet(QStringLiteral("arch"))) {
        input->target.architectures = target.architectures;
    }
    return input;
}

std::optional<int> readOptions(const Arguments& args, GateOptions& options)
{
    options.search = compilerSearch(args, RocmPathOption::Yes);
    options.headersAlone = args.isSet(QStringLiteral("headers"));
    if (args.isSet(QStringLiteral("jobs"))) {
        bool number = false;
        options.jobs = args.value(QStringLiteral("jobs")).toInt(&number);
        if (!number || options.jobs < 1 || options.jobs > 1024) {
            return reportUsage(QStringLiteral("--jobs must be a number from 1 to 1024"));
        }
    }
    return args.checkAccept();
}

int noCompiler()
{
    return reportError({ErrorCode::ProcessFailed,
                        QStringLiteral("no compiler for HIP was found; name one with "
                                       "--compiler and --rocm-path"),
                        QStringLiteral("verify build")});
}

/// The comparison, and under "compile" what compiling gave.
QByteArray wholeJson(const WholeBuildResult& result)
{
    QByteArray compared = renderWholeBuildJson(result);
    if (!result.compiled) {
        return compared;
    }
    QJsonObject both = QJsonDocument::fromJson(compared).object();
    both.insert(QStringLiteral("compile"),
                QJsonDocument::fromJson(renderGateJson(*result.compiled)).object());
    return QJsonDocument(both).toJson();
}

/// What the two builds compile, compared, and the units of the ROCm build compiled.
int verifyWhole(const GateInput& input, const GateOptions& options, const QStringList& settings,
                const QString& format, const QString& output)
{
    const auto result = runWholeBuild(
        input, options, LocalProcessRunner(), {}, [](const QString& step) { note(step); }, {},
        settings);
    if (!result) {
        return reportError(result.error());
    }
    const bool json = format == QLatin1StringView("json");
    QByteArray bytes = json ? wholeJson(*result) : renderWholeBuildText(*result);
    if (!json && result->compiled) {
        bytes += renderGateText(*result->compiled);
    }
    const int written = writeOutput(bytes, output, kindOfFormat(format));
    if (written != kExitDone) {
        return written;
    }
    if (result->compiled && !result->compiled->compilerFound) {
        return noCompiler();
    }
    const bool compiles = result->compiled && result->compiled->count(GateStatus::Failed) == 0;
    return result->passed() && compiles ? kExitDone : kExitFindings;
}

int verifyBuild(const QStringList& arguments)
{
    const bool ofProject = Arguments::namesProject(arguments);
    Arguments args(
        QStringLiteral("verify build DIR|--project FILE [--accept proved|all] "
                       "[--compiler PATH] [--rocm-path DIR] [--jobs N] [--headers] "
                       "[--whole [--set NAME=VALUE]] [--format text|json|sarif] [-o FILE]"),
        QStringLiteral("Compiles the port for the target GPUs, in a temporary folder; no "
                       "GPU is needed. Exits with 1 when a file fails."));
    addBuildOptions(args, ofProject);
    if (const auto code = args.parse(arguments, ofProject ? 0 : 1)) {
        return *code;
    }
    TargetSettings target;
    if (const auto code = args.readTargetFor(args.positional().value(0), target)) {
        return *code;
    }
    const QString format = args.format();
    const bool whole = args.isSet(QStringLiteral("whole"));
    if (whole && format == QLatin1StringView("sarif")) {
        return reportUsage(QStringLiteral("--whole has --format text or json"));
    }
    const QStringList settings = args.values(QStringLiteral("set"));
    if (!settings.isEmpty() && !whole) {
        return reportUsage(QStringLiteral("--set is for --whole"));
    }
    static const QRegularExpression setting(
        QStringLiteral("^[A-Za-z_][A-Za-z0-9_]*=[^\\0-\\x1f]*\\z"));
    for (const QString& one : settings) {
        if (!setting.match(one).hasMatch()) {
            return reportUsage(QStringLiteral("--set must be NAME=VALUE, not %1").arg(one));
        }
    }
    GateOptions options;
    if (const auto code = readOptions(args, options)) {
        return *code;
    }
    const auto input = ofProject ? inputOfProject(args, target) : inputOfFolder(args, target);
    if (!input) {
        return reportError(input.error());
    }
    if (whole) {
        return verifyWhole(*input, options, settings, format, args.value(QStringLiteral("output")));
    }
    const auto result = runGate(*input, options, LocalProcessRunner(), {});
    if (!result) {
        return reportError(result.error());
    }
    const QByteArray bytes = format == QLatin1StringView("json")    ? renderGateJson(*result)
                             : format == QLatin1StringView("sarif") ? renderGateSarif(*result)
                                                                    : renderGateText(*result);
    const int written =
        writeOutput(bytes, args.value(QStringLiteral("output")), kindOfFormat(format));
    if (written != kExitDone) {
        return written;
    }
    if (!result->compilerFound) {
        return noCompiler();
    }
    return result->count(GateStatus::Failed) > 0 ? kExitFindings : kExitDone;
}

} // namespace

std::span<const Command> verifyLevels()
{
    static constexpr std::array kLevels = {
        Command{"static", runVerifyStatic, "check the port without running anything"},
        Command{"build", verifyBuild, "compile the port for the target GPUs, on this machine"},
        Command{"lanes", verifyLanesCommand,
                "run the program on the CPU, on 64 and 32 lanes, and compare"},
        Command{"load", runVerifyNode, "run a function or model on a node: NaN, loss, device"},
        Command{"capture", runVerifyNode, "make a golden bundle on a node"},
        Command{"golden", runVerifyNode, "compare a node with a golden bundle"},
        Command{"stability", runVerifyNode, "run many iterations on a node and watch memory"},
        Command{"matrix", runVerifyMatrix, "run checks in several images or partitions of Slurm"},
        Command{"compare", verifyCompare, "compare tensors with a reference, element by element"},
    };
    return kLevels;
}

int runVerify(const QStringList& arguments)
{
    const QString what = arguments.value(1);
    QStringList names;
    for (const Command& level : verifyLevels()) {
        if (what == QLatin1StringView(level.name)) {
            return level.run(arguments.mid(1));
        }
        names.append(QString::fromLatin1(level.name));
    }
    if (what == QLatin1StringView("--help") || what == QLatin1StringView("-h")) {
        QString help = QStringLiteral("Usage: rocport-cli verify WHAT [OPTIONS]\n\n");
        for (const Command& level : verifyLevels()) {
            help += QStringLiteral("  %1 %2\n")
                        .arg(QLatin1StringView(level.name), -10)
                        .arg(QLatin1StringView(level.help));
        }
        printText(help + QStringLiteral("\nrocport-cli verify WHAT --help shows the options.\n"));
        return kExitDone;
    }
    return reportUsage(
        what.isEmpty()
            ? QStringLiteral("verify needs one of: %1").arg(names.join(QStringLiteral(", ")))
            : QStringLiteral("unknown verification '%1'").arg(what));
}

} // namespace rocport
