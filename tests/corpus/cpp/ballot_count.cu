// Counts the positive values of each warp.
#include <cuda_runtime.h>

__global__ void count(const float* in, int* out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const bool positive = i < n && in[i] > 0.0f;
    unsigned int votes = __ballot_sync(0xffffffff, positive);
    const int total = __popc(votes);
    const int first = __ffs(votes) - 1;
    const int last = 31 - __clz(votes);
    if (i < n) {
        out[i] = total + first + last;
    }
}
