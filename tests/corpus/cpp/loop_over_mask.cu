#include <cuda_runtime.h>

__global__ void serial(int* data)
{
    for (unsigned left = __ballot_sync(~0u, data[threadIdx.x] != 0); left; left &= left - 1) {
        const int lane = __ffs(left) - 1;
        data[lane] += 1;
    }
    unsigned peers = __match_any_sync(__activemask(), data[threadIdx.x]);
    int rank = __popc(peers & ((1 << threadIdx.x) - 1));
    data[threadIdx.x] = rank;
}
