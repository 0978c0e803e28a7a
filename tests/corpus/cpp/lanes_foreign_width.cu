#include "config.h"
#include <cuda_runtime.h>

// WARP_SIZE comes from config.h, and may be 32 or the wave's.
__global__ void rank(const int* in, int* out)
{
    const int lane = threadIdx.x % WARP_SIZE;
    const unsigned votes = __ballot_sync(0xffffffff, in[threadIdx.x] > 0);
    out[threadIdx.x] = __popc(votes & ((1u << lane) - 1));
}
