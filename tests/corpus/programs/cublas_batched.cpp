/* Host code only; compiled by the host compiler in the original project. */
#include <cublas_v2.h>
#include <cuComplex.h>
#include <cuda_runtime_api.h>
#include <vector>

bool solve(int n, int batch, const std::vector<double*>& matrices)
{
    double** pointers = nullptr;
    int *pivots = nullptr, *info = nullptr;
    if (cudaMalloc(reinterpret_cast<void**>(&pointers), batch * sizeof(double*)) != cudaSuccess ||
        cudaMalloc(reinterpret_cast<void**>(&pivots), n * batch * sizeof(int)) != cudaSuccess ||
        cudaMalloc(reinterpret_cast<void**>(&info), batch * sizeof(int)) != cudaSuccess)
        return false;
    cudaMemcpy(pointers, matrices.data(), batch * sizeof(double*), cudaMemcpyHostToDevice);
    cublasHandle_t handle;
    if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS)
        return false;
    cublasStatus_t status = cublasDgetrfBatched(handle, n, pointers, n, pivots, info, batch);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = cublasDgetriBatched(handle, n, pointers, n, pivots, pointers, n, info, batch);
    cuDoubleComplex alpha = make_cuDoubleComplex(1.0, 0.0), beta = {0.0, 0.0};
    cuDoubleComplex* z = nullptr;
    cublasZgemm(handle, CUBLAS_OP_C, CUBLAS_OP_N, 0, 0, 0, &alpha, z, 1, z, 1, &beta, z, 1);
    const double one = 1.0;
    cublasDgemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, pointers, n, pointers, n, &one, pointers, n, batch);
    cublasDestroy(handle);
    cudaFree(pointers);
    cudaFree(pivots);
    cudaFree(info);
    return status == CUBLAS_STATUS_SUCCESS && cuCabs(alpha) == 1.0 && cuCreal(cuCmul(alpha, beta)) == 0.0;
}
