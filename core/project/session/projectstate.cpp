#include "core/project/session/projectstate.h"

#include "core/plan/counts.h"
#include "core/project/nodes/remoterecords.h"
#include "core/project/review/keptreview.h"

namespace rocport {

ProjectState::ProjectState()
    : reviews(std::make_shared<const QVector<KeptReview>>()),
      gone(std::make_shared<const QVector<Finding>>()),
      remote(std::make_shared<RemoteRecords>())
{
}

QString ProjectState::user() const
{
    const QString name =
        repository.author.isEmpty() ? qEnvironmentVariable("USER") : repository.author;
    return name.isEmpty() ? QStringLiteral("user") : name;
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

} // namespace rocport
