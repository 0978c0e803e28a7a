#include <cublas_v2.h>
#include <cusolverDn.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

int lu(cusolverDnHandle_t solver, int n, double* a, double* b)
{
    int bytes = 0, *pivots, *info;
    double* work;
    cusolverDnDgetrf_bufferSize(solver, n, n, a, n, &bytes);
    cudaMalloc(&work, bytes * sizeof(double));
    cudaMalloc(&pivots, n * sizeof(int));
    cudaMalloc(&info, sizeof(int));
    cusolverDnDgetrf(solver, n, n, a, n, work, pivots, info);
    cusolverDnDgetrs(solver, CUBLAS_OP_N, n, 1, a, n, pivots, b, n, info);
    int result = 0;
    cudaMemcpy(&result, info, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(work);
    return result;
}

int eigenvalues(cusolverDnHandle_t solver, int n, float* a, float* w)
{
    int size = 0, *info;
    float* work;
    const cusolverEigMode_t mode = CUSOLVER_EIG_MODE_VECTOR;
    const cublasFillMode_t fill = CUBLAS_FILL_MODE_LOWER;
    if (cusolverDnSsyevd_bufferSize(solver, mode, fill, n, a, n, w, &size) != CUSOLVER_STATUS_SUCCESS) return -1;
    cudaMalloc(&work, size * sizeof(float));
    cudaMalloc(&info, sizeof(int));
    cusolverStatus_t status = cusolverDnSsyevd(solver, mode, fill, n, a, n, w, work, size, info);
    cudaFree(work);
    cudaFree(info);
    return status;
}

int main()
{
    const int n = 8;
    std::vector<double> host(n * n, 0.0), rhs(n, 1.0);
    for (int i = 0; i < n; ++i) host[i * n + i] = 2.0;
    double *a, *b;
    cudaMalloc(&a, n * n * sizeof(double));
    cudaMalloc(&b, n * sizeof(double));
    cudaMemcpy(a, host.data(), n * n * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(b, rhs.data(), n * sizeof(double), cudaMemcpyHostToDevice);
    cusolverDnHandle_t solver;
    cusolverDnCreate(&solver);
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cusolverDnSetStream(solver, stream);
    std::printf("%d\n", lu(solver, n, a, b));
    std::printf("%d\n", eigenvalues(solver, n, (float*)a, (float*)b));
    cusolverDnDestroy(solver);
    return 0;
}
