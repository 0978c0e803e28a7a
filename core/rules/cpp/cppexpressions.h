#pragma once

#include "core/rules/cpp/cppbreaks.h"

#include <vector>

namespace rocport {

/// Precedences of operators, as clang-format orders them; members bind closest.
namespace layoutprecedence {
inline constexpr int kAssignment = 2;
inline constexpr int kConditional = 3;
inline constexpr int kEquality = 9;
inline constexpr int kRelational = 11;
inline constexpr int kShift = 12;
inline constexpr int kMember = 17;
} // namespace layoutprecedence

/// What needs to be known before lines are broken: for each token, the expressions that begin and
/// end there.
struct LayoutExpressions
{
    std::vector<int>
        begins;           ///< precedences of those that begin here, the innermost first; 0: members
    int ends = 0;         ///< that end after it
    bool isFirst = true;  ///< of the operators of its expression
    bool hasNext = false; ///< another operator follows in its expression
    bool beginsBinary = false;
    bool endsBinary = false;
};

/// Finds the expressions of one statement, each with operators of one precedence. False: brackets
/// are nested too deeply.
bool findExpressions(const std::vector<LayoutToken>& tokens, std::vector<LayoutExpressions>& found);

} // namespace rocport
