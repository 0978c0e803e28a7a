#include "core/project/session/projectscanner.h"

#include "core/base/whendone.h"
#include "core/plan/plan.h"
#include "core/project/session/derivedstate.h"
#include "core/project/session/openproject.h"
#include "core/project/session/projectdecisions.h"
#include "core/project/session/projectguards.h"
#include "core/project/session/projecthistory.h"
#include "core/project/session/projectstate.h"
#include "core/project/session/projecttasks.h"
#include "core/project/session/rulepacks.h"
#include "core/project/session/ruleswitches.h"
#include "core/project/session/sourcereader.h"
#include "core/project/session/steprecorder.h"

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

struct Scanned
{
    std::shared_ptr<const ScanResult> scan;
    RepositoryInfo repository;
    LoadedRules rules;
};

Result<Scanned> scanRepository(const ProjectState& state,
                               const std::shared_ptr<const RuleSet>& rules,
                               const LoadedRules& loaded, const CancelToken& cancel,
                               const std::function<void(const ScanProgress&)>& progress)
{
    auto repository = Repository::open(state.meta.repositoryRoot);
    if (!repository) {
        return repository.error();
    }
    auto info = (*repository)->info();
    if (!info) {
        return info.error();
    }
    auto tree = (*repository)->treeAt(info->headCommit);
    if (!tree) {
        return tree.error();
    }
    TargetSettings target = state.meta.target;
    target.rulesOff = rulesLeftOut(state);
    auto scan = scanTree(**tree, loaded.rules ? loaded.rules : rules, target, state.rawScan, cancel,
                         progress);
    if (!scan) {
        return scan.error();
    }
    auto result = std::make_shared<ScanResult>(**scan);
    result->commit = info->headCommit;
    Scanned scanned;
    scanned.repository = *std::move(info);
    scanned.scan = std::move(result);
    scanned.rules = loaded;
    return scanned;
}

} // namespace

/// A scan ready to be shown.
struct ProjectScanner::Prepared
{
    std::shared_ptr<const ScanResult> raw;
    GuardedScan shaped;
    Plan plan;
    MigratedDecisions carried;
    QHash<RepoPath, RepoPath> renames;
};

ProjectScanner::ProjectScanner(OpenProject& project, const Parts& parts)
    : m_project(project), m_parts(parts)
{
    connect(&m_parts.packs, &RulePacks::scanNeeded, this, &ProjectScanner::rescan);
    connect(&m_parts.guards, &ProjectGuards::layoutNeeded, this, &ProjectScanner::layOut);
}

/// `walked`: the guards are those of a step of the history.
Result<ProjectScanner::Prepared>
ProjectScanner::prepared(const ProjectState& state, const std::shared_ptr<const ScanResult>& raw,
                         bool walked)
{
    Prepared made;
    made.raw = raw;
    const QByteArray before = state.scan ? state.scan->commit : QByteArray();
    made.renames = renamesOf(state, before, raw->commit);
    MigrationInput input;
    input.readNow = sourceReader(state, raw->commit);
    GuardRequest wishes = guardRequest(state);
    wishes.renames = made.renames;
    auto shaped = layOutGuards(raw, state.meta.target, wishes, input.readNow);
    if (!shaped) {
        return shaped.error();
    }
    made.shaped = *std::move(shaped);
    dropRulesOff(made.shaped, state.meta.target.rulesOff, state.decisions, state.committed);
    made.plan = makePlan(*made.shaped.scan, state.overrides);
    input.log = state.decisions;
    input.before = state.scan;
    input.membersBefore = state.guards.members;
    input.known = state.decisionTexts;
    input.raw = raw;
    input.now = made.shaped;
    input.renames = made.renames;
    input.readBefore = sourceReader(state, before);
    input.target = state.meta.target;
    input.fromHistory = walked && raw == state.rawScan;
    made.carried = migrateDecisions(input);
    return made;
}

void ProjectScanner::prepare(const std::shared_ptr<const ScanResult>& raw, bool scanned)
{
    m_preparing = raw;
    m_preparingScanned = m_preparingScanned || scanned;
    const quint64 serial = ++m_prepareSerial;
    const quint64 at = m_project.generation();
    const int task = m_parts.tasks
                         .begin(QStringLiteral("Carrying decisions over"),
                                {.cancellable = false, .repeats = true})
                         .id;
    whenDone(
        QtConcurrent::run(&m_project.pool(),
                          [state = m_project.state(), raw, walked = m_parts.guards.isWalked()] {
                              return prepared(*state, raw, walked);
                          }),
        this,
        [this, serial, at, task, raw,
         batch = m_project.state()->decisions.lastBatchId()](const Result<Prepared>& ready) {
            if (serial != m_prepareSerial || !m_project.isOpen(at)) {
                m_parts.tasks.end(task);
                return; // a newer one is under way
            }
            if (!ready) {
                m_preparing.reset();
                m_preparingScanned = false;
                m_parts.tasks.end(task);
                m_project.fail(ready.error());
                return;
            }
            if (m_project.state()->decisions.lastBatchId() != batch) {
                prepare(raw, false); // decided meanwhile: once more with that
                m_parts.tasks.end(task);
                return;
            }
            const bool isNew = m_preparingScanned;
            m_preparing.reset();
            m_preparingScanned = false;
            adopt(*ready, isNew);
            m_parts.tasks.end(task);
        });
}

void ProjectScanner::adopt(const Prepared& prepared, bool scanned)
{
    ProjectState& state = m_project.writable();
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
        m_project.write([keep = prepared.carried.keep](ProjectFile& file) {
            return file.keepDecisionTexts(keep);
        });
    }
    for (UserGuard& guard : state.userGuards) {
        const RepoPath path = prepared.renames.value(guard.path, guard.path);
        if (path != guard.path && !state.readOnly) {
            guard.path = path;
            m_project.write([guard](ProjectFile& file) { return file.setUserGuard(guard, true); });
        }
    }
    if (scanned) {
        state.scannedAt = QDateTime::currentDateTimeUtc();
        if (state.commits.isEmpty() && !raw->commit.isEmpty() &&
            state.meta.baseCommit != raw->commit) {
            state.meta.baseCommit = raw->commit;
            if (!state.readOnly) {
                m_project.write(
                    [meta = state.meta](ProjectFile& file) { return file.setMeta(meta); });
            }
        }
    }
    fillCounts(state);
    // What a change of guards does to decisions is undone with it.
    QVector<DecisionBatch> batches = m_parts.guards.takePending();
    if (!prepared.carried.decisions.isEmpty()) {
        if (batches.isEmpty()) {
            batches.append(m_parts.recorder.newStep(prepared.carried.label));
        }
        batches.last().decisions = prepared.carried.decisions;
    }
    const bool isWritten = !state.readOnly;
    if (isWritten && !batches.isEmpty()) {
        m_parts.recorder.append(batches); // makes another state: `state` is gone behind it
    }
    if (scanned && isWritten) {
        m_project.write([raw](ProjectFile& file) { return file.saveScan(*raw); }, true);
    }
    m_project.publish(StateChange::Everything);
    if (!prepared.carried.orphaned.isEmpty()) {
        Q_EMIT decisionsOrphaned(prepared.carried.orphaned);
    }
    if (!prepared.shaped.kept.isEmpty() && !scanned) {
        Q_EMIT guardsKept(prepared.shaped.kept);
    }
    m_parts.decisions.proveEdits();
    m_parts.history.catchUp();
}

void ProjectScanner::forgetPending()
{
    ++m_prepareSerial; // what is under way comes too late
    m_preparing.reset();
    m_preparingScanned = false;
}

void ProjectScanner::layOut()
{
    prepare(m_preparing ? m_preparing : m_project.state()->rawScan, false);
}

void ProjectScanner::rescan()
{
    if (!m_project.state()) {
        return;
    }
    if (m_scanTask != 0) {
        m_parts.tasks.cancel(m_scanTask);
    }
    const auto [task, cancel] = m_parts.tasks.begin(
        QStringLiteral("Scanning %1").arg(m_project.state()->meta.name), {.repeats = true});
    m_scanTask = task;
    const quint64 serial = ++m_scanSerial;
    const quint64 at = m_project.generation();
    const auto progress = [this, task = task](const ScanProgress& step) {
        m_project.later([this, task, step] {
            m_parts.tasks.update(task, step.done, step.total, step.currentFile);
        });
    };
    whenDone(QtConcurrent::run(&m_project.pool(),
                               [state = m_project.state(), rules = m_parts.packs.rules(),
                                reader = m_parts.packs.reader(), cancel = cancel, progress] {
                                   return scanRepository(*state, rules, reader.read(), cancel,
                                                         progress);
                               }),
             this, [this, task = task, serial, at](const Result<Scanned>& scanned) {
                 if (m_scanTask == task) {
                     m_scanTask = 0;
                 }
                 if (serial != m_scanSerial || !m_project.isOpen(at) || !scanned) {
                     m_parts.tasks.end(task);
                     if (!scanned && m_project.isOpen(at) && serial == m_scanSerial) {
                         m_project.fail(scanned.error());
                     }
                     return;
                 }
                 m_project.writable().repository = scanned->repository;
                 m_parts.packs.adopt(scanned->rules, scanned->scan->packProblems);
                 prepare(scanned->scan, true);
                 m_parts.tasks.end(task);
             });
}

} // namespace rocport
