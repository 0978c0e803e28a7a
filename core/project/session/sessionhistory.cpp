// The history of decisions and guards: undo, redo, and going to any step of it.
#include "core/project/session/openstate.h"
#include "core/project/session/sessionprivate.h"

#include <algorithm>
#include <cstdlib>

namespace rocport {

namespace {

Error committedStep(const DecisionBatch& batch)
{
    return {ErrorCode::NotPossibleNow,
            QStringLiteral("a change of this step is committed, so undo its commit first"),
            batch.label};
}

Error guardPending()
{
    return {ErrorCode::NotPossibleNow, QStringLiteral("a guard is still being changed"), {}};
}

void setWidth(QVector<GuardSetting>& widths, const GuardSetting& setting)
{
    widths.removeIf([&](const GuardSetting& other) { return other.subject == setting.subject; });
    if (!setting.width.isEmpty()) {
        widths.append(setting);
    }
}

/// The settings that a step leads to, or that it came from.
QVector<GuardSetting> settingsOf(const GuardStep& step, bool forward)
{
    QVector<GuardSetting> settings;
    for (const GuardChange& change : step.widths) {
        settings.append({change.subject, forward ? change.after : change.before});
    }
    return settings;
}

} // namespace

void ProjectSession::Private::applyGuards(const GuardStep& step, bool forward)
{
    ProjectState& state = writable();
    const QVector<GuardSetting> settings = settingsOf(step, forward);
    for (const GuardSetting& setting : settings) {
        setWidth(state.guardWidths, setting);
    }
    if (!settings.isEmpty()) {
        write([settings](ProjectFile& file) { return file.setGuardWidths(settings); });
    }
    for (const UserGuardChange& change : step.guards) {
        const bool put = change.put == forward;
        state.userGuards.removeIf(
            [&](const UserGuard& other) { return other.key == change.guard.key; });
        if (put) {
            state.userGuards.append(change.guard);
        }
        write([guard = change.guard, put](ProjectFile& file) {
            return file.setUserGuard(guard, put);
        });
    }
}

void ProjectSession::Private::changeGuards(const QString& label, const GuardStep& step)
{
    DecisionBatch batch;
    batch.label = label;
    batch.author = authorOf(*q.m_state);
    batch.time = QDateTime::currentDateTimeUtc();
    batch.guards = step;
    applyGuards(step, true);
    pendingGuards.append(batch);
    historyWalked = false;
    reshape();
}

Result<void> ProjectSession::Private::mayStep(const DecisionBatch& batch, bool forward,
                                              QVector<GuardSetting>& widths) const
{
    const ProjectState& state = *q.m_state;
    const bool committed =
        std::any_of(batch.decisions.begin(), batch.decisions.end(),
                    [&](const Decision& one) { return state.isCommitted(one.hunkKey); }) ||
        std::any_of(batch.guards.guards.begin(), batch.guards.guards.end(),
                    [&](const UserGuardChange& one) { return state.isCommitted(one.guard.key); });
    if (committed) {
        return committedStep(batch);
    }
    if (batch.guards.widths.isEmpty()) {
        return {};
    }
    const QVector<GuardSetting> before = widths;
    for (const GuardSetting& setting : settingsOf(batch.guards, forward)) {
        setWidth(widths, setting);
    }
    QSet<QByteArray> fixed; // scanned hunks in guards that are committed
    for (const Hunk& hunk : state.scan->hunks) {
        if (state.isCommitted(hunk.key)) {
            const QVector<QByteArray> members = state.membersOf(hunk.key);
            fixed.unite(QSet<QByteArray>(members.begin(), members.end()));
        }
    }
    for (const Hunk& hunk : state.rawScan->hunks) {
        if (fixed.contains(hunk.key) && guardWidthOf(before, hunk) != guardWidthOf(widths, hunk)) {
            return committedStep(batch);
        }
    }
    return {};
}

Result<void> ProjectSession::Private::walkHistory(qsizetype steps)
{
    const bool forward = steps > 0;
    const qsizetype count = std::abs(steps);
    DecisionLog log = q.m_state->decisions;
    QVector<GuardSetting> widths = q.m_state->guardWidths;
    QVector<DecisionBatch> made;
    QVector<GuardStep> guards;
    QVector<DecisionBatch> rules;
    QVector<QByteArray> changed;
    for (qsizetype i = 0; i < count; ++i) {
        const DecisionBatch* batch = forward ? log.redoBatch() : log.undoBatch();
        if (batch == nullptr) {
            return Error{ErrorCode::NotPossibleNow,
                         forward ? QStringLiteral("there is nothing to redo")
                                 : QStringLiteral("there is nothing to undo"),
                         {}};
        }
        if (Result<void> may = mayStep(*batch, forward, widths); !may) {
            return may;
        }
        if (!batch->guards.isEmpty()) {
            guards.append(batch->guards);
        }
        for (const Decision& decision : batch->decisions) {
            changed.append(decision.hunkKey);
            if (ruleOfKey(decision.hunkKey)) {
                rules.append(*batch);
            }
        }
        DecisionBatch step;
        step.kind = forward ? BatchKind::Redo : BatchKind::Undo;
        step.label = batch->label;
        step.author = authorOf(*q.m_state);
        step.time = QDateTime::currentDateTimeUtc();
        made.append(step);
        if (i + 1 < count) {
            log.append(step);
        }
    }
    const DecisionLog before = q.m_state->decisions;
    appendBatches(made);
    for (const GuardStep& step : std::as_const(guards)) {
        applyGuards(step, forward);
    }
    for (const DecisionBatch& step : std::as_const(rules)) {
        applyRules(step, forward);
    }
    proveEdits();
    historyWalked = pendingGuards.isEmpty();
    if (guards.isEmpty()) {
        reshapeIfFolded(before, changed);
    } else {
        reshape();
    }
    return {};
}

Result<void> ProjectSession::undo()
{
    if (Result<void> writable = d->checkWritable(); !writable) {
        return writable;
    }
    if (!d->pendingGuards.isEmpty()) {
        // Once they are shown, and what was done before them after that: in the order of the steps.
        const QVector<HistoryStep> history = m_state->decisions.history();
        const auto applied = std::count_if(history.begin(), history.end(),
                                           [](const HistoryStep& step) { return step.applied; });
        if (d->pendingUndos < d->pendingGuards.size() + applied) {
            ++d->pendingUndos;
            return {};
        }
    }
    return d->walkHistory(-1);
}

Result<void> ProjectSession::redo()
{
    if (Result<void> writable = d->checkWritable(); !writable) {
        return writable;
    }
    if (!d->pendingGuards.isEmpty()) {
        return guardPending();
    }
    return d->walkHistory(1);
}

Result<void> ProjectSession::goTo(qint64 batchId)
{
    if (Result<void> writable = d->checkWritable(); !writable) {
        return writable;
    }
    if (!d->pendingGuards.isEmpty()) {
        return guardPending();
    }
    const QVector<HistoryStep> history = m_state->decisions.history();
    const auto applied = std::count_if(history.begin(), history.end(),
                                       [](const HistoryStep& step) { return step.applied; });
    const auto found = std::find_if(history.begin(), history.end(), [&](const HistoryStep& step) {
        return step.batch->id == batchId;
    });
    if (batchId != 0 && found == history.end()) {
        return Error{
            ErrorCode::InvalidArgument, QStringLiteral("the history has no such step"), {}};
    }
    const auto wanted = batchId == 0 ? 0 : std::distance(history.begin(), found) + 1;
    return wanted == applied ? Result<void>() : d->walkHistory(wanted - applied);
}

} // namespace rocport
