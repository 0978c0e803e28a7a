// Conditions on CUDA's macros: settled where it is certain which branch ROCm needs.
#include <cuda_runtime.h>

#ifdef __CUDACC__
#define HOST_DEVICE __host__ __device__
#else
#define HOST_DEVICE
#endif

#if defined(CUDART_VERSION) && (CUDART_VERSION >= 9000)
#define HAS_MASKED_VOTES 1
#endif

#if CUDART_VERSION >= 12030
#define HAS_NEW_GRAPHS 1
#endif

HOST_DEVICE inline int side()
{
#ifdef __CUDA_ARCH__
    return 1;
#else
    return 0;
#endif
}

// HIP has this function, as all newer GPUs do.
#if __CUDA_ARCH__ < 600
__device__ double atomicAdd(double* address, double value);
#endif

__device__ float fast(float value)
{
#if __CUDA_ARCH__ >= 800
    asm("tanh.approx.f32 %0, %1;" : "=f"(value) : "f"(value));
    return value;
#else
    return tanhf(value);
#endif
}

// Both sides are known here.
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
__device__ unsigned votes(int ready)
{
    return __popc(__ballot_sync(0xffffffff, ready));
}
#endif
