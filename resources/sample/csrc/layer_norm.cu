// Layer norm with mean and variance in two passes over the row, which stays in L1 for the sizes used here.
#include "check.h"
#include "seqkernels.h"
#include "warp.cuh"

namespace seqk {
namespace {

template <int Threads>
__global__ void __launch_bounds__(Threads)
layer_norm_kernel(const float* __restrict__ x, const float* __restrict__ gamma,
                  const float* __restrict__ beta, float* __restrict__ out, int cols, float eps)
{
    const float* row = x + static_cast<size_t>(blockIdx.x) * cols;
    float* dst = out + static_cast<size_t>(blockIdx.x) * cols;

    float sum = 0.0f;
    for (int c = threadIdx.x; c < cols; c += Threads) {
        sum += row[c];
    }
    const float mean = block_sum(sum) / cols;

    float squares = 0.0f;
    for (int c = threadIdx.x; c < cols; c += Threads) {
        const float d = row[c] - mean;
        squares += d * d;
    }
    const float inv_std = rsqrtf(block_sum(squares) / cols + eps);

    for (int c = threadIdx.x; c < cols; c += Threads) {
        dst[c] = (row[c] - mean) * inv_std * __ldg(gamma + c) + __ldg(beta + c);
    }
}

} // namespace

void layer_norm(const float* x, const float* gamma, const float* beta, float* out, int rows, int cols,
                float eps, cudaStream_t stream)
{
    if (rows == 0) {
        return;
    }
    if (cols <= 512) {
        layer_norm_kernel<128><<<rows, 128, 0, stream>>>(x, gamma, beta, out, cols, eps);
    } else {
        layer_norm_kernel<512><<<rows, 512, 0, stream>>>(x, gamma, beta, out, cols, eps);
    }
    SEQK_CHECK_LAUNCH();
}

} // namespace seqk
