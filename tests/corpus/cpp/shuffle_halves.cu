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
    for (unsigned o = 32 / 2; o; o >>= 1)
        value += __shfl_xor_sync(0xffffffff, value, o);
    for (int o = 1; o <= 16; o += 1)
        value += __shfl_xor_sync(0xffffffff, value, o);
    value = fmaxf(value, __shfl_xor_sync(0xffffffff, value, 1));
    return value;
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

__device__ float flipped(float value, int bits)
{
    return value + __shfl_xor_sync(0xffffffff, value, bits);
}

template <int H> __device__ float reaches_more(float value, int n)
{
    for (int o = n; o > 0; o /= 2)
        value += __shfl_xor_sync(0xffffffff, value, o);
    for (int o = blockDim.x / 2; o > 0; o >>= 1)
        value += __shfl_xor_sync(0xffffffff, value, o);
    for (int i = 0; i < 6; ++i)
        value += __shfl_xor_sync(0xffffffff, value, 1 << i);
    for (int o = kLanes / 2; o > 0; o >>= 1)
        value += __shfl_xor_sync(0xffffffff, value, o);
    for (int offset = H; offset < H * H; offset <<= 1)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    for (int o = 1; o > 0; o <<= 1)
        value += __shfl_xor_sync(0xffffffff, value, o);
    for (int o = 16; o > 0; o /= 2) {
        o += n;
        value += __shfl_xor_sync(0xffffffff, value, o);
    }
    value += __shfl_xor_sync(0xffffffff, value, 16 * 2);
    value += __shfl_xor_sync(0xffffffff, value, ~1);
    return value + __shfl_xor_sync(0xffffffff, value, kWidth);
}

__global__ void sums(float* out, const float* in)
{
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    const int tasks = gridDim.x / 32;
    const float value = reaches_more<8>(reaches(flipped(half_sum(in[threadIdx.x]), lane)), tasks);
    if (lane == 0)
        out[warp * tasks] = value;
}
