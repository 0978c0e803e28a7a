#pragma once

#include "core/report/report.h"

#include <QStringList>

#include <vector>

namespace rocport {

/// One format that a report is exported in. The table of reportFormats() is the one place that
/// lists them: command line, window and export read it.
struct ReportFormat
{
    /// What makes the bytes.
    enum class Maker : quint8 {
        Renderer, ///< `render`
        Commits,  ///< core/project, from the branch of the port: a folder of patches
        Window,   ///< what ProjectReports::addFormat() was given, since it needs widgets
    };

    const char* id;      ///< what command line and project file call it: "md"
    const char* name;    ///< "Markdown"
    const char* purpose; ///< what it is good for, beside the name
    const char* suffix;  ///< of the file, without the dot; empty: a folder called `id`
    bool isTicked;       ///< in the window, until somebody says otherwise
    Maker maker = Maker::Renderer;
    /// The whole file, UTF-8, of a report with a scan; the rules are those of the project. Null
    /// unless `maker` is Renderer.
    QByteArray (*render)(const ReportModel& report, const RuleSet& rules) = nullptr;
};

/// All of them, in the order in which they are offered.
const std::vector<ReportFormat>& reportFormats();
/// Null when there is none.
const ReportFormat* reportFormat(QStringView id);
/// Ids of the formats that need no window, in the same order: those of `rocport-cli report`.
QStringList reportFormatIds();
/// File (or folder) that a format is written to, below the export folder. A format that is not
/// known is its own suffix.
QString reportFileName(const QString& format, const QString& projectName);

} // namespace rocport
