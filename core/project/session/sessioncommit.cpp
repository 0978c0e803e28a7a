// Commits of the session: made, previewed, rewritten, taken back.
#include "core/base/whendone.h"
#include "core/project/port/branchsettle.h"
#include "core/project/port/commit.h"
#include "core/project/port/commitplan.h"
#include "core/project/session/openstate.h"
#include "core/project/session/sessionprivate.h"

#include <QPromise>
#include <QSemaphore>
#include <QtConcurrent>

#include <algorithm>

namespace rocport {

void ProjectSession::Private::withGenerated(std::function<void(const QVector<GeneratedFile>&)> next,
                                            std::function<void(const Error&)> failed)
{
    const quint64 at = generation;
    store.post([this, at, next = std::move(next),
                failed = std::move(failed)](std::unique_ptr<ProjectFile>& file) {
        Result<QVector<GeneratedFile>> read =
            file ? file->generatedFiles()
                 : Result<QVector<GeneratedFile>>(Error{ErrorCode::Cancelled, {}, {}});
        later([this, at, next, failed, read = std::move(read)] {
            if (at != generation || !q.m_state) {
                failed(Error{ErrorCode::Cancelled, {}, {}});
            } else if (!read) {
                failed(read.error());
            } else {
                next(*read);
            }
        });
    });
}

void ProjectSession::commitPhases(const QVector<Phase>& phases)
{
    CommitWishes wishes;
    for (const Phase phase : phases) {
        wishes.phases.append({phase, CommitForm::New, {}});
    }
    commit(wishes);
}

void ProjectSession::commit(const CommitWishes& wishes)
{
    if (!d->takeBranch()) {
        return;
    }
    CancelToken cancel;
    const int task = d->beginTask(QStringLiteral("Committing"), true, &cancel);
    d->withGenerated(
        [this, wishes, cancel, task](const QVector<GeneratedFile>& generated) {
            d->commitWith(generated, wishes, cancel, task);
        },
        [this, task](const Error& error) {
            d->releaseBranch(task);
            if (error.code != ErrorCode::Cancelled) {
                Q_EMIT failed(error);
            }
        });
}

void ProjectSession::Private::commitWith(const QVector<GeneratedFile>& generated,
                                         const CommitWishes& wishes, const CancelToken& cancel,
                                         int task)
{
    struct Outcome
    {
        Result<void> done;
        BranchOutcome branch;
    };
    const auto progress = [this, task](int done, int total) {
        later([this, task, done, total] { updateTask(task, done, total, {}); });
    };
    whenDone(
        QtConcurrent::run(
            &pool,
            [state = q.m_state, generated, wishes, cancel, progress, begin = stepBeginner()] {
                Outcome outcome;
                outcome.done =
                    commitPort(*state, generated, wishes, cancel, begin, outcome.branch, progress);
                return outcome;
            }),
        &q, [this, task, at = generation.load()](const Outcome& outcome) {
            if (at == generation && q.m_state) { // else it is settled when the file is opened again
                recordStep(outcome.branch);
            }
            releaseBranch(task);
            if (!outcome.done) {
                Q_EMIT q.failed(outcome.done.error());
            } else if (!outcome.branch.kept.isEmpty()) {
                Q_EMIT q.failed(Error{ErrorCode::MergeConflict,
                                      outcome.branch.kept.join(QStringLiteral(", ")),
                                      q.m_state ? q.m_state->meta.portBranch : QString()});
            }
        });
}

bool ProjectSession::Private::takeBranch()
{
    Result<void> may = checkWritable();
    if (may && branchTaken) {
        may = Error{ErrorCode::NotPossibleNow,
                    QStringLiteral("another commit is being made or taken back"),
                    {}};
    }
    if (!may) {
        Q_EMIT q.failed(may.error());
        return false;
    }
    branchTaken = true;
    return true;
}

void ProjectSession::Private::releaseBranch(int task)
{
    branchTaken = false;
    endTask(task);
}

BeginStep ProjectSession::Private::stepBeginner()
{
    return [this, at = generation.load()](const BranchStep& step,
                                          const QVector<GeneratedFile>& generated) {
        Result<void> done;
        QSemaphore ended;
        store.post([&, this](std::unique_ptr<ProjectFile>& file) {
            if (!file || at != generation) {
                done = Error{ErrorCode::Cancelled, {}, {}};
            } else if (const Result<BranchSettled> before =
                           settleBranchStep(*file, isOwnProject(dataFolder, *file));
                       !before) {
                done = before.error(); // of a step that could not be recorded on a full disk
            } else {
                done = file->beginBranchStep(step, generated);
            }
            ended.release();
        });
        ended.acquire();
        return done;
    };
}

void ProjectSession::Private::recordStep(const BranchOutcome& outcome)
{
    if (!outcome.moved) {
        if (outcome.begun) {
            write([](ProjectFile& file) { return file.dropBranchStep(); });
        }
        return;
    }
    for (const CommitRewrite& rewrite : outcome.step.rewrites) {
        applyRewrite(rewrite);
    }
    ProjectState& state = writable();
    if (!outcome.step.base.isEmpty()) {
        state.meta.baseCommit = outcome.step.base;
    }
    write([step = outcome.step](ProjectFile& file) { return file.endBranchStep(step); });
    fillCounts(state);
    publish(StateChange::Commits);
}

void ProjectSession::Private::applyRewrite(const CommitRewrite& rewrite)
{
    ProjectState& state = writable();
    for (const ReplacedCommit& replaced : rewrite.replaced) {
        for (RecordedCommit& commit : state.commits) {
            if (!commit.undone && commit.id == replaced.id) {
                commit.undone = true;
                commit.replacedBy = replaced.by;
                commit.rewrite = replaced.by.isEmpty() ? 0 : rewrite.number;
            }
        }
    }
    state.commits += rewrite.made;
    state.committed.clear();
    for (const RecordedCommit& commit : std::as_const(state.commits)) {
        if (!commit.undone) {
            state.committed.unite(QSet<QByteArray>(commit.hunkKeys.begin(), commit.hunkKeys.end()));
        }
    }
}

QFuture<Result<CommitPreview>> ProjectSession::previewCommit(const CommitWishes& wishes)
{
    auto promise = std::make_shared<QPromise<Result<CommitPreview>>>();
    promise->start();
    const auto finish = [promise](const Result<CommitPreview>& preview) {
        promise->addResult(preview);
        promise->finish();
    };
    if (!m_state || !m_state->scan) {
        finish(Error{
            ErrorCode::NotPossibleNow, QStringLiteral("the project has not been scanned yet"), {}});
        return promise->future();
    }
    d->withGenerated(
        [this, wishes, finish](const QVector<GeneratedFile>& generated) {
            d->pool.start([state = m_state, generated, wishes, finish] {
                finish(previewCommits(*state, generated, wishes));
            });
        },
        [finish](const Error& error) { finish(error); });
    return promise->future();
}

void ProjectSession::undoCommit(const QByteArray& id, const GitPerson& author)
{
    if (!d->takeBranch()) {
        return;
    }
    const int task = d->beginTask(QStringLiteral("Undoing a commit"), false, nullptr);
    struct Outcome
    {
        Result<void> done;
        BranchOutcome branch;
    };
    whenDone(QtConcurrent::run(&d->pool,
                               [state = m_state, id, author, begin = d->stepBeginner()] {
                                   Outcome outcome;
                                   outcome.done =
                                       undoPortCommit(*state, id, author, begin, outcome.branch);
                                   return outcome;
                               }),
             this, [this, task, at = d->generation.load()](const Outcome& outcome) {
                 if (at == d->generation && m_state) {
                     d->recordStep(outcome.branch);
                 }
                 d->releaseBranch(task);
                 if (!outcome.done) {
                     Q_EMIT failed(outcome.done.error());
                 }
             });
}

QFuture<Result<QVector<UncommittedFile>>>
ProjectSession::uncommittedFiles(const CancelToken& cancel) const
{
    return QtConcurrent::run(
        &d->pool, [state = m_state, cancel]() -> Result<QVector<UncommittedFile>> {
            QVector<UncommittedFile> files;
            if (!state || state->repository.root.isEmpty()) {
                return files;
            }
            const auto repository = Repository::open(state->repository.root);
            if (!repository) {
                return repository.error();
            }
            const auto changes = (*repository)->checkoutChanges(cancel);
            if (!changes) {
                return changes.error();
            }
            for (const CheckoutChange& change : *changes) {
                const RepoPath& path = change.path;
                const bool known = state->scan && state->scan->identities.contains(path);
                const Language language = languageOfFile(path.fileName());
                const bool isSource = language != Language::Other && language != Language::Markdown;
                files.append({change, known || isSource});
            }
            return files;
        });
}

} // namespace rocport
