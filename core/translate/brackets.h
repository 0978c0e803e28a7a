#pragma once

#include "core/text/clexer.h"

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace rocport {

/// Steps through the tokens of one file as a compiler sees them: comments and line ends are
/// skipped; in code, preprocessor lines are skipped too; inside a preprocessor line, steps stop at
/// its end.
class TokenWalk
{
public:
    TokenWalk(std::string_view source, const std::vector<CToken>& tokens)
        : m_source(source), m_tokens(tokens)
    {
    }

    [[nodiscard]] const CToken& token(int i) const { return m_tokens[static_cast<size_t>(i)]; }
    [[nodiscard]] std::string_view text(int i) const
    {
        return i < 0 ? std::string_view() : token(i).text(m_source);
    }
    [[nodiscard]] std::string_view source() const { return m_source; }
    [[nodiscard]] const std::vector<CToken>& tokens() const { return m_tokens; }
    [[nodiscard]] int count() const { return static_cast<int>(m_tokens.size()); }
    [[nodiscard]] CTokenKind kind(int i) const
    {
        return i < 0 ? CTokenKind::Newline : token(i).kind;
    }
    [[nodiscard]] bool isIdentifier(int i) const { return kind(i) == CTokenKind::Identifier; }
    [[nodiscard]] bool is(int i, std::string_view spelled) const { return text(i) == spelled; }
    /// The same for a string literal, whose length the compiler knows.
    template <size_t kBytes>
    [[nodiscard]] bool is(int i, const char (&word)[kBytes]) const
    {
        if (i < 0) {
            return kBytes == 1;
        }
        const CToken& one = token(i);
        return one.end - one.begin == kBytes - 1 &&
               std::memcmp(m_source.data() + one.begin, word, kBytes - 1) == 0;
    }

    /// Index of the token before or after `i`, or -1.
    [[nodiscard]] int previous(int i) const;
    [[nodiscard]] int next(int i) const;

    /// For '(' '[' '{' and their closers: index of the partner, or -1. Computed once, at the first
    /// call, in linear time.
    [[nodiscard]] int partner(int i) const;

private:
    void matchBrackets() const;

    std::string_view m_source;
    const std::vector<CToken>& m_tokens;
    mutable std::vector<int> m_partners;
};

/// Top-level arguments between the bracket `open` and its partner: token ranges, first and last
/// inclusive; an empty argument has last < first. Stops (returns false) after `limit` tokens, at a
/// preprocessor line inside, and when the bracket has no partner.
struct ArgumentTokens
{
    int first = -1;
    int last = -1;
    [[nodiscard]] bool isEmpty() const { return first < 0; }
};
bool splitArguments(const TokenWalk& walk, int open, std::vector<ArgumentTokens>& arguments,
                    int limit = 1024);

/// If `i` is a '<' that opens template arguments which close before a token that cannot occur in
/// them, the index of the token with the closing '>' (possibly a ">>" that closes more); else -1.
int closingAngle(const TokenWalk& walk, int i, int limit = 256);

} // namespace rocport
