#include "core/report/harmlessmarkdown.h"

#include "core/base/visibletext.h"

#include <QHash>
#include <QStringList>

#include <algorithm>

namespace rocport {

namespace {

qsizetype runOf(QStringView text, qsizetype at, QChar c)
{
    qsizetype end = at;
    while (end < text.size() && text[end] == c) {
        ++end;
    }
    return end - at;
}

/// The runs of backticks of a line, so that looking for the one that closes stays linear.
class Backticks
{
public:
    explicit Backticks(QStringView line) : m_line(line)
    {
        for (qsizetype at = line.indexOf(u'`'); at >= 0; at = line.indexOf(u'`', at)) {
            const qsizetype run = runOf(line, at, u'`');
            m_last.insert(run, at);
            at += run;
        }
    }

    /// Where the code that the `width` backticks before `from` open is closed; -1: it is not.
    [[nodiscard]] qsizetype closing(qsizetype from, qsizetype width) const
    {
        if (m_last.value(width, -1) < from) {
            return -1;
        }
        for (qsizetype at = m_line.indexOf(u'`', from); at >= 0; at = m_line.indexOf(u'`', at)) {
            const qsizetype run = runOf(m_line, at, u'`');
            if (run == width) {
                return at;
            }
            at += run;
        }
        return -1;
    }

private:
    QStringView m_line;
    QHash<qsizetype, qsizetype> m_last;
};

bool leadsToTheWeb(QStringView address)
{
    return address.startsWith(u"https://") || address.startsWith(u"http://") ||
           address.startsWith(u'#');
}

/// Inline code of a table row: a bar in it would end the cell before it is seen as code.
QString codeInTable(QStringView code)
{
    QString out;
    for (qsizetype at = 0; at < code.size(); ++at) {
        if (code[at] == u'|' && (at == 0 || code[at - 1] != u'\\')) {
            out += u'\\';
        }
        out += code[at];
    }
    return out;
}

/// What stands at `at` outside of code; sets `length` to how much of the line it is.
QString harmlessPiece(QStringView line, qsizetype at, qsizetype& length)
{
    const QChar c = line[at];
    const QChar next = at + 1 < line.size() ? line[at + 1] : QChar();
    length = 2;
    if (c == u'\\' && !next.isNull()) {
        return line.sliced(at, 2).toString();
    }
    if (c == u'!' && next == u'[') {
        return QStringLiteral("!\\[");
    }
    if (c == u']' && next == u':') {
        return QStringLiteral("]\\:"); // "[name]: address" makes links of the name elsewhere
    }
    if (c == u']' && next == u'(' && !leadsToTheWeb(line.sliced(at + 2))) {
        return QStringLiteral("]\\(");
    }
    length = 1;
    return c == u'<' ? QStringLiteral("&lt;") : QString(c);
}

QString harmlessLine(QStringView line, bool tables)
{
    const Backticks backticks(line);
    QString out;
    qsizetype length = 1;
    for (qsizetype at = 0; at < line.size(); at += length) {
        if (line[at] != u'`') {
            out += harmlessPiece(line, at, length);
            continue;
        }
        const qsizetype width = runOf(line, at, u'`');
        const qsizetype close = backticks.closing(at + width, width);
        length = close < 0 ? width : close + width - at;
        if (close < 0) {
            out += QStringLiteral("\\`").repeated(width);
        } else {
            const QStringView code = line.sliced(at, length);
            out += tables ? codeInTable(code) : code.toString();
        }
    }
    return out;
}

/// The line under a table's header, in a list or a quotation too.
bool isTableRule(QStringView line)
{
    return line.contains(u'-') && (line.contains(u'|') || line.contains(u':')) &&
           std::all_of(line.begin(), line.end(), [](QChar c) {
               return c.isDigit() || QStringView(u" \t|:->*+.)").contains(c);
           });
}

/// How many backticks open fenced code in `line`; 0: none do.
qsizetype openingFence(QStringView line)
{
    const qsizetype indent = runOf(line, 0, u' ');
    const qsizetype width = indent < 4 ? runOf(line, indent, u'`') : 0;
    return width >= 3 && !line.sliced(indent + width).contains(u'`') ? width : 0;
}

bool closesFence(QStringView line, qsizetype width)
{
    const qsizetype indent = runOf(line, 0, u' ');
    const qsizetype run = indent < 4 ? runOf(line, indent, u'`') : 0;
    return run >= width && line.sliced(indent + run).trimmed().isEmpty();
}

} // namespace

QString harmlessMarkdown(const QString& markdown)
{
    QString text = visibleText(markdown);
    text.replace(QLatin1StringView("\r\n"), QLatin1StringView("\n"));
    QStringList out;
    qsizetype fence = 0;
    const QStringList lines = text.split(u'\n');
    const bool tables = std::any_of(lines.begin(), lines.end(),
                                    [](const QString& line) { return isTableRule(line); });
    for (const QString& line : lines) {
        const QString trimmed = line.trimmed();
        if (fence > 0) {
            const bool closes = closesFence(line, fence);
            out.append(closes ? trimmed : line);
            fence = closes ? 0 : fence;
        } else if (fence = openingFence(line); fence > 0) {
            out.append(trimmed);
        } else if (trimmed.startsWith(QLatin1StringView("~~~"))) {
            // The other kind of fence, which would take in the rest of the report.
            out.append(u'\\' + harmlessLine(trimmed, tables));
        } else {
            out.append(harmlessLine(line, tables));
        }
    }
    if (fence > 0) {
        out.append(QString(fence, u'`')); // never closed, it would swallow the rest of the report
    }
    while (!out.isEmpty() && out.last().isEmpty()) {
        out.removeLast();
    }
    return out.join(u'\n');
}

} // namespace rocport
