#pragma once

#include "core/base/finding.h"
#include "core/rules/cpp/cppfile.h"

namespace rocport {

/// The arm for CUDA that holds `offset` and beside which the project has one for AMD GPUs; null:
/// none.
const CppPortedArm* portedArmAt(const CppFile& file, qsizetype offset);

/// Marks the findings in such arms as ported (Finding::ported); their ways out say where the arm
/// for AMD GPUs is, and which functions of CUDA's libraries it has no counterpart of.
void markPorted(const CppFile& file, FileAnalysis& analysis);

} // namespace rocport
