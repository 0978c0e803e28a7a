#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/interrupted.h"
#include "app/cli/output.h"
#include "core/base/wording.h"
#include "core/project/port/folderproposal.h"
#include "core/report/scanjson.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace rocport {

namespace {

std::optional<int> readChoice(const Arguments& args, const RuleSet& rules, HunkChoice& choice)
{
    if (args.isSet(QStringLiteral("phase"))) {
        bool number = false;
        choice.phase = phaseFromInt(args.value(QStringLiteral("phase")).toInt(&number));
        if (!number || !choice.phase) {
            return reportUsage(QStringLiteral("--phase must be a number from 0 to 8"));
        }
    }
    choice.rules = args.values(QStringLiteral("rule"));
    for (const QString& id : std::as_const(choice.rules)) {
        if (rules.find(id) == nullptr) {
            return reportUsage(QStringLiteral("there is no rule '%1'").arg(id));
        }
    }
    const QString accept = args.value(QStringLiteral("accept"));
    choice.provedOnly = accept == QLatin1StringView("proved");
    if (!accept.isEmpty() && !choice.provedOnly && accept != QLatin1StringView("all")) {
        return reportUsage(QStringLiteral("--accept must be proved or all"));
    }
    const auto width =
        guardWidthFromId(args.isSet(QStringLiteral("guard")) ? args.value(QStringLiteral("guard"))
                                                             : QStringLiteral("line"));
    if (!width) {
        return reportUsage(QStringLiteral("--guard must be line, block, function or file"));
    }
    choice.width = *width;
    return std::nullopt;
}

/// Says what became of files that were edited by hand. 1 where some were left as they are.
int reportWritten(const WrittenPort& written, qsizetype changes)
{
    note(
        QStringLiteral("%1 written to %2")
            .arg(counted(changes, "change", "changes"), counted(written.written, "file", "files")));
    for (const QString& file : written.merged) {
        note(QStringLiteral("%1: your edits were merged in").arg(file));
    }
    for (const QString& file : written.conflicts) {
        note(QStringLiteral("%1: left as it is, because it was edited by hand and the new text "
                            "differs in the same lines; both versions are in the file of that name "
                            "with .rocport-merge appended")
                 .arg(file));
    }
    for (const QString& file : written.forgotten) {
        note(QStringLiteral("%1: written, but the generated text could not be recorded; later "
                            "edits by hand cannot be merged automatically")
                 .arg(file));
    }
    return written.conflicts.isEmpty() ? kExitDone : kExitFindings;
}

} // namespace

int runPropose(const QStringList& arguments)
{
    Arguments args(
        QStringLiteral("propose DIR [--phase N] [--rule ID]... [--accept proved|all] "
                       "[--guard line|block|function|file] [--format patch|json] [--write]"),
        QStringLiteral("Proposes edits to the files of DIR. Nothing is changed without --write. A "
                       "generated file that was edited by hand is merged with the new text; where "
                       "that fails it stays as it is, and both versions are written next to it, as "
                       "NAME.rocport-merge."));
    args.addPositional(QStringLiteral("DIR"), QStringLiteral("Folder to scan."));
    args.addOption(QStringLiteral("phase"), QStringLiteral("Only this phase (0 to 8)."),
                   QStringLiteral("N"));
    args.addOption(QStringLiteral("rule"),
                   QStringLiteral("Only this rule; several with the option given again."),
                   QStringLiteral("ID"));
    args.addOption(QStringLiteral("accept"),
                   QStringLiteral("proved: only edits proved to leave the NVIDIA path unchanged; "
                                  "all: every edit (the default)."),
                   QStringLiteral("proved|all"));
    args.addOption(QStringLiteral("guard"),
                   QStringLiteral("What a guard encloses: the line (default), the innermost block, "
                                  "the function or the whole file."),
                   QStringLiteral("WIDTH"),
                   {QStringLiteral("line"), QStringLiteral("block"), QStringLiteral("function"),
                    QStringLiteral("file")});
    args.addFormat({QStringLiteral("patch"), QStringLiteral("json")});
    args.addOption(QStringLiteral("write"),
                   QStringLiteral("Write the accepted edits to the files of DIR."));
    args.addOutputOption();
    args.addTargetOptions();
    args.addPackOption();
    if (const auto code = args.parse(arguments, 1)) {
        return *code;
    }
    const bool json = args.format() == QLatin1StringView("json");
    TargetSettings target;
    if (const auto code = args.readTargetFor(args.positional().first(), target)) {
        return *code;
    }
    const auto rules = loadRules(args.positional().first(), args);
    HunkChoice choice;
    if (const auto code = readChoice(args, *rules, choice)) {
        return *code;
    }
    const QString folder = args.positional().first();
    const bool write = args.isSet(QStringLiteral("write"));
    if (!write) {
        noteInterrupted(folder);
    } else if (const auto code = settleInterrupted(folder)) {
        return *code;
    }
    const auto scanned = scanFolder(folder, withRequestedEdits(rules, choice.rules), target, {});
    if (!scanned) {
        return reportError(scanned.error());
    }
    notePackProblems(scanned->scan->packProblems);
    noteUnread(*scanned->scan);
    const auto guarded = withGuards(*scanned, target, choice.width);
    if (!guarded) {
        return reportError(guarded.error());
    }
    const QVector<Hunk> hunks = chooseHunks(**guarded, choice);
    const auto files = buildPort(hunks, {}, scanned->reader());
    if (!files) {
        return reportError(files.error());
    }
    if (write) {
        const Result<WrittenPort> written = writePort(folder, *files, writeJournals());
        if (!written) {
            return reportError(written.error());
        }
        const int code = reportWritten(*written, hunks.size());
        const bool isAsked =
            args.isSet(QStringLiteral("format")) || args.isSet(QStringLiteral("output"));
        if (code != kExitDone || !isAsked) {
            return code;
        }
    }
    if (!json) {
        return writeOutput(portPatch(*files), args.value(QStringLiteral("output")),
                           OutputKind::Exact);
    }
    QJsonArray list;
    for (const Hunk& hunk : hunks) {
        list.append(hunkToJson(hunk));
    }
    const QJsonObject document{
        {QStringLiteral("format"), 1},
        {QStringLiteral("strategy"), strategyId(scanned->scan->strategy)},
        {QStringLiteral("changes"), list},
        {QStringLiteral("skipped"), skippedToJson(scanned->scan->inventory)}};
    return writeOutput(QJsonDocument(document).toJson(), args.value(QStringLiteral("output")),
                       OutputKind::Json);
}

} // namespace rocport
