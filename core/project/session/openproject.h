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

/// What the parts of a session are built on: the state of the open project, its file in a thread of
/// its own, and a pool for what takes time. Lives in the session's thread, in which its functions
/// are called unless they say otherwise. Destruction waits for pool and file.
class OpenProject : public QObject
{
    Q_OBJECT

public:
    /// \a dataFolder holds project files and worktrees of repositories opened without one.
    explicit OpenProject(QString dataFolder);
    ~OpenProject() override;

    [[nodiscard]] const QString& dataFolder() const { return m_dataFolder; }
    [[nodiscard]] QThreadPool& pool() { return m_pool; }

    /// Null if no project is open.
    [[nodiscard]] const std::shared_ptr<const ProjectState>& state() const { return m_state; }
    /// Makes a state that was just read that of the open project; null: none is open.
    void setState(std::shared_ptr<const ProjectState> state) { m_state = std::move(state); }
    /// A fresh copy of the state that takes its place. Only while a project is open.
    ProjectState& writable();
    /// Errors: NotPossibleNow (no project, or not scanned yet), ProjectReadOnly.
    [[nodiscard]] Result<void> checkWritable() const;
    /// Announces that the state has changed.
    void publish(StateChange change);
    /// Announces that a task or a write failed.
    void fail(const Error& error);

    /// A number for what is open or being opened now; may be called from any thread.
    [[nodiscard]] quint64 generation() const { return m_generation; }
    /// Makes results for what was open before out of date. Returns the new number.
    quint64 startGeneration() { return ++m_generation; }
    /// Whether the project with that number is still the open one.
    [[nodiscard]] bool isOpen(quint64 generation) const
    {
        return generation == m_generation && m_state != nullptr;
    }

    /// Runs `job` in the file's thread; it may be reset by the job (open and close).
    void post(std::function<void(std::unique_ptr<ProjectFile>& file)> job);
    /// Runs `job(file)` in the file's thread; a failure is reported. `repeats`: it is done again
    /// the next time, so that losing it does no harm.
    void write(std::function<Result<void>(ProjectFile&)> job, bool repeats = false);
    /// The same if `job` reports failures itself.
    void postWrite(std::function<void(ProjectFile&)> job, bool repeats = false);
    /// Whether everything that was given to write() is in the file or was reported as failed.
    [[nodiscard]] bool isStored() const { return m_unstored == 0; }
    /// Finishes once that holds for all calls before this one.
    [[nodiscard]] QFuture<void> stored();
    /// Runs `job` in the session's thread; may be called from any thread.
    void later(std::function<void()> job);

    /// Waits until pool and file have done their work; to be called before the parts that gave it
    /// to them are destroyed.
    void drain();

Q_SIGNALS:
    void stateChanged(rocport::StateChange change);
    /// A task or a write failed; what was there before is unchanged.
    void failed(const rocport::Error& error);

private:
    const QString m_dataFolder;
    QThreadPool m_pool;
    StoreWorker m_store;
    std::shared_ptr<const ProjectState> m_state;
    std::atomic<quint64> m_generation = 0;
    int m_unstored = 0; // writes that were posted and whose end was not reported yet
};

} // namespace rocport
