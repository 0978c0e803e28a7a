// Instructions that CUDA C++ has no spelling for, or only a slower one.
#pragma once

#include <cuda_runtime.h>

namespace seqk {

// The lane within the warp. threadIdx.x % 32 is the same only for one-dimensional blocks.
__device__ __forceinline__ int lane_id()
{
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return static_cast<int>(lane);
}

// 2^x with denormals flushed; about two ulp, enough for softmax weights.
__device__ __forceinline__ float fast_exp2(float x)
{
    float y;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}

__device__ __forceinline__ float fast_rcp(float x)
{
    float y;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}

} // namespace seqk
