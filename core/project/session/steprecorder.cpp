#include "core/project/session/steprecorder.h"

#include "core/project/session/derivedstate.h"
#include "core/project/session/openproject.h"
#include "core/project/session/projectstate.h"

#include <utility>

namespace rocport {

DecisionBatch StepRecorder::newStep(const QString& label) const
{
    DecisionBatch step;
    step.label = label;
    step.author = m_project.state()->user();
    step.time = QDateTime::currentDateTimeUtc();
    return step;
}

void StepRecorder::append(const QVector<DecisionBatch>& steps)
{
    ProjectState& state = m_project.writable();
    const DecisionLog before = state.decisions;
    QVector<QByteArray> changed;
    QVector<DecisionBatch> numbered = steps;
    for (DecisionBatch& step : numbered) {
        for (const Decision& decision : std::as_const(step.decisions)) {
            changed.append(decision.hunkKey);
        }
        step.id = state.decisions.lastBatchId() + 1;
        state.decisions.append(step);
    }
    fillCounts(state);
    {
        const QMutexLocker locker(&m_lock);
        m_queue += numbered;
    }
    m_project.postWrite([this](ProjectFile& file) { writeQueue(file); });
    m_project.publish(StateChange::Decisions);
    Q_EMIT appended(before, changed);
}

void StepRecorder::writeQueue(ProjectFile& file)
{
    QVector<DecisionBatch> steps;
    {
        const QMutexLocker locker(&m_lock);
        steps.swap(m_queue);
    }
    if (steps.isEmpty()) {
        return; // an earlier job wrote them with its own
    }
    const Result<qint64> done = file.appendBatches(steps);
    if (done) {
        return;
    }
    // What is shown goes back to what is stored: nothing looks decided that is not.
    m_project.later([this, error = done.error()] { m_project.fail(error); });
    auto stored = file.batches();
    if (stored) {
        m_project.later([this, at = m_project.generation(), log = *std::move(stored)] {
            if (!m_project.isOpen(at)) {
                return;
            }
            ProjectState& reverted = m_project.writable();
            const DecisionLog shown = std::exchange(reverted.decisions, DecisionLog(log));
            fillCounts(reverted);
            m_project.publish(StateChange::Decisions);
            Q_EMIT takenBack(shown);
        });
    }
}

} // namespace rocport
