#include "core/base/cancelscope.h"
#include "core/isolation/conditionstack.h"
#include "core/isolation/projection.h"
#include "core/text/bytes.h"

#include <QHash>

#include <string>
#include <vector>

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
    while (!text.empty() && (isBlank(text.back()) || text.back() == '\r' || text.back() == '\n')) {
        text.remove_suffix(1);
    }
    return text;
}

/// The first word, which ends at a blank, '(' or a quote.
std::string_view firstWord(std::string_view text)
{
    const size_t end = text.find_first_of(" \t(\"'#\r\n");
    return text.substr(0, end);
}

/// Goes over a makefile by logical lines (backslash, line end joins). Bodies of define are text,
/// and so are recipes; conditionals stand outside of both.
class MakeProjector
{
public:
    MakeProjector(std::string_view text, const GuardMacros& macros) : m_text(text), m_macros(macros)
    {
    }

    Result<Projection> run();

private:
    [[nodiscard]] size_t endOfLogicalLine(size_t at) const;
    Result<void> line(size_t begin, size_t end);
    Result<void> conditional(std::string_view whole, std::string_view code);
    bool flagDefinition(std::string_view code);
    GuardTruth truth(std::string_view keyword, std::string_view rest);
    GuardTruth compare(std::string_view left, std::string_view right);
    /// What a side is: text without variables, or the value of one of the macros.
    bool valueOf(std::string_view side, QByteArray& value, bool& isMacro);
    [[nodiscard]] const QByteArray* macroNamed(std::string_view name) const;
    void note(const QByteArray& macro);

    std::string_view m_text;
    const GuardMacros& m_macros;
    GuardMacros m_met;
    QHash<QByteArray, QByteArray> m_defaults; ///< values that the file gives to its flags
    ConditionStack m_stack;
    int m_line = 1;
    int m_defineDepth = 0;
    bool m_inRule = false;
};

size_t MakeProjector::endOfLogicalLine(size_t at) const
{
    while (true) {
        const size_t newline = m_text.find('\n', at);
        if (newline == std::string_view::npos) {
            return m_text.size();
        }
        size_t last = newline;
        if (last > at && m_text[last - 1] == '\r') {
            --last;
        }
        size_t slashes = 0;
        while (last > at + slashes && m_text[last - 1 - slashes] == '\\') {
            ++slashes;
        }
        if (slashes % 2 == 0) {
            return newline + 1;
        }
        at = newline + 1;
    }
}

const QByteArray* MakeProjector::macroNamed(std::string_view name) const
{
    for (const QByteArray& macro : m_macros) {
        if (name == viewOf(macro)) {
            return &macro;
        }
    }
    return nullptr;
}

void MakeProjector::note(const QByteArray& macro)
{
    if (!m_met.contains(macro)) {
        m_met.append(macro);
    }
}

/// `M ?= 0` and its like: the flag's definition, off where nobody turns it on.
bool MakeProjector::flagDefinition(std::string_view code)
{
    const size_t equals = code.find('=');
    if (equals == std::string_view::npos || equals == 0) {
        return false;
    }
    size_t nameEnd = equals;
    while (nameEnd > 0 && (code[nameEnd - 1] == '?' || code[nameEnd - 1] == ':')) {
        --nameEnd;
    }
    const QByteArray* macro = macroNamed(trimmed(code.substr(0, nameEnd)));
    if (macro == nullptr) {
        return false;
    }
    std::string_view rest = code.substr(equals + 1);
    rest = trimmed(rest.substr(0, rest.find('#')));
    const QByteArray value = toBytes(rest);
    const QByteArray lower = value.toLower();
    if (!lower.isEmpty() && lower != "0" && lower != "no" && lower != "off" && lower != "false") {
        return false;
    }
    note(*macro);
    m_defaults.insert(*macro, value);
    return true;
}

bool MakeProjector::valueOf(std::string_view side, QByteArray& value, bool& isMacro)
{
    side = trimmed(side);
    isMacro = false;
    if (side.find('$') == std::string_view::npos) {
        value = toBytes(side);
        return true;
    }
    constexpr std::string_view kStrip = "$(strip ";
    if (side.starts_with(kStrip) && side.ends_with(')')) {
        side = trimmed(side.substr(kStrip.size(), side.size() - kStrip.size() - 1));
    }
    if (side.size() < 4 || side[0] != '$' ||
        !((side[1] == '(' && side.back() == ')') || (side[1] == '{' && side.back() == '}'))) {
        return false;
    }
    const QByteArray* macro = macroNamed(side.substr(2, side.size() - 3));
    if (macro == nullptr) {
        return false;
    }
    note(*macro);
    value = m_defaults.value(*macro);
    isMacro = true;
    return true;
}

GuardTruth MakeProjector::compare(std::string_view left, std::string_view right)
{
    QByteArray first;
    QByteArray second;
    bool firstIsMacro = false;
    bool secondIsMacro = false;
    if (!valueOf(left, first, firstIsMacro) || !valueOf(right, second, secondIsMacro) ||
        firstIsMacro == secondIsMacro) {
        return GuardTruth::Unknown;
    }
    return first == second ? GuardTruth::True : GuardTruth::False;
}

/// `rest`: what follows the keyword, trimmed.
GuardTruth MakeProjector::truth(std::string_view keyword, std::string_view rest)
{
    if (keyword == "ifdef" || keyword == "ifndef") {
        const QByteArray* macro = macroNamed(trimmed(rest.substr(0, rest.find('#'))));
        if (macro == nullptr) {
            return GuardTruth::Unknown;
        }
        note(*macro);
        const bool defined = !m_defaults.value(*macro).isEmpty();
        return defined == (keyword == "ifdef") ? GuardTruth::True : GuardTruth::False;
    }
    GuardTruth equal = GuardTruth::Unknown;
    if (rest.size() > 2 && rest.front() == '(') {
        const size_t close = rest.rfind(')');
        int depth = 0;
        for (size_t i = 1; i < close && close != std::string_view::npos; ++i) {
            depth += rest[i] == '(' || rest[i] == '{' ? 1 : 0;
            depth -= rest[i] == ')' || rest[i] == '}' ? 1 : 0;
            if (rest[i] == ',' && depth == 0) {
                equal = compare(rest.substr(1, i - 1), rest.substr(i + 1, close - i - 1));
                break;
            }
        }
    } else if (!rest.empty() && (rest.front() == '"' || rest.front() == '\'')) {
        const size_t end = rest.find(rest.front(), 1);
        const size_t open =
            rest.find_first_of("\"'", end == std::string_view::npos ? end : end + 1);
        const size_t close =
            open == std::string_view::npos ? open : rest.find(rest[open], open + 1);
        if (close != std::string_view::npos) {
            equal = compare(rest.substr(1, end - 1), rest.substr(open + 1, close - open - 1));
        }
    }
    if (equal == GuardTruth::Unknown || keyword == "ifeq") {
        return equal;
    }
    return equal == GuardTruth::True ? GuardTruth::False : GuardTruth::True;
}

Result<void> MakeProjector::conditional(std::string_view whole, std::string_view code)
{
    ConditionStack::Line line;
    line.bytes = whole;
    line.elseAsWhole = "else";
    line.number = m_line;
    std::string_view keyword = firstWord(code);
    if (keyword == "endif") {
        return m_stack.close(line);
    }
    const bool isElse = keyword == "else";
    std::string_view rest = trimmed(code.substr(keyword.size()));
    if (isElse) {
        const std::string_view next = firstWord(rest);
        if (!next.starts_with("if")) {
            return m_stack.otherwise(line);
        }
        line.elseBegin = static_cast<size_t>(code.data() - whole.data());
        line.elseSize = static_cast<size_t>(rest.data() - code.data());
        keyword = next;
        rest = trimmed(rest.substr(keyword.size()));
        return m_stack.alternative(line, truth(keyword, rest));
    }
    m_stack.open(line, truth(keyword, rest));
    return {};
}

Result<void> MakeProjector::line(size_t begin, size_t end)
{
    const std::string_view whole = m_text.substr(begin, end - begin);
    const std::string_view code = trimmed(whole);
    const std::string_view word = firstWord(code);
    const bool isRecipe = !whole.empty() && whole[0] == '\t' && m_inRule;
    if (isRecipe && m_defineDepth == 0) {
        m_stack.text(whole);
        return {};
    }
    if (word == "endef" && m_defineDepth > 0) {
        --m_defineDepth;
    } else if (word == "define" ||
               (m_defineDepth == 0 && (word == "override" || word == "export") &&
                firstWord(trimmed(code.substr(word.size()))) == "define")) {
        ++m_defineDepth;
    } else if (m_defineDepth == 0) {
        if (word == "ifdef" || word == "ifndef" || word == "ifeq" || word == "ifneq" ||
            word == "else" || word == "endif") {
            return conditional(whole, code);
        }
        if (flagDefinition(code)) {
            m_stack.text({});
            return {};
        }
        if (!code.empty() && code[0] != '#') {
            const size_t colon = code.find(':');
            const size_t equals = code.find('=');
            m_inRule = colon != std::string_view::npos && colon < equals &&
                       !code.substr(colon).starts_with(":=") &&
                       !code.substr(colon).starts_with("::=");
        }
    }
    m_stack.text(whole);
    return {};
}

Result<Projection> MakeProjector::run()
{
    size_t at = 0;
    while (at < m_text.size()) {
        if (isWorkCancelled()) {
            return Error{ErrorCode::Cancelled, QStringLiteral("cancelled"), {}};
        }
        const size_t end = endOfLogicalLine(at);
        if (Result<void> done = line(at, end); !done) {
            return done.error();
        }
        for (; at < end; ++at) {
            m_line += m_text[at] == '\n' ? 1 : 0;
        }
    }
    Result<QByteArray> text = m_stack.finish(m_text);
    if (!text) {
        return text.error();
    }
    return Projection{std::move(*text), std::move(m_met)};
}

} // namespace

Result<Projection> projectMakeGuards(const QByteArray& ported, const GuardMacros& macros,
                                     ConditionSpelling spelling)
{
    Q_UNUSED(spelling)
    return MakeProjector(viewOf(ported), macros).run();
}

} // namespace rocport
