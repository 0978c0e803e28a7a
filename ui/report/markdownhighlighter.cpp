#include "ui/report/markdownhighlighter.h"

#include <QRegularExpression>

namespace rocport {

namespace {

constexpr int kMaxLine = 4000; // longer lines stay plain
enum BlockState { Plain = 0, Fenced = 1 };

} // namespace

MarkdownHighlighter::MarkdownHighlighter(ThemeProvider& provider, QTextDocument* document)
    : QSyntaxHighlighter(document), m_provider(provider)
{
    connect(&provider, &ThemeProvider::changed, this, &QSyntaxHighlighter::rehighlight);
}

void MarkdownHighlighter::format(const QString& text, const QRegularExpression& pattern,
                                 QColor ThemeColours::*colour, bool bold)
{
    QTextCharFormat format;
    format.setForeground(m_provider.theme().*colour);
    if (bold) {
        format.setFontWeight(QFont::DemiBold);
    }
    QRegularExpressionMatchIterator matches = pattern.globalMatch(text);
    while (matches.hasNext()) {
        const QRegularExpressionMatch match = matches.next();
        setFormat(static_cast<int>(match.capturedStart()), static_cast<int>(match.capturedLength()),
                  format);
    }
}

void MarkdownHighlighter::highlightBlock(const QString& text)
{
    const bool wasFenced = previousBlockState() == Fenced;
    const bool fence = text.trimmed().startsWith(QLatin1String("```"));
    setCurrentBlockState(wasFenced != fence ? Fenced : Plain);
    if (text.size() > kMaxLine) {
        return;
    }
    if (wasFenced || fence) {
        QTextCharFormat code;
        code.setForeground(m_provider.theme().synString);
        setFormat(0, static_cast<int>(text.size()), code);
        return;
    }
    static const QRegularExpression heading(QStringLiteral("^#{1,6} .*$"));
    static const QRegularExpression bullet(QStringLiteral("^\\s*([-*+]|\\d+\\.) "));
    static const QRegularExpression strong(QStringLiteral("\\*\\*[^*]+\\*\\*"));
    static const QRegularExpression link(QStringLiteral("\\[[^\\]]*\\]\\([^)]*\\)"));
    static const QRegularExpression code(QStringLiteral("`[^`]*`"));
    format(text, heading, &ThemeColours::synKeyword, true);
    format(text, bullet, &ThemeColours::synFunction, false);
    format(text, strong, &ThemeColours::text, true);
    format(text, link, &ThemeColours::accent, false);
    format(text, code, &ThemeColours::synString, false);
}

} // namespace rocport
