#include "core/project/session.h"

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

} // namespace rocport
