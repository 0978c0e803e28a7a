// SPDX-License-Identifier: GPL-3.0-or-later
// Each block waits for the next one in its first thread, while the others wait for that thread at a
// barrier; the last waits for nobody. A latch that nobody has to arrive at is open.
#include <cuda/barrier>
#include <cuda/latch>

#include <cstdio>

__global__ void chain(volatile int* done, int* sums)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> meets;
    __shared__ int seen;
    if (threadIdx.x == 0) {
        init(&meets, blockDim.x);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        while (blockIdx.x + 1 < gridDim.x && done[blockIdx.x + 1] == 0) {
            __threadfence();
        }
        seen = blockIdx.x + 1 < gridDim.x ? done[blockIdx.x + 1] : 0;
    }
    meets.arrive_and_wait();
    if (threadIdx.x == blockDim.x - 1) {
        sums[blockIdx.x] = seen;
        done[blockIdx.x] = seen + 1;
    }
}

__global__ void openLatch(int* passed)
{
    cuda::latch<cuda::thread_scope_thread> open(0);
    open.wait();
    *passed = open.try_wait() ? 1 : 0;
}

int main()
{
    constexpr int kBlocks = 5;
    int* done = nullptr;
    int* sums = nullptr;
    cudaMalloc(&done, kBlocks * sizeof(int));
    cudaMallocManaged(&sums, kBlocks * sizeof(int));
    cudaMemset(done, 0, kBlocks * sizeof(int));
    chain<<<kBlocks, 64>>>(done, sums);
    cudaDeviceSynchronize();
    for (int i = 0; i < kBlocks; ++i) {
        std::printf("%d ", sums[i]);
    }
    openLatch<<<1, 1>>>(sums);
    cudaDeviceSynchronize();
    std::printf("open %d\n", sums[0]);
    return 0;
}
