// Tools that read: what is there, what applies, what the rules say.
#include "core/agent/agentfolder.h"
#include "core/agent/resources.h"
#include "core/base/vendored.h"
#include "core/plan/installplan.h"
#include "core/plan/plan.h"
#include "core/report/scanjson.h"
#include "core/rules/rulenames.h"

#include <QMap>

#include <algorithm>

namespace rocport {

namespace {

Result<QJsonObject> runScanTool(const ToolCall& call)
{
    const auto found = scannedFolder(call);
    if (!found) {
        return found.error();
    }
    const auto& [folder, scanned] = *found;
    struct Group
    {
        Severity worst = Severity::Info;
        qint64 findings = 0;
        Phase phase = Phase::Environment;
    };
    const ScanResult& scan = *scanned.scan;
    QMap<QString, Group> groups;
    qint64 findings = 0;
    qint64 copies = 0;
    for (const auto& file : scan.files) {
        for (const Finding& finding : file->findings) {
            if (isOfCopy(homeOf(*file, finding))) {
                ++copies;
                continue;
            }
            ++findings;
            Group& group = groups[finding.ruleId];
            group.worst = std::max(group.worst, finding.severity);
            group.phase = finding.phase;
            ++group.findings;
        }
    }
    QJsonArray byRule;
    for (auto it = groups.cbegin(); it != groups.cend(); ++it) {
        const Rule* rule = folder.rules->find(it.key());
        byRule.append(
            QJsonObject{{QStringLiteral("rule"), it.key()},
                        {QStringLiteral("name"), rule == nullptr ? it.key() : listName(*rule)},
                        {QStringLiteral("phase"), int(it->phase)},
                        {QStringLiteral("worst"), severityId(it->worst)},
                        {QStringLiteral("findings"), it->findings}});
    }
    QJsonObject inventory = inventoryToJson(scan.inventory);
    const qsizetype skipped = scan.inventory.skipped.size();
    inventory.remove(QStringLiteral("skipped"));
    inventory.insert(QStringLiteral("skippedFiles"), skipped);
    QJsonObject result{{QStringLiteral("folder"), folder.path},
                       {QStringLiteral("source"), scan.source},
                       {QStringLiteral("strategy"), strategyId(scan.strategy)},
                       {QStringLiteral("guardMacro"), folder.target.guardMacro},
                       {QStringLiteral("inventory"), inventory},
                       {QStringLiteral("findings"), findings},
                       {QStringLiteral("findingsInCopies"), copies},
                       {QStringLiteral("changes"), scan.hunks.size()},
                       {QStringLiteral("byRule"), byRule}};
    addNotes(result, folder.notes);
    return result;
}

Result<QJsonObject> runPlanTool(const ToolCall& call)
{
    const auto found = scannedFolder(call);
    if (!found) {
        return found.error();
    }
    const auto& [folder, scanned] = *found;
    QJsonObject result = planToJson(makePlan(*scanned.scan));
    if (call.arguments.flag(u"install")) {
        result.insert(
            QStringLiteral("install"),
            QString::fromUtf8(installMarkdown(makeInstallPlan(*scanned.scan, folder.target))));
    }
    addNotes(result, folder.notes);
    return result;
}

Result<QJsonObject> runFindingsTool(const ToolCall& call)
{
    auto pages = Pages::of(call.arguments);
    if (!pages) {
        return pages.error();
    }
    auto folder = agentFolder(call);
    if (!folder) {
        return folder.error();
    }
    const QString ruleId = call.arguments.text(u"rule");
    if (!ruleId.isEmpty() && folder->rules->find(ruleId) == nullptr) {
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("there is no such rule; the tool scan lists those that find "
                                    "something"),
                     ruleId};
    }
    const auto scanned = scanFor(call, *folder, folder->target, folder->rules);
    if (!scanned) {
        return scanned.error();
    }
    const QString path = call.arguments.text(u"path");
    const auto phase = phaseArgument(call);
    const Severity least =
        severityFromId(call.arguments.text(u"severity")).value_or(Severity::Info);
    const bool copies = call.arguments.flag(u"copies");
    QSet<QByteArray> answered;
    for (const Hunk& hunk : scanned->scan->hunks) {
        answered += QSet<QByteArray>(hunk.findingIds.begin(), hunk.findingIds.end());
    }
    const bool onlyOpen = call.arguments.flag(u"without_change");
    for (const auto& file : scanned->scan->files) {
        if (!pathFits(file->path.display(), path)) {
            continue;
        }
        for (const Finding& finding : file->findings) {
            const FindingHome home = homeOf(*file, finding);
            if ((isOfCopy(home) && !copies) || finding.severity < least ||
                (phase && finding.phase != *phase) ||
                (!ruleId.isEmpty() && finding.ruleId != ruleId) ||
                (onlyOpen && answered.contains(finding.id))) {
                continue;
            }
            pages->add([&] {
                QJsonObject one = findingToJson(finding, home);
                one.insert(QStringLiteral("hasChange"), answered.contains(finding.id));
                return one;
            });
        }
    }
    QJsonObject result;
    pages->addTo(result, QStringLiteral("findings"));
    addNotes(result, folder->notes);
    return result;
}

Result<QJsonObject> runExplainTool(const ToolCall& call)
{
    const auto path = call.context.roots.path(call.arguments.text(u"folder"));
    if (!path) {
        return path.error();
    }
    QStringList notes;
    const auto rules = agentRules(call.context, *path, notes);
    const Rule* rule = rules->find(call.arguments.text(u"rule"));
    if (rule == nullptr) {
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("there is no such rule; resources/list has all"),
                     call.arguments.text(u"rule")};
    }
    QJsonObject result = ruleToJson(*rule);
    addNotes(result, notes);
    return result;
}

} // namespace

std::vector<AgentTool> scanTools()
{
    const auto string = QStringLiteral("string");
    const auto number = QStringLiteral("integer");
    const auto array = QStringLiteral("array");
    const auto object = QStringLiteral("object");
    std::vector<AgentTool> tools;
    tools.push_back(
        {QStringLiteral("scan"), QStringLiteral("Scan a code base"),
         QStringLiteral(
             "Reads a CUDA or PyTorch code base and counts what a port to AMD ROCm meets: kind, "
             "languages, libraries, risks, and findings by rule. Begin here. Then \"plan\" says "
             "which phases apply, \"findings\" lists places, \"propose\" gives the edits."),
         objectSchema(withFolder({})),
         resultSchema({{QStringLiteral("folder"), string},
                       {QStringLiteral("strategy"), string},
                       {QStringLiteral("inventory"), object},
                       {QStringLiteral("findings"), number},
                       {QStringLiteral("changes"), number},
                       {QStringLiteral("byRule"), array}}),
         true, false, runScanTool});
    tools.push_back(
        {QStringLiteral("plan"), QStringLiteral("Plan the port"),
         QStringLiteral("Says which of the nine phases of a port apply to the code base and why, "
                        "with evidence and a checklist for each; with \"install\" also how to "
                        "install it on ROCm without losing the ROCm build of torch."),
         objectSchema(withFolder({{QStringLiteral("install"),
                                   flagSchema(QStringLiteral("Add the steps of an installation, "
                                                             "as Markdown."))}})),
         resultSchema({{QStringLiteral("nodes"), array}, {QStringLiteral("phases"), array}}), true,
         false, runPlanTool});
    tools.push_back(
        {QStringLiteral("findings"), QStringLiteral("List findings"),
         QStringLiteral("Lists the places that the rules point at, page by page: file, line, "
                        "message, way out, effort, and whether \"propose\" has a change for it. "
                        "With \"without_change\" only what is left for you or a person to do."),
         objectSchema(withFolder(withPages(
             {{QStringLiteral("rule"), textSchema(QStringLiteral("Only this rule, by id."), 200)},
              {QStringLiteral("path"), textSchema(QStringLiteral("Only this file or folder, or a "
                                                                 "pattern with * and ?."))},
              {QStringLiteral("phase"), phaseSchema()},
              {QStringLiteral("severity"),
               choiceSchema(QStringLiteral("At least this severe."),
                            {QStringLiteral("info"), QStringLiteral("warning"),
                             QStringLiteral("critical")})},
              {QStringLiteral("without_change"),
               flagSchema(QStringLiteral("Only findings that no proposed change answers."))},
              {QStringLiteral("copies"),
               flagSchema(QStringLiteral("With those in vendored and generated files."))}}))),
         resultSchema({{QStringLiteral("findings"), array}, {QStringLiteral("total"), number}}),
         true, false, runFindingsTool});
    tools.push_back(
        {QStringLiteral("explain_rule"), QStringLiteral("Explain a rule"),
         QStringLiteral("Explains a rule: why it matters on AMD GPUs, what its edit does, the way "
                        "out where it has none, its reference, the facts with sources that it "
                        "stands on, and samples of code."),
         objectSchema({{QStringLiteral("rule"), textSchema(QStringLiteral("Id of the rule."), 200)},
                       {QStringLiteral("folder"),
                        textSchema(QStringLiteral("Folder whose own rules count too."))}},
                      {QStringLiteral("rule")}),
         resultSchema({{QStringLiteral("id"), string},
                       {QStringLiteral("title"), string},
                       {QStringLiteral("reason"), string}}),
         true, false, runExplainTool});
    return tools;
}

} // namespace rocport
