// A port in files of its own, with HIP's names in them.
// target: strategy=sibling
// edit hipify-header: `#include <hip/hip_fp16.h>`, with `#include <cuda_fp16.h>` not built
// edit hipify-api: `hipMemset(`, with `cudaMemset(` not built
// edit hipify-half-raw: `{.x = 0x3C00}`, with `{0x3C00}` same, the engine's structure holds bits, HIP's holds a number first
// edit hipify-device-missing: `__hip_atomic_load(in + threadIdx.x, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT)`, with `in[0]` line 1 differs
// edit hipify-device-missing: `__hip_atomic_store(out + threadIdx.x, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT)`, with `__stcg(out + threadIdx.x, value)` not built
// edit hipify-cub-namespace: `hipcub::BlockReduce`, with `cub::BlockReduce` not built
// edit cub-warp-threads: `HIPCUB_DEVICE_WARP_THREADS`, with `32` line 4 differs
#include <cub/cub.cuh>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdio>

__global__ void past_the_cache(const int* in, int* out)
{
    const int value = __ldcg(in + threadIdx.x);
    __stcg(out + threadIdx.x, value);
}

__global__ void raw(const int* in, int* out)
{
    const __half_raw one = {0x3C00};
    const __half number = __hadd(__half(one), __int2half_rn(in[threadIdx.x]));
    out[threadIdx.x] = static_cast<int>(__half2float(number));
}

__global__ void summed(const int* in, int* out)
{
    using Reduce = cub::BlockReduce<int, 128>;
    __shared__ Reduce::TempStorage storage;
    const int sum = Reduce(storage).Sum(__ldca(in + threadIdx.x));
    if (threadIdx.x == 0) {
        *out = sum;
    }
}

// One thread of each warp counts it.
__global__ void counted(int* out)
{
    if (threadIdx.x % CUB_PTX_WARP_THREADS == 0) {
        atomicAdd(out, CUB_PTX_WARP_THREADS == warpSize ? warpSize : 0);
    }
}

int main()
{
    constexpr int kCount = 128;
    int host[kCount];
    for (int i = 0; i < kCount; ++i) {
        host[i] = (i * 37 + 11) % 101;
    }
    int *in, *out;
    if (cudaMalloc(&in, sizeof host) != cudaSuccess || cudaMalloc(&out, 4 * sizeof host) != cudaSuccess) {
        return 1;
    }
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, 4 * sizeof host);
    past_the_cache<<<1, kCount>>>(in, out);
    raw<<<1, kCount>>>(in, out + kCount);
    summed<<<1, kCount>>>(in, out + 2 * kCount);
    counted<<<1, kCount>>>(out + 3 * kCount);
    cudaFuncAttributes attributes;
    if (cudaFuncGetAttributes(&attributes, past_the_cache) != cudaSuccess) {
        return 1;
    }
    for (int part = 0; part < 4; ++part) {
        cudaMemcpy(host, out + part * kCount, sizeof host, cudaMemcpyDeviceToHost);
        for (int i = 0; i < kCount; i += 3) {
            std::printf("%d ", host[i]);
        }
        std::printf("\n");
    }
    return 0;
}
