#pragma once

// cuSPARSE and hipSPARSE. LANES_SPARSE(x) is cusparsex or hipsparsex, and LANES_SPARSEC(x)
// CUSPARSE_x or HIPSPARSE_x.

#include "lanes/datatypes.h"
#include "lanes/sparse/calls.h"

#ifdef LANES_AMD
#define LANES_SPARSE(x) LANES_JOIN(hipsparse, x)
#define LANES_SPARSEC(x) LANES_JOIN(HIPSPARSE_, x)
#else
#define LANES_SPARSE(x) LANES_JOIN(cusparse, x)
#define LANES_SPARSEC(x) LANES_JOIN(CUSPARSE_, x)
#endif

#define LANES_SPARSE_STATUSES(each)                                                                \
    each(SUCCESS, 0) each(NOT_INITIALIZED, 1) each(ALLOC_FAILED, 2) each(INVALID_VALUE, 3)         \
        each(ARCH_MISMATCH, 4) each(MAPPING_ERROR, 5) each(EXECUTION_FAILED, 6)                    \
            each(INTERNAL_ERROR, 7) each(MATRIX_TYPE_NOT_SUPPORTED, 8) each(ZERO_PIVOT, 9)         \
                each(NOT_SUPPORTED, 10) each(INSUFFICIENT_RESOURCES, 11)
typedef enum {
#define LANES_VALUE(name, number) LANES_SPARSEC(STATUS_##name) = number,
    LANES_SPARSE_STATUSES(LANES_VALUE)
#undef LANES_VALUE
} LANES_SPARSE(Status_t);

#define LANES_SPARSE_ENUM(name, ...) typedef enum { __VA_ARGS__ } LANES_SPARSE(name)
LANES_SPARSE_ENUM(Operation_t, LANES_SPARSEC(OPERATION_NON_TRANSPOSE) = 0,
                  LANES_SPARSEC(OPERATION_TRANSPOSE) = 1,
                  LANES_SPARSEC(OPERATION_CONJUGATE_TRANSPOSE) = 2);
LANES_SPARSE_ENUM(PointerMode_t, LANES_SPARSEC(POINTER_MODE_HOST) = 0,
                  LANES_SPARSEC(POINTER_MODE_DEVICE) = 1);
LANES_SPARSE_ENUM(Action_t, LANES_SPARSEC(ACTION_SYMBOLIC) = 0, LANES_SPARSEC(ACTION_NUMERIC) = 1);
LANES_SPARSE_ENUM(MatrixType_t, LANES_SPARSEC(MATRIX_TYPE_GENERAL) = 0,
                  LANES_SPARSEC(MATRIX_TYPE_SYMMETRIC) = 1,
                  LANES_SPARSEC(MATRIX_TYPE_HERMITIAN) = 2,
                  LANES_SPARSEC(MATRIX_TYPE_TRIANGULAR) = 3);
LANES_SPARSE_ENUM(FillMode_t, LANES_SPARSEC(FILL_MODE_LOWER) = 0,
                  LANES_SPARSEC(FILL_MODE_UPPER) = 1);
LANES_SPARSE_ENUM(DiagType_t, LANES_SPARSEC(DIAG_TYPE_NON_UNIT) = 0,
                  LANES_SPARSEC(DIAG_TYPE_UNIT) = 1);
LANES_SPARSE_ENUM(IndexBase_t, LANES_SPARSEC(INDEX_BASE_ZERO) = 0,
                  LANES_SPARSEC(INDEX_BASE_ONE) = 1);
LANES_SPARSE_ENUM(IndexType_t, LANES_SPARSEC(INDEX_16U) = 1, LANES_SPARSEC(INDEX_32I) = 2,
                  LANES_SPARSEC(INDEX_64I) = 3);
LANES_SPARSE_ENUM(SolvePolicy_t, LANES_SPARSEC(SOLVE_POLICY_NO_LEVEL) = 0,
                  LANES_SPARSEC(SOLVE_POLICY_USE_LEVEL) = 1);
LANES_SPARSE_ENUM(Order_t, LANES_SPARSEC(ORDER_COL) = 1, LANES_SPARSEC(ORDER_ROW) = 2);
LANES_SPARSE_ENUM(SpMatAttribute_t, LANES_SPARSEC(SPMAT_FILL_MODE) = 0,
                  LANES_SPARSEC(SPMAT_DIAG_TYPE) = 1);
// Which algorithm makes no difference here.
LANES_SPARSE_ENUM(SpMVAlg_t, LANES_SPARSEC(SPMV_ALG_DEFAULT) = 0, LANES_SPARSEC(SPMV_COO_ALG1) = 1,
                  LANES_SPARSEC(SPMV_CSR_ALG1) = 2, LANES_SPARSEC(SPMV_CSR_ALG2) = 3,
                  LANES_SPARSEC(SPMV_COO_ALG2) = 4);
LANES_SPARSE_ENUM(SpMMAlg_t, LANES_SPARSEC(SPMM_ALG_DEFAULT) = 0, LANES_SPARSEC(SPMM_COO_ALG1) = 1,
                  LANES_SPARSEC(SPMM_COO_ALG2) = 2, LANES_SPARSEC(SPMM_COO_ALG3) = 3,
                  LANES_SPARSEC(SPMM_CSR_ALG1) = 4, LANES_SPARSEC(SPMM_COO_ALG4) = 5,
                  LANES_SPARSEC(SPMM_CSR_ALG2) = 6, LANES_SPARSEC(SPMM_CSR_ALG3) = 12);
LANES_SPARSE_ENUM(SpSVAlg_t, LANES_SPARSEC(SPSV_ALG_DEFAULT) = 0);
LANES_SPARSE_ENUM(SpSMAlg_t, LANES_SPARSEC(SPSM_ALG_DEFAULT) = 0);
LANES_SPARSE_ENUM(Csr2CscAlg_t, LANES_SPARSEC(CSR2CSC_ALG_DEFAULT) = 0,
                  LANES_SPARSEC(CSR2CSC_ALG1) = 1, LANES_SPARSEC(CSR2CSC_ALG2) = 2);
#undef LANES_SPARSE_ENUM

struct LANES_SPARSE(Context)
{
    LANES_NAME(Stream_t) stream = nullptr;
    LANES_SPARSE(PointerMode_t) pointerMode = LANES_SPARSEC(POINTER_MODE_HOST);
};
struct LANES_SPARSE(SpMatDescr) : rocport_lanes::sparse::Matrix
{
};
struct LANES_SPARSE(DnVecDescr) : rocport_lanes::sparse::Vector
{
};
struct LANES_SPARSE(DnMatDescr) : rocport_lanes::sparse::Dense
{
};
struct LANES_SPARSE(MatDescr)
{
    LANES_SPARSE(MatrixType_t) type = LANES_SPARSEC(MATRIX_TYPE_GENERAL);
    LANES_SPARSE(IndexBase_t) base = LANES_SPARSEC(INDEX_BASE_ZERO);
    LANES_SPARSE(FillMode_t) fill = LANES_SPARSEC(FILL_MODE_LOWER);
    LANES_SPARSE(DiagType_t) diagonal = LANES_SPARSEC(DIAG_TYPE_NON_UNIT);
};
/// What an analysis found: nothing is kept here.
struct LANES_SPARSE(SolveDescr)
{
};
struct csrilu02Info
{
    int zero = -1;
};
typedef struct LANES_SPARSE(Context) * LANES_SPARSE(Handle_t);
typedef struct LANES_SPARSE(SpMatDescr) * LANES_SPARSE(SpMatDescr_t);
typedef const struct LANES_SPARSE(SpMatDescr) * LANES_SPARSE(ConstSpMatDescr_t);
typedef struct LANES_SPARSE(DnVecDescr) * LANES_SPARSE(DnVecDescr_t);
typedef const struct LANES_SPARSE(DnVecDescr) * LANES_SPARSE(ConstDnVecDescr_t);
typedef struct LANES_SPARSE(DnMatDescr) * LANES_SPARSE(DnMatDescr_t);
typedef const struct LANES_SPARSE(DnMatDescr) * LANES_SPARSE(ConstDnMatDescr_t);
typedef struct LANES_SPARSE(MatDescr) * LANES_SPARSE(MatDescr_t);
typedef struct LANES_SPARSE(SolveDescr) * LANES_SPARSE(SpSVDescr_t);
typedef struct LANES_SPARSE(SolveDescr) * LANES_SPARSE(SpSMDescr_t);
typedef struct csrilu02Info* csrilu02Info_t;

namespace rocport_lanes {

LANES_STATUS_OF(sparseStatus, LANES_SPARSE(Status_t), LANES_SPARSEC(STATUS_SUCCESS),
                LANES_SPARSEC(STATUS_INVALID_VALUE), LANES_SPARSEC(STATUS_NOT_SUPPORTED),
                LANES_SPARSEC(STATUS_EXECUTION_FAILED))
inline char letter(LANES_SPARSE(Operation_t) op)
{
    return op == LANES_SPARSEC(OPERATION_NON_TRANSPOSE) ? 'N'
           : op == LANES_SPARSEC(OPERATION_TRANSPOSE)   ? 'T'
                                                        : 'C';
}
inline sparse::Number sparseNumber(LANES_DATA_TYPE type)
{
    return static_cast<sparse::Number>(type);
}

} // namespace rocport_lanes

inline LANES_SPARSE(Status_t) LANES_SPARSE(Create)(LANES_SPARSE(Handle_t) * handle)
{
    *handle = new LANES_SPARSE(Context);
    return LANES_SPARSEC(STATUS_SUCCESS);
}
#define LANES_SPARSE_DESTROY(name, Type)                                                           \
    inline LANES_SPARSE(Status_t) LANES_SPARSE(name)(Type what)                                    \
    {                                                                                              \
        delete what;                                                                               \
        return LANES_SPARSEC(STATUS_SUCCESS);                                                      \
    }
#define LANES_SPARSE_NEW(name, Type)                                                               \
    inline LANES_SPARSE(Status_t) LANES_SPARSE(name)(Type * what)                                  \
    {                                                                                              \
        *what = new std::remove_pointer_t<Type>;                                                   \
        return LANES_SPARSEC(STATUS_SUCCESS);                                                      \
    }
LANES_SPARSE_DESTROY(Destroy, LANES_SPARSE(Handle_t))
LANES_SPARSE_DESTROY(DestroySpMat, LANES_SPARSE(ConstSpMatDescr_t))
LANES_SPARSE_DESTROY(DestroyDnVec, LANES_SPARSE(ConstDnVecDescr_t))
LANES_SPARSE_DESTROY(DestroyDnMat, LANES_SPARSE(ConstDnMatDescr_t))
LANES_SPARSE_NEW(CreateMatDescr, LANES_SPARSE(MatDescr_t))
LANES_SPARSE_DESTROY(DestroyMatDescr, LANES_SPARSE(MatDescr_t))
LANES_SPARSE_NEW(SpSV_createDescr, LANES_SPARSE(SpSVDescr_t))
LANES_SPARSE_DESTROY(SpSV_destroyDescr, LANES_SPARSE(SpSVDescr_t))
LANES_SPARSE_NEW(SpSM_createDescr, LANES_SPARSE(SpSMDescr_t))
LANES_SPARSE_DESTROY(SpSM_destroyDescr, LANES_SPARSE(SpSMDescr_t))
LANES_SPARSE_NEW(CreateCsrilu02Info, csrilu02Info_t)
LANES_SPARSE_DESTROY(DestroyCsrilu02Info, csrilu02Info_t)
#undef LANES_SPARSE_DESTROY
#undef LANES_SPARSE_NEW

#define LANES_SPARSE_SETTING(Name, Owner, Type, member)                                            \
    inline LANES_SPARSE(Status_t) LANES_SPARSE(Set##Name)(Owner owner, Type value)                 \
    {                                                                                              \
        if (owner == nullptr) {                                                                    \
            return LANES_SPARSEC(STATUS_NOT_INITIALIZED);                                          \
        }                                                                                          \
        owner->member = value;                                                                     \
        return LANES_SPARSEC(STATUS_SUCCESS);                                                      \
    }
LANES_SPARSE_SETTING(Stream, LANES_SPARSE(Handle_t), LANES_NAME(Stream_t), stream)
LANES_SPARSE_SETTING(PointerMode, LANES_SPARSE(Handle_t), LANES_SPARSE(PointerMode_t), pointerMode)
LANES_SPARSE_SETTING(MatType, LANES_SPARSE(MatDescr_t), LANES_SPARSE(MatrixType_t), type)
LANES_SPARSE_SETTING(MatIndexBase, LANES_SPARSE(MatDescr_t), LANES_SPARSE(IndexBase_t), base)
LANES_SPARSE_SETTING(MatFillMode, LANES_SPARSE(MatDescr_t), LANES_SPARSE(FillMode_t), fill)
LANES_SPARSE_SETTING(MatDiagType, LANES_SPARSE(MatDescr_t), LANES_SPARSE(DiagType_t), diagonal)
#undef LANES_SPARSE_SETTING

inline LANES_SPARSE(Status_t) LANES_SPARSE(GetVersion)(LANES_SPARSE(Handle_t), int* version)
{
#ifdef LANES_AMD
    *version = 400200;
#else
    *version = CUSPARSE_VERSION;
#endif
    return LANES_SPARSEC(STATUS_SUCCESS);
}
inline const char* LANES_SPARSE(GetErrorName)(LANES_SPARSE(Status_t) status)
{
    switch (status) {
#define LANES_CASE(name, number)                                                                   \
    case LANES_SPARSEC(STATUS_##name):                                                             \
        return LANES_TEXT(LANES_SPARSEC(STATUS_##name));
        LANES_SPARSE_STATUSES(LANES_CASE)
#undef LANES_CASE
    }
    return "unknown status";
}
inline const char* LANES_SPARSE(GetErrorString)(LANES_SPARSE(Status_t) status)
{
    return status == LANES_SPARSEC(STATUS_SUCCESS) ? "success" : LANES_SPARSE(GetErrorName)(status);
}

// --- Descriptions
// ----------------------------------------------------------------------------------

#define LANES_SPARSE_MATRIX(name, kind, Pointer, Descr)                                            \
    inline LANES_SPARSE(Status_t) LANES_SPARSE(name)(                                              \
        Descr * matrix, int64_t rows, int64_t columns, int64_t count, Pointer outer,               \
        Pointer inner, Pointer values, LANES_SPARSE(IndexType_t) outerType,                        \
        LANES_SPARSE(IndexType_t) innerType, LANES_SPARSE(IndexBase_t) base, LANES_DATA_TYPE type) \
    {                                                                                              \
        if (rows < 0 || columns < 0 || count < 0) {                                                \
            return LANES_SPARSEC(STATUS_INVALID_VALUE);                                            \
        }                                                                                          \
        auto* made = new LANES_SPARSE(SpMatDescr);                                                 \
        static_cast<rocport_lanes::sparse::Matrix&>(*made) = {                                     \
            rocport_lanes::sparse::Format::kind,                                                   \
            rows,                                                                                  \
            columns,                                                                               \
            count,                                                                                 \
            outer,                                                                                 \
            inner,                                                                                 \
            const_cast<void*>(values),                                                             \
            outerType == LANES_SPARSEC(INDEX_64I),                                                 \
            innerType == LANES_SPARSEC(INDEX_64I),                                                 \
            static_cast<int>(base),                                                                \
            rocport_lanes::sparseNumber(type)};                                                    \
        *matrix = made;                                                                            \
        return LANES_SPARSEC(STATUS_SUCCESS);                                                      \
    }
LANES_SPARSE_MATRIX(CreateCsr, Csr, void*, LANES_SPARSE(SpMatDescr_t))
LANES_SPARSE_MATRIX(CreateConstCsr, Csr, const void*, LANES_SPARSE(ConstSpMatDescr_t))
LANES_SPARSE_MATRIX(CreateCsc, Csc, void*, LANES_SPARSE(SpMatDescr_t))
LANES_SPARSE_MATRIX(CreateConstCsc, Csc, const void*, LANES_SPARSE(ConstSpMatDescr_t))
#undef LANES_SPARSE_MATRIX
inline LANES_SPARSE(Status_t)
    LANES_SPARSE(CreateCoo)(LANES_SPARSE(SpMatDescr_t) * matrix, int64_t rows, int64_t columns,
                            int64_t count, void* rowIndices, void* columnIndices, void* values,
                            LANES_SPARSE(IndexType_t) indexType, LANES_SPARSE(IndexBase_t) base,
                            LANES_DATA_TYPE type)
{
    const auto status =
        LANES_SPARSE(CreateCsr)(matrix, rows, columns, count, rowIndices, columnIndices, values,
                                indexType, indexType, base, type);
    if (status == LANES_SPARSEC(STATUS_SUCCESS)) {
        (*matrix)->format = rocport_lanes::sparse::Format::Coo;
    }
    return status;
}
inline LANES_SPARSE(Status_t)
    LANES_SPARSE(SpMatSetAttribute)(LANES_SPARSE(SpMatDescr_t) matrix,
                                    LANES_SPARSE(SpMatAttribute_t) attribute, void* data,
                                    size_t size)
{
    const bool isFill = attribute == LANES_SPARSEC(SPMAT_FILL_MODE);
    if (matrix == nullptr || data == nullptr || size != sizeof(int) ||
        (!isFill && attribute != LANES_SPARSEC(SPMAT_DIAG_TYPE))) {
        return LANES_SPARSEC(STATUS_INVALID_VALUE);
    }
    const bool isSet = *static_cast<const int*>(data) != 0;
    (isFill ? matrix->isUpper : matrix->isUnit) = isSet;
    return LANES_SPARSEC(STATUS_SUCCESS);
}
inline LANES_SPARSE(Status_t)
    LANES_SPARSE(SpMatGetSize)(LANES_SPARSE(ConstSpMatDescr_t) matrix, int64_t* rows,
                               int64_t* columns, int64_t* count)
{
    *rows = matrix->rows;
    *columns = matrix->columns;
    *count = matrix->count;
    return LANES_SPARSEC(STATUS_SUCCESS);
}
inline LANES_SPARSE(Status_t) LANES_SPARSE(CsrSetPointers)(LANES_SPARSE(SpMatDescr_t) matrix,
                                                           void* outer, void* inner, void* values)
{
    matrix->outer = outer;
    matrix->inner = inner;
    matrix->values = values;
    return LANES_SPARSEC(STATUS_SUCCESS);
}
inline LANES_SPARSE(Status_t)
    LANES_SPARSE(SpMatSetValues)(LANES_SPARSE(SpMatDescr_t) matrix, void* values)
{
    matrix->values = values;
    return LANES_SPARSEC(STATUS_SUCCESS);
}
inline LANES_SPARSE(Status_t)
    LANES_SPARSE(CreateDnVec)(LANES_SPARSE(DnVecDescr_t) * vector, int64_t size, void* values,
                              LANES_DATA_TYPE type)
{
    *vector = new LANES_SPARSE(DnVecDescr){{size, values, rocport_lanes::sparseNumber(type)}};
    return LANES_SPARSEC(STATUS_SUCCESS);
}
inline LANES_SPARSE(Status_t)
    LANES_SPARSE(DnVecSetValues)(LANES_SPARSE(DnVecDescr_t) vector, void* values)
{
    vector->values = values;
    return LANES_SPARSEC(STATUS_SUCCESS);
}
inline LANES_SPARSE(Status_t)
    LANES_SPARSE(DnVecGetValues)(LANES_SPARSE(DnVecDescr_t) vector, void** values)
{
    *values = vector->values;
    return LANES_SPARSEC(STATUS_SUCCESS);
}
inline LANES_SPARSE(Status_t)
    LANES_SPARSE(CreateDnMat)(LANES_SPARSE(DnMatDescr_t) * matrix, int64_t rows, int64_t columns,
                              int64_t ld, void* values, LANES_DATA_TYPE type,
                              LANES_SPARSE(Order_t) order)
{
    const bool byRows = order == LANES_SPARSEC(ORDER_ROW);
    if (ld < (byRows ? columns : rows)) {
        return LANES_SPARSEC(STATUS_INVALID_VALUE);
    }
    *matrix = new LANES_SPARSE(DnMatDescr){
        {rows, columns, ld, values, rocport_lanes::sparseNumber(type), byRows}};
    return LANES_SPARSEC(STATUS_SUCCESS);
}

// --- Work
// ------------------------------------------------------------------------------------------

/// A function with `parameters` in parentheses, the first of which is the handle.
#define LANES_SPARSE_FUNCTION(name, parameters, ...)                                               \
    inline LANES_SPARSE(Status_t) LANES_SPARSE(name) parameters                                    \
    {                                                                                              \
        if (handle == nullptr) {                                                                   \
            return LANES_SPARSEC(STATUS_NOT_INITIALIZED);                                          \
        }                                                                                          \
        using namespace rocport_lanes;                                                             \
        const LibraryCall call = {handle->stream, LANES_TEXT(LANES_SPARSE(name)),                  \
                                  handle->pointerMode == LANES_SPARSEC(POINTER_MODE_DEVICE)};      \
        static_cast<void>(call);                                                                   \
        return sparseStatus(__VA_ARGS__);                                                          \
    }
#define LANES_H LANES_SPARSE(Handle_t) handle
#define LANES_OP LANES_SPARSE(Operation_t)
#define LANES_MAT LANES_SPARSE(ConstSpMatDescr_t)
#define LANES_VEC LANES_SPARSE(ConstDnVecDescr_t)
#define LANES_DN LANES_SPARSE(ConstDnMatDescr_t)

LANES_SPARSE_FUNCTION(SpMV_bufferSize,
                      (LANES_H, LANES_OP, const void*, LANES_MAT, LANES_VEC, const void*,
                       const LANES_SPARSE(DnVecDescr_t), LANES_DATA_TYPE, LANES_SPARSE(SpMVAlg_t),
                       size_t* bytes),
                      (*bytes = 16, Ended::Done))
LANES_SPARSE_FUNCTION(SpMV_preprocess,
                      (LANES_H, LANES_OP, const void*, LANES_MAT, LANES_VEC, const void*,
                       const LANES_SPARSE(DnVecDescr_t), LANES_DATA_TYPE, LANES_SPARSE(SpMVAlg_t),
                       void*),
                      Ended::Done)
LANES_SPARSE_FUNCTION(SpMV,
                      (LANES_H, LANES_OP op, const void* alpha, LANES_MAT a, LANES_VEC x,
                       const void* beta, const LANES_SPARSE(DnVecDescr_t) y, LANES_DATA_TYPE,
                       LANES_SPARSE(SpMVAlg_t), void*),
                      sparse::multiply(call, letter(op), alpha, *a, *x, beta, *y))
LANES_SPARSE_FUNCTION(SpMM_bufferSize,
                      (LANES_H, LANES_OP, LANES_OP, const void*, LANES_MAT, LANES_DN, const void*,
                       const LANES_SPARSE(DnMatDescr_t), LANES_DATA_TYPE, LANES_SPARSE(SpMMAlg_t),
                       size_t* bytes),
                      (*bytes = 16, Ended::Done))
LANES_SPARSE_FUNCTION(SpMM,
                      (LANES_H, LANES_OP opA, LANES_OP opB, const void* alpha, LANES_MAT a,
                       LANES_DN b, const void* beta, const LANES_SPARSE(DnMatDescr_t) c,
                       LANES_DATA_TYPE, LANES_SPARSE(SpMMAlg_t), void*),
                      sparse::multiply(call, letter(opA), letter(opB), alpha, *a, *b, beta, *c))
LANES_SPARSE_FUNCTION(SpSV_bufferSize,
                      (LANES_H, LANES_OP, const void*, LANES_MAT, LANES_VEC,
                       const LANES_SPARSE(DnVecDescr_t), LANES_DATA_TYPE, LANES_SPARSE(SpSVAlg_t),
                       LANES_SPARSE(SpSVDescr_t), size_t* bytes),
                      (*bytes = 16, Ended::Done))
LANES_SPARSE_FUNCTION(SpSV_analysis,
                      (LANES_H, LANES_OP, const void*, LANES_MAT, LANES_VEC,
                       const LANES_SPARSE(DnVecDescr_t), LANES_DATA_TYPE, LANES_SPARSE(SpSVAlg_t),
                       LANES_SPARSE(SpSVDescr_t), void*),
                      Ended::Done)
LANES_SPARSE_FUNCTION(SpSV_solve,
                      (LANES_H, LANES_OP op, const void* alpha, LANES_MAT a, LANES_VEC x,
                       const LANES_SPARSE(DnVecDescr_t) y, LANES_DATA_TYPE, LANES_SPARSE(SpSVAlg_t),
                       LANES_SPARSE(SpSVDescr_t)),
                      sparse::solve(call, letter(op), alpha, *a, *x, *y))
LANES_SPARSE_FUNCTION(SpSM_bufferSize,
                      (LANES_H, LANES_OP, LANES_OP, const void*, LANES_MAT, LANES_DN,
                       const LANES_SPARSE(DnMatDescr_t), LANES_DATA_TYPE, LANES_SPARSE(SpSMAlg_t),
                       LANES_SPARSE(SpSMDescr_t), size_t* bytes),
                      (*bytes = 16, Ended::Done))
LANES_SPARSE_FUNCTION(SpSM_analysis,
                      (LANES_H, LANES_OP, LANES_OP, const void*, LANES_MAT, LANES_DN,
                       const LANES_SPARSE(DnMatDescr_t), LANES_DATA_TYPE, LANES_SPARSE(SpSMAlg_t),
                       LANES_SPARSE(SpSMDescr_t), void*),
                      Ended::Done)
#ifdef LANES_AMD
#define LANES_BUFFER , void*
#else
#define LANES_BUFFER
#endif
LANES_SPARSE_FUNCTION(SpSM_solve,
                      (LANES_H, LANES_OP opA, LANES_OP opB, const void* alpha, LANES_MAT a,
                       LANES_DN b, const LANES_SPARSE(DnMatDescr_t) c, LANES_DATA_TYPE,
                       LANES_SPARSE(SpSMAlg_t), LANES_SPARSE(SpSMDescr_t) LANES_BUFFER),
                      sparse::solve(call, letter(opA), letter(opB), alpha, *a, *b, *c))
#undef LANES_BUFFER

namespace rocport_lanes {

template <typename T>
sparse::Matrix csrMatrix(long long rows, long long columns, long long count, const T* values,
                         const int* offsets, const int* indices, int base, sparse::Number type)
{
    return {sparse::Format::Csr,    rows,  columns, count, offsets, indices,
            const_cast<T*>(values), false, false,   base,  type};
}

} // namespace rocport_lanes

#define LANES_SPARSE_ILU(S, T, type)                                                               \
    LANES_SPARSE_FUNCTION(S##csrilu02_bufferSize,                                                  \
                          (LANES_H, int, int, const LANES_SPARSE(MatDescr_t), T*, const int*,      \
                           const int*, csrilu02Info_t, int* bytes),                                \
                          (*bytes = 16, Ended::Done))                                              \
    LANES_SPARSE_FUNCTION(S##csrilu02_analysis,                                                    \
                          (LANES_H, int, int, const LANES_SPARSE(MatDescr_t), const T*,            \
                           const int*, const int*, csrilu02Info_t, LANES_SPARSE(SolvePolicy_t),    \
                           void*),                                                                 \
                          Ended::Done)                                                             \
    LANES_SPARSE_FUNCTION(                                                                         \
        S##csrilu02,                                                                               \
        (LANES_H, int size, int count, const LANES_SPARSE(MatDescr_t) matrix, T* values,           \
         const int* offsets, const int* indices, csrilu02Info_t info, LANES_SPARSE(SolvePolicy_t), \
         void*),                                                                                   \
        sparse::factorIncomplete(call,                                                             \
                                 csrMatrix(size, size, count, values, offsets, indices,            \
                                           static_cast<int>(matrix->base), sparse::Number::type),  \
                                 &info->zero))
LANES_SPARSE_ILU(S, float, Float32)
LANES_SPARSE_ILU(D, double, Float64)
LANES_SPARSE_ILU(C, float2, Complex32)
LANES_SPARSE_ILU(Z, double2, Complex64)
#undef LANES_SPARSE_ILU
inline LANES_SPARSE(Status_t)
    LANES_SPARSE(Xcsrilu02_zeroPivot)(LANES_SPARSE(Handle_t), csrilu02Info_t info, int* position)
{
    *position = info->zero;
    return info->zero < 0 ? LANES_SPARSEC(STATUS_SUCCESS) : LANES_SPARSEC(STATUS_ZERO_PIVOT);
}

LANES_SPARSE_FUNCTION(Csr2cscEx2_bufferSize,
                      (LANES_H, int, int, int, const void*, const int*, const int*, void*, int*,
                       int*, LANES_DATA_TYPE, LANES_SPARSE(Action_t), LANES_SPARSE(IndexBase_t),
                       LANES_SPARSE(Csr2CscAlg_t), size_t* bytes),
                      (*bytes = 16, Ended::Done))
LANES_SPARSE_FUNCTION(
    Csr2cscEx2,
    (LANES_H, int rows, int columns, int count, const void* values, const int* offsets,
     const int* indices, void* toValues, int* toOffsets, int* toIndices, LANES_DATA_TYPE type,
     LANES_SPARSE(Action_t) action, LANES_SPARSE(IndexBase_t) base, LANES_SPARSE(Csr2CscAlg_t),
     void*),
    sparse::transpose(call,
                      csrMatrix(rows, columns, count, static_cast<const char*>(values), offsets,
                                indices, static_cast<int>(base), sparseNumber(type)),
                      action == LANES_SPARSEC(ACTION_NUMERIC) ? toValues : nullptr, toOffsets,
                      toIndices))
LANES_SPARSE_FUNCTION(Xcoo2csr,
                      (LANES_H, const int* rows, int count, int size, int* offsets,
                       LANES_SPARSE(IndexBase_t) base),
                      sparse::compress(call, rows, count, size, offsets, static_cast<int>(base)))
LANES_SPARSE_FUNCTION(Xcsr2coo,
                      (LANES_H, const int* offsets, int count, int size, int* rows,
                       LANES_SPARSE(IndexBase_t) base),
                      sparse::expand(call, offsets, count, size, rows, static_cast<int>(base)))

#undef LANES_H
#undef LANES_OP
#undef LANES_MAT
#undef LANES_VEC
#undef LANES_DN
