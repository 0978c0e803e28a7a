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
    struct Outcome
    {
        Result<void> done;
        QVector<RecordedCommit> made;
    };
    CancelToken cancel;
    const int task = d->beginTask(QStringLiteral("Committing"), true, &cancel);
    const quint64 at = d->generation;
    const auto progress = [this, task](int done, int total) {
        d->later([this, task, done, total] { d->updateTask(task, done, total, {}); });
    };
    QtConcurrent::run(&d->pool, [state = m_state, phases, cancel, progress] {
        Outcome outcome;
        outcome.done = commitPort(*state, phases, cancel, outcome.made, progress);
        return outcome;
    }).then(this, [this, task, at](const Outcome& outcome) {
        if (at == d->generation && m_state && !outcome.made.isEmpty()) {
            ProjectState& state = d->writable();
            for (const RecordedCommit& commit : outcome.made) {
                state.commits.append(commit);
                state.committed.unite(
                    QSet<QByteArray>(commit.hunkKeys.begin(), commit.hunkKeys.end()));
                d->write([commit](ProjectFile& file) { return file.recordCommit(commit); });
            }
            fillCounts(state);
            d->publish(StateChange::Commits);
        }
        d->endTask(task);
        if (!outcome.done) {
            Q_EMIT failed(outcome.done.error());
        }
    });
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
