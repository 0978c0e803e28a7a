#include "core/base/visibletext.h"
#include "core/report/compose.h"
#include "core/report/markdownhtml.h"

#include <QFile>

#include <algorithm>
#include <numeric>

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

/// Whether a page is for browsers, with a style sheet of its own, or for QTextDocument, which knows
/// neither flexible boxes nor SVG in the text.
enum class For : quint8 { Browser, TextDocument };

QString markHtml(PhaseState state, For target)
{
    return target == For::Browser
               ? markSvg(state)
               : QStringLiteral("<img class=\"mark\" src=\"%1\">&nbsp;").arg(reportMarkName(state));
}

QString inlineHtml(const Spans& spans, For target)
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
            out += markHtml(span.state, target);
            break;
        }
    }
    return out;
}

/// Length of a cell, and of its longest word, in letters; those of code are wider.
struct CellSize
{
    qsizetype all = 0;
    qsizetype word = 0;
};

CellSize sizeOf(const Spans& spans)
{
    constexpr qsizetype kMark = 3; // in letters; the word after it stays on its line
    CellSize size;
    for (const Span& span : spans) {
        qsizetype word = span.kind == Span::Kind::Text && size.all == kMark ? kMark : 0;
        for (const QChar c : span.text) {
            word = c.isSpace() ? 0 : word + 1;
            size.word = std::max(size.word, word);
        }
        size.all += span.kind == Span::Kind::Mark ? kMark : span.text.size();
        if (span.kind == Span::Kind::Code) {
            size = {size.all * 5 / 4, size.word * 5 / 4};
        }
    }
    return size;
}

/// Widths of a table's columns in percent. QTextDocument breaks a long path where it must, and then
/// short words too: each column gets room for its words first, paths aside.
QVector<int> columnPercents(const Block& block)
{
    constexpr qsizetype kPage = 104;   // letters of table text that a page is wide
    constexpr qsizetype kLongest = 20; // what is longer is a path, not a word
    constexpr qsizetype kMost = 60;
    constexpr qsizetype kGap = 3; // between columns
    QVector<qsizetype> least;
    QVector<qsizetype> wishes;
    for (qsizetype column = 0; column < block.header.size(); ++column) {
        const qsizetype header = block.header[column].size(); // stays on one line
        CellSize widest{header, header};
        for (const QVector<Spans>& row : block.rows) {
            const CellSize size = sizeOf(row.value(column));
            widest.all = std::max(widest.all, size.all);
            widest.word = std::max(widest.word, size.word);
        }
        least.append(std::min(widest.word, kLongest) + kGap);
        wishes.append(std::max<qsizetype>(0, std::min(widest.all, kMost) + kGap - least.last()));
    }
    const qsizetype taken = std::accumulate(least.cbegin(), least.cend(), qsizetype{0});
    const qsizetype wished = std::accumulate(wishes.cbegin(), wishes.cend(), qsizetype{0});
    const qsizetype left = std::max<qsizetype>(0, kPage - taken);
    const qsizetype sum = std::max<qsizetype>(1, wished > 0 ? taken + left : taken);
    QVector<int> percents;
    for (qsizetype column = 0; column < least.size(); ++column) {
        const qsizetype more = wished > 0 ? left * wishes[column] / wished : 0;
        percents.append(static_cast<int>((least[column] + more) * 100 / sum));
    }
    if (!percents.isEmpty()) { // the last one has what rounding leaves
        percents.last() +=
            100 - std::min(100, std::accumulate(percents.cbegin(), percents.cend(), 0));
    }
    return percents;
}

QString tableHtml(const Block& block, For target)
{
    const bool browser = target == For::Browser;
    QString out = browser ? QStringLiteral("<div class=\"scroll\"><table>\n<thead><tr>")
                          : QStringLiteral("<table width=\"100%\" cellspacing=\"0\">\n<thead><tr>");
    const QVector<int> percents = browser ? QVector<int>() : columnPercents(block);
    QVector<bool> numbers;
    for (const QString& name : block.header) {
        const bool number = name.startsWith(u'>');
        numbers.append(number);
        out +=
            QStringLiteral("<th scope=\"col\"%1%2>")
                .arg(
                    number ? QStringLiteral(" class=\"number\"") : QString(),
                    browser
                        ? QString()
                        : QStringLiteral(" width=\"%1%\"").arg(percents.value(numbers.size() - 1)));
        out += escaped(number ? name.mid(1) : name) + QStringLiteral("</th>");
    }
    out += QStringLiteral("</tr></thead>\n<tbody>\n");
    for (const QVector<Spans>& row : block.rows) {
        out += QStringLiteral("<tr>");
        for (qsizetype column = 0; column < row.size(); ++column) {
            out += numbers.value(column) ? QStringLiteral("<td class=\"number\">")
                                         : QStringLiteral("<td>");
            out += inlineHtml(row[column], target) + QStringLiteral("</td>");
        }
        out += QStringLiteral("</tr>\n");
    }
    return out + (browser ? QStringLiteral("</tbody></table></div>\n")
                          : QStringLiteral("</tbody></table>\n"));
}

QString noticeHtml(const Block& block, For target)
{
    const QString kind =
        block.severity == Severity::Critical ? QStringLiteral("critical") : QStringLiteral("warn");
    const QString line = inlineHtml(block.line, target);
    return target == For::Browser
               ? QStringLiteral("<div class=\"notice %1\" role=\"note\"><p>%2</p></div>\n")
                     .arg(kind, line)
               : QStringLiteral("<table width=\"100%\" cellspacing=\"0\"><tr>"
                                "<td class=\"notice-%1\">%2</td></tr></table>\n")
                     .arg(kind, line);
}

QString factsHtml(const Block& block, For target)
{
    QString names;
    QString values;
    QString out;
    for (const QVector<Spans>& row : block.rows) {
        const QString name = inlineHtml(row.value(0), target);
        const QString value = inlineHtml(row.value(1), target);
        out += QStringLiteral("<div><dt>%1</dt><dd>%2</dd></div>\n").arg(name, value);
        names += QStringLiteral("<td class=\"fact-name\">%1</td>").arg(name);
        values += QStringLiteral("<td class=\"fact-value\">%1</td>").arg(value);
    }
    return target == For::Browser
               ? QStringLiteral("<dl class=\"facts\">\n") + out + QStringLiteral("</dl>\n")
               : QStringLiteral("<table width=\"100%\" cellspacing=\"0\"><tr>") + names +
                     QStringLiteral("</tr>\n<tr>") + values + QStringLiteral("</tr></table>\n");
}

QString blockHtml(const Block& block, For target)
{
    switch (block.kind) {
    case Block::Kind::Title:
        return QStringLiteral("<h1>") + inlineHtml(block.line, target) + QStringLiteral("</h1>\n");
    case Block::Kind::Byline:
        return QStringLiteral("<p class=\"byline\">") + inlineHtml(block.line, target) +
               QStringLiteral("</p>\n");
    case Block::Kind::Heading:
        return QStringLiteral("<h%1>").arg(block.level) + inlineHtml(block.line, target) +
               QStringLiteral("</h%1>\n").arg(block.level);
    case Block::Kind::Paragraph:
        return QStringLiteral("<p>") + inlineHtml(block.line, target) + QStringLiteral("</p>\n");
    case Block::Kind::Notice:
        return noticeHtml(block, target);
    case Block::Kind::Facts:
        return factsHtml(block, target);
    case Block::Kind::List: {
        QString out = QStringLiteral("<ul>\n");
        for (const QVector<Spans>& row : block.rows) {
            out += QStringLiteral("<li>") + inlineHtml(row.value(0), target) +
                   QStringLiteral("</li>\n");
        }
        return out + QStringLiteral("</ul>\n");
    }
    case Block::Kind::Table:
        return tableHtml(block, target);
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
        out += blockHtml(block, For::Browser);
    }
    out += QStringLiteral("</main>\n</body>\n</html>\n");
    return out.toUtf8();
}

QString reportMarkName(PhaseState state)
{
    return QStringLiteral("mark:%1").arg(static_cast<int>(state));
}

QString renderRichText(const ReportModel& report)
{
    QString out;
    const Document document = composeReport(report);
    for (const Block& block : document) {
        out += blockHtml(block, For::TextDocument);
    }
    return out;
}

} // namespace rocport
