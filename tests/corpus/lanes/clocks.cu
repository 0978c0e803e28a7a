// Threads that read the clock until time has passed wait for it together, as on a GPU: the first one
// sees what the last one writes meanwhile.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void wait_for_last(volatile int* flag, int* seen, long long atMost)
{
    const long long begin = clock64();
    if (threadIdx.x == blockDim.x - 1) {
        *flag = 1;
    }
    while (*flag == 0 && clock64() - begin < atMost) {
    }
    seen[threadIdx.x] = *flag;
}

int main()
{
    constexpr int kThreads = 96;
    int* flag;
    int* seen;
    cudaMalloc(&flag, sizeof(int));
    cudaMalloc(&seen, kThreads * sizeof(int));
    cudaMemset(flag, 0, sizeof(int));
    wait_for_last<<<1, kThreads>>>(flag, seen, 1'000'000'000);
    int values[kThreads];
    cudaMemcpy(values, seen, sizeof values, cudaMemcpyDeviceToHost);
    int count = 0;
    for (const int value : values) {
        count += value;
    }
    std::printf("seen by %d of %d\n", count, kThreads);
    return count == kThreads ? 0 : 1;
}
