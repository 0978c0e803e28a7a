#include "core/text/tomlsource.h"

#include "core/text/bytes.h"

#include <exception>
#include <string_view>
#include <vector>

namespace rocport {

namespace {

/// Goes over a text once, without recursion, and counts levels as the TOML library would make them.
/// It knows strings, comments, headers, keys and brackets; where a text is no TOML it may count
/// anything, since the library stops there.
class TomlDepth
{
public:
    TomlDepth(QByteArrayView text, const TomlLimits& limits) : m_text(text), m_limits(limits)
    {
        m_at = text.startsWith("\xef\xbb\xbf") ? 3 : 0; // a byte order mark
    }

    /// The line of the first place over a limit; 0: none.
    int lineOver()
    {
        while (m_at < m_text.size() && m_over == 0) {
            step();
        }
        return m_over;
    }
    [[nodiscard]] bool isTables() const { return m_tables > m_limits.tables; }

private:
    enum class Where : quint8 {
        LineStart, ///< of a header or key, outside of all values
        Header,
        Key,
        Value,
    };
    struct Bracket
    {
        int depth = 0; ///< of what stands in it
        bool table = false;
    };

    void step();
    void skipString(char quote);
    void skipComment();
    void lineEnd();
    void open(bool table);
    void close();
    void part(int& parts);
    void check(int depth)
    {
        if (m_over == 0 && (depth > m_limits.depth || m_tables > m_limits.tables)) {
            m_over = m_line;
        }
    }

    QByteArrayView m_text;
    const TomlLimits& m_limits;
    qsizetype m_at = 0;
    int m_line = 1;
    int m_over = 0;
    int m_tables = 0;
    Where m_where = Where::LineStart;
    int m_header = 0;   ///< parts of the current header
    int m_parts = 0;    ///< of the key being read
    int m_keyDepth = 0; ///< of the value being read
    std::vector<Bracket> m_brackets;
};

/// One more part of a header or dotted key.
void TomlDepth::part(int& parts)
{
    ++parts;
    ++m_tables;
}

void TomlDepth::skipComment()
{
    while (m_at < m_text.size() && m_text[m_at] != '\n') {
        ++m_at;
    }
}

/// A string of one or three quotes. One of one quote ends with its line at the latest.
void TomlDepth::skipString(char quote)
{
    const char triple[] = {quote, quote, quote};
    const bool lines = m_text.sliced(m_at).startsWith(QByteArrayView(triple, 3));
    m_at += lines ? 3 : 1;
    for (; m_at < m_text.size(); ++m_at) {
        const char c = m_text[m_at];
        if (c == '\n') {
            if (!lines) {
                return;
            }
            ++m_line;
        } else if (c == '\\' && quote == '"') {
            ++m_at;
            m_line += m_at < m_text.size() && m_text[m_at] == '\n' ? 1 : 0;
        } else if (c == quote && !lines) {
            ++m_at;
            return;
        } else if (c == quote && m_text.sliced(m_at).startsWith(QByteArrayView(triple, 3))) {
            m_at += 3;
            // Two quotes more may stand before the three that end it.
            for (int more = 0; more < 2 && m_at < m_text.size() && m_text[m_at] == quote; ++more) {
                ++m_at;
            }
            return;
        }
    }
}

void TomlDepth::lineEnd()
{
    ++m_line;
    if (m_brackets.empty()) {
        m_where = Where::LineStart;
    }
}

void TomlDepth::open(bool table)
{
    m_brackets.push_back({++m_keyDepth, table});
    m_parts = 0;
    m_where = table ? Where::Key : Where::Value;
    check(m_keyDepth);
}

void TomlDepth::close()
{
    if (!m_brackets.empty()) {
        m_keyDepth = m_brackets.back().depth - 1;
        m_brackets.pop_back();
    }
    m_where = Where::Value;
}

void TomlDepth::step()
{
    const char c = m_text[m_at];
    if (c == '"' || c == '\'') {
        if (m_where == Where::LineStart) {
            m_where = Where::Key;
            m_parts = 0;
        }
        skipString(c);
        return;
    }
    if (c == '#') {
        skipComment();
        return;
    }
    ++m_at;
    if (c == '\n') {
        lineEnd();
        return;
    }
    switch (m_where) {
    case Where::LineStart:
        if (c == '[') {
            m_where = Where::Header;
            m_header = 0;
            part(m_header);
            check(m_header);
            break;
        }
        if (c == ' ' || c == '\t' || c == '\r') {
            break;
        }
        m_where = Where::Key;
        m_parts = 0;
        [[fallthrough]];
    case Where::Key:
        if (c == '.') {
            part(m_parts);
            check((m_brackets.empty() ? m_header : m_brackets.back().depth) + m_parts);
        } else if (c == '=') {
            m_keyDepth = (m_brackets.empty() ? m_header : m_brackets.back().depth) + m_parts;
            m_parts = 0;
            m_where = Where::Value;
        } else if (c == '}') {
            close();
        }
        break;
    case Where::Header:
        if (c == '.') {
            part(m_header);
            check(m_header);
        }
        break;
    case Where::Value:
        if (c == '[' || c == '{') {
            open(c == '{');
        } else if (c == ']' || c == '}') {
            close();
        } else if (c == ',' && !m_brackets.empty()) {
            m_keyDepth = m_brackets.back().depth;
            m_parts = 0;
            m_where = m_brackets.back().table ? Where::Key : Where::Value;
        }
        break;
    }
}

Error failed(const QString& detail, const QString& name, quint32 line)
{
    return {ErrorCode::ParseFailed, detail, QStringLiteral("%1:%2").arg(name).arg(line)};
}

} // namespace

Result<toml::table> parseToml(QByteArrayView text, const QString& name, const TomlLimits& limits)
{
    if (text.size() > limits.bytes) {
        return failed(QStringLiteral("larger than %1 KiB").arg(limits.bytes / 1024), name, 1);
    }
    TomlDepth depth(text, limits);
    if (const int line = depth.lineOver(); line > 0) {
        return failed(depth.isTables()
                          ? QStringLiteral("more than %1 tables").arg(limits.tables)
                          : QStringLiteral("nested more than %1 deep").arg(limits.depth),
                      name, static_cast<quint32>(line));
    }
    try {
        return toml::parse(std::string_view(text.data(), static_cast<size_t>(text.size())));
    } catch (const toml::parse_error& error) {
        const std::string_view what = error.description();
        return failed(toText(what), name, error.source().begin.line);
    } catch (const std::exception& error) {
        return failed(QString::fromUtf8(error.what()), name, 1);
    }
}

QString tomlLibraryVersion()
{
    return QStringLiteral("%1.%2.%3").arg(TOML_LIB_MAJOR).arg(TOML_LIB_MINOR).arg(TOML_LIB_PATCH);
}

} // namespace rocport
