#include "core/text/makelines.h"

#include "core/base/cancelscope.h"
#include "core/text/ascii.h"
#include "core/text/bytes.h"

namespace rocport {

MakeLineReader::MakeLineReader(std::string_view source)
    : m_source(source), m_at(source.starts_with("\xef\xbb\xbf") ? 3 : 0)
{
}

std::string_view MakeLineReader::firstWord(std::string_view text)
{
    return text.substr(0, text.find_first_of(" \t(\"'#\r\n"));
}

size_t MakeLineReader::endOfLogicalLine(size_t at) const
{
    while (true) {
        const size_t newline = m_source.find('\n', at);
        if (newline == std::string_view::npos) {
            return m_source.size();
        }
        size_t last = newline;
        last -= last > at && m_source[last - 1] == '\r' ? 1 : 0;
        size_t slashes = 0;
        while (last > at + slashes && m_source[last - 1 - slashes] == '\\') {
            ++slashes;
        }
        if (slashes % 2 == 0) {
            return newline + 1;
        }
        at = newline + 1;
    }
}

/// The first of '=' and ':' outside of references decides.
void MakeLineReader::readAssignmentOrRule(MakeLogicalLine& line)
{
    const std::string_view code = line.code;
    const auto offset = static_cast<size_t>(code.data() - m_source.data());
    int depth = 0;
    size_t name = 0;
    bool isRule = false;
    for (size_t i = 0; i < code.size(); ++i) {
        const char c = code[i];
        depth += c == '(' || c == '{' ? 1 : 0;
        depth -= c == ')' || c == '}' ? 1 : 0;
        if (depth > 0) {
            continue;
        }
        if (c == '#') {
            break;
        }
        if (c == '=') {
            size_t end = i;
            while (end > name && isOneOf(code[end - 1], {':', '?', '+', '!'})) {
                --end;
            }
            line.kind = MakeLogicalLine::Kind::Assignment;
            line.name = trimmed(code.substr(name, end - name));
            const size_t word = line.name.find_last_of(" \t");
            line.name = word == std::string_view::npos ? line.name : line.name.substr(word + 1);
            line.value = {static_cast<qsizetype>(offset + i + 1),
                          static_cast<qsizetype>(offset + code.size())};
            m_inRule = false;
            return;
        }
        const bool assigns = c == ':' && (code.substr(i, 2) == ":=" || code.substr(i, 3) == "::=");
        if (c == ':' && !assigns && !isRule) {
            isRule = true;
            name = i + 1; // "target: VARIABLE = value"
        }
    }
    line.kind = isRule ? MakeLogicalLine::Kind::Rule : MakeLogicalLine::Kind::Other;
    m_inRule = isRule;
    if (!isRule && code.starts_with("$(")) { // $(foreach …), $(eval …)
        line.value = {line.range.begin,
                      line.range.begin + static_cast<qsizetype>(line.text.size())};
    }
}

void MakeLineReader::classify(MakeLogicalLine& line)
{
    using Kind = MakeLogicalLine::Kind;
    const std::string_view word = line.word;
    if (m_defines > 0) {
        line.kind = Kind::Define;
        m_defines += word == "define" ? 1 : 0;
        m_defines -= word == "endef" ? 1 : 0;
    } else if (m_inRule && line.text.starts_with('\t')) {
        line.kind = Kind::Recipe;
        line.value = {line.range.begin + 1,
                      line.range.begin + static_cast<qsizetype>(line.text.size())};
    } else if (line.code.empty() || line.code[0] == '#') {
        line.kind = Kind::Blank;
    } else if (isOneOf(word, {"ifdef", "ifndef", "ifeq", "ifneq", "else", "endif"})) {
        line.kind = Kind::Conditional;
    } else if (word == "define" ||
               ((word == "override" || word == "export") &&
                firstWord(trimmed(line.code.substr(word.size()))) == "define")) {
        line.kind = Kind::Define;
        ++m_defines;
    } else if (isOneOf(word, {"include", "-include", "sinclude"})) {
        m_inRule = false;
    } else {
        readAssignmentOrRule(line);
    }
}

bool MakeLineReader::next(MakeLogicalLine& line)
{
    if (m_at >= m_source.size() || isWorkCancelled()) {
        return false;
    }
    const size_t end = endOfLogicalLine(m_at);
    line = {};
    line.range = {static_cast<qsizetype>(m_at), static_cast<qsizetype>(end)};
    line.text = m_source.substr(m_at, end - m_at);
    line.closed = line.text.ends_with('\n');
    while (line.text.ends_with('\n') || line.text.ends_with('\r')) {
        line.text.remove_suffix(1);
    }
    line.code = trimmed(line.text);
    line.word = firstWord(line.code);
    classify(line);
    m_at = end;
    return true;
}

} // namespace rocport
