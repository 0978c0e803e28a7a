// Softmax over the valid part of each row. Works in powers of two, so that one multiplication and ex2 replace exp.
#include "check.h"
#include "seqkernels.h"
#include "warp.cuh"

namespace seqk {
namespace {

constexpr int kThreads = 256;
constexpr float kLog2e = 1.4426950408889634f;

__global__ void masked_softmax_kernel(const float* __restrict__ x, const int* __restrict__ lengths,
                                      float* __restrict__ out, int cols)
{
    const size_t base = static_cast<size_t>(blockIdx.x) * cols;
    const int valid = lengths != nullptr ? lengths[blockIdx.x] : cols;

    float top = -INFINITY;
    for (int c = threadIdx.x; c < valid; c += kThreads) {
        top = fmaxf(top, x[base + c]);
    }
    top = block_max(top);

    float sum = 0.0f;
    for (int c = threadIdx.x; c < valid; c += kThreads) {
        sum += fast_exp2((x[base + c] - top) * kLog2e);
    }
    sum = block_sum(sum);

    // An empty row stays all zero instead of dividing by zero.
    const float scale = valid > 0 ? fast_rcp(sum) : 0.0f;
    for (int c = threadIdx.x; c < cols; c += kThreads) {
        out[base + c] = c < valid ? fast_exp2((x[base + c] - top) * kLog2e) * scale : 0.0f;
    }
}

} // namespace

void masked_softmax(const float* x, const int* lengths, float* out, int rows, int cols, cudaStream_t stream)
{
    if (rows == 0) {
        return;
    }
    masked_softmax_kernel<<<rows, kThreads, 0, stream>>>(x, lengths, out, cols);
    SEQK_CHECK_LAUNCH();
}

} // namespace seqk
