#include "core/project/proof/staticinput.h"

#include "core/files/repositoryname.h"
#include "core/project/nodes/remoterecords.h"
#include "core/project/proof/compilegate.h"
#include "core/project/session/rulepreview.h"
#include "core/rules/packs/packwork.h"

#include <utility>

namespace rocport {

namespace {

/// Sorts out the critical findings that neither `accepted` nor a person answers.
void takeFindings(StaticInput& input, const ScanResult& scan, const QSet<QByteArray>& ticked)
{
    QSet<QByteArray> answered;
    for (const Hunk& hunk : std::as_const(input.accepted)) {
        answered.unite(QSet<QByteArray>(hunk.findingIds.begin(), hunk.findingIds.end()));
    }
    for (const auto& file : scan.files) {
        for (const Finding& finding : file->findings) {
            if (finding.severity != Severity::Critical || answered.contains(finding.id)) {
                continue;
            }
            if (ticked.contains(finding.id)) {
                ++input.ticked;
            } else {
                input.open.append(finding);
            }
        }
    }
}

StaticInput inputOf(const GateInput& gate, const ScanResult& scan,
                    const std::shared_ptr<const RuleSet>& rules, const TargetSettings& target)
{
    StaticInput input;
    for (const GateFileInput& file : gate.port) {
        const QByteArray firstLine = file.content.left(file.content.indexOf('\n'));
        input.files.append(
            {file.path, languageOfFile(file.path.fileName(), firstLine), file.content});
    }
    input.unread = unreadSources(scan.files);
    input.context.rules = rules;
    input.context.target = target;
    input.context.strategy = scan.strategy;
    input.context.compatHeader = scan.compatHeader;
    input.context.names = namesOf(scan);
    input.context.twins = twinsOf(scan);
    input.context.packWork = std::make_shared<PackWork>();
    return input;
}

} // namespace

Result<StaticInput> staticInput(const FolderScan& scanned, const QVector<Hunk>& chosen,
                                const std::shared_ptr<const RuleSet>& rules,
                                const TargetSettings& target, const QString& folder)
{
    const auto gate = gateInput(scanned, chosen, target, folder);
    if (!gate) {
        return gate.error();
    }
    StaticInput input = inputOf(*gate, *scanned.scan, rules, target);
    input.accepted = chosen;
    takeFindings(input, *scanned.scan, {});
    return input;
}

Result<StaticInput> staticInput(const ProjectState& state,
                                const std::shared_ptr<const RuleSet>& rules)
{
    const auto gate = gateInput(state); // says so where there is no scan
    if (!gate) {
        return gate.error();
    }
    StaticInput input = inputOf(*gate, *state.scan, rules, state.meta.target);
    for (const Hunk& hunk : state.scan->hunks) {
        const Decision* decision = state.decisions.decision(hunk.key);
        if (decision == nullptr || !isTaken(decision->kind)) {
            continue;
        }
        Hunk taken = hunk;
        taken.verdict = state.verdict(hunk);
        taken.verdictReason = state.verdictReason(hunk);
        input.accepted.append(taken);
        if (!decision->overrideReason.isEmpty()) {
            input.overrides.insert(hunk.key, decision->overrideReason);
        }
    }
    takeFindings(input, *state.scan, state.decisions.tickedFindings());
    input.portKey = portKeyOf(state);
    return input;
}

Result<StaticInput> ofNamedFiles(Result<StaticInput> input, const QString& folder,
                                 const QStringList& names)
{
    if (!input || names.isEmpty()) {
        return input;
    }
    QVector<RepoPath> files;
    for (const QString& name : names) {
        const Result<RepoPath> file = pathInRepository(folder, name);
        if (!file) {
            return file.error();
        }
        files.append(*file);
    }
    return onlyFiles(*std::move(input), files);
}

} // namespace rocport
