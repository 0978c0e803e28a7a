// Mathematics, each function over the same inputs: its name, its type, how many units in the last place
// a result may be away (CUDA's documentation, and one for what is calculated here), the range of x, and
// what it gave.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdio>

constexpr int kCount = 32;

__device__ double at(int i, int step, double low, double high)
{
    const unsigned mixed = (i + 1) * 2654435769u * step;
    return low + (high - low) * (mixed >> 8) / 16777216.0;
}
__device__ double wide(float x)
{
    return x;
}
__device__ double wide(double x)
{
    return x;
}
__device__ double wide(__half x)
{
    return __half2float(x);
}
__device__ double wide(__nv_bfloat16 x)
{
    return __bfloat162float(x);
}

#define FLOATS(X) \
    X(rsqrtf(x), 'f', 0.001, 10000.0, 3) X(cbrtf(x), 'f', -1000.0, 1000.0, 2) X(rcbrtf(x), 'f', -1000.0, 1000.0, 2) \
    X(expf(x), 'f', -80, 80, 3) X(exp2f(x), 'f', -100, 100, 3) X(exp10f(x), 'f', -30, 30, 3) \
    X(expm1f(x), 'f', -5, 5, 2) X(logf(x), 'f', 0.001, 10000.0, 2) X(log2f(x), 'f', 0.001, 10000.0, 2) \
    X(log10f(x), 'f', 0.001, 10000.0, 3) X(log1pf(x), 'f', -0.9, 100, 2) X(sinf(x), 'f', -50, 50, 3) \
    X(cosf(x), 'f', -50, 50, 3) X(tanf(x), 'f', -50, 50, 5) X(sinpif(x), 'f', -9, 9, 2) X(cospif(x), 'f', -9, 9, 2) \
    X(asinf(x), 'f', -1, 1, 3) X(acosf(x), 'f', -1, 1, 3) X(atanf(x), 'f', -20, 20, 3) X(sinhf(x), 'f', -20, 20, 4) \
    X(coshf(x), 'f', -20, 20, 3) X(tanhf(x), 'f', -5, 5, 3) X(asinhf(x), 'f', -50, 50, 4) \
    X(acoshf(x), 'f', 1, 50, 5) X(atanhf(x), 'f', -0.99, 0.99, 4) X(erff(x), 'f', -3, 3, 3) \
    X(erfcf(x), 'f', -3, 8, 5) X(erfinvf(x), 'f', -1, 1, 3) X(erfcinvf(x), 'f', 0.0001, 2, 5) \
    X(erfcxf(x), 'f', -3, 30, 5) X(normcdff(x), 'f', -6, 6, 6) X(normcdfinvf(x), 'f', 0.0001, 1, 6) \
    X(lgammaf(x), 'f', 0.1, 30, 7) X(tgammaf(x), 'f', 0.1, 20, 6) X(j0f(x), 'f', 0.1, 2, 10) \
    X(j1f(x), 'f', 0.1, 3, 10) X(y0f(x), 'f', 1, 3.5, 10) X(y1f(x), 'f', 0.1, 2, 10) \
    X(cyl_bessel_i0f(x), 'f', -60, 60, 7) X(cyl_bessel_i1f(x), 'f', -60, 60, 7) X(atan2f(x, y), 'f', -9, 9, 4) \
    X(powf(fabsf(x), y), 'f', -9, 9, 5) X(hypotf(x, y), 'f', -9, 9, 4) X(rhypotf(x, y), 'f', -9, 9, 3) \
    X(norm3df(x, y, x * y), 'f', -9, 9, 4) X(rnorm3df(x, y, x * y), 'f', -9, 9, 3) \
    X(norm4df(x, y, 1, 2), 'f', -9, 9, 4) X(rnorm4df(x, y, 1, 2), 'f', -9, 9, 4) X(normf(4, list), 'f', -9, 9, 4) \
    X(rnormf(4, list), 'f', -9, 9, 4) X(__expf(x), 'f', -3, 3, 6) X(__exp10f(x), 'f', -2, 2, 9) \
    X(__logf(x), 'f', 3, 100, 4) X(__log2f(x), 'f', 3, 100, 4) X(__log10f(x), 'f', 3, 100, 4) \
    X(__sinf(x), 'f', 0.5, 2.5, 16) X(__cosf(x), 'f', -1, 1, 16) X(__tanf(x), 'f', -1, 1, 32) \
    X(__powf(x, 1.5f), 'f', 0.5, 4, 24) X(__fdividef(x, 3.0f), 'f', -9, 9, 2) X(fdividef(x, 3.0f), 'f', -9, 9, 2) \
    X(__frsqrt_rn(x), 'f', 0.001, 10000.0, 1) X(rsqrt(x), 'f', 0.001, 10000.0, 3) X(exp(x), 'f', -80, 80, 3) \
    X(sinpi(x), 'f', -9, 9, 2) X(hsqrt(__float2half(x)), 'h', 0, 1000, 1) \
    X(hsqrt(__float2bfloat16(x)), 'b', 0, 1000, 1) X(hrsqrt(__float2half(x)), 'h', 0.01, 1000, 1) \
    X(hrsqrt(__float2bfloat16(x)), 'b', 0.01, 1000, 1) X(hrcp(__float2half(x)), 'h', 0.01, 100, 1) \
    X(hrcp(__float2bfloat16(x)), 'b', 0.01, 100, 1) X(hexp(__float2half(x)), 'h', -9, 9, 1) \
    X(hexp(__float2bfloat16(x)), 'b', -9, 9, 1) X(hexp2(__float2half(x)), 'h', -14, 14, 1) \
    X(hexp2(__float2bfloat16(x)), 'b', -14, 14, 1) X(hexp10(__float2half(x)), 'h', -4, 4, 1) \
    X(hexp10(__float2bfloat16(x)), 'b', -4, 4, 1) X(hlog(__float2half(x)), 'h', 0.01, 1000, 1) \
    X(hlog(__float2bfloat16(x)), 'b', 0.01, 1000, 1) X(hlog2(__float2half(x)), 'h', 0.01, 1000, 1) \
    X(hlog2(__float2bfloat16(x)), 'b', 0.01, 1000, 1) X(hlog10(__float2half(x)), 'h', 0.01, 1000, 1) \
    X(hlog10(__float2bfloat16(x)), 'b', 0.01, 1000, 1) X(hsin(__float2half(x)), 'h', -6, 6, 1) \
    X(hsin(__float2bfloat16(x)), 'b', -6, 6, 1) X(hcos(__float2half(x)), 'h', -6, 6, 1) \
    X(hcos(__float2bfloat16(x)), 'b', -6, 6, 1) X(htanh(__float2half(x)), 'h', -4, 4, 1) \
    X(htanh(__float2bfloat16(x)), 'b', -4, 4, 1)
#define DOUBLES(X) \
    X(rsqrt(x), 'd', 0.001, 10000.0, 2) X(cbrt(x), 'd', -1000.0, 1000.0, 2) X(rcbrt(x), 'd', -1000.0, 1000.0, 2) \
    X(exp(x), 'd', -80, 80, 2) X(exp2(x), 'd', -100, 100, 2) X(exp10(x), 'd', -30, 30, 2) X(expm1(x), 'd', -5, 5, 2) \
    X(log(x), 'd', 0.001, 10000.0, 2) X(log2(x), 'd', 0.001, 10000.0, 2) X(log10(x), 'd', 0.001, 10000.0, 2) \
    X(log1p(x), 'd', -0.9, 100, 2) X(sin(x), 'd', -50, 50, 3) X(cos(x), 'd', -50, 50, 3) X(tan(x), 'd', -50, 50, 3) \
    X(sinpi(x), 'd', -9, 9, 3) X(cospi(x), 'd', -9, 9, 3) X(asin(x), 'd', -1, 1, 3) X(acos(x), 'd', -1, 1, 3) \
    X(atan(x), 'd', -20, 20, 3) X(sinh(x), 'd', -20, 20, 3) X(cosh(x), 'd', -20, 20, 2) X(tanh(x), 'd', -5, 5, 2) \
    X(asinh(x), 'd', -50, 50, 4) X(acosh(x), 'd', 1, 50, 4) X(atanh(x), 'd', -0.99, 0.99, 3) \
    X(erf(x), 'd', -3, 3, 3) X(erfc(x), 'd', -3, 8, 6) X(erfinv(x), 'd', -1, 1, 6) X(erfcinv(x), 'd', 0.0001, 2, 7) \
    X(erfcx(x), 'd', -3, 30, 5) X(normcdf(x), 'd', -6, 6, 6) X(normcdfinv(x), 'd', 0.0001, 1, 9) \
    X(lgamma(x), 'd', 0.1, 30, 5) X(tgamma(x), 'd', 0.1, 20, 11) X(j0(x), 'd', 0.1, 2, 8) X(j1(x), 'd', 0.1, 3, 8) \
    X(y0(x), 'd', 1, 3.5, 8) X(y1(x), 'd', 0.1, 2, 8) X(cyl_bessel_i0(x), 'd', -60, 60, 7) \
    X(cyl_bessel_i1(x), 'd', -60, 60, 7) X(atan2(x, y), 'd', -9, 9, 3) X(pow(fabs(x), y), 'd', -9, 9, 3) \
    X(hypot(x, y), 'd', -9, 9, 3) X(rhypot(x, y), 'd', -9, 9, 2) X(norm3d(x, y, x * y), 'd', -9, 9, 3) \
    X(rnorm3d(x, y, x * y), 'd', -9, 9, 2) X(norm4d(x, y, 1, 2), 'd', -9, 9, 3) \
    X(rnorm4d(x, y, 1, 2), 'd', -9, 9, 2) X(norm(4, list), 'd', -9, 9, 4) X(rnorm(4, list), 'd', -9, 9, 4)

#define RESULT(expression, type, low, high, places)                  \
    {                                                                \
        const T x = (T)at(i, 1, low, high), y = (T)at(i, 7, -9, 9);  \
        const T list[] = {x, y, (T)1.5, (T)-2};                      \
        (void)x, (void)y, (void)list;                                \
        *(out + kCount * slot++ + i) = wide(expression);             \
    }
#define NAME(expression, type, low, high, places) {#expression, type, places, #low " " #high},

__global__ void floats(double* out)
{
    using T = float;
    const int i = threadIdx.x;
    int slot = 0;
    FLOATS(RESULT)
}
__global__ void doubles(double* out)
{
    using T = double;
    const int i = threadIdx.x;
    int slot = 0;
    DOUBLES(RESULT)
}

struct Function
{
    const char* name;
    char type;
    int places;
    const char* range;
};
const Function kFloats[] = {FLOATS(NAME)};
const Function kDoubles[] = {DOUBLES(NAME)};

template <int kFunctions>
void say(void (*kernel)(double*), const Function (&functions)[kFunctions])
{
    static double host[kFunctions * kCount];
    double* out;
    cudaMalloc(&out, sizeof host);
    kernel<<<1, kCount>>>(out);
    if (cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess) {
        std::printf("failed\n");
    }
    cudaFree(out);
    for (int n = 0; n < kFunctions; ++n) {
        std::printf("%s|%c|%d|%s|", functions[n].name, functions[n].type, functions[n].places, functions[n].range);
        for (int i = 0; i < kCount; ++i) {
            std::printf(" %.17g", host[n * kCount + i]);
        }
        std::printf("\n");
    }
}

int main()
{
    say(floats, kFloats);
    say(doubles, kDoubles);
    return 0;
}
