#pragma once

// Mathematics: what <cmath> has is taken from there; a GPU's may differ in the last places.

#include "lanes/device.h"

using std::max;
using std::min;
// Of a number and none, a GPU's give the number.
inline float max(float a, float b)
{
    return std::fmax(a, b);
}
inline float min(float a, float b)
{
    return std::fmin(a, b);
}
inline double max(double a, double b)
{
    return std::fmax(a, b);
}
inline double min(double a, double b)
{
    return std::fmin(a, b);
}
#define LANES_MIXED(name, compare)                                                                 \
    template <typename A, typename B,                                                              \
              typename = std::enable_if_t<std::is_arithmetic_v<A> && std::is_arithmetic_v<B> &&    \
                                          !std::is_same_v<A, B>>>                                  \
    constexpr std::common_type_t<A, B> name(A a, B b)                                              \
    {                                                                                              \
        using T = std::common_type_t<A, B>;                                                        \
        return static_cast<T>(a) compare static_cast<T>(b) ? static_cast<T>(a)                     \
                                                           : static_cast<T>(b);                    \
    }
LANES_MIXED(min, <)
LANES_MIXED(max, >)
#undef LANES_MIXED

inline float rsqrtf(float x)
{
    return 1.0F / std::sqrt(x);
}
inline double rsqrt(double x)
{
    return 1.0 / std::sqrt(x);
}
inline float rcbrtf(float x)
{
    return 1.0F / std::cbrt(x);
}
inline float normcdff(float x)
{
    return 0.5F * std::erfc(-x * 0.70710678118654752F);
}
inline double normcdf(double x)
{
    return 0.5 * std::erfc(-x * 0.70710678118654752);
}
inline float sinpif(float x)
{
    return static_cast<float>(std::sin(3.14159265358979323846 * static_cast<double>(x)));
}
inline float cospif(float x)
{
    return static_cast<float>(std::cos(3.14159265358979323846 * static_cast<double>(x)));
}
inline void sincospif(float x, float* sine, float* cosine)
{
    *sine = sinpif(x);
    *cosine = cospif(x);
}
inline float __saturatef(float x)
{
    return x > 0.0F ? (x < 1.0F ? x : 1.0F) : 0.0F;
}
// The C library has functions of these names, of its own linkage.
#define __expf lanes_expf
#define __exp10f lanes_exp10f
#define __logf lanes_logf
#define __log2f lanes_log2f
#define __log10f lanes_log10f
#define __sinf lanes_sinf
#define __cosf lanes_cosf
#define __tanf lanes_tanf
#define __sincosf lanes_sincosf
#define __powf lanes_powf
inline float lanes_expf(float x)
{
    return std::exp(x);
}
inline float lanes_exp10f(float x)
{
    return ::exp10f(x);
}
inline float lanes_logf(float x)
{
    return std::log(x);
}
inline float lanes_log2f(float x)
{
    return std::log2(x);
}
inline float lanes_log10f(float x)
{
    return std::log10(x);
}
inline float lanes_sinf(float x)
{
    return std::sin(x);
}
inline float lanes_cosf(float x)
{
    return std::cos(x);
}
inline float lanes_tanf(float x)
{
    return std::tan(x);
}
inline void lanes_sincosf(float x, float* sine, float* cosine)
{
    *sine = std::sin(x);
    *cosine = std::cos(x);
}
inline float lanes_powf(float x, float y)
{
    return std::pow(x, y);
}
inline float __fdividef(float x, float y)
{
    return x / y;
}
inline float __fadd_rn(float x, float y)
{
    return x + y;
}
inline float __fsub_rn(float x, float y)
{
    return x - y;
}
inline float __fmul_rn(float x, float y)
{
    return x * y;
}
inline float __fdiv_rn(float x, float y)
{
    return x / y;
}
inline float __fmaf_rn(float x, float y, float z)
{
    return std::fma(x, y, z);
}
inline float __fsqrt_rn(float x)
{
    return std::sqrt(x);
}
inline float __frcp_rn(float x)
{
    return 1.0F / x;
}
inline float __frsqrt_rn(float x)
{
    return rsqrtf(x);
}
inline double __dadd_rn(double x, double y)
{
    return x + y;
}
inline double __dmul_rn(double x, double y)
{
    return x * y;
}
inline double __fma_rn(double x, double y, double z)
{
    return std::fma(x, y, z);
}
inline double __ddiv_rn(double x, double y)
{
    return x / y;
}
inline double __dsqrt_rn(double x)
{
    return std::sqrt(x);
}
