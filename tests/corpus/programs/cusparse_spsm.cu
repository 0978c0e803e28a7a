#include <cusparse_v2.h>
#include <cuda_runtime.h>
#include <cstdio>

// Triangular solves; HIP's SpSM_solve has one argument more than cuSPARSE's.
int solve(cusparseHandle_t handle, cusparseSpMatDescr_t lower, cusparseDnMatDescr_t b, cusparseDnMatDescr_t x)
{
    const double alpha = 1.0;
    cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
    cusparseDiagType_t diagonal = CUSPARSE_DIAG_TYPE_NON_UNIT;
    cusparseSpMatSetAttribute(lower, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof(fill));
    cusparseSpMatSetAttribute(lower, CUSPARSE_SPMAT_DIAG_TYPE, &diagonal, sizeof(diagonal));
    cusparseSpSMDescr_t plan;
    cusparseSpSM_createDescr(&plan);
    size_t bytes = 0;
    cusparseSpSM_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, lower, b, x,
                            CUDA_R_64F, CUSPARSE_SPSM_ALG_DEFAULT, plan, &bytes);
    void* buffer = nullptr;
    cudaMalloc(&buffer, bytes);
    cusparseSpSM_analysis(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, lower, b, x, CUDA_R_64F,
                          CUSPARSE_SPSM_ALG_DEFAULT, plan, buffer);
    cusparseStatus_t status = cusparseSpSM_solve(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha,
                                                 lower, b, x, CUDA_R_64F, CUSPARSE_SPSM_ALG_DEFAULT, plan);
    cusparseSpSM_destroyDescr(plan);
    cudaFree(buffer);
    return status == CUSPARSE_STATUS_SUCCESS;
}

int main()
{
    cusparseHandle_t handle;
    if (cusparseCreate(&handle) != CUSPARSE_STATUS_SUCCESS) return 1;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cusparseSetStream(handle, stream);
    int version = 0;
    cusparseGetVersion(handle, &version);
    std::printf("%d\n", version);
    cusparseDestroy(handle);
    return 0;
}
