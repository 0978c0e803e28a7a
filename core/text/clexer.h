#pragma once

#include "core/base/finding.h"

#include <string_view>
#include <vector>

namespace rocport {

enum class CTokenKind : quint8 {
    Identifier, ///< keywords too
    Number,
    String, ///< with its prefix; raw strings too
    Character,
    Punctuator,    ///< longest match, digraphs as written; "<<<" and ">>>" are one token each
    Comment,       ///< line comment without its newline, or block comment
    Newline,       ///< end of a logical line (not after a splice)
    Directive,     ///< '#' or '%:' that begins a preprocessor line
    HeaderName,    ///< <...> or "..." after #include / #include_next / #import, brackets included
    DirectiveText, ///< rest of #error, #warning: not divided further
    Unknown,       ///< a byte that starts no token
};

/// A token of C, C++, CUDA or HIP source: a range of bytes, nothing copied. Blanks and line splices
/// are not tokens.
struct CToken
{
    CTokenKind kind = CTokenKind::Unknown;
    bool inDirective = false;  ///< between '#' and the end of the logical line
    bool spliced = false;      ///< holds a backslash-newline inside
    bool unterminated = false; ///< a string, character, comment or raw string that is not closed
    quint32 begin = 0;
    quint32 end = 0;

    [[nodiscard]] std::string_view text(std::string_view source) const
    {
        return source.substr(begin, end - begin);
    }
};

/// Splits `source` (at most 4 GiB; any bytes) into tokens in one pass; linear in time, never fails.
/// Newline and Comment tokens are included.
std::vector<CToken> lexC(std::string_view source);

/// Indices into `tokens` of everything but comments and newlines.
std::vector<quint32> significantTokens(const std::vector<CToken>& tokens);

/// A token's spelling with line splices removed; a view into `source` when there is none, else into
/// `storage`.
std::string_view spelling(const CToken& token, std::string_view source, std::string& storage);

} // namespace rocport
