#pragma once

#include "core/report/report.h"

#include <QStringList>

#include <vector>

namespace rocport {

/// One format in which a report can be exported. The table of reportFormats() is the one place that
/// lists them: command line, window and export read it.
struct ReportFormat
{
    /// What makes the bytes.
    enum class Maker : quint8 {
        Renderer, ///< `render`
        Commits,  ///< core/project, from the branch of the port: a folder of patches
        Window,   ///< what was passed to ProjectReports::addFormat(), since it needs widgets
    };

    const char* id;      ///< its name on the command line and in the project file: "md"
    const char* name;    ///< "Markdown"
    const char* purpose; ///< what it is for, shown beside the name
    const char* suffix;  ///< of the file, without the dot; empty: a folder called `id`
    bool isTicked;       ///< whether the window ticks it by default
    Maker maker = Maker::Renderer;
    /// Renders the whole file, UTF-8, of a report with a scan; the rules are those of the project.
    /// Null unless `maker` is Renderer.
    QByteArray (*render)(const ReportModel& report, const RuleSet& rules) = nullptr;
};

/// All formats, in the order in which they are offered.
const std::vector<ReportFormat>& reportFormats();
/// The format with an id; null when there is none.
const ReportFormat* reportFormat(QStringView id);
/// Ids of the formats that need no window, in the same order: those of `rocport-cli report`.
QStringList reportFormatIds();
/// File (or folder) to which a format is written, below the export folder. An unknown format is its
/// own suffix.
QString reportFileName(const QString& format, const QString& projectName);

} // namespace rocport
