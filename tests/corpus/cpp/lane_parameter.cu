#include <cuda_runtime.h>

__device__ int rankOf(unsigned votes, int lane)
{
    return __popc(votes & ((1u << lane) - 1));
}

__global__ void rank(const int* in, int* out)
{
    const int lane = threadIdx.x & 31;
    const unsigned votes = __ballot_sync(0xffffffff, in[threadIdx.x] > 0);
    out[threadIdx.x] = rankOf(votes, lane);
}
