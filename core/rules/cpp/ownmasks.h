#pragma once

#include "core/rules/cpp/cppgate.h"
#include "core/rules/cpp/lanemask.h"

namespace rocport {

/// Calls that name 32 lanes by a 32-bit number, in the project's own code for AMD GPUs: findings,
/// since such code is not edited. Arms that only CUDA sees, or may see, are left out. Needs
/// CppFile::analyseStructure().
void findOwnMasks(const CppFile& file, const LaneMasks& masks, const Rule& rule,
                  ProposalWriter& writer);

} // namespace rocport
