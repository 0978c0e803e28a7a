// Line ends are CR LF.
#include <cuda_runtime.h>
#include "device_launch_parameters.h"
#include <stdio.h>

#define CHECK(x) \
    if ((x) != cudaSuccess) { \
        return 1; \
    }

__global__ void addKernel(int *c, const int *a, const int *b)
{
    int i = threadIdx.x;
    c[i] = a[i] + b[i];
}

int main()
{
    int *a, *b, *c;
    CHECK(cudaSetDevice(0));
    CHECK(cudaMalloc((void**)&a, 5 * sizeof(int)));
    CHECK(cudaMalloc((void**)&b, 5 * sizeof(int)));
    CHECK(cudaMalloc((void**)&c, 5 * sizeof(int)));
    addKernel<<<1, 5>>>(c, a, b);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceReset());
    return 0;
}
