#pragma once

#include "core/store/projectfile.h"

#include <QObject>
#include <QThread>

#include <functional>
#include <memory>

namespace rocport {

/// Owns the open project file in a thread of its own. Work is posted and done in order; the
/// database connection is opened, used and closed in that thread only.
class StoreWorker : public QObject
{
    Q_OBJECT

public:
    StoreWorker();
    /// Does what was posted, closes the file and ends the thread.
    ~StoreWorker() override;

    /// Runs `job` in the worker's thread. `file` may be reset by the job (open and close).
    void post(std::function<void(std::unique_ptr<ProjectFile>& file)> job);
    /// Waits until everything posted so far is done. For closing only, never while the window is in
    /// use.
    void drain();

private:
    QThread m_thread;
    QObject* m_context = nullptr; // lives in m_thread
    std::unique_ptr<ProjectFile> m_file;
};

} // namespace rocport
