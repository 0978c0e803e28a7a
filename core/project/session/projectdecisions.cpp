#include "core/project/session/projectdecisions.h"

#include "core/base/whendone.h"
#include "core/base/wording.h"
#include "core/plan/counts.h"
#include "core/project/session/committederror.h"
#include "core/project/session/derivedstate.h"
#include "core/project/session/openproject.h"
#include "core/project/session/projectguards.h"
#include "core/project/session/projectstate.h"
#include "core/project/session/sourcereader.h"
#include "core/project/session/steprecorder.h"
#include "core/rules/analyse.h"
#include "core/store/checksteps.h"

#include <QtConcurrent>

#include <algorithm>
#include <utility>

namespace rocport {

namespace {

/// Proof of one hunk edited in place: the file with that hunk, and what it needs, alone.
Result<IsolationProof> proveEdit(const ProjectState& state, const Hunk& hunk,
                                 const QByteArray& lines, const ReadSource& read)
{
    return proveLines(*state.scan, hunk, lines, state.meta.target, read);
}

/// A decision about a change in conflict settles it: the old edit is not waiting any more.
void settleConflict(const ProjectState& state, const QByteArray& key, DecisionBatch& batch)
{
    const DecisionConflict* conflict = state.conflict(key);
    if (conflict != nullptr && conflict->decision.hunkKey != key) {
        batch.decisions.append({conflict->decision.hunkKey, DecisionKind::Open, {}, {}, {}});
    }
}

/// Taken hunks that need one of `dropped` cannot stay taken: they go back to open in the same step.
void reopenDependents(const ProjectState& state, QSet<QByteArray> dropped, DecisionBatch& batch)
{
    bool grew = true;
    while (grew) {
        grew = false;
        for (const Hunk& hunk : state.scan->hunks) {
            if (dropped.contains(hunk.key) || !isTaken(state.decisions.kind(hunk.key)) ||
                state.isCommitted(hunk.key)) {
                continue;
            }
            const bool depends =
                std::any_of(hunk.needs.begin(), hunk.needs.end(),
                            [&](const QByteArray& key) { return dropped.contains(key); });
            if (depends) {
                dropped.insert(hunk.key);
                batch.decisions.append({hunk.key, DecisionKind::Open, {}, {}, {}});
                grew = true;
            }
        }
    }
}

} // namespace

ProjectDecisions::ProjectDecisions(OpenProject& project, StepRecorder& recorder,
                                   ProjectGuards& guards)
    : m_project(project), m_recorder(recorder), m_guards(guards)
{
}

Result<DecisionBatch> ProjectDecisions::checklistStep(const QVector<QByteArray>& keys,
                                                      DecisionKind kind, const QString& label,
                                                      const QString& note) const
{
    if (kind != DecisionKind::Accepted && kind != DecisionKind::Open) {
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("a step of a checklist is done or open"),
                     {}};
    }
    DecisionBatch batch = m_recorder.newStep(label);
    for (const QByteArray& key : keys) {
        batch.decisions.append({key, kind, {}, note, {}});
    }
    return batch;
}

Result<DecisionBatch> ProjectDecisions::stepAbout(const QVector<QByteArray>& keys,
                                                  DecisionKind kind, const QString& label,
                                                  const QString& note,
                                                  const QString& overrideReason) const
{
    const ProjectState& state = *m_project.state();
    DecisionBatch batch = m_recorder.newStep(label);
    const QSet<QByteArray> asked(keys.begin(), keys.end());
    const QVector<QByteArray> all =
        isTaken(kind) ? withNeeded(state.scan->hunks, state.hunkIndex, keys) : keys;
    for (const QByteArray& key : all) {
        const Hunk* hunk = state.hunk(key);
        if (hunk == nullptr) {
            return Error{ErrorCode::InvalidArgument,
                         QStringLiteral("the change is not in this scan"),
                         QString::fromLatin1(key)};
        }
        const bool wasAsked = asked.contains(key);
        if (!wasAsked && isTaken(state.decisions.kind(key))) {
            continue; // needed, and taken already
        }
        if (state.isCommitted(key)) {
            if (!wasAsked) {
                continue;
            }
            return committedError(*hunk);
        }
        if (isTaken(kind) && hunk->verdict == Verdict::Violated && overrideReason.isEmpty()) {
            return Error{ErrorCode::IsolationViolated, hunk->verdictReason,
                         placeText(hunk->targetPath, hunk->firstLine)};
        }
        Decision decision;
        decision.hunkKey = key;
        decision.kind = kind;
        decision.note = wasAsked ? note : QString();
        if (isTaken(kind) && hunk->verdict == Verdict::Violated) {
            decision.overrideReason = overrideReason;
        }
        batch.decisions.append(decision);
    }
    if (kind != DecisionKind::Open && kind != DecisionKind::Deferred) {
        for (const QByteArray& key : all) {
            settleConflict(state, key, batch);
        }
    }
    if (!isTaken(kind)) {
        reopenDependents(state, asked, batch);
    }
    if (batch.decisions.isEmpty()) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("no change is selected"), {}};
    }
    return batch;
}

void ProjectDecisions::settleHeader(const QByteArray& key)
{
    const Hunk* hunk = m_project.state()->hunk(key);
    if (hunk == nullptr || !hunk->sourcePath.isEmpty() ||
        !m_project.state()->decisionTexts.contains(key)) {
        return;
    }
    ProjectState& state = m_project.writable();
    DecisionText& text = state.decisionTexts[key];
    text.proposed = hunkReplacementLines({}, *hunk);
    m_project.write([text](ProjectFile& file) { return file.keepDecisionTexts({text}); });
}

Result<void> ProjectDecisions::decide(const QVector<QByteArray>& hunkKeys, DecisionKind kind,
                                      const QString& label, const QString& note,
                                      const QString& overrideReason)
{
    if (Result<void> writable = m_project.checkWritable(); !writable) {
        return writable;
    }
    const bool steps = !hunkKeys.isEmpty() &&
                       std::all_of(hunkKeys.begin(), hunkKeys.end(), [](const QByteArray& key) {
                           return phaseOfStepKey(key).has_value();
                       });
    Result<DecisionBatch> batch = steps ? checklistStep(hunkKeys, kind, label, note)
                                        : stepAbout(hunkKeys, kind, label, note, overrideReason);
    if (!batch) {
        return batch.error();
    }
    m_recorder.append(*batch);
    return {};
}

QFuture<Result<void>> ProjectDecisions::edit(const QByteArray& hunkKey, const QByteArray& lines,
                                             const QString& note, const QString& overrideReason)
{
    Result<DecisionBatch> batch = Error{};
    if (const Result<void> writable = m_project.checkWritable(); !writable) {
        batch = writable.error();
    } else if (hasConflictMarkers(lines)) {
        batch =
            Error{ErrorCode::MergeConflict, QStringLiteral("the text still has conflict markers"),
                  QString::fromLatin1(hunkKey)};
    } else {
        // A proposal that violates isolation may be mended by the edit: only the edit's proof
        // counts.
        batch = stepAbout({hunkKey}, DecisionKind::Edited, {}, note,
                          QStringLiteral("replaced by an edit"));
    }
    if (!batch) {
        return QtFuture::makeReadyFuture<Result<void>>(batch.error());
    }
    auto proving = QtConcurrent::run(
        &m_project.pool(), [state = m_project.state(), hunkKey, lines]() -> Result<IsolationProof> {
            return proveEdit(*state, *state->hunk(hunkKey), lines, sourceReader(*state));
        });
    return whenDone(
        proving, &m_project,
        [this, batch = *std::move(batch), hunkKey, lines, note, overrideReason,
         at = m_project.generation()](const Result<IsolationProof>& proof) mutable -> Result<void> {
            if (!m_project.isOpen(at)) {
                return Error{ErrorCode::Cancelled, {}, {}};
            }
            if (!proof) {
                return proof.error();
            }
            const Hunk* hunk = m_project.state()->hunk(hunkKey);
            if (hunk == nullptr) {
                return Error{ErrorCode::EditStale, {}, QString::fromLatin1(hunkKey)};
            }
            const bool violated = proof->verdict == Verdict::Violated;
            if (violated && overrideReason.isEmpty()) {
                return Error{ErrorCode::IsolationViolated, proof->reason,
                             placeText(hunk->targetPath, hunk->firstLine)};
            }
            batch.label =
                QStringLiteral("Edit %1").arg(placeText(hunk->targetPath, hunk->firstLine));
            for (Decision& decision : batch.decisions) {
                const bool asked = decision.hunkKey == hunkKey;
                if (decision.kind == DecisionKind::Open) {
                    continue; // the edit that this one settles
                }
                decision.kind = asked ? DecisionKind::Edited : DecisionKind::Accepted;
                decision.editedText = asked ? lines : QByteArray();
                decision.overrideReason = asked && violated ? overrideReason : QString();
            }
            settleHeader(hunkKey);
            ProjectState& state = m_project.writable();
            state.editedProofs.insert(hunkKey, *proof);
            m_recorder.append(batch);
            return {};
        });
}

void ProjectDecisions::proveEdits()
{
    if (!m_project.state() || !m_project.state()->scan) {
        return;
    }
    const std::shared_ptr<const ProjectState> state = m_project.state();
    QVector<QPair<const Hunk*, QByteArray>> edits;
    for (const Hunk& hunk : state->scan->hunks) {
        const Decision* decision = state->decisions.decision(hunk.key);
        if (decision != nullptr && decision->kind == DecisionKind::Edited) {
            edits.append({&hunk, decision->editedText});
        }
    }
    if (edits.isEmpty()) {
        return;
    }
    whenDone(QtConcurrent::run(&m_project.pool(),
                               [state, edits] {
                                   QHash<QByteArray, IsolationProof> proofs;
                                   const ReadSource read = sourceReader(*state);
                                   for (const auto& [hunk, lines] : edits) {
                                       auto proof = proveEdit(*state, *hunk, lines, read);
                                       proofs.insert(hunk->key,
                                                     proof ? *proof
                                                           : IsolationProof{Verdict::Unproved,
                                                                            proof.error().detail, 0,
                                                                            0, 0});
                                   }
                                   return proofs;
                               }),
             &m_project,
             [this, at = m_project.generation()](const QHash<QByteArray, IsolationProof>& proofs) {
                 if (!m_project.isOpen(at)) {
                     return;
                 }
                 ProjectState& changed = m_project.writable();
                 changed.editedProofs.insert(proofs);
                 fillCounts(changed);
                 m_project.publish(StateChange::Decisions);
             });
}

Result<void> ProjectDecisions::tickFindings(const QVector<QByteArray>& ids, FindingState state,
                                            const QString& note)
{
    if (Result<void> writable = m_project.checkWritable(); !writable) {
        return writable;
    }
    if (ids.isEmpty()) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("no finding is selected"), {}};
    }
    if (state == FindingState::NotNeeded && note.trimmed().isEmpty()) {
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("a note is needed that says why nothing has to be done"),
                     {}};
    }
    QSet<QByteArray> missing(ids.cbegin(), ids.cend());
    QString place;
    forEachFindingForAPerson(
        *m_project.state()->scan,
        [&](const Finding& finding) {
            if (missing.remove(finding.id)) {
                place = placeText(finding.path, finding.line);
            }
        },
        FindingTrees::All);
    if (!missing.isEmpty()) {
        return Error{ErrorCode::NotPossibleNow,
                     QStringLiteral("the finding is not in this scan, or a change covers it"),
                     QString::fromLatin1(*missing.cbegin())};
    }
    const QString word = state == FindingState::Done        ? QStringLiteral("Done")
                         : state == FindingState::NotNeeded ? QStringLiteral("Not needed")
                                                            : QStringLiteral("Open again");
    DecisionBatch batch = m_recorder.newStep(
        ids.size() == 1
            ? QStringLiteral("%1: finding at %2").arg(word, place)
            : QStringLiteral("%1: %2").arg(word, counted(ids.size(), "finding", "findings")));
    batch.decisions.reserve(ids.size());
    for (const QByteArray& id : ids) {
        batch.decisions.append(findingDecision(id, state, note.trimmed()));
    }
    m_recorder.append(batch);
    return {};
}

Result<void> ProjectDecisions::dismissOrphaned(const QVector<QByteArray>& keys)
{
    if (Result<void> writable = m_project.checkWritable(); !writable) {
        return writable;
    }
    DecisionBatch batch =
        m_recorder.newStep(QStringLiteral("Remove %1 without a place from the list")
                               .arg(counted(keys.size(), "decision", "decisions")));
    for (const QByteArray& key : keys) {
        if (m_project.state()->hunk(key) == nullptr &&
            m_project.state()->decisions.kind(key) != DecisionKind::Open) {
            batch.decisions.append({key, DecisionKind::Open, {}, {}, {}});
        }
        const bool guard = std::any_of(m_project.state()->guards.withoutPlace.begin(),
                                       m_project.state()->guards.withoutPlace.end(),
                                       [&](const UserGuard& one) { return one.key == key; });
        if (guard) {
            if (Result<void> removed = m_guards.remove(key); !removed) {
                return removed;
            }
        }
    }
    if (!batch.decisions.isEmpty()) {
        m_recorder.append(batch);
    }
    return {};
}

} // namespace rocport
