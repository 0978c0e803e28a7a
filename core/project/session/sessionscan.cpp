#include "core/base/whendone.h"
#include "core/project/session/openstate.h"
#include "core/project/session/ruleswitch.h"
#include "core/project/session/sessionprivate.h"

#include <QFileInfo>
#include <QtConcurrent>

namespace rocport {

namespace {

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

void ProjectSession::rescan()
{
    if (m_state) {
        d->startScan();
    }
}

void ProjectSession::Private::startScan()
{
    if (scanTask != 0) {
        q.cancelTask(scanTask);
    }
    CancelToken cancel;
    const int task =
        beginTask(QStringLiteral("Scanning %1").arg(q.m_state->meta.name), true, &cancel, true);
    scanTask = task;
    const quint64 serial = ++scanSerial;
    const quint64 at = generation.load();
    const auto progress = [this, task](const ScanProgress& step) {
        later([this, task, step] { updateTask(task, step.done, step.total, step.currentFile); });
    };
    whenDone(QtConcurrent::run(&pool,
                               [state = q.m_state, rules = q.m_rules, places = packPlaces(),
                                trust = packTrust, known = packs, cancel, progress] {
                                   return scanRepository(*state, rules,
                                                         loadRulesAnew(places, trust, known),
                                                         cancel, progress);
                               }),
             &q, [this, task, serial, at](const Result<Scanned>& scanned) {
                 if (scanTask == task) {
                     scanTask = 0;
                 }
                 if (serial != scanSerial || at != generation || !q.m_state || !scanned) {
                     endTask(task);
                     if (!scanned && at == generation && q.m_state && serial == scanSerial) {
                         Q_EMIT q.failed(scanned.error());
                     }
                     return;
                 }
                 writable().repository = scanned->repository;
                 packWork = scanned->scan->packProblems;
                 adoptRules(scanned->rules);
                 prepareScan(scanned->scan, true);
                 endTask(task);
             });
}

void ProjectSession::Private::replan()
{
    const quint64 serial = ++planSerial;
    const quint64 at = generation.load();
    if (!q.m_state->scan) {
        return;
    }
    whenDone(QtConcurrent::run(&pool,
                               [scan = q.m_state->scan, overrides = q.m_state->overrides] {
                                   return makePlan(*scan, overrides);
                               }),
             &q, [this, serial, at](const Plan& plan) {
                 if (serial != planSerial || at != generation || !q.m_state) {
                     return;
                 }
                 writable().plan = plan;
                 publish(StateChange::Plan);
             });
}

void ProjectSession::setTarget(const TargetSettings& target)
{
    if (!m_state || m_state->readOnly) {
        Q_EMIT failed(
            Error{ErrorCode::ProjectReadOnly, {}, m_state ? m_state->projectFile : QString()});
        return;
    }
    ProjectState& state = d->writable();
    state.meta.target = target;
    d->write([meta = state.meta](ProjectFile& file) { return file.setMeta(meta); });
    d->publish(StateChange::Target);
    d->startScan();
}

void ProjectSession::setOverride(const PlanOverride& planOverride)
{
    if (!m_state || m_state->readOnly || planOverride.reason.trimmed().isEmpty()) {
        Q_EMIT failed(Error{m_state && m_state->readOnly ? ErrorCode::ProjectReadOnly
                                                         : ErrorCode::InvalidArgument,
                            QStringLiteral("an override needs a reason"), planOverride.subject});
        return;
    }
    ProjectState& state = d->writable();
    state.overrides.removeIf(
        [&](const PlanOverride& other) { return other.subject == planOverride.subject; });
    state.overrides.append(planOverride);
    d->write([planOverride](ProjectFile& file) { return file.setOverride(planOverride, true); });
    d->replan();
}

void ProjectSession::clearOverride(const QString& subject)
{
    if (!m_state || m_state->readOnly) {
        return;
    }
    ProjectState& state = d->writable();
    state.overrides.removeIf([&](const PlanOverride& other) { return other.subject == subject; });
    PlanOverride cleared;
    cleared.subject = subject;
    d->write([cleared](ProjectFile& file) { return file.setOverride(cleared, false); });
    d->replan();
}

void ProjectSession::setSummary(Phase phase, const QString& text)
{
    if (!m_state || m_state->readOnly) {
        return;
    }
    ProjectState& state = d->writable();
    state.summaries.removeIf([&](const StoredSummary& stored) { return stored.phase == phase; });
    if (!text.isEmpty()) {
        state.summaries.append({phase, text, QDateTime::currentDateTimeUtc()});
    }
    d->write([phase, text](ProjectFile& file) { return file.setSummary(phase, text); });
    d->publish(StateChange::Summaries);
}

} // namespace rocport
