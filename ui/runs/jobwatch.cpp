#include "ui/runs/jobwatch.h"

#include "core/project/nodes/matrixrequest.h"
#include "ui/runs/runtext.h"

#include <utility>

namespace rocport {

namespace {
constexpr std::chrono::minutes kLong{1};
} // namespace

JobWatch::JobWatch(RemoteService& remote, QObject* parent) : QObject(parent), m_remote(remote)
{
    connect(&remote, &RemoteService::jobsChanged, this, &JobWatch::refresh);
    refresh();
}

void JobWatch::refresh()
{
    const auto state = m_remote.state();
    const QHash<QString, int> numbers = jobNumbers(*state);
    QVector<RunningJob> running;
    QHash<QString, bool> ended;
    QHash<QString, Matrix> matrices; // those of which nothing was said yet
    for (Matrix& matrix : matricesOf(state->jobs)) {
        addRuns(matrix, state->runs);
        matrices.insert(matrix.id, matrix);
    }
    // One that had ended when the project was opened is no news.
    const auto tell = [&](const QString& id, const QString& title, const JobStatus& status,
                          const QString& shown, const auto& textAfter) {
        const bool over = isEnded(status.state);
        ended.insert(id, over);
        const auto time = workTime(status, status.ended);
        if (over && !m_ended.value(id, true) && time && *time >= kLong) {
            Q_EMIT longJobEnded(tr("%1: %2").arg(title, jobStateName(status.state).toLower()),
                                textAfter(elapsedText(*time)), shown);
        }
    };
    for (const JobEntry& job : state->jobs) {
        if (job.replayed) {
            continue;
        }
        const QString matrixId = matrixIdOf(job.spec);
        if (matrixId.isEmpty()) {
            const QString name = jobName(numbers.value(job.spec.id));
            if (!isEnded(job.status.state)) {
                running.append({job.spec.id,
                                tr("%1: %2 on %3, %4")
                                    .arg(name, job.spec.title, job.spec.node.name,
                                         jobStateName(job.status.state).toLower()),
                                0, 0});
            }
            tell(job.spec.id, job.spec.title, job.status, job.spec.id, [&](const QString& time) {
                return tr("%1 on %2, after %3.").arg(name, job.spec.node.name, time);
            });
            continue;
        }
        const Matrix matrix = matrices.take(matrixId);
        if (matrix.id.isEmpty()) {
            continue;
        }
        const QString title = tr("Matrix %1").arg(matrix.title);
        if (matrix.ended() < matrix.count()) {
            running.append({job.spec.id, tr("%1: %2").arg(title, matrix.sentence()),
                            static_cast<int>(matrix.ended()), static_cast<int>(matrix.count())});
        }
        tell(matrixId, title, matrixStatus(matrix), job.spec.id,
             [&](const QString& time) { return tr("%1, after %2.").arg(matrix.sentence(), time); });
    }
    m_ended = ended;
    if (std::exchange(m_running, running) != running) {
        Q_EMIT runningChanged();
    }
}

} // namespace rocport
