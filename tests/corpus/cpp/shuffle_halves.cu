// target: strategy=torch-extension
#include <cuda_runtime.h>

// Right on 64 lanes: each lane meets one of its own half.
__device__ float half_sum(float value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    for (int offset = 1; offset < 32; offset <<= 1) {
        value += __shfl_xor_sync(0xffffffff, value, offset);
    }
    value = fmaxf(value, __shfl_xor_sync(0xffffffff, value, 1));
    return value;
}

template <int H> __device__ float square(float value, int bits)
{
    for (int offset = H; offset < H * H; offset <<= 1)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    return value + __shfl_xor_sync(0xffffffff, value, bits);
}

// These reach over the half, or may.
__device__ float reaches(float value)
{
    value += __shfl_down_sync(0xffffffff, value, 16);
    value += __shfl_sync(0xffffffff, value, 0);
    for (int offset = kWarp / 2; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    for (int offset = 32; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    return value + __shfl_xor_sync(0xffffffff, value, kWarp / 2);
}

__global__ void sums(float* out, const float* in)
{
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    const int tasks = gridDim.x / 32;
    const float value = reaches(square<4>(half_sum(in[threadIdx.x]), lane));
    if (lane == 0)
        out[warp * tasks] = value;
}
