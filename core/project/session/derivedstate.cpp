#include "core/project/session/derivedstate.h"

#include "core/plan/counts.h"
#include "core/project/session/findingmigration.h"
#include "core/project/session/projectstate.h"

#include <algorithm>

namespace rocport {

void refreshIndex(ProjectState& state)
{
    state.hunkIndex.clear();
    if (!state.scan) {
        return;
    }
    state.hunkIndex.reserve(state.scan->hunks.size());
    for (qsizetype i = 0; i < state.scan->hunks.size(); ++i) {
        state.hunkIndex.insert(state.scan->hunks[i].key, i);
    }
}

namespace {

void refreshOrphaned(ProjectState& state)
{
    state.orphaned.clear();
    if (!state.scan) {
        return;
    }
    // What folded into a wider guard is there too, and what is in conflict is shown there.
    QSet<QByteArray> present;
    for (const QVector<QByteArray>& members : std::as_const(state.guards.members)) {
        present.unite(QSet<QByteArray>(members.begin(), members.end()));
    }
    for (const DecisionConflict& conflict : std::as_const(state.conflicts)) {
        if (state.conflict(conflict.hunkKey) != nullptr) {
            present.insert(conflict.decision.hunkKey);
        }
    }
    const auto isPresent = [&](const QByteArray& key) {
        return state.hunkIndex.contains(key) || present.contains(key);
    };
    state.orphaned = orphanedDecisions(state.decisions, isPresent, state.decisionTexts,
                                       state.guards.withoutPlace);
}

void refreshGone(ProjectState& state)
{
    const auto gone = state.scan ? goneFindings(state.decisions, state.decisionTexts, *state.scan)
                                 : QVector<Finding>();
    const bool same =
        std::equal(gone.begin(), gone.end(), state.gone->begin(), state.gone->end(),
                   [](const Finding& a, const Finding& b) {
                       return a.id == b.id && a.line == b.line && a.message == b.message;
                   });
    if (!same) {
        state.gone = std::make_shared<const QVector<Finding>>(gone);
    }
}

} // namespace

GuardRequest guardRequest(const ProjectState& state)
{
    GuardRequest wishes;
    wishes.widths = state.guardWidths;
    wishes.userGuards = state.userGuards;
    wishes.committed = state.committed;
    if (wishes.widths.isEmpty() && wishes.userGuards.isEmpty()) {
        return wishes;
    }
    const QHash<QByteArray, DecisionKind> kinds = state.decisions.kinds();
    for (auto kind = kinds.cbegin(); kind != kinds.cend(); ++kind) {
        if (kind.value() == DecisionKind::Edited) {
            wishes.edited.insert(kind.key(), state.decisions.decision(kind.key())->editedText);
        }
    }
    return wishes;
}

void fillCounts(ProjectState& state)
{
    refreshGone(state);
    if (state.scan) {
        state.counts = countPhases(
            *state.scan,
            [&](const Hunk& hunk) {
                return HunkStanding{state.decisions.kind(hunk.key), state.isCommitted(hunk.key),
                                    isProved(state.verdict(hunk))};
            },
            state.decisions.tickedFindings(), *state.gone);
    } else {
        state.counts = QVector<PhaseCounts>(kPhaseCount);
    }
    refreshOrphaned(state);
    state.hunks = 0;
    state.decided = 0;
    for (const PhaseCounts& counts : std::as_const(state.counts)) {
        state.hunks += counts.hunks;
        state.decided += counts.decided();
    }
}

} // namespace rocport
