#pragma once

#include "core/rules/cpp/cppgate.h"

namespace rocport {

/// Places where CUDA turns a `uint3` into a `dim3` or the other way round by itself, and HIP does
/// not: launches, initialisers and assignments. Each is a single name whose type the function says;
/// what is not certain is left alone. On ROCm the members are named.
/// Needs CppFile::analyseStructure().
/// (Fact: CUDA C++ programming guide, dim3, and vector_types.h: constructor and conversion; HIP
/// 6.4, hip_runtime_api.h: dim3 has neither, and built-in coordinates become dim3 alone.)
void proposeDimensions(const CppFile& file, const Rule& rule, ProposalWriter& writer,
                       QVector<Replacement>& edits);

/// Arrays of plain numbers whose length is a parameter of the function, with an initialiser. GCC,
/// which compiles host code for nvcc, takes that, clang refuses it; on ROCm an array of zeros is
/// filled by a call, others are findings. Needs CppFile::analyseStructure().
/// (Fact: clang 19, "variable-sized object may not be initialized".)
void proposeArrays(const CppFile& file, const Rule& rule, ProposalWriter& writer,
                   QVector<Replacement>& edits);

/// Shared memory that is declared extern with its size. nvcc takes that for a definition, clang
/// refuses it; on ROCm "extern" goes away where only kernels of the file declare the name, since
/// functions that they call would share the variable. Else it is a finding. Needs
/// CppFile::analyseStructure().
/// (Fact: nvcc 13.0, warning 20044 and its PTX; clang 19, "__shared__ variable cannot be extern".)
void proposeSharedExterns(const CppFile& file, const Rule& rule, ProposalWriter& writer,
                          QVector<Replacement>& edits);

} // namespace rocport
