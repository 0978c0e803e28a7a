#include "heat.h"
#include "kernels.cuh"

cudaError_t createGrid(Grid& grid, int width, int height, const std::vector<float>& start)
{
    grid.width = width;
    grid.height = height;
    const size_t bytes = sizeof(float) * width * height;
    RETURN_IF_CUDA_FAILS(cudaMalloc(&grid.now, bytes));
    RETURN_IF_CUDA_FAILS(cudaMalloc(&grid.next, bytes));
    RETURN_IF_CUDA_FAILS(cudaStreamCreate(&grid.stream));
    RETURN_IF_CUDA_FAILS(cudaMemcpyAsync(grid.now, start.data(), bytes, cudaMemcpyHostToDevice, grid.stream));
    return cudaSuccess;
}

cudaError_t stepGrid(Grid& grid, int steps)
{
    const dim3 block(kBlock, kBlock), blocks((grid.width + kBlock - 1) / kBlock, (grid.height + kBlock - 1) / kBlock);
    for (int i = 0; i < steps; ++i) {
        diffuse<float><<<blocks, block, 0, grid.stream>>>(grid.now, grid.next, grid.width, grid.height, 0.2f);
        std::swap(grid.now, grid.next);
    }
    RETURN_IF_CUDA_FAILS(cudaGetLastError());
    return cudaStreamSynchronize(grid.stream);
}

void destroyGrid(Grid& grid)
{
    cudaFree(grid.now);
    cudaFree(grid.next);
    if (grid.stream) cudaStreamDestroy(grid.stream);
}
