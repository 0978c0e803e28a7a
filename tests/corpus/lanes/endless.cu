// Waits for a value that nobody writes.
#include <cuda_runtime.h>

__global__ void wait(volatile int* flag)
{
    while (*flag == 0) {}
}

int main()
{
    int* flag;
    cudaMallocManaged(&flag, sizeof(int));
    *flag = 0;
    wait<<<1, 1>>>(flag);
    return cudaDeviceSynchronize();
}
