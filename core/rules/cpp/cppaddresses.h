#pragma once

#include "core/rules/analyse.h"
#include "core/rules/cpp/cppfile.h"
#include "core/rules/proposal.h"

namespace rocport {

/// Arithmetic on a CUdeviceptr, which is a number in CUDA and a pointer to void in HIP: one finding
/// for each line. Where generated headers hold a type that counts bytes, only what a number alone
/// can do. Variables and parameters of the file are looked at, not members. Needs
/// CppFile::analyseStructure().
void findAddressArithmetic(const CppFile& file, const Rule& rule, Strategy strategy,
                           ProposalWriter& writer);

} // namespace rocport
