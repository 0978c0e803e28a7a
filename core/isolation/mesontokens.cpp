#include "core/isolation/mesontokens.h"

#include "core/base/cancelscope.h"
#include "core/text/ascii.h"

#include <algorithm>

namespace rocport {

namespace {

ByteRange rangeOf(size_t begin, size_t end)
{
    return {static_cast<qsizetype>(begin), static_cast<qsizetype>(end)};
}

} // namespace

std::string_view mesonOptionAt(const MesonTokens& file, size_t at)
{
    const MesonToken& name = file.at(at + 2);
    const bool asks = file.at(at).is("get_option") && file.at(at + 1).isSign('(') &&
                      name.kind == MesonToken::Kind::Text && !name.formatted &&
                      file.at(at + 3).isSign(')');
    return asks ? name.text : std::string_view();
}

MesonGuard mesonGuardOf(const MesonTokens& file, const MesonStatement& condition)
{
    size_t at = condition.first + 1;
    MesonGuard guard;
    guard.isNot = file.at(at).is("not");
    at += guard.isNot ? 1 : 0;
    const size_t end = at + 4;
    const bool isPlain = end == condition.last;
    const bool isFeature = end + 4 == condition.last && file.at(end).isSign('.') &&
                           file.at(end + 1).is("enabled") && file.at(end + 2).isSign('(') &&
                           file.at(end + 3).isSign(')');
    if (isPlain || isFeature) {
        guard.name = mesonOptionAt(file, at);
    }
    return guard;
}

QByteArray mesonOptionFor(const QByteArray& macro)
{
    return macro.toLower();
}

MesonTokens::MesonTokens(std::string_view source) : m_source(source)
{
    size_t at = source.starts_with("\xef\xbb\xbf") ? 3 : 0;
    CancelLook isCancelled;
    while (at < source.size() && !isCancelled()) {
        const char c = source[at];
        if (c == '\n') {
            if (m_open.empty()) {
                endStatement(at);
            }
            ++at;
        } else if (isLineBlank(c)) {
            ++at;
        } else if (c == '#') {
            at = std::min(source.find('\n', at), source.size());
        } else if (c == '\\') {
            // A line that goes on in the next one.
            const size_t next = source.find_first_not_of(" \t\r", at + 1);
            const bool joins = next != std::string_view::npos && source[next] == '\n';
            m_broken = m_broken || !joins;
            at = joins ? next + 1 : at + 1;
        } else if (c == '\'') {
            at = readText(at, false);
        } else if (c == 'f' && source.substr(at, 2) == "f'") {
            at = readText(at, true);
        } else if (isNameByte(c)) {
            size_t end = at;
            while (end < source.size() && isNameByte(source[end])) {
                ++end;
            }
            add(MesonToken::Kind::Word, at, end);
            at = end;
        } else {
            at = readSign(at);
        }
    }
    m_broken = m_broken || !m_open.empty();
    endStatement(source.size());
}

const MesonToken& MesonTokens::at(size_t index) const
{
    static const MesonToken end{MesonToken::Kind::End, {}, "\n", false};
    return index < m_tokens.size() ? m_tokens[index] : end;
}

void MesonTokens::add(MesonToken::Kind kind, size_t begin, size_t end)
{
    m_tokens.push_back({kind, rangeOf(begin, end), m_source.substr(begin, end - begin), false});
}

/// A string of one line ends with it even without a quote, so that one mistake costs one line.
size_t MesonTokens::readText(size_t at, bool formatted)
{
    const size_t begin = at;
    at += formatted ? 1 : 0;
    const bool isLong = m_source.substr(at, 3) == "'''";
    const size_t content = at + (isLong ? 3 : 1);
    size_t end = content;
    if (isLong) {
        end = m_source.find("'''", content);
        m_broken = m_broken || end == std::string_view::npos;
        end = std::min(end, m_source.size());
    } else {
        while (end < m_source.size() && m_source[end] != '\'' && m_source[end] != '\n') {
            end += m_source[end] == '\\' && end + 1 < m_source.size() && m_source[end + 1] != '\n'
                       ? 2
                       : 1;
        }
        end = std::min(end, m_source.size());
        m_broken = m_broken || end == m_source.size() || m_source[end] != '\'';
    }
    const bool isClosed = end < m_source.size() && m_source[end] == '\'';
    const size_t after = isClosed ? end + (isLong ? 3 : 1) : end;
    m_tokens.push_back({MesonToken::Kind::Text, rangeOf(begin, after),
                        m_source.substr(content, end - content), formatted});
    return after;
}

size_t MesonTokens::readSign(size_t at)
{
    const char c = m_source[at];
    if (c == '(' || c == '[' || c == '{') {
        m_open.push_back(c);
    } else if (c == ')' || c == ']' || c == '}') {
        const char opening = c == ')' ? '(' : c == ']' ? '[' : '{';
        const bool fits = !m_open.empty() && m_open.back() == opening;
        m_broken = m_broken || !fits;
        if (!m_open.empty()) {
            m_open.pop_back();
        }
    }
    add(MesonToken::Kind::Sign, at, at + 1);
    return at + 1;
}

void MesonTokens::endStatement(size_t at)
{
    if (m_tokens.size() > m_first) {
        MesonStatement statement;
        statement.first = m_first;
        statement.last = m_tokens.size();
        statement.range = {m_tokens[m_first].range.begin, m_tokens.back().range.end};
        place(statement);
        m_statements.push_back(statement);
        add(MesonToken::Kind::End, at, std::min(at + 1, m_source.size()));
    }
    m_first = m_tokens.size();
}

/// Statements end with their line, so that nothing follows one; a comment may.
void MesonTokens::place(MesonStatement& statement) const
{
    auto begin = static_cast<size_t>(statement.range.begin);
    while (begin > 0 && isLineBlank(m_source[begin - 1])) {
        --begin;
    }
    const bool isFirst = begin == 0 || m_source[begin - 1] == '\n' ||
                         (begin == 3 && m_source.starts_with("\xef\xbb\xbf"));
    const auto end = static_cast<size_t>(statement.range.end);
    const size_t newline = m_source.find('\n', end);
    statement.lines =
        rangeOf(begin, newline == std::string_view::npos ? m_source.size() : newline + 1);
    statement.ownsLines = isFirst;
}

} // namespace rocport
