#include "core/project/session/openproject.h"

#include "core/project/session/projectstate.h"

#include <QPromise>

#include <utility>

namespace rocport {

OpenProject::OpenProject(QString dataFolder) : m_dataFolder(std::move(dataFolder)) {}

OpenProject::~OpenProject()
{
    drain();
}

void OpenProject::drain()
{
    m_pool.clear();
    m_pool.waitForDone();
    m_store.drain();
}

ProjectState& OpenProject::writable()
{
    auto copy = std::make_shared<ProjectState>(*m_state);
    ProjectState& state = *copy;
    m_state = std::move(copy);
    return state;
}

Result<void> OpenProject::checkWritable() const
{
    if (!m_state || !m_state->scan) {
        return Error{ErrorCode::NotPossibleNow, QStringLiteral("no project is open"), {}};
    }
    if (m_state->readOnly) {
        return Error{ErrorCode::ProjectReadOnly, {}, m_state->projectFile};
    }
    return {};
}

void OpenProject::publish(StateChange change)
{
    Q_EMIT stateChanged(change);
}

void OpenProject::fail(const Error& error)
{
    Q_EMIT failed(error);
}

void OpenProject::post(std::function<void(std::unique_ptr<ProjectFile>& file)> job)
{
    m_store.post(std::move(job));
}

void OpenProject::write(std::function<Result<void>(ProjectFile&)> job, bool repeats)
{
    const auto tell = [this, job = std::move(job)](ProjectFile& file) {
        const Result<void> done = job(file);
        if (!done) {
            later([this, error = done.error()] { fail(error); });
        }
    };
    postWrite(tell, repeats);
}

void OpenProject::postWrite(std::function<void(ProjectFile&)> job, bool repeats)
{
    const int counts = repeats ? 0 : 1;
    m_unstored += counts;
    m_store.post([this, job = std::move(job), counts](std::unique_ptr<ProjectFile>& file) {
        if (file) {
            job(*file);
        }
        later([this, counts] { m_unstored -= counts; }); // after what the job had to tell
    });
}

QFuture<void> OpenProject::stored()
{
    auto promise = std::make_shared<QPromise<void>>();
    promise->start();
    m_store.post([this, promise](std::unique_ptr<ProjectFile>& /*file*/) {
        later([promise] { promise->finish(); });
    });
    return promise->future();
}

void OpenProject::later(std::function<void()> job)
{
    // The project outlives the jobs of pool and file: its destructor waits for both.
    QMetaObject::invokeMethod(this, std::move(job), Qt::QueuedConnection);
}

} // namespace rocport
