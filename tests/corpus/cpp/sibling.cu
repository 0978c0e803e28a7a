// target: strategy=sibling
#include <cuda_runtime.h>
#include "helpers.cuh"
#include "types.h"

__global__ void k(int* data)
{
    unsigned votes = __ballot_sync(0xffffffff, data[0]);
    data[1] = __popc(votes);
}

void run(int* data)
{
    int* copy = nullptr;
    cudaMalloc(&copy, 4);
    cudaMemcpy(copy, data, 4, cudaMemcpyDeviceToDevice);
    k<<<1, 64>>>(copy);
}
