#include "core/project/staticinput.h"

#include "core/project/compilegate.h"
#include "core/project/remoterecords.h"
#include "core/project/rulepreview.h"

namespace rocport {

namespace {

QVector<Finding> unanswered(const ScanResult& scan, const QVector<Hunk>& accepted)
{
    QSet<QByteArray> answered;
    for (const Hunk& hunk : accepted) {
        answered.unite(QSet<QByteArray>(hunk.findingIds.begin(), hunk.findingIds.end()));
    }
    QVector<Finding> open;
    for (const auto& file : scan.files) {
        for (const Finding& finding : file->findings) {
            if (finding.severity == Severity::Critical && !answered.contains(finding.id)) {
                open.append(finding);
            }
        }
    }
    return open;
}

} // namespace

Result<StaticInput> staticInput(const ProjectState& state,
                                const std::shared_ptr<const RuleSet>& rules)
{
    const auto port = gateInput(state);
    if (!port) {
        return port.error();
    }
    StaticInput input;
    for (const GateFileInput& file : port->port) {
        input.files.append({file.path, languageOfFile(file.path.fileName()), file.content});
    }
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
    input.open = unanswered(*state.scan, input.accepted);
    input.context.rules = rules;
    input.context.target = state.meta.target;
    input.context.strategy = state.scan->strategy;
    input.context.compatHeader = state.scan->compatHeader;
    input.context.names = namesOf(*state.scan);
    input.portKey = portKeyOf(state);
    return input;
}

} // namespace rocport
