// target: rocm=6.4 arch=gfx90a
#include <cuda_runtime.h>

__global__ void k(int* data, unsigned given)
{
    int value = data[threadIdx.x];
    value += __shfl_xor_sync(0xffffffff, value, 1, 32);
    value += __shfl_sync(given, value, 3);
    const unsigned active = __activemask();
    unsigned votes = __ballot_sync(active, value > 0);
    if (__any_sync(0xffffffff, value > 3) && __all_sync(0xffffffff, value < 9)) {
        value += __popc(votes);
    }
    __syncwarp();
    value += __reduce_add_sync(0xffffffff, value);
    data[threadIdx.x] = value;
}
