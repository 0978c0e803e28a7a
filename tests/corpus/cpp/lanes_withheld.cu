#include <cuda_runtime.h>

__global__ void rank(const int* in, int* out)
{
    __shared__ int part[4][32];
    const int lane = threadIdx.x & 31;
    const int warp = threadIdx.x / 32;
    const unsigned mask = 0xffffffff;
    const unsigned votes = __ballot_sync(mask, in[threadIdx.x] > 0);
    part[warp][lane] = __popc(votes & ((1u << lane) - 1));
    __syncwarp(mask);
    out[threadIdx.x] = part[warp][lane ^ 1];
}

__global__ void share(int* data)
{
    data[threadIdx.x] = __shfl_sync(0xffffffff, data[threadIdx.x], 0);
}
