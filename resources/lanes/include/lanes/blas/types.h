#pragma once

// Types of cuBLAS and hipBLAS, handles and copies. LANES_BLAS(x) is cublasx or hipblasx, and
// LANES_BLASC(x) CUBLAS_x or HIPBLAS_x.

#include "lanes/blas/calls.h"
#include "lanes/datatypes.h"

#include <cstddef>
#include <cstdio>

#ifdef LANES_AMD
#define LANES_BLAS(x) LANES_JOIN(hipblas, x)
#define LANES_BLASC(x) LANES_JOIN(HIPBLAS_, x)
#else
#define LANES_BLAS(x) LANES_JOIN(cublas, x)
#define LANES_BLASC(x) LANES_JOIN(CUBLAS_, x)
#endif

/// Statuses with their numbers in cuBLAS and in hipBLAS.
#ifdef LANES_AMD
#define LANES_BLAS_STATUSES(each)                                                                  \
    each(SUCCESS, 0) each(NOT_INITIALIZED, 1) each(ALLOC_FAILED, 2) each(INVALID_VALUE, 3)         \
        each(MAPPING_ERROR, 4) each(EXECUTION_FAILED, 5) each(INTERNAL_ERROR, 6)                   \
            each(NOT_SUPPORTED, 7) each(ARCH_MISMATCH, 8) each(HANDLE_IS_NULLPTR, 9)               \
                each(INVALID_ENUM, 10) each(UNKNOWN, 11)
#else
#define LANES_BLAS_STATUSES(each)                                                                  \
    each(SUCCESS, 0) each(NOT_INITIALIZED, 1) each(ALLOC_FAILED, 3) each(INVALID_VALUE, 7)         \
        each(ARCH_MISMATCH, 8) each(MAPPING_ERROR, 11) each(EXECUTION_FAILED, 13)                  \
            each(INTERNAL_ERROR, 14) each(NOT_SUPPORTED, 15) each(LICENSE_ERROR, 16)
#endif
typedef enum {
#define LANES_VALUE(name, number) LANES_BLASC(STATUS_##name) = number,
    LANES_BLAS_STATUSES(LANES_VALUE)
#undef LANES_VALUE
} LANES_BLAS(Status_t);

#ifdef LANES_AMD
typedef enum { HIPBLAS_OP_N = 111, HIPBLAS_OP_T = 112, HIPBLAS_OP_C = 113 } hipblasOperation_t;
typedef enum {
    HIPBLAS_FILL_MODE_UPPER = 121,
    HIPBLAS_FILL_MODE_LOWER = 122,
    HIPBLAS_FILL_MODE_FULL = 123,
} hipblasFillMode_t;
typedef enum { HIPBLAS_DIAG_NON_UNIT = 131, HIPBLAS_DIAG_UNIT = 132 } hipblasDiagType_t;
typedef enum {
    HIPBLAS_SIDE_LEFT = 141,
    HIPBLAS_SIDE_RIGHT = 142,
    HIPBLAS_SIDE_BOTH = 143,
} hipblasSideMode_t;
typedef enum {
    HIPBLAS_DEFAULT_MATH,
    HIPBLAS_XF32_XDL_MATH,
    HIPBLAS_PEDANTIC_MATH,
    HIPBLAS_TF32_TENSOR_OP_MATH,
    HIPBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION,
    HIPBLAS_TENSOR_OP_MATH,
} hipblasMath_t;
typedef enum { HIPBLAS_GEMM_DEFAULT = 160 } hipblasGemmAlgo_t;
typedef enum {
    HIPBLAS_COMPUTE_16F = 0,
    HIPBLAS_COMPUTE_16F_PEDANTIC = 1,
    HIPBLAS_COMPUTE_32F = 2,
    HIPBLAS_COMPUTE_32F_PEDANTIC = 3,
    HIPBLAS_COMPUTE_32F_FAST_16F = 4,
    HIPBLAS_COMPUTE_32F_FAST_16BF = 5,
    HIPBLAS_COMPUTE_32F_FAST_TF32 = 6,
    HIPBLAS_COMPUTE_64F = 7,
    HIPBLAS_COMPUTE_64F_PEDANTIC = 8,
    HIPBLAS_COMPUTE_32I = 9,
    HIPBLAS_COMPUTE_32I_PEDANTIC = 10,
} hipblasComputeType_t;
typedef long long hipblasStride;
typedef hipDataType hipblasDatatype_t;
using hipblasComplex = float2;
using hipblasDoubleComplex = double2;
using hipblasHalf = __half;
using hipblasBfloat16 = __hip_bfloat16;
#else
typedef enum {
    CUBLAS_OP_N = 0,
    CUBLAS_OP_T = 1,
    CUBLAS_OP_C = 2,
    CUBLAS_OP_HERMITAN = 2,
    CUBLAS_OP_CONJG = 3,
} cublasOperation_t;
typedef enum {
    CUBLAS_FILL_MODE_LOWER = 0,
    CUBLAS_FILL_MODE_UPPER = 1,
    CUBLAS_FILL_MODE_FULL = 2,
} cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;
typedef enum {
    CUBLAS_DEFAULT_MATH = 0,
    CUBLAS_TENSOR_OP_MATH = 1,
    CUBLAS_PEDANTIC_MATH = 2,
    CUBLAS_TF32_TENSOR_OP_MATH = 3,
    CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16,
} cublasMath_t;
/// Algorithms 0 to 23, and those for tensor cores, give the same here.
typedef enum {
    CUBLAS_GEMM_DFALT = -1,
    CUBLAS_GEMM_DEFAULT = -1,
    CUBLAS_GEMM_ALGO0 = 0,
    CUBLAS_GEMM_ALGO1 = 1,
    CUBLAS_GEMM_ALGO2 = 2,
    CUBLAS_GEMM_ALGO3 = 3,
    CUBLAS_GEMM_ALGO23 = 23,
    CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
    CUBLAS_GEMM_DFALT_TENSOR_OP = 99,
    CUBLAS_GEMM_ALGO0_TENSOR_OP = 100,
    CUBLAS_GEMM_ALGO15_TENSOR_OP = 115,
} cublasGemmAlgo_t;
typedef enum {
    CUBLAS_COMPUTE_16F = 64,
    CUBLAS_COMPUTE_16F_PEDANTIC = 65,
    CUBLAS_COMPUTE_32F = 68,
    CUBLAS_COMPUTE_32F_PEDANTIC = 69,
    CUBLAS_COMPUTE_32F_FAST_16F = 74,
    CUBLAS_COMPUTE_32F_FAST_16BF = 75,
    CUBLAS_COMPUTE_32F_FAST_TF32 = 77,
    CUBLAS_COMPUTE_64F = 70,
    CUBLAS_COMPUTE_64F_PEDANTIC = 71,
    CUBLAS_COMPUTE_32I = 72,
    CUBLAS_COMPUTE_32I_PEDANTIC = 73,
} cublasComputeType_t;
typedef cublasStatus_t cublasStatus;
typedef cudaDataType cublasDataType_t;
#define CUBLAS_VER_MAJOR 13
#define CUBLAS_VER_MINOR 0
#define CUBLAS_VER_PATCH 0
#define CUBLAS_VERSION 130000
#endif
typedef enum {
    LANES_BLASC(POINTER_MODE_HOST) = 0,
    LANES_BLASC(POINTER_MODE_DEVICE) = 1,
} LANES_BLAS(PointerMode_t);
typedef enum {
    LANES_BLASC(ATOMICS_NOT_ALLOWED) = 0,
    LANES_BLASC(ATOMICS_ALLOWED) = 1,
} LANES_BLAS(AtomicsMode_t);

#ifdef LANES_AMD
struct hipblasContext
#else
struct cublasContext
#endif
{
    LANES_NAME(Stream_t) stream = nullptr;
    LANES_BLAS(PointerMode_t) pointerMode = LANES_BLASC(POINTER_MODE_HOST);
    LANES_BLAS(AtomicsMode_t) atomicsMode = LANES_BLASC(ATOMICS_NOT_ALLOWED);
    LANES_BLAS(Math_t) mathMode = LANES_BLASC(DEFAULT_MATH);
};
typedef struct LANES_BLAS(Context) * LANES_BLAS(Handle_t);

namespace rocport_lanes {

LANES_STATUS_OF(blasStatus, LANES_BLAS(Status_t), LANES_BLASC(STATUS_SUCCESS),
                LANES_BLASC(STATUS_INVALID_VALUE), LANES_BLASC(STATUS_NOT_SUPPORTED),
                LANES_BLASC(STATUS_EXECUTION_FAILED))
inline LibraryCall blasCall(LANES_BLAS(Handle_t) handle, const char* name)
{
    return {handle->stream, name, handle->pointerMode == LANES_BLASC(POINTER_MODE_DEVICE)};
}
/// Letters as Fortran has them.
inline char letter(LANES_BLAS(Operation_t) op)
{
    return op == LANES_BLASC(OP_N)   ? 'N'
           : op == LANES_BLASC(OP_T) ? 'T'
           : op == LANES_BLASC(OP_C) ? 'C'
                                     : '?';
}
inline char letter(LANES_BLAS(FillMode_t) triangle)
{
    return triangle == LANES_BLASC(FILL_MODE_LOWER) ? 'L' : 'U';
}
inline char letter(LANES_BLAS(DiagType_t) diagonal)
{
    return diagonal == LANES_BLASC(DIAG_UNIT) ? 'U' : 'N';
}
inline char letter(LANES_BLAS(SideMode_t) side)
{
    return side == LANES_BLASC(SIDE_LEFT) ? 'L' : 'R';
}

} // namespace rocport_lanes

// Older programs of CUDA write cublasSgemm_v2 and the like.
#ifdef LANES_AMD
#define LANES_BLAS_V2(name)
#else
#define LANES_BLAS_V2(name)                                                                        \
    inline constexpr auto& LANES_JOIN(LANES_BLAS(name), _v2) = LANES_BLAS(name);
#endif

inline LANES_BLAS(Status_t) LANES_BLAS(Create)(LANES_BLAS(Handle_t) * handle)
{
    if (handle == nullptr) {
#ifdef LANES_AMD
        return HIPBLAS_STATUS_HANDLE_IS_NULLPTR;
#else
        return CUBLAS_STATUS_INVALID_VALUE;
#endif
    }
    *handle = new LANES_BLAS(Context);
    return LANES_BLASC(STATUS_SUCCESS);
}
inline LANES_BLAS(Status_t) LANES_BLAS(Destroy)(LANES_BLAS(Handle_t) handle)
{
    if (handle == nullptr) {
#ifdef LANES_AMD
        return HIPBLAS_STATUS_HANDLE_IS_NULLPTR;
#else
        return CUBLAS_STATUS_NOT_INITIALIZED;
#endif
    }
    delete handle;
    return LANES_BLASC(STATUS_SUCCESS);
}
LANES_BLAS_V2(Create)
LANES_BLAS_V2(Destroy)

#define LANES_BLAS_SETTING(Name, Type, member)                                                     \
    inline LANES_BLAS(Status_t) LANES_BLAS(Set##Name)(LANES_BLAS(Handle_t) handle, Type value)     \
    {                                                                                              \
        if (handle == nullptr) {                                                                   \
            return LANES_BLASC(STATUS_NOT_INITIALIZED);                                            \
        }                                                                                          \
        handle->member = value;                                                                    \
        return LANES_BLASC(STATUS_SUCCESS);                                                        \
    }                                                                                              \
    inline LANES_BLAS(Status_t) LANES_BLAS(Get##Name)(LANES_BLAS(Handle_t) handle, Type * value)   \
    {                                                                                              \
        if (handle == nullptr) {                                                                   \
            return LANES_BLASC(STATUS_NOT_INITIALIZED);                                            \
        }                                                                                          \
        *value = handle->member;                                                                   \
        return LANES_BLASC(STATUS_SUCCESS);                                                        \
    }                                                                                              \
    LANES_BLAS_V2(Set##Name)                                                                       \
    LANES_BLAS_V2(Get##Name)
LANES_BLAS_SETTING(Stream, LANES_NAME(Stream_t), stream)
LANES_BLAS_SETTING(PointerMode, LANES_BLAS(PointerMode_t), pointerMode)
LANES_BLAS_SETTING(AtomicsMode, LANES_BLAS(AtomicsMode_t), atomicsMode)
LANES_BLAS_SETTING(MathMode, LANES_BLAS(Math_t), mathMode)
#undef LANES_BLAS_SETTING

inline LANES_BLAS(Status_t) LANES_BLAS(SetWorkspace)(LANES_BLAS(Handle_t) handle, void*, size_t)
{
    return handle == nullptr ? LANES_BLASC(STATUS_NOT_INITIALIZED) : LANES_BLASC(STATUS_SUCCESS);
}

#ifdef LANES_AMD
inline const char* hipblasStatusToString(hipblasStatus_t status)
#else
inline const char* cublasGetStatusName(cublasStatus_t status)
#endif
{
    switch (status) {
#define LANES_CASE(name, number)                                                                   \
    case LANES_BLASC(STATUS_##name):                                                               \
        return LANES_TEXT(LANES_BLASC(STATUS_##name));
        LANES_BLAS_STATUSES(LANES_CASE)
#undef LANES_CASE
    }
    return "unknown status";
}
#ifndef LANES_AMD
inline const char* cublasGetStatusString(cublasStatus_t status)
{
    switch (status) {
    case CUBLAS_STATUS_SUCCESS:
        return "success";
    case CUBLAS_STATUS_NOT_INITIALIZED:
        return "the library was not initialized";
    case CUBLAS_STATUS_ALLOC_FAILED:
        return "the resource allocation failed";
    case CUBLAS_STATUS_INVALID_VALUE:
        return "an invalid value was passed";
    case CUBLAS_STATUS_EXECUTION_FAILED:
        return "the execution failed";
    case CUBLAS_STATUS_NOT_SUPPORTED:
        return "the function is not supported";
    default:
        return cublasGetStatusName(status);
    }
}
inline cublasStatus_t cublasGetVersion(cublasHandle_t, int* version)
{
    *version = CUBLAS_VERSION;
    return CUBLAS_STATUS_SUCCESS;
}
LANES_BLAS_V2(GetVersion)
inline cublasStatus_t cublasGetProperty(libraryPropertyType type, int* value)
{
    *value = type == MAJOR_VERSION ? CUBLAS_VER_MAJOR : 0;
    return CUBLAS_STATUS_SUCCESS;
}
inline size_t cublasGetCudartVersion()
{
    return CUDART_VERSION;
}
typedef void (*cublasLogCallback)(const char*);
inline cublasStatus_t cublasLoggerConfigure(int, int, int, const char*)
{
    return CUBLAS_STATUS_SUCCESS;
}
#endif

// --- Copies between host and device --------------------------------------------------------------

namespace rocport_lanes {

/// Rows of a vector with steps, or of a matrix by columns.
template <typename To, typename From>
LANES_BLAS(Status_t)
blasCopy(long long rows, long long columns, size_t size, const From* from, long long fromStep,
         To* to, long long toStep, LANES_NAME(MemcpyKind) kind)
{
    if (rows < 0 || columns < 0 || size == 0 || fromStep < rows || toStep < rows) {
        return LANES_BLASC(STATUS_INVALID_VALUE);
    }
    if (rows == 0 || columns == 0) {
        return LANES_BLASC(STATUS_SUCCESS);
    }
    const size_t width = static_cast<size_t>(rows) * size;
    LANES_NAME(Error_t) code = LANES_NAME(Success);
    if (fromStep == rows && toStep == rows) {
        code = LANES_NAME(Memcpy)(to, from, width * static_cast<size_t>(columns), kind);
    } else {
        code = LANES_NAME(Memcpy2D)(to, static_cast<size_t>(toStep) * size, from,
                                    static_cast<size_t>(fromStep) * size, width,
                                    static_cast<size_t>(columns), kind);
    }
    return code == LANES_NAME(Success) ? LANES_BLASC(STATUS_SUCCESS)
                                       : LANES_BLASC(STATUS_MAPPING_ERROR);
}

} // namespace rocport_lanes

#define LANES_BLAS_COPY(What, Kind)                                                                \
    template <typename To, typename From>                                                          \
    LANES_BLAS(Status_t)                                                                           \
    LANES_BLAS(What##Matrix)(int rows, int columns, int size, const From* from, int fromStep,      \
                             To* to, int toStep)                                                   \
    {                                                                                              \
        return rocport_lanes::blasCopy(rows, columns, static_cast<size_t>(size), from, fromStep,   \
                                       to, toStep, LANES_NAME(Kind));                              \
    }                                                                                              \
    template <typename To, typename From>                                                          \
    LANES_BLAS(Status_t)                                                                           \
    LANES_BLAS(What##MatrixAsync)(int rows, int columns, int size, const From* from, int fromStep, \
                                  To* to, int toStep, LANES_NAME(Stream_t) stream)                 \
    {                                                                                              \
        const auto copy = [=] {                                                                    \
            return LANES_BLAS(What##Matrix)(rows, columns, size, from, fromStep, to, toStep);      \
        };                                                                                         \
        if (rocport_lanes::captured(stream, rocport_lanes::NodeKind::Memcpy,                       \
                                    [copy] { (void)copy(); })) {                                   \
            return LANES_BLASC(STATUS_SUCCESS);                                                    \
        }                                                                                          \
        return copy();                                                                             \
    }                                                                                              \
    template <typename To, typename From>                                                          \
    LANES_BLAS(Status_t)                                                                           \
    LANES_BLAS(What##Vector)(int count, int size, const From* from, int fromStep, To* to,          \
                             int toStep)                                                           \
    {                                                                                              \
        if (fromStep == 1 && toStep == 1) {                                                        \
            return LANES_BLAS(What##Matrix)(count, 1, size, from, count, to, count);               \
        }                                                                                          \
        return LANES_BLAS(What##Matrix)(1, count, size, from, fromStep, to, toStep);               \
    }                                                                                              \
    template <typename To, typename From>                                                          \
    LANES_BLAS(Status_t)                                                                           \
    LANES_BLAS(What##VectorAsync)(int count, int size, const From* from, int fromStep, To* to,     \
                                  int toStep, LANES_NAME(Stream_t) stream)                         \
    {                                                                                              \
        if (fromStep == 1 && toStep == 1) {                                                        \
            return LANES_BLAS(What##MatrixAsync)(count, 1, size, from, count, to, count, stream);  \
        }                                                                                          \
        return LANES_BLAS(What##MatrixAsync)(1, count, size, from, fromStep, to, toStep, stream);  \
    }
LANES_BLAS_COPY(Set, MemcpyHostToDevice)
LANES_BLAS_COPY(Get, MemcpyDeviceToHost)
#undef LANES_BLAS_COPY
