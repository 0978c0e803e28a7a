#!/usr/bin/env bash
# compat_blasxt.sh ROCPORT_CLI ROCM_HEADERS: a program that uses <cublasXt.h> compiles with both strategies, and its products come to what three
# loops come to, over stand-ins of HIP and hipBLAS that compute on the host, with one device and with several.
set -euo pipefail

cli=$(realpath "$1")
headers=$(realpath -m "$2")
# shellcheck source=tests/integration/needs.sh
. "$(dirname "${BASH_SOURCE[0]}")/needs.sh"
need git clang++-19
need_hip_headers "$headers"
[ -f "$headers/hipblas/hipblas.h" ] || skip "there are no headers of hipBLAS in $headers"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/project"
cat >"$work/project/products.cpp" <<'SOURCE'
#include <cublasXt.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>
#include <random>
#include <vector>

template <typename T>
struct Call
{
    cublasOperation_t opA, opB;
    size_t m, n, k, lda, ldb, ldc;
    T alpha, beta;
};
static cublasStatus_t product(cublasXtHandle_t xt, const Call<float>& call, const float* a, const float* b, float* c)
{
    return cublasXtSgemm(xt, call.opA, call.opB, call.m, call.n, call.k, &call.alpha, a, call.lda, b, call.ldb, &call.beta, c, call.ldc);
}
static cublasStatus_t product(cublasXtHandle_t xt, const Call<double>& call, const double* a, const double* b, double* c)
{
    return cublasXtDgemm(xt, call.opA, call.opB, call.m, call.n, call.k, &call.alpha, a, call.lda, b, call.ldb, &call.beta, c, call.ldc);
}
static cublasStatus_t product(cublasXtHandle_t xt, const Call<cuComplex>& call, const cuComplex* a, const cuComplex* b, cuComplex* c)
{
    return cublasXtCgemm(xt, call.opA, call.opB, call.m, call.n, call.k, &call.alpha, a, call.lda, b, call.ldb, &call.beta, c, call.ldc);
}
static cublasStatus_t product(cublasXtHandle_t xt, const Call<cuDoubleComplex>& call, const cuDoubleComplex* a, const cuDoubleComplex* b,
                              cuDoubleComplex* c)
{
    return cublasXtZgemm(xt, call.opA, call.opB, call.m, call.n, call.k, &call.alpha, a, call.lda, b, call.ldb, &call.beta, c, call.ldc);
}

#ifdef CHECK
static float times(float a, float b) { return a * b; }
static double times(double a, double b) { return a * b; }
template <typename T>
static T times(const T& a, const T& b)
{
    T result;
    result.x = a.x * b.x - a.y * b.y;
    result.y = a.x * b.y + a.y * b.x;
    return result;
}
static float plus(float a, float b) { return a + b; }
static double plus(double a, double b) { return a + b; }
template <typename T>
static T plus(T a, const T& b)
{
    a.x += b.x;
    a.y += b.y;
    return a;
}
static float turned(float a, bool) { return a; }
static double turned(double a, bool) { return a; }
template <typename T>
static T turned(T a, bool conjugates)
{
    a.y = conjugates ? -a.y : a.y;
    return a;
}
static bool same(float a, float b) { return a == b; }
static bool same(double a, double b) { return a == b; }
template <typename T>
static bool same(const T& a, const T& b)
{
    return a.x == b.x && a.y == b.y;
}
static bool isZero(float a) { return a == 0; }
static bool isZero(double a) { return a == 0; }
template <typename T>
static bool isZero(const T& a)
{
    return a.x == 0 && a.y == 0;
}
template <typename T>
static void loops(hipblasOperation_t opA, hipblasOperation_t opB, size_t m, size_t n, size_t k, const T* alpha, const T* a, size_t lda, const T* b,
                  size_t ldb, const T* beta, T* c, size_t ldc)
{
    for (size_t j = 0; j < n; ++j) {
        for (size_t i = 0; i < m; ++i) {
            T sum = T();
            for (size_t l = 0; l < k; ++l)
                sum = plus(sum, times(turned(opA == HIPBLAS_OP_N ? a[i + l * lda] : a[l + i * lda], opA == HIPBLAS_OP_C),
                                      turned(opB == HIPBLAS_OP_N ? b[l + j * ldb] : b[j + l * ldb], opB == HIPBLAS_OP_C)));
            T& to = c[i + j * ldc];
            to = isZero(*beta) ? times(*alpha, sum) : plus(times(*alpha, sum), times(*beta, to));
        }
    }
}
static int device = 0, handles = 0, blocks = 0, gemms[4] = {};
extern "C" {
hipError_t hipGetDevice(int* to) { return *to = device, hipSuccess; }
hipError_t hipSetDevice(int to) { return device = to, hipSuccess; }
hipError_t hipGetDeviceCount(int* to) { return *to = 4, hipSuccess; }
hipError_t hipStreamCreate(hipStream_t* to) { return *to = nullptr, hipSuccess; }
hipError_t hipStreamDestroy(hipStream_t) { return hipSuccess; }
hipError_t hipStreamSynchronize(hipStream_t) { return hipSuccess; }
hipError_t hipMalloc(void** to, size_t bytes)
{
    ++blocks;
    *to = std::memset(std::malloc(bytes), 0x7f, bytes);
    return hipSuccess;
}
hipError_t hipFree(void* one)
{
    blocks -= one != nullptr;
    std::free(one);
    return hipSuccess;
}
hipError_t hipMemcpy2DAsync(void* to, size_t toPitch, const void* from, size_t fromPitch, size_t bytes, size_t rows, hipMemcpyKind, hipStream_t)
{
    if (bytes > toPitch || bytes > fromPitch)
        return hipErrorInvalidPitchValue;
    for (size_t i = 0; i < rows; ++i)
        std::memcpy(static_cast<char*>(to) + i * toPitch, static_cast<const char*>(from) + i * fromPitch, bytes);
    return hipSuccess;
}
hipblasStatus_t hipblasCreate(hipblasHandle_t* to) { return ++handles, *to = reinterpret_cast<hipblasHandle_t>(16 + device), HIPBLAS_STATUS_SUCCESS; }
hipblasStatus_t hipblasDestroy(hipblasHandle_t) { return --handles, HIPBLAS_STATUS_SUCCESS; }
hipblasStatus_t hipblasSetStream(hipblasHandle_t, hipStream_t) { return HIPBLAS_STATUS_SUCCESS; }
#define GEMM(name, T)                                                                                                                             \
    hipblasStatus_t name(hipblasHandle_t handle, hipblasOperation_t opA, hipblasOperation_t opB, int m, int n, int k, const T* alpha, const T* a, \
                         int lda, const T* b, int ldb, const T* beta, T* c, int ldc)                                                              \
    {                                                                                                                                             \
        const bool fits = lda >= (opA == HIPBLAS_OP_N ? m : k) && ldb >= (opB == HIPBLAS_OP_N ? k : n) && ldc >= m && lda > 0 && ldb > 0;          \
        if (!fits || handle != reinterpret_cast<hipblasHandle_t>(16 + device))                                                                    \
            return HIPBLAS_STATUS_INVALID_VALUE;                                                                                                  \
        ++gemms[device];                                                                                                                          \
        loops<T>(opA, opB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);                                                                         \
        return HIPBLAS_STATUS_SUCCESS;                                                                                                            \
    }
GEMM(hipblasSgemm, float)
GEMM(hipblasDgemm, double)
GEMM(ROCPORT_XT_CGEMM, hipComplex)
GEMM(ROCPORT_XT_ZGEMM, hipDoubleComplex)
}
static std::mt19937 numbers(1);
static void fill(float& to) { to = static_cast<float>(static_cast<int>(numbers() % 17) - 8); }
static void fill(double& to) { to = static_cast<double>(static_cast<int>(numbers() % 17) - 8); }
template <typename T>
static void fill(T& to)
{
    fill(to.x);
    fill(to.y);
}
template <typename T>
static bool compare(cublasXtHandle_t xt, int block)
{
    cublasXtSetBlockDim(xt, block);
    for (int round = 0; round < 300; ++round) {
        const size_t sizes[] = {1, 3, 4, 5, 12, 0};
        const cublasOperation_t operations[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};
        Call<T> call = {operations[numbers() % 3], operations[numbers() % 3], sizes[numbers() % 5], sizes[numbers() % 5], sizes[numbers() % 6],
                        0, 0, 0, T(), T()};
        call.lda = std::max<size_t>(1, call.opA == CUBLAS_OP_N ? call.m : call.k) + numbers() % 3;
        call.ldb = std::max<size_t>(1, call.opB == CUBLAS_OP_N ? call.k : call.n) + numbers() % 3;
        call.ldc = call.m + numbers() % 3;
        fill(call.alpha);
        if (round % 3 != 0)
            fill(call.beta);
        std::vector<T> a(call.lda * 12 + 1), b(call.ldb * 12 + 1), c(call.ldc * call.n);
        for (auto* const one : {&a, &b, &c}) {
            for (T& value : *one)
                fill(value);
        }
        std::vector<T> wanted = c;
        loops<T>(call.opA, call.opB, call.m, call.n, call.k, &call.alpha, a.data(), call.lda, b.data(), call.ldb, &call.beta, wanted.data(), call.ldc);
        if (product(xt, call, a.data(), b.data(), c.data()) != CUBLAS_STATUS_SUCCESS || blocks != 0 || device != 3)
            return false;
        for (size_t i = 0; i < c.size(); ++i) {
            if (!same(c[i], wanted[i]))
                return false;
        }
    }
    return true;
}
int main()
{
    cublasXtHandle_t xt = nullptr;
    int ids[] = {0, 2, 1}, wrong[] = {4};
    device = 3;
    bool good = cublasXtCreate(&xt) == CUBLAS_STATUS_SUCCESS && cublasXtDeviceSelect(xt, 1, wrong) == CUBLAS_STATUS_INVALID_VALUE;
    for (const int count : {1, 3}) {
        good = good && cublasXtDeviceSelect(xt, count, ids) == CUBLAS_STATUS_SUCCESS && handles == count;
        for (const int block : {1, 4, 100})
            good = good && compare<float>(xt, block) && compare<double>(xt, block) && compare<cuComplex>(xt, block) &&
                   compare<cuDoubleComplex>(xt, block);
        if (count == 1)
            good = good && gemms[0] > 0 && gemms[1] == 0 && gemms[2] == 0;
    }
    good = good && gemms[1] > 0 && gemms[2] > 0 && gemms[3] == 0 && cublasXtDestroy(xt) == CUBLAS_STATUS_SUCCESS && handles == 0;
    std::puts(good ? "the same" : "not the same");
    return good ? 0 : 1;
}
#endif
SOURCE
git -C "$work/project" init -q
version=$(hip_release "$headers")
for strategy in compat-header shim-headers; do
    port="$work/$strategy"
    cp -R "$work/project" "$port"
    "$cli" propose "$port" --accept all --write --strategy "$strategy" --rocm "$version" >"$work/log" 2>&1 ||
        { cat "$work/log"; exit 1; }
    flags=(-std=c++17 -D__HIP_PLATFORM_AMD__ -DUSE_ROCM -Wno-unused-result -isystem "$headers")
    [ "$strategy" = compat-header ] || flags+=(-I"$port/rocm_compat")
    clang++-19 -x hip -nogpulib -nogpuinc -include __clang_hip_runtime_wrapper.h "${flags[@]}" --offload-arch=gfx942 -fsyntax-only \
        "$port/products.cpp"
    clang++-19 -x c++ "${flags[@]}" -DCHECK -O1 -o "$work/check" "$port/products.cpp"
    "$work/check"
    echo "ok      $strategy"
done
