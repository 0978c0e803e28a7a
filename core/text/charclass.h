#pragma once

#include <array>
#include <string_view>

/// What the lexer knows about single bytes and line splices (private to core/text).
namespace rocport {

enum CharClass : unsigned char {
    ClassOther,
    ClassBlank,
    ClassNewline,
    ClassIdentifier,
    ClassDigit,
    ClassString,
    ClassCharacter,
    ClassSlash,
    ClassPunctuator,
    ClassBackslash,
};

constexpr std::array<unsigned char, 256> makeClasses()
{
    std::array<unsigned char, 256> table{};
    for (unsigned i = 0x80; i < 256; ++i) {
        table[i] = ClassIdentifier;
    }
    for (unsigned c = 'a'; c <= 'z'; ++c) {
        table[c] = ClassIdentifier;
    }
    for (unsigned c = 'A'; c <= 'Z'; ++c) {
        table[c] = ClassIdentifier;
    }
    table['_'] = ClassIdentifier;
    table['$'] = ClassIdentifier;
    for (unsigned c = '0'; c <= '9'; ++c) {
        table[c] = ClassDigit;
    }
    for (const unsigned char c : {' ', '\t', '\v', '\f'}) {
        table[c] = ClassBlank;
    }
    table['\n'] = ClassNewline;
    table['\r'] = ClassNewline;
    table['"'] = ClassString;
    table['\''] = ClassCharacter;
    table['/'] = ClassSlash;
    table['\\'] = ClassBackslash;
    for (const char c : std::string_view("{}[]()<>;:,?.~!+-*%^&|=#")) {
        table[static_cast<unsigned char>(c)] = ClassPunctuator;
    }
    return table;
}

inline constexpr std::array<unsigned char, 256> kClasses = makeClasses();

inline unsigned char classOf(char c)
{
    return kClasses[static_cast<unsigned char>(c)];
}

inline bool isIdentifierByte(char c)
{
    const unsigned char k = classOf(c);
    return k == ClassIdentifier || k == ClassDigit;
}

inline bool isHexDigit(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// If a line splice begins at `p` (a backslash, blanks as compilers allow them, a line end): the
/// byte after it, else `p`.
inline const char* afterOneSplice(const char* p, const char* end)
{
    if (p >= end || *p != '\\') {
        return p;
    }
    const char* q = p + 1;
    while (q < end && classOf(*q) == ClassBlank) {
        ++q;
    }
    if (q >= end || classOf(*q) != ClassNewline) {
        return p;
    }
    if (*q == '\r' && q + 1 < end && q[1] == '\n') {
        ++q;
    }
    return q + 1;
}

inline const char* afterSplices(const char* p, const char* end)
{
    for (;;) {
        const char* const next = afterOneSplice(p, end);
        if (next == p) {
            return p;
        }
        p = next;
    }
}

} // namespace rocport
