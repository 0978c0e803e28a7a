#include "core/base/visibletext.h"
#include "core/report/compose.h"
#include "core/report/harmlessmarkdown.h"

#include <algorithm>

namespace rocport {

namespace {

/// `text` on one line with nothing hidden in it.
QString oneLine(QString text)
{
    for (QChar& c : text) {
        if (c == u'\n' || c == u'\r' || c == u'\t') {
            c = u' ';
        }
    }
    return visibleLine(text);
}

/// Text as Markdown shows it letter by letter, on one line.
QString escapedMarkdown(const QString& text)
{
    static const QString special = QStringLiteral("\\`*_[]<>#|~&$");
    QString out;
    out.reserve(text.size() + 8);
    const QString shown = oneLine(text);
    for (const QChar c : shown) {
        if (special.contains(c)) {
            out += u'\\';
        }
        out += c;
    }
    return out;
}

/// A code span whose fence is longer than any run of backticks in it.
QString codeSpan(const QString& text, bool inTable)
{
    QString inner;
    qsizetype run = 0;
    qsizetype longest = 0;
    const QString shown = oneLine(text);
    for (const QChar c : shown) {
        run = c == u'`' ? run + 1 : 0;
        longest = std::max(longest, run);
        if (c == u'|' && inTable) {
            inner += QStringLiteral("\\|"); // GitHub's tables split cells before they see code
        } else {
            inner += c;
        }
    }
    if (inner.trimmed().isEmpty()) {
        return {};
    }
    const QString fence(longest + 1, u'`');
    const bool padded = inner.startsWith(u'`') || inner.endsWith(u'`');
    const QString pad = padded ? QStringLiteral(" ") : QString();
    return fence + pad + inner + pad + fence;
}

/// An address between '<' and '>': what would end it is percent-encoded.
QString address(const QString& url)
{
    QString out;
    const QString shown = visibleLine(url);
    for (const QChar c : shown) {
        if (c == u'<' || c == u'>' || c == u'\\' || c.isSpace()) {
            out += QString::fromLatin1(QString(c).toUtf8().toPercentEncoding());
        } else {
            out += c;
        }
    }
    return out;
}

QString inlineText(const Spans& spans, bool inTable)
{
    QString out;
    for (const Span& span : spans) {
        switch (span.kind) {
        case Span::Kind::Text:
            out += escapedMarkdown(span.text);
            break;
        case Span::Kind::Strong:
            out += QStringLiteral("**%1**").arg(escapedMarkdown(span.text));
            break;
        case Span::Kind::Code:
            out += codeSpan(span.text, inTable);
            break;
        case Span::Kind::Link:
            out += QStringLiteral("[%1](<%2>)").arg(escapedMarkdown(span.text), address(span.url));
            break;
        case Span::Kind::Mark:
            break; // the word follows
        }
    }
    return out;
}

QString table(const Block& block)
{
    QString out;
    QString rule;
    for (const QString& name : block.header) {
        const bool number = name.startsWith(u'>');
        out += QStringLiteral("| ") + escapedMarkdown(number ? name.mid(1) : name) + u' ';
        rule += number ? QStringLiteral("| ---: ") : QStringLiteral("| --- ");
    }
    out += QStringLiteral("|\n") + rule + QStringLiteral("|\n");
    for (const QVector<Spans>& row : block.rows) {
        for (const Spans& cell : row) {
            out += QStringLiteral("| ") + inlineText(cell, true) + u' ';
        }
        out += QStringLiteral("|\n");
    }
    return out;
}

QString blockText(const Block& block)
{
    switch (block.kind) {
    case Block::Kind::Title:
        return QStringLiteral("# ") + inlineText(block.line, false) + u'\n';
    case Block::Kind::Heading:
        return QString(block.level, u'#') + u' ' + inlineText(block.line, false) + u'\n';
    case Block::Kind::Byline:
    case Block::Kind::Paragraph:
        return inlineText(block.line, false) + u'\n';
    case Block::Kind::Notice:
        return QStringLiteral("> **%1** %2\n")
            .arg(block.severity == Severity::Critical ? QStringLiteral("Attention.")
                                                      : QStringLiteral("Note."),
                 inlineText(block.line, false));
    case Block::Kind::Facts:
    case Block::Kind::List: {
        QString out;
        for (const QVector<Spans>& row : block.rows) {
            const QString first = inlineText(row.value(0), false);
            out +=
                block.kind == Block::Kind::Facts
                    ? QStringLiteral("- %1: **%2**\n").arg(first, inlineText(row.value(1), false))
                    : QStringLiteral("- %1\n").arg(first);
        }
        return out;
    }
    case Block::Kind::Table:
        return table(block);
    case Block::Kind::Markdown:
        return harmlessMarkdown(block.markdown) + u'\n';
    }
    return {};
}

} // namespace

QByteArray documentMarkdown(const Document& document)
{
    QString out;
    for (const Block& block : document) {
        if (!out.isEmpty()) {
            out += u'\n';
        }
        out += blockText(block);
    }
    return out.toUtf8();
}

QByteArray renderMarkdown(const ReportModel& report)
{
    return documentMarkdown(composeReport(report));
}

} // namespace rocport
