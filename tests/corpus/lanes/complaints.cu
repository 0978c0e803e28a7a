// What a kernel must not do although its result may be right: each is named at its line.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void early_return(int* out)
{
    if (threadIdx.x >= 48) return;
    __syncthreads(); // line 9
    out[threadIdx.x] = 1;
}

__global__ void barrier_in_branch(int* out)
{
    if (threadIdx.x < 32) {
        __syncthreads(); // line 16
    } else {
        __syncthreads();
    }
    out[threadIdx.x] = 1;
}

__global__ void lanes_missing(int* out)
{
    if (threadIdx.x % 2 == 0) {
        out[threadIdx.x] = __shfl_sync(0xffffffff, threadIdx.x, 0); // line 26
    }
    __syncthreads();
}

__global__ void met_apart(int* out)
{
    if (threadIdx.x < 16) {
        out[threadIdx.x] = 1;
        __syncwarp();
    } else {
        out[threadIdx.x] = 2;
        __syncwarp();
    }
}

__global__ void shares_much(int* out)
{
    __shared__ int much[13 * 1024];
    much[threadIdx.x] = 1;
    out[threadIdx.x] = much[threadIdx.x];
}

__global__ void fresh_memory(const int* memory, int* out)
{
    *out = memory[threadIdx.x] == 0;
}

int main()
{
    int* out;
    int* fresh;
    cudaMalloc(&out, 64 * sizeof(int));
    cudaMalloc(&fresh, 64 * sizeof(int));
    early_return<<<1, 64>>>(out);
    barrier_in_branch<<<1, 64>>>(out);
    lanes_missing<<<1, 32>>>(out);
    met_apart<<<1, 32>>>(out);
    shares_much<<<1, 32>>>(out); // line 64
    fresh_memory<<<1, 1>>>(fresh, out);
    int isZero = 1;
    cudaMemcpy(&isZero, out, sizeof(int), cudaMemcpyDeviceToHost);
    early_return<<<1, 2048>>>(out);
    std::printf("zero %d, %s\n", isZero, cudaGetErrorString(cudaGetLastError()));
    return 7;
}
