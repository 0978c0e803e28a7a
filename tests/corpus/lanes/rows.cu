// Kernels whose lanes run in a loop, with and without a word to the engine: each thread has its own
// index and arguments, whatever runs beside it. With an argument the last thread of the middle block
// leaves its memory.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

__global__ void plain(unsigned* y, unsigned add, unsigned count)
{
    const unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x * blockDim.y +
                       threadIdx.y * blockDim.x + threadIdx.x;
    if (i >= count) {
        return;
    }
    add = add + threadIdx.x; // of this thread alone
    y[i] = add * 1000 + threadIdx.y;
}

__device__ unsigned rankOf()
{
    return threadIdx.y * blockDim.x + threadIdx.x;
}

__device__ unsigned sumOf(unsigned value)
{
    for (int distance = 16; distance > 0; distance /= 2) {
        value += __shfl_xor_sync(0xffffffffu, value, distance);
    }
    return value;
}

/// What is called asks for the lane.
__global__ void told(unsigned* y)
{
    unsigned* own = y + rankOf();
    *own = rankOf();
}

/// What is called waits, in some waves only.
__global__ void waits(unsigned* y)
{
    const unsigned i = threadIdx.y * blockDim.x + threadIdx.x;
    unsigned value = i;
    if (i / 32 % 2 == 1) {
        value = sumOf(1) + threadIdx.x;
    }
    y[i] = value;
}

__global__ void leaves(unsigned* y, unsigned* nowhere)
{
    const unsigned i = threadIdx.x;
    unsigned* to = i == blockDim.x - 1 && blockIdx.x == 1 ? nowhere : y + i;
    *to = i;
}

int main(int count, char**)
{
    constexpr unsigned kMany = 6 * 480;
    unsigned* y;
    cudaMallocManaged(&y, kMany * sizeof(unsigned));
    if (count > 1) {
        leaves<<<3, 96>>>(y, nullptr);
        return 0;
    }
    int wrong = 0;
    plain<<<dim3(3, 2), dim3(48, 10)>>>(y, 7, kMany - 5);
    cudaDeviceSynchronize();
    for (unsigned i = 0; i < kMany; ++i) {
        const unsigned lane = i % 480;
        const unsigned expected = i < kMany - 5 ? (7 + lane % 48) * 1000 + lane / 48 : ~0u;
        wrong += y[i] != expected;
    }
    std::printf("plain: %d wrong\n", wrong);
    wrong = 0;
    told<<<1, dim3(48, 10)>>>(y);
    cudaDeviceSynchronize();
    for (unsigned i = 0; i < 480; ++i) {
        wrong += y[i] != i;
    }
    std::printf("told: %d wrong\n", wrong);
    for (const dim3 block : {dim3(480, 1), dim3(48, 10), dim3(16, 30)}) {
        wrong = 0;
        waits<<<1, block>>>(y);
        cudaDeviceSynchronize();
        for (unsigned i = 0; i < 480; ++i) {
            const unsigned expected = i / 32 % 2 == 1 ? 32 + i % block.x : i;
            wrong += y[i] != expected;
        }
        std::printf("waits: %d wrong\n", wrong);
    }
    return 0;
}
