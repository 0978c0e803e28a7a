#pragma once

#include "core/rules/build/buildcmake.h"
#include "core/rules/python/pythonanalysis.h"

namespace rocport {

/// Whether a Python file uses PyTorch's extension builder (setup.py, or a module that calls load or
/// load_inline).
bool usesExtensionBuilder(const PythonFile& file);

/// Finds what a build script passes to nvcc and the linker, and its uses of the toolkit's folder:
/// lists of flags and libraries, CUDA_HOME, architectures. Does nothing in a file without the
/// extension builder.
void findExtensionBuild(const PythonFile& file, const BuildRules& rules,
                        std::vector<PythonSite>& sites);

} // namespace rocport
