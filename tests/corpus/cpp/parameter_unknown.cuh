#pragma once
#include <cuda_runtime.h>

__device__ inline float pick(float value, unsigned mask, int lane)
{
    return __shfl_sync(mask, value, lane);
}
