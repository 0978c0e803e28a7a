#pragma once

#include "core/rules/cpp/cppgate.h"
#include "core/rules/cpp/lanemask.h"

namespace rocport {

/// Calls that name 32 lanes by a number of 32 bits, in code that the project itself has for AMD
/// GPUs: findings, since such code is not edited. Arms that only CUDA sees, or may, are left out.
/// Needs CppFile::analyseStructure().
void findOwnMasks(const CppFile& file, const LaneMasks& masks, const Rule& rule,
                  ProposalWriter& writer);

} // namespace rocport
