#pragma once

#include "core/translate/brackets.h"

#include <string_view>
#include <unordered_map>

namespace rocport {

/// A macro that the file defines.
struct MacroDefinition
{
    int name = -1; ///< token of its name
    bool isFunction = false;
    std::vector<std::string_view> parameters;
    int bodyBegin = -1;    ///< first token of the body; -1: empty
    int bodyEnd = -1;      ///< last token of it
    std::vector<int> uses; ///< tokens elsewhere with its name

    [[nodiscard]] int parameter(std::string_view spelled) const;
};

/// All macros of a file. Made on demand, in one pass; a name defined twice stands for its last
/// definition.
class MacroTable
{
public:
    explicit MacroTable(const TokenWalk& walk);

    [[nodiscard]] const MacroDefinition* find(std::string_view name) const;
    /// The macro whose definition contains token `i` of a preprocessor line, or null.
    [[nodiscard]] const MacroDefinition* around(int i) const;

private:
    void define(int name);

    const TokenWalk& m_walk;
    std::unordered_map<std::string_view, MacroDefinition> m_macros;
};

} // namespace rocport
