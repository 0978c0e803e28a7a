#include "ui/report/reportdocument.h"

#include "core/base/cancelscope.h"
#include "ui/theme/glyph.h"
#include "ui/theme/markupbrowser.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QLocale>
#include <QPainter>
#include <QPdfWriter>
#include <QUrl>

namespace rocport {

namespace {

constexpr PhaseState kStates[] = {PhaseState::Todo, PhaseState::InProgress, PhaseState::Done,
                                  PhaseState::Attention, PhaseState::Skipped};
constexpr qreal kPixelsPerInch = 96; ///< of the style sheet
constexpr int kPdfResolution = 1200;
constexpr int kMarkPixels = 14;

QString px(qreal pixels)
{
    return QString::number(qRound(pixels)) + QStringLiteral("px");
}

QImage markImage(const Theme& theme, PhaseState state, qreal zoom, qreal ratio)
{
    const int size = qMax(1, qRound(kMarkPixels * theme.scale * zoom * ratio));
    QImage image(size, size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    const Mark mark = phaseMark(state);
    paintGlyph(painter, mark.glyph, QRectF(0, 0, size, size), theme.*mark.colour);
    painter.end();
    image.setDevicePixelRatio(ratio);
    return image;
}

QPageSize usualPage()
{
    const bool letter = QLocale().measurementSystem() == QLocale::ImperialUSSystem;
    return QPageSize(letter ? QPageSize::Letter : QPageSize::A4);
}

} // namespace

ReportLook reportLook(const Theme& theme, qreal zoom, qreal ratio)
{
    const qreal body = theme.font(TextStep::Body).pixelSize() * zoom;
    const auto size = [&](TextStep step) { return px(theme.font(step).pixelSize() * zoom); };
    const QString line = QStringLiteral("1px solid ") + theme.border.name();
    const QString gap = px(body * 3 / 13);
    const QString right = px(body * 10 / 13);
    ReportLook look;
    look.margin = qRound(body * 40 / 13);
    look.font = theme.font(TextStep::Body);
    look.font.setPixelSize(qRound(body));
    look.css =
        QStringLiteral("table { margin-top: %1; margin-bottom: %1; }"
                       ".mark { vertical-align: middle; }")
            .arg(px(body * 8 / 13)) +
        QStringLiteral("body { color: %1; } a { color: %2; } .byline { color: %3; }"
                       "h1 { font-size: %4; font-weight: 600; margin-bottom: 4px; }"
                       "h2 { font-size: %5; font-weight: 600; margin-top: %6; }"
                       "h3, h4, h5, h6 { font-size: %7; font-weight: 600; }"
                       "code, pre { font-family: '%8'; font-size: %9; }")
            .arg(theme.text.name(), theme.accent.name(), theme.muted.name(), size(TextStep::Title),
                 size(TextStep::Section), px(body * 24 / 13), size(TextStep::Body),
                 theme.font(TextStep::Code).family(), size(TextStep::Small)) +
        QStringLiteral("th { text-align: left; color: %1; font-weight: 500; font-size: %2;"
                       " padding: %3 %4 %3 0; }"
                       "td { font-size: %5; padding: %3 %4 %3 0; border-top: %6; }"
                       ".number { text-align: right; }")
            .arg(theme.muted.name(), size(TextStep::Caption), gap, right, size(TextStep::Small),
                 line) +
        QStringLiteral(
            ".fact-name { color: %1; font-size: %2; border-top: %3; padding: %4 %5 0 0; }"
            ".fact-value { font-size: %6; font-weight: 600; border-top: none;"
            " border-bottom: %3; padding: 0 %5 %4 0; }"
            ".notice-warn { background-color: %7; border-top: none;"
            " padding: %4 %5 %4 %5; font-size: %6; }")
            .arg(theme.muted.name(), size(TextStep::Caption), line, px(body * 8 / 13), right,
                 size(TextStep::Body), theme.warnSoft.name()) +
        QStringLiteral(".notice-critical { background-color: %1; border-top: none;"
                       " padding: %2 %3 %2 %3; font-size: %4; }")
            .arg(theme.critSoft.name(), px(body * 8 / 13), right, size(TextStep::Body));
    for (const PhaseState state : kStates) {
        look.marks.insert(reportMarkName(state), markImage(theme, state, zoom, ratio));
    }
    return look;
}

std::unique_ptr<MarkupDocument> reportDocument(const ReportModel& report, const ReportLook& look)
{
    auto document = std::make_unique<MarkupDocument>();
    document->setDefaultFont(look.font);
    document->setDefaultStyleSheet(look.css);
    document->setDocumentMargin(look.margin);
    document->setUndoRedoEnabled(false);
    for (auto mark = look.marks.cbegin(); mark != look.marks.cend(); ++mark) {
        document->addResource(MarkupDocument::ImageResource, QUrl(mark.key()), mark.value());
    }
    document->setHtml(QStringLiteral("<body>") + renderRichText(report) +
                      QStringLiteral("</body>"));
    return document;
}

Result<QByteArray> reportPdf(const ReportModel& report)
{
    const Theme theme = Theme::make(false, 1.0);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QBuffer::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(QStringLiteral("Porting report: %1").arg(report.projectName));
    writer.setCreator(QStringLiteral("Rocport %1").arg(report.toolVersion));
    writer.setResolution(kPdfResolution);
    writer.setPageSize(usualPage());
    writer.setPageMargins({0, 0, 0, 0}); // the document has its own
    const qreal zoom = kPdfResolution / kPixelsPerInch;
    const QSizeF page = QSizeF(writer.width(), writer.height()) / zoom;
    ReportLook look = reportLook(theme, 1.0, 4.0);
    look.margin = 56;
    const std::unique_ptr<MarkupDocument> document = reportDocument(report, look);
    document->setUseDesignMetrics(true);
    document->setPageSize(page);
    QPainter painter;
    if (!painter.begin(&writer)) {
        return Error{ErrorCode::Internal, QStringLiteral("the PDF cannot be painted"), {}};
    }
    painter.scale(zoom, zoom);
    const QFont small = theme.font(TextStep::Caption);
    const int pages = document->pageCount();
    for (int number = 0; number < pages; ++number) {
        if (isWorkCancelled()) {
            return Error{ErrorCode::Cancelled, {}, {}};
        }
        if (number > 0) {
            writer.newPage();
        }
        const QRectF shown(0, number * page.height(), page.width(), page.height());
        painter.save();
        painter.translate(0, -shown.top());
        QAbstractTextDocumentLayout::PaintContext context;
        context.clip = shown;
        context.palette.setColor(QPalette::Text, theme.text);
        painter.setClipRect(shown);
        document->documentLayout()->draw(&painter, context);
        painter.restore();
        painter.setFont(small);
        painter.setPen(theme.muted);
        painter.drawText(QRectF(look.margin, page.height() - look.margin,
                                page.width() - 2 * look.margin, look.margin / 2.0),
                         Qt::AlignRight | Qt::AlignVCenter,
                         QStringLiteral("%1 of %2").arg(number + 1).arg(pages));
    }
    painter.end();
    return bytes;
}

} // namespace rocport
