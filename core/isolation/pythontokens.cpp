#include "core/isolation/pythontokens.h"

#include "core/base/cancelscope.h"
#include "core/text/ascii.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

constexpr auto kWordBytes = [] {
    std::array<bool, 256> table{};
    for (size_t i = 0; i < table.size(); ++i) {
        table[i] = (i >= 'a' && i <= 'z') || (i >= 'A' && i <= 'Z') || (i >= '0' && i <= '9') ||
                   i == '_' || i >= 0x80;
    }
    return table;
}();

bool isWordByte(char c)
{
    return kWordBytes[static_cast<unsigned char>(c)];
}

bool isNewline(char c)
{
    return c == '\n' || c == '\r';
}

bool isStringPrefix(std::string_view word)
{
    if (word.size() > 2) {
        return false;
    }
    for (const char c : word) {
        if (std::string_view("rRbBuUfFtT").find(c) == std::string_view::npos) {
            return false;
        }
    }
    return true;
}

class PythonTokenizer
{
public:
    explicit PythonTokenizer(std::string_view source) : m_source(source) {}

    std::vector<PythonToken> run();
    [[nodiscard]] std::vector<quint32> takeUnindented() { return std::move(m_unindented); }

private:
    [[nodiscard]] char byteAt(size_t at) const
    {
        return at < m_source.size() ? m_source[at] : '\0';
    }
    [[nodiscard]] size_t newlineAt(size_t at) const;
    void add(PythonTokenKind kind, size_t begin, size_t end);
    void indentation();
    void token();
    [[nodiscard]] size_t endOfString(size_t quote) const;
    [[nodiscard]] size_t endOfNumber(size_t at) const;
    [[nodiscard]] size_t endOfOperator(size_t at) const;

    std::string_view m_source;
    std::vector<PythonToken> m_tokens;
    std::vector<int> m_indents = {0};
    std::vector<quint32> m_unindented;
    size_t m_at = 0;
    int m_depth = 0;         ///< open brackets
    bool m_lineStart = true; ///< of a logical line
    bool m_lineHasCode = false;
};

size_t PythonTokenizer::newlineAt(size_t at) const
{
    if (at < m_source.size() && m_source[at] == '\n') {
        return 1;
    }
    if (byteAt(at) == '\r') {
        return byteAt(at + 1) == '\n' ? 2 : 1;
    }
    return 0;
}

void PythonTokenizer::add(PythonTokenKind kind, size_t begin, size_t end)
{
    m_tokens.push_back({kind, static_cast<quint32>(begin), static_cast<quint32>(end)});
}

/// Blanks at the beginning of a line; a line of blanks or with a comment only changes nothing.
void PythonTokenizer::indentation()
{
    constexpr int kTab = 8;
    int column = 0;
    for (; m_at < m_source.size(); ++m_at) {
        const char c = m_source[m_at];
        if (c == ' ') {
            ++column;
        } else if (c == '\t') {
            column = (column / kTab + 1) * kTab;
        } else if (c == '\f') {
            column = 0;
        } else {
            break;
        }
    }
    m_lineStart = false;
    m_lineHasCode = false;
    if (m_at >= m_source.size() || newlineAt(m_at) > 0 || m_source[m_at] == '#') {
        return;
    }
    if (column > m_indents.back()) {
        m_indents.push_back(column);
        add(PythonTokenKind::Indent, m_at, m_at);
    }
    while (column < m_indents.back()) {
        m_indents.pop_back();
        add(PythonTokenKind::Dedent, m_at, m_at);
    }
    if (column == 0) {
        m_unindented.push_back(static_cast<quint32>(m_at));
    }
}

size_t PythonTokenizer::endOfString(size_t quote) const
{
    const char mark = m_source[quote];
    const bool triple = byteAt(quote + 1) == mark && byteAt(quote + 2) == mark;
    size_t at = quote + (triple ? 3 : 1);
    while (at < m_source.size()) {
        const char c = m_source[at];
        if (c == '\\') {
            at += 1 + std::max<size_t>(newlineAt(at + 1), 1);
        } else if (triple && c == mark && byteAt(at + 1) == mark && byteAt(at + 2) == mark) {
            return at + 3;
        } else if (!triple && (c == mark || isNewline(c))) {
            return c == mark ? at + 1 : at;
        } else {
            ++at;
        }
    }
    return m_source.size();
}

size_t PythonTokenizer::endOfNumber(size_t at) const
{
    while (true) {
        const char c = byteAt(at);
        const bool exponent = (c == '+' || c == '-') && at > 0 &&
                              (m_source[at - 1] == 'e' || m_source[at - 1] == 'E') &&
                              isDigit(byteAt(at + 1));
        if (at >= m_source.size() || !(isWordByte(c) || c == '.' || exponent)) {
            return at;
        }
        ++at;
    }
}

size_t PythonTokenizer::endOfOperator(size_t at) const
{
    const char first = m_source[at];
    const char second = byteAt(at + 1);
    switch (first) {
    case '*':
    case '/':
    case '<':
    case '>': // doubled or not, with '=' behind or not
        if (second == first) {
            return at + (byteAt(at + 2) == '=' ? 3 : 2);
        }
        return at + (second == '=' || (first == '<' && second == '>') ? 2 : 1);
    case '.':
        return at + (second == '.' && byteAt(at + 2) == '.' ? 3 : 1);
    case '-':
        return at + (second == '=' || second == '>' ? 2 : 1);
    case '!':
    case '%':
    case '&':
    case '+':
    case ':':
    case '=':
    case '@':
    case '^':
    case '|':
        return at + (second == '=' ? 2 : 1);
    default:
        return at + 1;
    }
}

void PythonTokenizer::token()
{
    const size_t begin = m_at;
    const char c = m_source[begin];
    if (c == ' ' || c == '\t' || c == '\f') {
        ++m_at;
        return;
    }
    if (const size_t newline = newlineAt(begin); newline > 0) {
        if (m_depth == 0) {
            if (m_lineHasCode) {
                add(PythonTokenKind::Newline, begin, begin + newline);
            }
            m_lineStart = true;
        }
        m_at = begin + newline;
        return;
    }
    if (c == '\\' && newlineAt(begin + 1) > 0) {
        m_at = begin + 1 + newlineAt(begin + 1);
        return;
    }
    if (c == '#') {
        while (m_at < m_source.size() && !isNewline(m_source[m_at])) {
            ++m_at;
        }
        add(PythonTokenKind::Comment, begin, m_at);
        return;
    }
    m_lineHasCode = true;
    if (isDigit(c) || (c == '.' && isDigit(byteAt(begin + 1)))) {
        m_at = endOfNumber(begin + 1);
        add(PythonTokenKind::Number, begin, m_at);
    } else if (c == '"' || c == '\'') {
        m_at = endOfString(begin);
        add(PythonTokenKind::String, begin, m_at);
    } else if (isWordByte(c)) {
        while (m_at < m_source.size() && isWordByte(m_source[m_at])) {
            ++m_at;
        }
        const char next = byteAt(m_at);
        if ((next == '"' || next == '\'') && isStringPrefix(m_source.substr(begin, m_at - begin))) {
            m_at = endOfString(m_at);
            add(PythonTokenKind::String, begin, m_at);
        } else {
            add(PythonTokenKind::Word, begin, m_at);
        }
    } else {
        m_depth += c == '(' || c == '[' || c == '{' ? 1 : 0;
        m_depth -= m_depth > 0 && (c == ')' || c == ']' || c == '}') ? 1 : 0;
        m_at = endOfOperator(begin);
        add(PythonTokenKind::Operator, begin, m_at);
    }
}

std::vector<PythonToken> PythonTokenizer::run()
{
    m_tokens.reserve(m_source.size() / 4 + 8);
    if (m_source.starts_with("\xef\xbb\xbf")) {
        m_at = 3;
    }
    CancelLook isCancelled;
    while (m_at < m_source.size() && !isCancelled()) {
        if (m_lineStart) {
            indentation();
        } else {
            token();
        }
    }
    if (!m_lineStart && m_lineHasCode) {
        add(PythonTokenKind::Newline, m_at, m_at);
    }
    for (; m_indents.size() > 1; m_indents.pop_back()) {
        add(PythonTokenKind::Dedent, m_at, m_at);
    }
    return std::move(m_tokens);
}

} // namespace

std::vector<PythonToken> tokenizePython(std::string_view source)
{
    return PythonTokenizer(source).run();
}

std::vector<PythonToken> tokenizePython(std::string_view source, std::vector<quint32>& unindented)
{
    PythonTokenizer tokenizer(source);
    std::vector<PythonToken> tokens = tokenizer.run();
    unindented = tokenizer.takeUnindented();
    return tokens;
}

} // namespace rocport
