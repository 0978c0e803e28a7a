// Functions of devices that HIP lacks, or that give something else there.
// edit hipify-device-missing: `__hip_atomic_fetch_add(&total, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP)`, with `__hip_atomic_fetch_add(&total, value + 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP)` line 1 differs
// edit hipify-device-missing: `__hip_atomic_fetch_max(`, with `atomicMax_block(` not built
// edit hipify-device-missing: `__builtin_amdgcn_s_sleep(1)`, with `__nanosleep(20)` not built
// edit hipify-device-missing: `__builtin_nontemporal_load(in + i)`, with `__ldcs(in + i)` not built
// edit hipify-device-missing: `__builtin_nontemporal_store(value + 3, out + i)`, with `__builtin_nontemporal_store(value + 4, out + i)` line 2 differs
// edit hipify-device-missing: `__syncthreads_count(value > 40)`, with `syncthreads_count(value > 40)` not built
// edit hipify-device-missing: `__threadfence()`, with `__threadfence_cluster()` not built
// edit float-half-rounding: `__float2int_rd(__half2float(h))`, with `__half2int_rd(h)` line 3 differs
// edit float-half-rounding: `__float2int_ru(__half2float(h))`, with `__half2int_ru(h)` line 4 differs
// edit float-half-rounding: `__float2ll_rn(__half2float(h))`, with `__half2ll_rn(h)` line 5 differs
// edit float-half-rounding: `__float2uint_rn(__half2float(h))`, with `__half2uint_rn(h)` line 6 differs
// edit hipify-warpsize-vararg: `(int)warpSize`, with `warpSize` same, an int is handed to printf here, so this shows only that the port compiles
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdio>

__global__ void scoped(const int* in, int* out)
{
    __shared__ int total, most;
    if (threadIdx.x == 0) {
        total = 0;
        most = 0;
    }
    __syncthreads();
    const int value = in[threadIdx.x];
    atomicAdd_block(&total, value);
    atomicMax_block(&most, value);
    __nanosleep(20);
    __threadfence_cluster();
    __syncthreads();
    const int count = syncthreads_count(value > 40);
    out[threadIdx.x] = total + most + count;
}

__global__ void streamed(const int* in, int* out)
{
    const int i = threadIdx.x;
    const int value = __ldcs(in + i) + __ldca(in + i);
    __stcs(out + i, value + 3);
}

__global__ void rounded(const int* in, int* out)
{
    const int i = threadIdx.x;
    const __half h = __float2half((in[i] - 50) / 4.0f);
    out[i] = __half2int_rd(h);
    out[128 + i] = __half2int_ru(h);
    out[256 + i] = static_cast<int>(__half2ll_rn(h));
}

__global__ void rounded_more(const int* in, int* out)
{
    const __half h = __float2half(in[threadIdx.x] / 4.0f);
    out[threadIdx.x] = static_cast<int>(__half2uint_rn(h));
}

__global__ void told()
{
    printf("%d\n", warpSize == 0 ? 1 : 0);
    if (warpSize == 0) {
        printf("%d\n", warpSize);
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
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, 6 * sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    scoped<<<1, kCount>>>(in, out);
    streamed<<<1, kCount>>>(in, out + kCount);
    rounded<<<1, kCount>>>(in, out + 2 * kCount);
    rounded_more<<<1, kCount>>>(in, out + 5 * kCount);
    for (int part = 0; part < 6; ++part) {
        cudaMemcpy(host, out + part * kCount, sizeof host, cudaMemcpyDeviceToHost);
        for (int i = 0; i < kCount; i += 3) {
            std::printf("%d ", host[i]);
        }
        std::printf("\n");
    }
    std::fflush(stdout);
    told<<<1, 1>>>();
    cudaDeviceSynchronize();
    return 0;
}
