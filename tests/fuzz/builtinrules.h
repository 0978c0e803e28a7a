#pragma once

#include "core/rules/rule.h"

#include <memory>

namespace rocport {

/// The rules that the program brings along, loaded once for all inputs of a fuzz target.
inline std::shared_ptr<const RuleSet> builtinRules()
{
    static const auto loaded = std::make_shared<const RuleSet>(RuleSet::load().rules);
    return loaded;
}

} // namespace rocport
