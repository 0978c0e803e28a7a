#include <cuda_runtime.h>

__global__ void half(int* data)
{
    int value = data[threadIdx.x];
    value += __shfl_xor_sync(0x0000ffff, value, 8);
    value += __shfl_xor_sync(OTHER_MASK, value, 4);
    value += __shfl_xor_sync(OTHER_MASK, value, 2);
    data[threadIdx.x] = value;
}
