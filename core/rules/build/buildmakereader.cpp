#include "core/rules/build/buildmakereader.h"

#include "core/base/cancelscope.h"
#include "core/rules/build/buildcmakereader.h"

#include <algorithm>
#include <string>

namespace rocport {

namespace {

bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && (isBlank(text.front()) || text.front() == '\r')) {
        text.remove_prefix(1);
    }
    while (!text.empty() && (isBlank(text.back()) || text.back() == '\r')) {
        text.remove_suffix(1);
    }
    return text;
}

std::string_view firstWord(std::string_view text)
{
    return text.substr(0, text.find_first_of(" \t(\"'#\r\n"));
}

class MakeReader
{
public:
    MakeReader(std::string_view source, std::string_view macro) : m_source(source), m_macro(macro)
    {
    }

    std::vector<MakeLine> run();

private:
    [[nodiscard]] size_t endOfLogicalLine(size_t at) const;
    void classify(MakeLine& line);
    void conditional(std::string_view word, std::string_view code);
    void assignmentOrRule(MakeLine& line, std::string_view code);

    std::string_view m_source;
    std::string_view m_macro;
    std::vector<MakeLine> m_lines;
    std::vector<bool> m_decided;                      ///< of the open conditionals
    std::vector<bool> m_foreign;                      ///< the same, see MakeLine
    std::vector<size_t> m_first;                      ///< the first line in each
    std::vector<std::pair<size_t, size_t>> m_earlier; ///< lines of arms before one for ROCm
    int m_defines = 0;
    bool m_inRule = false;
};

size_t MakeReader::endOfLogicalLine(size_t at) const
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

void MakeReader::conditional(std::string_view word, std::string_view code)
{
    if (word == "endif") {
        if (!m_decided.empty()) {
            m_decided.pop_back();
            m_foreign.pop_back();
            m_first.pop_back();
        }
        return;
    }
    const bool asks = namesRocm(code) || code.find(m_macro) != std::string_view::npos;
    if (word == "else") {
        if (!m_decided.empty() && asks && !m_decided.back()) {
            m_decided.back() = true;
            m_foreign.back() = true;
            m_earlier.emplace_back(m_first.back(), m_lines.size());
        }
        return;
    }
    const std::string ours = std::string(word) + ' ' + std::string(m_macro);
    const bool foreign = asks && !(code == ours && word.starts_with("if"));
    m_foreign.push_back(foreign || (!m_foreign.empty() && m_foreign.back()));
    m_decided.push_back(asks || (!m_decided.empty() && m_decided.back()));
    m_first.push_back(m_lines.size() + 1);
}

/// The first of '=' and ':' outside of references decides.
void MakeReader::assignmentOrRule(MakeLine& line, std::string_view code)
{
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
            while (end > name && (code[end - 1] == ':' || code[end - 1] == '?' ||
                                  code[end - 1] == '+' || code[end - 1] == '!')) {
                --end;
            }
            line.kind = MakeLine::Kind::Assignment;
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
    line.kind = isRule ? MakeLine::Kind::Rule : MakeLine::Kind::Other;
    m_inRule = isRule;
    if (!isRule && code.starts_with("$(")) { // $(foreach …), $(eval …)
        line.value = {line.range.begin,
                      line.range.begin + static_cast<qsizetype>(line.text.size())};
    }
}

void MakeReader::classify(MakeLine& line)
{
    const std::string_view code = trimmed(line.text);
    const std::string_view word = firstWord(code);
    line.decided = !m_decided.empty() && m_decided.back();
    line.foreign = !m_foreign.empty() && m_foreign.back();
    if (m_defines > 0) {
        line.kind = MakeLine::Kind::Define;
        m_defines += word == "define" ? 1 : 0;
        m_defines -= word == "endef" ? 1 : 0;
        return;
    }
    if (m_inRule && !line.text.empty() && line.text[0] == '\t') {
        line.kind = MakeLine::Kind::Recipe;
        line.value = {line.range.begin + 1,
                      line.range.begin + static_cast<qsizetype>(line.text.size())};
        return;
    }
    if (code.empty() || code[0] == '#') {
        line.kind = MakeLine::Kind::Blank;
    } else if (word == "ifdef" || word == "ifndef" || word == "ifeq" || word == "ifneq" ||
               word == "else" || word == "endif") {
        line.kind = MakeLine::Kind::Conditional;
        conditional(word, code);
    } else if (word == "define" || ((word == "override" || word == "export") &&
                                    firstWord(trimmed(code.substr(word.size()))) == "define")) {
        line.kind = MakeLine::Kind::Define;
        ++m_defines;
    } else if (word == "include" || word == "-include" || word == "sinclude") {
        m_inRule = false;
    } else {
        assignmentOrRule(line, code);
    }
}

std::vector<MakeLine> MakeReader::run()
{
    size_t at = m_source.starts_with("\xef\xbb\xbf") ? 3 : 0;
    while (at < m_source.size() && !isWorkCancelled()) {
        const size_t end = endOfLogicalLine(at);
        MakeLine line;
        line.range = {static_cast<qsizetype>(at), static_cast<qsizetype>(end)};
        line.text = m_source.substr(at, end - at);
        line.closed = line.text.ends_with('\n');
        while (line.text.ends_with('\n') || line.text.ends_with('\r')) {
            line.text.remove_suffix(1);
        }
        classify(line);
        m_lines.push_back(line);
        at = end;
    }
    std::vector<int> change(m_lines.size() + 1, 0);
    for (const auto& [first, last] : m_earlier) {
        change[std::min(first, last)] += 1;
        change[last] -= 1;
    }
    int depth = 0;
    // A port says which GPUs it builds for; without these words the arms are the project's own.
    const bool isOwn = m_source.find(kMakePortText) == std::string_view::npos;
    for (size_t i = 0; i < m_lines.size(); ++i) {
        depth += change[i];
        m_lines[i].decided = m_lines[i].decided || depth > 0;
        m_lines[i].foreign = m_lines[i].foreign || depth > 0 || (isOwn && m_lines[i].decided);
    }
    return std::move(m_lines);
}

} // namespace

std::vector<MakeLine> readMake(std::string_view source, std::string_view guardMacro)
{
    return MakeReader(source, guardMacro).run();
}

} // namespace rocport
