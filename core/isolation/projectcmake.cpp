#include "core/base/cancelscope.h"
#include "core/isolation/conditionstack.h"
#include "core/isolation/guardcondition.h"
#include "core/isolation/projection.h"
#include "core/text/ascii.h"
#include "core/text/bytes.h"
#include "core/text/cmakelexer.h"
#include "core/text/linecounter.h"

#include <algorithm>
#include <string>
#include <vector>

namespace rocport {

namespace {

/// Follows the conditions of a CMake file and leaves what an NVIDIA build sees.
class CMakeProjector
{
public:
    CMakeProjector(std::string_view text, const GuardMacros& macros, ConditionSpelling spelling)
        : m_text(text), m_macros(macros), m_spelling(spelling), m_lexer(text)
    {
    }

    Result<Projection> run();

private:
    [[nodiscard]] char byteAt(size_t at) const { return at < m_text.size() ? m_text[at] : '\0'; }
    Result<void> command(const CMakeCall& call);
    Result<void> dispatch(const CMakeCall& call, bool isGuard, size_t lineStart, size_t end);
    [[nodiscard]] std::vector<ConditionToken> tokensOf(const CMakeCall& call) const;
    GuardCondition decide(const std::vector<ConditionToken>& tokens);
    [[nodiscard]] bool isFlagOption(const CMakeCall& call) const;

    std::string_view m_text;
    const GuardMacros& m_macros;
    ConditionSpelling m_spelling;
    CMakeLexer m_lexer;
    GuardMacros m_met;
    std::string m_rewritten;
    ConditionStack m_stack;
    size_t m_pending = 0;
    LineCounter m_lines{m_text};
};

/// The arguments as they are written: a quoted name is no name.
std::vector<ConditionToken> CMakeProjector::tokensOf(const CMakeCall& call) const
{
    constexpr size_t kMaxTokens = 4096; // beyond any condition; more are never decided
    std::vector<ConditionToken> tokens;
    for (const CMakeArgument& one : call.arguments) {
        if (tokens.size() == kMaxTokens) {
            break;
        }
        const auto begin = static_cast<size_t>(one.range.begin);
        const auto end = static_cast<size_t>(one.range.end);
        tokens.push_back({std::string(m_text.substr(begin, end - begin)), begin, end});
    }
    return tokens;
}

GuardCondition CMakeProjector::decide(const std::vector<ConditionToken>& tokens)
{
    GuardCondition result =
        simplifyCondition(m_text, tokens, m_macros, ConditionDialect::CMake, m_spelling);
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

/// option(M "text" OFF): the definition of the flag itself. It is off where nobody turns it on.
bool CMakeProjector::isFlagOption(const CMakeCall& call) const
{
    const size_t count = call.arguments.size();
    if (call.name != "option" || count < 2 || count > 3 ||
        call.arguments[0].kind != CMakeArgument::Kind::Bare ||
        !isGuardMacro(call.text(0), m_macros) ||
        call.arguments[1].kind != CMakeArgument::Kind::Quoted) {
        return false;
    }
    if (count == 2) {
        return true;
    }
    const std::string value = lowered(call.text(2));
    return call.arguments[2].kind == CMakeArgument::Kind::Bare &&
           (value == "off" || value == "false" || value == "no" || value == "0");
}

Result<Projection> CMakeProjector::run()
{
    for (CMakeCall call; m_lexer.next(call);) {
        if (Result<void> done = command(call); !done) {
            return done.error();
        }
    }
    if (isWorkCancelled()) {
        return Error{ErrorCode::Cancelled, QStringLiteral("cancelled"), {}};
    }
    m_stack.text(m_text.substr(m_pending));
    Result<QByteArray> text = m_stack.finish(m_text);
    if (!text) {
        return text.error();
    }
    return Projection{std::move(*text), std::move(m_met)};
}

Result<void> CMakeProjector::command(const CMakeCall& call)
{
    const bool isFlag = isFlagOption(call);
    if (!isOneOf(call.name, {"if", "elseif", "else", "endif"}) && !isFlag) {
        return {};
    }
    const auto nameBegin = static_cast<size_t>(call.range.begin);
    size_t lineStart = nameBegin;
    while (lineStart > m_pending && isBlank(m_text[lineStart - 1])) {
        --lineStart;
    }
    auto end = static_cast<size_t>(call.range.end);
    while (isBlank(byteAt(end)) || byteAt(end) == '\r') {
        ++end;
    }
    if (m_lexer.isLineComment(end)) {
        end = m_lexer.endOfLine(end);
    }
    const bool alone = (lineStart == 0 || m_text[lineStart - 1] == '\n') &&
                       (end >= m_text.size() || m_text[end] == '\n');
    if (alone) {
        end = std::min(end + 1, m_text.size());
    } else if (isFlag) {
        return {};
    } else {
        // It shares its line with something else, so it is not a guard that an edit made.
        lineStart = nameBegin;
        end = static_cast<size_t>(call.range.end);
    }
    m_stack.text(m_text.substr(m_pending, lineStart - m_pending));
    m_pending = end;
    if (isFlag) {
        m_met.append(toBytes(call.text(0)));
        return {};
    }
    return dispatch(call, alone, lineStart, end);
}

Result<void> CMakeProjector::dispatch(const CMakeCall& call, bool isGuard, size_t lineStart,
                                      size_t end)
{
    m_lines.moveTo(lineStart);
    ConditionStack::Line line;
    line.bytes = m_text.substr(lineStart, end - lineStart);
    line.elseAsWhole = "else()";
    line.elseBegin = static_cast<size_t>(call.range.begin) - lineStart;
    line.elseSize = 4;
    line.number = m_lines.line();
    if (call.name == "else") {
        return m_stack.otherwise(line);
    }
    if (call.name == "endif") {
        return m_stack.close(line);
    }
    const std::vector<ConditionToken> tokens =
        isGuard ? tokensOf(call) : std::vector<ConditionToken>();
    const GuardCondition condition = decide(tokens);
    if (condition.truth == GuardTruth::Unknown && condition.changed) {
        const size_t first = tokens.front().begin;
        const size_t last = tokens.back().end;
        m_rewritten = m_text.substr(lineStart, first - lineStart);
        m_rewritten += condition.text;
        m_rewritten += m_text.substr(last, end - last);
        line.bytes = m_rewritten;
    }
    if (call.name == "elseif") {
        return m_stack.alternative(line, condition.truth);
    }
    m_stack.open(line, condition.truth);
    return {};
}

} // namespace

Result<Projection> projectCMakeGuards(const QByteArray& ported, const GuardMacros& macros,
                                      ConditionSpelling spelling)
{
    return CMakeProjector(viewOf(ported), macros, spelling).run();
}

} // namespace rocport
