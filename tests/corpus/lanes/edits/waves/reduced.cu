// The sums of blocks by shuffles: all places of the file that count 32 lanes change together.
// edit warp-size-constant: `threadIdx.x & 63`, with `threadIdx.x & 31` differs
// edit warp-shfl-width: `offset = 32`, with `offset = 16` differs
// edit warp-mask-literal: `__shfl_down(value, offset)`, with `__shfl_down_sync(FULL_MASK, value, offset)` not built
#include <cuda_runtime.h>

#include <cstdio>

#define FULL_MASK 0xffffffff

__device__ int warp_sum(int value)
{
    for (int offset = 16; offset > 0; offset >>= 1)
        value += __shfl_down_sync(FULL_MASK, value, offset);
    return value;
}

__global__ void block_sum(const int* in, int* out)
{
    __shared__ int part[32];
    const int lane = threadIdx.x & 31;
    const int warp = threadIdx.x >> 5;
    int value = warp_sum(in[blockIdx.x * blockDim.x + threadIdx.x]);
    if (lane == 0) {
        part[warp] = value;
    }
    __syncthreads();
    value = threadIdx.x < blockDim.x / 32 ? part[lane] : 0;
    if (warp == 0) {
        value = warp_sum(value);
    }
    if (threadIdx.x == 0) {
        out[blockIdx.x] = value;
    }
}

int main()
{
    constexpr int kBlock = 256, kBlocks = 3;
    int host[kBlock * kBlocks];
    for (int i = 0; i < kBlock * kBlocks; ++i) {
        host[i] = (i * 37 + 11) % 1009;
    }
    int *in, *out;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, kBlocks * sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    block_sum<<<kBlocks, kBlock>>>(in, out);
    cudaMemcpy(host, out, kBlocks * sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d %d %d\n", host[0], host[1], host[2]);
    return 0;
}
