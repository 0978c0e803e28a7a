#pragma once

// Functions of cuBLAS and hipBLAS with handles, for float, double and complex numbers of both.

#include "lanes/blas/types.h"

/// A function with `parameters` in parentheses, the first of which is the handle; `call` is what it
/// is for all vendors and types.
#define LANES_BLAS_FUNCTION(name, parameters, ...)                                                 \
    inline LANES_BLAS(Status_t) LANES_BLAS(name) parameters                                        \
    {                                                                                              \
        if (handle == nullptr) {                                                                   \
            return LANES_BLASC(STATUS_NOT_INITIALIZED);                                            \
        }                                                                                          \
        using namespace rocport_lanes;                                                             \
        const LibraryCall call = blasCall(handle, LANES_TEXT(LANES_BLAS(name)));                   \
        return blasStatus(blas::__VA_ARGS__);                                                      \
    }                                                                                              \
    LANES_BLAS_V2(name)

#define LANES_H LANES_BLAS(Handle_t) handle
#define LANES_OP LANES_BLAS(Operation_t)
#define LANES_UPLO LANES_BLAS(FillMode_t)
#define LANES_DIAG LANES_BLAS(DiagType_t)
#define LANES_SIDE LANES_BLAS(SideMode_t)

// Vectors. `RS` is the letter of a function whose result or scalar is real: s, d, sc, dz.
#define LANES_BLAS_VECTORS(S, LOW, RS, T, R)                                                       \
    LANES_BLAS_FUNCTION(I##LOW##amax, (LANES_H, int n, const T* x, int stepX, int* result),        \
                        extreme(call, false, n, field(x), stepX, result))                          \
    LANES_BLAS_FUNCTION(I##LOW##amin, (LANES_H, int n, const T* x, int stepX, int* result),        \
                        extreme(call, true, n, field(x), stepX, result))                           \
    LANES_BLAS_FUNCTION(RS##asum, (LANES_H, int n, const T* x, int stepX, R* result),              \
                        asum(call, n, field(x), stepX, result))                                    \
    LANES_BLAS_FUNCTION(RS##nrm2, (LANES_H, int n, const T* x, int stepX, R* result),              \
                        nrm2(call, n, field(x), stepX, result))                                    \
    LANES_BLAS_FUNCTION(S##axpy,                                                                   \
                        (LANES_H, int n, const T* alpha, const T* x, int stepX, T* y, int stepY),  \
                        axpy(call, n, field(alpha), field(x), stepX, field(y), stepY))             \
    LANES_BLAS_FUNCTION(S##copy, (LANES_H, int n, const T* x, int stepX, T* y, int stepY),         \
                        copy(call, n, field(x), stepX, field(y), stepY))                           \
    LANES_BLAS_FUNCTION(S##swap, (LANES_H, int n, T* x, int stepX, T* y, int stepY),               \
                        swap(call, n, field(x), stepX, field(y), stepY))                           \
    LANES_BLAS_FUNCTION(S##scal, (LANES_H, int n, const T* alpha, T* x, int stepX),                \
                        scal(call, n, field(alpha), field(x), stepX))                              \
    LANES_BLAS_FUNCTION(                                                                           \
        S##rot, (LANES_H, int n, T* x, int stepX, T* y, int stepY, const R* c, const T* s),        \
        rot(call, n, field(x), stepX, field(y), stepY, c, field(s)))                               \
    LANES_BLAS_FUNCTION(S##rotg, (LANES_H, T * a, T * b, R * c, T * s),                            \
                        rotg(call, field(a), field(b), c, field(s)))
LANES_BLAS_VECTORS(S, s, S, float, float)
LANES_BLAS_VECTORS(D, d, D, double, double)
LANES_BLAS_VECTORS(C, c, Sc, float2, float)
LANES_BLAS_VECTORS(Z, z, Dz, double2, double)
#undef LANES_BLAS_VECTORS

#define LANES_BLAS_DOT(name, T, conjugates)                                                        \
    LANES_BLAS_FUNCTION(name,                                                                      \
                        (LANES_H, int n, const T* x, int stepX, const T* y, int stepY, T* result), \
                        dot(call, conjugates, n, field(x), stepX, field(y), stepY, field(result)))
LANES_BLAS_DOT(Sdot, float, false)
LANES_BLAS_DOT(Ddot, double, false)
LANES_BLAS_DOT(Cdotu, float2, false)
LANES_BLAS_DOT(Cdotc, float2, true)
LANES_BLAS_DOT(Zdotu, double2, false)
LANES_BLAS_DOT(Zdotc, double2, true)
#undef LANES_BLAS_DOT

#define LANES_BLAS_REAL(S, T)                                                                      \
    LANES_BLAS_FUNCTION(S##rotm,                                                                   \
                        (LANES_H, int n, T* x, int stepX, T* y, int stepY, const T* parameters),   \
                        rotm(call, n, x, stepX, y, stepY, parameters))                             \
    LANES_BLAS_FUNCTION(S##rotmg, (LANES_H, T * d1, T * d2, T * x1, const T* y1, T* parameters),   \
                        rotmg(call, d1, d2, x1, y1, parameters))                                   \
    LANES_BLAS_FUNCTION(S##ger,                                                                    \
                        (LANES_H, int m, int n, const T* alpha, const T* x, int stepX, const T* y, \
                         int stepY, T* a, int lda),                                                \
                        ger(call, false, m, n, alpha, x, stepX, y, stepY, a, lda))
LANES_BLAS_REAL(S, float)
LANES_BLAS_REAL(D, double)
#undef LANES_BLAS_REAL

#define LANES_BLAS_COMPLEX(S, SR, T, R)                                                            \
    LANES_BLAS_FUNCTION(S##SR##scal, (LANES_H, int n, const R* alpha, T* x, int stepX),            \
                        scal(call, n, alpha, field(x), stepX))                                     \
    LANES_BLAS_FUNCTION(                                                                           \
        S##SR##rot, (LANES_H, int n, T* x, int stepX, T* y, int stepY, const R* c, const R* s),    \
        rot(call, n, field(x), stepX, field(y), stepY, c, s))                                      \
    LANES_BLAS_FUNCTION(                                                                           \
        S##geru,                                                                                   \
        (LANES_H, int m, int n, const T* alpha, const T* x, int stepX, const T* y, int stepY,      \
         T* a, int lda),                                                                           \
        ger(call, false, m, n, field(alpha), field(x), stepX, field(y), stepY, field(a), lda))     \
    LANES_BLAS_FUNCTION(                                                                           \
        S##gerc,                                                                                   \
        (LANES_H, int m, int n, const T* alpha, const T* x, int stepX, const T* y, int stepY,      \
         T* a, int lda),                                                                           \
        ger(call, true, m, n, field(alpha), field(x), stepX, field(y), stepY, field(a), lda))      \
    LANES_BLAS_FUNCTION(S##hemm,                                                                   \
                        (LANES_H, LANES_SIDE side, LANES_UPLO triangle, int m, int n,              \
                         const T* alpha, const T* a, int lda, const T* b, int ldb, const T* beta,  \
                         T* c, int ldc),                                                           \
                        symm(call, true, letter(side), letter(triangle), m, n, field(alpha),       \
                             field(a), lda, field(b), ldb, field(beta), field(c), ldc))            \
    LANES_BLAS_FUNCTION(                                                                           \
        S##herk,                                                                                   \
        (LANES_H, LANES_UPLO triangle, LANES_OP op, int n, int k, const R* alpha, const T* a,      \
         int lda, const R* beta, T* c, int ldc),                                                   \
        herk(call, letter(triangle), letter(op), n, k, alpha, field(a), lda, beta, field(c), ldc)) \
    LANES_BLAS_FUNCTION(S##her2k,                                                                  \
                        (LANES_H, LANES_UPLO triangle, LANES_OP op, int n, int k, const T* alpha,  \
                         const T* a, int lda, const T* b, int ldb, const R* beta, T* c, int ldc),  \
                        her2k(call, letter(triangle), letter(op), n, k, field(alpha), field(a),    \
                              lda, field(b), ldb, beta, field(c), ldc))                            \
    LANES_BLAS_FUNCTION(S##herkx,                                                                  \
                        (LANES_H, LANES_UPLO triangle, LANES_OP op, int n, int k, const T* alpha,  \
                         const T* a, int lda, const T* b, int ldb, const R* beta, T* c, int ldc),  \
                        syrkx(call, true, letter(triangle), letter(op), n, k, field(alpha),        \
                              field(a), lda, field(b), ldb, beta, field(c), ldc))
LANES_BLAS_COMPLEX(C, s, float2, float)
LANES_BLAS_COMPLEX(Z, d, double2, double)
#undef LANES_BLAS_COMPLEX

// A matrix and vectors: FULL to RANKP are what names have for symmetric and Hermitian matrices.
#define LANES_BLAS_SYMMETRIC(S, FULL, BAND, PACKED, RANK, RANKP, T, R)                             \
    LANES_BLAS_FUNCTION(S##FULL##mv,                                                               \
                        (LANES_H, LANES_UPLO triangle, int n, const T* alpha, const T* a, int lda, \
                         const T* x, int stepX, const T* beta, T* y, int stepY),                   \
                        symv(call, letter(triangle), n, field(alpha), field(a), lda, field(x),     \
                             stepX, field(beta), field(y), stepY))                                 \
    LANES_BLAS_FUNCTION(S##BAND##mv,                                                               \
                        (LANES_H, LANES_UPLO triangle, int n, int k, const T* alpha, const T* a,   \
                         int lda, const T* x, int stepX, const T* beta, T* y, int stepY),          \
                        sbmv(call, letter(triangle), n, k, field(alpha), field(a), lda, field(x),  \
                             stepX, field(beta), field(y), stepY))                                 \
    LANES_BLAS_FUNCTION(S##PACKED##mv,                                                             \
                        (LANES_H, LANES_UPLO triangle, int n, const T* alpha, const T* a,          \
                         const T* x, int stepX, const T* beta, T* y, int stepY),                   \
                        spmv(call, letter(triangle), n, field(alpha), field(a), field(x), stepX,   \
                             field(beta), field(y), stepY))                                        \
    LANES_BLAS_FUNCTION(S##RANK,                                                                   \
                        (LANES_H, LANES_UPLO triangle, int n, const R* alpha, const T* x,          \
                         int stepX, T* a, int lda),                                                \
                        syr(call, letter(triangle), n, alpha, field(x), stepX, field(a), lda))     \
    LANES_BLAS_FUNCTION(                                                                           \
        S##RANKP,                                                                                  \
        (LANES_H, LANES_UPLO triangle, int n, const R* alpha, const T* x, int stepX, T* a),        \
        spr(call, letter(triangle), n, alpha, field(x), stepX, field(a)))                          \
    LANES_BLAS_FUNCTION(S##RANK##2,                                                                \
                        (LANES_H, LANES_UPLO triangle, int n, const T* alpha, const T* x,          \
                         int stepX, const T* y, int stepY, T* a, int lda),                         \
                        syr2(call, letter(triangle), n, field(alpha), field(x), stepX, field(y),   \
                             stepY, field(a), lda))                                                \
    LANES_BLAS_FUNCTION(                                                                           \
        S##RANKP##2,                                                                               \
        (LANES_H, LANES_UPLO triangle, int n, const T* alpha, const T* x, int stepX, const T* y,   \
         int stepY, T* a),                                                                         \
        spr2(call, letter(triangle), n, field(alpha), field(x), stepX, field(y), stepY, field(a)))
LANES_BLAS_SYMMETRIC(S, sy, sb, sp, syr, spr, float, float)
LANES_BLAS_SYMMETRIC(D, sy, sb, sp, syr, spr, double, double)
LANES_BLAS_SYMMETRIC(C, he, hb, hp, her, hpr, float2, float)
LANES_BLAS_SYMMETRIC(Z, he, hb, hp, her, hpr, double2, double)
#undef LANES_BLAS_SYMMETRIC

#define LANES_BLAS_TRIANGLES(S, T, does, solves)                                                   \
    LANES_BLAS_FUNCTION(S##tr##does,                                                               \
                        (LANES_H, LANES_UPLO triangle, LANES_OP op, LANES_DIAG diagonal, int n,    \
                         const T* a, int lda, T* x, int stepX),                                    \
                        triangular(call, solves, letter(triangle), letter(op), letter(diagonal),   \
                                   n, field(a), lda, field(x), stepX))                             \
    LANES_BLAS_FUNCTION(S##tb##does,                                                               \
                        (LANES_H, LANES_UPLO triangle, LANES_OP op, LANES_DIAG diagonal, int n,    \
                         int k, const T* a, int lda, T* x, int stepX),                             \
                        triangularBand(call, solves, letter(triangle), letter(op),                 \
                                       letter(diagonal), n, k, field(a), lda, field(x), stepX))    \
    LANES_BLAS_FUNCTION(S##tp##does,                                                               \
                        (LANES_H, LANES_UPLO triangle, LANES_OP op, LANES_DIAG diagonal, int n,    \
                         const T* a, T* x, int stepX),                                             \
                        triangularPacked(call, solves, letter(triangle), letter(op),               \
                                         letter(diagonal), n, field(a), field(x), stepX))

#define LANES_BLAS_MATRICES(S, T)                                                                  \
    LANES_BLAS_TRIANGLES(S, T, mv, false)                                                          \
    LANES_BLAS_TRIANGLES(S, T, sv, true)                                                           \
    LANES_BLAS_FUNCTION(S##gemv,                                                                   \
                        (LANES_H, LANES_OP op, int m, int n, const T* alpha, const T* a, int lda,  \
                         const T* x, int stepX, const T* beta, T* y, int stepY),                   \
                        gemv(call, letter(op), m, n, field(alpha), field(a), lda, field(x), stepX, \
                             field(beta), field(y), stepY))                                        \
    LANES_BLAS_FUNCTION(S##gbmv,                                                                   \
                        (LANES_H, LANES_OP op, int m, int n, int below, int above, const T* alpha, \
                         const T* a, int lda, const T* x, int stepX, const T* beta, T* y,          \
                         int stepY),                                                               \
                        gbmv(call, letter(op), m, n, below, above, field(alpha), field(a), lda,    \
                             field(x), stepX, field(beta), field(y), stepY))                       \
    LANES_BLAS_FUNCTION(S##gemm,                                                                   \
                        (LANES_H, LANES_OP opA, LANES_OP opB, int m, int n, int k, const T* alpha, \
                         const T* a, int lda, const T* b, int ldb, const T* beta, T* c, int ldc),  \
                        gemm(call, letter(opA), letter(opB), m, n, k, field(alpha), field(a), lda, \
                             field(b), ldb, field(beta), field(c), ldc))                           \
    LANES_BLAS_FUNCTION(S##gemmBatched,                                                            \
                        (LANES_H, LANES_OP opA, LANES_OP opB, int m, int n, int k, const T* alpha, \
                         const T* const* a, int lda, const T* const* b, int ldb, const T* beta,    \
                         T* const* c, int ldc, int count),                                         \
                        gemmBatched(call, letter(opA), letter(opB), m, n, k, field(alpha),         \
                                    fields(a), lda, fields(b), ldb, field(beta), fields(c), ldc,   \
                                    count))                                                        \
    LANES_BLAS_FUNCTION(                                                                           \
        S##gemmStridedBatched,                                                                     \
        (LANES_H, LANES_OP opA, LANES_OP opB, int m, int n, int k, const T* alpha, const T* a,     \
         int lda, long long strideA, const T* b, int ldb, long long strideB, const T* beta, T* c,  \
         int ldc, long long strideC, int count),                                                   \
        gemmStrided(call, letter(opA), letter(opB), m, n, k, field(alpha), field(a), lda, strideA, \
                    field(b), ldb, strideB, field(beta), field(c), ldc, strideC, count))           \
    LANES_BLAS_FUNCTION(S##symm,                                                                   \
                        (LANES_H, LANES_SIDE side, LANES_UPLO triangle, int m, int n,              \
                         const T* alpha, const T* a, int lda, const T* b, int ldb, const T* beta,  \
                         T* c, int ldc),                                                           \
                        symm(call, false, letter(side), letter(triangle), m, n, field(alpha),      \
                             field(a), lda, field(b), ldb, field(beta), field(c), ldc))            \
    LANES_BLAS_FUNCTION(S##syrk,                                                                   \
                        (LANES_H, LANES_UPLO triangle, LANES_OP op, int n, int k, const T* alpha,  \
                         const T* a, int lda, const T* beta, T* c, int ldc),                       \
                        syrk(call, letter(triangle), letter(op), n, k, field(alpha), field(a),     \
                             lda, field(beta), field(c), ldc))                                     \
    LANES_BLAS_FUNCTION(S##syr2k,                                                                  \
                        (LANES_H, LANES_UPLO triangle, LANES_OP op, int n, int k, const T* alpha,  \
                         const T* a, int lda, const T* b, int ldb, const T* beta, T* c, int ldc),  \
                        syr2k(call, letter(triangle), letter(op), n, k, field(alpha), field(a),    \
                              lda, field(b), ldb, field(beta), field(c), ldc))                     \
    LANES_BLAS_FUNCTION(S##syrkx,                                                                  \
                        (LANES_H, LANES_UPLO triangle, LANES_OP op, int n, int k, const T* alpha,  \
                         const T* a, int lda, const T* b, int ldb, const T* beta, T* c, int ldc),  \
                        syrkx(call, false, letter(triangle), letter(op), n, k, field(alpha),       \
                              field(a), lda, field(b), ldb, field(beta), field(c), ldc))           \
    LANES_BLAS_FUNCTION(S##trmm,                                                                   \
                        (LANES_H, LANES_SIDE side, LANES_UPLO triangle, LANES_OP op,               \
                         LANES_DIAG diagonal, int m, int n, const T* alpha, const T* a, int lda,   \
                         const T* b, int ldb, T* c, int ldc),                                      \
                        trmm(call, letter(side), letter(triangle), letter(op), letter(diagonal),   \
                             m, n, field(alpha), field(a), lda, field(b), ldb, field(c), ldc))     \
    LANES_BLAS_FUNCTION(S##trsm,                                                                   \
                        (LANES_H, LANES_SIDE side, LANES_UPLO triangle, LANES_OP op,               \
                         LANES_DIAG diagonal, int m, int n, const T* alpha, const T* a, int lda,   \
                         T* b, int ldb),                                                           \
                        trsm(call, letter(side), letter(triangle), letter(op), letter(diagonal),   \
                             m, n, field(alpha), field(a), lda, field(b), ldb))                    \
    LANES_BLAS_FUNCTION(                                                                           \
        S##trsmBatched,                                                                            \
        (LANES_H, LANES_SIDE side, LANES_UPLO triangle, LANES_OP op, LANES_DIAG diagonal, int m,   \
         int n, const T* alpha, const T* const* a, int lda, T* const* b, int ldb, int count),      \
        trsmBatched(call, letter(side), letter(triangle), letter(op), letter(diagonal), m, n,      \
                    field(alpha), fields(a), lda, fields(b), ldb, count))                          \
    LANES_BLAS_FUNCTION(S##geam,                                                                   \
                        (LANES_H, LANES_OP opA, LANES_OP opB, int m, int n, const T* alpha,        \
                         const T* a, int lda, const T* beta, const T* b, int ldb, T* c, int ldc),  \
                        geam(call, letter(opA), letter(opB), m, n, field(alpha), field(a), lda,    \
                             field(beta), field(b), ldb, field(c), ldc))                           \
    LANES_BLAS_FUNCTION(                                                                           \
        S##dgmm,                                                                                   \
        (LANES_H, LANES_SIDE side, int m, int n, const T* a, int lda, const T* x, int stepX, T* c, \
         int ldc),                                                                                 \
        dgmm(call, letter(side), m, n, field(a), lda, field(x), stepX, field(c), ldc))             \
    LANES_BLAS_FUNCTION(S##getrfBatched,                                                           \
                        (LANES_H, int n, T* const* a, int lda, int* pivots, int* info, int count), \
                        getrfBatched(call, n, fields(a), lda, pivots, info, count))                \
    LANES_BLAS_FUNCTION(S##getrsBatched,                                                           \
                        (LANES_H, LANES_OP op, int n, int columns, const T* const* a, int lda,     \
                         const int* pivots, T* const* b, int ldb, int* info, int count),           \
                        getrsBatched(call, letter(op), n, columns, fields(a), lda, pivots,         \
                                     fields(b), ldb, info, count))                                 \
    LANES_BLAS_FUNCTION(                                                                           \
        S##getriBatched,                                                                           \
        (LANES_H, int n, const T* const* a, int lda, const int* pivots, T* const* c, int ldc,      \
         int* info, int count),                                                                    \
        getriBatched(call, n, fields(a), lda, pivots, fields(c), ldc, info, count))                \
    LANES_BLAS_FUNCTION(                                                                           \
        S##matinvBatched,                                                                          \
        (LANES_H, int n, const T* const* a, int lda, T* const* c, int ldc, int* info, int count),  \
        matinvBatched(call, n, fields(a), lda, fields(c), ldc, info, count))                       \
    LANES_BLAS_FUNCTION(                                                                           \
        S##geqrfBatched,                                                                           \
        (LANES_H, int m, int n, T* const* a, int lda, T* const* tau, int* info, int count),        \
        geqrfBatched(call, m, n, fields(a), lda, fields(tau), info, count))
LANES_BLAS_MATRICES(S, float)
LANES_BLAS_MATRICES(D, double)
LANES_BLAS_MATRICES(C, float2)
LANES_BLAS_MATRICES(Z, double2)
#undef LANES_BLAS_MATRICES
#undef LANES_BLAS_TRIANGLES

#ifndef LANES_AMD
inline constexpr auto& cublasCgemm3m = cublasCgemm;
inline constexpr auto& cublasZgemm3m = cublasZgemm;
inline constexpr auto& cublasCgemm3mStridedBatched = cublasCgemmStridedBatched;
#endif

// --- Numbers of several types --------------------------------------------------------------------

namespace rocport_lanes {

/// False: nothing is calculated so.
inline bool computeOf(LANES_BLAS(ComputeType_t) type, blas::Compute& compute)
{
    switch (type) {
    case LANES_BLASC(COMPUTE_16F):
    case LANES_BLASC(COMPUTE_16F_PEDANTIC):
        compute = blas::Compute::Half;
        return true;
    case LANES_BLASC(COMPUTE_64F):
    case LANES_BLASC(COMPUTE_64F_PEDANTIC):
        compute = blas::Compute::Float64;
        return true;
    case LANES_BLASC(COMPUTE_32I):
    case LANES_BLASC(COMPUTE_32I_PEDANTIC):
        compute = blas::Compute::Int32;
        return true;
    case LANES_BLASC(COMPUTE_32F):
    case LANES_BLASC(COMPUTE_32F_PEDANTIC):
    case LANES_BLASC(COMPUTE_32F_FAST_16F):
    case LANES_BLASC(COMPUTE_32F_FAST_16BF):
    case LANES_BLASC(COMPUTE_32F_FAST_TF32):
        compute = blas::Compute::Float32;
        return true;
    }
    return false;
}
inline blas::Number numberType(LANES_DATA_TYPE type)
{
    return static_cast<blas::Number>(type);
}
inline LANES_BLAS(Status_t)
    blasEx(LANES_BLAS(Handle_t) handle, const char* name, LANES_OP opA, LANES_OP opB, int m, int n,
           int k, const void* alpha, const blas::Matrices& matrices, const void* beta,
           const blas::Strides* strides, int count, LANES_BLAS(ComputeType_t) type)
{
    if (handle == nullptr) {
        return LANES_BLASC(STATUS_NOT_INITIALIZED);
    }
    blas::Compute compute = blas::Compute::Float32;
    if (!computeOf(type, compute)) {
        return LANES_BLASC(STATUS_NOT_SUPPORTED);
    }
    const LibraryCall call = blasCall(handle, name);
    return blasStatus(strides != nullptr
                          ? blas::gemmEx(call, letter(opA), letter(opB), m, n, k, alpha, matrices,
                                         beta, *strides, count, compute)
                          : blas::gemmBatchedEx(call, letter(opA), letter(opB), m, n, k, alpha,
                                                matrices, beta, count, compute));
}
/// What a type says of how is calculated, as older programs name it.
inline LANES_BLAS(ComputeType_t) computeType(LANES_BLAS(ComputeType_t) type)
{
    return type;
}
inline LANES_BLAS(ComputeType_t) computeType(LANES_DATA_TYPE type)
{
    switch (type) {
    case LANES_DATA(R_16F):
        return LANES_BLASC(COMPUTE_16F);
    case LANES_DATA(R_64F):
    case LANES_DATA(C_64F):
        return LANES_BLASC(COMPUTE_64F);
    case LANES_DATA(R_32I):
        return LANES_BLASC(COMPUTE_32I);
    default:
        return LANES_BLASC(COMPUTE_32F);
    }
}

} // namespace rocport_lanes

#define LANES_BLAS_EX(Compute)                                                                     \
    inline LANES_BLAS(Status_t) LANES_BLAS(GemmEx)(                                                \
        LANES_H, LANES_OP opA, LANES_OP opB, int m, int n, int k, const void* alpha,               \
        const void* a, LANES_DATA_TYPE typeA, int lda, const void* b, LANES_DATA_TYPE typeB,       \
        int ldb, const void* beta, void* c, LANES_DATA_TYPE typeC, int ldc, Compute compute,       \
        LANES_BLAS(GemmAlgo_t))                                                                    \
    {                                                                                              \
        using namespace rocport_lanes;                                                             \
        const blas::Strides none;                                                                  \
        return blasEx(                                                                             \
            handle, LANES_TEXT(LANES_BLAS(GemmEx)), opA, opB, m, n, k, alpha,                      \
            {a, numberType(typeA), lda, b, numberType(typeB), ldb, c, numberType(typeC), ldc},     \
            beta, &none, 1, computeType(compute));                                                 \
    }                                                                                              \
    inline LANES_BLAS(Status_t) LANES_BLAS(GemmStridedBatchedEx)(                                  \
        LANES_H, LANES_OP opA, LANES_OP opB, int m, int n, int k, const void* alpha,               \
        const void* a, LANES_DATA_TYPE typeA, int lda, long long strideA, const void* b,           \
        LANES_DATA_TYPE typeB, int ldb, long long strideB, const void* beta, void* c,              \
        LANES_DATA_TYPE typeC, int ldc, long long strideC, int count, Compute compute,             \
        LANES_BLAS(GemmAlgo_t))                                                                    \
    {                                                                                              \
        using namespace rocport_lanes;                                                             \
        const blas::Strides strides = {strideA, strideB, strideC};                                 \
        return blasEx(                                                                             \
            handle, LANES_TEXT(LANES_BLAS(GemmStridedBatchedEx)), opA, opB, m, n, k, alpha,        \
            {a, numberType(typeA), lda, b, numberType(typeB), ldb, c, numberType(typeC), ldc},     \
            beta, &strides, count, computeType(compute));                                          \
    }                                                                                              \
    inline LANES_BLAS(Status_t) LANES_BLAS(GemmBatchedEx)(                                         \
        LANES_H, LANES_OP opA, LANES_OP opB, int m, int n, int k, const void* alpha,               \
        const void* const a[], LANES_DATA_TYPE typeA, int lda, const void* const b[],              \
        LANES_DATA_TYPE typeB, int ldb, const void* beta, void* const c[], LANES_DATA_TYPE typeC,  \
        int ldc, int count, Compute compute, LANES_BLAS(GemmAlgo_t))                               \
    {                                                                                              \
        using namespace rocport_lanes;                                                             \
        return blasEx(handle, LANES_TEXT(LANES_BLAS(GemmBatchedEx)), opA, opB, m, n, k, alpha,     \
                      {a, numberType(typeA), lda, b, numberType(typeB), ldb,                       \
                       const_cast<void**>(c), numberType(typeC), ldc},                             \
                      beta, nullptr, count, computeType(compute));                                 \
    }
LANES_BLAS_EX(LANES_BLAS(ComputeType_t))
#ifndef LANES_AMD
LANES_BLAS_EX(cudaDataType)
#endif
#undef LANES_BLAS_EX

#define LANES_BLAS_HALF(name, T, type)                                                             \
    inline LANES_BLAS(Status_t)                                                                    \
        LANES_BLAS(name)(LANES_H, LANES_OP opA, LANES_OP opB, int m, int n, int k, const T* alpha, \
                         const T* a, int lda, const T* b, int ldb, const T* beta, T* c, int ldc)   \
    {                                                                                              \
        return LANES_BLAS(GemmEx)(handle, opA, opB, m, n, k, alpha, a, type, lda, b, type, ldb,    \
                                  beta, c, type, ldc, LANES_BLASC(COMPUTE_16F),                    \
                                  LANES_BLASC(GEMM_DEFAULT));                                      \
    }                                                                                              \
    inline LANES_BLAS(Status_t) LANES_BLAS(name##StridedBatched)(                                  \
        LANES_H, LANES_OP opA, LANES_OP opB, int m, int n, int k, const T* alpha, const T* a,      \
        int lda, long long strideA, const T* b, int ldb, long long strideB, const T* beta, T* c,   \
        int ldc, long long strideC, int count)                                                     \
    {                                                                                              \
        return LANES_BLAS(GemmStridedBatchedEx)(                                                   \
            handle, opA, opB, m, n, k, alpha, a, type, lda, strideA, b, type, ldb, strideB, beta,  \
            c, type, ldc, strideC, count, LANES_BLASC(COMPUTE_16F), LANES_BLASC(GEMM_DEFAULT));    \
    }                                                                                              \
    inline LANES_BLAS(Status_t)                                                                    \
        LANES_BLAS(name##Batched)(LANES_H, LANES_OP opA, LANES_OP opB, int m, int n, int k,        \
                                  const T* alpha, const T* const a[], int lda, const T* const b[], \
                                  int ldb, const T* beta, T* const c[], int ldc, int count)        \
    {                                                                                              \
        return LANES_BLAS(GemmBatchedEx)(handle, opA, opB, m, n, k, alpha,                         \
                                         reinterpret_cast<const void* const*>(a), type, lda,       \
                                         reinterpret_cast<const void* const*>(b), type, ldb, beta, \
                                         reinterpret_cast<void* const*>(c), type, ldc, count,      \
                                         LANES_BLASC(COMPUTE_16F), LANES_BLASC(GEMM_DEFAULT));     \
    }
LANES_BLAS_HALF(Hgemm, __half, LANES_DATA(R_16F))
#undef LANES_BLAS_HALF

#ifndef LANES_AMD
inline cublasStatus_t cublasSgemmEx(LANES_H, LANES_OP opA, LANES_OP opB, int m, int n, int k,
                                    const float* alpha, const void* a, cudaDataType typeA, int lda,
                                    const void* b, cudaDataType typeB, int ldb, const float* beta,
                                    void* c, cudaDataType typeC, int ldc)
{
    return cublasGemmEx(handle, opA, opB, m, n, k, alpha, a, typeA, lda, b, typeB, ldb, beta, c,
                        typeC, ldc, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
}
#endif

#undef LANES_H
#undef LANES_OP
#undef LANES_UPLO
#undef LANES_DIAG
#undef LANES_SIDE
