// Functions of float and double: those that are exact, and those that the vendor states to be near.
#include "results.h"

/// 64 arguments spread over the interval, the same bits everywhere: the step is a power of two.
#define FLOATS(units, name, first, step, ...)                                                      \
    __global__ void name##_of_float(float* out)                                                    \
    {                                                                                              \
        const float x = (first) + (step) * static_cast<float>(threadIdx.x);                        \
        out[threadIdx.x] = __VA_ARGS__;                                                            \
    }                                                                                              \
    static void show_##name##_of_float()                                                           \
    {                                                                                              \
        Results<float> results(64);                                                                \
        name##_of_float<<<1, 64>>>(results.device);                                                \
        if (units > 0) {                                                                           \
            showNear(units, #name "_of_float", results);                                           \
        } else {                                                                                   \
            show(#name "_of_float", results);                                                      \
        }                                                                                          \
    }

#define DOUBLES(units, name, first, step, ...)                                                     \
    __global__ void name##_of_double(double* out)                                                  \
    {                                                                                              \
        const double x = (first) + (step) * static_cast<double>(threadIdx.x);                      \
        out[threadIdx.x] = __VA_ARGS__;                                                            \
    }                                                                                              \
    static void show_##name##_of_double()                                                          \
    {                                                                                              \
        Results<double> results(64);                                                               \
        name##_of_double<<<1, 64>>>(results.device);                                               \
        if (units > 0) {                                                                           \
            showNear(units, #name "_of_double", results);                                          \
        } else {                                                                                   \
            show(#name "_of_double", results);                                                     \
        }                                                                                          \
    }

// The units are those of the tables of mathematical functions in the CUDA C++ Programming Guide; the
// test allows double one more, which is that of the C library.
#define FUNCTIONS(FLOAT, DOUBLE)                                                                   \
    FLOAT(0, sqrt, 0.03125f, 0.8125f, sqrtf(x))                                                    \
    FLOAT(0, divide, 1.0f, 0.375f, 3.7f / x)                                                       \
    FLOAT(0, round_down, -20.0f, 0.6875f, floorf(x) + truncf(x) * 3 + rintf(x) * 5 + roundf(x))    \
    FLOAT(0, add_directed, 1.0f, 0.0078125f, __fadd_ru(x, 1e-9f) - __fadd_rd(x, -1e-9f))           \
    FLOAT(0, multiply_directed, 1.0f, 0.3f, __fmul_rz(x, 1.1f) - __fmul_ru(x, 1.3f))               \
    FLOAT(0, fma_directed, 1.0f, 0.3f, __fmaf_rd(x, 1.1f, 0.7f) - __fmaf_ru(x, 1.3f, -2.1f))       \
    FLOAT(0, divide_directed, 1.0f, 0.3f, __fdiv_rd(x, 7.1f) - __fdiv_ru(x, 3.3f))                 \
    FLOAT(0, sqrt_directed, 1.0f, 0.3f, __fsqrt_rd(x) - __fsqrt_ru(x))                             \
    FLOAT(0, reciprocal_directed, 1.0f, 0.3f, __frcp_rd(x) - __frcp_ru(x) + __frcp_rn(x))          \
    FLOAT(0, remainder, -9.0f, 0.3125f, fmodf(x, 1.7f) + remainderf(x, 2.3f))                      \
    FLOAT(0, saturate, -0.5f, 0.03125f, __saturatef(x) + fdimf(x, 0.5f) + fmaxf(x, 0.1f))          \
    FLOAT(0, to_integers, -70.0f, 2.40625f,                                                        \
          static_cast<float>(__float2int_rd(x) + 3 * __float2int_ru(x) + 5 * __float2int_rn(x)     \
                             + 7 * __float2int_rz(x)))                                             \
    FLOAT(0, from_integers, 0.0f, 1.0f,                                                            \
          __int2float_rd(static_cast<int>(x) * 33554467 + 1)                                       \
              - __int2float_ru(static_cast<int>(x) * 33554467 + 1))                                \
    FLOAT(0, scale, 0.3f, 0.3f, ldexpf(x, 5) + scalbnf(x, -3) + logbf(x) + nextafterf(x, 9.0f))    \
    FLOAT(2, rsqrt, 0.03125f, 0.8125f, rsqrtf(x))                                                  \
    FLOAT(1, cbrt, 0.3f, 3.3f, cbrtf(x))                                                           \
    FLOAT(1, rcbrt, 0.3f, 3.3f, rcbrtf(x))                                                         \
    FLOAT(3, hypot, 0.3f, 3.3f, hypotf(x, 2.7f))                                                   \
    FLOAT(2, rhypot, 0.3f, 3.3f, rhypotf(x, 2.7f))                                                 \
    FLOAT(3, norm3d, 0.3f, 3.3f, norm3df(x, 2.7f, 1.1f))                                           \
    FLOAT(2, rnorm3d, 0.3f, 3.3f, rnorm3df(x, 2.7f, 1.1f))                                         \
    FLOAT(2, exp, -20.0f, 0.65625f, expf(x))                                                       \
    FLOAT(2, exp2, -20.0f, 0.65625f, exp2f(x))                                                     \
    FLOAT(2, exp10, -10.0f, 0.34375f, exp10f(x))                                                   \
    FLOAT(1, expm1, -1.0f, 0.03125f, expm1f(x))                                                    \
    FLOAT(1, log, 0.03125f, 1.3125f, logf(x))                                                      \
    FLOAT(1, log2, 0.03125f, 1.3125f, log2f(x))                                                    \
    FLOAT(2, log10, 0.03125f, 1.3125f, log10f(x))                                                  \
    FLOAT(1, log1p, -0.96875f, 0.0625f, log1pf(x))                                                 \
    FLOAT(2, sin, -30.0f, 1.03125f, sinf(x))                                                       \
    FLOAT(2, cos, -30.0f, 1.03125f, cosf(x))                                                       \
    FLOAT(4, tan, -30.0f, 1.03125f, tanf(x))                                                       \
    FLOAT(1, sinpi, -3.0f, 0.1015625f, sinpif(x))                                                  \
    FLOAT(1, cospi, -3.0f, 0.1015625f, cospif(x))                                                  \
    FLOAT(2, asin, -0.984375f, 0.03125f, asinf(x))                                                 \
    FLOAT(2, acos, -0.984375f, 0.03125f, acosf(x))                                                 \
    FLOAT(2, atan, -30.0f, 1.03125f, atanf(x))                                                     \
    FLOAT(3, atan2, -30.0f, 1.03125f, atan2f(x, 1.3f))                                             \
    FLOAT(3, sinh, -5.0f, 0.171875f, sinhf(x))                                                     \
    FLOAT(2, cosh, -5.0f, 0.171875f, coshf(x))                                                     \
    FLOAT(2, tanh, -5.0f, 0.171875f, tanhf(x))                                                     \
    FLOAT(3, asinh, -5.0f, 0.171875f, asinhf(x))                                                   \
    FLOAT(4, acosh, 1.0625f, 0.171875f, acoshf(x))                                                 \
    FLOAT(3, atanh, -0.984375f, 0.03125f, atanhf(x))                                               \
    FLOAT(4, pow, 0.03125f, 0.3125f, powf(x, 2.6f))                                                \
    FLOAT(2, erf, -3.0f, 0.109375f, erff(x))                                                       \
    FLOAT(4, erfc, -3.0f, 0.109375f, erfcf(x))                                                     \
    FLOAT(2, erfinv, -0.984375f, 0.03125f, erfinvf(x))                                             \
    FLOAT(4, erfcinv, 0.015625f, 0.03125f, erfcinvf(x))                                            \
    FLOAT(4, erfcx, -2.0f, 0.109375f, erfcxf(x))                                                   \
    FLOAT(5, normcdf, -3.0f, 0.109375f, normcdff(x))                                               \
    FLOAT(5, normcdfinv, 0.015625f, 0.015625f, normcdfinvf(x * 0.984375f))                         \
    FLOAT(6, lgamma, 0.3f, 0.3125f, lgammaf(x + 3.0f))                                             \
    FLOAT(5, tgamma, 0.3f, 0.3125f, tgammaf(x))                                                    \
    FLOAT(9, j0, 0.03125f, 0.03125f, j0f(x))                                                       \
    FLOAT(6, cyl_bessel_i0, 0.03125f, 0.109375f, cyl_bessel_i0f(x))                                \
    DOUBLE(0, sqrt, 0.03125, 0.8125, sqrt(x) + x / 3.7)                                            \
    DOUBLE(0, directed, 1.0, 0.3, __dadd_ru(x, 1e-17) - __dmul_rd(x, 1.1) + __fma_rz(x, 1.3, 0.7)) \
    DOUBLE(0, divide_directed, 1.0, 0.3, __ddiv_rd(x, 7.1) - __ddiv_ru(x, 3.3) + __dsqrt_rz(x))    \
    DOUBLE(0, to_float, 1.0, 0.3, __double2float_rd(x) - __double2float_ru(x) * 3.0)               \
    DOUBLE(0, to_integers, -70.0, 2.40625,                                                         \
           static_cast<double>(__double2ll_rd(x) + 3 * __double2int_ru(x) + 5 * __double2ll_rn(x)))\
    DOUBLE(0, words, 1.0, 0.3,                                                                     \
           __hiloint2double(__double2hiint(x) + 3, __double2loint(x))                              \
               + __longlong_as_double(__double_as_longlong(x) ^ 1))                                \
    DOUBLE(1, rsqrt, 0.03125, 0.8125, rsqrt(x))                                                    \
    DOUBLE(1, cbrt, 0.3, 3.3, cbrt(x))                                                             \
    DOUBLE(2, hypot, 0.3, 3.3, hypot(x, 2.7))                                                      \
    DOUBLE(1, exp, -20.0, 0.65625, exp(x))                                                         \
    DOUBLE(1, exp10, -10.0, 0.34375, exp10(x))                                                     \
    DOUBLE(1, log, 0.03125, 1.3125, log(x))                                                        \
    DOUBLE(1, log1p, -0.96875, 0.0625, log1p(x))                                                   \
    DOUBLE(2, sin, -30.0, 1.03125, sin(x))                                                         \
    DOUBLE(2, cos, -30.0, 1.03125, cos(x))                                                         \
    DOUBLE(2, tan, -30.0, 1.03125, tan(x))                                                         \
    DOUBLE(2, sinpi, -3.0, 0.1015625, sinpi(x))                                                    \
    DOUBLE(2, atan2, -30.0, 1.03125, atan2(x, 1.3))                                                \
    DOUBLE(2, sinh, -5.0, 0.171875, sinh(x))                                                       \
    DOUBLE(1, tanh, -5.0, 0.171875, tanh(x))                                                       \
    DOUBLE(2, pow, 0.03125, 0.3125, pow(x, 2.6))                                                   \
    DOUBLE(2, erf, -3.0, 0.109375, erf(x))                                                         \
    DOUBLE(5, erfc, -3.0, 0.109375, erfc(x))                                                       \
    DOUBLE(5, erfinv, -0.984375, 0.03125, erfinv(x))                                               \
    DOUBLE(6, erfcinv, 0.015625, 0.03125, erfcinv(x))                                              \
    DOUBLE(5, normcdf, -3.0, 0.109375, normcdf(x))                                                 \
    DOUBLE(4, lgamma, 0.3, 0.3125, lgamma(x + 3.0))                                                \
    DOUBLE(10, tgamma, 0.3, 0.3125, tgamma(x))

FUNCTIONS(FLOATS, DOUBLES)

#define CALL_FLOAT(units, name, ...) show_##name##_of_float();
#define CALL_DOUBLE(units, name, ...) show_##name##_of_double();

int main()
{
    FUNCTIONS(CALL_FLOAT, CALL_DOUBLE)
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
