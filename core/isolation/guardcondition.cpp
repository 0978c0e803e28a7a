#include "core/isolation/guardcondition.h"

#include "core/text/bytes.h"

#include <algorithm>

namespace rocport {

namespace {

constexpr size_t kMaxTokens = 1000;
constexpr int kMaxConditionDepth = 100;

/// A part of a condition that was read.
struct Part
{
    GuardTruth truth = GuardTruth::Unknown;
    std::string text;
    bool changed = false;
    bool compound = false; ///< joins operands, so that it needs parentheses under an operator
    size_t first = 0;      ///< tokens, half-open
    size_t last = 0;
};

GuardTruth inverted(GuardTruth truth)
{
    switch (truth) {
    case GuardTruth::True:
        return GuardTruth::False;
    case GuardTruth::False:
        return GuardTruth::True;
    case GuardTruth::Unknown:
        break;
    }
    return GuardTruth::Unknown;
}

bool isComparison(const std::string& text)
{
    return text == "==" || text == "!=" || text == "<" || text == ">" || text == "<=" ||
           text == ">=";
}

/// The value of a decimal, octal or hexadecimal literal with any integer suffix.
bool literalValue(const std::string& text, unsigned long long& value)
{
    if (text.empty() || text[0] < '0' || text[0] > '9') {
        return false;
    }
    size_t end = text.size();
    while (end > 1 && std::string_view("uUlL").find(text[end - 1]) != std::string_view::npos) {
        --end;
    }
    bool ok = false;
    value = QByteArray(text.data(), static_cast<qsizetype>(end)).toULongLong(&ok, 0);
    return ok;
}

bool compareZero(const std::string& op, unsigned long long other)
{
    const bool equal = other == 0;
    if (op == "==" || op == ">=") {
        return equal;
    }
    if (op == "!=" || op == "<") {
        return !equal;
    }
    return op == "<=";
}

class ConditionReader
{
public:
    ConditionReader(std::string_view source, const std::vector<ConditionToken>& tokens,
                    const QVector<QByteArray>& macros, ConditionDialect dialect,
                    ConditionSpelling spelling)
        : m_source(source),
          m_tokens(tokens),
          m_macros(macros),
          m_dialect(dialect),
          m_spelling(spelling)
    {
    }

    GuardCondition run();

private:
    [[nodiscard]] bool is(size_t at, std::string_view text) const
    {
        return at < m_tokens.size() && m_tokens[at].text == text;
    }
    [[nodiscard]] bool isAnd(size_t at) const
    {
        return m_dialect == ConditionDialect::C ? is(at, "&&") || is(at, "and") : is(at, "AND");
    }
    [[nodiscard]] bool isOr(size_t at) const
    {
        return m_dialect == ConditionDialect::C ? is(at, "||") || is(at, "or") : is(at, "OR");
    }
    [[nodiscard]] bool isNot(size_t at) const
    {
        return m_dialect == ConditionDialect::C ? is(at, "!") || is(at, "not") : is(at, "NOT");
    }
    [[nodiscard]] bool canonical() const { return m_spelling == ConditionSpelling::Canonical; }
    /// Bytes of the tokens first..last-1 with what stands between them.
    [[nodiscard]] std::string bytes(size_t first, size_t last) const;
    [[nodiscard]] std::string gap(size_t before, size_t after) const;

    Part readList(bool isOrList, int depth);
    Part readNot(int depth);
    Part readPrimary(int depth);
    Part readBracketed(int depth);
    Part readOperand();
    [[nodiscard]] GuardTruth operandTruth(size_t first, size_t last) const;
    [[nodiscard]] size_t operandEnd(size_t at) const;
    [[nodiscard]] size_t closing(size_t open) const;
    Part join(std::vector<Part> parts, bool isOrList) const;

    std::string_view m_source;
    const std::vector<ConditionToken>& m_tokens;
    const QVector<QByteArray>& m_macros;
    ConditionDialect m_dialect;
    ConditionSpelling m_spelling;
    size_t m_at = 0;
    bool m_failed = false;
};

std::string ConditionReader::gap(size_t before, size_t after) const
{
    const size_t begin = m_tokens[before].end;
    return std::string(m_source.substr(begin, m_tokens[after].begin - begin));
}

std::string ConditionReader::bytes(size_t first, size_t last) const
{
    if (first >= last) {
        return {};
    }
    if (!canonical()) {
        const size_t begin = m_tokens[first].begin;
        return std::string(m_source.substr(begin, m_tokens[last - 1].end - begin));
    }
    std::string text;
    for (size_t i = first; i < last; ++i) {
        text += (text.empty() ? "" : " ") + m_tokens[i].text;
    }
    return text;
}

size_t ConditionReader::closing(size_t open) const
{
    int depth = 0;
    for (size_t i = open; i < m_tokens.size(); ++i) {
        depth += is(i, "(") ? 1 : 0;
        depth -= is(i, ")") ? 1 : 0;
        if (depth == 0) {
            return i;
        }
    }
    return m_tokens.size();
}

size_t ConditionReader::operandEnd(size_t at) const
{
    while (at < m_tokens.size() && !isAnd(at) && !isOr(at) && !is(at, ")")) {
        at = is(at, "(") ? closing(at) + 1 : at + 1;
    }
    return std::min(at, m_tokens.size());
}

GuardTruth ConditionReader::operandTruth(size_t first, size_t last) const
{
    const size_t count = last - first;
    if (count == 1 && isGuardMacro(m_tokens[first].text, m_macros)) {
        return GuardTruth::False;
    }
    if (m_dialect == ConditionDialect::CMake) {
        return GuardTruth::Unknown;
    }
    if (is(first, "defined")) {
        const bool plain = count == 2 && isGuardMacro(m_tokens[first + 1].text, m_macros);
        const bool bracketed = count == 4 && is(first + 1, "(") && is(first + 3, ")") &&
                               isGuardMacro(m_tokens[first + 2].text, m_macros);
        return plain || bracketed ? GuardTruth::False : GuardTruth::Unknown;
    }
    unsigned long long value = 0;
    if (count == 3 && isComparison(m_tokens[first + 1].text) &&
        isGuardMacro(m_tokens[first].text, m_macros) &&
        literalValue(m_tokens[first + 2].text, value)) {
        return compareZero(m_tokens[first + 1].text, value) ? GuardTruth::True : GuardTruth::False;
    }
    return GuardTruth::Unknown;
}

Part ConditionReader::readOperand()
{
    Part part;
    part.first = m_at;
    part.last = operandEnd(m_at);
    if (part.last == part.first) {
        m_failed = true;
        return part;
    }
    m_at = part.last;
    part.truth = operandTruth(part.first, part.last);
    const size_t count = part.last - part.first;
    const bool isDefined = m_dialect == ConditionDialect::C && is(part.first, "defined");
    if (canonical() && isDefined && (count == 2 || count == 4)) {
        part.text = "defined(" + m_tokens[part.first + (count == 2 ? 1 : 2)].text + ")";
    } else {
        part.text = bytes(part.first, part.last);
    }
    return part;
}

Part ConditionReader::readBracketed(int depth)
{
    const size_t open = m_at;
    const size_t close = closing(open);
    if (close >= m_tokens.size() || operandEnd(open) != close + 1) {
        return readOperand(); // "(a + b) > 2"
    }
    ++m_at;
    Part inner = readList(true, depth + 1);
    if (m_failed || m_at != close) {
        m_failed = true;
        return inner;
    }
    m_at = close + 1;
    const bool bare = canonical() ? !inner.compound
                                  : m_spelling == ConditionSpelling::WithoutParentheses &&
                                        inner.changed && !inner.compound;
    if (!bare && canonical()) {
        inner.text = "(" + inner.text + ")";
    } else if (!bare) {
        inner.text = "(" + gap(open, open + 1) + inner.text + gap(close - 1, close) + ")";
    }
    inner.compound = false;
    inner.first = open;
    inner.last = close + 1;
    return inner;
}

Part ConditionReader::readPrimary(int depth)
{
    if (depth > kMaxConditionDepth) {
        m_failed = true;
        return {};
    }
    return is(m_at, "(") ? readBracketed(depth) : readOperand();
}

Part ConditionReader::readNot(int depth)
{
    size_t count = 0;
    const size_t first = m_at;
    for (; isNot(m_at); ++m_at) {
        ++count;
    }
    if (count == 0 || m_at >= m_tokens.size()) {
        m_failed = m_failed || m_at >= m_tokens.size();
        return m_failed ? Part() : readPrimary(depth);
    }
    const size_t inside = m_at;
    Part part = readPrimary(depth);
    part.truth = count % 2 == 0 ? part.truth : inverted(part.truth);
    if (canonical()) {
        const bool isC = m_dialect == ConditionDialect::C;
        for (size_t i = 0; i < count; ++i) {
            part.text.insert(0, isC ? "!" : "NOT ");
        }
    } else {
        const size_t begin = m_tokens[first].begin;
        part.text.insert(0, m_source.substr(begin, m_tokens[inside].begin - begin));
    }
    part.first = first;
    return part;
}

/// Operands that are decided fall out; the operator before each that is left stays with it.
Part ConditionReader::join(std::vector<Part> parts, bool isOrList) const
{
    const GuardTruth dominant = isOrList ? GuardTruth::True : GuardTruth::False;
    Part result;
    result.first = parts.front().first;
    result.last = parts.back().last;
    if (parts.size() == 1) {
        return std::move(parts.front());
    }
    const char* const op = m_dialect == ConditionDialect::C ? (isOrList ? " || " : " && ")
                                                            : (isOrList ? " OR " : " AND ");
    size_t left = 0;
    for (size_t i = 0; i < parts.size(); ++i) {
        if (parts[i].truth == dominant) {
            result.truth = dominant;
            return result;
        }
        if (parts[i].truth != GuardTruth::Unknown) {
            result.changed = true;
            continue;
        }
        if (left > 0) {
            const size_t begin = m_tokens[parts[i - 1].last - 1].end;
            const size_t end = m_tokens[parts[i].first].begin;
            result.text +=
                canonical() ? std::string(op) : std::string(m_source.substr(begin, end - begin));
        }
        result.text += parts[i].text;
        result.changed = result.changed || parts[i].changed;
        result.compound = left > 0 || parts[i].compound;
        ++left;
    }
    if (left == 0) {
        result.truth = inverted(dominant);
    }
    return result;
}

Part ConditionReader::readList(bool isOrList, int depth)
{
    std::vector<Part> parts;
    while (true) {
        parts.push_back(isOrList ? readList(false, depth) : readNot(depth));
        if (m_failed) {
            return {};
        }
        if (!(isOrList ? isOr(m_at) : isAnd(m_at))) {
            return join(std::move(parts), isOrList);
        }
        ++m_at;
    }
}

GuardCondition ConditionReader::run()
{
    GuardCondition result;
    if (m_tokens.empty()) {
        return result;
    }
    result.text = bytes(0, m_tokens.size());
    const bool hasChoice = std::any_of(m_tokens.begin(), m_tokens.end(), [](const auto& token) {
        return token.text == "?" || token.text == ",";
    });
    if (m_tokens.size() > kMaxTokens || hasChoice) {
        return result;
    }
    Part part = readList(true, 0);
    if (m_failed || m_at != m_tokens.size()) {
        return result;
    }
    result.truth = part.truth;
    result.text = std::move(part.text);
    result.changed = part.changed;
    return result;
}

} // namespace

bool isGuardMacro(std::string_view word, const QVector<QByteArray>& macros)
{
    return std::any_of(macros.begin(), macros.end(),
                       [word](const QByteArray& macro) { return word == viewOf(macro); });
}

GuardCondition simplifyCondition(std::string_view source, const std::vector<ConditionToken>& tokens,
                                 const QVector<QByteArray>& macros, ConditionDialect dialect,
                                 ConditionSpelling spelling)
{
    return ConditionReader(source, tokens, macros, dialect, spelling).run();
}

} // namespace rocport
