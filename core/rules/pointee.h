#pragma once

#include "core/rules/cppfile.h"

namespace rocport {

/// What a pointer expression points at, as far as its text says.
enum class Pointee : quint8 {
    Unknown, ///< a template's type, a project's type, or a declaration elsewhere
    Scalar,  ///< a number or a pointer
    Word,    ///< a structure of 2, 4 or 8 bytes that one atomic access can move: half, float2
    Wide,    ///< a vector type that no atomic access can move: float4, double2, float3
};

/// Reads casts ("reinterpret_cast<const float4*>(p)") and the declaration of the name that the
/// expression begins with, in the same function; the nearest one whose block holds the expression
/// counts, also where its type is not known. Needs CppFile::analyseStructure().
Pointee pointeeOf(const CppFile& file, TokenSpan expression);

} // namespace rocport
