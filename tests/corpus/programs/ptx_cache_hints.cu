#include <cuda_runtime.h>
#include <cstdint>

__device__ __forceinline__ float4 loadStreaming(const float4* p)
{
    float4 v;
    asm volatile("ld.global.nc.L1::no_allocate.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
                 : "l"(p));
    return v;
}

__device__ __forceinline__ void storeCacheGlobal(float* p, float v)
{
    asm volatile("st.global.cg.f32 [%0], %1;" ::"l"(p), "f"(v) : "memory");
}

__device__ __forceinline__ uint32_t fusedShift(uint32_t low, uint32_t high, uint32_t n)
{
    uint32_t r;
    asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(low), "r"(high), "r"(n));
    return r;
}

__device__ __forceinline__ uint32_t bitField(uint32_t v, uint32_t at, uint32_t length)
{
    uint32_t r;
    asm("bfe.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(v), "r"(at), "r"(length));
    return r;
}

__global__ void copy(const float4* in, float* out, uint32_t* bits, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 v = loadStreaming(in + i);
    storeCacheGlobal(out + i, v.x + v.y + v.z + v.w);
    bits[i] = fusedShift(bits[i], bits[i], 7) ^ bitField(bits[i], 4, 8);
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" ::);
#endif
}

int main()
{
    float4* in;
    float* out;
    uint32_t* bits;
    cudaMalloc(&in, 1024 * sizeof(float4));
    cudaMalloc(&out, 1024 * sizeof(float));
    cudaMalloc(&bits, 1024 * sizeof(uint32_t));
    copy<<<4, 256>>>(in, out, bits, 1024);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
