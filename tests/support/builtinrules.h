#pragma once

#include "core/rules/rule.h"

#include <memory>

namespace rocport {

/// The rules that the program brings along, loaded once for a program of tests. That they load
/// without problems is what tst_rulepack asks.
inline std::shared_ptr<const RuleSet> builtinRules()
{
    static const auto loaded = std::make_shared<const RuleSet>(RuleSet::load().rules);
    return loaded;
}

} // namespace rocport
