#include <cuda_runtime.h>
#include <cstdio>

// Interval arithmetic: sums rounded down and up.
struct Interval { double low, high; };

__device__ Interval add(Interval a, Interval b)
{
    return {__dadd_rd(a.low, b.low), __dadd_ru(a.high, b.high)};
}

__global__ void run(Interval* r, float* f, int n)
{
    Interval sum = {0.0, 0.0};
    for (int i = 1; i <= n; ++i) sum = add(sum, Interval{1.0 / i, 1.0 / i});
    *r = sum;
    f[0] = __fadd_rn(f[1], __fmul_rn(f[2], f[3]));
    f[1] = __fdiv_rn(f[2], f[3]) + __fsqrt_rn(f[2]) + __frcp_rn(f[3]);
    f[2] = __saturatef(f[0]) + __fmaf_rz(f[1], f[2], f[3]);
    f[3] = __uint2float_rd(7u) + __double2float_rn(sum.low) + (float)__float2int_rz(f[0]);
}

int main()
{
    Interval* r;
    float* f;
    cudaMallocManaged(&r, sizeof(Interval));
    cudaMallocManaged(&f, 4 * sizeof(float));
    for (int i = 0; i < 4; ++i) f[i] = i + 1.0f;
    run<<<1, 1>>>(r, f, 1000);
    cudaDeviceSynchronize();
    std::printf("%.17g %.17g %g\n", r->low, r->high, f[3]);
    return r->low <= r->high ? 0 : 1;
}
