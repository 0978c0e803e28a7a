#pragma once

#include "core/lanes/kerneldeclaration.h"

#include <QByteArray>

namespace rocport {

/// What stands behind the kernel whose "__global__" is at `first`, so that a module that has it
/// tells its name and parameters: a macro of resources/lanes, on one line. Empty for kernels of
/// templates, which have no name of their own, and in macros. Linear in the length of the
/// declaration.
QByteArray moduleEntry(const TokenWalk& walk, int first, const KernelDeclaration& kernel);

} // namespace rocport
