// Launches that the build of PyTorch garbles, and names in the headers of an extension.
// target: strategy=torch-extension
// edit hipify-torch-launch: `hipLaunchKernelGGL(`, with `launchNothing(` not built
// edit hipify-shared-extern: `__shared__ int tile[4][33]`, with `extern __shared__ int tile[4][33]` same, the engine gives the memory as nvcc does
// edit hipify-kernel-pointer: `reinterpret_cast<const void*>(turned)`, with `turned` same, the engine takes a kernel of any type
#include <cuda_runtime.h>

#include <cstdio>

template <typename T> __global__ void shifted(const T* in, T* out, int by)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] << by;
}

__global__ void turned(const int* in, int* out)
{
    extern __shared__ int tile[4][33];
    tile[threadIdx.x / 32][threadIdx.x % 32] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x % 4][threadIdx.x / 4];
}

int main()
{
    constexpr int kCount = 128;
    int host[kCount];
    for (int i = 0; i < kCount; ++i) {
        host[i] = (i * 37 + 11) % 101;
    }
    int *in, *out;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, 2 * sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    shifted<int><<<kCount / (16 << 1), 32>>>(in, out, 2);
    turned<<<1, kCount>>>(in, out + kCount);
    cudaFuncAttributes attributes;
    if (cudaFuncGetAttributes(&attributes, turned) != cudaSuccess) {
        return 1;
    }
    for (int part = 0; part < 2; ++part) {
        cudaMemcpy(host, out + part * kCount, sizeof host, cudaMemcpyDeviceToHost);
        for (int i = 0; i < kCount; i += 3) {
            std::printf("%d ", host[i]);
        }
        std::printf("\n");
    }
    return 0;
}
