#include <cuda_runtime.h>
__device__ __forceinline__ unsigned laneId() { return threadIdx.x & 31; }
__device__ unsigned below() { return (1u << laneId()) - 1; }
__global__ void rank(const int* in, int* out)
{
    const unsigned votes = __ballot_sync(0xffffffff, in[threadIdx.x] > 0);
    out[threadIdx.x] = __popc(votes & below());
    if (laneId() == 0) out[0] = __popc(votes);
}
