#include "core/rules/python/pythonlines.h"

#include <algorithm>

namespace rocport {

namespace {

bool isTriple(std::string_view line, size_t at)
{
    return line.size() - at >= 3 && line[at + 1] == line[at] && line[at + 2] == line[at];
}

/// Where the text in three quotes that `from` stands in ends, behind its quotes; npos: not here.
size_t endOfTriple(std::string_view line, size_t from, char quote)
{
    for (size_t at = from; at < line.size(); ++at) {
        if (line[at] == '\\') {
            ++at;
        } else if (line[at] == quote && isTriple(line, at)) {
            return at + 3;
        }
    }
    return std::string_view::npos;
}

size_t endOfString(std::string_view line, size_t from, char quote)
{
    for (size_t at = from; at < line.size(); ++at) {
        if (line[at] == '\\') {
            ++at;
        } else if (line[at] == quote) {
            return at + 1;
        }
    }
    return line.size();
}

} // namespace

std::string_view PythonLines::code(std::string_view line)
{
    m_plain.clear();
    if (m_quote == 0 && line.find_first_of("\"'#") == std::string_view::npos) {
        m_plain = line;
        return line;
    }
    m_code.clear();
    size_t at = 0;
    while (at < line.size()) {
        if (m_quote != 0) {
            at = endOfTriple(line, at, m_quote);
            if (at == std::string_view::npos) {
                break;
            }
            m_quote = 0;
            m_code += "\"\"";
            m_plain += "\"\"";
            continue;
        }
        const size_t next = std::min(line.find_first_of("\"'#", at), line.size());
        m_code += line.substr(at, next - at);
        m_plain += line.substr(at, next - at);
        if (next == line.size() || line[next] == '#') {
            break;
        }
        if (isTriple(line, next)) {
            m_quote = line[next];
            at = next + 3;
            continue;
        }
        at = endOfString(line, next + 1, line[next]);
        m_code += line.substr(next, at - next);
        m_plain += "\"\"";
    }
    return m_code;
}

} // namespace rocport
