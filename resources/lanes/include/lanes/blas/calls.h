#pragma once

// What BLAS is asked for, without names of a vendor. T is float, double or a complex number of
// them; matrices lie by columns. Operations, triangles, sides and diagonals are letters as Fortran
// has them. Defined in src/blas*.cpp with OpenBLAS.

#include "lanes/librarycall.h"

namespace rocport_lanes::blas {

using Call = LibraryCall;

// --- Vectors -----------------------------------------------------------------------------------

/// 1-based; 0: there is nothing. `smallest` takes the first of the smallest.
template <typename T>
Ended extreme(const Call& call, bool smallest, int n, const T* x, int stepX, int* result);
template <typename T>
Ended asum(const Call& call, int n, const T* x, int stepX, Real<T>* result);
template <typename T>
Ended nrm2(const Call& call, int n, const T* x, int stepX, Real<T>* result);
template <typename T>
Ended axpy(const Call& call, int n, const T* alpha, const T* x, int stepX, T* y, int stepY);
template <typename T>
Ended copy(const Call& call, int n, const T* x, int stepX, T* y, int stepY);
template <typename T>
Ended swap(const Call& call, int n, T* x, int stepX, T* y, int stepY);
template <typename T>
Ended dot(const Call& call, bool conjugates, int n, const T* x, int stepX, const T* y, int stepY,
          T* result);
template <typename T, typename S>
Ended rot(const Call& call, int n, T* x, int stepX, T* y, int stepY, const Real<T>* c, const S* s);
template <typename T>
Ended rotg(const Call& call, T* a, T* b, Real<T>* c, T* s);
template <typename T>
Ended rotm(const Call& call, int n, T* x, int stepX, T* y, int stepY, const T* parameters);
template <typename T>
Ended rotmg(const Call& call, T* d1, T* d2, T* x1, const T* y1, T* parameters);
template <typename T, typename A>
Ended scal(const Call& call, int n, const A* alpha, T* x, int stepX);

// --- Matrices and vectors ----------------------------------------------------------------------

template <typename T>
Ended gemv(const Call& call, char op, int m, int n, const T* alpha, const T* a, int lda, const T* x,
           int stepX, const T* beta, T* y, int stepY);
template <typename T>
Ended gbmv(const Call& call, char op, int m, int n, int below, int above, const T* alpha,
           const T* a, int lda, const T* x, int stepX, const T* beta, T* y, int stepY);
template <typename T>
Ended ger(const Call& call, bool conjugates, int m, int n, const T* alpha, const T* x, int stepX,
          const T* y, int stepY, T* a, int lda);
/// Symmetric matrices of real numbers and Hermitian ones of complex: full, of a band, packed.
template <typename T>
Ended symv(const Call& call, char triangle, int n, const T* alpha, const T* a, int lda, const T* x,
           int stepX, const T* beta, T* y, int stepY);
template <typename T>
Ended sbmv(const Call& call, char triangle, int n, int k, const T* alpha, const T* a, int lda,
           const T* x, int stepX, const T* beta, T* y, int stepY);
template <typename T>
Ended spmv(const Call& call, char triangle, int n, const T* alpha, const T* a, const T* x,
           int stepX, const T* beta, T* y, int stepY);
template <typename T>
Ended syr(const Call& call, char triangle, int n, const Real<T>* alpha, const T* x, int stepX, T* a,
          int lda);
template <typename T>
Ended spr(const Call& call, char triangle, int n, const Real<T>* alpha, const T* x, int stepX,
          T* a);
template <typename T>
Ended syr2(const Call& call, char triangle, int n, const T* alpha, const T* x, int stepX,
           const T* y, int stepY, T* a, int lda);
template <typename T>
Ended spr2(const Call& call, char triangle, int n, const T* alpha, const T* x, int stepX,
           const T* y, int stepY, T* a);
/// A triangle times a vector, or solved for it: full, of a band (lda, k), packed.
template <typename T>
Ended triangular(const Call& call, bool solves, char triangle, char op, char diagonal, int n,
                 const T* a, int lda, T* x, int stepX);
template <typename T>
Ended triangularBand(const Call& call, bool solves, char triangle, char op, char diagonal, int n,
                     int k, const T* a, int lda, T* x, int stepX);
template <typename T>
Ended triangularPacked(const Call& call, bool solves, char triangle, char op, char diagonal, int n,
                       const T* a, T* x, int stepX);

// --- Matrices ----------------------------------------------------------------------------------

template <typename T>
Ended gemm(const Call& call, char opA, char opB, int m, int n, int k, const T* alpha, const T* a,
           int lda, const T* b, int ldb, const T* beta, T* c, int ldc);
template <typename T>
Ended gemmBatched(const Call& call, char opA, char opB, int m, int n, int k, const T* alpha,
                  const T* const* a, int lda, const T* const* b, int ldb, const T* beta,
                  T* const* c, int ldc, int count);
template <typename T>
Ended gemmStrided(const Call& call, char opA, char opB, int m, int n, int k, const T* alpha,
                  const T* a, int lda, long long strideA, const T* b, int ldb, long long strideB,
                  const T* beta, T* c, int ldc, long long strideC, int count);
template <typename T>
Ended symm(const Call& call, bool hermitian, char side, char triangle, int m, int n, const T* alpha,
           const T* a, int lda, const T* b, int ldb, const T* beta, T* c, int ldc);
template <typename T>
Ended syrk(const Call& call, char triangle, char op, int n, int k, const T* alpha, const T* a,
           int lda, const T* beta, T* c, int ldc);
template <typename T>
Ended herk(const Call& call, char triangle, char op, int n, int k, const Real<T>* alpha, const T* a,
           int lda, const Real<T>* beta, T* c, int ldc);
template <typename T>
Ended syr2k(const Call& call, char triangle, char op, int n, int k, const T* alpha, const T* a,
            int lda, const T* b, int ldb, const T* beta, T* c, int ldc);
template <typename T>
Ended her2k(const Call& call, char triangle, char op, int n, int k, const T* alpha, const T* a,
            int lda, const T* b, int ldb, const Real<T>* beta, T* c, int ldc);
/// A triangle of A times B, transposed, or with `B` (Real<T> or T) conjugated too.
template <typename T, typename B>
Ended syrkx(const Call& call, bool hermitian, char triangle, char op, int n, int k, const T* alpha,
            const T* a, int lda, const T* b, int ldb, const B* beta, T* c, int ldc);
template <typename T>
Ended trmm(const Call& call, char side, char triangle, char op, char diagonal, int m, int n,
           const T* alpha, const T* a, int lda, const T* b, int ldb, T* c, int ldc);
template <typename T>
Ended trsm(const Call& call, char side, char triangle, char op, char diagonal, int m, int n,
           const T* alpha, const T* a, int lda, T* b, int ldb);
template <typename T>
Ended trsmBatched(const Call& call, char side, char triangle, char op, char diagonal, int m, int n,
                  const T* alpha, const T* const* a, int lda, T* const* b, int ldb, int count);
template <typename T>
Ended geam(const Call& call, char opA, char opB, int m, int n, const T* alpha, const T* a, int lda,
           const T* beta, const T* b, int ldb, T* c, int ldc);
template <typename T>
Ended dgmm(const Call& call, char side, int m, int n, const T* a, int lda, const T* x, int stepX,
           T* c, int ldc);

// --- Many small matrices -----------------------------------------------------------------------

/// Without `pivots` rows are not exchanged. Of each matrix n pivots, 1-based.
template <typename T>
Ended getrfBatched(const Call& call, int n, T* const* a, int lda, int* pivots, int* info,
                   int count);
template <typename T>
Ended getrsBatched(const Call& call, char op, int n, int columns, const T* const* a, int lda,
                   const int* pivots, T* const* b, int ldb, int* info, int count);
template <typename T>
Ended getriBatched(const Call& call, int n, const T* const* a, int lda, const int* pivots,
                   T* const* c, int ldc, int* info, int count);
template <typename T>
Ended matinvBatched(const Call& call, int n, const T* const* a, int lda, T* const* c, int ldc,
                    int* info, int count);
template <typename T>
Ended geqrfBatched(const Call& call, int m, int n, T* const* a, int lda, T* const* tau, int* info,
                   int count);

// --- Numbers of several types ------------------------------------------------------------------

/// As both vendors number cudaDataType and hipDataType.
enum class Number : int {
    Float32 = 0,
    Float64 = 1,
    Half = 2,
    Int8 = 3,
    Complex32 = 4,
    Complex64 = 5,
    Int32 = 10,
    BFloat16 = 14,
};
/// What is calculated with, and the type of alpha and beta.
enum class Compute { Half, Float32, Float64, Int32 };

struct Matrices
{
    const void* a = nullptr;
    Number typeA = Number::Float32;
    int lda = 0;
    const void* b = nullptr;
    Number typeB = Number::Float32;
    int ldb = 0;
    void* c = nullptr;
    Number typeC = Number::Float32;
    int ldc = 0;
};
struct Strides
{
    long long a = 0;
    long long b = 0;
    long long c = 0;
};
/// Products of half, bfloat16 and FP32 are summed as float, those of integers exactly.
Ended gemmEx(const Call& call, char opA, char opB, int m, int n, int k, const void* alpha,
             const Matrices& matrices, const void* beta, const Strides& strides, int count,
             Compute compute);
/// The same with an array of pointers in each of `a`, `b` and `c`.
Ended gemmBatchedEx(const Call& call, char opA, char opB, int m, int n, int k, const void* alpha,
                    const Matrices& matrices, const void* beta, int count, Compute compute);

} // namespace rocport_lanes::blas
