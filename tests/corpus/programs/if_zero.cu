#include <cuda_runtime.h>
#if 0
This isn't code: it's cudaMalloc prose with an apostrophe.
#include <cublas_v2.h>
#endif
#if defined(USE_DOUBLE)
typedef double real;
#else
typedef float real;
#endif

__global__ void k(real* p)
{
#if 0
    cudaFree(p);
#elif 1
    p[threadIdx.x] = 1;
#else
    p[threadIdx.x] = __ldg(p);
#endif
}

int main()
{
    real* p;
#ifdef USE_MANAGED
    cudaMallocManaged(&p, 64 * sizeof(real));
#else
    cudaMalloc(&p, 64 * sizeof(real));
#endif
    k<<<1, 64>>>(p);
#ifndef NDEBUG
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
#endif
    cudaFree(p);
}
