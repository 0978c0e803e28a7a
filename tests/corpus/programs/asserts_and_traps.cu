#include <cuda_runtime.h>
#include <assert.h>
#include <stdio.h>

#define DEVICE_CHECK(ok)                                                           \
    if (!(ok)) {                                                                   \
        printf("block %d thread %d: %s fails\n", blockIdx.x, threadIdx.x, #ok);    \
        __trap();                                                                  \
    }

__device__ int depth = 0;

__global__ void verify(const int* in, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    assert(n > 0);
    if (i < n) DEVICE_CHECK(in[i] >= 0)
    if (i == 0) atomicExch(&depth, 1);
    __nanosleep(100);
    if (__syncthreads_count(i < n) == 0 || __syncthreads_or(i == 5)) return;
    while (i < 0) __threadfence();
}

int main()
{
    int* in;
    cudaMalloc(&in, 256 * sizeof(int));
    cudaMemset(in, 0, 256 * sizeof(int));
    verify<<<2, 128>>>(in, 256);
    cudaError_t e = cudaDeviceSynchronize();
    if (e == cudaErrorAssert) fprintf(stderr, "assertion\n");
    else if (e == cudaErrorLaunchFailure || e == cudaErrorIllegalAddress) fprintf(stderr, "%s\n", cudaGetErrorString(e));
    return e != cudaSuccess;
}
