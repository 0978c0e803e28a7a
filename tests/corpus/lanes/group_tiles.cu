// Tiles as wide as several warps, and values of groups that are wider than a register.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>

namespace cg = cooperative_groups;

constexpr int kThreads = 256;

__global__ void wide_tiles(int* sums, int* next, int* flags)
{
    __shared__ cg::block_tile_memory<kThreads> scratch;
    auto block = cg::this_thread_block(scratch);
    auto tile = cg::tiled_partition<128>(block);
    const int own = static_cast<int>(threadIdx.x);
    sums[own] = cg::reduce(tile, own, cg::plus<int>());
    next[own] = tile.shfl_down(own, 33);
    flags[own] = tile.any(own == 200) + 2 * tile.all(own < 128) + 4 * static_cast<int>(tile.meta_group_rank());
    if (tile.meta_group_rank() == 1) { // the other one does not come
        tile.sync();
        sums[own] += tile.shfl(own, 5);
    }
}

__global__ void wide_values(uint4* values, int4* partners)
{
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    const unsigned own = threadIdx.x;
    values[own] = tile.shfl_xor(make_uint4(own, own + 100, own + 200, own + 300), 5);
    partners[own] = tile.shfl(make_int4(-1, -2, -3, static_cast<int>(own)), 3);
}

int main()
{
    int* numbers = nullptr;
    uint4* values = nullptr;
    int4* partners = nullptr;
    cudaMallocManaged(&numbers, 3 * kThreads * sizeof(int));
    cudaMallocManaged(&values, 32 * sizeof(uint4));
    cudaMallocManaged(&partners, 32 * sizeof(int4));
    wide_tiles<<<1, kThreads>>>(numbers, numbers + kThreads, numbers + 2 * kThreads);
    wide_values<<<1, 32>>>(values, partners);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < kThreads; ++i) {
        const int first = i / 128 * 128;
        const int sum = 128 * first + 127 * 128 / 2 + (first != 0 ? first + 5 : 0);
        const int next = i % 128 + 33 < 128 ? i + 33 : i;
        const int flags = first != 0 ? 1 + 4 : 2;
        wrong += numbers[i] != sum || numbers[kThreads + i] != next || numbers[2 * kThreads + i] != flags;
    }
    std::printf("wide tiles: %d wrong\n", wrong);
    wrong = 0;
    for (unsigned i = 0; i < 32; ++i) {
        const unsigned other = i ^ 5;
        wrong += values[i].x != other || values[i].y != other + 100 || values[i].w != other + 300 ||
                 partners[i].w != static_cast<int>(i / 8 * 8 + 3) || partners[i].x != -1;
    }
    std::printf("wide values: %d wrong\n", wrong);
    return 0;
}
