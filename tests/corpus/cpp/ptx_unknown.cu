#include <cuda_runtime.h>

__device__ void copy(void* to, const void* from)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(to), "l"(from));
    asm volatile("cp.async.commit_group;\n" ::);
}

__device__ void multiply(float* d, const unsigned* a, const unsigned* b)
{
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
        "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

__device__ unsigned warpNumber()
{
    unsigned id;
    asm volatile("mov.u32 %0, %%warpid;" : "=r"(id));
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.u32 p, %0, 0;\n\t}" ::"r"(id));
    asm volatile("nanosleep.u32 100;");
    asm volatile("frobnicate.u32 %0, 1;" : "=r"(id));
    return id;
}
