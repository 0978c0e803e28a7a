#include "core/text/cmakelexer.h"

#include "core/text/ascii.h"

#include <algorithm>

namespace rocport {

namespace {

ByteRange rangeOf(size_t begin, size_t end)
{
    return {static_cast<qsizetype>(begin), static_cast<qsizetype>(end)};
}

} // namespace

int CMakeCall::find(std::string_view word) const
{
    for (size_t i = 0; i < arguments.size(); ++i) {
        if (arguments[i].kind == CMakeArgument::Kind::Bare && arguments[i].text == word) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

CMakeLexer::CMakeLexer(std::string_view source)
    : m_source(source), m_at(source.starts_with("\xef\xbb\xbf") ? 3 : 0)
{
}

bool CMakeLexer::next(CMakeCall& call)
{
    call.arguments.clear();
    call.terminated = true;
    while (m_at < m_source.size() && !m_isCancelled()) {
        const size_t begin = m_at;
        const char c = m_source[begin];
        if (c == '#') {
            m_at = commentEnd(begin);
        } else if (c == '"') {
            std::string_view content; // a quote that belongs to no command
            m_at = quotedEnd(begin, content);
        } else if (isNameByte(c)) {
            while (isNameByte(byteAt(m_at))) {
                ++m_at;
            }
            size_t open = m_at;
            while (isBlank(byteAt(open))) {
                ++open;
            }
            if (byteAt(open) == '(') {
                call.name = lowered(m_source.substr(begin, m_at - begin));
                m_at = readArguments(open + 1, call);
                call.range = rangeOf(begin, m_at);
                return true;
            }
        } else {
            ++m_at;
        }
    }
    return false;
}

size_t CMakeLexer::endOfLine(size_t at) const
{
    // Asked for every command of a line: the end that was found last holds for all of it.
    if (at < m_lineAsked || at > m_lineEnd || m_lineEnd == 0) {
        m_lineAsked = at;
        m_lineEnd = std::min(m_source.find('\n', at), m_source.size());
    }
    return m_lineEnd;
}

bool CMakeLexer::isLineComment(size_t at) const
{
    return byteAt(at) == '#' && bracketContent(at + 1) == at + 1;
}

void CMakeLexer::refuseFrom(size_t at)
{
    m_unterminated = m_unterminated < 0 ? static_cast<qsizetype>(at) : m_unterminated;
}

/// Where the content begins of what "[[", "[=[" … opens at `at`; `at` when no bracket begins there.
size_t CMakeLexer::bracketContent(size_t at) const
{
    if (byteAt(at) != '[') {
        return at;
    }
    size_t equals = at + 1;
    while (byteAt(equals) == '=') {
        ++equals;
    }
    return byteAt(equals) == '[' ? equals + 1 : at;
}

/// End of the bracket at `at`; `at` when none begins there.
size_t CMakeLexer::bracketEnd(size_t at, size_t& contentBegin, size_t& contentEnd)
{
    contentBegin = bracketContent(at);
    if (contentBegin == at) {
        return at;
    }
    const std::string closing = "]" + std::string(contentBegin - at - 2, '=') + "]";
    const size_t found = m_source.find(closing, contentBegin);
    if (found == std::string_view::npos) {
        refuseFrom(at);
        contentEnd = m_source.size();
        return m_source.size();
    }
    contentEnd = found;
    return found + closing.size();
}

size_t CMakeLexer::commentEnd(size_t at)
{
    size_t begin = 0;
    size_t end = 0;
    const size_t bracket = bracketEnd(at + 1, begin, end);
    return bracket == at + 1 ? endOfLine(at) : bracket;
}

size_t CMakeLexer::quotedEnd(size_t at, std::string_view& content)
{
    size_t end = at + 1;
    while (end < m_source.size() && m_source[end] != '"') {
        end += m_source[end] == '\\' ? 2 : 1;
    }
    const bool closed = end < m_source.size();
    end = std::min(end, m_source.size());
    if (!closed) {
        refuseFrom(at);
    }
    content = m_source.substr(at + 1, end - at - 1);
    return closed ? end + 1 : end;
}

/// Unquoted arguments may hold quotes (-Da="b c").
size_t CMakeLexer::readBare(size_t at, CMakeCall& call)
{
    size_t end = at;
    bool quoted = false;
    while (end < m_source.size()) {
        const char c = m_source[end];
        if (c == '\\') {
            end = std::min(end + 2, m_source.size());
            continue;
        }
        const bool apart = isBlank(c) || c == '\r' || c == '(' || c == ')' || c == '#';
        if (c == '"') {
            quoted = !quoted;
        } else if (c == '\n' || (!quoted && apart)) {
            break;
        }
        ++end;
    }
    if (quoted) {
        refuseFrom(at); // CMake refuses such text too
    }
    call.arguments.push_back(
        {CMakeArgument::Kind::Bare, rangeOf(at, end), m_source.substr(at, end - at)});
    return end;
}

size_t CMakeLexer::readArgument(size_t at, CMakeCall& call)
{
    const char c = m_source[at];
    if (c == '(' || c == ')') {
        const auto kind = c == '(' ? CMakeArgument::Kind::Open : CMakeArgument::Kind::Close;
        call.arguments.push_back({kind, rangeOf(at, at + 1), m_source.substr(at, 1)});
        return at + 1;
    }
    if (c == '"') {
        std::string_view content;
        const size_t end = quotedEnd(at, content);
        call.arguments.push_back({CMakeArgument::Kind::Quoted, rangeOf(at, end), content});
        return end;
    }
    size_t begin = 0;
    size_t end = 0;
    const size_t bracket = bracketEnd(at, begin, end);
    if (bracket != at) {
        call.arguments.push_back({CMakeArgument::Kind::Bracket, rangeOf(at, bracket),
                                  m_source.substr(begin, end - begin)});
        return bracket;
    }
    return readBare(at, call);
}

size_t CMakeLexer::readArguments(size_t at, CMakeCall& call)
{
    size_t depth = 1;
    while (at < m_source.size()) {
        const char c = m_source[at];
        if (isBlank(c) || c == '\r' || c == '\n' || c == ';') {
            ++at;
        } else if (c == '#') {
            at = commentEnd(at);
        } else if (c == ')' && depth == 1) {
            return at + 1;
        } else {
            depth += c == '(' ? 1 : 0;
            depth -= c == ')' ? 1 : 0;
            at = std::max(readArgument(at, call), at + 1);
        }
    }
    call.terminated = false;
    refuseFrom(m_source.size());
    return m_source.size();
}

} // namespace rocport
