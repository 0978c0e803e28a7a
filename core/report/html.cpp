#include "core/base/visibletext.h"
#include "core/report/compose.h"
#include "core/report/markdownhtml.h"

#include <QFile>

// Outside of any namespace: the macro declares a function of the global one.
static void initReportResources()
{
    Q_INIT_RESOURCE(report);
}

namespace rocport {

namespace {

/// Nothing in `text` is markup, and nothing in it is hidden.
QString escaped(const QString& text)
{
    return visibleText(text).toHtmlEscaped();
}

/// Marks differ by shape, not only by colour; the word stands beside them.
QString markSvg(PhaseState state)
{
    const auto svg = [](QLatin1StringView name, QLatin1StringView shape) {
        return QStringLiteral(
                   "<svg class=\"mark %1\" viewBox=\"0 0 16 16\" aria-hidden=\"true\">%2</svg>")
            .arg(name, shape);
    };
    switch (state) {
    case PhaseState::Done:
        return svg(QLatin1StringView("done"),
                   QLatin1StringView("<circle cx=\"8\" cy=\"8\" r=\"7\" fill=\"currentColor\"/>"
                                     "<path d=\"M4.5 8.2l2.4 2.4 4.6-5\" fill=\"none\" "
                                     "stroke=\"var(--base)\" stroke-width=\"1.8\"/>"));
    case PhaseState::Attention:
        return svg(
            QLatin1StringView("attention"),
            QLatin1StringView("<path d=\"M8 2l6.5 12h-13z\" fill=\"none\" stroke=\"currentColor\" "
                              "stroke-width=\"1.5\"/><path d=\"M8 6.2v4M8 11.4v1.4\" "
                              "stroke=\"currentColor\" stroke-width=\"1.5\"/>"));
    case PhaseState::InProgress:
        return svg(QLatin1StringView("progress"),
                   QLatin1StringView(
                       "<circle cx=\"8\" cy=\"8\" r=\"6\" fill=\"none\" stroke=\"currentColor\" "
                       "stroke-width=\"1.5\"/><path d=\"M8 2a6 6 0 0 1 0 12z\" "
                       "fill=\"currentColor\"/>"));
    case PhaseState::Skipped:
        return svg(QLatin1StringView("skipped"),
                   QLatin1StringView(
                       "<circle cx=\"8\" cy=\"8\" r=\"6\" fill=\"none\" stroke=\"currentColor\" "
                       "stroke-width=\"1.5\" stroke-dasharray=\"3 2\"/>"));
    case PhaseState::Todo:
        break;
    }
    return svg(
        QLatin1StringView("todo"),
        QLatin1StringView("<circle cx=\"8\" cy=\"8\" r=\"6\" fill=\"none\" stroke=\"currentColor\" "
                          "stroke-width=\"1.5\"/>"));
}

QString inlineHtml(const Spans& spans)
{
    QString out;
    for (const Span& span : spans) {
        switch (span.kind) {
        case Span::Kind::Text:
            out += escaped(span.text);
            break;
        case Span::Kind::Strong:
            out += QStringLiteral("<strong>") + escaped(span.text) + QStringLiteral("</strong>");
            break;
        case Span::Kind::Code:
            out += QStringLiteral("<code>") + escaped(span.text) + QStringLiteral("</code>");
            break;
        case Span::Kind::Link:
            out += QStringLiteral("<a href=\"") + escaped(span.url) + QStringLiteral("\">") +
                   escaped(span.text) + QStringLiteral("</a>");
            break;
        case Span::Kind::Mark:
            out += markSvg(span.state);
            break;
        }
    }
    return out;
}

QString tableHtml(const Block& block)
{
    QString out = QStringLiteral("<div class=\"scroll\"><table>\n<thead><tr>");
    QVector<bool> numbers;
    for (const QString& name : block.header) {
        const bool number = name.startsWith(u'>');
        numbers.append(number);
        out += QStringLiteral("<th scope=\"col\"%1>")
                   .arg(number ? QStringLiteral(" class=\"number\"") : QString());
        out += escaped(number ? name.mid(1) : name) + QStringLiteral("</th>");
    }
    out += QStringLiteral("</tr></thead>\n<tbody>\n");
    for (const QVector<Spans>& row : block.rows) {
        out += QStringLiteral("<tr>");
        for (qsizetype column = 0; column < row.size(); ++column) {
            out += numbers.value(column) ? QStringLiteral("<td class=\"number\">")
                                         : QStringLiteral("<td>");
            out += inlineHtml(row[column]) + QStringLiteral("</td>");
        }
        out += QStringLiteral("</tr>\n");
    }
    return out + QStringLiteral("</tbody></table></div>\n");
}

QString blockHtml(const Block& block)
{
    switch (block.kind) {
    case Block::Kind::Title:
        return QStringLiteral("<h1>") + inlineHtml(block.line) + QStringLiteral("</h1>\n");
    case Block::Kind::Byline:
        return QStringLiteral("<p class=\"byline\">") + inlineHtml(block.line) +
               QStringLiteral("</p>\n");
    case Block::Kind::Heading:
        return QStringLiteral("<h%1>").arg(block.level) + inlineHtml(block.line) +
               QStringLiteral("</h%1>\n").arg(block.level);
    case Block::Kind::Paragraph:
        return QStringLiteral("<p>") + inlineHtml(block.line) + QStringLiteral("</p>\n");
    case Block::Kind::Notice:
        return QStringLiteral("<div class=\"notice %1\" role=\"note\"><p>")
                   .arg(block.severity == Severity::Critical ? QStringLiteral("critical")
                                                             : QStringLiteral("warn")) +
               inlineHtml(block.line) + QStringLiteral("</p></div>\n");
    case Block::Kind::Facts: {
        QString out = QStringLiteral("<dl class=\"facts\">\n");
        for (const QVector<Spans>& row : block.rows) {
            out += QStringLiteral("<div><dt>") + inlineHtml(row.value(0)) +
                   QStringLiteral("</dt><dd>") + inlineHtml(row.value(1)) +
                   QStringLiteral("</dd></div>\n");
        }
        return out + QStringLiteral("</dl>\n");
    }
    case Block::Kind::List: {
        QString out = QStringLiteral("<ul>\n");
        for (const QVector<Spans>& row : block.rows) {
            out += QStringLiteral("<li>") + inlineHtml(row.value(0)) + QStringLiteral("</li>\n");
        }
        return out + QStringLiteral("</ul>\n");
    }
    case Block::Kind::Table:
        return tableHtml(block);
    case Block::Kind::Markdown:
        return markdownToHtml(visibleText(block.markdown));
    }
    return {};
}

} // namespace

QByteArray renderHtml(const ReportModel& report)
{
    initReportResources();
    QFile css(QStringLiteral(":/rocport/report/report.css"));
    QString style;
    if (css.open(QIODevice::ReadOnly)) {
        style = QString::fromUtf8(css.readAll());
    }
    QString out = QStringLiteral(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
        "style-src 'unsafe-inline'\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
    out += escaped(QStringLiteral("Porting report: %1").arg(report.projectName));
    out += QStringLiteral("</title>\n<style>\n") + style +
           QStringLiteral("</style>\n</head>\n<body>\n<main>\n");
    const Document document = composeReport(report);
    for (const Block& block : document) {
        out += blockHtml(block);
    }
    out += QStringLiteral("</main>\n</body>\n</html>\n");
    return out.toUtf8();
}

} // namespace rocport
