#include <cuda_runtime.h>

// Other AMD GPUs take what the first arm leaves.
__device__ int one_target(int value)
{
#if defined(__gfx942__)
    return __builtin_amdgcn_readfirstlane(value);
#else
    return __shfl_sync(0xffffffff, value, 0);
#endif
}

__device__ int two_targets(int value)
{
#if defined(__gfx90a__) || defined(__gfx942__)
    return __builtin_amdgcn_readfirstlane(value);
#else
    return __shfl_sync(0xffffffff, value, 1);
#endif
}

// So do all of them where the setting is off.
__device__ int with_setting(int value)
{
#if defined(USE_ROCM) && defined(FAST_LANES)
    return __builtin_amdgcn_readfirstlane(value);
#else
    return __shfl_sync(0xffffffff, value, 2);
#endif
}

// The first arm is for CUDA alone; what it leaves is compiled for AMD GPUs.
__device__ int without_setting(int value)
{
#if !defined(USE_ROCM) && defined(FAST_LANES)
    return __shfl_sync(0xffffffff, value, 6);
#else
    return __shfl_sync(0xffffffff, value, 7);
#endif
}

// An arm for AMD GPUs, with a setting that is off.
__device__ int setting_off(int value)
{
#if defined(USE_ROCM) && !defined(SLOW_LANES)
    return __shfl_sync(0xffffffffffffffff, value, 8);
#else
    return __shfl_sync(0xffffffff, value, 9);
#endif
}

// ROCm without the setting takes the first arm.
__device__ int not_both(int value)
{
#if !(defined(USE_ROCM) && defined(FAST_LANES))
    return __shfl_sync(0xffffffff, value, 10);
#else
    return __shfl_sync(0xffffffff, value, 11);
#endif
}

// The host's code for ROCm is in the other arm.
inline cudaError_t on_host(int* value)
{
#if !defined(__HIP_DEVICE_COMPILE__)
    cudaFuncSetSharedMemConfig(on_host, cudaSharedMemBankSizeEightByte);
#endif
    return cudaSuccess;
}

// These part ROCm from CUDA: nothing is left to do.
__device__ int parted(int value)
{
#if defined(USE_ROCM) && HIP_VERSION >= 60200000
    value = __builtin_amdgcn_readfirstlane(value);
#else
    value = __shfl_sync(0xffffffff, value, 3);
#endif
#if defined(__HIP_DEVICE_COMPILE__)
    value = __builtin_amdgcn_readfirstlane(value);
#elif defined(__CUDA_ARCH__)
    value = __shfl_sync(0xffffffff, value, 4);
#endif
#if defined(USE_ROCM) && defined(__gfx942__)
    return __builtin_amdgcn_readfirstlane(value);
#elif defined(USE_ROCM)
    return __shfl(value, 5);
#else
    return __shfl_sync(0xffffffff, value, 5);
#endif
}
