#pragma once

#include "core/translate/context.h"

namespace rocport {

/// Changes to the arguments of a call whose HIP twin takes others: HIP_SYMBOL(), casts of kernel
/// pointers, arguments added or removed. The name in front is renamed by the caller.
/// \a name: token of the function's name; returns the name to write where the number of arguments
/// decides it ("cudaEventCreate" with flags), else an empty view.
/// (Facts: HIPIFY 7.0.2, the rules that its default mode applies.)
std::string_view translateArguments(TranslateContext& context, int name, const ApiFact& fact);

/// Whether a function has such a rule (for compat headers and tests).
bool hasArgumentRule(std::string_view cudaName);

/// 0-based position of the argument that needs HIP_SYMBOL(); -1 for none.
int symbolArgument(std::string_view cudaName);
/// The same for a cast to const void*.
int kernelPointerArgument(std::string_view cudaName);

} // namespace rocport
