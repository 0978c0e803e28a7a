#pragma once

#include <string>
#include <string_view>

/// Bytes of texts that are ASCII where it matters: build files, settings, code. Independent of the
/// locale.
namespace rocport {

/// Blank or tab.
inline bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}

inline bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

inline bool isUpperLetter(char c)
{
    return c >= 'A' && c <= 'Z';
}

inline bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// A letter, a digit or '_'.
inline bool isNameByte(char c)
{
    return isLetter(c) || isDigit(c) || c == '_';
}

/// A byte of a word: one of a name, or of a character that is not ASCII.
inline bool isUtf8WordByte(char c)
{
    return isNameByte(c) || (static_cast<unsigned char>(c) & 0x80) != 0;
}

/// Blank, tab, or the carriage return of a DOS line end.
inline bool isLineBlank(char c)
{
    return isBlank(c) || c == '\r';
}

/// A byte that occurs in file names of most projects: a letter, a digit, or one of "._-+".
inline bool isFileNameByte(char c)
{
    return isNameByte(c) || c == '.' || c == '-' || c == '+';
}

/// The text without blanks, line ends and form feeds at both ends.
inline std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view kAround = " \t\r\n\f";
    const size_t begin = text.find_first_not_of(kAround);
    return begin == std::string_view::npos
               ? std::string_view()
               : text.substr(begin, text.find_last_not_of(kAround) - begin + 1);
}

/// The text with A to Z turned into a to z.
inline std::string lowered(std::string_view text)
{
    std::string result(text);
    for (char& c : result) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return result;
}

} // namespace rocport
