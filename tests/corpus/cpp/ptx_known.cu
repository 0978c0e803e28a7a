#include <cuda_runtime.h>

__global__ void k(float* data, const float* __restrict__ in)
{
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    float x = data[threadIdx.x];
    float y;
    asm volatile("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x * 2.0f));
    asm("rcp.approx.f32 %0, %1;" : "=f"(x) : "f"(y));
    asm volatile("ld.global.nc.L1::no_allocate.f32 %0, [%1];"
                 : "=f"(y)
                 : "l"(in + lane));
    asm volatile("membar.gl;" ::: "memory");
    asm volatile("bar.sync 0;");
    asm volatile("" ::: "memory");
    unsigned bits;
    asm("bfe.u32 %0, %1, 4, 8;" : "=r"(bits) : "r"(lane));
    data[threadIdx.x] = x + y + bits;
}
