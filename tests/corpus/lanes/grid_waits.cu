// A grid of more threads than stacks with a guard: all wait for each other.
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void turns(int* sums, int blocks)
{
    cg::grid_group grid = cg::this_grid();
    const int own = static_cast<int>(blockIdx.x);
    if (threadIdx.x == 0) {
        sums[own] = own;
    }
    grid.sync();
    int next = sums[(own + 1) % blocks];
    grid.sync();
    if (threadIdx.x == 0) {
        sums[own] = next;
    }
}

int main()
{
    int blocks = 80;
    int* sums = nullptr;
    cudaMallocManaged(&sums, blocks * sizeof(int));
    void* arguments[] = {&sums, &blocks};
    cudaLaunchCooperativeKernel((void*)turns, dim3(blocks), dim3(512), arguments, 0, nullptr);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < blocks; ++i) {
        wrong += sums[i] != (i + 1) % blocks;
    }
    std::printf("40,960 threads: %d wrong\n", wrong);
    return 0;
}
