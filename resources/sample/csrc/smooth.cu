// Five-point smoothing along the sequence. Each block stages its tile and a halo of two elements on either side in
// shared memory.
#include "check.h"
#include "seqkernels.h"

namespace seqk {
namespace {

constexpr int kTile = 256;
constexpr int kRadius = 2;

__constant__ float c_weights[2 * kRadius + 1] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};

__global__ void smooth_kernel(const float* __restrict__ x, float* __restrict__ out, int cols)
{
    __shared__ float tile[kTile + 2 * kRadius];
    const size_t base = static_cast<size_t>(blockIdx.y) * cols;
    const int start = blockIdx.x * kTile;

    for (int t = threadIdx.x; t < kTile + 2 * kRadius; t += kTile) {
        const int c = min(max(start + t - kRadius, 0), cols - 1);
        tile[t] = x[base + c];
    }
    __syncthreads();

    const int c = start + threadIdx.x;
    if (c >= cols) {
        return;
    }
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < 2 * kRadius + 1; ++k) {
        sum += c_weights[k] * tile[threadIdx.x + k];
    }
    out[base + c] = sum;
}

} // namespace

void smooth(const float* x, float* out, int rows, int cols, cudaStream_t stream)
{
    if (rows == 0 || cols == 0) {
        return;
    }
    const dim3 grid((cols + kTile - 1) / kTile, rows);
    smooth_kernel<<<grid, kTile, 0, stream>>>(x, out, cols);
    SEQK_CHECK_LAUNCH();
}

} // namespace seqk
