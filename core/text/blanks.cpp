#include "core/text/blanks.h"

#include "core/text/ascii.h"

#include <algorithm>

namespace rocport {

namespace {

bool isAnyBlank(char c)
{
    return isLineBlank(c) || c == '\n' || c == '\f' || c == '\v';
}

/// Goes through what is left of a line without its blanks, byte by byte.
class PlainBytes
{
public:
    explicit PlainBytes(QByteArrayView line) : m_at(line.data()), m_end(line.data() + line.size())
    {
        while (m_end > m_at && isAnyBlank(m_end[-1])) {
            --m_end;
        }
    }

    /// The next byte; -1: there is none.
    int next()
    {
        bool blank = false; // before the next byte
        while (m_quote == '\0' && m_at < m_end && isAnyBlank(*m_at)) {
            blank = true;
            ++m_at;
        }
        if (m_at == m_end) {
            return -1;
        }
        const char c = *m_at;
        if (blank && isUtf8WordByte(m_last) && isUtf8WordByte(c)) {
            m_last = ' ';
            return ' ';
        }
        ++m_at;
        m_last = c;
        if (m_escaped) {
            m_escaped = false;
        } else if (m_quote == '\0') {
            m_quote = c == '"' || c == '\'' ? c : '\0';
        } else if (c == '\\') {
            m_escaped = true;
        } else if (c == m_quote) {
            m_quote = '\0';
        }
        return static_cast<unsigned char>(c);
    }

private:
    const char* m_at;
    const char* m_end;
    char m_last = '\0';
    char m_quote = '\0';    ///< that is open
    bool m_escaped = false; ///< the next byte of what it holds
};

} // namespace

QByteArray withoutBlanks(QByteArrayView line)
{
    QByteArray result(line.size(), Qt::Uninitialized);
    char* const data = result.data();
    qsizetype size = 0;
    PlainBytes bytes(line);
    for (int c = bytes.next(); c >= 0; c = bytes.next()) {
        data[size++] = static_cast<char>(c);
    }
    result.truncate(size);
    return result;
}

bool isSameButBlanks(QByteArrayView left, QByteArrayView right)
{
    PlainBytes a(left);
    PlainBytes b(right);
    int c = a.next();
    while (c == b.next()) {
        if (c < 0) {
            return true;
        }
        c = a.next();
    }
    return false;
}

bool isBlankLine(QByteArrayView line)
{
    return std::all_of(line.begin(), line.end(), isAnyBlank);
}

} // namespace rocport
