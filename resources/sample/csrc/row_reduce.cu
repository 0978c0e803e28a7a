// One block per row: each thread sums a strided part, then the block reduces.
#include "check.h"
#include "seqkernels.h"
#include "warp.cuh"

namespace seqk {
namespace {

constexpr int kThreads = 256;

template <RowReduction Kind>
__global__ void row_reduce_kernel(const float* __restrict__ x, float* __restrict__ out, int cols)
{
    const float* row = x + static_cast<size_t>(blockIdx.x) * cols;
    float sum = 0.0f;
    for (int c = threadIdx.x; c < cols; c += kThreads) {
        const float v = row[c];
        sum += Kind == RowReduction::L2Norm ? v * v : v;
    }
    sum = block_sum(sum);
    if (threadIdx.x == 0) {
        out[blockIdx.x] = Kind == RowReduction::L2Norm ? sqrtf(sum) : sum;
    }
}

} // namespace

void row_reduce(const float* x, float* out, int rows, int cols, RowReduction kind, cudaStream_t stream)
{
    if (rows == 0) {
        return;
    }
    if (kind == RowReduction::Sum) {
        row_reduce_kernel<RowReduction::Sum><<<rows, kThreads, 0, stream>>>(x, out, cols);
    } else {
        row_reduce_kernel<RowReduction::L2Norm><<<rows, kThreads, 0, stream>>>(x, out, cols);
    }
    SEQK_CHECK_LAUNCH();
}

} // namespace seqk
