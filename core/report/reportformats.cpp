#include "core/report/reportformats.h"

#include <algorithm>

namespace rocport {

namespace {

/// A renderer that needs the report alone, as the table has them.
template <QByteArray (*Render)(const ReportModel&)>
QByteArray ofReport(const ReportModel& report, const RuleSet& /*rules*/)
{
    return Render(report);
}

QByteArray sarifOf(const ReportModel& report, const RuleSet& rules)
{
    return renderSarif(*report.scan, rules, &report.evidence);
}

} // namespace

const std::vector<ReportFormat>& reportFormats()
{
    using Maker = ReportFormat::Maker;
    static const std::vector<ReportFormat> kFormats = {
        {"pdf", "PDF", "The report on pages, to print or send", "pdf", false, Maker::Window},
        {"md", "Markdown", "Report with phase summaries", "md", true, Maker::Renderer,
         ofReport<renderMarkdown>},
        {"html", "HTML", "The same as one self-contained page", "html", true, Maker::Renderer,
         ofReport<renderHtml>},
        {"json", "JSON", "All decisions and results", "json", true, Maker::Renderer,
         ofReport<renderJson>},
        {"tasks", "Task sheet", "What is left, with commands that accept it", "tasks.md", false,
         Maker::Renderer, renderTasks},
        {"tasks-json", "Task sheet, JSON", "The same for programs", "tasks.json", false,
         Maker::Renderer, renderTasksJson},
        {"sarif", "SARIF 2.1.0", "Findings, for editors and CI", "sarif", true, Maker::Renderer,
         sarifOf},
        {"patches", "Patch series", "One patch per commit, for git am", "", false, Maker::Commits},
    };
    return kFormats;
}

const ReportFormat* reportFormat(QStringView id)
{
    const std::vector<ReportFormat>& all = reportFormats();
    const auto found = std::find_if(all.begin(), all.end(), [&](const ReportFormat& one) {
        return id == QLatin1StringView(one.id);
    });
    return found == all.end() ? nullptr : &*found;
}

QStringList reportFormatIds()
{
    QStringList ids;
    for (const ReportFormat& format : reportFormats()) {
        if (format.maker != ReportFormat::Maker::Window) {
            ids.append(QLatin1StringView(format.id));
        }
    }
    return ids;
}

QString reportFileName(const QString& format, const QString& projectName)
{
    const ReportFormat* known = reportFormat(format);
    const QString suffix = known == nullptr ? format : QString(QLatin1StringView(known->suffix));
    if (suffix.isEmpty()) {
        return format;
    }
    QString name = projectName;
    name.replace(u'/', u'-');
    return name + QLatin1StringView("-rocm-port.") + suffix;
}

} // namespace rocport
