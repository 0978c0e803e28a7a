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

    /// The report as of now, made on the pool; empty where nothing was scanned.
    QFuture<ReportModel> make();
    /// `formats`: ids of reportFormats(). Into `folder`, made when missing. A format of the window
    /// needs addFormat() before. What was written is kept in the project and told as
    /// StateChange::Exports; what failed is told as failed().
    void write(const QStringList& formats, const QString& folder);
    /// A format that the core cannot write, such as "pdf"; `renderer` is called on the pool.
    void addFormat(const QString& format, const ReportRenderer& renderer);

private:
    OpenProject& m_project;
    ProjectTasks& m_tasks;
    const RulePacks& m_packs;
    ReportRenderers m_renderers;
};

} // namespace rocport
