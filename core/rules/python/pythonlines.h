#pragma once

#include "core/text/ascii.h"

#include <string>
#include <string_view>

namespace rocport {

/// Takes from the lines of a Python file, handed over in order, what is no code: comments, and text
/// in three quotes, which may go on over lines. Knows nothing of f-strings in f-strings; a string
/// in one quote ends with its line.
class PythonLines
{
public:
    /// The line without comments and without text in three quotes. Other strings stay. The view is
    /// into `line`, or into this object until the next call.
    std::string_view code(std::string_view line);
    /// The line that code() was asked for last, without what its strings hold: `f("")`.
    [[nodiscard]] std::string_view plain() const { return m_plain; }

private:
    std::string m_code;
    std::string m_plain;
    char m_quote = 0; ///< of the text in three quotes that goes on; 0: none
};

} // namespace rocport
