// Shuffles in branches: of lanes, of warps, of the block.
#include <cuda_runtime.h>

__global__ void __launch_bounds__(288, 3) branches(int* data, int n)
{
    int value = data[threadIdx.x];
    const int lane = threadIdx.x % 32;
    if (lane < 16) {
        value += __shfl_xor_sync(0xffffffff, value, 8);
    }
    if (threadIdx.x / 32 == 0) {
        value += __shfl_xor_sync(0xffffffff, value, 4);
    }
    if (n > 4) {
        value += __shfl_xor_sync(0xffffffff, value, 2);
    }
    data[threadIdx.x] = value;
}

void start(int* data)
{
    const dim3 block = dim3(32, 8);
    branches<<<1, 96>>>(data, 3);
    branches<<<1, block>>>(data, 4);
}
