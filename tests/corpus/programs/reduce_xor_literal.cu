#include <cuda_runtime.h>
#include <cstdio>
#include <cmath>

__device__ __forceinline__ float warp_max(float x)
{
#pragma unroll
    for (int mask = 16; mask > 0; mask >>= 1)
        x = fmaxf(x, __shfl_xor_sync(0xffffffffu, x, mask, 32));
    return x;
}

// One softmax row per group of 32 threads, whatever the wavefront: the width argument keeps the groups apart.
__global__ void softmax(const float* __restrict__ in, float* __restrict__ out, int rows, int cols)
{
    const int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows) return;
    float best = -INFINITY;
    for (int c = threadIdx.x; c < cols; c += 32) best = fmaxf(best, in[row * cols + c]);
    best = warp_max(best);
    float total = 0.0f;
    for (int c = threadIdx.x; c < cols; c += 32) total += __expf(in[row * cols + c] - best);
    for (int mask = 16; mask > 0; mask >>= 1) total += __shfl_xor_sync(0xffffffffu, total, mask, 32);
    for (int c = threadIdx.x; c < cols; c += 32) out[row * cols + c] = __fdividef(__expf(in[row * cols + c] - best), total);
}

int main()
{
    const int rows = 64, cols = 100;
    float *in, *out;
    cudaMallocManaged(&in, rows * cols * sizeof(float));
    cudaMallocManaged(&out, rows * cols * sizeof(float));
    for (int i = 0; i < rows * cols; ++i) in[i] = i % 7;
    softmax<<<rows / 4, dim3(32, 4)>>>(in, out, rows, cols);
    cudaDeviceSynchronize();
    std::printf("%f\n", out[5]);
    cudaFree(in);
    cudaFree(out);
}
