#pragma once

#include "core/base/finding.h"

#include <string_view>

namespace rocport {

/// One logical line of a makefile (GNU make manual, "Parsing Makefiles").
struct MakeLogicalLine
{
    enum class Kind : quint8 {
        Blank, ///< or a comment
        Assignment,
        Rule,
        Recipe,
        Conditional,
        Define, ///< define, endef and what is between them
        Other,  ///< include, export, …
    };
    Kind kind = Kind::Other;
    ByteRange range;       ///< with its line end
    std::string_view text; ///< without it; continuation lines included
    std::string_view code; ///< the text without the blanks around it
    std::string_view word; ///< its first word, which ends at a blank, '(' or a quote
    std::string_view name; ///< Assignment: the variable; target-specific ones too
    ByteRange value; ///< Assignment: after the operator; Recipe: after the tab; Other: a call of a
                     ///< make function, else empty
    bool closed = true; ///< it has a line end
};

/// Goes through a makefile by logical lines: a backslash before a line end joins lines. Bodies of
/// define are text and so are recipes; conditionals count only outside both. Takes any bytes,
/// linear in time, no recursion; views point into `source`, which must outlive them. A byte order
/// mark is skipped.
class MakeLineReader
{
public:
    explicit MakeLineReader(std::string_view source);

    /// Reads the next line into `line`. False: there is no more, or the work was cancelled.
    bool next(MakeLogicalLine& line);

    /// The first word of a text.
    static std::string_view firstWord(std::string_view text);

private:
    [[nodiscard]] size_t endOfLogicalLine(size_t at) const;
    void classify(MakeLogicalLine& line);
    void readAssignmentOrRule(MakeLogicalLine& line);

    std::string_view m_source;
    size_t m_at = 0;
    int m_defines = 0;
    bool m_inRule = false;
};

} // namespace rocport
