#include <cuda_runtime.h>

// Masks of 32 bits in the project's own code for AMD GPUs.
__device__ float largest(float value)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800 && !defined(USE_ROCM)
    value = __shfl_sync(0xffffffffu, value, 1);
#else
    value = __shfl_sync(0xffffffffu, value, 2);
    value = __shfl_sync(0xffffffffffffffffull, value, 3);
#endif
#ifdef USE_ROCM
#if 0
    value = __shfl_sync(0xffffffffu, value, 4);
#endif
    value = __shfl_xor_sync(0xffffffff, value, 5);
#else
    value = __shfl_xor_sync(0xffffffff, value, 6);
#endif
#if __CUDA_ARCH__ < 700
    value = __shfl_down(value, 7);
#elif defined(USE_ROCM)
    value = __shfl_down_sync(0xffffffff, value, 8, 32);
#else
    value = __shfl_down_sync(0xffffffff, value, 9);
#endif
#if !(defined(USE_ROCM) || defined(__HIPCC__))
    value = __shfl_down_sync(0xffffffff, value, 10);
#else
    value = __shfl_down_sync(0xffffffff, value, 11);
#endif
#if WIDE
#if 0
#else
    value = __shfl_down_sync(0xffffffff, value, 12);
#endif
#elif defined(USE_ROCM)
    value = __shfl_down_sync(0xffffffff, value, 13);
#endif
#ifdef USE_ROCM
    value = __shfl_down_sync(0xffffffff, value, 14);
#elif !defined(__CUDACC__)
    value = __shfl_down_sync(0xffffffff, value, 15);
#endif
#if defined(USE_ROCM) && CUDA_VERSION == 0L
    value = __shfl_down_sync(0xffffffff, value, 16);
#endif
#if defined(USE_ROCM) && CUDA_VERSION < MIN_VERSION
    value = __shfl_down_sync(0xffffffff, value, 17);
#endif
#if defined(USE_ROCM) && CUDA_VERSION >= MIN_VERSION
    value = __shfl_down_sync(0xffffffff, value, 18);
#endif
#if defined(USE_ROCM) && CUDA_VERSION < 0x0
    value = __shfl_down_sync(0xffffffff, value, 19);
#endif
    return value;
}
