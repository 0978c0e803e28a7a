#pragma once

#include "core/rules/cpp/cppbuiltins.h"

#include <string_view>
#include <vector>

namespace rocport {

/// The analyses of faults that appear at run time only, after a build without an error
/// (docs/fault-classes.md), as rows for cppBuiltins(). They add findings and no edits.
std::vector<CppBuiltin> faultBuiltins();

/// Which of them a text has words for: a bit for each, in their order.
quint32 faultMarks(std::string_view text);

} // namespace rocport
