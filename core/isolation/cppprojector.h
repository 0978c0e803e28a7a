#pragma once

#include "core/isolation/conditionstack.h"
#include "core/isolation/guardcondition.h"
#include "core/isolation/projection.h"
#include "core/text/linecounter.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace rocport {

/// Walks over C-like text and passes every conditional directive, and the text between them, to a
/// ConditionStack. It knows comments, string, character and raw string literals, numbers with digit
/// separators, and line splices; nothing else matters for finding directives.
class CppProjector
{
public:
    CppProjector(std::string_view text, const GuardMacros& macros, ConditionSpelling spelling)
        : m_text(text), m_macros(macros), m_spelling(spelling)
    {
    }

    /// `onLine` is called where a line begins outside comments and literals, with its offset; not
    /// for the first line.
    void setOnLine(std::function<void(size_t, const ConditionStack&)> onLine)
    {
        m_onLine = std::move(onLine);
    }

    Result<Projection> run();
    /// For a text that is whole lines of a file: what is left of them if the conditionals around
    /// them are `from`. Nothing if what follows them would not be read as a line that begins under
    /// `to`.
    std::optional<QByteArray> runBetween(const ConditionStack::Place& from,
                                         const ConditionStack::Place& to);
    /// The conditionals that are open at the end of the text.
    [[nodiscard]] ConditionStack::Place place() const { return m_stack.place(); }

private:
    Result<void> walk();
    /// Length of the splice (backslash, line end) at `at`, else 0.
    [[nodiscard]] size_t spliceAt(size_t at) const;
    /// Length of the line end at `at`, else 0.
    [[nodiscard]] size_t newlineAt(size_t at) const;
    [[nodiscard]] size_t skipSplices(size_t at) const;
    [[nodiscard]] char byteAt(size_t at) const { return at < m_text.size() ? m_text[at] : '\0'; }

    size_t endOfBlockComment(size_t at);
    [[nodiscard]] size_t endOfLineComment(size_t at) const;
    [[nodiscard]] size_t endOfQuoted(size_t at, char quote) const;
    [[nodiscard]] size_t endOfRawString(size_t quote) const;
    [[nodiscard]] size_t endOfWord(size_t at, std::string& word) const;
    [[nodiscard]] size_t endOfNumber(size_t at) const;

    /// Reads one token or blank at `at`, sets m_code and m_newline, and returns its end.
    size_t step(size_t at);
    Result<void> directive(size_t hash, size_t afterHash);
    /// One conditional directive: where its line, its name and its condition are.
    struct Directive
    {
        std::string name;
        size_t nameBegin = 0;
        size_t nameEnd = 0;
        size_t lineStart = 0;
        size_t end = 0;
        bool readable = true; ///< it may be a guard
        std::vector<ConditionToken> condition;
    };
    void addToken(Directive& directive, size_t begin, size_t end) const;
    Result<void> dispatch(const Directive& directive);
    [[nodiscard]] GuardCondition decide(const Directive& directive, const std::string& kind);

    std::string_view m_text;
    const GuardMacros& m_macros;
    ConditionSpelling m_spelling;
    std::function<void(size_t, const ConditionStack&)> m_onLine;
    GuardMacros m_met;
    std::string m_rewritten;
    ConditionStack m_stack;
    std::string m_code;     ///< what the last step read, without comments and splices
    bool m_newline = false; ///< the last step read a line end outside of comments
    size_t m_pending = 0;   ///< first byte not yet passed to the stack
    size_t m_lineStart = 0; ///< of the physical line in which the current logical line begins
    size_t m_position = 0;
    LineCounter m_lines{m_text};
};

} // namespace rocport
