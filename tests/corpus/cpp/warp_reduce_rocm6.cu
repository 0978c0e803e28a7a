// target: rocm=6.4 arch=gfx942 strategy=compat-header
#include <cuda_runtime.h>

#define FULL_MASK 0xffffffff

__device__ __forceinline__ float warpReduceSum(float value)
{
    for (int offset = 16; offset > 0; offset >>= 1)
        value += __shfl_down_sync(FULL_MASK, value, offset);
    return value;
}

__global__ void blockSum(const float* in, float* out, int n)
{
    __shared__ float part[32];
    const int lane = threadIdx.x & 31;
    const int warp = threadIdx.x >> 5;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = warpReduceSum(i < n ? in[i] : 0.0f);
    if (lane == 0) {
        part[warp] = value;
    }
    __syncthreads();
    value = threadIdx.x < blockDim.x / 32 ? part[lane] : 0.0f;
    if (warp == 0) {
        value = warpReduceSum(value);
    }
    if (threadIdx.x == 0) {
        out[blockIdx.x] = value;
    }
}
