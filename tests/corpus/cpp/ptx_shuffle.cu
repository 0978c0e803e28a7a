#include <cuda_runtime.h>

// Inline PTX that reaches over 32 lanes keeps the warps of its file so.
__device__ float across(float x, int mask)
{
    float y;
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 0x1f, 0xffffffff;"
                 : "=f"(y)
                 : "f"(x), "r"(mask));
    return y;
}

__global__ void sums(float* data)
{
    const int lane = threadIdx.x & 31;
    float value = data[threadIdx.x];
    for (int mask = 16; mask > 0; mask /= 2) {
        value += across(value, mask);
    }
    value += __shfl_xor_sync(0xffffffff, value, 1);
    if (lane == 0) {
        data[threadIdx.x / 32] = value;
    }
}
