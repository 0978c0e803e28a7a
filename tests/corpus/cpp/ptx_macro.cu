#include <cuda_runtime.h>

#define LANE_ID(x)                                \
    do {                                          \
        asm("mov.u32 %0, %%laneid;" : "=r"(x));   \
    } while (0)

__global__ void k(unsigned* data)
{
    LANE_ID(data[threadIdx.x]);
}
