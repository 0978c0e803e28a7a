#pragma once

#include "core/translate/context.h"

namespace rocport {

/// Whether a header's name is CUDA's alone; in quotes, one with an ordinary name
/// ("math_functions.h") is more likely the project's own.
bool isCudaHeaderName(std::string_view header);

/// What becomes of an include under the given options.
struct HeaderTarget
{
    enum Kind { Keep, Rename, Drop, Unsupported } kind = Keep;
    std::string_view name; ///< for Rename
};
/// \a quoted: written in quotes rather than angle brackets.
HeaderTarget headerTarget(const HeaderFact& fact, const TranslateOptions& options, bool quoted);

/// Rewrites include lines and adds <hip/hip_runtime.h> where \a needsRuntime and nothing brings it;
/// \a deviceCode: the part of it for the host alone is not enough.
void translateHeaders(TranslateContext& context, bool needsRuntime);

} // namespace rocport
