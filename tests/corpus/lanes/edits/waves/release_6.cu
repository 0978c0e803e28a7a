// ROCm 6.4 declares the functions without a mask only.
// target: strategy=sibling rocm=6.4
// edit warp-sync-builtins: `__shfl_xor(value, offset)`, with `__shfl_xor_sync(0xffffffff, value, offset)` not built
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sums(const int* in, int* out)
{
    int value = in[threadIdx.x];
    for (int offset = warpSize / 2; offset > 0; offset /= 2) {
        value += __shfl_xor_sync(0xffffffff, value, offset);
    }
    if (__any_sync(0xffffffff, in[threadIdx.x] == 11) && threadIdx.x % warpSize == 0) {
        atomicAdd(out, value);
    }
    __syncwarp();
}

int main()
{
    constexpr int kBlock = 64;
    int host[kBlock];
    for (int i = 0; i < kBlock; ++i) {
        host[i] = i < 32 ? 11 : 0;
    }
    int *in, *out;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof(int));
    cudaMemset(out, 0, sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    sums<<<1, kBlock>>>(in, out);
    cudaMemcpy(host, out, sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    return 0;
}
