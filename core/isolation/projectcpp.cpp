#include "core/isolation/conditionstack.h"
#include "core/isolation/isolation.h"

#include <algorithm>
#include <string>
#include <vector>

namespace rocport {

namespace {

bool isIdentifierByte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isRawPrefix(std::string_view word)
{
    return word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R";
}

/// Walks over C-like text and hands every conditional directive, and the text between them, to a
/// ConditionStack. It knows comments, string, character and raw string literals, numbers with digit
/// separators and line splices; nothing else matters for finding directives.
class CppProjector
{
public:
    CppProjector(std::string_view text, std::string_view macro) : m_text(text), m_macro(macro) {}

    Result<QByteArray> run();

private:
    /// Bytes of a splice (backslash, line end) at `at`, else 0.
    [[nodiscard]] size_t spliceAt(size_t at) const;
    /// Bytes of a line end at `at`, else 0.
    [[nodiscard]] size_t newlineAt(size_t at) const;
    [[nodiscard]] size_t skipSplices(size_t at) const;
    [[nodiscard]] char byteAt(size_t at) const { return at < m_text.size() ? m_text[at] : '\0'; }

    size_t endOfBlockComment(size_t at);
    [[nodiscard]] size_t endOfLineComment(size_t at) const;
    [[nodiscard]] size_t endOfQuoted(size_t at, char quote) const;
    [[nodiscard]] size_t endOfRawString(size_t quote) const;
    [[nodiscard]] size_t endOfWord(size_t at, std::string& word) const;
    [[nodiscard]] size_t endOfNumber(size_t at) const;

    /// Reads one token or blank at `at`; sets m_code and m_newline. Returns its end.
    size_t step(size_t at);
    Result<void> directive(size_t hash, size_t afterHash);
    Result<void> dispatch(const std::string& name, const std::string& condition, size_t nameBegin,
                          size_t nameSize, size_t hash, size_t end);
    [[nodiscard]] GuardTruth truthOf(std::string_view condition) const;

    std::string_view m_text;
    std::string_view m_macro;
    ConditionStack m_stack;
    std::string m_code;     ///< what the last step read, comments as nothing, splices removed
    bool m_newline = false; ///< the last step read a line end outside of comments
    size_t m_pending = 0;   ///< first byte not yet handed to the stack
    size_t m_lineStart = 0; ///< of the physical line in which the current logical line begins
    size_t m_position = 0;
    size_t m_counted = 0; ///< bytes of which lines were counted
    int m_line = 1;
};

size_t CppProjector::newlineAt(size_t at) const
{
    if (byteAt(at) == '\n' && at < m_text.size()) {
        return 1;
    }
    if (byteAt(at) == '\r') {
        return byteAt(at + 1) == '\n' ? 2 : 1;
    }
    return 0;
}

size_t CppProjector::spliceAt(size_t at) const
{
    if (byteAt(at) != '\\') {
        return 0;
    }
    const size_t newline = newlineAt(at + 1);
    return newline == 0 ? 0 : newline + 1;
}

size_t CppProjector::skipSplices(size_t at) const
{
    for (size_t size = spliceAt(at); size > 0; size = spliceAt(at)) {
        at += size;
    }
    return at;
}

size_t CppProjector::endOfBlockComment(size_t at)
{
    while (at < m_text.size()) {
        at = m_text.find('*', at);
        if (at == std::string_view::npos) {
            return m_text.size();
        }
        ++at;
        const size_t next = skipSplices(at);
        if (byteAt(next) == '/') {
            return next + 1;
        }
    }
    return m_text.size();
}

size_t CppProjector::endOfLineComment(size_t at) const
{
    while (at < m_text.size()) {
        const size_t splice = spliceAt(at);
        if (splice > 0) {
            at += splice;
        } else if (newlineAt(at) > 0) {
            return at;
        } else {
            ++at;
        }
    }
    return at;
}

size_t CppProjector::endOfQuoted(size_t at, char quote) const
{
    while (at < m_text.size()) {
        const size_t splice = spliceAt(at);
        if (splice > 0) {
            at += splice;
        } else if (newlineAt(at) > 0) {
            return at; // never ends: the line ends it
        } else if (m_text[at] == '\\') {
            at = skipSplices(at + 1);
            at += newlineAt(at) > 0 ? 0 : 1;
        } else if (m_text[at] == quote) {
            return at + 1;
        } else {
            ++at;
        }
    }
    return m_text.size();
}

size_t CppProjector::endOfRawString(size_t quote) const
{
    constexpr size_t kMaxDelimiter = 16;
    size_t at = quote + 1;
    while (at < m_text.size() && m_text[at] != '(') {
        const char c = m_text[at];
        if (at - quote > kMaxDelimiter || c == ' ' || c == ')' || c == '\\' || c == '\t' ||
            c == '"' || newlineAt(at) > 0) {
            return endOfQuoted(quote + 1, '"'); // no raw string after all
        }
        ++at;
    }
    const std::string closing = ")" + std::string(m_text.substr(quote + 1, at - quote - 1)) + "\"";
    const size_t found = m_text.find(closing, at);
    return found == std::string_view::npos ? m_text.size() : found + closing.size();
}

size_t CppProjector::endOfWord(size_t at, std::string& word) const
{
    while (true) {
        at = skipSplices(at);
        if (at >= m_text.size() || !isIdentifierByte(m_text[at])) {
            return at;
        }
        word.push_back(m_text[at]);
        ++at;
    }
}

size_t CppProjector::endOfNumber(size_t at) const
{
    while (true) {
        at = skipSplices(at);
        const char c = byteAt(at);
        const bool separator = c == '\'' && isIdentifierByte(byteAt(at + 1));
        if (at >= m_text.size() || !(isIdentifierByte(c) || c == '.' || separator)) {
            return at;
        }
        ++at;
    }
}

size_t CppProjector::step(size_t at)
{
    m_code.clear();
    m_newline = false;
    if (const size_t splice = spliceAt(at); splice > 0) {
        return at + splice;
    }
    if (const size_t newline = newlineAt(at); newline > 0) {
        m_newline = true;
        return at + newline;
    }
    const char c = m_text[at];
    if (isDigit(c)) {
        m_code.push_back(c);
        return endOfNumber(at + 1);
    }
    if (isIdentifierByte(c)) {
        const size_t end = endOfWord(at, m_code);
        return byteAt(end) == '"' && isRawPrefix(m_code) ? endOfRawString(end) : end;
    }
    if (c == '"' || c == '\'') {
        m_code.push_back(c);
        return endOfQuoted(at + 1, c);
    }
    if (c == '/') {
        const size_t next = skipSplices(at + 1);
        if (byteAt(next) == '*') {
            return endOfBlockComment(next + 1);
        }
        if (byteAt(next) == '/') {
            return endOfLineComment(next + 1);
        }
    }
    if (c != ' ' && c != '\t' && c != '\f' && c != '\v') {
        m_code.push_back(c);
    }
    return at + 1;
}

Result<QByteArray> CppProjector::run()
{
    bool atLineStart = true;
    while (m_position < m_text.size()) {
        const size_t begin = m_position;
        if (atLineStart) {
            const bool hash = m_text[begin] == '#';
            const bool digraph = m_text[begin] == '%' && byteAt(skipSplices(begin + 1)) == ':';
            if (hash || digraph) {
                const size_t after = hash ? begin + 1 : skipSplices(begin + 1) + 1;
                if (Result<void> done = directive(begin, after); !done) {
                    return done.error();
                }
                continue;
            }
        }
        m_position = step(begin);
        if (m_newline) {
            atLineStart = true;
            m_lineStart = m_position;
        } else if (!m_code.empty()) {
            atLineStart = false;
        }
    }
    m_stack.text(m_text.substr(m_pending));
    return m_stack.finish(m_text);
}

Result<void> CppProjector::directive(size_t hash, size_t afterHash)
{
    std::string name;
    std::string condition;
    size_t nameBegin = afterHash;
    size_t nameEnd = afterHash;
    size_t at = afterHash;
    bool sawCode = false;
    m_newline = false;
    while (at < m_text.size() && !m_newline) {
        const size_t begin = at;
        at = step(at);
        if (m_code.empty()) {
            continue;
        }
        if (!sawCode) {
            sawCode = true;
            name = m_code;
            nameBegin = begin;
            nameEnd = at;
        } else {
            condition += m_code + ' ';
        }
    }
    m_position = at;
    const size_t lineStart = m_lineStart;
    m_lineStart = at;
    // A comment that began on an earlier line, or an odd spelling, stands before the '#': the line
    // is not one that a guard is made of, but it opens or closes a conditional all the same.
    for (size_t i = lineStart; i < hash; ++i) {
        if (m_text[i] != ' ' && m_text[i] != '\t' && m_text[i] != '\f' && m_text[i] != '\v') {
            condition = "?";
            break;
        }
    }
    const bool opensOrCloses = name == "if" || name == "ifdef" || name == "ifndef" ||
                               name == "elif" || name == "elifdef" || name == "elifndef" ||
                               name == "else" || name == "endif";
    if (!opensOrCloses) {
        return {};
    }
    m_stack.text(m_text.substr(m_pending, lineStart - m_pending));
    m_pending = at;
    return dispatch(name, condition, nameBegin, nameEnd - nameBegin, lineStart, at);
}

Result<void> CppProjector::dispatch(const std::string& name, const std::string& condition,
                                    size_t nameBegin, size_t nameSize, size_t lineStart, size_t end)
{
    for (; m_counted < lineStart; ++m_counted) {
        m_line += m_text[m_counted] == '\n' ? 1 : 0;
    }
    ConditionStack::Line line;
    line.bytes = m_text.substr(lineStart, end - lineStart);
    line.elseAsWhole = "#else";
    line.elseBegin = nameBegin - lineStart;
    line.elseSize = nameSize == name.size() ? 2 : 0;
    line.number = m_line;
    if (name == "else") {
        return m_stack.otherwise(line);
    }
    if (name == "endif") {
        return m_stack.close(line);
    }
    const bool isElse = name.starts_with("el");
    const std::string kind = isElse ? name.substr(2) : name;
    GuardTruth truth = GuardTruth::Unknown;
    if (kind == "if") {
        truth = truthOf(condition);
    } else if (condition == std::string(m_macro) + ' ') {
        truth = kind == "ifdef" ? GuardTruth::False : GuardTruth::True;
    }
    if (isElse) {
        return m_stack.alternative(line, truth);
    }
    m_stack.open(line, truth);
    return {};
}

/// `condition`: tokens, each followed by one blank. Knows `defined M` with any number of '!' and
/// parentheses around it, and nothing more.
GuardTruth CppProjector::truthOf(std::string_view condition) const
{
    std::vector<std::string_view> tokens;
    while (!condition.empty() && tokens.size() < 64) {
        const size_t blank = condition.find(' ');
        tokens.push_back(condition.substr(0, blank));
        condition.remove_prefix(blank == std::string_view::npos ? condition.size() : blank + 1);
    }
    bool isFalse = true; // `defined M` is false on NVIDIA
    size_t first = 0;
    size_t last = tokens.size();
    while (first < last) {
        if (tokens[first] == "!" || tokens[first] == "not") {
            isFalse = !isFalse;
            ++first;
        } else if (tokens[first] == "(" && tokens[last - 1] == ")") {
            ++first;
            --last;
        } else {
            break;
        }
    }
    const size_t count = last - std::min(first, last);
    const bool plain = count == 2 && tokens[first] == "defined" && tokens[first + 1] == m_macro;
    const bool bracketed = count == 4 && tokens[first] == "defined" && tokens[first + 1] == "(" &&
                           tokens[first + 2] == m_macro && tokens[first + 3] == ")";
    if (!plain && !bracketed) {
        return GuardTruth::Unknown;
    }
    return isFalse ? GuardTruth::False : GuardTruth::True;
}

} // namespace

Result<QByteArray> projectCpp(const QByteArray& ported, const QByteArray& macro)
{
    if (macro.isEmpty()) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("the guard macro is empty"), {}};
    }
    return CppProjector({ported.constData(), static_cast<size_t>(ported.size())},
                        {macro.constData(), static_cast<size_t>(macro.size())})
        .run();
}

} // namespace rocport
