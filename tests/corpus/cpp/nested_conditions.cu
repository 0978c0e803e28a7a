#ifndef K_CU
#define K_CU

#include <vector>
#ifdef __CUDACC__
#include <cuda_runtime.h>
#endif

__global__ void k(int* data)
{
#if defined(DEBUG) && DEBUG > 1
    unsigned votes = __ballot_sync(0xffffffff, data[0]);
#else
    unsigned votes = __ballot_sync(0xffffffff, data[1]);
#endif
    data[2] = __popc(votes);
}

#endif
