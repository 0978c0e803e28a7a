// A failed assert in a kernel. On NVIDIA's GPUs the kernel ends, and the host goes on.
#include <cassert>
#include <cstdio>

__device__ int checked(int x)
{
    assert(x < 60);
    return x;
}

__global__ void few(int* out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = checked(i);
}

// The others of the block wait, and must not be taken for a fault.
__global__ void beforeBarrier(int* out)
{
    assert(threadIdx.x != 3);
    __syncthreads();
    out[threadIdx.x] = __shfl_down_sync(0xffffffff, 1, 1);
}

int main(int argc, char**)
{
    int* out;
    cudaMalloc(&out, 1024 * sizeof(int));
    if (argc == 1) {
        few<<<2, 32>>>(out);
    } else {
        beforeBarrier<<<4, 32>>>(out);
    }
    const cudaError_t launched = cudaGetLastError();
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("launch: %s\nwait: %s, %s\n", cudaGetErrorName(launched), cudaGetErrorName(error),
                cudaGetErrorString(error));
    std::printf("again: %s\n", cudaGetErrorName(cudaGetLastError()));
    int value = 0;
    std::printf("copy: %s\n", cudaGetErrorName(cudaMemcpy(&value, out, 4, cudaMemcpyDeviceToHost)));
    few<<<1, 32>>>(out);
    std::printf("next launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("reset: %s\n", cudaGetErrorName(cudaDeviceReset()));
    cudaMalloc(&out, 1024 * sizeof(int));
    few<<<1, 32>>>(out);
    std::printf("after it: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
