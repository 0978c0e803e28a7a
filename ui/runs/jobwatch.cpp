#include "ui/runs/jobwatch.h"

#include "core/remote/matrix.h"
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
    for (const Matrix& matrix : matricesOf(state->jobs)) {
        matrices.insert(matrix.id, matrix);
    }
    for (const JobEntry& job : state->jobs) {
        if (job.replayed) {
            continue;
        }
        const bool over = isEnded(job.status.state);
        ended.insert(job.spec.id, over);
        const QString name = jobName(numbers.value(job.spec.id));
        const QString word = jobStateName(job.status.state);
        const QString matrixId = matrixIdOf(job.spec);
        if (!over && !matrixId.isEmpty()) {
            if (const Matrix matrix = matrices.take(matrixId); !matrix.id.isEmpty()) {
                running.append(
                    {job.spec.id, tr("Matrix %1: %2").arg(matrix.title, matrix.sentence()),
                     static_cast<int>(matrix.ended()), static_cast<int>(matrix.count())});
            }
        } else if (!over) {
            running.append({job.spec.id,
                            tr("%1: %2 on %3, %4")
                                .arg(name, job.spec.title, job.spec.node.name, word.toLower()),
                            0, 0});
        }
        // One that had ended when the project was opened is no news.
        const auto time = workTime(job.status, job.status.ended);
        if (over && !m_ended.value(job.spec.id, true) && time && *time >= kLong) {
            Q_EMIT longJobEnded(
                tr("%1: %2").arg(job.spec.title, word.toLower()),
                tr("%1 on %2, after %3.").arg(name, job.spec.node.name, elapsedText(*time)),
                job.spec.id);
        }
    }
    m_ended = ended;
    if (std::exchange(m_running, running) != running) {
        Q_EMIT runningChanged();
    }
}

} // namespace rocport
