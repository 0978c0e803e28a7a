#pragma once

#include "core/translate/context.h"

namespace rocport {

/// Whether a header's name can only be CUDA's; in quotes, one with an ordinary name
/// ("math_functions.h") is more likely the project's own.
bool isCudaHeaderName(std::string_view header);

/// What happens to an include under the given options.
struct HeaderTarget
{
    enum Kind { Keep, Rename, Drop, Unsupported } kind = Keep;
    std::string_view name; ///< for Rename
};
/// \a quoted: written in quotes rather than angle brackets.
HeaderTarget headerTarget(const HeaderFact& fact, const TranslateOptions& options, bool quoted);

/// Rewrites include lines and adds <hip/hip_runtime.h> if \a needsRuntime and nothing else includes
/// it.
void translateHeaders(TranslateContext& context, bool needsRuntime);

} // namespace rocport
