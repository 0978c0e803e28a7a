// What is counted by waves of any width: places for what is kept.
// target: mixed
// edit hipify-header: `#include "rocport_compat.h"`, with `#include <cuda_runtime.h>` not built
// edit warp-ballot-type: `unsigned long long votes = __ballot(keep)`, with `unsigned votes = __ballot(keep)` line 1 differs
// edit warp-mask-literal: `__ballot(keep)`, with `__ballot_sync(0xffffffff, keep)` not built
// edit warp-mask-literal: `__shfl(base, 0)`, with `__shfl_sync(0xffffffffull, base, 0)` told, mask
// edit warp-popc: `__ffsll(left)`, with `__ffs(static_cast<unsigned>(left))` line 2 differs
// edit warp-popc: `63 - __clzll(votes)`, with `31 - __clz(votes)` line 3 differs
// edit warp-lane-shift: `1ull << lane`, with `1u << lane` line 4 differs
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>

__global__ void kept(const int* in, int* out, int* count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x % warpSize;
    const bool keep = in[i] % 3 == 0;
    const unsigned votes = __ballot_sync(0xffffffff, keep);
    int base = 0;
    if (lane == 0) {
        base = atomicAdd(count, __popc(votes));
    }
    base = __shfl_sync(0xffffffff, base, 0);
    if (keep) {
        out[base + __popc(votes & ((1u << lane) - 1))] = in[i];
    }
}

// The lowest lane of each warp that has work does it for all; the sums are by distance to it.
__global__ void led(const int* in, int* out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x % warpSize;
    unsigned left = __ballot_sync(0xffffffff, in[i] % 7 == 0);
    int sum = 0;
    while (left != 0) {
        const int next = __ffs(left) - 1;
        sum += __shfl_sync(0xffffffff, in[i], next);
        left &= left - 1;
    }
    if (lane == 0) {
        atomicAdd(out, sum);
    }
}

__global__ void topmost(const int* in, int* out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned votes = __ballot_sync(0xffffffff, in[i] >= 0);
    const int last = 31 - __clz(votes);
    if (threadIdx.x % warpSize == last) {
        atomicMax(out, i);
    }
}

int main()
{
    constexpr int kCount = 512;
    int host[kCount];
    for (int i = 0; i < kCount; ++i) {
        host[i] = (i * 37 + 11) % 101;
    }
    int *in, *out, *number;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&number, 3 * sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof host);
    cudaMemset(number, 0, 3 * sizeof(int));
    kept<<<kCount / 128, 128>>>(in, out, number);
    led<<<kCount / 128, 128>>>(in, number + 1);
    topmost<<<kCount / 128, 128>>>(in, number + 2);
    int numbers[3];
    cudaMemcpy(numbers, number, sizeof numbers, cudaMemcpyDeviceToHost);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::sort(host, host + kCount);
    std::printf("%d\n%d\n%d\n", numbers[0], numbers[1], numbers[2]);
    for (int i = 0; i < kCount; i += 5) {
        std::printf("%d ", host[i]);
    }
    std::printf("\n");
    return 0;
}
