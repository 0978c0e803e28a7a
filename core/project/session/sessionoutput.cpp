#include "core/base/cancelscope.h"
#include "core/base/whendone.h"
#include "core/project/port/exportreport.h"
#include "core/project/session/openstate.h"
#include "core/project/session/sessionprivate.h"

#include <QtConcurrent>

namespace rocport {

void ProjectSession::exportReport(const QStringList& formats, const QString& folder)
{
    if (!m_state || !m_state->scan) {
        Q_EMIT failed(Error{
            ErrorCode::NotPossibleNow, QStringLiteral("the project has not been scanned yet"), {}});
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
    whenDone(
        QtConcurrent::run(&d->pool,
                          [state = m_state, rules = m_rules, more = d->reportRenderers, formats,
                           folder, cancel, progress] {
                              const CancelScope scope(cancel);
                              Outcome outcome;
                              int done = 0;
                              for (const QString& format : formats) {
                                  if (cancel.isCancelled()) {
                                      break;
                                  }
                                  progress(done++, static_cast<int>(formats.size()), format);
                                  const QDateTime now = QDateTime::currentDateTimeUtc();
                                  auto path =
                                      writeReport(*state, *rules, format, folder, now, more);
                                  if (path) {
                                      outcome.written.append(
                                          {format, *path, now, state->decisions.lastBatchId()});
                                  } else if (path.error().code != ErrorCode::Cancelled) {
                                      outcome.errors.append(path.error());
                                  }
                              }
                              return outcome;
                          }),
        this, [this, task, at](const Outcome& outcome) {
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

void ProjectSession::addReportFormat(const QString& format, const ReportRenderer& renderer)
{
    d->reportRenderers.insert(format, renderer);
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
