// needs CUDA 10: cusparseDcsrmv and its relatives are gone from CUDA 11.
#include <cuda_runtime.h>
#include "cusparse_v2.h"

struct Csr {
    int rows, cols, nnz;
    const int *rowPtr, *colInd;
    const double* values;
};

class Sparse {
public:
    Sparse()
    {
        cusparseCreate(&m_handle);
        cusparseCreateMatDescr(&m_description);
        cusparseSetMatType(m_description, CUSPARSE_MATRIX_TYPE_GENERAL);
        cusparseSetMatIndexBase(m_description, CUSPARSE_INDEX_BASE_ZERO);
    }
    ~Sparse()
    {
        cusparseDestroyMatDescr(m_description);
        cusparseDestroy(m_handle);
    }
    cusparseStatus_t multiply(const Csr& a, const double* x, double* y) const
    {
        const double one = 1.0, zero = 0.0;
        return cusparseDcsrmv(m_handle, CUSPARSE_OPERATION_NON_TRANSPOSE, a.rows, a.cols, a.nnz, &one, m_description, a.values, a.rowPtr,
                              a.colInd, x, &zero, y);
    }

private:
    cusparseHandle_t m_handle = nullptr;
    cusparseMatDescr_t m_description = nullptr;
};

int run(const Csr& a, const double* x, double* y) { return Sparse().multiply(a, x, y) == CUSPARSE_STATUS_SUCCESS ? 0 : 1; }
