#pragma once

#include <string_view>

namespace rocport {

/// One line of YAML, as far as it can be read without the lines around it. Offsets are in bytes of
/// the line.
struct YamlLine
{
    size_t indent = 0;  ///< blanks before it
    int items = 0;      ///< how many "- " it begins with: list items that begin here
    size_t begin = 0;   ///< of what follows these
    size_t end = 0;     ///< after the last byte that is not a blank
    size_t codeEnd = 0; ///< the same without a comment; at `indent` or before it: there is no code
    std::string_view key;    ///< what comes before ": " or before a ':' at the end; empty: nothing
    size_t value = 0;        ///< after the key, or `begin`; `end`: there is none
    std::string_view scalar; ///< the first word of the value, or what its quotes hold
};

/// Reads a line, with or without its line end. Never fails: what is not YAML has no key.
YamlLine readYamlLine(std::string_view line);

/// End of what a line holds before a comment and the blanks in front of it. A comment begins with
/// '#' at the start of the line or after a blank.
size_t endOfCode(std::string_view line);

} // namespace rocport
