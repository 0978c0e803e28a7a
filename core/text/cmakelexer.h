#pragma once

#include "core/base/cancelscope.h"
#include "core/base/finding.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocport {

/// One argument of a CMake command (cmake-language(7), "Command Arguments").
struct CMakeArgument
{
    enum class Kind : quint8 {
        Bare,    ///< unquoted; `text` as written, variables and escapes not resolved
        Quoted,  ///< `text` without the quotes, escapes not resolved
        Bracket, ///< `text` without the brackets
        Open,    ///< '(' inside the arguments
        Close,
    };
    Kind kind = Kind::Bare;
    ByteRange range; ///< with quotes or brackets
    std::string_view text;
};

/// One command invocation.
struct CMakeCall
{
    std::string name; ///< lower case
    ByteRange range;  ///< from the name to the ')', inclusive
    std::vector<CMakeArgument> arguments;
    bool terminated = true; ///< it has its ')'

    /// The `index`th argument's text, empty when there is none.
    [[nodiscard]] std::string_view text(size_t index) const
    {
        return index < arguments.size() ? arguments[index].text : std::string_view();
    }
    /// Index of the first argument that is `word`, unquoted; -1: none.
    [[nodiscard]] int find(std::string_view word) const;
};

/// Goes through a CMake file command by command. Comments are skipped, and an "if" inside a
/// comment, a quoted or a bracket argument is text; what is not a command is skipped too. Takes any
/// bytes, linear in time, no recursion; views point into `source`, which must outlive them.
class CMakeLexer
{
public:
    explicit CMakeLexer(std::string_view source);

    /// Reads the next command into `call`. False: there is no more, or the work was cancelled.
    bool next(CMakeCall& call);
    /// Offset of the first string or bracket that is not closed, or the size of the text if an
    /// argument list is not; -1: all are closed. Nothing after it is trusted.
    [[nodiscard]] qsizetype unterminatedAt() const { return m_unterminated; }
    /// Offset of the line end at or after `at`; the size of the text if there is none.
    [[nodiscard]] size_t endOfLine(size_t at) const;
    /// Whether a comment that ends with its line (not a bracket comment) begins at `at`.
    [[nodiscard]] bool isLineComment(size_t at) const;

private:
    [[nodiscard]] char byteAt(size_t at) const
    {
        return at < m_source.size() ? m_source[at] : '\0';
    }
    [[nodiscard]] size_t bracketContent(size_t at) const;
    size_t bracketEnd(size_t at, size_t& contentBegin, size_t& contentEnd);
    size_t commentEnd(size_t at);
    size_t quotedEnd(size_t at, std::string_view& content);
    size_t readArguments(size_t at, CMakeCall& call);
    size_t readArgument(size_t at, CMakeCall& call);
    size_t readBare(size_t at, CMakeCall& call);
    void refuseFrom(size_t at);

    std::string_view m_source;
    size_t m_at = 0;
    qsizetype m_unterminated = -1;
    CancelLook m_isCancelled;
    mutable size_t m_lineAsked = 0; ///< where an end of a line was looked for last
    mutable size_t m_lineEnd = 0;   ///< and where it is
};

} // namespace rocport
