#pragma once

#include <string_view>

namespace rocport {

/// One line of YAML as it can be read without those around it. Offsets are bytes of the line.
struct YamlLine
{
    size_t indent = 0;  ///< blanks before it
    int items = 0;      ///< "- " at its beginning: so many items of lists begin here
    size_t begin = 0;   ///< of what stands behind these
    size_t end = 0;     ///< behind the last byte that is no blank
    size_t codeEnd = 0; ///< the same without a comment; at `indent` or before it: there is no code
    std::string_view key;    ///< what stands before ": " or a ':' at the end; empty: nothing
    size_t value = 0;        ///< behind the key, or `begin`; `end`: there is none
    std::string_view scalar; ///< the first word of the value, or what its quotes hold
};

/// Reads a line, with or without its line end. Never fails: what is no YAML has no key.
YamlLine readYamlLine(std::string_view line);

/// End of what a line says before a comment, which begins with '#' at its start or behind a blank,
/// and before the blanks there.
size_t endOfCode(std::string_view line);

} // namespace rocport
