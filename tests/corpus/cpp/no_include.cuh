// Kernel helpers.
#ifndef HELPERS_CUH
#define HELPERS_CUH

#include "types.h"

__device__ inline int twice(int x)
{
    return 2 * x;
}
__global__ void k(int* data);

#endif
