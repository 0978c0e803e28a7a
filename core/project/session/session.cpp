#include "core/project/session/filetexts.h"
#include "core/project/session/sessionprivate.h"

#include <QPromise>
#include <QtConcurrent>

namespace rocport {

ProjectSession::Private::Private(ProjectSession& session, QString folder)
    : q(session), dataFolder(std::move(folder))
{
}

ProjectSession::ProjectSession(QString dataFolder, QObject* parent)
    : QObject(parent), d(std::make_unique<Private>(*this, std::move(dataFolder)))
{
    RuleSet::LoadResult loaded = RuleSet::load();
    m_rules = std::make_shared<const RuleSet>(std::move(loaded.rules));
    m_rulePackProblems = std::move(loaded.problems);
    d->watchPacks();
}

ProjectSession::~ProjectSession()
{
    for (const Private::Task& task : std::as_const(d->tasks)) {
        task.cancel.cancel();
    }
    d->opening.cancel();
    d->pool.clear();
    d->pool.waitForDone();
    d->store.drain();
}

void ProjectSession::openRepository(const QString& folder)
{
    d->open(folder, {});
}

void ProjectSession::openProjectFile(const QString& file)
{
    d->open({}, file);
}

void ProjectSession::close()
{
    for (const Private::Task& task : std::as_const(d->tasks)) {
        task.cancel.cancel();
    }
    d->opening.cancel();
    ++d->generation;
    d->waitingPacks.reset();
    d->store.post([](std::unique_ptr<ProjectFile>& file) { file.reset(); });
    if (m_state) {
        m_state.reset();
        Q_EMIT closed();
    }
}

void ProjectSession::cancelTask(int id)
{
    const auto found = d->tasks.constFind(id);
    if (found != d->tasks.constEnd()) {
        found->cancel.cancel();
    }
}

QVector<TaskInfo> ProjectSession::tasks() const
{
    QVector<TaskInfo> infos;
    for (const Private::Task& task : std::as_const(d->tasks)) {
        infos.append(task.info);
    }
    return infos;
}

int ProjectSession::Private::beginTask(const QString& title, bool cancellable, CancelToken* cancel,
                                       bool repeats)
{
    Task task;
    task.info.id = ++lastTask;
    task.info.title = title;
    task.info.cancellable = cancellable;
    task.info.repeats = repeats;
    if (cancel != nullptr) {
        *cancel = task.cancel;
    }
    tasks.insert(task.info.id, task);
    Q_EMIT q.taskStarted(task.info);
    return task.info.id;
}

void ProjectSession::Private::updateTask(int id, int done, int total, const QString& detail)
{
    const auto found = tasks.find(id);
    if (found == tasks.end()) {
        return;
    }
    found->info.done = done;
    found->info.total = total;
    found->info.detail = detail;
    Q_EMIT q.taskProgress(found->info);
}

void ProjectSession::Private::endTask(int id)
{
    if (tasks.remove(id) > 0) {
        Q_EMIT q.taskFinished(id);
    }
}

ProjectState& ProjectSession::Private::writable()
{
    auto copy = std::make_shared<ProjectState>(*q.m_state);
    ProjectState& state = *copy;
    q.m_state = std::move(copy);
    return state;
}

void ProjectSession::Private::publish(StateChange change)
{
    Q_EMIT q.stateChanged(change);
}

void ProjectSession::Private::write(std::function<Result<void>(ProjectFile&)> job, bool repeats)
{
    const auto tell = [this, job = std::move(job)](ProjectFile& file) {
        const Result<void> done = job(file);
        if (!done) {
            later([this, error = done.error()] { Q_EMIT q.failed(error); });
        }
    };
    postWrite(tell, repeats);
}

void ProjectSession::Private::postWrite(std::function<void(ProjectFile&)> job, bool repeats)
{
    const int counts = repeats ? 0 : 1;
    unstored += counts;
    store.post([this, job = std::move(job), counts](std::unique_ptr<ProjectFile>& file) {
        if (file) {
            job(*file);
        }
        later([this, counts] { unstored -= counts; }); // after what the job had to tell
    });
}

bool ProjectSession::isStored() const
{
    return d->unstored == 0;
}

QFuture<void> ProjectSession::stored()
{
    auto promise = std::make_shared<QPromise<void>>();
    promise->start();
    d->store.post([this, promise](std::unique_ptr<ProjectFile>& /*file*/) {
        d->later([promise] { promise->finish(); });
    });
    return promise->future();
}

void ProjectSession::Private::later(std::function<void()> job)
{
    // The session outlives the pool's and the store's jobs: its destructor waits for both.
    QMetaObject::invokeMethod(&q, std::move(job), Qt::QueuedConnection);
}

QFuture<Result<FileTexts>> ProjectSession::loadFile(const RepoPath& targetPath)
{
    return QtConcurrent::run(&d->pool, [state = m_state, targetPath]() -> Result<FileTexts> {
        if (!state || !state->scan) {
            return Error{ErrorCode::FileNotFound, {}, targetPath.display()};
        }
        FileTexts texts;
        texts.path = targetPath;
        texts.language = languageOfFile(targetPath.fileName());
        RepoPath source = targetPath;
        for (const Hunk& hunk : state->scan->hunks) {
            if (hunk.targetPath == targetPath) {
                source = hunk.sourcePath;
                texts.hunks.append(hunk);
            }
        }
        std::stable_sort(texts.hunks.begin(), texts.hunks.end(),
                         [](const Hunk& a, const Hunk& b) { return a.firstLine < b.firstLine; });
        if (!source.isEmpty()) {
            auto original = sourceReader(*state)(source);
            if (!original) {
                return original.error();
            }
            texts.original = *std::move(original);
        }
        return texts;
    });
}

QFuture<Result<QByteArray>> ProjectSession::loadSource(const RepoPath& path)
{
    return QtConcurrent::run(&d->pool, [state = m_state, path]() -> Result<QByteArray> {
        if (!state || !state->scan) {
            return Error{ErrorCode::FileNotFound, {}, path.display()};
        }
        return sourceReader(*state)(path);
    });
}

ReadSource sourceReader(const ProjectState& state)
{
    return sourceReader(state, state.scan ? state.scan->commit : state.repository.headCommit);
}

ReadSource sourceReader(const ProjectState& state, const QByteArray& commit)
{
    auto opened = Repository::open(state.meta.repositoryRoot);
    if (!opened) {
        return [error = opened.error()](const RepoPath&) -> Result<QByteArray> { return error; };
    }
    const std::shared_ptr<Repository> repository = *std::move(opened);
    return [repository, commit](const RepoPath& path) { return repository->fileAt(commit, path); };
}

QString authorOf(const ProjectState& state)
{
    const QString name =
        state.repository.author.isEmpty() ? qEnvironmentVariable("USER") : state.repository.author;
    return name.isEmpty() ? QStringLiteral("user") : name;
}

} // namespace rocport
