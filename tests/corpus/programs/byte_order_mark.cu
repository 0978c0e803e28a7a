// Starts with a byte order mark.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void hello() { printf("hello %d\n", threadIdx.x); }

int main()
{
    cudaSetDevice(0);
    hello<<<1, 4>>>();
    return cudaDeviceSynchronize();
}
