#include <cuda_runtime.h>

static __device__ int leader(unsigned mask)
{
    return __ffs(mask) - 1;
}

static __device__ float broadcast(float value, unsigned int mask = 0xffffffff)
{
    return __shfl_sync(mask, value, leader(mask));
}

static __device__ unsigned voters(bool vote)
{
    return __ballot_sync(0xffffffff, vote);
}

__global__ void k(float* data)
{
    unsigned mask = voters(data[threadIdx.x] > 1.0f);
    data[threadIdx.x] = broadcast(data[threadIdx.x], mask) + broadcast(1.0f);
}
