// Compaction: which flags are set? One vote per warp tells every lane how many of the lanes below it keep their element.
#include "check.h"
#include "seqkernels.h"

namespace seqk {
namespace {

constexpr int kThreads = 256;

__global__ void compact_indices_kernel(const uint8_t* __restrict__ flags, int* __restrict__ indices,
                                       int* __restrict__ count, int n)
{
    __shared__ int warp_totals[32];
    __shared__ int block_start;

    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x & 31;
    const int warp = threadIdx.x >> 5;

    const bool keep = i < n && flags[i] != 0;
    const unsigned votes = __ballot_sync(0xffffffffu, keep);
    const int rank = __popc(votes & ((1u << lane) - 1u));
    if (lane == 0) {
        warp_totals[warp] = __popc(votes);
    }
    __syncthreads();

    // The few totals of a block are cheaper to add up in one thread than to scan.
    if (threadIdx.x == 0) {
        int total = 0;
        for (int w = 0; w < blockDim.x / 32; ++w) {
            const int mine = warp_totals[w];
            warp_totals[w] = total;
            total += mine;
        }
        block_start = atomicAdd(count, total);
    }
    __syncthreads();

    if (keep) {
        indices[block_start + warp_totals[warp] + rank] = i;
    }
}

} // namespace

void compact_indices(const uint8_t* flags, int* indices, int* count, int n, cudaStream_t stream)
{
    SEQK_CHECK(cudaMemsetAsync(count, 0, sizeof(int), stream));
    if (n == 0) {
        return;
    }
    const int blocks = (n + kThreads - 1) / kThreads;
    compact_indices_kernel<<<blocks, kThreads, 0, stream>>>(flags, indices, count, n);
    SEQK_CHECK_LAUNCH();
}

} // namespace seqk
