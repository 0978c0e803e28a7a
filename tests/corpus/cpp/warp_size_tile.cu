#include <cuda_runtime.h>

#define WARP_SIZE 32

// The warp width is the side of a tile as well: 64 would ask for blocks of 4096 threads.
__global__ void transpose(const float* in, float* out)
{
    __shared__ float tile[WARP_SIZE][WARP_SIZE + 1];
    tile[threadIdx.y][threadIdx.x % WARP_SIZE] = in[threadIdx.y * WARP_SIZE + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * WARP_SIZE + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

void run(const float* in, float* out)
{
    transpose<<<1, dim3(WARP_SIZE, WARP_SIZE)>>>(in, out);
}
