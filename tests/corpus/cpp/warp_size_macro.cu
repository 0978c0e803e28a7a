#include <cuda_runtime.h>

#define WARP_SIZE 32
#define LOG_WARP_SIZE 5
static constexpr unsigned kLaneMask = 31;

__global__ void scan(int* data)
{
    const int lane = threadIdx.x % WARP_SIZE;
    int value = data[threadIdx.x];
    for (int offset = 1; offset < WARP_SIZE; offset <<= 1) {
        const int other = __shfl_up_sync(0xffffffffu, value, offset, WARP_SIZE);
        if (lane >= offset) {
            value += other;
        }
    }
    data[threadIdx.x] = value + (threadIdx.x >> LOG_WARP_SIZE) + (threadIdx.x & kLaneMask);
}
