#include <cuda_runtime.h>

__device__ unsigned next();

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
    asm("lop3.b32 %0, %0, 0x8fff8fff, 0x3b603b60, 0x6a;" : "+r"(bits));
    asm("lop3.b32 %0, %1, %2, 7, 0xca;" : "=r"(bits) : "r"(lane), "r"(bits));
    asm("shf.r.wrap.b32 %0, %1, %2, 20;" : "=r"(bits) : "r"(lane), "r"(bits));
    asm("mad.lo.u32 %0, %1, %2, 3;" : "=r"(bits) : "r"(lane), "r"(bits));
    asm volatile("prefetch.global.L2 [%0];" ::"l"(in + lane));
    asm("bfind.u32 %0, %1;" : "=r"(bits) : "r"(lane));
    // These stay: a table without a short form, a call that would be made twice.
    asm("lop3.b32 %0, %1, %2, 7, 0x13;" : "=r"(bits) : "r"(lane), "r"(bits));
    asm("lop3.b32 %0, %1, %2, 7, 0xca;" : "=r"(bits) : "r"(next()), "r"(bits));
    data[threadIdx.x] = x + y + bits;
}
