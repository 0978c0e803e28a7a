#pragma once

// What sparse matrices are asked for, without names of a vendor; defined in src/sparse.cpp.

#include "lanes/librarycall.h"

#include <cstddef>
#include <cstdint>

namespace rocport_lanes::sparse {

using Call = LibraryCall;

/// Which indices are compressed: those of rows, of columns, or none.
enum class Format { Csr = 1, Csc = 2, Coo = 3 };

/// As both vendors number types of data.
enum class Number : int { Float32 = 0, Float64 = 1, Complex32 = 4, Complex64 = 5 };

struct Matrix
{
    Format format = Format::Csr;
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::int64_t count = 0;
    const void* outer = nullptr; ///< offsets of rows or columns; of Coo the indices of rows
    const void* inner = nullptr; ///< indices of what is not compressed
    void* values = nullptr;
    bool wideOuter = false; ///< 64 bits
    bool wideInner = false;
    int base = 0;
    Number type = Number::Float32;
    bool isUpper = false; ///< for solving: the triangle that is read
    bool isUnit = false;  ///< and its diagonal is 1
};
struct Vector
{
    std::int64_t size = 0;
    void* values = nullptr;
    Number type = Number::Float32;
};
struct Dense
{
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::int64_t ld = 0;
    void* values = nullptr;
    Number type = Number::Float32;
    bool byRows = false;
};

/// y = alpha op(A) x + beta y; operations are N, T and C.
Ended multiply(const Call& call, char op, const void* alpha, const Matrix& a, const Vector& x,
               const void* beta, const Vector& y);
Ended multiply(const Call& call, char opA, char opB, const void* alpha, const Matrix& a,
               const Dense& b, const void* beta, const Dense& c);
/// op(A) y = alpha x, with the triangle that the matrix names.
Ended solve(const Call& call, char op, const void* alpha, const Matrix& a, const Vector& x,
            const Vector& y);
Ended solve(const Call& call, char opA, char opB, const void* alpha, const Matrix& a,
            const Dense& b, const Dense& c);
/// Incomplete factors in place of the values, where these are; `zero` becomes the first row whose
/// pivot is 0, with the base, or -1.
Ended factorIncomplete(const Call& call, const Matrix& a, int* zero);
/// The matrix by columns; without `values` only where numbers are.
Ended transpose(const Call& call, const Matrix& a, void* values, int* offsets, int* indices);
Ended compress(const Call& call, const int* rows, int count, int size, int* offsets, int base);
Ended expand(const Call& call, const int* offsets, int count, int size, int* rows, int base);

} // namespace rocport_lanes::sparse
