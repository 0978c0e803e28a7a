#include <cuda_runtime.h>

// For one GPU of NVIDIA: ROCm takes what all others take.
#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ == 860)
#define HALF_SUMS 1
#else
#define HALF_SUMS 0
#endif

__device__ float older_only(float value)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
    return value * 0.5f;
#endif
    return value * 0.25f;
}

// Plain code for older GPUs.
__device__ float two_ways(float value)
{
#if __CUDA_ARCH__ >= 800
    return __expf(value);
#else
    return expf(value);
#endif
}

__device__ float two_more_ways(float value)
{
#if __CUDA_ARCH__ >= 800
    return __logf(value);
#else
    return logf(value);
#endif
}

// These stop or answer nothing on ROCm.
__device__ float traps(float value)
{
#if __CUDA_ARCH__ >= 800
    return __expf(value);
#else
    __trap();
    return value;
#endif
}

__device__ bool has_copies()
{
#if __CUDA_ARCH__ >= 800
    return true;
#else
    return false;
#endif
}

__global__ void empty(float* data)
{
#if __CUDA_ARCH__ >= 900
    data[threadIdx.x] *= 2.0f;
    data[threadIdx.x] += 1.0f;
#endif
}

__global__ void empty_but_one(float* data)
{
#if __CUDA_ARCH__ == 900
    data[threadIdx.x] *= 2.0f;
    data[threadIdx.x] += 1.0f;
#endif
}

// Which of them AMD GPUs should have is not certain.
__device__ float more(float value)
{
    value += 1.0f;
    value *= 0.5f;
#if __CUDA_ARCH__ >= 800
    value = __expf(value);
#endif
    value -= 2.0f;
    return value + 1.0f;
}

__device__ float either(float value)
{
#if !(__CUDA_ARCH__ >= 800)
    return expf(value);
#else
    return __expf(value);
#endif
}

__device__ float one_more(float value)
{
    value += 1.0f;
    value *= 0.5f;
#if __CUDA_ARCH__ == 900
    value = __expf(value);
#endif
    return value + 1.0f;
}

#if __CUDA_ARCH__ == 700
#define TILE 16
#elif __CUDA_ARCH__ == 800
#define TILE 32
#else
#error "no tile"
#endif
