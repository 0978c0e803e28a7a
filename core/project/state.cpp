#include "core/plan/counts.h"
#include "core/project/openstate.h"

namespace rocport {

const Hunk* ProjectState::hunk(const QByteArray& key) const
{
    const auto at = hunkIndex.constFind(key);
    return at == hunkIndex.constEnd() || !scan ? nullptr : &scan->hunks[*at];
}

bool ProjectState::isCommitted(const QByteArray& key) const
{
    return committed.contains(key);
}

Verdict ProjectState::verdict(const Hunk& hunk) const
{
    if (decisions.kind(hunk.key) != DecisionKind::Edited) {
        return hunk.verdict;
    }
    return editedProofs.value(hunk.key).verdict;
}

QString ProjectState::verdictReason(const Hunk& hunk) const
{
    if (decisions.kind(hunk.key) != DecisionKind::Edited) {
        return hunk.verdictReason;
    }
    return editedProofs.value(hunk.key).reason;
}

QString ProjectState::summary(Phase phase, bool* edited) const
{
    for (const StoredSummary& stored : summaries) {
        if (stored.phase == phase && !stored.text.isEmpty()) {
            if (edited != nullptr) {
                *edited = true;
            }
            return stored.text;
        }
    }
    if (edited != nullptr) {
        *edited = false;
    }
    if (!scan) {
        return {};
    }
    const auto number = static_cast<qsizetype>(phase);
    return draftSummary(plan.phases.value(number), counts.value(number), *scan, decisions.kinds());
}

void fillCounts(ProjectState& state)
{
    if (state.scan) {
        state.counts = countPhases(*state.scan, [&](const Hunk& hunk) {
            return HunkStanding{state.decisions.kind(hunk.key), state.isCommitted(hunk.key),
                                isProved(state.verdict(hunk))};
        });
    } else {
        state.counts = QVector<PhaseCounts>(kPhaseCount);
    }
    state.hunks = 0;
    state.decided = 0;
    for (const PhaseCounts& counts : std::as_const(state.counts)) {
        state.hunks += counts.hunks;
        state.decided += counts.decided();
    }
}

} // namespace rocport
