#include "core/scan/gitconfigpaths.h"

#include "core/scan/gitfolder.h"

#include <QByteArrayView>

#include <algorithm>

namespace rocport {

namespace {

QByteArrayView withoutBlanksBefore(QByteArrayView text)
{
    while (!text.isEmpty() && isGitSpace(text.front())) {
        text = text.sliced(1);
    }
    return text;
}

QByteArrayView withoutSpaceAfter(QByteArrayView text)
{
    while (!text.isEmpty() && isGitSpace(text.back())) {
        text.chop(1);
    }
    return text;
}

/// Lines as libgit2 reads them: what is after a NUL does not count.
class Reader
{
public:
    Reader(const QByteArray& text, qsizetype most) : m_most(most)
    {
        QByteArrayView rest(text);
        if (rest.startsWith("\xef\xbb\xbf")) {
            rest = rest.sliced(3);
        }
        while (!rest.isEmpty()) {
            const qsizetype newline = rest.indexOf('\n');
            QByteArrayView line = newline < 0 ? rest : rest.first(newline);
            rest = newline < 0 ? QByteArrayView() : rest.sliced(newline + 1);
            const qsizetype nul = line.indexOf('\0');
            // Null for a line that begins with it, at which a value ends.
            m_lines.append(nul < 0 ? line : nul == 0 ? QByteArrayView() : line.first(nul));
        }
    }

    QList<QByteArray> read()
    {
        bool goesOn = false; // the line before may end in the middle of a value
        for (qsizetype i = 0; i < m_lines.size() && m_found.size() < m_most; ++i) {
            const QByteArrayView line = withoutBlanksBefore(m_lines.at(i));
            if (line.startsWith('[')) {
                header(i, line, goesOn);
            } else if (!line.startsWith('#') && !line.startsWith(';')) {
                variable(i, line);
            }
            goesOn = withoutSpaceAfter(m_lines.at(i)).endsWith('\\') ||
                     (goesOn && withoutSpaceAfter(line).isEmpty()) ||
                     (goesOn && (line.startsWith('#') || line.startsWith(';')));
        }
        return m_found;
    }

private:
    /// "[a "b"] key = value", and more headers in the same line. Where a header ends need not be
    /// known: whatever follows a ']' is looked at.
    void header(qsizetype number, QByteArrayView line, bool inValue)
    {
        m_include = (m_include && inValue) || namesInclude(line);
        for (qsizetype at = line.indexOf(']'); at >= 0 && m_found.size() < m_most;
             at = line.indexOf(']', at + 1)) {
            variable(number, withoutBlanksBefore(line.sliced(at + 1)));
        }
    }

    static bool namesInclude(QByteArrayView line)
    {
        for (qsizetype at = line.indexOf('['); at >= 0; at = line.indexOf('[', at + 1)) {
            const QByteArrayView name = withoutBlanksBefore(line.sliced(at + 1));
            if (name.first(std::min<qsizetype>(7, name.size()))
                    .compare("include", Qt::CaseInsensitive) == 0) {
                return true;
            }
        }
        return false;
    }

    /// "key = value" where \a rest, the end of a line, begins with one.
    void variable(qsizetype number, QByteArrayView rest)
    {
        const auto end = std::find_if_not(rest.begin(), rest.end(), isConfigNameByte);
        const qsizetype size = end - rest.begin();
        const QByteArrayView key = rest.first(size);
        if (!m_include || key.compare("path", Qt::CaseInsensitive) != 0) {
            return;
        }
        rest = withoutBlanksBefore(rest.sliced(size));
        if (rest.startsWith('=')) {
            m_found.append(value(number, rest.sliced(1)));
        }
    }

    /// The value that begins with \a rest and may go on in the lines after \a number.
    QByteArray value(qsizetype number, QByteArrayView rest)
    {
        QByteArray result;
        int quotes = 0;
        for (bool first = true;; first = false) {
            bool more = false;
            const QByteArrayView line = withoutComment(rest, quotes);
            addUnescaped(first ? withoutBlanksBefore(line) : line, result, quotes, more);
            const bool skipped = !first && line.isEmpty();
            if ((!more && !skipped) || ++number >= m_lines.size() || m_lines.at(number).isNull()) {
                return result;
            }
            rest = m_lines.at(number);
        }
    }

    static QByteArrayView withoutComment(QByteArrayView line, int quotes)
    {
        bool escaped = false;
        for (qsizetype i = 0; i < line.size(); ++i) {
            const char c = line[i];
            quotes += c == '"' && (i == 0 || line[i - 1] != '\\') ? 1 : 0;
            if ((c == ';' || c == '#') && quotes % 2 == 0 && !escaped) {
                line = line.first(i);
                break;
            }
            escaped = c == '\\' && !escaped;
        }
        return withoutSpaceAfter(line);
    }

    /// \a more: the line ends with a backslash.
    static void addUnescaped(QByteArrayView line, QByteArray& result, int& quotes, bool& more)
    {
        for (qsizetype i = 0; i < line.size(); ++i) {
            const char c = line[i];
            if (c == '"') {
                ++quotes;
            } else if (c != '\\') {
                result.append(c);
            } else if (++i == line.size()) {
                more = true;
            } else {
                const char next = line[i];
                result.append(next == 'n' ? '\n' : next == 't' ? '\t' : next == 'b' ? '\b' : next);
            }
        }
    }

    QList<QByteArrayView> m_lines;
    QList<QByteArray> m_found;
    qsizetype m_most;
    bool m_include = false;
};

} // namespace

QList<QByteArray> filesIncludedByConfig(const QByteArray& text, qsizetype most)
{
    return Reader(text, most).read();
}

} // namespace rocport
