#include <cuda_runtime.h>
#include <cusolverSp.h>
#include <cusparse.h>
#include <cstdio>

// One system A x = b with a sparse QR factorisation.
int main()
{
    const int n = 3, nnz = 3;
    const int rowPtr[] = {0, 1, 2, 3}, colInd[] = {0, 1, 2};
    const double values[] = {2, 4, 8}, b[] = {2, 4, 8};
    double x[3] = {0};
    cusolverSpHandle_t solver = nullptr;
    cusparseMatDescr_t description = nullptr;
    if (cusolverSpCreate(&solver) != CUSOLVER_STATUS_SUCCESS) return 1;
    cusparseCreateMatDescr(&description);
    cusparseSetMatType(description, CUSPARSE_MATRIX_TYPE_GENERAL);
    cusparseSetMatIndexBase(description, CUSPARSE_INDEX_BASE_ZERO);
    int *dRow, *dCol, singularity = 0;
    double *dValues, *dB, *dX;
    cudaMalloc(&dRow, sizeof(rowPtr));
    cudaMalloc(&dCol, sizeof(colInd));
    cudaMalloc(&dValues, sizeof(values));
    cudaMalloc(&dB, sizeof(b));
    cudaMalloc(&dX, sizeof(x));
    cudaMemcpy(dRow, rowPtr, sizeof(rowPtr), cudaMemcpyHostToDevice);
    cudaMemcpy(dCol, colInd, sizeof(colInd), cudaMemcpyHostToDevice);
    cudaMemcpy(dValues, values, sizeof(values), cudaMemcpyHostToDevice);
    cudaMemcpy(dB, b, sizeof(b), cudaMemcpyHostToDevice);
    cusolverSpDcsrlsvqr(solver, n, nnz, description, dValues, dRow, dCol, dB, 1e-12, 0, dX, &singularity);
    cusolverSpDcsrlsvchol(solver, n, nnz, description, dValues, dRow, dCol, dB, 1e-12, 0, dX, &singularity);
    cudaMemcpy(x, dX, sizeof(x), cudaMemcpyDeviceToHost);
    std::printf("%f %f %f (%d)\n", x[0], x[1], x[2], singularity);
    cusparseDestroyMatDescr(description);
    return cusolverSpDestroy(solver) == CUSOLVER_STATUS_SUCCESS ? 0 : 1;
}
