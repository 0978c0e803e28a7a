#include "core/project/session/projectplan.h"

#include "core/base/whendone.h"
#include "core/project/session/openproject.h"
#include "core/project/session/projectstate.h"

#include <QtConcurrent>

namespace rocport {

void ProjectPlan::replan()
{
    const quint64 serial = ++m_serial;
    const quint64 at = m_project.generation();
    if (!m_project.state()->scan) {
        return;
    }
    whenDone(QtConcurrent::run(
                 &m_project.pool(),
                 [scan = m_project.state()->scan, overrides = m_project.state()->overrides] {
                     return makePlan(*scan, overrides);
                 }),
             &m_project, [this, serial, at](const Plan& plan) {
                 if (serial != m_serial || !m_project.isOpen(at)) {
                     return;
                 }
                 m_project.writable().plan = plan;
                 m_project.publish(StateChange::Plan);
             });
}

void ProjectPlan::setTarget(const TargetSettings& target)
{
    if (!m_project.state() || m_project.state()->readOnly) {
        m_project.fail(Error{ErrorCode::ProjectReadOnly,
                             {},
                             m_project.state() ? m_project.state()->projectFile : QString()});
        return;
    }
    ProjectState& state = m_project.writable();
    state.meta.target = target;
    m_project.write([meta = state.meta](ProjectFile& file) { return file.setMeta(meta); });
    m_project.publish(StateChange::Target);
    Q_EMIT scanNeeded();
}

void ProjectPlan::setOverride(const PlanOverride& planOverride)
{
    if (!m_project.state() || m_project.state()->readOnly ||
        planOverride.reason.trimmed().isEmpty()) {
        m_project.fail(Error{m_project.state() && m_project.state()->readOnly
                                 ? ErrorCode::ProjectReadOnly
                                 : ErrorCode::InvalidArgument,
                             QStringLiteral("an override needs a reason"), planOverride.subject});
        return;
    }
    ProjectState& state = m_project.writable();
    state.overrides.removeIf(
        [&](const PlanOverride& other) { return other.subject == planOverride.subject; });
    state.overrides.append(planOverride);
    m_project.write(
        [planOverride](ProjectFile& file) { return file.setOverride(planOverride, true); });
    replan();
}

void ProjectPlan::clearOverride(const QString& subject)
{
    if (!m_project.state() || m_project.state()->readOnly) {
        return;
    }
    ProjectState& state = m_project.writable();
    state.overrides.removeIf([&](const PlanOverride& other) { return other.subject == subject; });
    PlanOverride cleared;
    cleared.subject = subject;
    m_project.write([cleared](ProjectFile& file) { return file.setOverride(cleared, false); });
    replan();
}

void ProjectPlan::setSummary(Phase phase, const QString& text)
{
    if (!m_project.state() || m_project.state()->readOnly) {
        return;
    }
    ProjectState& state = m_project.writable();
    state.summaries.removeIf([&](const StoredSummary& stored) { return stored.phase == phase; });
    if (!text.isEmpty()) {
        state.summaries.append({phase, text, QDateTime::currentDateTimeUtc()});
    }
    m_project.write([phase, text](ProjectFile& file) { return file.setSummary(phase, text); });
    m_project.publish(StateChange::Summaries);
}

} // namespace rocport
