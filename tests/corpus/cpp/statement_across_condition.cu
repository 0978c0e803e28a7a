#include <cuda_runtime.h>

__global__ void k(int* data)
{
    data[0] = __popc(
#ifdef WIDE
        __ballot_sync(0xffffffff, data[1])
#else
        __ballot_sync(0xffffffff, data[2])
#endif
    );
}
