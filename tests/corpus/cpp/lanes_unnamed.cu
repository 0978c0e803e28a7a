#include <cuda_runtime.h>

// Nothing here is called a lane: the shift of a one that meets a vote says so.
__global__ void compact(const int* in, int* out, int* count)
{
    const bool keep = in[threadIdx.x] > 0;
    const unsigned below = (1u << (threadIdx.x & 31)) - 1;
    const unsigned votes = __ballot_sync(0xffffffff, keep);
    if (keep) {
        out[__popc(votes & below)] = in[threadIdx.x];
    }
    const int mine = threadIdx.x % 32;
    if (votes & (1u << mine)) {
        atomicAdd(count, 1);
    }
}

__global__ void sumSet(const int* in, int* out)
{
    unsigned votes = __ballot_sync(0xffffffff, in[threadIdx.x] > 0);
    int sum = 0;
    for (int bit = 0; bit < 32; ++bit) {
        if (votes & (1u << bit)) {
            sum += bit;
        }
    }
    out[threadIdx.x] = sum;
}
