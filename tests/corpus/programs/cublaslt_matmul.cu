#include <cublasLt.h>
#include <cuda_runtime.h>
#include <cstdio>

#define LT(x) do { cublasStatus_t s_ = (x); if (s_ != CUBLAS_STATUS_SUCCESS) { std::printf("%s: %d\n", #x, s_); return 1; } } while (0)

int main()
{
    const int m = 64, n = 64, k = 64;
    float alpha = 1.0f, beta = 0.0f;
    void *a, *b, *c, *workspace;
    size_t workspaceSize = 1 << 22;
    cudaMalloc(&a, m * k * 2), cudaMalloc(&b, k * n * 2), cudaMalloc(&c, m * n * 4), cudaMalloc(&workspace, workspaceSize);
    cublasLtHandle_t handle;
    cublasLtMatmulDesc_t operation;
    cublasLtMatrixLayout_t layoutA, layoutB, layoutC;
    cublasLtMatmulPreference_t preference;
    LT(cublasLtCreate(&handle));
    LT(cublasLtMatmulDescCreate(&operation, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    cublasOperation_t transpose = CUBLAS_OP_T;
    LT(cublasLtMatmulDescSetAttribute(operation, CUBLASLT_MATMUL_DESC_TRANSA, &transpose, sizeof(transpose)));
    LT(cublasLtMatrixLayoutCreate(&layoutA, CUDA_R_16F, k, m, k));
    LT(cublasLtMatrixLayoutCreate(&layoutB, CUDA_R_16F, k, n, k));
    LT(cublasLtMatrixLayoutCreate(&layoutC, CUDA_R_32F, m, n, m));
    LT(cublasLtMatmulPreferenceCreate(&preference));
    LT(cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &workspaceSize, sizeof(workspaceSize)));
    cublasLtMatmulHeuristicResult_t heuristic;
    int found = 0;
    LT(cublasLtMatmulAlgoGetHeuristic(handle, operation, layoutA, layoutB, layoutC, layoutC, preference, 1, &heuristic, &found));
    if (found)
        LT(cublasLtMatmul(handle, operation, &alpha, a, layoutA, b, layoutB, &beta, c, layoutC, c, layoutC, &heuristic.algo, workspace,
                          workspaceSize, 0));
    LT(cublasLtMatmulPreferenceDestroy(preference));
    LT(cublasLtMatrixLayoutDestroy(layoutA));
    LT(cublasLtMatmulDescDestroy(operation));
    LT(cublasLtDestroy(handle));
    return cudaDeviceSynchronize();
}
