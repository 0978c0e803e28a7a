// Tools on a project: opening it, proposing decisions, the report.
#include "core/agent/agentfolder.h"
#include "core/project/port/exportreport.h"
#include "core/project/session/openstate.h"
#include "core/project/session/projectlocation.h"
#include "core/project/session/projectopening.h"
#include "core/store/projectfile.h"
#include "core/store/proposeddecision.h"

#include <QFileInfo>

#include <algorithm>

namespace rocport {

namespace {

/// A project file below a root, whose repository and work tree are below one too: it may come with
/// a repository and lead anywhere. Reads nothing of what it names before that is known.
Result<QString> projectBelow(const ToolCall& call, const QString& name)
{
    const AgentRoots& roots = call.context.roots;
    auto path = roots.path(name);
    if (!path) {
        return path.error();
    }
    const auto file = ProjectFile::open(*path, true);
    if (!file) {
        return file.error();
    }
    const auto meta = (*file)->meta();
    if (!meta) {
        return meta.error();
    }
    for (const QString& folder : {meta->repositoryRoot, meta->worktree}) {
        if (!folder.isEmpty() && !folder.startsWith(u'/')) { // below the working folder, any
            return Error{ErrorCode::PathOutsideRepository,
                         QStringLiteral("the project names no absolute folder"), folder};
        }
    }
    const auto root = roots.path(meta->repositoryRoot);
    if (!root) {
        return root.error();
    }
    if (const auto held = repositoryBelow(roots, *root); !held) {
        return held.error();
    }
    // The work tree that the window makes is among the user's data; none has to be there yet.
    if (!meta->worktree.isEmpty() &&
        meta->worktree != worktreeFor(call.context.dataFolder, meta->repositoryRoot)) {
        const auto worktree = roots.path(meta->worktree);
        if (!worktree && worktree.error().code == ErrorCode::PathOutsideRepository) {
            return worktree.error();
        }
    }
    return path;
}

/// The project file that a call names, or that of the repository that holds its folder.
Result<QString> projectOf(const ToolCall& call)
{
    if (call.arguments.has(u"project")) {
        return projectBelow(call, call.arguments.text(u"project"));
    }
    const auto folder = call.context.roots.path(call.arguments.text(u"folder"));
    if (!folder) {
        return folder.error();
    }
    const auto info = repositoryBelow(call.context.roots, *folder);
    if (!info) {
        return info.error();
    }
    const QString file = projectFileFor(call.context.dataFolder, info->root);
    if (!QFileInfo::exists(file)) {
        return Error{ErrorCode::NotPossibleNow,
                     QStringLiteral("there is no project for this repository yet; call "
                                    "\"open_project\" first"),
                     *folder};
    }
    return file;
}

/// Scans the commit that is checked out into a project that has no scan yet.
Result<void> scanInto(const ToolCall& call, OpenedProject& project, QStringList& notes)
{
    const QString& root = project.state.meta.repositoryRoot;
    auto repository = Repository::open(root);
    if (!repository) {
        return repository.error();
    }
    const auto info = (*repository)->info();
    if (!info) {
        return info.error();
    }
    const auto tree = (*repository)->treeAt(info->headCommit);
    if (!tree) {
        return tree.error();
    }
    const auto scan =
        scanTree(**tree, agentRules(call.context, root, notes), project.state.meta.target, nullptr,
                 call.cancel, [&call](const ScanProgress& progress) {
                     call.progress(progress.done, progress.total, QStringLiteral("Scanning"));
                 });
    if (!scan) {
        return scan.error();
    }
    ScanResult result = **scan;
    result.commit = info->headCommit;
    return project.file->saveScan(result);
}

Result<QJsonObject> runOpenTool(const ToolCall& call)
{
    const auto folder = call.context.roots.path(call.arguments.text(u"folder"));
    if (!folder) {
        return folder.error();
    }
    if (const auto held = repositoryBelow(call.context.roots, *folder); !held) {
        return held.error();
    }
    QStringList notes;
    std::unique_ptr<ProjectFile> none;
    auto project = openProject(call.context.dataFolder, *folder, {}, none, call.cancel);
    if (!project) {
        return project.error();
    }
    if (!project->state.rawScan) {
        if (const auto scanned = scanInto(call, *project, notes); !scanned) {
            return scanned.error();
        }
    }
    const QString file = project->file->path();
    project->file.reset();
    const auto state = openStateReadOnly(file);
    if (!state) {
        return state.error();
    }
    QJsonObject result{{QStringLiteral("project"), state->meta.name},
                       {QStringLiteral("file"), file},
                       {QStringLiteral("baseCommit"), QString::fromLatin1(state->meta.baseCommit)},
                       {QStringLiteral("scannedCommit"),
                        state->scan ? QString::fromLatin1(state->scan->commit) : QString()},
                       {QStringLiteral("portBranch"), state->meta.portBranch},
                       {QStringLiteral("changes"), state->hunks},
                       {QStringLiteral("decided"), state->decided},
                       {QStringLiteral("proposed"), state->proposed.size()}};
    addNotes(result, notes);
    return result;
}

QString kindWord(const QString& decision)
{
    return decision == u"accept"   ? QStringLiteral("accepted")
           : decision == u"reject" ? QStringLiteral("rejected")
                                   : QStringLiteral("edited");
}

Result<QJsonObject> runDecisionTool(const ToolCall& call)
{
    const auto project = projectOf(call);
    if (!project) {
        return project.error();
    }
    ProposedDecision proposed;
    proposed.hunkKey = call.arguments.text(u"key").toLatin1();
    proposed.kind =
        decisionFromId(kindWord(call.arguments.text(u"decision"))).value_or(DecisionKind::Open);
    proposed.reason = call.arguments.text(u"reason");
    proposed.by = call.agent;
    proposed.time = QDateTime::currentDateTimeUtc();
    if (call.arguments.has(u"text")) {
        proposed.editedText = call.arguments.text(u"text").toUtf8();
        proposed.editedText.append("", 0); // empty, not null
    }
    const auto entry = journalEntry(proposed);
    if (!entry) {
        return entry.error();
    }
    const auto state = openStateReadOnly(*project);
    if (!state) {
        return state.error();
    }
    const Hunk* hunk = state->scan ? state->hunk(proposed.hunkKey) : nullptr;
    if (hunk == nullptr) {
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("the project has no change with this key; \"report\" with "
                                    "format tasks-json lists those that are left"),
                     QString::fromLatin1(proposed.hunkKey)};
    }
    auto file = ProjectFile::open(*project);
    if (!file) {
        return file.error();
    }
    if (const auto kept = (*file)->appendJournal({*entry}); !kept) {
        return kept.error();
    }
    return QJsonObject{
        {QStringLiteral("key"), QString::fromLatin1(proposed.hunkKey)},
        {QStringLiteral("proposed"), call.arguments.text(u"decision")},
        {QStringLiteral("by"), proposed.by},
        {QStringLiteral("path"), hunk->targetPath.display()},
        {QStringLiteral("line"), hunk->firstLine},
        {QStringLiteral("decided"), decisionId(state->decisions.kind(proposed.hunkKey))},
        {QStringLiteral("next"),
         QStringLiteral("Proposed only: a person decides in Rocport's window.")}};
}

QStringList textFormats()
{
    QStringList ids = reportFormatIds();
    ids.removeAll(QStringLiteral("patches"));
    return ids;
}

Result<QJsonObject> runReportTool(const ToolCall& call)
{
    const auto project = projectOf(call);
    if (!project) {
        return project.error();
    }
    const auto state = openStateReadOnly(*project);
    if (!state) {
        return state.error();
    }
    QStringList notes;
    const auto rules = agentRules(call.context, state->meta.repositoryRoot, notes);
    const QString format =
        call.arguments.has(u"format") ? call.arguments.text(u"format") : QStringLiteral("tasks");
    const auto bytes = renderReport(*state, *rules, format, QDateTime::currentDateTimeUtc());
    if (!bytes) {
        return bytes.error();
    }
    QJsonObject result{{QStringLiteral("format"), format}};
    const auto part = addPart(result, QStringLiteral("text"), *bytes, call.arguments);
    if (!part) {
        return part.error();
    }
    addNotes(result, notes);
    return result;
}

QJsonObject withProject(QJsonObject own)
{
    own.insert(QStringLiteral("folder"),
               textSchema(QStringLiteral("A folder of the repository, whose project is meant; "
                                         "default: the first root.")));
    own.insert(QStringLiteral("project"),
               textSchema(QStringLiteral("A project file below a root instead, as is its "
                                         "repository.")));
    return own;
}

} // namespace

std::vector<AgentTool> projectTools()
{
    const auto number = QStringLiteral("integer");
    const auto string = QStringLiteral("string");
    std::vector<AgentTool> tools;
    tools.push_back(
        {QStringLiteral("open_project"), QStringLiteral("Open the project"),
         QStringLiteral(
             "Finds the project of a git repository, the one that Rocport's window opens, or "
             "makes it: a file in the user's data folder with the scan of the commit that is "
             "checked out. Needed once before \"record_decision\" and \"report\". Changes nothing "
             "in the repository."),
         objectSchema({{QStringLiteral("folder"),
                        textSchema(QStringLiteral("A folder of the repository; default: the first "
                                                  "root."))}}),
         resultSchema({{QStringLiteral("project"), string},
                       {QStringLiteral("file"), string},
                       {QStringLiteral("changes"), number},
                       {QStringLiteral("decided"), number}}),
         false, false, runOpenTool});
    tools.push_back(
        {QStringLiteral("record_decision"), QStringLiteral("Propose a decision"),
         QStringLiteral(
             "Records in the project what you would decide about a change, and why, as proposed "
             "by you. It accepts nothing: a person sees it with the change and decides. Later "
             "words of yours about the same change replace it. The window must not have the "
             "project open for writing at that moment."),
         objectSchema(
             withProject(
                 {{QStringLiteral("key"),
                   textSchema(QStringLiteral("Key of the change, as \"propose\" or tasks-json "
                                             "(\"change:KEY\") give it."),
                              64)},
                  {QStringLiteral("decision"),
                   choiceSchema(QStringLiteral("What you propose."),
                                {QStringLiteral("accept"), QStringLiteral("reject"),
                                 QStringLiteral("edit")})},
                  {QStringLiteral("reason"),
                   textSchema(QStringLiteral("Why, for the person who decides."),
                              kLongestProposedReason)},
                  {QStringLiteral("text"),
                   textSchema(QStringLiteral("With \"edit\": the whole lines firstLine to lastLine "
                                             "of the change, as they should be."),
                              500'000)}}),
             {QStringLiteral("key"), QStringLiteral("decision"), QStringLiteral("reason")}),
         resultSchema({{QStringLiteral("key"), string},
                       {QStringLiteral("proposed"), string},
                       {QStringLiteral("by"), string},
                       {QStringLiteral("decided"), string}}),
         false, false, runDecisionTool});
    tools.push_back(
        {QStringLiteral("report"), QStringLiteral("Report"),
         QStringLiteral(
             "The report of the project, part by part: \"tasks\" (default) and \"tasks-json\" "
             "have what is left, each with place, reason, reference and the commands that accept "
             "it; \"md\", \"html\", \"json\" and \"sarif\" have all that was found and decided."),
         objectSchema(
             withProject({{QStringLiteral("format"),
                           choiceSchema(QStringLiteral("Default: tasks."), textFormats())},
                          {QStringLiteral("cursor"),
                           textSchema(QStringLiteral("\"nextCursor\" of the part before."), 20)}})),
         resultSchema({{QStringLiteral("format"), string},
                       {QStringLiteral("text"), string},
                       {QStringLiteral("bytes"), number}}),
         true, false, runReportTool});
    return tools;
}

const std::vector<AgentTool>& agentTools()
{
    static const std::vector<AgentTool> tools = [] {
        std::vector<AgentTool> all;
        for (auto* make :
             {scanTools, portTools, proofTools, reviewTools, laneTools, projectTools}) {
            for (AgentTool& tool : make()) {
                all.push_back(std::move(tool));
            }
        }
        return all;
    }();
    return tools;
}

} // namespace rocport
