#include <cuda_runtime.h>

extern __shared__ float everywhere[64];

__device__ float first(int lane)
{
    extern __shared__ float handedOn[32];
    return handedOn[lane];
}

__global__ void sums(float* data, int rows)
{
    extern __shared__ float tile[32][33];
    __shared__ extern unsigned int count;
    extern __shared__ __align__(16) float4 wide[8];
    extern __shared__ float handedOn[32];
    extern __shared__ char memory[];
    extern __shared__ double rowsOf[][4];
    extern __shared__ int two[2], three[3];
    tile[threadIdx.x][0] = data[threadIdx.x] + wide[0].x + static_cast<float>(rowsOf[rows][0]);
    count = 0;
    handedOn[threadIdx.x] = everywhere[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = tile[31 - threadIdx.x][0] + first(0) + static_cast<float>(memory[0] + two[0] + three[0]);
}

__global__ void again(float* data)
{
    extern __shared__ float tile[32][33];
    tile[threadIdx.x][0] = data[threadIdx.x];
}
