#include <cuda_runtime.h>

__global__ void k(int* data)
{
    unsigned below;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
    const unsigned votes = __ballot_sync(0xffffffff, data[threadIdx.x] > 0);
    data[threadIdx.x] = __popc(votes & below);
}
