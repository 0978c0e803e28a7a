#pragma once

#include "core/rules/python/projectstyle.h"

#include <optional>
#include <string_view>
#include <vector>

namespace rocport {

/// A token of a statement that is to be broken over lines.
struct LayoutToken
{
    enum class Kind : quint8 {
        Word,
        String,
        Open,
        Close,
        Comma,
        Semicolon,
        Access,
        Operator,
        Other
    };

    std::string_view text;
    int width = 0;       ///< characters
    int blanks = 0;      ///< before it, if no line is broken there
    bool begins = false; ///< it was at the beginning of a line
    Kind kind = Kind::Other;
    int precedence = 0; ///< of a binary operator, as clang-format orders them; 0: none
    bool isAngle = false;
    int partner = -1; ///< of a bracket
};

/// Determines what the tokens are and which brackets match: width, kind, precedence, isAngle and
/// partner. False: brackets do not match.
bool classifyLayout(std::vector<LayoutToken>& tokens);

/// For each token of one statement the column at which a new line begins before it; 0: no break
/// there. The statement begins at `column` and its lines may have `limit` characters. Costs and
/// columns are those of clang-format 14. Nothing: the search was given up.
std::optional<std::vector<int>> breakStatement(const std::vector<LayoutToken>& tokens, int column,
                                               int limit, const CppStyle& style);

} // namespace rocport
