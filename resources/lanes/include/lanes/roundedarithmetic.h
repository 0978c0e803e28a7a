#pragma once

// CUDA's arithmetic with directed rounding, which HIP does not have, and CUDA's other functions of
// numbers that HIP has no names for.

#include "lanes/mathematics.h"

namespace rocport_lanes {

// One operation each, under the rounding asked for (src/mathematics.cpp).
float addRounded(float a, float b, Rounding rounding);
float subtractRounded(float a, float b, Rounding rounding);
float multiplyRounded(float a, float b, Rounding rounding);
float divideRounded(float a, float b, Rounding rounding);
float multiplyAddRounded(float a, float b, float c, Rounding rounding);
float rootRounded(float a, Rounding rounding);
double addRounded(double a, double b, Rounding rounding);
double subtractRounded(double a, double b, Rounding rounding);
double multiplyRounded(double a, double b, Rounding rounding);
double divideRounded(double a, double b, Rounding rounding);
double multiplyAddRounded(double a, double b, double c, Rounding rounding);
double rootRounded(double a, Rounding rounding);

} // namespace rocport_lanes

#define LANES_ROUNDED(T, f, m, suffix, rounding)                                                   \
    inline T __##f##add_##suffix(T a, T b)                                                         \
    {                                                                                              \
        return rocport_lanes::addRounded(a, b, rounding);                                                  \
    }                                                                                              \
    inline T __##f##sub_##suffix(T a, T b)                                                         \
    {                                                                                              \
        return rocport_lanes::subtractRounded(a, b, rounding);                                             \
    }                                                                                              \
    inline T __##f##mul_##suffix(T a, T b)                                                         \
    {                                                                                              \
        return rocport_lanes::multiplyRounded(a, b, rounding);                                             \
    }                                                                                              \
    inline T __##f##div_##suffix(T a, T b)                                                         \
    {                                                                                              \
        return rocport_lanes::divideRounded(a, b, rounding);                                               \
    }                                                                                              \
    inline T __##f##rcp_##suffix(T a)                                                              \
    {                                                                                              \
        return rocport_lanes::divideRounded(T{1}, a, rounding);                                            \
    }                                                                                              \
    inline T __##f##sqrt_##suffix(T a)                                                             \
    {                                                                                              \
        return rocport_lanes::rootRounded(a, rounding);                                                    \
    }                                                                                              \
    inline T __##m##_##suffix(T a, T b, T c)                                                       \
    {                                                                                              \
        return rocport_lanes::multiplyAddRounded(a, b, c, rounding);                                       \
    }
LANES_ROUNDED(float, f, fmaf, rz, rocport_lanes::Rounding::Zero)
LANES_ROUNDED(float, f, fmaf, rd, rocport_lanes::Rounding::Down)
LANES_ROUNDED(float, f, fmaf, ru, rocport_lanes::Rounding::Up)
LANES_ROUNDED(double, d, fma, rz, rocport_lanes::Rounding::Zero)
LANES_ROUNDED(double, d, fma, rd, rocport_lanes::Rounding::Down)
LANES_ROUNDED(double, d, fma, ru, rocport_lanes::Rounding::Up)
#undef LANES_ROUNDED

/// Those of two: float2 by element.
#define LANES_PAIRED(suffix)                                                                       \
    inline float2 __fadd2_##suffix(float2 a, float2 b)                                             \
    {                                                                                              \
        return {__fadd_##suffix(a.x, b.x), __fadd_##suffix(a.y, b.y)};                             \
    }                                                                                              \
    inline float2 __fmul2_##suffix(float2 a, float2 b)                                             \
    {                                                                                              \
        return {__fmul_##suffix(a.x, b.x), __fmul_##suffix(a.y, b.y)};                             \
    }                                                                                              \
    inline float2 __ffma2_##suffix(float2 a, float2 b, float2 c)                                   \
    {                                                                                              \
        return {__fmaf_##suffix(a.x, b.x, c.x), __fmaf_##suffix(a.y, b.y, c.y)};                   \
    }
LANES_PAIRED(rn)
LANES_PAIRED(rz)
LANES_PAIRED(rd)
LANES_PAIRED(ru)
#undef LANES_PAIRED

#define __tanhf lanes_tanhf
inline float lanes_tanhf(float x)
{
    return std::tanh(x);
}
inline double fdivide(double x, double y)
{
    return x / y;
}
inline unsigned umin(unsigned a, unsigned b)
{
    return b < a ? b : a;
}
inline unsigned umax(unsigned a, unsigned b)
{
    return a < b ? b : a;
}
inline long long llmin(long long a, long long b)
{
    return b < a ? b : a;
}
inline long long llmax(long long a, long long b)
{
    return a < b ? b : a;
}
inline unsigned long long ullmin(unsigned long long a, unsigned long long b)
{
    return b < a ? b : a;
}
inline unsigned long long ullmax(unsigned long long a, unsigned long long b)
{
    return a < b ? b : a;
}
