#pragma once

#include "core/translate/context.h"

namespace rocport {

/// Rewrites every kernel launch with triple angle brackets as hipLaunchKernelGGL. A launch that
/// does not read like one (no end, not two to four settings) is left as it is.
void translateLaunches(TranslateContext& context);

} // namespace rocport
