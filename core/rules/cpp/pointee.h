#pragma once

#include "core/rules/cpp/cppfile.h"

namespace rocport {

/// What a pointer expression points at, as far as its text says.
enum class Pointee : quint8 {
    Unknown, ///< a template's type, a project's type, or a declaration elsewhere
    Scalar,  ///< a number or a pointer
    Word,    ///< a structure of 2, 4 or 8 bytes that one atomic access can move: half, float2
    Wide,    ///< a vector type that no atomic access can move: float4, double2, float3
};

/// Reads casts ("reinterpret_cast<const float4*>(p)") and the declaration of the name with which
/// the expression begins, in the same function; the nearest one whose block holds the expression
/// counts, even if its type is not known. Needs CppFile::analyseStructure().
Pointee pointeeOf(const CppFile& file, TokenSpan expression);

/// Whether the call at `at` casts its first argument to a pointer to a type that none of the
/// overloads declared at `own` takes: `__ldcs(reinterpret_cast<const int4*>(p))` beside
/// `__ldcs(const half*)`. An overload that is a template may take any. Needs
/// CppFile::analyseStructure().
bool castsToOtherType(const CppFile& file, int at, const std::vector<int>& own);

} // namespace rocport
