// Kernels that do not come to their end.
#include <cooperative_groups.h>

__global__ void spin(volatile int* flag)
{
    if (threadIdx.x < 32) {
        __syncthreads(); // of this block, of which the others
    } else {
        while (*flag == 0) {} // wait for a value that nobody writes
    }
}

__global__ void apart(int*)
{
    if (blockIdx.x == 0 && threadIdx.x > 3) {
        __syncthreads();
    } else {
        cooperative_groups::this_grid().sync();
    }
}

int main(int count, char**)
{
    int* flag;
    cudaMalloc(&flag, sizeof(int));
    cudaMemset(flag, 0, sizeof(int));
    void* arguments[] = {&flag};
    if (count > 1) cudaLaunchCooperativeKernel(apart, 2, 32, arguments);
    spin<<<1, 64>>>(flag);
}
