#pragma once

#include "core/base/finding.h"

#include <string_view>
#include <vector>

namespace rocport {

/// The option by which a ported meson project is told the AMD GPU architectures.
inline constexpr std::string_view kMesonArchOption = "rocm_arch";

/// One token of the meson language (Meson reference manual, "Syntax"). Comments and blanks are not
/// tokens.
struct MesonToken
{
    enum class Kind : quint8 {
        Word, ///< names, keywords, numbers
        Text, ///< '…' or '''…'''; `text` without the quotes, escapes not resolved
        Sign, ///< one byte: ( ) [ ] { } , : . = + - * / % < > ? !
        End,  ///< of a statement: a line end outside brackets
    };
    Kind kind = Kind::Sign;
    ByteRange range; ///< with quotes
    std::string_view text;
    bool formatted = false; ///< Text: f'…', in which @name@ stands for a variable

    [[nodiscard]] bool is(std::string_view word) const
    {
        return kind == Kind::Word && text == word;
    }
    [[nodiscard]] bool isSign(char sign) const { return kind == Kind::Sign && text[0] == sign; }
    [[nodiscard]] bool isText(std::string_view value) const
    {
        return kind == Kind::Text && text == value && !formatted;
    }
};

/// One statement: the tokens first to last - 1, without End.
struct MesonStatement
{
    size_t first = 0;
    size_t last = 0;
    ByteRange range;        ///< from the first token to the end of the last
    ByteRange lines;        ///< the whole lines that it covers, with the last line end
    bool ownsLines = false; ///< nothing else is on them, except a comment after it
};

/// A meson file as tokens and statements. Takes any bytes, linear in time, no recursion; views
/// point into `source`, which must outlive them.
class MesonTokens
{
public:
    explicit MesonTokens(std::string_view source);

    [[nodiscard]] std::string_view source() const { return m_source; }
    [[nodiscard]] const std::vector<MesonToken>& tokens() const { return m_tokens; }
    [[nodiscard]] const std::vector<MesonStatement>& statements() const { return m_statements; }
    /// Token `index`; a token of kind End beyond the end.
    [[nodiscard]] const MesonToken& at(size_t index) const;
    /// Whether a string or a bracket is not closed, or a closing bracket has no partner: meson
    /// refuses such a file, and nothing in it is trusted.
    [[nodiscard]] bool isBroken() const { return m_broken; }

private:
    size_t readText(size_t at, bool formatted);
    size_t readSign(size_t at);
    void add(MesonToken::Kind kind, size_t begin, size_t end);
    void endStatement(size_t at);
    void place(MesonStatement& statement) const;

    std::string_view m_source;
    std::vector<MesonToken> m_tokens;
    std::vector<MesonStatement> m_statements;
    std::vector<char> m_open; ///< brackets
    size_t m_first = 0;       ///< the first token of the statement being read
    bool m_broken = false;
};

/// The option that a call like `get_option('use_rocm')` at token `at` asks for; empty: no such call
/// begins there, or its argument is not a literal.
std::string_view mesonOptionAt(const MesonTokens& file, size_t at);

/// The only thing that a condition tests: `if get_option('use_rocm')`, `elif not
/// get_option('use_hip').enabled()`.
struct MesonGuard
{
    std::string_view name; ///< of the option; empty: it tests something else, or more
    bool isNot = false;
};

/// What an `if` or `elif` statement tests. For a feature only `.enabled()` counts: `.allowed()` is
/// also true where it is auto.
MesonGuard mesonGuardOf(const MesonTokens& file, const MesonStatement& condition);

/// "USE_ROCM" -> "use_rocm": the option of a meson project that stands for a guard macro.
QByteArray mesonOptionFor(const QByteArray& macro);

} // namespace rocport
