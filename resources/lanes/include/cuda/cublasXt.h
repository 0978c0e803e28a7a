#pragma once

// cuBLASXt: products of matrices of the host or of devices, which return when they are done. HIP
// has nothing like it. Here OpenBLAS multiplies where they lie; tiles and devices are kept only.

#include "cublas_v2.h"

#include <climits>
#include <initializer_list>
#include <vector>

enum cublasXtPinnedMemMode_t {
    CUBLASXT_PINNING_DISABLED = 0,
    CUBLASXT_PINNING_ENABLED = 1,
};
struct cublasXtContext
{
    cublasHandle_t blas = nullptr;
    std::vector<int> devices; ///< none: they were not chosen
    int tile = 2048;
    cublasXtPinnedMemMode_t pinning = CUBLASXT_PINNING_DISABLED;
};
typedef cublasXtContext* cublasXtHandle_t;

inline cublasStatus_t cublasXtCreate(cublasXtHandle_t* handle)
{
    *handle = new cublasXtContext;
    return cublasCreate(&(*handle)->blas);
}
inline cublasStatus_t cublasXtDestroy(cublasXtHandle_t handle)
{
    if (handle == nullptr) {
        return CUBLAS_STATUS_NOT_INITIALIZED;
    }
    const cublasStatus_t status = cublasDestroy(handle->blas);
    delete handle;
    return status;
}
inline cublasStatus_t cublasXtDeviceSelect(cublasXtHandle_t handle, int count, int* devices)
{
    if (handle == nullptr) {
        return CUBLAS_STATUS_NOT_INITIALIZED;
    }
    for (int i = 0; i < count; ++i) {
        if (!rocport_lanes::isDevice(devices[i])) {
            return CUBLAS_STATUS_INVALID_VALUE;
        }
    }
    if (count < 1) {
        return CUBLAS_STATUS_INVALID_VALUE;
    }
    handle->devices.assign(devices, devices + count);
    return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasXtSetBlockDim(cublasXtHandle_t handle, int tile)
{
    if (handle == nullptr || tile < 1) {
        return handle == nullptr ? CUBLAS_STATUS_NOT_INITIALIZED : CUBLAS_STATUS_INVALID_VALUE;
    }
    handle->tile = tile;
    return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasXtGetBlockDim(cublasXtHandle_t handle, int* tile)
{
    *tile = handle->tile;
    return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasXtSetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t mode)
{
    handle->pinning = mode;
    return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasXtGetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t* mode)
{
    *mode = handle->pinning;
    return CUBLAS_STATUS_SUCCESS;
}

namespace rocport_lanes {

/// Whether the handle may multiply, and sizes are ones that OpenBLAS takes here.
inline cublasStatus_t mayMultiply(cublasXtHandle_t handle, std::initializer_list<std::size_t> sizes)
{
    if (handle == nullptr || handle->devices.empty()) {
        return CUBLAS_STATUS_NOT_INITIALIZED;
    }
    for (const std::size_t size : sizes) {
        if (size > INT_MAX) {
            return CUBLAS_STATUS_NOT_SUPPORTED;
        }
    }
    return CUBLAS_STATUS_SUCCESS;
}

} // namespace rocport_lanes

#define LANES_SIZES(...) std::initializer_list<std::size_t>{__VA_ARGS__}
/// cublasXt`name` with `parameters` behind the handle, as cublas`name` with `arguments` behind it.
#define LANES_XT(name, parameters, sizes, ...)                                                     \
    inline cublasStatus_t cublasXt##name parameters                                                \
    {                                                                                              \
        const cublasStatus_t status = rocport_lanes::mayMultiply(handle, sizes);                   \
        return status != CUBLAS_STATUS_SUCCESS ? status : cublas##name(handle->blas, __VA_ARGS__); \
    }
#define LANES_XT_H cublasXtHandle_t handle
#define LANES_I(size) static_cast<int>(size)
#define LANES_XT_ALL(S, T)                                                                         \
    LANES_XT(S##gemm,                                                                              \
             (LANES_XT_H, cublasOperation_t opA, cublasOperation_t opB, size_t m, size_t n,        \
              size_t k, const T* alpha, const T* a, size_t lda, const T* b, size_t ldb,            \
              const T* beta, T* c, size_t ldc),                                                    \
             LANES_SIZES(m, n, k, lda, ldb, ldc), opA, opB, LANES_I(m), LANES_I(n), LANES_I(k),    \
             alpha, a, LANES_I(lda), b, LANES_I(ldb), beta, c, LANES_I(ldc))                       \
    LANES_XT(S##symm,                                                                              \
             (LANES_XT_H, cublasSideMode_t side, cublasFillMode_t triangle, size_t m, size_t n,    \
              const T* alpha, const T* a, size_t lda, const T* b, size_t ldb, const T* beta, T* c, \
              size_t ldc),                                                                         \
             LANES_SIZES(m, n, lda, ldb, ldc), side, triangle, LANES_I(m), LANES_I(n), alpha, a,   \
             LANES_I(lda), b, LANES_I(ldb), beta, c, LANES_I(ldc))                                 \
    LANES_XT(S##syrk,                                                                              \
             (LANES_XT_H, cublasFillMode_t triangle, cublasOperation_t op, size_t n, size_t k,     \
              const T* alpha, const T* a, size_t lda, const T* beta, T* c, size_t ldc),            \
             LANES_SIZES(n, k, lda, ldc), triangle, op, LANES_I(n), LANES_I(k), alpha, a,          \
             LANES_I(lda), beta, c, LANES_I(ldc))                                                  \
    LANES_XT(S##syr2k,                                                                             \
             (LANES_XT_H, cublasFillMode_t triangle, cublasOperation_t op, size_t n, size_t k,     \
              const T* alpha, const T* a, size_t lda, const T* b, size_t ldb, const T* beta, T* c, \
              size_t ldc),                                                                         \
             LANES_SIZES(n, k, lda, ldb, ldc), triangle, op, LANES_I(n), LANES_I(k), alpha, a,     \
             LANES_I(lda), b, LANES_I(ldb), beta, c, LANES_I(ldc))                                 \
    LANES_XT(S##trsm,                                                                              \
             (LANES_XT_H, cublasSideMode_t side, cublasFillMode_t triangle, cublasOperation_t op,  \
              cublasDiagType_t diagonal, size_t m, size_t n, const T* alpha, const T* a,           \
              size_t lda, T* b, size_t ldb),                                                       \
             LANES_SIZES(m, n, lda, ldb), side, triangle, op, diagonal, LANES_I(m), LANES_I(n),    \
             alpha, a, LANES_I(lda), b, LANES_I(ldb))                                              \
    LANES_XT(S##trmm,                                                                              \
             (LANES_XT_H, cublasSideMode_t side, cublasFillMode_t triangle, cublasOperation_t op,  \
              cublasDiagType_t diagonal, size_t m, size_t n, const T* alpha, const T* a,           \
              size_t lda, const T* b, size_t ldb, T* c, size_t ldc),                               \
             LANES_SIZES(m, n, lda, ldb, ldc), side, triangle, op, diagonal, LANES_I(m),           \
             LANES_I(n), alpha, a, LANES_I(lda), b, LANES_I(ldb), c, LANES_I(ldc))
LANES_XT_ALL(S, float)
LANES_XT_ALL(D, double)
LANES_XT_ALL(C, cuComplex)
LANES_XT_ALL(Z, cuDoubleComplex)
#undef LANES_XT_ALL

#define LANES_XT_HERMITIAN(S, T, R)                                                                \
    LANES_XT(S##hemm,                                                                              \
             (LANES_XT_H, cublasSideMode_t side, cublasFillMode_t triangle, size_t m, size_t n,    \
              const T* alpha, const T* a, size_t lda, const T* b, size_t ldb, const T* beta, T* c, \
              size_t ldc),                                                                         \
             LANES_SIZES(m, n, lda, ldb, ldc), side, triangle, LANES_I(m), LANES_I(n), alpha, a,   \
             LANES_I(lda), b, LANES_I(ldb), beta, c, LANES_I(ldc))                                 \
    LANES_XT(S##herk,                                                                              \
             (LANES_XT_H, cublasFillMode_t triangle, cublasOperation_t op, size_t n, size_t k,     \
              const R* alpha, const T* a, size_t lda, const R* beta, T* c, size_t ldc),            \
             LANES_SIZES(n, k, lda, ldc), triangle, op, LANES_I(n), LANES_I(k), alpha, a,          \
             LANES_I(lda), beta, c, LANES_I(ldc))                                                  \
    LANES_XT(S##her2k,                                                                             \
             (LANES_XT_H, cublasFillMode_t triangle, cublasOperation_t op, size_t n, size_t k,     \
              const T* alpha, const T* a, size_t lda, const T* b, size_t ldb, const R* beta, T* c, \
              size_t ldc),                                                                         \
             LANES_SIZES(n, k, lda, ldb, ldc), triangle, op, LANES_I(n), LANES_I(k), alpha, a,     \
             LANES_I(lda), b, LANES_I(ldb), beta, c, LANES_I(ldc))
LANES_XT_HERMITIAN(C, cuComplex, float)
LANES_XT_HERMITIAN(Z, cuDoubleComplex, double)
#undef LANES_XT_HERMITIAN
#undef LANES_SIZES
#undef LANES_XT
#undef LANES_XT_H
#undef LANES_I
