#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>

constexpr unsigned kAllLanes = 0xffffffffu;

__device__ int sumOver(unsigned mask, int value)
{
    for (int offset = 16; offset > 0; offset >>= 1) value += __shfl_xor_sync(mask, value, offset);
    return value;
}

__device__ bool isLeader(unsigned int active)
{
    return (threadIdx.x & 31) == __ffs(active) - 1;
}

__global__ void group(const int* keys, int* totals, uint32_t* history)
{
    const int key = keys[threadIdx.x];
    unsigned same = __match_any_sync(kAllLanes, key);
    if (isLeader(same)) atomicAdd(&totals[key], __popc(same));
    int any = __any_sync(kAllLanes, key == 3), all = __all_sync(0xffffffff, key >= 0);
    if (key & 1) {
        unsigned active = __activemask();
        uint32_t odd = __ballot_sync(active, key > 4);
        history[blockIdx.x] = __popc(odd);
    }
    __syncwarp();
    int total = sumOver(kAllLanes, key + any + all);
    if (threadIdx.x == 0) totals[8] = total;
    __syncwarp(kAllLanes);
}

int main()
{
    int *keys, *totals;
    uint32_t* history;
    cudaMallocManaged(&keys, 64 * sizeof(int));
    cudaMallocManaged(&totals, 9 * sizeof(int));
    cudaMallocManaged(&history, sizeof(uint32_t));
    for (int i = 0; i < 64; ++i) keys[i] = i % 8;
    for (int i = 0; i < 9; ++i) totals[i] = 0;
    *history = 0;
    group<<<1, 64>>>(keys, totals, history);
    cudaDeviceSynchronize();
    std::printf("%d %d %u\n", totals[0], totals[8], *history);
    return 0;
}
