#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600
__device__ double atomicAdd(double* address, double value)
{
    unsigned long long* bits = (unsigned long long*)address;
    unsigned long long old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}
#endif

#ifdef __CUDACC__
#define HD __host__ __device__
#else
#define HD
#endif

struct Vec {
    double x, y;
    HD double length() const
    {
#ifdef __CUDA_ARCH__
        return hypot(x, y);
#else
        return std::sqrt(x * x + y * y);
#endif
    }
};

#if defined(__NVCC__) && CUDART_VERSION >= 11000
#define HAS_REDUCE 1
#endif

__global__ void lengths(const Vec* v, double* sum, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(sum, v[i].length());
}

int main()
{
    Vec* v;
    double* sum;
    cudaMallocManaged(&v, 100 * sizeof(Vec));
    cudaMallocManaged(&sum, sizeof(double));
    for (int i = 0; i < 100; ++i) v[i] = {3.0, 4.0};
    *sum = 0;
    lengths<<<1, 128>>>(v, sum, 100);
    cudaDeviceSynchronize();
    std::printf("%f\n", *sum - 100 * v[0].length());
    return 0;
}
