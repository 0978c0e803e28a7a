#pragma once

#include "core/rules/analyse.h"
#include "core/rules/buildcmake.h"

namespace rocport {

/// The build rules of CMake files and of makefiles (phase 4). Findings, and hunks whose ROCm arm
/// stands under the guard macro.
void analyseCMake(const SourceBuffer& source, const AnalysisContext& context,
                  FileAnalysis& analysis);
void analyseMake(const SourceBuffer& source, const AnalysisContext& context,
                 FileAnalysis& analysis);

/// Names of AMD GPUs ("gfx942") that stand in code of a build file; `variable` is what to set
/// instead. Comments from '#' on are passed over, and gfx000, which is no GPU.
std::vector<BuildPlace> hardCodedArchitectures(const SourceBuffer& source, const Rule& rule,
                                               const QString& variable);

} // namespace rocport
