#pragma once

#include "core/report/report.h"

#include <QFuture>
#include <QString>
#include <QStringList>

namespace rocport {

class OpenProject;
class ProjectTasks;
class RulePacks;

/// The reports of a session: made for the preview, and written into files as a task.
class ProjectReports
{
public:
    ProjectReports(OpenProject& project, ProjectTasks& tasks, const RulePacks& packs);

    /// The report as of now, made in the pool; empty if nothing was scanned.
    QFuture<ReportModel> make();
    /// `formats`: ids of reportFormats(). Writes reports into `folder`, created when missing. A
    /// format of the window needs addFormat() first. What was written is recorded in the project
    /// and announced by StateChange::Exports; errors are reported by failed().
    void write(const QStringList& formats, const QString& folder);
    /// Adds a format that core cannot write, such as "pdf"; `renderer` is called in the pool.
    void addFormat(const QString& format, const ReportRenderer& renderer);

private:
    OpenProject& m_project;
    ProjectTasks& m_tasks;
    const RulePacks& m_packs;
    ReportRenderers m_renderers;
};

} // namespace rocport
