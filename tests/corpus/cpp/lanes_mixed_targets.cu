// target: arch=gfx942,gfx1100
#include <cuda_runtime.h>

__global__ void rank(const int* in, int* out)
{
    const int lane = threadIdx.x & 31;
    const unsigned votes = __ballot_sync(0xffffffff, in[threadIdx.x] > 0);
    out[threadIdx.x] = __popc(votes & ((1u << lane) - 1));
}

// No number of a lane: right for 32 and for 64.
__global__ void total(const int* in, int* out)
{
    out[threadIdx.x] = __popc(__ballot_sync(0xffffffff, in[threadIdx.x] > 0));
}
