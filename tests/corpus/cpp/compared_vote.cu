#include <cuda_runtime.h>

__global__ void all(int* data)
{
    const unsigned votes = __ballot_sync(0xffffffff, data[threadIdx.x] > 0);
    if (votes == 0xffffffff) {
        data[0] = 1;
    }
    if (votes == 0) {
        data[1] = 1;
    }
}
