#pragma once

#include <string_view>

namespace rocport {

/// Whether `word` is one of the macros that proposeConditions() looks for.
bool isCudaConditionMacro(std::string_view word);

} // namespace rocport
