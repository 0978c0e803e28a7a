#pragma once

#include "core/rules/build/buildcmake.h"
#include "core/rules/python/pythonanalysis.h"

#include <string_view>

namespace rocport {

/// Whether a Python file uses PyTorch's extension builder (setup.py, or a module that calls load or
/// load_inline).
bool usesExtensionBuilder(const PythonFile& file);

/// Whether a text may have options that link a library of CUDA's toolkit ("-lcurand").
bool namesLinkedLibrary(std::string_view text);

/// Options of a linker that modules without the extension builder hand to one of their own:
/// `return ["-lcurand"]`. How they reach it is not known, so there is no edit.
void findLinkedLibraries(const PythonFile& file, const Rule& rule, std::vector<PythonSite>& sites);

/// Finds what a build script passes to nvcc and the linker, and its uses of the toolkit's folder:
/// lists of flags and libraries, CUDA_HOME, architectures. In a file without the extension
/// builder only options that link libraries of the toolkit, as findings.
void findExtensionBuild(const PythonFile& file, const BuildRules& rules,
                        std::vector<PythonSite>& sites);

} // namespace rocport
