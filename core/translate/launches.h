#pragma once

#include "core/translate/context.h"

namespace rocport {

/// A kernel launch with triple angle brackets, as tokens.
struct Launch
{
    int kernel = -1;    ///< first token of the kernel's name
    int kernelEnd = -1; ///< last token of it
    bool isTemplate = false;
    std::vector<ArgumentTokens> settings; ///< grid, block, shared memory, stream: one to four
    int open = -1;                        ///< '(' of the arguments
};

/// Reads the launch whose "<<<" is token `chevrons`. False: it is not a launch.
bool parseLaunch(const TokenWalk& walk, int chevrons, Launch& launch);

/// Rewrites every kernel launch with triple angle brackets as hipLaunchKernelGGL. What is not a
/// well-formed launch (no end, not two to four settings) is left as it is.
void translateLaunches(TranslateContext& context);

} // namespace rocport
