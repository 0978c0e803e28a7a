// Tools that prove: the NVIDIA path unchanged, and the static and compile checks of a port.
#include "core/agent/agentfolder.h"
#include "core/base/cancelscope.h"
#include "core/facts/settingnames.h"
#include "core/process/localprocess.h"
#include "core/project/port/comparejson.h"
#include "core/project/proof/compilegate.h"
#include "core/project/proof/staticinput.h"
#include "core/report/gatereport.h"
#include "core/verify/verifyrun.h"

#include <QFileInfo>
#include <QJsonDocument>

#include <algorithm>

namespace rocport {

namespace {

Result<GuardMacros> macrosOf(const ToolCall& call, const TargetSettings& target)
{
    const QStringList macros = call.arguments.texts(u"macros");
    for (const QString& macro : macros) {
        const QString fault = macroFaultClause(guardMacroFault(macro));
        if (!fault.isEmpty()) {
            return Error{ErrorCode::InvalidArgument, QStringLiteral("the macro ") + fault, macro};
        }
    }
    return macrosFor(target, macros, call.arguments.flag(u"macros_only"));
}

Result<RangeProof> proofOf(const ToolCall& call, const AgentFolder& folder,
                           const GuardMacros& macros)
{
    const QString range = call.arguments.text(u"range");
    if (!range.isEmpty()) {
        if (const auto held = repositoryBelow(call.context.roots, folder.path); !held) {
            return held.error();
        }
        return proveRange(folder.path, range, macros, call.arguments.flag(u"each"));
    }
    const auto original = call.context.roots.path(call.arguments.text(u"original"));
    if (!original) {
        return original.error();
    }
    const auto ported = call.context.roots.path(call.arguments.text(u"ported"));
    if (!ported) {
        return ported.error();
    }
    auto files = proveTrees(*original, *ported, macros);
    if (!files) {
        return files.error();
    }
    RangeProof proof;
    proof.files = *std::move(files);
    return proof;
}

/// Adds the first commits, those that are not proved before the others, and how many there are.
void addCommits(QJsonObject& result, QVector<CommitProof> commits)
{
    if (commits.isEmpty()) {
        return;
    }
    std::stable_partition(commits.begin(), commits.end(), [](const CommitProof& commit) {
        return !isProved(weakestVerdict(commit.files));
    });
    constexpr qsizetype kMostCommits = 100;
    QJsonArray shown;
    for (qsizetype i = 0; i < std::min(kMostCommits, commits.size()); ++i) {
        shown.append(
            QJsonObject{{QStringLiteral("id"), QString::fromLatin1(commits[i].commit.id)},
                        {QStringLiteral("summary"), commits[i].commit.summary},
                        {QStringLiteral("verdict"), verdictId(weakestVerdict(commits[i].files))}});
    }
    result.insert(QStringLiteral("commits"), shown);
    result.insert(QStringLiteral("commitCount"), commits.size());
}

Result<QJsonObject> runIsolationTool(const ToolCall& call)
{
    auto pages = Pages::of(call.arguments);
    if (!pages) {
        return pages.error();
    }
    const bool hasRange = call.arguments.has(u"range");
    const bool hasPair = call.arguments.has(u"original") && call.arguments.has(u"ported");
    if (hasRange == hasPair) {
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("give either \"range\", or \"original\" and \"ported\""),
                     QStringLiteral("range")};
    }
    auto folder = agentFolder(call);
    if (!folder) {
        return folder.error();
    }
    const auto macros = macrosOf(call, folder->target);
    if (!macros) {
        return macros.error();
    }
    const CancelScope scope(call.cancel);
    const auto proof = proofOf(call, *folder, *macros);
    if (!proof) {
        return proof.error();
    }
    if (call.cancel.isCancelled()) {
        return Error{ErrorCode::Cancelled, {}, {}};
    }
    QJsonObject result = rangeProofToJson(*proof, *macros);
    QVector<FileProof> changed;
    for (const FileProof& file : proof->files) {
        if (file.proof.verdict != Verdict::Identical) {
            changed.append(file);
        }
    }
    std::stable_sort(changed.begin(), changed.end(), [](const FileProof& a, const FileProof& b) {
        return isProved(a.proof.verdict) < isProved(b.proof.verdict);
    });
    for (const FileProof& file : changed) {
        pages->add([&] { return fileProofToJson(file); });
    }
    addCommits(result, proof->commits);
    pages->addTo(result, QStringLiteral("files"));
    result.insert(QStringLiteral("identicalFiles"), proof->files.size() - changed.size());
    addNotes(result, folder->notes);
    return result;
}

/// A run with its checks in pages, those that failed first.
QJsonObject pagedRun(const VerifyRun& run, Pages pages)
{
    VerifyRun sorted = run;
    std::stable_sort(sorted.checks.begin(), sorted.checks.end(),
                     [](const VerifyCheck& a, const VerifyCheck& b) {
                         return (a.state == CheckState::Failed) > (b.state == CheckState::Failed);
                     });
    const QJsonObject whole = verifyRunToJson(sorted);
    const QJsonArray checks = whole.value(u"checks").toArray();
    for (const QJsonValue check : checks) {
        pages.add([&] { return QJsonValue(check); });
    }
    QJsonObject result{
        {QStringLiteral("level"), verifyLevelName(run.level)},
        {QStringLiteral("state"), checkStateId(run.state())},
        {QStringLiteral("failed"), run.count(CheckState::Failed)},
        {QStringLiteral("passed"), run.count(CheckState::Passed)},
        {QStringLiteral("notRun"), run.count(CheckState::Skipped) + run.count(CheckState::NotRun)},
        {QStringLiteral("remarks"), QJsonArray::fromStringList(run.notes)}};
    pages.addTo(result, QStringLiteral("checks"));
    return result;
}

/// What a compiler for HIP says of the same port.
Result<QJsonObject> compiledBy(const ToolCall& call, const GateInput& input)
{
    GateOptions options;
    options.search = CompilerSearch::fromEnvironment();
    const auto gate = runGate(input, options, LocalProcessRunner(), call.cancel);
    if (!gate) {
        return gate.error();
    }
    if (!gate->compilerFound) {
        return QJsonObject{{QStringLiteral("state"), QStringLiteral("not-run")},
                           {QStringLiteral("why"),
                            QStringLiteral("No compiler for HIP was found on this machine.")}};
    }
    QJsonObject result{{QStringLiteral("state"), gate->count(GateStatus::Failed) > 0
                                                     ? QStringLiteral("failed")
                                                     : QStringLiteral("passed")},
                       {QStringLiteral("failed"), gate->count(GateStatus::Failed)},
                       {QStringLiteral("passed"), gate->count(GateStatus::Passed)},
                       {QStringLiteral("notChecked"), gate->count(GateStatus::NotChecked)}};
    constexpr qsizetype kMostText = 32 * 1024;
    const QByteArray text = renderGateText(*gate);
    result.insert(QStringLiteral("text"),
                  QString::fromUtf8(text.first(std::min(kMostText, text.size()))));
    if (text.size() > kMostText) {
        result.insert(QStringLiteral("leftOut"), text.size() - kMostText);
    }
    return result;
}

Result<QJsonObject> runGateTool(const ToolCall& call)
{
    auto pages = Pages::of(call.arguments);
    if (!pages) {
        return pages.error();
    }
    const auto found = scannedFolder(call);
    if (!found) {
        return found.error();
    }
    const auto& [folder, scanned] = *found;
    const auto files = filesArgument(call, folder);
    if (!files) {
        return files.error();
    }
    HunkChoice choice;
    choice.provedOnly = call.arguments.flag(u"proved_only");
    const QVector<Hunk> hunks = chooseHunks(*scanned.scan, choice);
    auto input = staticInput(scanned, hunks, folder.rules, folder.target, folder.path);
    if (!input) {
        return input.error();
    }
    if (!files->isEmpty()) {
        input = onlyFiles(*std::move(input), *files);
    }
    const auto run = runStaticChecks(*input, call.cancel, [&call](int done, int total) {
        call.progress(done, total, QStringLiteral("Checking"));
    });
    if (!run) {
        return run.error();
    }
    QJsonObject result = pagedRun(*run, *pages);
    if (call.arguments.flag(u"compile")) {
        const auto port = gateInput(scanned, hunks, folder.target, folder.path);
        if (!port) {
            return port.error();
        }
        const auto compiled = compiledBy(call, *port);
        if (!compiled) {
            return compiled.error();
        }
        result.insert(QStringLiteral("compiled"), *compiled);
    }
    addNotes(result, folder.notes);
    return result;
}

} // namespace

std::vector<AgentTool> proofTools()
{
    const auto number = QStringLiteral("integer");
    const auto array = QStringLiteral("array");
    const auto string = QStringLiteral("string");
    std::vector<AgentTool> tools;
    tools.push_back(
        {QStringLiteral("prove_isolation"), QStringLiteral("Prove the NVIDIA path unchanged"),
         QStringLiteral(
             "Proves that an NVIDIA build sees the same source after the port as before: of two "
             "files or folders (\"original\", \"ported\"), or of commits (\"range\": "
             "\"main..HEAD\"). Lists the files that changed with verdict, reason and the line of "
             "the first difference, the bad ones first. \"violated\" has to be repaired."),
         objectSchema(withFolder(withPages(
             {{QStringLiteral("original"),
               textSchema(QStringLiteral("File or folder before the port."))},
              {QStringLiteral("ported"), textSchema(QStringLiteral("File or folder after it."))},
              {QStringLiteral("range"),
               textSchema(QStringLiteral("BASE..TIP or BASE...TIP of the repository that holds "
                                         "\"folder\"; what is committed counts, not the working "
                                         "tree."),
                          500)},
              {QStringLiteral("each"),
               flagSchema(QStringLiteral("Also prove each commit of the range."))},
              {QStringLiteral("macros"),
               textsSchema(QStringLiteral("More macros that are undefined on NVIDIA."), 50)},
              {QStringLiteral("macros_only"),
               flagSchema(QStringLiteral("Only these macros, not USE_ROCM and HIP's own."))}}))),
         resultSchema({{QStringLiteral("proved"), QStringLiteral("boolean")},
                       {QStringLiteral("verdict"), string},
                       {QStringLiteral("files"), array},
                       {QStringLiteral("total"), number},
                       {QStringLiteral("identicalFiles"), number}}),
         true, false, runIsolationTool});
    tools.push_back(
        {QStringLiteral("compile_gate"), QStringLiteral("Check the port without running it"),
         QStringLiteral(
             "Checks the files of the folder with everything that is still proposed for them: "
             "isolation, syntax, lane masks, compile modes, imports, open critical findings. No "
             "code of the repository runs. With \"compile\" a HIP compiler of this machine "
             "compiles the port too, in a temporary folder; no GPU is needed. Failed checks come "
             "first."),
         objectSchema(withFolder(withPages(
             {{QStringLiteral("files"),
               textsSchema(QStringLiteral("Only these files of the folder."))},
              {QStringLiteral("proved_only"),
               flagSchema(QStringLiteral("Of the proposed edits only those that are proved."))},
              {QStringLiteral("compile"),
               flagSchema(QStringLiteral("Also compile with hipcc or clang++, which may take "
                                         "minutes."))}}))),
         resultSchema({{QStringLiteral("level"), string},
                       {QStringLiteral("state"), string},
                       {QStringLiteral("failed"), number},
                       {QStringLiteral("passed"), number},
                       {QStringLiteral("checks"), array}}),
         true, false, runGateTool});
    return tools;
}

} // namespace rocport
