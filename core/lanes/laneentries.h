#pragma once

#include "core/lanes/kerneldeclaration.h"

#include <QByteArray>

namespace rocport {

/// What stands behind the kernel whose "__global__" is at `first`, so that a module that has it
/// tells its name and parameters: a macro of resources/lanes, on one line. Empty for kernels of
/// templates, which have no name of their own, and in macros. Linear in the length of the
/// declaration.
QByteArray moduleEntry(const TokenWalk& walk, int first, const KernelDeclaration& kernel);

/// A macro that a module is told a variable of the device by.
struct VariableEntry
{
    int end = -1; ///< the ";" of the declaration, behind which it stands; -1: there is none
    QByteArray text;
};
/// The same for the variable that a source keeps to itself ("static __constant__ int x;"), whose
/// word for the device is at `first`, outside of functions and namespaces.
VariableEntry variableEntry(const TokenWalk& walk, int first);

} // namespace rocport
