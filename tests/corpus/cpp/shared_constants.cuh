// What other files include: masks by their names, widths only as a finding.
#pragma once
#include <cuda_runtime.h>

#define WARP_SIZE 32
constexpr unsigned kFullMask = 0xffffffffu;
constexpr unsigned kNoRow = 0xffffffffu;

__device__ inline int laneOf()
{
    return threadIdx.x % WARP_SIZE;
}
