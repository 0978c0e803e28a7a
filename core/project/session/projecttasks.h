#pragma once

#include "core/base/cancel.h"
#include "core/project/session/taskinfo.h"

#include <QMap>
#include <QObject>
#include <QString>
#include <QVector>

namespace rocport {

/// The long tasks of a session: what is running, how far it is, and requests to end it. Lives in
/// the session's thread.
class ProjectTasks : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// A task that has begun; its work checks the token to see whether to end early.
    struct Begun
    {
        int id = 0;
        CancelToken cancel;
    };
    /// Properties of a task, for the window.
    struct Options
    {
        bool cancellable = true;
        bool repeats = false; ///< is done again the next time: ending it early does no harm
    };
    Begun begin(const QString& title, const Options& options);
    Begun begin(const QString& title) { return begin(title, Options()); }
    /// Reports how far a task is; does nothing if it has ended.
    void update(int id, int done, int total, const QString& detail);
    void end(int id);

    /// Asks a task to end early; it does so in its own time.
    void cancel(int id);
    void cancelAll();
    /// Tasks under way, newest last.
    [[nodiscard]] QVector<TaskInfo> running() const;

Q_SIGNALS:
    void started(const rocport::TaskInfo& task);
    void progress(const rocport::TaskInfo& task);
    void finished(int id);

private:
    struct Task
    {
        TaskInfo info;
        CancelToken cancel;
    };
    QMap<int, Task> m_tasks;
    int m_last = 0;
};

} // namespace rocport
