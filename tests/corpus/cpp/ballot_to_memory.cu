#include <cuda_runtime.h>

// One word of 32 bits for each warp: packed bits, not a lane mask to widen.
__global__ void pack(const int* in, unsigned* words)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned word = __ballot_sync(0xffffffff, in[i] != 0);
    if ((threadIdx.x & 31) == 0) {
        words[i / 32] = word;
    }
}

__global__ void packDirect(const int* in, unsigned* words)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    words[i >> 5] = __ballot_sync(0xffffffff, in[i] != 0);
}
