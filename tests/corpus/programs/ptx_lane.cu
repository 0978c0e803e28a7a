#include <cuda_runtime.h>
#include <cstdio>

// Special registers and small instructions, read with inline PTX.
__device__ __forceinline__ unsigned laneId()
{
    unsigned id;
    asm("mov.u32 %0, %%laneid;" : "=r"(id));
    return id;
}

__device__ __forceinline__ unsigned smId()
{
    unsigned id;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(id));
    return id;
}

__device__ __forceinline__ unsigned lanesBelow()
{
    unsigned mask;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
    return mask;
}

__device__ __forceinline__ long long ticks()
{
    long long t;
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(t));
    return t;
}

__global__ void show(unsigned* out, long long* time)
{
    const long long start = ticks();
    out[threadIdx.x] = laneId() + 100 * smId();
    unsigned active = __ballot_sync(~0u, threadIdx.x % 3 == 0);
    out[threadIdx.x + 64] = __popc(active & lanesBelow());
    asm volatile("membar.gl;" ::: "memory");
    if (threadIdx.x == 0) *time = ticks() - start;
}

int main()
{
    unsigned* out;
    long long* time;
    cudaMallocManaged(&out, 128 * sizeof(unsigned));
    cudaMallocManaged(&time, sizeof(long long));
    show<<<1, 64>>>(out, time);
    cudaDeviceSynchronize();
    std::printf("%u %u %lld\n", out[5], out[70], *time);
    return 0;
}
