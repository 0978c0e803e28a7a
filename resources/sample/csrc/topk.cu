// Top-k of each row by one warp: k rounds of "find the largest, strike it out". Fine for the small k of a beam.
#include "check.h"
#include "seqkernels.h"
#include "warp.cuh"

#include <stdexcept>

namespace seqk {
namespace {

constexpr int kRowsPerBlock = 4;
constexpr int kMaxK = 32;

__global__ void row_topk_kernel(const float* __restrict__ x, float* __restrict__ values,
                                int* __restrict__ columns, int rows, int cols, int k)
{
    __shared__ int struck[kRowsPerBlock][kMaxK];
    const int lane = threadIdx.x;
    const int row = blockIdx.x * kRowsPerBlock + threadIdx.y;
    // Whole warps leave together, so the votes below see full warps.
    if (row >= rows) {
        return;
    }
    const float* src = x + static_cast<size_t>(row) * cols;

    for (int round = 0; round < k; ++round) {
        float best = -INFINITY;
        int best_column = -1;
        for (int c = lane; c < cols; c += kWarpSize) {
            bool taken = false;
            for (int s = 0; s < round; ++s) {
                taken = taken || struck[threadIdx.y][s] == c;
            }
            if (!taken && (best_column < 0 || src[c] > best)) {
                best = src[c];
                best_column = c;
            }
        }
        const float warp_best = warp_max(best);
        const unsigned holders = __ballot_sync(kFullMask, best_column >= 0 && best == warp_best);
        if (lane == __ffs(holders) - 1) {
            struck[threadIdx.y][round] = best_column;
            values[static_cast<size_t>(row) * k + round] = best;
            columns[static_cast<size_t>(row) * k + round] = best_column;
        }
        __syncwarp();
    }
}

} // namespace

void row_topk(const float* x, float* values, int* columns, int rows, int cols, int k, cudaStream_t stream)
{
    if (k < 1 || k > kMaxK || k > cols) {
        throw std::invalid_argument("row_topk: k must be between 1 and min(32, cols)");
    }
    if (rows == 0) {
        return;
    }
    const dim3 block(kWarpSize, kRowsPerBlock);
    const int blocks = (rows + kRowsPerBlock - 1) / kRowsPerBlock;
    row_topk_kernel<<<blocks, block, 0, stream>>>(x, values, columns, rows, cols, k);
    SEQK_CHECK_LAUNCH();
}

} // namespace seqk
