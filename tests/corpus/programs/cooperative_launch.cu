#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void relax(float* a, float* b, int n, int rounds)
{
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    for (int r = 0; r < rounds; ++r) {
        for (int i = grid.thread_rank() + 1; i < n - 1; i += grid.size())
            b[i] = 0.5f * a[i] + 0.25f * (a[i - 1] + a[i + 1]);
        grid.sync();
        float* t = a;
        a = b;
        b = t;
    }
    if (block.thread_rank() == 0 && blockIdx.x == 0) printf("done by %d\n", (int)grid.size());
}

int main()
{
    int device = 0, supported = 0, blocks = 0;
    cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, device);
    if (!supported) return 0;
    cudaDeviceProp properties;
    cudaGetDeviceProperties(&properties, device);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, relax, 128, 0);
    int n = 1 << 20, rounds = 10;
    float *a, *b;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&b, n * sizeof(float));
    void* arguments[] = {&a, &b, &n, &rounds};
    dim3 grid(blocks * properties.multiProcessorCount);
    cudaError_t error = cudaLaunchCooperativeKernel((void*)relax, grid, dim3(128), arguments, 0, 0);
    if (error == cudaSuccess) error = cudaLaunchCooperativeKernel(relax, grid, dim3(128), arguments);
    if (error == cudaErrorCooperativeLaunchTooLarge) printf("too large\n");
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(b);
    return error;
}
