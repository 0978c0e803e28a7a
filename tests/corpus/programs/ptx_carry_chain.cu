#include <cuda_runtime.h>
#include <stdint.h>
#include <stdio.h>

/* 128-bit addition and multiplication with carry, as big number libraries write it. */
__device__ void add128(uint32_t *r, const uint32_t *a, const uint32_t *b)
{
    asm("add.cc.u32 %0, %4, %8;\n\t"
        "addc.cc.u32 %1, %5, %9;\n\t"
        "addc.cc.u32 %2, %6, %10;\n\t"
        "addc.u32 %3, %7, %11;\n\t"
        : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]));
}

__device__ uint32_t mulHigh(uint32_t a, uint32_t b)
{
    uint32_t r;
    asm("mul.hi.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    return r + __umulhi(a, b);
}

__device__ float fastReciprocal(float x)
{
    float r;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
    asm("ex2.approx.f32 %0, %0;" : "+f"(r));
    return r;
}

__global__ void run(uint32_t *r, float *f)
{
    add128(r, r + 4, r + 8);
    r[12] = mulHigh(r[0], r[1]);
    f[0] = fastReciprocal(f[0]);
}

int main(void)
{
    uint32_t *r;
    float *f;
    cudaMallocManaged((void **)&r, 64);
    cudaMallocManaged((void **)&f, 4);
    f[0] = 4.0f;
    run<<<1, 1>>>(r, f);
    cudaDeviceSynchronize();
    printf("%08x %f\n", r[3], f[0]);
    return 0;
}
