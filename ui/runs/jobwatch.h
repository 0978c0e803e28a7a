#pragma once

#include "core/project/nodes/remoteservice.h"
#include "ui/runs/runningjob.h"

#include <QHash>
#include <QObject>

namespace rocport {

/// Follows the jobs of the open project for the parts of the window that are not the area Runs.
class JobWatch : public QObject
{
    Q_OBJECT

public:
    /// `remote` outlives it.
    explicit JobWatch(RemoteService& remote, QObject* parent = nullptr);
    /// Newest first; replayed runs are left out.
    [[nodiscard]] const QVector<RunningJob>& running() const { return m_running; }

Q_SIGNALS:
    void runningChanged();
    /// A job that ran for a minute or more ended while it was watched.
    void longJobEnded(const QString& title, const QString& text, const QString& jobId);

private:
    void refresh();
    RemoteService& m_remote;
    QVector<RunningJob> m_running;
    QHash<QString, bool> m_ended; ///< by id, as last seen
};

} // namespace rocport
