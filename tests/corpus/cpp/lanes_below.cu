#include <cuda_runtime.h>

__global__ void compact(const int* in, int* out, int* count)
{
    const int lane = threadIdx.x & 31;
    const bool keep = in[threadIdx.x] > 0;
    const unsigned below = (1u << lane) - 1;
    const unsigned active = __activemask();
    const uint32_t votes = __ballot_sync(active, keep);
    const int rank = __popc(votes & below);
    int base = 0;
    if (lane == __ffs(votes) - 1) {
        base = atomicAdd(count, __popc(votes));
    }
    base = __shfl_sync(active, base, __ffs(votes) - 1);
    if (keep) {
        out[base + rank] = in[threadIdx.x];
    }
    if (votes & (1u << lane)) {
        out[lane] = 1;
    }
}
