#pragma once

#include "core/translate/brackets.h"

namespace rocport {

/// Where a declaration of a kernel has what: indexes of tokens.
struct KernelDeclaration
{
    int name = -1; ///< -1: it is none
    int open = -1; ///< the "(" of its parameters, which has a partner
    int body = -1; ///< the "{" of its definition; -1: declared only
};

/// Reads what follows the `__global__` at `i`: the last parentheses before the body are its
/// parameters, since macros and attributes such as __launch_bounds__(256) stand before its name.
/// What ends it ends the walk, so that to read all kernels of a file takes linear time.
KernelDeclaration kernelDeclaration(const TokenWalk& walk, int i);

} // namespace rocport
