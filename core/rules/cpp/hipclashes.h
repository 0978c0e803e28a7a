#pragma once

#include "core/rules/cpp/cppgate.h"

namespace rocport {

/// Functions that a file defines at file scope although HIP has the very same: atomics for float
/// and double, warp shuffles for double, min and max, and operators of vector types; also one of
/// two overloads that take a CUresult and a cudaError_t, which are one type there. On ROCm the
/// definition goes away, where it does what HIP's does; else a finding says what it clashes with.
/// Needs CppFile::analyseStructure().
/// (Fact: each was compiled for gfx942 with clang 19 and the headers of ROCm 6.4.3.)
void proposeClashes(const CppFile& file, const Rule& rule, ProposalWriter& writer,
                    QVector<Replacement>& edits);

} // namespace rocport
