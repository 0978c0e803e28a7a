// The text that stands for <cublasXt.h> in ports beside cuBLASXt itself, on an NVIDIA GPU:
//   nvcc -std=c++17 -arch=native -I resources/compat -o blasxt tests/device/blasxt.cu -lcublas && ./blasxt
// Products of random matrices of whole numbers, which are exact in any order, in each type and operation, of sizes around that of
// a block, in the host's memory and the GPU's, on one device and on one that is named three times. Exit status 0: all the same.

#include <cublasXt.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <random>
#include <vector>

// HIP's names mean CUDA's here.
#define HIPBLAS_OP_N CUBLAS_OP_N
#define HIPBLAS_STATUS_SUCCESS CUBLAS_STATUS_SUCCESS
#define HIPBLAS_STATUS_INVALID_VALUE CUBLAS_STATUS_INVALID_VALUE
#define HIPBLAS_STATUS_NOT_INITIALIZED CUBLAS_STATUS_NOT_INITIALIZED
#define HIPBLAS_STATUS_ALLOC_FAILED CUBLAS_STATUS_ALLOC_FAILED
#define HIPBLAS_STATUS_INTERNAL_ERROR CUBLAS_STATUS_INTERNAL_ERROR
#define HIPBLAS_STATUS_EXECUTION_FAILED CUBLAS_STATUS_EXECUTION_FAILED
#define hipblasCgemm cublasCgemm
#define hipblasCreate cublasCreate
#define hipblasDestroy cublasDestroy
#define hipblasDgemm cublasDgemm
#define hipblasHandle_t cublasHandle_t
#define hipblasOperation_t cublasOperation_t
#define hipblasSetStream cublasSetStream
#define hipblasSgemm cublasSgemm
#define hipblasStatus_t cublasStatus_t
#define hipblasZgemm cublasZgemm
#define hipComplex cuComplex
#define hipDoubleComplex cuDoubleComplex
#define hipFree cudaFree
#define hipGetDevice cudaGetDevice
#define hipGetDeviceCount cudaGetDeviceCount
#define hipMalloc cudaMalloc
#define hipMemcpy2DAsync cudaMemcpy2DAsync
#define hipMemcpyDefault cudaMemcpyDefault
#define hipSetDevice cudaSetDevice
#define hipStreamCreate cudaStreamCreate
#define hipStreamDestroy cudaStreamDestroy
#define hipStreamSynchronize cudaStreamSynchronize
#define hipStream_t cudaStream_t
#define hipSuccess cudaSuccess
#define make_hipDoubleComplex make_cuDoubleComplex
#define make_hipFloatComplex make_cuFloatComplex
namespace ours {
#include "cublasxt.h"
} // namespace ours

static std::mt19937 numbers(1);

static void fill(float& to)
{
    to = static_cast<float>(static_cast<int>(numbers() % 17) - 8);
}
static void fill(double& to)
{
    to = static_cast<double>(static_cast<int>(numbers() % 17) - 8);
}
template <typename T>
static void fill(T& to)
{
    fill(to.x);
    fill(to.y);
}
static bool same(float a, float b)
{
    return a == b;
}
static bool same(double a, double b)
{
    return a == b;
}
template <typename T>
static bool same(const T& a, const T& b)
{
    return a.x == b.x && a.y == b.y;
}
static cublasStatus_t theirs(cublasXtHandle_t h, cublasOperation_t ta, cublasOperation_t tb, size_t m, size_t n, size_t k, const float* alpha,
                             const float* a, size_t lda, const float* b, size_t ldb, const float* beta, float* c, size_t ldc)
{
    return cublasXtSgemm(h, ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
static cublasStatus_t theirs(cublasXtHandle_t h, cublasOperation_t ta, cublasOperation_t tb, size_t m, size_t n, size_t k, const double* alpha,
                             const double* a, size_t lda, const double* b, size_t ldb, const double* beta, double* c, size_t ldc)
{
    return cublasXtDgemm(h, ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
static cublasStatus_t theirs(cublasXtHandle_t h, cublasOperation_t ta, cublasOperation_t tb, size_t m, size_t n, size_t k,
                             const cuComplex* alpha, const cuComplex* a, size_t lda, const cuComplex* b, size_t ldb, const cuComplex* beta,
                             cuComplex* c, size_t ldc)
{
    return cublasXtCgemm(h, ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
static cublasStatus_t theirs(cublasXtHandle_t h, cublasOperation_t ta, cublasOperation_t tb, size_t m, size_t n, size_t k,
                             const cuDoubleComplex* alpha, const cuDoubleComplex* a, size_t lda, const cuDoubleComplex* b, size_t ldb,
                             const cuDoubleComplex* beta, cuDoubleComplex* c, size_t ldc)
{
    return cublasXtZgemm(h, ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
template <typename T>
static cublasStatus_t mine(ours::cublasXtHandle_t h, cublasOperation_t ta, cublasOperation_t tb, size_t m, size_t n, size_t k, const T* alpha,
                           const T* a, size_t lda, const T* b, size_t ldb, const T* beta, T* c, size_t ldc)
{
    if constexpr (sizeof(T) == 4)
        return ours::cublasXtSgemm(h, ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
    else if constexpr (std::is_same_v<T, double>)
        return ours::cublasXtDgemm(h, ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
    else if constexpr (sizeof(T) == 8)
        return ours::cublasXtCgemm(h, ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
    else
        return ours::cublasXtZgemm(h, ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

static long products = 0, values = 0, wrong = 0;

template <typename T>
static void compare(const char* type, cublasXtHandle_t their, ours::cublasXtHandle_t own, int devices)
{
    constexpr size_t kSizes[] = {1, 31, 32, 33, 100}; // of nothing to sum up cuBLASXt makes what its memory held
    constexpr cublasOperation_t kOperations[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};
    for (int round = 0; round < 400; ++round) {
        const size_t m = kSizes[numbers() % 5], n = kSizes[numbers() % 5], k = kSizes[numbers() % 5];
        const cublasOperation_t ta = kOperations[numbers() % 3], tb = kOperations[numbers() % 3];
        const size_t lda = (ta == CUBLAS_OP_N ? m : k) + 1 + numbers() % 3, ldb = (tb == CUBLAS_OP_N ? k : n) + 1 + numbers() % 3;
        const size_t ldc = m + numbers() % 4;
        std::vector<T> a(lda * std::max(m, k) + 1), b(ldb * std::max(n, k) + 1), c(ldc * n), wanted;
        for (auto* const one : {&a, &b, &c}) {
            for (T& value : *one)
                fill(value);
        }
        wanted = c;
        T alpha, beta;
        fill(alpha);
        fill(beta);
        if (round % 4 == 0)
            beta = T();
        T* onDevice = nullptr; // every third with one of the factors on the GPU
        const T* first = a.data();
        if (round % 3 == 0) {
            cudaMalloc(&onDevice, a.size() * sizeof(T));
            cudaMemcpy(onDevice, a.data(), a.size() * sizeof(T), cudaMemcpyHostToDevice);
            first = onDevice;
        }
        const auto x = theirs(their, ta, tb, m, n, k, &alpha, a.data(), lda, b.data(), ldb, &beta, wanted.data(), ldc);
        const auto y = mine<T>(own, ta, tb, m, n, k, &alpha, first, lda, b.data(), ldb, &beta, c.data(), ldc);
        cudaFree(onDevice);
        ++products;
        if (x != y) {
            std::printf("%s %zu %zu %zu: %d, not %d\n", type, m, n, k, int(y), int(x));
            ++wrong;
            continue;
        }
        for (size_t i = 0; i < c.size(); ++i, ++values) {
            if (!same(c[i], wanted[i])) {
                if (++wrong < 10)
                    std::printf("%s %zu %zu %zu op %d %d on %d at %zu\n", type, m, n, k, int(ta), int(tb), devices, i);
            }
        }
    }
}

int main()
{
    for (const int count : {1, 3}) {
        int ids[] = {0, 0, 0};
        cublasXtHandle_t their;
        ours::cublasXtHandle_t own;
        if (cublasXtCreate(&their) != CUBLAS_STATUS_SUCCESS || cublasXtDeviceSelect(their, 1, ids) != CUBLAS_STATUS_SUCCESS ||
            cublasXtSetBlockDim(their, 32) != CUBLAS_STATUS_SUCCESS || ours::cublasXtCreate(&own) != CUBLAS_STATUS_SUCCESS ||
            ours::cublasXtDeviceSelect(own, count, ids) != CUBLAS_STATUS_SUCCESS ||
            ours::cublasXtSetBlockDim(own, 32) != CUBLAS_STATUS_SUCCESS) {
            std::puts("no handle");
            return 1;
        }
        compare<float>("float", their, own, count);
        compare<double>("double", their, own, count);
        compare<cuComplex>("complex", their, own, count);
        compare<cuDoubleComplex>("double complex", their, own, count);
        ours::cublasXtDestroy(own);
        cublasXtDestroy(their);
    }
    std::printf("%ld products, %ld values, %ld differ\n", products, values, wrong);
    return wrong == 0 ? 0 : 1;
}
