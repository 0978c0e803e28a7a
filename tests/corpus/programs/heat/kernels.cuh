#pragma once

#include "cuda_check.h"

constexpr int kBlock = 16;

template <typename T>
__global__ void diffuse(const T* __restrict__ in, T* __restrict__ out, int width, int height, T rate)
{
    __shared__ T tile[kBlock + 2][kBlock + 2];
    const int x = blockIdx.x * kBlock + threadIdx.x, y = blockIdx.y * kBlock + threadIdx.y;
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    auto at = [&](int i, int j) { return in[min(max(j, 0), height - 1) * width + min(max(i, 0), width - 1)]; };
    tile[ty][tx] = at(x, y);
    if (threadIdx.x == 0) tile[ty][0] = at(x - 1, y), tile[ty][kBlock + 1] = at(x + kBlock, y);
    if (threadIdx.y == 0) tile[0][tx] = at(x, y - 1), tile[kBlock + 1][tx] = at(x, y + kBlock);
    __syncthreads();
    if (x < width && y < height)
        out[y * width + x] = tile[ty][tx] + rate * (tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx] - 4 * tile[ty][tx]);
}
