#include "app/cli/verifystaticcommand.h"

#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/interrupted.h"
#include "app/cli/output.h"
#include "core/project/proof/staticinput.h"
#include "core/project/session/openstate.h"
#include "core/report/verifyreport.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace rocport {

namespace {

Result<StaticInput> staticInputOfFolder(const Arguments& args, const TargetSettings& target)
{
    HunkChoice choice;
    choice.provedOnly = args.value(QStringLiteral("accept")) == QLatin1StringView("proved");
    const QString folder = args.positional().first();
    const auto rules = loadRules(folder, args);
    noteInterrupted(folder);
    const auto scanned = scanFolder(folder, rules, target, {});
    if (!scanned) {
        return scanned.error();
    }
    notePackProblems(scanned->scan->packProblems);
    return ofNamedFiles(
        staticInput(*scanned, chooseHunks(*scanned->scan, choice), rules, target, folder), folder,
        args.values(QStringLiteral("file")));
}

Result<StaticInput> staticInputOfProject(const Arguments& args)
{
    const auto state = openStateReadOnly(args.value(QStringLiteral("project")));
    if (!state) {
        return state.error();
    }
    return ofNamedFiles(staticInput(*state, loadRules(state->meta.repositoryRoot, args)),
                        state->meta.repositoryRoot, args.values(QStringLiteral("file")));
}

void addStaticOptions(Arguments& args, bool ofProject)
{
    args.addPortOptions(ofProject);
    args.addOption(QStringLiteral("file"),
                   QStringLiteral("Only this file of the repository; may be given several times."),
                   QStringLiteral("PATH"));
    args.addFormat({QStringLiteral("text"), QStringLiteral("json")});
    args.addOutputOption();
    args.addTargetOptions();
    args.addPackOption();
}

} // namespace

int runVerifyStatic(const QStringList& arguments)
{
    const bool ofProject = Arguments::namesProject(arguments);
    Arguments args(QStringLiteral("verify static DIR|--project FILE [--accept proved|all] "
                                  "[--file PATH] [--format text|json]"),
                   QStringLiteral("Level 1: isolation, syntax, lane masks, compile modes, imports "
                                  "and open critical findings of the port. No code of the "
                                  "repository is run. Exits with 1 when a check fails."));
    addStaticOptions(args, ofProject);
    if (const auto code = args.parse(arguments, ofProject ? 0 : 1)) {
        return *code;
    }
    TargetSettings target;
    if (const auto code = args.readTargetFor(args.positional().value(0), target)) {
        return *code;
    }
    if (const auto code = args.checkAccept()) {
        return *code;
    }
    const QString format = args.format();
    const auto input = ofProject ? staticInputOfProject(args) : staticInputOfFolder(args, target);
    if (!input) {
        return reportError(input.error());
    }
    const auto run = runStaticChecks(*input, {});
    if (!run) {
        return reportError(run.error());
    }
    const QByteArray bytes = format == QLatin1StringView("json")
                                 ? QJsonDocument(verifyRunToJson(*run)).toJson()
                                 : renderVerifyText(*run);
    const int written =
        writeOutput(bytes, args.value(QStringLiteral("output")), kindOfFormat(format));
    if (written != kExitDone) {
        return written;
    }
    return run->state() == CheckState::Failed ? kExitFindings : kExitDone;
}

} // namespace rocport
