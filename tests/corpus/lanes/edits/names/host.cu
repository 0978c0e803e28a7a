// Calls of the runtime that take other arguments in HIP.
// edit driver-unsupported-calls: `hipDeviceSynchronize()`, with `hipCtxSynchronize()` same, on the CPU work is done where it is asked for
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdio>

__global__ void filled(int* out, int value)
{
    out[threadIdx.x] = value + threadIdx.x;
}

int main()
{
    constexpr int kCount = 64;
    int host[kCount];
    int* out;
    cudaMalloc(&out, sizeof host);
    int value = 7;
    void* arguments[] = {&out, &value};
    cudaFuncAttributes attributes;
    cudaFuncGetAttributes(&attributes, filled);
    cudaLaunchKernel(filled, dim3(1), dim3(kCount), arguments, 0, nullptr);
    cuCtxSynchronize();
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < kCount; i += 3) {
        std::printf("%d ", host[i]);
    }
    std::printf("\n");
    return 0;
}
