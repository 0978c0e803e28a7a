#include <cuda_runtime.h>

__global__ void k(int* data)
{
    unsigned long long votes = __ballot_sync(0xffffffffffffffffull, data[0]);
    uint64_t more = __ballot_sync(~0ull, data[1]);
    data[2] = __popcll(votes) + __popc(more) + __ffs(more);
}
