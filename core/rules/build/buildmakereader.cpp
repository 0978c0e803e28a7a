#include "core/rules/build/buildmakereader.h"

#include "core/rules/namesrocm.h"

#include <algorithm>
#include <string>

namespace rocport {

namespace {

class MakeReader
{
public:
    MakeReader(std::string_view source, std::string_view macro) : m_source(source), m_macro(macro)
    {
    }

    std::vector<MakeLine> run();

private:
    void conditional(std::string_view word, std::string_view code);

    std::string_view m_source;
    std::string_view m_macro;
    std::vector<MakeLine> m_lines;
    std::vector<bool> m_decided;                      ///< of the open conditionals
    std::vector<bool> m_foreign;                      ///< the same, see MakeLine
    std::vector<size_t> m_first;                      ///< the first line in each
    std::vector<std::pair<size_t, size_t>> m_earlier; ///< lines of arms before one for ROCm
};

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

std::vector<MakeLine> MakeReader::run()
{
    MakeLineReader reader(m_source);
    for (MakeLine line; reader.next(line);) {
        line.decided = !m_decided.empty() && m_decided.back();
        line.foreign = !m_foreign.empty() && m_foreign.back();
        if (line.kind == MakeLine::Kind::Conditional) {
            conditional(line.word, line.code);
        }
        m_lines.push_back(line);
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
