#pragma once

#include "core/rules/cpp/cppgate.h"

namespace rocport {

/// The rules about preprocessor conditions; null where no pack has them.
struct ConditionRules
{
    const Rule* arch = nullptr;    ///< __CUDA_ARCH__
    const Rule* version = nullptr; ///< CUDART_VERSION, __CUDACC__ and their like
};

/// Conditions that ask for CUDA: one finding for each #if with its arms, one a file for each macro
/// that is used as a value. Edits are asked for where it is certain which branch ROCm needs and the
/// whole conditional fits under a guard. Needs CppFile::analyseStructure().
void proposeConditions(const CppFile& file, const ConditionRules& rules, ProposalWriter& writer,
                       QVector<Replacement>& edits);

/// Whether `word` is one of the macros that proposeConditions() looks for.
bool isCudaConditionMacro(std::string_view word);

} // namespace rocport
