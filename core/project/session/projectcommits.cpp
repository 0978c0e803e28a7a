#include "core/project/session/projectcommits.h"

#include "core/base/whendone.h"
#include "core/project/port/branchsettle.h"
#include "core/project/port/commit.h"
#include "core/project/port/commitplan.h"
#include "core/project/session/derivedstate.h"
#include "core/project/session/openproject.h"
#include "core/project/session/projectopening.h"
#include "core/project/session/projectstate.h"
#include "core/project/session/projecttasks.h"

#include <QPromise>
#include <QSemaphore>
#include <QtConcurrent>

#include <algorithm>

namespace rocport {

ProjectCommits::ProjectCommits(OpenProject& project, ProjectTasks& tasks)
    : m_project(project), m_tasks(tasks)
{
}

void ProjectCommits::withGenerated(std::function<void(const QVector<GeneratedFile>&)> next,
                                   std::function<void(const Error&)> failed)
{
    const quint64 at = m_project.generation();
    m_project.post([this, at, next = std::move(next),
                    failed = std::move(failed)](std::unique_ptr<ProjectFile>& file) {
        Result<QVector<GeneratedFile>> read =
            file ? file->generatedFiles()
                 : Result<QVector<GeneratedFile>>(Error{ErrorCode::Cancelled, {}, {}});
        m_project.later([this, at, next, failed, read = std::move(read)] {
            if (!m_project.isOpen(at)) {
                failed(Error{ErrorCode::Cancelled, {}, {}});
            } else if (!read) {
                failed(read.error());
            } else {
                next(*read);
            }
        });
    });
}

void ProjectCommits::commitPhases(const QVector<Phase>& phases)
{
    CommitWishes wishes;
    for (const Phase phase : phases) {
        wishes.phases.append({phase, CommitForm::New, {}});
    }
    commit(wishes);
}

void ProjectCommits::commit(const CommitWishes& wishes)
{
    if (!take()) {
        return;
    }
    const auto [task, cancel] = m_tasks.begin(QStringLiteral("Committing"));
    withGenerated(
        [this, wishes, cancel = cancel, task = task](const QVector<GeneratedFile>& generated) {
            commitWith(generated, wishes, cancel, task);
        },
        [this, task = task](const Error& error) {
            release(task);
            if (error.code != ErrorCode::Cancelled) {
                m_project.fail(error);
            }
        });
}

void ProjectCommits::commitWith(const QVector<GeneratedFile>& generated, const CommitWishes& wishes,
                                const CancelToken& cancel, int task)
{
    struct Outcome
    {
        Result<void> done;
        BranchOutcome branch;
    };
    const auto progress = [this, task](int done, int total) {
        m_project.later([this, task, done, total] { m_tasks.update(task, done, total, {}); });
    };
    whenDone(QtConcurrent::run(&m_project.pool(),
                               [state = m_project.state(), generated, wishes, cancel, progress,
                                begin = stepBeginner()] {
                                   Outcome outcome;
                                   outcome.done = commitPort(*state, generated, wishes, cancel,
                                                             begin, outcome.branch, progress);
                                   return outcome;
                               }),
             &m_project, [this, task, at = m_project.generation()](const Outcome& outcome) {
                 if (m_project.isOpen(at)) { // else it is settled when the file is opened again
                     recordStep(outcome.branch);
                 }
                 release(task);
                 if (!outcome.done) {
                     m_project.fail(outcome.done.error());
                 } else if (!outcome.branch.kept.isEmpty()) {
                     m_project.fail(Error{
                         ErrorCode::MergeConflict, outcome.branch.kept.join(QStringLiteral(", ")),
                         m_project.state() ? m_project.state()->meta.portBranch : QString()});
                 }
             });
}

bool ProjectCommits::take()
{
    Result<void> may = m_project.checkWritable();
    if (may && m_taken) {
        may = Error{ErrorCode::NotPossibleNow,
                    QStringLiteral("another commit is being made or undone"),
                    {}};
    }
    if (!may) {
        m_project.fail(may.error());
        return false;
    }
    m_taken = true;
    return true;
}

void ProjectCommits::release(int task)
{
    m_taken = false;
    m_tasks.end(task);
}

ProjectCommits::Beginner ProjectCommits::stepBeginner()
{
    return [this, at = m_project.generation()](const BranchStep& step,
                                               const QVector<GeneratedFile>& generated) {
        Result<void> done;
        QSemaphore ended;
        m_project.post([&, this](std::unique_ptr<ProjectFile>& file) {
            if (!file || at != m_project.generation()) {
                done = Error{ErrorCode::Cancelled, {}, {}};
            } else if (const Result<BranchSettled> before =
                           settleBranchStep(*file, isOwnProject(m_project.dataFolder(), *file));
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

void ProjectCommits::recordStep(const BranchOutcome& outcome)
{
    if (!outcome.moved) {
        if (outcome.begun) {
            m_project.write([](ProjectFile& file) { return file.dropBranchStep(); });
        }
        return;
    }
    for (const CommitRewrite& rewrite : outcome.step.rewrites) {
        applyRewrite(rewrite);
    }
    ProjectState& state = m_project.writable();
    if (!outcome.step.base.isEmpty()) {
        state.meta.baseCommit = outcome.step.base;
    }
    m_project.write([step = outcome.step](ProjectFile& file) { return file.endBranchStep(step); });
    fillCounts(state);
    m_project.publish(StateChange::Commits);
}

void ProjectCommits::applyRewrite(const CommitRewrite& rewrite)
{
    ProjectState& state = m_project.writable();
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

QFuture<Result<CommitPreview>> ProjectCommits::preview(const CommitWishes& wishes)
{
    auto promise = std::make_shared<QPromise<Result<CommitPreview>>>();
    promise->start();
    const auto finish = [promise](const Result<CommitPreview>& preview) {
        promise->addResult(preview);
        promise->finish();
    };
    if (!m_project.state() || !m_project.state()->scan) {
        finish(Error{
            ErrorCode::NotPossibleNow, QStringLiteral("the project has not been scanned yet"), {}});
        return promise->future();
    }
    withGenerated(
        [this, wishes, finish](const QVector<GeneratedFile>& generated) {
            m_project.pool().start([state = m_project.state(), generated, wishes, finish] {
                finish(previewCommits(*state, generated, wishes));
            });
        },
        [finish](const Error& error) { finish(error); });
    return promise->future();
}

void ProjectCommits::undo(const QByteArray& id, const GitPerson& author)
{
    if (!take()) {
        return;
    }
    const int task = m_tasks.begin(QStringLiteral("Undoing a commit"), {.cancellable = false}).id;
    struct Outcome
    {
        Result<void> done;
        BranchOutcome branch;
    };
    whenDone(QtConcurrent::run(&m_project.pool(),
                               [state = m_project.state(), id, author, begin = stepBeginner()] {
                                   Outcome outcome;
                                   outcome.done =
                                       undoPortCommit(*state, id, author, begin, outcome.branch);
                                   return outcome;
                               }),
             &m_project, [this, task, at = m_project.generation()](const Outcome& outcome) {
                 if (m_project.isOpen(at)) {
                     recordStep(outcome.branch);
                 }
                 release(task);
                 if (!outcome.done) {
                     m_project.fail(outcome.done.error());
                 }
             });
}

QFuture<Result<QVector<UncommittedFile>>>
ProjectCommits::uncommittedFiles(const CancelToken& cancel) const
{
    return QtConcurrent::run(
        &m_project.pool(),
        [state = m_project.state(), cancel]() -> Result<QVector<UncommittedFile>> {
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
