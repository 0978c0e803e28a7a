// Reductions over one warp and over a block, by shuffles.
#pragma once

#include "ptx.cuh"

namespace seqk {

constexpr int kWarpSize = 32;
constexpr unsigned kFullMask = 0xffffffffu;

__device__ __forceinline__ float warp_sum(float value)
{
#pragma unroll
    for (int offset = kWarpSize / 2; offset > 0; offset /= 2) {
        value += __shfl_xor_sync(kFullMask, value, offset);
    }
    return value;
}

__device__ __forceinline__ float warp_max(float value)
{
#pragma unroll
    for (int offset = kWarpSize / 2; offset > 0; offset /= 2) {
        value = fmaxf(value, __shfl_xor_sync(kFullMask, value, offset));
    }
    return value;
}

// Sum over a block of whole warps; every thread gets it. The leading barrier lets callers reduce twice in a row.
__device__ __forceinline__ float block_sum(float value)
{
    __shared__ float partial[kWarpSize];
    const int lane = lane_id();
    const int warp = threadIdx.x / kWarpSize;
    const int warps = blockDim.x / kWarpSize;

    value = warp_sum(value);
    __syncthreads();
    if (lane == 0) {
        partial[warp] = value;
    }
    __syncthreads();
    return warp_sum(lane < warps ? partial[lane] : 0.0f);
}

__device__ __forceinline__ float block_max(float value)
{
    __shared__ float partial[kWarpSize];
    const int lane = lane_id();
    const int warp = threadIdx.x / kWarpSize;
    const int warps = blockDim.x / kWarpSize;

    value = warp_max(value);
    __syncthreads();
    if (lane == 0) {
        partial[warp] = value;
    }
    __syncthreads();
    return warp_max(lane < warps ? partial[lane] : -INFINITY);
}

} // namespace seqk
