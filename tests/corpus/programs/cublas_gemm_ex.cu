#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <type_traits>

template <typename T> struct BlasType;
template <> struct BlasType<float> { static constexpr cudaDataType_t value = CUDA_R_32F; };
template <> struct BlasType<__half> { static constexpr cudaDataType_t value = CUDA_R_16F; };
template <> struct BlasType<int8_t> { static constexpr cudaDataType value = CUDA_R_8I; };

template <typename In, typename Out>
cublasStatus_t gemm(cublasHandle_t handle, int n, const In* a, const In* b, Out* c, cublasGemmAlgo_t algorithm)
{
    const float alpha = 1.0f, beta = 0.0f;
    return cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &alpha, a, BlasType<In>::value, n, b,
                        BlasType<In>::value, n, &beta, c, BlasType<Out>::value, n, CUBLAS_COMPUTE_32F, algorithm);
}

int main()
{
    const int n = 256;
    void *a, *b, *c;
    cudaMalloc(&a, n * n * 4);
    cudaMalloc(&b, n * n * 4);
    cudaMalloc(&c, n * n * 4);
    cublasHandle_t handle;
    cublasCreate_v2(&handle);
    cublasSetMathMode(handle, CUBLAS_DEFAULT_MATH);
    for (int algorithm = CUBLAS_GEMM_DEFAULT; algorithm <= CUBLAS_GEMM_DEFAULT; ++algorithm) {
        cublasStatus_t status = gemm(handle, n, (const __half*)a, (const __half*)b, (float*)c, static_cast<cublasGemmAlgo_t>(algorithm));
        std::printf("%d: %d\n", algorithm, (int)status);
    }
    const __half one = __float2half(1.0f), zero = __float2half(0.0f);
    cublasHgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, (__half*)a, n, (__half*)b, n, &zero, (__half*)c, n);
    cublasGemmStridedBatchedEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, 16, 16, 16, &one, a, CUDA_R_16F, 16, 256, b, CUDA_R_16F, 16, 256,
                               &zero, c, CUDA_R_16F, 16, 256, 4, CUBLAS_COMPUTE_16F, CUBLAS_GEMM_DEFAULT_TENSOR_OP);
    cublasDestroy_v2(handle);
    return 0;
}
