// compile with -DUSE_ROCM. A file that someone began to port: what is guarded stays as it is.
#if defined(__HIP_PLATFORM_AMD__) || defined(USE_ROCM)
#include <hip/hip_runtime.h>
#define gpuMalloc hipMalloc
#define gpuFree hipFree
#else
#include <cuda_runtime.h>
#define gpuMalloc cudaMalloc
#define gpuFree cudaFree
#endif
#include <cstdio>

#ifdef USE_ROCM
constexpr int kWarp = 64;
#else
constexpr int kWarp = 32;
#endif

__global__ void ones(int* p) { p[threadIdx.x] = 1; }

int main()
{
    int *p, host[kWarp];
    if (gpuMalloc(&p, sizeof(host)) != 0) return 1;
    ones<<<1, kWarp>>>(p);
#ifndef USE_ROCM
    cudaDeviceSynchronize();
#else
    hipDeviceSynchronize();
#endif
    cudaMemcpy(host, p, sizeof(host), cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[kWarp - 1]);
    return gpuFree(p);
}
