#include <cuda_runtime.h>

// 32 is a tile here and has nothing to do with warps.
constexpr int TILE = 32;

__global__ void copyTile(const float* in, float* out, int n)
{
    __shared__ float tile[32][33];
    const int row = threadIdx.x / 32;
    const int column = threadIdx.x % 32;
    tile[row][column] = in[blockIdx.x * TILE + threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = tile[column][row] + float(n / 32 + n % 32);
}
