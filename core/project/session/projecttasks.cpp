#include "core/project/session/projecttasks.h"

#include <utility>

namespace rocport {

ProjectTasks::Begun ProjectTasks::begin(const QString& title, const Options& options)
{
    Task task;
    task.info.id = ++m_last;
    task.info.title = title;
    task.info.cancellable = options.cancellable;
    task.info.repeats = options.repeats;
    m_tasks.insert(task.info.id, task);
    Q_EMIT started(task.info);
    return {task.info.id, task.cancel};
}

void ProjectTasks::update(int id, int done, int total, const QString& detail)
{
    const auto found = m_tasks.find(id);
    if (found == m_tasks.end()) {
        return;
    }
    found->info.done = done;
    found->info.total = total;
    found->info.detail = detail;
    Q_EMIT progress(found->info);
}

void ProjectTasks::end(int id)
{
    if (m_tasks.remove(id) > 0) {
        Q_EMIT finished(id);
    }
}

void ProjectTasks::cancel(int id)
{
    const auto found = m_tasks.constFind(id);
    if (found != m_tasks.constEnd()) {
        found->cancel.cancel();
    }
}

void ProjectTasks::cancelAll()
{
    for (const Task& task : std::as_const(m_tasks)) {
        task.cancel.cancel();
    }
}

QVector<TaskInfo> ProjectTasks::running() const
{
    QVector<TaskInfo> infos;
    for (const Task& task : m_tasks) {
        infos.append(task.info);
    }
    return infos;
}

} // namespace rocport
