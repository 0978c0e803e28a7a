#include "core/project/commit.h"
#include "core/project/exportreport.h"
#include "core/project/openstate.h"
#include "core/project/sessionprivate.h"

#include <QtConcurrent>

namespace rocport {

void ProjectSession::commitPhases(const QVector<Phase>& phases)
{
    if (const Result<void> writable = d->checkWritable(); !writable) {
        Q_EMIT failed(writable.error());
        return;
    }
    CancelToken cancel;
    const int task = d->beginTask(QStringLiteral("Committing"), true, &cancel);
    const quint64 at = d->generation;
    // What was generated before is read where the project file is open.
    d->store.post([this, phases, cancel, task, at](std::unique_ptr<ProjectFile>& file) {
        QVector<GeneratedFile> generated;
        Result<void> known;
        if (file) {
            auto read = file->generatedFiles();
            if (read) {
                generated = *std::move(read);
            } else {
                known = read.error();
            }
        }
        d->later([this, phases, cancel, task, at, generated, known] {
            if (at != d->generation || !m_state || !known) {
                d->endTask(task);
                if (!known) {
                    Q_EMIT failed(known.error());
                }
                return;
            }
            d->commitWith(generated, phases, cancel, task);
        });
    });
}

void ProjectSession::Private::commitWith(const QVector<GeneratedFile>& generated,
                                         const QVector<Phase>& phases, const CancelToken& cancel,
                                         int task)
{
    struct Outcome
    {
        Result<void> done;
        CommitOutcome commits;
    };
    const auto progress = [this, task](int done, int total) {
        later([this, task, done, total] { updateTask(task, done, total, {}); });
    };
    QtConcurrent::run(&pool, [state = q.m_state, generated, phases, cancel, progress] {
        Outcome outcome;
        outcome.done = commitPort(*state, generated, phases, cancel, outcome.commits, progress);
        return outcome;
    }).then(&q, [this, task, at = generation.load()](const Outcome& outcome) {
        if (at == generation && q.m_state) {
            recordCommits(outcome.commits);
        }
        endTask(task);
        if (!outcome.done) {
            Q_EMIT q.failed(outcome.done.error());
        } else if (!outcome.commits.kept.isEmpty()) {
            Q_EMIT q.failed(Error{ErrorCode::MergeConflict,
                                  outcome.commits.kept.join(QStringLiteral(", ")),
                                  q.m_state ? q.m_state->meta.portBranch : QString()});
        }
    });
}

void ProjectSession::Private::recordCommits(const CommitOutcome& outcome)
{
    if (!outcome.generated.isEmpty()) {
        write(
            [files = outcome.generated](ProjectFile& file) { return file.recordGenerated(files); });
    }
    if (outcome.made.isEmpty() && outcome.base.isEmpty()) {
        return;
    }
    ProjectState& state = writable();
    for (const RecordedCommit& commit : outcome.made) {
        state.commits.append(commit);
        state.committed.unite(QSet<QByteArray>(commit.hunkKeys.begin(), commit.hunkKeys.end()));
        write([commit](ProjectFile& file) { return file.recordCommit(commit); });
    }
    if (!outcome.base.isEmpty()) {
        state.meta.baseCommit = outcome.base;
        write([meta = state.meta](ProjectFile& file) { return file.setMeta(meta); });
    }
    fillCounts(state);
    publish(StateChange::Commits);
}

void ProjectSession::undoCommit(const QByteArray& id)
{
    if (const Result<void> writable = d->checkWritable(); !writable) {
        Q_EMIT failed(writable.error());
        return;
    }
    const int task = d->beginTask(QStringLiteral("Undoing a commit"), false, nullptr);
    const quint64 at = d->generation;
    QtConcurrent::run(&d->pool, [state = m_state, id]() -> Result<void> {
        auto repository = Repository::open(state->meta.repositoryRoot);
        if (!repository) {
            return repository.error();
        }
        auto undone = (*repository)->undoCommit(state->meta.portBranch, id);
        if (!undone) {
            return undone.error();
        }
        return (*repository)->updateWorktree(state->meta.portBranch, state->meta.worktree);
    }).then(this, [this, task, at, id](const Result<void>& done) {
        d->endTask(task);
        if (!done) {
            Q_EMIT failed(done.error());
            return;
        }
        if (at != d->generation || !m_state) {
            return;
        }
        ProjectState& state = d->writable();
        state.committed.clear();
        for (RecordedCommit& commit : state.commits) {
            commit.undone = commit.undone || commit.id == id;
            if (!commit.undone) {
                state.committed.unite(
                    QSet<QByteArray>(commit.hunkKeys.begin(), commit.hunkKeys.end()));
            }
        }
        d->write([id](ProjectFile& file) { return file.recordUndoneCommit(id); });
        fillCounts(state);
        d->publish(StateChange::Commits);
    });
}

void ProjectSession::exportReport(const QStringList& formats, const QString& folder)
{
    if (!m_state || !m_state->scan) {
        Q_EMIT failed(
            Error{ErrorCode::InvalidArgument, QStringLiteral("the project has no scan yet"), {}});
        return;
    }
    CancelToken cancel;
    const int task = d->beginTask(QStringLiteral("Writing the report"), true, &cancel);
    const quint64 at = d->generation;
    struct Outcome
    {
        QVector<RecordedExport> written;
        QVector<Error> errors;
    };
    const auto progress = [this, task](int done, int total, const QString& format) {
        d->later([this, task, done, total, format] { d->updateTask(task, done, total, format); });
    };
    QtConcurrent::run(&d->pool, [state = m_state, rules = m_rules, formats, folder, cancel,
                                 progress] {
        Outcome outcome;
        int done = 0;
        for (const QString& format : formats) {
            if (cancel.isCancelled()) {
                break;
            }
            progress(done++, static_cast<int>(formats.size()), format);
            const QDateTime now = QDateTime::currentDateTimeUtc();
            auto path = writeReport(*state, *rules, format, folder, now);
            if (path) {
                outcome.written.append({format, *path, now, state->decisions.lastBatchId()});
            } else {
                outcome.errors.append(path.error());
            }
        }
        return outcome;
    }).then(this, [this, task, at](const Outcome& outcome) {
        d->endTask(task);
        if (at == d->generation && m_state && !outcome.written.isEmpty()) {
            ProjectState& state = d->writable();
            for (const RecordedExport& record : outcome.written) {
                state.exports.append(record);
                if (!state.readOnly) {
                    d->write([record](ProjectFile& file) { return file.recordExport(record); });
                }
            }
            d->publish(StateChange::Exports);
        }
        for (const Error& error : outcome.errors) {
            Q_EMIT failed(error);
        }
    });
}

QFuture<ReportModel> ProjectSession::makeReport()
{
    return QtConcurrent::run(&d->pool, [state = m_state] {
        if (!state || !state->scan) {
            return ReportModel{};
        }
        return reportOf(*state, QDateTime::currentDateTimeUtc());
    });
}

} // namespace rocport
