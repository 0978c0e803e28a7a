#pragma once

// cuSOLVER and hipSOLVER for dense matrices, with names of cusolverDn. LANES_SOLVER(x) is
// cusolverx or hipsolverx, and LANES_SOLVERC(x) CUSOLVER_x or HIPSOLVER_x.

#include "lanes/blas/types.h"
#include "lanes/solver/calls.h"

#ifdef LANES_AMD
#define LANES_SOLVER(x) LANES_JOIN(hipsolver, x)
#define LANES_SOLVERC(x) LANES_JOIN(HIPSOLVER_, x)
#else
#define LANES_SOLVER(x) LANES_JOIN(cusolver, x)
#define LANES_SOLVERC(x) LANES_JOIN(CUSOLVER_, x)
#endif

#ifdef LANES_AMD
typedef enum {
    HIPSOLVER_STATUS_SUCCESS = 0,
    HIPSOLVER_STATUS_NOT_INITIALIZED = 1,
    HIPSOLVER_STATUS_ALLOC_FAILED = 2,
    HIPSOLVER_STATUS_INVALID_VALUE = 3,
    HIPSOLVER_STATUS_MAPPING_ERROR = 4,
    HIPSOLVER_STATUS_EXECUTION_FAILED = 5,
    HIPSOLVER_STATUS_INTERNAL_ERROR = 6,
    HIPSOLVER_STATUS_NOT_SUPPORTED = 7,
    HIPSOLVER_STATUS_ARCH_MISMATCH = 8,
    HIPSOLVER_STATUS_HANDLE_IS_NULLPTR = 9,
    HIPSOLVER_STATUS_INVALID_ENUM = 10,
    HIPSOLVER_STATUS_UNKNOWN = 11,
    HIPSOLVER_STATUS_ZERO_PIVOT = 12,
    HIPSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 13,
} hipsolverStatus_t;
typedef enum {
    HIPSOLVER_EIG_MODE_NOVECTOR = 201,
    HIPSOLVER_EIG_MODE_VECTOR = 202
} hipsolverEigMode_t;
typedef hipblasOperation_t hipsolverOperation_t;
typedef hipblasFillMode_t hipsolverFillMode_t;
typedef hipblasSideMode_t hipsolverSideMode_t;
#else
typedef enum {
    CUSOLVER_STATUS_SUCCESS = 0,
    CUSOLVER_STATUS_NOT_INITIALIZED = 1,
    CUSOLVER_STATUS_ALLOC_FAILED = 2,
    CUSOLVER_STATUS_INVALID_VALUE = 3,
    CUSOLVER_STATUS_ARCH_MISMATCH = 4,
    CUSOLVER_STATUS_MAPPING_ERROR = 5,
    CUSOLVER_STATUS_EXECUTION_FAILED = 6,
    CUSOLVER_STATUS_INTERNAL_ERROR = 7,
    CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8,
    CUSOLVER_STATUS_NOT_SUPPORTED = 9,
    CUSOLVER_STATUS_ZERO_PIVOT = 10,
    CUSOLVER_STATUS_INVALID_LICENSE = 11,
} cusolverStatus_t;
typedef enum { CUSOLVER_EIG_MODE_NOVECTOR = 0, CUSOLVER_EIG_MODE_VECTOR = 1 } cusolverEigMode_t;
#endif

struct LANES_SOLVER(DnContext)
{
    LANES_NAME(Stream_t) stream = nullptr;
};
typedef struct LANES_SOLVER(DnContext) * LANES_SOLVER(DnHandle_t);
#ifdef LANES_AMD
typedef hipsolverDnHandle_t hipsolverHandle_t;
#endif

inline LANES_SOLVER(Status_t) LANES_SOLVER(DnCreate)(LANES_SOLVER(DnHandle_t) * handle)
{
    *handle = new LANES_SOLVER(DnContext);
    return LANES_SOLVERC(STATUS_SUCCESS);
}
inline LANES_SOLVER(Status_t) LANES_SOLVER(DnDestroy)(LANES_SOLVER(DnHandle_t) handle)
{
    delete handle;
    return LANES_SOLVERC(STATUS_SUCCESS);
}
inline LANES_SOLVER(Status_t)
    LANES_SOLVER(DnSetStream)(LANES_SOLVER(DnHandle_t) handle, LANES_NAME(Stream_t) stream)
{
    if (handle == nullptr) {
        return LANES_SOLVERC(STATUS_NOT_INITIALIZED);
    }
    handle->stream = stream;
    return LANES_SOLVERC(STATUS_SUCCESS);
}
#ifdef LANES_AMD
inline constexpr auto& hipsolverCreate = hipsolverDnCreate;
inline constexpr auto& hipsolverDestroy = hipsolverDnDestroy;
inline constexpr auto& hipsolverSetStream = hipsolverDnSetStream;
#endif

namespace rocport_lanes {

LANES_STATUS_OF(solverStatus, LANES_SOLVER(Status_t), LANES_SOLVERC(STATUS_SUCCESS),
                LANES_SOLVERC(STATUS_INVALID_VALUE), LANES_SOLVERC(STATUS_NOT_SUPPORTED),
                LANES_SOLVERC(STATUS_EXECUTION_FAILED))

} // namespace rocport_lanes

#define LANES_SOLVER_FUNCTION(name, parameters, ...)                                               \
    inline LANES_SOLVER(Status_t) LANES_SOLVER(Dn##name) parameters                                \
    {                                                                                              \
        if (handle == nullptr) {                                                                   \
            return LANES_SOLVERC(STATUS_NOT_INITIALIZED);                                          \
        }                                                                                          \
        using namespace rocport_lanes;                                                             \
        const LibraryCall call = {handle->stream, LANES_TEXT(LANES_SOLVER(Dn##name)), false};      \
        return solverStatus(solver::__VA_ARGS__);                                                  \
    }
/// Memory of ours is used, so that a little is asked for.
#define LANES_SOLVER_SIZE(name, ...)                                                               \
    inline LANES_SOLVER(Status_t) LANES_SOLVER(Dn##name##_bufferSize)(                             \
        LANES_SOLVER(DnHandle_t) handle, __VA_ARGS__, int* size)                                   \
    {                                                                                              \
        *size = 16;                                                                                \
        return handle == nullptr ? LANES_SOLVERC(STATUS_NOT_INITIALIZED)                           \
                                 : LANES_SOLVERC(STATUS_SUCCESS);                                  \
    }
#define LANES_H LANES_SOLVER(DnHandle_t) handle
#define LANES_UPLO LANES_BLAS(FillMode_t)
#define LANES_OP LANES_BLAS(Operation_t)
#define LANES_SIDE LANES_BLAS(SideMode_t)

// OR is what names of functions with Q have, and SY those with symmetric matrices.
#define LANES_SOLVER_OF(S, OR, SY, T, R)                                                           \
    LANES_SOLVER_SIZE(S##getrf, int, int, T*, int)                                                 \
    LANES_SOLVER_FUNCTION(S##getrf,                                                                \
                          (LANES_H, int m, int n, T* a, int lda, T*, int* pivots, int* info),      \
                          getrf(call, m, n, field(a), lda, pivots, info))                          \
    LANES_SOLVER_FUNCTION(                                                                         \
        S##getrs,                                                                                  \
        (LANES_H, LANES_OP op, int n, int columns, const T* a, int lda, const int* pivots, T* b,   \
         int ldb, int* info),                                                                      \
        getrs(call, letter(op), n, columns, field(a), lda, pivots, field(b), ldb, info))           \
    LANES_SOLVER_SIZE(S##potrf, LANES_UPLO, int, T*, int)                                          \
    LANES_SOLVER_FUNCTION(                                                                         \
        S##potrf, (LANES_H, LANES_UPLO triangle, int n, T* a, int lda, T*, int, int* info),        \
        potrf(call, letter(triangle), n, field(a), lda, info))                                     \
    LANES_SOLVER_FUNCTION(                                                                         \
        S##potrs,                                                                                  \
        (LANES_H, LANES_UPLO triangle, int n, int columns, const T* a, int lda, T* b, int ldb,     \
         int* info),                                                                               \
        potrs(call, letter(triangle), n, columns, field(a), lda, field(b), ldb, info))             \
    LANES_SOLVER_SIZE(S##geqrf, int, int, T*, int)                                                 \
    LANES_SOLVER_FUNCTION(S##geqrf,                                                                \
                          (LANES_H, int m, int n, T* a, int lda, T* tau, T*, int, int* info),      \
                          geqrf(call, m, n, field(a), lda, field(tau), info))                      \
    LANES_SOLVER_SIZE(S##OR##mqr, LANES_SIDE, LANES_OP, int, int, int, const T*, int, const T*,    \
                      const T*, int)                                                               \
    LANES_SOLVER_FUNCTION(S##OR##mqr,                                                              \
                          (LANES_H, LANES_SIDE side, LANES_OP op, int m, int n, int k, const T* a, \
                           int lda, const T* tau, T* c, int ldc, T*, int, int* info),              \
                          ormqr(call, letter(side), letter(op), m, n, k, field(a), lda,            \
                                field(tau), field(c), ldc, info))                                  \
    LANES_SOLVER_SIZE(S##OR##gqr, int, int, int, const T*, int, const T*)                          \
    LANES_SOLVER_FUNCTION(                                                                         \
        S##OR##gqr,                                                                                \
        (LANES_H, int m, int n, int k, T* a, int lda, const T* tau, T*, int, int* info),           \
        orgqr(call, m, n, k, field(a), lda, field(tau), info))                                     \
    LANES_SOLVER_SIZE(S##SY##evd, LANES_SOLVER(EigMode_t), LANES_UPLO, int, const T*, int,         \
                      const R*)                                                                    \
    LANES_SOLVER_FUNCTION(S##SY##evd,                                                              \
                          (LANES_H, LANES_SOLVER(EigMode_t) mode, LANES_UPLO triangle, int n,      \
                           T* a, int lda, R* values, T*, int, int* info),                          \
                          syevd(call, mode == LANES_SOLVERC(EIG_MODE_VECTOR) ? 'V' : 'N',          \
                                letter(triangle), n, field(a), lda, values, info))                 \
    inline LANES_SOLVER(Status_t)                                                                  \
        LANES_SOLVER(Dn##S##gesvd_bufferSize)(LANES_H, int, int, int* size)                        \
    {                                                                                              \
        *size = 16;                                                                                \
        return handle == nullptr ? LANES_SOLVERC(STATUS_NOT_INITIALIZED)                           \
                                 : LANES_SOLVERC(STATUS_SUCCESS);                                  \
    }                                                                                              \
    LANES_SOLVER_FUNCTION(S##gesvd,                                                                \
                          (LANES_H, signed char jobU, signed char jobV, int m, int n, T* a,        \
                           int lda, R* values, T* u, int ldu, T* v, int ldv, T*, int, R*,          \
                           int* info),                                                             \
                          gesvd(call, static_cast<char>(jobU), static_cast<char>(jobV), m, n,      \
                                field(a), lda, values, field(u), ldu, field(v), ldv, info))
LANES_SOLVER_OF(S, or, sy, float, float)
LANES_SOLVER_OF(D, or, sy, double, double)
LANES_SOLVER_OF(C, un, he, float2, float)
LANES_SOLVER_OF(Z, un, he, double2, double)
#undef LANES_SOLVER_OF
#undef LANES_SOLVER_SIZE
#undef LANES_H
#undef LANES_UPLO
#undef LANES_OP
#undef LANES_SIDE
