// A type of data as the type of a computation.
// target: strategy=torch-extension needs=cblas.h
// edit hipify-compute-type: `HIPBLAS_COMPUTE_32F`, with `HIP_R_32F` not built
#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <cstdio>

int main()
{
    constexpr int kSize = 8;
    float host[kSize * kSize];
    for (int i = 0; i < kSize * kSize; ++i) {
        host[i] = static_cast<float>((i * 37 + 11) % 13);
    }
    float *in, *out;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cublasHandle_t handle;
    if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) {
        return 1;
    }
    const float one = 1, zero = 0;
    cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, kSize, kSize, kSize, &one, in, CUDA_R_32F, kSize, in,
                 CUDA_R_32F, kSize, &zero, out, CUDA_R_32F, kSize, CUDA_R_32F, CUBLAS_GEMM_DEFAULT);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < kSize * kSize; ++i) {
        std::printf("%g ", static_cast<double>(host[i]));
    }
    std::printf("\n");
    cublasDestroy(handle);
    return 0;
}
