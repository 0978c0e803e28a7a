#include "core/base/whendone.h"
#include "core/project/session/openstate.h"
#include "core/project/session/sessionprivate.h"
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

/// Steps of checklists are done or open; no change hangs on them.
Result<DecisionBatch> stepsBatch(const QVector<QByteArray>& keys, DecisionKind kind,
                                 const QString& label, const QString& note, const QString& author)
{
    if (kind != DecisionKind::Accepted && kind != DecisionKind::Open) {
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("a step of a checklist is done or open"),
                     {}};
    }
    DecisionBatch batch;
    batch.label = label;
    batch.author = author;
    batch.time = QDateTime::currentDateTimeUtc();
    for (const QByteArray& key : keys) {
        batch.decisions.append({key, kind, {}, note, {}});
    }
    return batch;
}

} // namespace

Result<void> ProjectSession::Private::checkWritable() const
{
    if (!q.m_state || !q.m_state->scan) {
        return Error{ErrorCode::NotPossibleNow, QStringLiteral("no project is open"), {}};
    }
    if (q.m_state->readOnly) {
        return Error{ErrorCode::ProjectReadOnly, {}, q.m_state->projectFile};
    }
    return {};
}

Result<DecisionBatch> ProjectSession::Private::makeBatch(const QVector<QByteArray>& keys,
                                                         DecisionKind kind, const QString& label,
                                                         const QString& note,
                                                         const QString& overrideReason) const
{
    const ProjectState& state = *q.m_state;
    DecisionBatch batch;
    batch.label = label;
    batch.author = authorOf(state);
    batch.time = QDateTime::currentDateTimeUtc();
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
            return Error{ErrorCode::NotPossibleNow,
                         QStringLiteral("the change is committed, so undo its commit first"),
                         hunk->targetPath.display() + u':' + QString::number(hunk->firstLine)};
        }
        if (isTaken(kind) && hunk->verdict == Verdict::Violated && overrideReason.isEmpty()) {
            return Error{ErrorCode::IsolationViolated, hunk->verdictReason,
                         hunk->targetPath.display() + u':' + QString::number(hunk->firstLine)};
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

/// An edit of a generated file is from now on one of the text proposed now.
void ProjectSession::Private::settleHeader(const QByteArray& key)
{
    const Hunk* hunk = q.m_state->hunk(key);
    if (hunk == nullptr || !hunk->sourcePath.isEmpty() || !q.m_state->decisionTexts.contains(key)) {
        return;
    }
    ProjectState& state = writable();
    DecisionText& text = state.decisionTexts[key];
    text.proposed = hunkReplacementLines({}, *hunk);
    write([text](ProjectFile& file) { return file.keepDecisionTexts({text}); });
}

void ProjectSession::Private::appendBatch(DecisionBatch batch)
{
    appendBatches({std::move(batch)});
}

void ProjectSession::Private::appendBatches(QVector<DecisionBatch> batches)
{
    ProjectState& state = writable();
    const DecisionLog before = state.decisions;
    QVector<QByteArray> changed;
    for (DecisionBatch& batch : batches) {
        for (const Decision& decision : std::as_const(batch.decisions)) {
            changed.append(decision.hunkKey);
        }
        batch.id = state.decisions.lastBatchId() + 1;
        state.decisions.append(batch);
    }
    fillCounts(state);
    {
        const QMutexLocker locker(&queueLock);
        queue += batches;
    }
    postWrite([this](ProjectFile& file) { writeQueue(file); });
    publish(StateChange::Decisions);
    reshapeIfFolded(before, changed);
}

void ProjectSession::Private::writeQueue(ProjectFile& file)
{
    QVector<DecisionBatch> batches;
    {
        const QMutexLocker locker(&queueLock);
        batches.swap(queue);
    }
    if (batches.isEmpty()) {
        return; // an earlier job wrote them with its own
    }
    const Result<qint64> done = file.appendBatches(batches);
    if (done) {
        return;
    }
    // What is shown goes back to what is stored: nothing looks decided that is not.
    later([this, error = done.error()] { Q_EMIT q.failed(error); });
    auto stored = file.batches();
    if (stored) {
        later([this, at = generation.load(), log = *std::move(stored)] {
            if (at != generation || !q.m_state) {
                return;
            }
            ProjectState& reverted = writable();
            const DecisionLog shown = std::exchange(reverted.decisions, DecisionLog(log));
            fillCounts(reverted);
            publish(StateChange::Decisions);
            followRules(shown);
        });
    }
}

Result<void> ProjectSession::decide(const QVector<QByteArray>& hunkKeys, DecisionKind kind,
                                    const QString& label, const QString& note,
                                    const QString& overrideReason)
{
    if (Result<void> writable = d->checkWritable(); !writable) {
        return writable;
    }
    const bool steps = !hunkKeys.isEmpty() &&
                       std::all_of(hunkKeys.begin(), hunkKeys.end(), [](const QByteArray& key) {
                           return phaseOfStepKey(key).has_value();
                       });
    Result<DecisionBatch> batch = steps
                                      ? stepsBatch(hunkKeys, kind, label, note, authorOf(*m_state))
                                      : d->makeBatch(hunkKeys, kind, label, note, overrideReason);
    if (!batch) {
        return batch.error();
    }
    d->appendBatch(*std::move(batch));
    return {};
}

QFuture<Result<void>> ProjectSession::editHunk(const QByteArray& hunkKey, const QByteArray& lines,
                                               const QString& note, const QString& overrideReason)
{
    Result<DecisionBatch> batch = Error{};
    if (const Result<void> writable = d->checkWritable(); !writable) {
        batch = writable.error();
    } else if (hasConflictMarkers(lines)) {
        batch =
            Error{ErrorCode::MergeConflict, QStringLiteral("the text still has conflict markers"),
                  QString::fromLatin1(hunkKey)};
    } else {
        // A proposal that violates isolation may be mended by the edit: only the edit's proof
        // counts.
        batch = d->makeBatch({hunkKey}, DecisionKind::Edited, {}, note,
                             QStringLiteral("replaced by an edit"));
    }
    if (!batch) {
        return QtFuture::makeReadyFuture<Result<void>>(batch.error());
    }
    auto proving =
        QtConcurrent::run(&d->pool, [state = m_state, hunkKey, lines]() -> Result<IsolationProof> {
            return proveEdit(*state, *state->hunk(hunkKey), lines, sourceReader(*state));
        });
    return whenDone(
        proving, this,
        [this, batch = *std::move(batch), hunkKey, lines, note, overrideReason,
         generation =
             d->generation.load()](const Result<IsolationProof>& proof) mutable -> Result<void> {
            if (generation != d->generation || !m_state) {
                return Error{ErrorCode::Cancelled, {}, {}};
            }
            if (!proof) {
                return proof.error();
            }
            const Hunk* hunk = m_state->hunk(hunkKey);
            if (hunk == nullptr) {
                return Error{ErrorCode::EditStale, {}, QString::fromLatin1(hunkKey)};
            }
            const bool violated = proof->verdict == Verdict::Violated;
            if (violated && overrideReason.isEmpty()) {
                return Error{ErrorCode::IsolationViolated, proof->reason,
                             hunk->targetPath.display() + u':' + QString::number(hunk->firstLine)};
            }
            batch.label = QStringLiteral("Edit %1:%2")
                              .arg(hunk->targetPath.display(), QString::number(hunk->firstLine));
            for (Decision& decision : batch.decisions) {
                const bool asked = decision.hunkKey == hunkKey;
                if (decision.kind == DecisionKind::Open) {
                    continue; // the edit that this one settles
                }
                decision.kind = asked ? DecisionKind::Edited : DecisionKind::Accepted;
                decision.editedText = asked ? lines : QByteArray();
                decision.overrideReason = asked && violated ? overrideReason : QString();
            }
            d->settleHeader(hunkKey);
            ProjectState& state = d->writable();
            state.editedProofs.insert(hunkKey, *proof);
            d->appendBatch(std::move(batch));
            return {};
        });
}

/// A wide guard holds the edits of what folds into it, and whether one can be had depends on them.
void ProjectSession::Private::reshapeIfFolded(const DecisionLog& before,
                                              const QVector<QByteArray>& keys)
{
    const ProjectState& state = *q.m_state;
    if (!state.rawScan || (state.guardWidths.isEmpty() && state.userGuards.isEmpty())) {
        return;
    }
    QSet<QByteArray> edits; // what was edited and is not, is now and was not, or is otherwise
    for (const QByteArray& key : keys) {
        const auto textOf = [&key](const DecisionLog& log) {
            const Decision* decision = log.decision(key);
            return decision != nullptr && decision->kind == DecisionKind::Edited
                       ? std::optional<QByteArray>(decision->editedText)
                       : std::nullopt;
        };
        if (textOf(before) != textOf(state.decisions)) {
            edits.insert(key);
        }
    }
    const bool shapes =
        !edits.isEmpty() && std::any_of(state.rawScan->hunks.begin(), state.rawScan->hunks.end(),
                                        [&](const Hunk& hunk) { return edits.contains(hunk.key); });
    if (shapes) {
        reshape();
    }
}

void ProjectSession::Private::proveEdits()
{
    if (!q.m_state || !q.m_state->scan) {
        return;
    }
    const std::shared_ptr<const ProjectState> state = q.m_state;
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
    whenDone(QtConcurrent::run(&pool,
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
             &q, [this, at = generation.load()](const QHash<QByteArray, IsolationProof>& proofs) {
                 if (at != generation || !q.m_state) {
                     return;
                 }
                 ProjectState& changed = writable();
                 changed.editedProofs.insert(proofs);
                 fillCounts(changed);
                 publish(StateChange::Decisions);
             });
}

} // namespace rocport
