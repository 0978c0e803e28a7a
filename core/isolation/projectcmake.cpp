#include "core/base/cancelscope.h"
#include "core/isolation/conditionstack.h"
#include "core/isolation/guardcondition.h"
#include "core/isolation/projection.h"
#include "core/text/bytes.h"

#include <algorithm>

#include <string>
#include <vector>

namespace rocport {

namespace {

bool isWordByte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}

std::string lowered(std::string_view text)
{
    std::string result(text);
    for (char& c : result) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return result;
}

/// Walks over CMake text command by command. Comments, bracket arguments and quoted arguments are
/// skipped, so that an "if" inside them is text.
class CMakeProjector
{
public:
    CMakeProjector(std::string_view text, const GuardMacros& macros, ConditionSpelling spelling)
        : m_text(text), m_macros(macros), m_spelling(spelling)
    {
    }

    Result<Projection> run();

private:
    [[nodiscard]] char byteAt(size_t at) const { return at < m_text.size() ? m_text[at] : '\0'; }
    [[nodiscard]] size_t endOfLine(size_t at) const;
    /// End of a bracket argument or comment body that begins at '[', or `at` when there is none.
    [[nodiscard]] size_t endOfBracket(size_t at) const;
    [[nodiscard]] size_t endOfQuoted(size_t at) const;
    /// Reads the argument list that begins after '('; returns the offset after ')'.
    size_t readArguments(size_t at);
    Result<void> command(size_t nameBegin, size_t nameEnd, size_t open);
    Result<void> dispatch(const std::string& name, size_t nameBegin, size_t lineStart, size_t end);
    GuardCondition decide();
    [[nodiscard]] bool isFlagOption() const;

    std::string_view m_text;
    const GuardMacros& m_macros;
    ConditionSpelling m_spelling;
    GuardMacros m_met;
    std::string m_rewritten;
    ConditionStack m_stack;
    std::vector<ConditionToken> m_arguments; ///< of the last command; quoted ones keep their '"'
    size_t m_position = 0;
    size_t m_pending = 0;
    size_t m_counted = 0;
    int m_line = 1;
};

size_t CMakeProjector::endOfLine(size_t at) const
{
    const size_t newline = m_text.find('\n', at);
    return newline == std::string_view::npos ? m_text.size() : newline;
}

size_t CMakeProjector::endOfBracket(size_t at) const
{
    size_t equals = at + 1;
    while (byteAt(equals) == '=') {
        ++equals;
    }
    if (byteAt(at) != '[' || byteAt(equals) != '[') {
        return at;
    }
    const std::string closing = "]" + std::string(equals - at - 1, '=') + "]";
    const size_t found = m_text.find(closing, equals + 1);
    return found == std::string_view::npos ? m_text.size() : found + closing.size();
}

size_t CMakeProjector::endOfQuoted(size_t at) const
{
    for (++at; at < m_text.size(); ++at) {
        if (m_text[at] == '\\') {
            ++at;
        } else if (m_text[at] == '"') {
            return at + 1;
        }
    }
    return m_text.size();
}

size_t CMakeProjector::readArguments(size_t at)
{
    m_arguments.clear();
    size_t depth = 1;
    while (at < m_text.size()) {
        const char c = m_text[at];
        size_t end = at + 1;
        if (c == '#') {
            end = endOfBracket(at + 1);
            at = end == at + 1 ? endOfLine(at) : end;
            continue;
        }
        if (c == '"') {
            end = endOfQuoted(at);
        } else if (c == '[' && endOfBracket(at) != at) {
            end = endOfBracket(at);
        } else if (isWordByte(c)) {
            while (isWordByte(byteAt(end))) {
                ++end;
            }
        } else if (c == '\\') {
            end = std::min(at + 2, m_text.size());
        } else if (c == ')' && --depth == 0) {
            return end;
        } else if (c == '(') {
            ++depth;
        }
        constexpr size_t kMaxArguments = 4096; // beyond any condition; more are never decided
        if (!isBlank(c) && c != '\n' && c != '\r' && m_arguments.size() < kMaxArguments) {
            m_arguments.push_back({std::string(m_text.substr(at, end - at)), at, end});
        }
        at = end;
    }
    return m_text.size();
}

GuardCondition CMakeProjector::decide()
{
    GuardCondition result =
        simplifyCondition(m_text, m_arguments, m_macros, ConditionDialect::CMake, m_spelling);
    if (result.truth != GuardTruth::Unknown || result.changed) {
        for (const ConditionToken& token : m_arguments) {
            const QByteArray word = toBytes(token.text);
            if (m_macros.contains(word) && !m_met.contains(word)) {
                m_met.append(word);
            }
        }
    }
    return result;
}

/// option(M "text" OFF): the definition of the flag itself. It is off where nobody turns it on.
bool CMakeProjector::isFlagOption() const
{
    if (m_arguments.size() < 2 || m_arguments.size() > 3 ||
        !isGuardMacro(m_arguments[0].text, m_macros) || m_arguments[1].text[0] != '"') {
        return false;
    }
    const std::string value = m_arguments.size() < 3 ? "off" : lowered(m_arguments[2].text);
    return value == "off" || value == "false" || value == "no" || value == "0";
}

Result<Projection> CMakeProjector::run()
{
    CancelLook isCancelled;
    while (m_position < m_text.size()) {
        if (isCancelled()) {
            return Error{ErrorCode::Cancelled, QStringLiteral("cancelled"), {}};
        }
        const size_t at = m_position;
        const char c = m_text[at];
        if (c == '#') {
            const size_t bracket = endOfBracket(at + 1);
            m_position = bracket == at + 1 ? endOfLine(at) : bracket;
        } else if (c == '"') {
            m_position = endOfQuoted(at);
        } else if (isWordByte(c)) {
            size_t end = at;
            while (isWordByte(byteAt(end))) {
                ++end;
            }
            size_t open = end;
            while (isBlank(byteAt(open))) {
                ++open;
            }
            m_position = end;
            if (byteAt(open) == '(') {
                if (Result<void> done = command(at, end, open); !done) {
                    return done.error();
                }
            }
        } else {
            ++m_position;
        }
    }
    m_stack.text(m_text.substr(m_pending));
    Result<QByteArray> text = m_stack.finish(m_text);
    if (!text) {
        return text.error();
    }
    return Projection{std::move(*text), std::move(m_met)};
}

Result<void> CMakeProjector::command(size_t nameBegin, size_t nameEnd, size_t open)
{
    m_position = readArguments(open + 1);
    const std::string name = lowered(m_text.substr(nameBegin, nameEnd - nameBegin));
    const bool isFlag = name == "option" && isFlagOption();
    if (name != "if" && name != "elseif" && name != "else" && name != "endif" && !isFlag) {
        return {};
    }
    size_t lineStart = nameBegin;
    while (lineStart > m_pending && isBlank(m_text[lineStart - 1])) {
        --lineStart;
    }
    size_t end = m_position;
    while (isBlank(byteAt(end)) || byteAt(end) == '\r') {
        ++end;
    }
    if (byteAt(end) == '#' && endOfBracket(end + 1) == end + 1) {
        end = endOfLine(end);
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
        end = m_position;
        m_arguments.clear();
    }
    m_stack.text(m_text.substr(m_pending, lineStart - m_pending));
    m_pending = end;
    m_position = end;
    if (isFlag) {
        m_met.append(QByteArray::fromStdString(m_arguments[0].text));
        return {};
    }
    return dispatch(name, nameBegin, lineStart, end);
}

Result<void> CMakeProjector::dispatch(const std::string& name, size_t nameBegin, size_t lineStart,
                                      size_t end)
{
    for (; m_counted < lineStart; ++m_counted) {
        m_line += m_text[m_counted] == '\n' ? 1 : 0;
    }
    ConditionStack::Line line;
    line.bytes = m_text.substr(lineStart, end - lineStart);
    line.elseAsWhole = "else()";
    line.elseBegin = nameBegin - lineStart;
    line.elseSize = 4;
    line.number = m_line;
    if (name == "else") {
        return m_stack.otherwise(line);
    }
    if (name == "endif") {
        return m_stack.close(line);
    }
    const GuardCondition condition = decide();
    if (condition.truth == GuardTruth::Unknown && condition.changed) {
        const size_t first = m_arguments.front().begin;
        const size_t last = m_arguments.back().end;
        m_rewritten = m_text.substr(lineStart, first - lineStart);
        m_rewritten += condition.text;
        m_rewritten += m_text.substr(last, end - last);
        line.bytes = m_rewritten;
    }
    if (name == "elseif") {
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
