#pragma once

#include "core/rules/cpp/lanemask.h"
#include "core/rules/proposal.h"

namespace rocport {

/// Shuffles and votes in a branch that lanes of one wavefront may not all take: one finding for
/// each branch. Needs CppFile::analyseStructure().
void findDivergentShuffles(const CppFile& file, const Rule& rule, ProposalWriter& writer);

/// Block sizes and tiles that 64 lanes do not divide, and launch bounds over 1024: one finding for
/// each definition. Needs CppFile::analyseStructure().
void findBlockTiles(const CppFile& file, const Rule& rule, ProposalWriter& writer);

} // namespace rocport
