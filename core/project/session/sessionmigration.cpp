#include "core/base/whendone.h"
#include "core/project/session/openstate.h"
#include "core/project/session/ruleswitch.h"
#include "core/project/session/sessionprivate.h"

#include <QtConcurrent>

#include <utility>

namespace rocport {

namespace {

/// Files that were renamed from one scanned commit to the next. Nothing where git cannot say.
QHash<RepoPath, RepoPath> renamesOf(const ProjectState& state, const QByteArray& from,
                                    const QByteArray& to)
{
    QHash<RepoPath, RepoPath> renames;
    if (from.isEmpty() || from == to) {
        return renames;
    }
    auto repository = Repository::open(state.meta.repositoryRoot);
    if (!repository) {
        return renames;
    }
    const auto changes = (*repository)->changesBetween(from, to);
    if (!changes) {
        return renames;
    }
    for (const PathChange& change : *changes) {
        if (change.kind == PathChange::Kind::Renamed) {
            renames.insert(change.oldPath, change.path);
        }
    }
    return renames;
}

} // namespace

Result<ProjectSession::Private::Prepared>
ProjectSession::Private::prepare(const ProjectState& state,
                                 const std::shared_ptr<const ScanResult>& raw, bool walked)
{
    Prepared prepared;
    prepared.raw = raw;
    const QByteArray before = state.scan ? state.scan->commit : QByteArray();
    prepared.renames = renamesOf(state, before, raw->commit);
    MigrationInput input;
    input.readNow = sourceReader(state, raw->commit);
    GuardRequest wishes = guardRequest(state);
    wishes.renames = prepared.renames;
    auto shaped = layOutGuards(raw, state.meta.target, wishes, input.readNow);
    if (!shaped) {
        return shaped.error();
    }
    prepared.shaped = *std::move(shaped);
    dropRulesOff(prepared.shaped, state.meta.target.rulesOff, state.decisions, state.committed);
    prepared.plan = makePlan(*prepared.shaped.scan, state.overrides);
    input.log = state.decisions;
    input.before = state.scan;
    input.membersBefore = state.guards.members;
    input.known = state.decisionTexts;
    input.raw = raw;
    input.now = prepared.shaped;
    input.renames = prepared.renames;
    input.readBefore = sourceReader(state, before);
    input.target = state.meta.target;
    input.fromHistory = walked && raw == state.rawScan;
    prepared.carried = migrateDecisions(input);
    return prepared;
}

void ProjectSession::Private::prepareScan(const std::shared_ptr<const ScanResult>& raw,
                                          bool scanned)
{
    preparing = raw;
    preparingScanned = preparingScanned || scanned;
    const quint64 serial = ++prepareSerial;
    const quint64 at = generation.load();
    const int task = beginTask(QStringLiteral("Carrying decisions over"), false, nullptr, true);
    whenDone(
        QtConcurrent::run(&pool, [state = q.m_state, raw,
                                  walked = historyWalked] { return prepare(*state, raw, walked); }),
        &q,
        [this, serial, at, task, raw,
         batch = q.m_state->decisions.lastBatchId()](const Result<Prepared>& prepared) {
            if (serial != prepareSerial || at != generation || !q.m_state) {
                endTask(task);
                return; // a newer one is under way
            }
            if (!prepared) {
                preparing.reset();
                preparingScanned = false;
                endTask(task);
                Q_EMIT q.failed(prepared.error());
                return;
            }
            if (q.m_state->decisions.lastBatchId() != batch) {
                prepareScan(raw, false); // decided meanwhile: once more with that
                endTask(task);
                return;
            }
            const bool isNew = preparingScanned;
            preparing.reset();
            preparingScanned = false;
            adoptScan(*prepared, isNew);
            endTask(task);
        });
}

void ProjectSession::Private::adoptScan(const Prepared& prepared, bool scanned)
{
    ProjectState& state = writable();
    const std::shared_ptr<const ScanResult> raw = prepared.raw;
    state.rawScan = raw;
    state.guards = prepared.shaped;
    state.scan = prepared.shaped.scan;
    state.plan = prepared.plan;
    refreshIndex(state);
    state.conflicts = prepared.carried.conflicts;
    for (const DecisionText& text : prepared.carried.keep) {
        state.decisionTexts.insert(text.hunkKey, text);
    }
    // What a decision was made for is on the disk before the scan that lost it.
    if (!state.readOnly && !prepared.carried.keep.isEmpty()) {
        write([keep = prepared.carried.keep](ProjectFile& file) {
            return file.keepDecisionTexts(keep);
        });
    }
    for (UserGuard& guard : state.userGuards) {
        const RepoPath path = prepared.renames.value(guard.path, guard.path);
        if (path != guard.path && !state.readOnly) {
            guard.path = path;
            write([guard](ProjectFile& file) { return file.setUserGuard(guard, true); });
        }
    }
    if (scanned) {
        state.scannedAt = QDateTime::currentDateTimeUtc();
        if (state.commits.isEmpty() && !raw->commit.isEmpty() &&
            state.meta.baseCommit != raw->commit) {
            state.meta.baseCommit = raw->commit;
            if (!state.readOnly) {
                write([meta = state.meta](ProjectFile& file) { return file.setMeta(meta); });
            }
        }
    }
    fillCounts(state);
    // What a change of guards does to decisions is undone with it.
    QVector<DecisionBatch> batches = std::exchange(pendingGuards, {});
    historyWalked = false;
    if (!prepared.carried.decisions.isEmpty()) {
        if (batches.isEmpty()) {
            DecisionBatch batch;
            batch.label = prepared.carried.label;
            batch.author = authorOf(state);
            batch.time = QDateTime::currentDateTimeUtc();
            batches.append(batch);
        }
        batches.last().decisions = prepared.carried.decisions;
    }
    const bool isWritten = !state.readOnly;
    if (isWritten && !batches.isEmpty()) {
        appendBatches(batches); // makes another state: `state` is gone behind it
    }
    if (scanned && isWritten) {
        write([raw](ProjectFile& file) { return file.saveScan(*raw); }, true);
    }
    publish(StateChange::Everything);
    if (!prepared.carried.orphaned.isEmpty()) {
        Q_EMIT q.decisionsOrphaned(prepared.carried.orphaned);
    }
    if (!prepared.shaped.kept.isEmpty() && !scanned) {
        Q_EMIT q.guardsKept(prepared.shaped.kept);
    }
    proveEdits();
    for (int undos = std::exchange(pendingUndos, 0); undos > 0; --undos) {
        if (const Result<void> undone = q.undo(); !undone) {
            Q_EMIT q.failed(undone.error());
        }
    }
}

} // namespace rocport
