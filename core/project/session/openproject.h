#pragma once

#include "core/base/result.h"
#include "core/project/session/statechange.h"
#include "core/project/session/storeworker.h"

#include <QFuture>
#include <QObject>
#include <QString>
#include <QThreadPool>

#include <atomic>
#include <functional>
#include <memory>

namespace rocport {

struct ProjectState;

/// The ground that the parts of a session stand on: the state of the project that is open, its file
/// in a thread of its own, and a pool for what takes time. Lives in the session's thread, as all of
/// its functions do that do not say otherwise. Destruction waits for pool and file.
class OpenProject : public QObject
{
    Q_OBJECT

public:
    /// \a dataFolder holds project files and worktrees of repositories opened without one.
    explicit OpenProject(QString dataFolder);
    ~OpenProject() override;

    [[nodiscard]] const QString& dataFolder() const { return m_dataFolder; }
    [[nodiscard]] QThreadPool& pool() { return m_pool; }

    /// Null where no project is open.
    [[nodiscard]] const std::shared_ptr<const ProjectState>& state() const { return m_state; }
    /// The state that was just read becomes that of the open project; null: none is open.
    void setState(std::shared_ptr<const ProjectState> state) { m_state = std::move(state); }
    /// A fresh copy that becomes the state. Only while a project is open.
    ProjectState& writable();
    /// Errors: NotPossibleNow (no project, or not scanned yet), ProjectReadOnly.
    [[nodiscard]] Result<void> checkWritable() const;
    /// Tells that the state is another one.
    void publish(StateChange change);
    /// Tells that a task or a write failed.
    void fail(const Error& error);

    /// A number for what is open or being opened now; any thread.
    [[nodiscard]] quint64 generation() const { return m_generation; }
    /// From now on results of what was open before are late. Gives the new number.
    quint64 startGeneration() { return ++m_generation; }
    /// Whether the project of that number is still the one that is open.
    [[nodiscard]] bool isOpen(quint64 generation) const
    {
        return generation == m_generation && m_state != nullptr;
    }

    /// Runs `job` in the file's thread; it may be reset by the job (open and close).
    void post(std::function<void(std::unique_ptr<ProjectFile>& file)> job);
    /// Runs `job(file)` in the file's thread; a failure is told. `repeats`: it is done anew the
    /// next time, and losing it loses nothing.
    void write(std::function<Result<void>(ProjectFile&)> job, bool repeats = false);
    /// The same where `job` tells by itself what failed.
    void postWrite(std::function<void(ProjectFile&)> job, bool repeats = false);
    /// Everything that was given to write() is in the file, or was told that it is not.
    [[nodiscard]] bool isStored() const { return m_unstored == 0; }
    /// Ends once that holds for all calls before this one.
    [[nodiscard]] QFuture<void> stored();
    /// Runs `job` in the session's thread; called in any thread.
    void later(std::function<void()> job);

    /// Waits until pool and file have done what they were given: before the parts end that gave it.
    void drain();

Q_SIGNALS:
    void stateChanged(rocport::StateChange change);
    /// A task or a write failed; what was there before still is.
    void failed(const rocport::Error& error);

private:
    const QString m_dataFolder;
    QThreadPool m_pool;
    StoreWorker m_store;
    std::shared_ptr<const ProjectState> m_state;
    std::atomic<quint64> m_generation = 0;
    int m_unstored = 0; // writes that were posted, and whose end was not told yet
};

} // namespace rocport
