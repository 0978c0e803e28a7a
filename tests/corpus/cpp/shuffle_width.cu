#include <cuda_runtime.h>

// Segments of 32 lanes stay right on 64 lanes; only the mask must name them all.
__device__ float segmentSum(float value)
{
    for (int offset = 16; offset > 0; offset /= 2) {
        value += __shfl_down_sync(0xffffffff, value, offset, 32);
    }
    return value;
}
