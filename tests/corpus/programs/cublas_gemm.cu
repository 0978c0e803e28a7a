#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

static const char* cublasName(cublasStatus_t status)
{
    switch (status) {
    case CUBLAS_STATUS_SUCCESS: return "CUBLAS_STATUS_SUCCESS";
    case CUBLAS_STATUS_NOT_INITIALIZED: return "CUBLAS_STATUS_NOT_INITIALIZED";
    case CUBLAS_STATUS_ALLOC_FAILED: return "CUBLAS_STATUS_ALLOC_FAILED";
    case CUBLAS_STATUS_INVALID_VALUE: return "CUBLAS_STATUS_INVALID_VALUE";
    case CUBLAS_STATUS_ARCH_MISMATCH: return "CUBLAS_STATUS_ARCH_MISMATCH";
    case CUBLAS_STATUS_EXECUTION_FAILED: return "CUBLAS_STATUS_EXECUTION_FAILED";
    default: return "unknown";
    }
}

int main()
{
    const int m = 128, n = 64, k = 32;
    const float alpha = 1.0f, beta = 0.0f;
    std::vector<float> a(m * k, 1.0f), b(k * n, 2.0f), c(m * n);
    float *da, *db, *dc;
    cudaMalloc(&da, a.size() * sizeof(float));
    cudaMalloc(&db, b.size() * sizeof(float));
    cudaMalloc(&dc, c.size() * sizeof(float));
    cublasHandle_t handle;
    cublasStatus_t status = cublasCreate(&handle);
    if (status != CUBLAS_STATUS_SUCCESS) {
        std::fprintf(stderr, "%s\n", cublasName(status));
        return 1;
    }
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cublasSetStream(handle, stream);
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
    cublasSetMatrix(m, k, sizeof(float), a.data(), m, da, m);
    cublasSetVector(k * n, sizeof(float), b.data(), 1, db, 1);
    cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &alpha, da, m, db, k, &beta, dc, m);
    cublasSgemv(handle, CUBLAS_OP_T, m, k, &alpha, da, m, db, 1, &beta, dc, 1);
    float dot = 0, norm = 0;
    int index = 0;
    cublasSdot(handle, k, da, 1, db, 1, &dot);
    cublasSnrm2(handle, k, da, 1, &norm);
    cublasIsamax_v2(handle, k, da, 1, &index);
    cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_T, 8, 8, 8, &alpha, da, 8, 64, db, 8, 64, &beta, dc, 8, 64, 4);
    cublasStrsm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 8, 8, &alpha, da, 8, dc, 8);
    cublasGetMatrix(m, n, sizeof(float), dc, m, c.data(), m);
    std::printf("%f %f %d %f\n", dot, norm, index, c[0]);
    cublasDestroy(handle);
    return 0;
}
