#include "core/project/session/projectreports.h"

#include "core/base/cancelscope.h"
#include "core/base/whendone.h"
#include "core/project/port/exportreport.h"
#include "core/project/session/openproject.h"
#include "core/project/session/projectstate.h"
#include "core/project/session/projecttasks.h"
#include "core/project/session/rulepacks.h"

#include <QtConcurrent>

namespace rocport {

ProjectReports::ProjectReports(OpenProject& project, ProjectTasks& tasks, const RulePacks& packs)
    : m_project(project), m_tasks(tasks), m_packs(packs)
{
}

void ProjectReports::write(const QStringList& formats, const QString& folder)
{
    if (!m_project.state() || !m_project.state()->scan) {
        m_project.fail(Error{
            ErrorCode::NotPossibleNow, QStringLiteral("the project has not been scanned yet"), {}});
        return;
    }
    const auto [task, cancel] = m_tasks.begin(QStringLiteral("Writing the report"));
    const quint64 at = m_project.generation();
    struct Outcome
    {
        QVector<RecordedExport> written;
        QVector<Error> errors;
    };
    const auto progress = [this, task = task](int done, int total, const QString& format) {
        m_project.later(
            [this, task, done, total, format] { m_tasks.update(task, done, total, format); });
    };
    whenDone(QtConcurrent::run(&m_project.pool(),
                               [state = m_project.state(), rules = m_packs.rules(),
                                more = m_renderers, formats, folder, cancel = cancel, progress] {
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
                                           outcome.written.append({format, *path, now,
                                                                   state->decisions.lastBatchId()});
                                       } else if (path.error().code != ErrorCode::Cancelled) {
                                           outcome.errors.append(path.error());
                                       }
                                   }
                                   return outcome;
                               }),
             &m_project, [this, task = task, at](const Outcome& outcome) {
                 m_tasks.end(task);
                 if (m_project.isOpen(at) && !outcome.written.isEmpty()) {
                     ProjectState& state = m_project.writable();
                     for (const RecordedExport& record : outcome.written) {
                         state.exports.append(record);
                         if (!state.readOnly) {
                             m_project.write(
                                 [record](ProjectFile& file) { return file.recordExport(record); });
                         }
                     }
                     m_project.publish(StateChange::Exports);
                 }
                 for (const Error& error : outcome.errors) {
                     m_project.fail(error);
                 }
             });
}

void ProjectReports::addFormat(const QString& format, const ReportRenderer& renderer)
{
    m_renderers.insert(format, renderer);
}

QFuture<ReportModel> ProjectReports::make()
{
    return QtConcurrent::run(&m_project.pool(), [state = m_project.state()] {
        if (!state || !state->scan) {
            return ReportModel{};
        }
        return reportOf(*state, QDateTime::currentDateTimeUtc());
    });
}

} // namespace rocport
