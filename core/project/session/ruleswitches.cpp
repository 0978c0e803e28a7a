#include "core/project/session/ruleswitches.h"

#include "core/project/session/openproject.h"
#include "core/project/session/projectplan.h"
#include "core/project/session/projectstate.h"
#include "core/project/session/steprecorder.h"

#include <algorithm>

namespace rocport {

RuleSwitches::RuleSwitches(OpenProject& project, StepRecorder& recorder, ProjectPlan& plan)
    : m_project(project), m_recorder(recorder), m_plan(plan)
{
    connect(&m_recorder, &StepRecorder::takenBack, this, &RuleSwitches::follow);
}

QStringList rulesLeftOut(const ProjectState& state)
{
    QStringList left = state.meta.target.rulesOff;
    if (left.isEmpty() || !state.scan) {
        return left;
    }
    for (const Hunk& hunk : state.scan->hunks) {
        if (state.isCommitted(hunk.key) || isDecided(state.decisions.kind(hunk.key))) {
            for (const QString& rule : hunk.ruleIds) {
                left.removeAll(rule);
            }
        }
    }
    return left;
}

void dropRulesOff(GuardedScan& shaped, const QStringList& rulesOff, const DecisionLog& decisions,
                  const QSet<QByteArray>& committed)
{
    const QSet<QString> off(rulesOff.begin(), rulesOff.end());
    if (off.isEmpty() || !shaped.scan) {
        return;
    }
    const auto goes = [&](const Hunk& hunk) {
        return !isDecided(decisions.kind(hunk.key)) && !committed.contains(hunk.key) &&
               std::all_of(hunk.ruleIds.begin(), hunk.ruleIds.end(),
                           [&](const QString& rule) { return off.contains(rule); });
    };
    const auto isOff = [&](const Finding& finding) { return off.contains(finding.ruleId); };
    const auto holdsOff = [&](const std::shared_ptr<const FileAnalysis>& file) {
        return std::any_of(file->findings.begin(), file->findings.end(), isOff);
    };
    const ScanResult& before = *shaped.scan;
    if (std::none_of(before.hunks.begin(), before.hunks.end(), goes) &&
        std::none_of(before.files.begin(), before.files.end(), holdsOff)) {
        return;
    }
    auto scan = std::make_shared<ScanResult>(before);
    scan->hunks.removeIf(goes);
    QSet<QByteArray> answered;
    for (const Hunk& hunk : std::as_const(scan->hunks)) {
        answered.unite(QSet<QByteArray>(hunk.findingIds.begin(), hunk.findingIds.end()));
    }
    for (std::shared_ptr<const FileAnalysis>& file : scan->files) {
        if (holdsOff(file)) {
            auto copy = std::make_shared<FileAnalysis>(*file);
            copy->findings.removeIf([&](const Finding& finding) {
                return isOff(finding) && !answered.contains(finding.id);
            });
            file = std::move(copy);
        }
    }
    shaped.scan = std::move(scan);
}

void RuleSwitches::apply(const DecisionBatch& batch, bool forward)
{
    QStringList off = m_project.state()->meta.target.rulesOff;
    for (const Decision& decision : batch.decisions) {
        const std::optional<QString> rule = ruleOfKey(decision.hunkKey);
        if (!rule) {
            continue;
        }
        off.removeAll(*rule);
        if ((decision.kind == DecisionKind::Rejected) == forward) {
            off.append(*rule);
        }
    }
    off.sort();
    if (off != m_project.state()->meta.target.rulesOff) {
        TargetSettings target = m_project.state()->meta.target;
        target.rulesOff = off;
        m_plan.setTarget(target);
    }
}

void RuleSwitches::follow(const DecisionLog& before)
{
    const DecisionLog& now = m_project.state()->decisions;
    DecisionBatch changes;
    const QVector<HistoryStep> history = before.history();
    for (const HistoryStep& step : history) {
        for (const Decision& decision : step.batch->decisions) {
            const std::optional<QString> rule = ruleOfKey(decision.hunkKey);
            const DecisionKind wanted = now.kind(decision.hunkKey);
            const DecisionKind shown = before.kind(decision.hunkKey);
            if (rule && wanted != shown) {
                // One that the log says nothing of was the other way round.
                const bool off = wanted == DecisionKind::Rejected ||
                                 (wanted == DecisionKind::Open && shown == DecisionKind::Accepted);
                changes.decisions.append(ruleDecision(*rule, !off, {}));
            }
        }
    }
    apply(changes, true);
}

Result<void> RuleSwitches::set(const QString& id, bool on, const QString& reason)
{
    if (!m_project.state()) {
        return Error{ErrorCode::NotPossibleNow, QStringLiteral("no project is open"), {}};
    }
    if (m_project.state()->readOnly) {
        return Error{ErrorCode::ProjectReadOnly, {}, m_project.state()->projectFile};
    }
    if (!on && reason.trimmed().isEmpty()) {
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("why the rule is switched off has to be said"), id};
    }
    const Decision decision = ruleDecision(id, on, on ? QString() : reason.trimmed());
    constexpr qsizetype kLongestKey = 128; // of a decision in the project file
    if (id.isEmpty() || decision.hunkKey.size() > kLongestKey) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("the rule's id is too long"), id};
    }
    if (on != m_project.state()->meta.target.rulesOff.contains(id) &&
        (on || decision.note == m_project.state()->decisions.whyOff(id))) {
        return {}; // it is so already
    }
    DecisionBatch batch = m_recorder.newStep(on ? QStringLiteral("Rule %1 on").arg(id)
                                                : QStringLiteral("Rule %1 off").arg(id));
    batch.decisions = {decision};
    m_recorder.append(batch);
    apply(batch, true);
    return {};
}

} // namespace rocport
