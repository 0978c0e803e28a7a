#include <cuda_runtime.h>

__global__ void small(float* data)
{
    float value = data[threadIdx.x];
    const int lane = threadIdx.x & 31;
    for (int offset = 16; offset > 0; offset /= 2) {
        value += __shfl_xor_sync(0xffffffff, value, offset);
    }
    data[lane] = value;
}

void run(float* data)
{
    small<<<4, 32>>>(data);
}
