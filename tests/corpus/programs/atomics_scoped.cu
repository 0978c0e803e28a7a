#include <cuda_runtime.h>
#include <cstdio>

// Atomics with a scope, which HIP has for the system scope but not for the block scope.
__global__ void scoped(int* shared_by_block, int* shared_by_all)
{
    atomicAdd_block(&shared_by_block[blockIdx.x], 1);
    atomicMax_block(&shared_by_block[blockIdx.x], (int)threadIdx.x);
    atomicAdd_system(shared_by_all, 1);
    __threadfence_block();
    __threadfence_system();
}

int main()
{
    int *block, *all;
    cudaMallocManaged(&block, 4 * sizeof(int));
    cudaMallocManaged(&all, sizeof(int));
    for (int i = 0; i < 4; ++i) block[i] = 0;
    *all = 0;
    scoped<<<4, 64>>>(block, all);
    cudaDeviceSynchronize();
    std::printf("%d %d\n", block[0], *all);
    return cudaGetLastError() == cudaSuccess ? 0 : 2;
}
