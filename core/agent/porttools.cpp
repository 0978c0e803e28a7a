// Tools that make the port: changes as edits and as a patch, and files written.
#include "core/agent/agentfolder.h"
#include "core/project/session/projectlocation.h"
#include "core/report/scanjson.h"

#include <algorithm>
#include <utility>

namespace rocport {

namespace {

/// What a call proposes.
struct Proposed
{
    AgentFolder folder;
    FolderScan scanned;
    QVector<Hunk> hunks;
    QVector<PortFile> files;
};

/// Those of `hunks` in the paths that are asked for, with what they need.
QVector<Hunk> inPaths(const QVector<Hunk>& hunks, const QStringList& paths, const QStringList& keys)
{
    if (paths.isEmpty() && keys.isEmpty()) {
        return hunks;
    }
    return takeHunks(hunks, [&](const Hunk& hunk) {
        return keys.contains(QString::fromLatin1(hunk.key)) ||
               std::any_of(paths.begin(), paths.end(), [&](const QString& path) {
                   return pathFits(hunk.targetPath.display(), path) ||
                          pathFits(hunk.sourcePath.display(), path);
               });
    });
}

Result<Proposed> proposedBy(const ToolCall& call)
{
    auto folder = agentFolder(call);
    if (!folder) {
        return folder.error();
    }
    HunkChoice choice;
    choice.phase = phaseArgument(call);
    choice.rules = call.arguments.texts(u"rules");
    choice.provedOnly = call.arguments.flag(u"proved_only");
    choice.width = guardWidthFromId(call.arguments.text(u"guard")).value_or(GuardWidth::Line);
    for (const QString& id : std::as_const(choice.rules)) {
        if (folder->rules->find(id) == nullptr) {
            return Error{ErrorCode::InvalidArgument, QStringLiteral("there is no such rule"), id};
        }
    }
    auto scanned =
        scanFor(call, *folder, folder->target, withRequestedEdits(folder->rules, choice.rules));
    if (!scanned) {
        return scanned.error();
    }
    const auto guarded = withGuards(*scanned, folder->target, choice.width);
    if (!guarded) {
        return guarded.error();
    }
    QVector<Hunk> hunks = inPaths(chooseHunks(**guarded, choice), call.arguments.texts(u"paths"),
                                  call.arguments.texts(u"keys"));
    auto files = buildPort(hunks, {}, scanned->reader());
    if (!files) {
        return files.error();
    }
    return Proposed{*std::move(folder), *std::move(scanned), std::move(hunks), *std::move(files)};
}

/// Adds the first names of `files`, and how many there are.
void addFileNames(QJsonObject& result, const QVector<PortFile>& files)
{
    constexpr qsizetype kMostFiles = 500;
    QJsonArray names;
    for (qsizetype i = 0; i < std::min(kMostFiles, files.size()); ++i) {
        names.append(files[i].path.display());
    }
    result.insert(QStringLiteral("files"), names);
    result.insert(QStringLiteral("fileCount"), files.size());
}

Result<QJsonObject> runProposeTool(const ToolCall& call)
{
    auto pages = Pages::of(call.arguments);
    if (!pages) {
        return pages.error();
    }
    const auto proposed = proposedBy(call);
    if (!proposed) {
        return proposed.error();
    }
    QJsonObject result{{QStringLiteral("strategy"), strategyId(proposed->scanned.scan->strategy)},
                       {QStringLiteral("changes"), proposed->hunks.size()}};
    addFileNames(result, proposed->files);
    if (call.arguments.text(u"format") == u"patch") {
        const auto part =
            addPart(result, QStringLiteral("patch"), portPatch(proposed->files), call.arguments);
        if (!part) {
            return part.error();
        }
    } else {
        for (const Hunk& hunk : proposed->hunks) {
            pages->add([&] { return hunkToJson(hunk); });
        }
        pages->addTo(result, QStringLiteral("edits"));
    }
    addNotes(result, proposed->folder.notes);
    return result;
}

Result<QJsonObject> runWriteTool(const ToolCall& call)
{
    if (!call.arguments.flag(u"write")) {
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("files are only written with \"write\": true; \"propose\" "
                                    "shows what would be written"),
                     QStringLiteral("write")};
    }
    const auto folder = call.context.roots.path(call.arguments.text(u"folder"));
    if (!folder) {
        return folder.error();
    }
    const QString journals = writeJournalsFor(call.context.dataFolder);
    const auto undone = undoInterruptedPort(*folder, journals);
    if (!undone) {
        return undone.error();
    }
    auto proposed = proposedBy(call);
    if (!proposed) {
        return proposed.error();
    }
    if (call.cancel.isCancelled()) {
        return Error{ErrorCode::Cancelled, {}, {}};
    }
    const auto written = writePort(proposed->folder.path, proposed->files, journals);
    if (!written) {
        return written.error();
    }
    if (*undone) {
        proposed->folder.notes.append(QStringLiteral(
            "An earlier write was interrupted here; its files were restored first."));
    }
    QJsonObject result{
        {QStringLiteral("written"), written->written},
        {QStringLiteral("changes"), proposed->hunks.size()},
        {QStringLiteral("merged"), QJsonArray::fromStringList(written->merged)},
        {QStringLiteral("conflicts"), QJsonArray::fromStringList(written->conflicts)}};
    addFileNames(result, proposed->files);
    addNotes(result, proposed->folder.notes);
    return result;
}

QJsonObject choiceProperties()
{
    return {{QStringLiteral("rules"), textsSchema(QStringLiteral("Only edits of these rules, by "
                                                                 "id."))},
            {QStringLiteral("paths"),
             textsSchema(QStringLiteral("Only these files or folders, or patterns with * and ?; "
                                        "what they need comes along."))},
            {QStringLiteral("keys"),
             textsSchema(QStringLiteral("Only these changes, by key; what they need comes along. "
                                        "Keys change with \"guard\"."))},
            {QStringLiteral("phase"), phaseSchema()},
            {QStringLiteral("proved_only"),
             flagSchema(QStringLiteral("Only edits proved to leave the NVIDIA path unchanged."))},
            {QStringLiteral("guard"),
             choiceSchema(QStringLiteral("What a guard encloses; default: line."),
                          {QStringLiteral("line"), QStringLiteral("block"),
                           QStringLiteral("function"), QStringLiteral("file")})}};
}

} // namespace

std::vector<AgentTool> portTools()
{
    const auto number = QStringLiteral("integer");
    const auto array = QStringLiteral("array");
    QJsonObject shown = withPages(choiceProperties());
    shown.insert(QStringLiteral("format"),
                 choiceSchema(QStringLiteral("\"edits\" (default): a page of changes, each with "
                                             "key, reason, verdict and edits as byte ranges; "
                                             "\"patch\": a git patch, part by part."),
                              {QStringLiteral("edits"), QStringLiteral("patch")}));
    QJsonObject written = choiceProperties();
    written.insert(QStringLiteral("write"),
                   flagSchema(QStringLiteral("Must be true: changes files in the working tree.")));
    std::vector<AgentTool> tools;
    tools.push_back(
        {QStringLiteral("propose"), QStringLiteral("Propose edits"),
         QStringLiteral(
             "Gives the edits that port the code base, each with the rule's reason and with the "
             "verdict on the NVIDIA path; writes nothing. Look at them, then \"write_port\" "
             "writes those that you choose, and \"record_decision\" tells the person what you "
             "would accept or reject."),
         objectSchema(withFolder(shown)),
         resultSchema({{QStringLiteral("strategy"), QStringLiteral("string")},
                       {QStringLiteral("changes"), number},
                       {QStringLiteral("files"), array},
                       {QStringLiteral("fileCount"), number}}),
         true, false, runProposeTool});
    tools.push_back(
        {QStringLiteral("write_port"), QStringLiteral("Write the port into the working tree"),
         QStringLiteral(
             "Writes the chosen edits into the files of the folder, all or none. Needs \"write\": "
             "true. Work on a branch of its own. Generated files that were edited by hand are "
             "merged; a conflict leaves the file and is named. Afterwards \"prove_isolation\", "
             "\"compile_gate\" and \"execute_on_lanes\" show whether the port holds."),
         objectSchema(withFolder(written), {QStringLiteral("write")}),
         resultSchema({{QStringLiteral("written"), number},
                       {QStringLiteral("changes"), number},
                       {QStringLiteral("files"), array},
                       {QStringLiteral("fileCount"), number},
                       {QStringLiteral("conflicts"), array}}),
         false, true, runWriteTool});
    return tools;
}

} // namespace rocport
