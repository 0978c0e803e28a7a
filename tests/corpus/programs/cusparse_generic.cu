#include <cuda_runtime.h>
#include <cusparse.h>
#include <stdio.h>

#define CHECK_CUSPARSE(func)                                                                            \
{                                                                                                       \
    cusparseStatus_t status = (func);                                                                   \
    if (status != CUSPARSE_STATUS_SUCCESS) {                                                            \
        printf("CUSPARSE API failed at line %d: %s (%d)\n", __LINE__, cusparseGetErrorString(status), status); \
        return EXIT_FAILURE;                                                                            \
    }                                                                                                   \
}

int main(void)
{
    const int rows = 4, cols = 4, nnz = 6;
    int offsets[] = {0, 2, 3, 5, 6}, columns[] = {0, 2, 1, 0, 3, 2};
    float values[] = {1, 2, 3, 4, 5, 6}, x[] = {1, 1, 1, 1}, y[4] = {0};
    float alpha = 1.0f, beta = 0.0f;
    int *dOffsets, *dColumns;
    float *dValues, *dX, *dY;
    cudaMalloc((void**)&dOffsets, sizeof(offsets));
    cudaMalloc((void**)&dColumns, sizeof(columns));
    cudaMalloc((void**)&dValues, sizeof(values));
    cudaMalloc((void**)&dX, sizeof(x));
    cudaMalloc((void**)&dY, sizeof(y));
    cudaMemcpy(dOffsets, offsets, sizeof(offsets), cudaMemcpyHostToDevice);
    cudaMemcpy(dColumns, columns, sizeof(columns), cudaMemcpyHostToDevice);
    cudaMemcpy(dValues, values, sizeof(values), cudaMemcpyHostToDevice);
    cudaMemcpy(dX, x, sizeof(x), cudaMemcpyHostToDevice);

    cusparseHandle_t handle = NULL;
    cusparseSpMatDescr_t matrix;
    cusparseDnVecDescr_t vecX, vecY;
    void* buffer = NULL;
    size_t bytes = 0;
    CHECK_CUSPARSE(cusparseCreate(&handle))
    CHECK_CUSPARSE(cusparseCreateCsr(&matrix, rows, cols, nnz, dOffsets, dColumns, dValues, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                     CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F))
    CHECK_CUSPARSE(cusparseCreateDnVec(&vecX, cols, dX, CUDA_R_32F))
    CHECK_CUSPARSE(cusparseCreateDnVec(&vecY, rows, dY, CUDA_R_32F))
    CHECK_CUSPARSE(cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, matrix, vecX, &beta, vecY, CUDA_R_32F,
                                           CUSPARSE_SPMV_ALG_DEFAULT, &bytes))
    cudaMalloc(&buffer, bytes);
    CHECK_CUSPARSE(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, matrix, vecX, &beta, vecY, CUDA_R_32F,
                                CUSPARSE_SPMV_ALG_DEFAULT, buffer))
    cusparseDnMatDescr_t b, c;
    CHECK_CUSPARSE(cusparseCreateDnMat(&b, cols, 1, cols, dX, CUDA_R_32F, CUSPARSE_ORDER_COL))
    CHECK_CUSPARSE(cusparseCreateDnMat(&c, rows, 1, rows, dY, CUDA_R_32F, CUSPARSE_ORDER_COL))
    CHECK_CUSPARSE(cusparseSpMM(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, matrix, b, &beta, c,
                                CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, buffer))
    CHECK_CUSPARSE(cusparseDestroySpMat(matrix))
    CHECK_CUSPARSE(cusparseDestroyDnVec(vecX))
    CHECK_CUSPARSE(cusparseDestroyDnVec(vecY))
    CHECK_CUSPARSE(cusparseDestroy(handle))
    cudaMemcpy(y, dY, sizeof(y), cudaMemcpyDeviceToHost);
    printf("%f\n", y[0]);
    return EXIT_SUCCESS;
}
