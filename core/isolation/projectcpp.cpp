#include "core/isolation/cppprojector.h"

#include "core/base/cancelscope.h"
#include "core/text/ascii.h"
#include "core/text/bytes.h"

#include <algorithm>

namespace rocport {

namespace {

bool isIdentifierByte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

bool isRawPrefix(std::string_view word)
{
    return word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R";
}

} // namespace

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

Result<void> CppProjector::walk()
{
    bool atLineStart = true;
    CancelLook isCancelled;
    while (m_position < m_text.size()) {
        if (isCancelled()) {
            return Error{ErrorCode::Cancelled, QStringLiteral("cancelled"), {}};
        }
        const size_t begin = m_position;
        if (m_onLine && m_newline) {
            m_onLine(begin, m_stack);
        }
        if (atLineStart) {
            const bool hash = m_text[begin] == '#';
            const bool digraph = m_text[begin] == '%' && byteAt(skipSplices(begin + 1)) == ':';
            if (hash || digraph) {
                const size_t after = hash ? begin + 1 : skipSplices(begin + 1) + 1;
                if (Result<void> done = directive(begin, after); !done) {
                    return done;
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
    return {};
}

Result<Projection> CppProjector::run()
{
    if (Result<void> done = walk(); !done) {
        return done.error();
    }
    Result<QByteArray> text = m_stack.finish(m_text);
    if (!text) {
        return text.error();
    }
    return Projection{std::move(*text), std::move(m_met)};
}

std::optional<QByteArray> CppProjector::runBetween(const ConditionStack::Place& from,
                                                   const ConditionStack::Place& to)
{
    m_stack = ConditionStack(from);
    if (!walk() || !m_newline || m_stack.place() != to) {
        return std::nullopt;
    }
    return m_stack.takeText();
}

Result<void> CppProjector::directive(size_t hash, size_t afterHash)
{
    Directive directive;
    directive.nameBegin = afterHash;
    directive.nameEnd = afterHash;
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
            directive.name = m_code;
            directive.nameBegin = begin;
            directive.nameEnd = at;
        } else {
            addToken(directive, begin, at);
        }
    }
    m_position = at;
    directive.lineStart = m_lineStart;
    directive.end = at;
    m_lineStart = at;
    // A comment that began on an earlier line, or an odd spelling, stands before the '#': the line
    // is not one that a guard is made of, but it opens or closes a conditional all the same.
    for (size_t i = directive.lineStart; i < hash; ++i) {
        if (m_text[i] != ' ' && m_text[i] != '\t' && m_text[i] != '\f' && m_text[i] != '\v') {
            directive.readable = false;
            break;
        }
    }
    const std::string& name = directive.name;
    const bool opensOrCloses = name == "if" || name == "ifdef" || name == "ifndef" ||
                               name == "elif" || name == "elifdef" || name == "elifndef" ||
                               name == "else" || name == "endif";
    if (!opensOrCloses) {
        return {};
    }
    m_stack.text(m_text.substr(m_pending, directive.lineStart - m_pending));
    m_pending = at;
    return dispatch(directive);
}

/// Operators of two characters arrive one by one.
void CppProjector::addToken(Directive& directive, size_t begin, size_t end) const
{
    constexpr size_t kMaxTokens = 4096; // far beyond any condition; more are never decided
    std::vector<ConditionToken>& tokens = directive.condition;
    if (tokens.size() > kMaxTokens) {
        return;
    }
    if (!tokens.empty() && tokens.back().end == begin && tokens.back().text.size() == 1 &&
        m_code.size() == 1) {
        const std::string both = tokens.back().text + m_code;
        if (both == "&&" || both == "||" || both == "==" || both == "!=" || both == "<=" ||
            both == ">=" || both == "<<" || both == ">>") {
            tokens.back().text = both;
            tokens.back().end = end;
            return;
        }
    }
    tokens.push_back({m_code, begin, end});
}

GuardCondition CppProjector::decide(const Directive& directive, const std::string& kind)
{
    GuardCondition result;
    const std::vector<ConditionToken>& tokens = directive.condition;
    const bool canonical = m_spelling == ConditionSpelling::Canonical;
    if (!directive.readable) {
        return result;
    }
    if (kind == "if") {
        result = simplifyCondition(m_text, tokens, m_macros, ConditionDialect::C, m_spelling);
        result.changed = result.changed || canonical;
    } else if (tokens.size() == 1) {
        const bool known = isGuardMacro(tokens[0].text, m_macros);
        if (known) {
            result.truth = kind == "ifdef" ? GuardTruth::False : GuardTruth::True;
        }
        result.text = (kind == "ifdef" ? "defined(" : "!defined(") + tokens[0].text + ")";
        result.changed = canonical;
    }
    if (result.truth != GuardTruth::Unknown || result.changed) {
        for (const ConditionToken& token : tokens) {
            const QByteArray word = toBytes(token.text);
            if (m_macros.contains(word) && !m_met.contains(word)) {
                m_met.append(word);
            }
        }
    }
    return result;
}

Result<void> CppProjector::dispatch(const Directive& directive)
{
    m_lines.moveTo(directive.lineStart);
    const std::string& name = directive.name;
    const size_t lineStart = directive.lineStart;
    const size_t nameSize = directive.nameEnd - directive.nameBegin;
    ConditionStack::Line line;
    line.bytes = m_text.substr(lineStart, directive.end - lineStart);
    line.elseAsWhole = "#else";
    line.elseBegin = directive.nameBegin - lineStart;
    line.elseSize = nameSize == name.size() ? 2 : 0;
    line.number = m_lines.line();
    if (name == "else") {
        return m_stack.otherwise(line);
    }
    if (name == "endif") {
        return m_stack.close(line);
    }
    const bool isElse = name.starts_with("el");
    const GuardCondition condition = decide(directive, isElse ? name.substr(2) : name);
    const bool rewrite = condition.truth == GuardTruth::Unknown && condition.changed;
    if (rewrite && !directive.condition.empty()) { // a bare "#if" is none that could be read
        const ConditionToken& first = directive.condition.front();
        const ConditionToken& last = directive.condition.back();
        if (m_spelling == ConditionSpelling::Canonical) {
            m_rewritten = (isElse ? "#elif " : "#if ") + condition.text + "\n";
            line.elseBegin = 1;
            line.elseSize = 2;
        } else {
            m_rewritten = m_text.substr(lineStart, first.begin - lineStart);
            m_rewritten += condition.text;
            m_rewritten += m_text.substr(last.end, directive.end - last.end);
        }
        line.bytes = m_rewritten;
    }
    if (isElse) {
        return m_stack.alternative(line, condition.truth);
    }
    m_stack.open(line, condition.truth);
    return {};
}

Result<Projection> projectCGuards(const QByteArray& ported, const GuardMacros& macros,
                                  ConditionSpelling spelling)
{
    return CppProjector(viewOf(ported), macros, spelling).run();
}

} // namespace rocport
