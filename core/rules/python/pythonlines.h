#pragma once

#include "core/text/ascii.h"

#include <string>
#include <string_view>

namespace rocport {

/// Removes from the lines of a Python file, passed in order, what is not code: comments, and
/// triple-quoted text, which may span lines. Does not know nested f-strings; a single-quoted string
/// ends with its line.
class PythonLines
{
public:
    /// The line without comments and triple-quoted text. Other strings stay. The view is into
    /// `line`, or into this object until the next call.
    std::string_view code(std::string_view line);
    /// The line last passed to code(), without the content of its strings: `f("")`.
    [[nodiscard]] std::string_view plain() const { return m_plain; }

private:
    std::string m_code;
    std::string m_plain;
    char m_quote = 0; ///< of triple-quoted text that continues; 0: none
};

} // namespace rocport
