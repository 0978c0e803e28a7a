#pragma once

#include "core/report/report.h"
#include "ui/theme/theme.h"

#include <QFont>
#include <QHash>
#include <QImage>
#include <QString>

#include <memory>

namespace rocport {

class MarkupDocument;

/// How a report is drawn: style sheet, font and marks. A value that can be passed between threads.
struct ReportLook
{
    QString css;
    QFont font;
    QHash<QString, QImage> marks; ///< by reportMarkName()
    int margin = 40;              ///< around the text, in pixels
};

/// The look of `theme`; all sizes times `zoom`, marks sharp at a device pixel ratio of `ratio`.
ReportLook reportLook(const Theme& theme, qreal zoom, qreal ratio);

/// The report as a document that loads nothing from outside. Belongs to the calling thread.
std::unique_ptr<MarkupDocument> reportDocument(const ReportModel& report, const ReportLook& look);

/// The report as a PDF in the light theme, with a page number at the bottom of each page; A4, or
/// Letter where that is usual. Errors: Cancelled, Internal.
Result<QByteArray> reportPdf(const ReportModel& report);

} // namespace rocport
