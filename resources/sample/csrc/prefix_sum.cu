// Prefix sums: one block per row by cub::BlockScan, one long array by cub::DeviceScan.
#include "check.h"
#include "seqkernels.h"

#include <cub/cub.cuh>

namespace seqk {
namespace {

constexpr int kThreads = 128;
constexpr int kItems = 4;

// Carries the running total from tile to tile of the same row.
struct RunningTotal
{
    int total;
    __device__ int operator()(int tile_sum)
    {
        const int before = total;
        total += tile_sum;
        return before;
    }
};

__global__ void row_offsets_kernel(const int* __restrict__ lengths, int* __restrict__ offsets, int cols)
{
    using Load = cub::BlockLoad<int, kThreads, kItems, cub::BLOCK_LOAD_TRANSPOSE>;
    using Store = cub::BlockStore<int, kThreads, kItems, cub::BLOCK_STORE_TRANSPOSE>;
    using Scan = cub::BlockScan<int, kThreads>;
    __shared__ union {
        typename Load::TempStorage load;
        typename Store::TempStorage store;
        typename Scan::TempStorage scan;
    } shared;

    const int* row = lengths + static_cast<size_t>(blockIdx.x) * cols;
    int* dst = offsets + static_cast<size_t>(blockIdx.x) * cols;
    RunningTotal running{0};
    for (int start = 0; start < cols; start += kThreads * kItems) {
        int items[kItems];
        Load(shared.load).Load(row + start, items, cols - start, 0);
        __syncthreads();
        Scan(shared.scan).ExclusiveSum(items, items, running);
        __syncthreads();
        Store(shared.store).Store(dst + start, items, cols - start);
        __syncthreads();
    }
}

} // namespace

void row_offsets(const int* lengths, int* offsets, int rows, int cols, cudaStream_t stream)
{
    if (rows == 0) {
        return;
    }
    row_offsets_kernel<<<rows, kThreads, 0, stream>>>(lengths, offsets, cols);
    SEQK_CHECK_LAUNCH();
}

void prefix_sum(const int* in, int* out, int count, void* workspace, size_t& workspace_bytes,
                cudaStream_t stream)
{
    SEQK_CHECK(cub::DeviceScan::ExclusiveSum(workspace, workspace_bytes, in, out, count, stream));
}

} // namespace seqk
