#include "core/report/markdownhtml.h"

#include <QStringList>

#include <optional>

namespace rocport {

namespace {

QString inlineHtml(QStringView text, int depth = 0);

bool isWebAddress(QStringView url)
{
    return url.startsWith(u"https://") || url.startsWith(u"http://");
}

/// At `at` stands '[': the link's length in `text` and its HTML, or nothing.
std::optional<QString> linkAt(QStringView text, qsizetype at, qsizetype& end, int depth)
{
    constexpr qsizetype kMaxLink = 2000; // bounds the search, so that many '[' stay linear
    const QStringView rest = text.sliced(at, std::min(kMaxLink, text.size() - at));
    const qsizetype close = rest.indexOf(u"](");
    const qsizetype last = close < 0 ? -1 : rest.indexOf(u')', close);
    if (last < 0) {
        return std::nullopt;
    }
    const QStringView url = rest.sliced(close + 2, last - close - 2);
    if (!isWebAddress(url) || url.contains(u' ')) {
        return std::nullopt;
    }
    end = at + last + 1;
    return QStringLiteral("<a href=\"%1\">%2</a>")
        .arg(url.toString().toHtmlEscaped(), inlineHtml(rest.sliced(1, close - 1), depth + 1));
}

/// At `at` stands an opening "**" or "*" of `width`: its HTML up to the closing one, or nothing.
std::optional<QString> emphasisAt(QStringView text, qsizetype at, qsizetype width, qsizetype& end,
                                  int depth)
{
    constexpr qsizetype kMaxSpan = 4000;
    const QStringView mark = text.sliced(at, width);
    const QStringView rest = text.sliced(at + width, std::min(kMaxSpan, text.size() - at - width));
    const qsizetype close = rest.indexOf(mark);
    if (close <= 0 || rest[0].isSpace() || rest[close - 1].isSpace()) {
        return std::nullopt;
    }
    end = at + width + close + width;
    const QString tag = width == 2 ? QStringLiteral("strong") : QStringLiteral("em");
    return QStringLiteral("<%1>%2</%1>").arg(tag, inlineHtml(rest.first(close), depth + 1));
}

QString inlineHtml(QStringView text, int depth)
{
    constexpr int kMaxDepth = 8;
    QString out;
    qsizetype at = 0;
    while (at < text.size()) {
        const QChar c = text[at];
        qsizetype end = at + 1;
        std::optional<QString> piece;
        if (c == u'`') {
            constexpr qsizetype kMaxSpan = 4000;
            const qsizetype close =
                text.first(std::min(text.size(), at + kMaxSpan)).indexOf(u'`', at + 1);
            if (close > at + 1) {
                end = close + 1;
                piece = QStringLiteral("<code>%1</code>")
                            .arg(text.sliced(at + 1, close - at - 1).toString().toHtmlEscaped());
            }
        } else if (c == u'\\' && at + 1 < text.size() && !text[at + 1].isLetterOrNumber()) {
            end = at + 2;
            piece = QString(text[at + 1]).toHtmlEscaped();
        } else if (c == u'[' && depth < kMaxDepth) {
            piece = linkAt(text, at, end, depth);
        } else if (c == u'*' && depth < kMaxDepth) {
            const bool two = at + 1 < text.size() && text[at + 1] == u'*';
            piece = emphasisAt(text, at, two ? 2 : 1, end, depth);
        }
        if (!piece) {
            end = at + 1;
            piece = QString(c).toHtmlEscaped();
            // A surrogate pair stays together.
            if (c.isHighSurrogate() && end < text.size()) {
                *piece += text[end++];
            }
        }
        out += *piece;
        at = end;
    }
    return out;
}

bool isBullet(QStringView line)
{
    return line.startsWith(u"- ") || line.startsWith(u"* ");
}

/// Length of "12. " at the start, or 0.
qsizetype numberMark(QStringView line)
{
    qsizetype digits = 0;
    while (digits < line.size() && digits < 9 && line[digits].isDigit()) {
        ++digits;
    }
    const bool mark = digits > 0 && line.sliced(digits).startsWith(u". ");
    return mark ? digits + 2 : 0;
}

QStringList tableCells(QStringView line)
{
    QStringList cells;
    QString cell;
    for (qsizetype i = line.startsWith(u'|') ? 1 : 0; i < line.size(); ++i) {
        if (line[i] == u'\\' && i + 1 < line.size() && line[i + 1] == u'|') {
            cell += u'|';
            ++i;
        } else if (line[i] == u'|') {
            cells.append(cell.trimmed());
            cell.clear();
        } else {
            cell += line[i];
        }
    }
    if (!cell.trimmed().isEmpty()) {
        cells.append(cell.trimmed());
    }
    return cells;
}

bool isTableRule(QStringView line)
{
    if (!line.startsWith(u'|') || !line.contains(u"---")) {
        return false;
    }
    for (const QChar c : line) {
        if (c != u'|' && c != u'-' && c != u':' && c != u' ') {
            return false;
        }
    }
    return true;
}

/// Reads lines and writes blocks.
class BlockReader
{
public:
    explicit BlockReader(const QString& markdown)
    {
        QString text = markdown;
        text.replace(QLatin1StringView("\r\n"), QLatin1StringView("\n"));
        m_lines = text.split(u'\n');
    }

    QString read()
    {
        while (m_at < m_lines.size()) {
            readBlock();
        }
        flush();
        return m_out;
    }

private:
    void readBlock()
    {
        const QString line = m_lines[m_at].trimmed();
        qsizetype level = 0;
        while (level < line.size() && level < 6 && line[level] == u'#') {
            ++level;
        }
        if (line.startsWith(QLatin1StringView("```"))) {
            flush();
            readFence();
        } else if (level > 0 && level < line.size() && line[level] == u' ') {
            flush();
            // The report's own headings are h1 to h3; a summary's come below them.
            m_out += QStringLiteral("<h%1>%2</h%1>\n")
                         .arg(std::min<qsizetype>(level + 2, 6))
                         .arg(inlineHtml(QStringView(line).sliced(level).trimmed()));
            ++m_at;
        } else if (isBullet(line) || numberMark(line) > 0) {
            flush();
            readList(!isBullet(line));
        } else if (line.startsWith(u'|') && m_at + 1 < m_lines.size() &&
                   isTableRule(m_lines[m_at + 1].trimmed())) {
            flush();
            readTable();
        } else if (line.isEmpty()) {
            flush();
            ++m_at;
        } else {
            m_paragraph += (m_paragraph.isEmpty() ? QString() : QStringLiteral("\n")) + line;
            ++m_at;
        }
    }

    void flush()
    {
        if (!m_paragraph.isEmpty()) {
            m_out += QStringLiteral("<p>") + inlineHtml(m_paragraph) + QStringLiteral("</p>\n");
            m_paragraph.clear();
        }
    }

    void readFence()
    {
        QString code;
        for (++m_at; m_at < m_lines.size(); ++m_at) {
            if (m_lines[m_at].trimmed().startsWith(QLatin1StringView("```"))) {
                ++m_at;
                break;
            }
            code += m_lines[m_at] + u'\n';
        }
        m_out += QStringLiteral("<pre>") + code.toHtmlEscaped() + QStringLiteral("</pre>\n");
    }

    void readList(bool numbered)
    {
        const QString tag = numbered ? QStringLiteral("ol") : QStringLiteral("ul");
        m_out += QStringLiteral("<%1>\n").arg(tag);
        QString item;
        const auto flushItem = [&] {
            if (!item.isEmpty()) {
                m_out += QStringLiteral("<li>") + inlineHtml(item) + QStringLiteral("</li>\n");
                item.clear();
            }
        };
        for (; m_at < m_lines.size(); ++m_at) {
            const QString line = m_lines[m_at].trimmed();
            const qsizetype mark = numbered ? numberMark(line) : (isBullet(line) ? 2 : 0);
            const bool continued = m_lines[m_at].startsWith(u' ') && !line.isEmpty();
            if (mark > 0) {
                flushItem();
                item = line.mid(mark);
            } else if (continued) {
                item += u' ' + line;
            } else {
                break;
            }
        }
        flushItem();
        m_out += QStringLiteral("</%1>\n").arg(tag);
    }

    void readTable()
    {
        m_out += QStringLiteral("<div class=\"scroll\"><table>\n");
        writeRow(tableCells(m_lines[m_at].trimmed()), QStringLiteral("th"));
        for (m_at += 2; m_at < m_lines.size() && m_lines[m_at].trimmed().startsWith(u'|'); ++m_at) {
            writeRow(tableCells(m_lines[m_at].trimmed()), QStringLiteral("td"));
        }
        m_out += QStringLiteral("</table></div>\n");
    }

    void writeRow(const QStringList& cells, const QString& tag)
    {
        m_out += QStringLiteral("<tr>");
        for (const QString& cell : cells) {
            m_out += QStringLiteral("<%1>").arg(tag) + inlineHtml(cell) +
                     QStringLiteral("</%1>").arg(tag);
        }
        m_out += QStringLiteral("</tr>\n");
    }

    QStringList m_lines;
    qsizetype m_at = 0;
    QString m_paragraph;
    QString m_out;
};

} // namespace

QString markdownToHtml(const QString& markdown)
{
    return BlockReader(markdown).read();
}

} // namespace rocport
