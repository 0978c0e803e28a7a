#include "core/project/session/projecthistory.h"

#include "core/project/session/openproject.h"
#include "core/project/session/projectdecisions.h"
#include "core/project/session/projectguards.h"
#include "core/project/session/projectstate.h"
#include "core/project/session/ruleswitches.h"
#include "core/project/session/steprecorder.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace rocport {

namespace {

Error committedStep(const DecisionBatch& batch)
{
    return {ErrorCode::NotPossibleNow,
            QStringLiteral("a change of this step is committed, so undo its commit first"),
            batch.label};
}

Error guardPending()
{
    return {ErrorCode::NotPossibleNow, QStringLiteral("a guard is still being changed"), {}};
}

} // namespace

ProjectHistory::ProjectHistory(OpenProject& project, StepRecorder& recorder, ProjectGuards& guards,
                               RuleSwitches& switches, ProjectDecisions& decisions)
    : m_project(project),
      m_recorder(recorder),
      m_guards(guards),
      m_switches(switches),
      m_decisions(decisions)
{
}

Result<void> ProjectHistory::mayStep(const DecisionBatch& batch, bool forward,
                                     QVector<GuardSetting>& widths) const
{
    const ProjectState& state = *m_project.state();
    const bool committed =
        std::any_of(batch.decisions.begin(), batch.decisions.end(),
                    [&](const Decision& one) { return state.isCommitted(one.hunkKey); }) ||
        std::any_of(batch.guards.guards.begin(), batch.guards.guards.end(),
                    [&](const UserGuardChange& one) { return state.isCommitted(one.guard.key); });
    if (committed) {
        return committedStep(batch);
    }
    if (batch.guards.widths.isEmpty()) {
        return {};
    }
    const QVector<GuardSetting> before = widths;
    for (const GuardSetting& setting : settingsOf(batch.guards, forward)) {
        setGuardSetting(widths, setting);
    }
    QSet<QByteArray> fixed; // scanned hunks in guards that are committed
    for (const Hunk& hunk : state.scan->hunks) {
        if (state.isCommitted(hunk.key)) {
            const QVector<QByteArray> members = state.membersOf(hunk.key);
            fixed.unite(QSet<QByteArray>(members.begin(), members.end()));
        }
    }
    for (const Hunk& hunk : state.rawScan->hunks) {
        if (fixed.contains(hunk.key) && guardWidthOf(before, hunk) != guardWidthOf(widths, hunk)) {
            return committedStep(batch);
        }
    }
    return {};
}

Result<void> ProjectHistory::walk(qsizetype steps)
{
    const bool forward = steps > 0;
    const qsizetype count = std::abs(steps);
    DecisionLog log = m_project.state()->decisions;
    QVector<GuardSetting> widths = m_project.state()->guardWidths;
    QVector<DecisionBatch> made;
    QVector<GuardStep> guards;
    QVector<DecisionBatch> rules;
    QVector<QByteArray> changed;
    for (qsizetype i = 0; i < count; ++i) {
        const DecisionBatch* batch = forward ? log.redoBatch() : log.undoBatch();
        if (batch == nullptr) {
            return Error{ErrorCode::NotPossibleNow,
                         forward ? QStringLiteral("there is nothing to redo")
                                 : QStringLiteral("there is nothing to undo"),
                         {}};
        }
        if (Result<void> may = mayStep(*batch, forward, widths); !may) {
            return may;
        }
        if (!batch->guards.isEmpty()) {
            guards.append(batch->guards);
        }
        for (const Decision& decision : batch->decisions) {
            changed.append(decision.hunkKey);
            if (ruleOfKey(decision.hunkKey)) {
                rules.append(*batch);
            }
        }
        DecisionBatch step = m_recorder.newStep(batch->label);
        step.kind = forward ? BatchKind::Redo : BatchKind::Undo;
        made.append(step);
        if (i + 1 < count) {
            log.append(step);
        }
    }
    const DecisionLog before = m_project.state()->decisions;
    m_recorder.append(made);
    for (const GuardStep& step : std::as_const(guards)) {
        m_guards.apply(step, forward);
    }
    for (const DecisionBatch& step : std::as_const(rules)) {
        m_switches.apply(step, forward);
    }
    m_decisions.proveEdits();
    m_guards.setWalked(m_guards.pending() == 0);
    if (guards.isEmpty()) {
        m_guards.followEdits(before, changed);
    } else {
        m_guards.layOut();
    }
    return {};
}

Result<void> ProjectHistory::undo()
{
    if (Result<void> writable = m_project.checkWritable(); !writable) {
        return writable;
    }
    if (m_guards.pending() != 0) {
        // Once they are shown, and what was done before them after that: in the order of the steps.
        const QVector<HistoryStep> history = m_project.state()->decisions.history();
        const auto applied = std::count_if(history.begin(), history.end(),
                                           [](const HistoryStep& step) { return step.applied; });
        if (m_pendingUndos < m_guards.pending() + applied) {
            ++m_pendingUndos;
            return {};
        }
    }
    return walk(-1);
}

Result<void> ProjectHistory::redo()
{
    if (Result<void> writable = m_project.checkWritable(); !writable) {
        return writable;
    }
    if (m_guards.pending() != 0) {
        return guardPending();
    }
    return walk(1);
}

Result<void> ProjectHistory::goTo(qint64 batchId)
{
    if (Result<void> writable = m_project.checkWritable(); !writable) {
        return writable;
    }
    if (m_guards.pending() != 0) {
        return guardPending();
    }
    const QVector<HistoryStep> history = m_project.state()->decisions.history();
    const auto applied = std::count_if(history.begin(), history.end(),
                                       [](const HistoryStep& step) { return step.applied; });
    const auto found = std::find_if(history.begin(), history.end(), [&](const HistoryStep& step) {
        return step.batch->id == batchId;
    });
    if (batchId != 0 && found == history.end()) {
        return Error{
            ErrorCode::InvalidArgument, QStringLiteral("the history has no such step"), {}};
    }
    const auto wanted = batchId == 0 ? 0 : std::distance(history.begin(), found) + 1;
    return wanted == applied ? Result<void>() : walk(wanted - applied);
}

void ProjectHistory::catchUp()
{
    for (int undos = std::exchange(m_pendingUndos, 0); undos > 0; --undos) {
        if (const Result<void> undone = undo(); !undone) {
            m_project.fail(undone.error());
        }
    }
}

} // namespace rocport
