#include "core/project/session/projectstate.h"

#include "core/plan/counts.h"
#include "core/project/nodes/remoterecords.h"
#include "core/project/session/findingmigration.h"
#include "core/project/session/openstate.h"
#include "core/project/session/sessionprivate.h"

namespace rocport {

ProjectState::ProjectState()
    : gone(std::make_shared<const QVector<Finding>>()), remote(std::make_shared<RemoteRecords>())
{
}

const Hunk* ProjectState::hunk(const QByteArray& key) const
{
    const auto at = hunkIndex.constFind(key);
    return at == hunkIndex.constEnd() || !scan ? nullptr : &scan->hunks[*at];
}

bool ProjectState::isCommitted(const QByteArray& key) const
{
    return committed.contains(key);
}

QByteArray ProjectState::editedText(const Hunk& hunk) const
{
    const Decision* decision = decisions.decision(hunk.key);
    const bool edited = decision != nullptr && decision->kind == DecisionKind::Edited;
    return edited ? decision->editedText : QByteArray();
}

const CompiledProof* ProjectState::compiledProof(const Hunk& hunk) const
{
    const auto found = compiled.constFind(hunk.key);
    if (found == compiled.constEnd() || !found->agrees ||
        !found->holdsFor(hunk, editedText(hunk))) {
        return nullptr;
    }
    const bool edited = decisions.kind(hunk.key) == DecisionKind::Edited;
    const Verdict projected = edited ? editedProofs.value(hunk.key).verdict : hunk.verdict;
    return projected == Verdict::Violated ? nullptr : &*found;
}

Verdict ProjectState::verdict(const Hunk& hunk) const
{
    if (compiledProof(hunk) != nullptr) {
        return Verdict::Compiled;
    }
    if (decisions.kind(hunk.key) != DecisionKind::Edited) {
        return hunk.verdict;
    }
    return editedProofs.value(hunk.key).verdict;
}

QString ProjectState::verdictReason(const Hunk& hunk) const
{
    if (const CompiledProof* proof = compiledProof(hunk)) {
        return QStringLiteral("%1: %2").arg(proof->compiler, proof->evidence);
    }
    if (decisions.kind(hunk.key) != DecisionKind::Edited) {
        return hunk.verdictReason;
    }
    return editedProofs.value(hunk.key).reason;
}

const DecisionConflict* ProjectState::conflict(const QByteArray& key) const
{
    const auto found = conflicts.constFind(key);
    if (found == conflicts.constEnd()) {
        return nullptr;
    }
    const bool same = found->before.hunkKey == key;
    const bool waits = decisions.kind(found->decision.hunkKey) == DecisionKind::Edited &&
                       (same ? decisions.decision(key)->editedText == found->decision.editedText
                             : decisions.kind(key) == DecisionKind::Open);
    return waits ? &*found : nullptr;
}

GuardWidth ProjectState::guardWidth(const QByteArray& key) const
{
    const QByteArray scanned = membersOf(key).value(0, key);
    const ScanResult* from = rawScan ? rawScan.get() : scan.get();
    if (from == nullptr) {
        return GuardWidth::Line;
    }
    for (const Hunk& hunk : from->hunks) {
        if (hunk.key == scanned) {
            return guardWidthOf(guardWidths, hunk);
        }
    }
    return GuardWidth::Line;
}

QVector<QByteArray> ProjectState::membersOf(const QByteArray& key) const
{
    return guards.members.value(key, {key});
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
    return draftSummary(plan.phases.value(number), counts.value(number), *scan, decisions.kinds(),
                        decisions.tickedFindings());
}

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

namespace {

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
