#pragma once

// Mathematics: what <cmath> has is taken from there; a GPU's may differ in the last places.

#include "lanes/bits.h"
#include "lanes/device.h"

// Its functions of numbers are global with <math.h> and <stdlib.h> only.
#include <math.h>
#include <stdlib.h>

// No templates, as those of programs are preferred to none by then; CUDA has none for the host's
// compiler.
#if defined(LANES_AMD) || defined(__CUDACC__)
#define LANES_EXTREME(T)                                                                           \
    constexpr T max(T a, T b)                                                                      \
    {                                                                                              \
        return a < b ? b : a;                                                                      \
    }                                                                                              \
    constexpr T min(T a, T b)                                                                      \
    {                                                                                              \
        return b < a ? b : a;                                                                      \
    }
LANES_EXTREME(int)
LANES_EXTREME(unsigned)
LANES_EXTREME(long)
LANES_EXTREME(unsigned long)
LANES_EXTREME(long long)
LANES_EXTREME(unsigned long long)
#undef LANES_EXTREME
// Of a number and none, a GPU's give the number, and of zeros by their signs.
#define LANES_EXTREME(T, name, called, first)                                                      \
    inline T name(T a, T b)                                                                        \
    {                                                                                              \
        return a == b ? (std::signbit(first) ? b : a) : called(a, b);                              \
    }
LANES_EXTREME(float, max, std::fmax, a)
LANES_EXTREME(float, min, std::fmin, -a)
LANES_EXTREME(double, max, std::fmax, a)
LANES_EXTREME(double, min, std::fmin, -a)
#undef LANES_EXTREME
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
#endif

// Newer C libraries have functions of these names, some of which they declare otherwise.
#define rsqrt lanes_rsqrt
#define rsqrtf lanes_rsqrtf
#define sinpi lanes_sinpi
#define sinpif lanes_sinpif
#define cospi lanes_cospi
#define cospif lanes_cospif
inline float rsqrtf(float x)
{
    return static_cast<float>(1.0 / std::sqrt(static_cast<double>(x)));
}
inline double rsqrt(double x)
{
    return 1.0 / std::sqrt(x);
}
inline float rcbrtf(float x)
{
    return static_cast<float>(1.0 / std::cbrt(static_cast<double>(x)));
}
inline double rcbrt(double x)
{
    return 1.0 / std::cbrt(x);
}

namespace rocport_lanes {

// What the C library has not (src/mathematics.cpp).
double sinpi(double x);
double cospi(double x);
double erfcx(double x);
double erfinv(double y);
double erfcinv(double y);
double normcdf(double x);
double normcdfinv(double y);
double cyl_bessel_i0(double x);
double cyl_bessel_i1(double x);
double norm(int count, const double* values);
float norm(int count, const float* values);

} // namespace rocport_lanes

using rocport_lanes::norm;
// Those of float are those of double, rounded.
#define LANES_SPECIAL(name)                                                                        \
    using rocport_lanes::name;                                                                             \
    inline float name##f(float x)                                                                  \
    {                                                                                              \
        return static_cast<float>(rocport_lanes::name(static_cast<double>(x)));                            \
    }                                                                                              \
    inline float name(float x)                                                                     \
    {                                                                                              \
        return name##f(x);                                                                         \
    }
LANES_SPECIAL(sinpi)
LANES_SPECIAL(cospi)
LANES_SPECIAL(erfcx)
LANES_SPECIAL(erfinv)
LANES_SPECIAL(erfcinv)
LANES_SPECIAL(normcdf)
LANES_SPECIAL(normcdfinv)
LANES_SPECIAL(cyl_bessel_i0)
LANES_SPECIAL(cyl_bessel_i1)
#undef LANES_SPECIAL
inline float rsqrt(float x)
{
    return rsqrtf(x);
}
inline float rcbrt(float x)
{
    return rcbrtf(x);
}
inline float exp10(float x)
{
    return ::exp10f(x);
}
inline void sincospi(double x, double* sine, double* cosine)
{
    *sine = sinpi(x);
    *cosine = cospi(x);
}
inline void sincospif(float x, float* sine, float* cosine)
{
    *sine = sinpif(x);
    *cosine = cospif(x);
}
inline void sincospi(float x, float* sine, float* cosine)
{
    sincospif(x, sine, cosine);
}
inline void sincos(float x, float* sine, float* cosine)
{
    ::sincosf(x, sine, cosine);
}
inline float normf(int count, const float* values)
{
    return rocport_lanes::norm(count, values);
}
inline double rnorm(int count, const double* values)
{
    return 1.0 / rocport_lanes::norm(count, values);
}
inline float rnormf(int count, const float* values)
{
    return 1.0F / rocport_lanes::norm(count, values);
}
#define LANES_LENGTHS(T, f)                                                                        \
    inline T norm3d##f(T a, T b, T c)                                                              \
    {                                                                                              \
        const T all[] = {a, b, c};                                                                 \
        return rocport_lanes::norm(3, all);                                                                \
    }                                                                                              \
    inline T rnorm3d##f(T a, T b, T c)                                                             \
    {                                                                                              \
        return 1 / norm3d##f(a, b, c);                                                             \
    }                                                                                              \
    inline T norm4d##f(T a, T b, T c, T d)                                                         \
    {                                                                                              \
        const T all[] = {a, b, c, d};                                                              \
        return rocport_lanes::norm(4, all);                                                                \
    }                                                                                              \
    inline T rnorm4d##f(T a, T b, T c, T d)                                                        \
    {                                                                                              \
        return 1 / norm4d##f(a, b, c, d);                                                          \
    }                                                                                              \
    inline T rhypot##f(T a, T b)                                                                   \
    {                                                                                              \
        const T all[] = {a, b};                                                                    \
        return 1 / rocport_lanes::norm(2, all);                                                            \
    }
LANES_LENGTHS(float, f)
LANES_LENGTHS(double, )
#undef LANES_LENGTHS
inline float fdividef(float x, float y)
{
    return x / y;
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
inline double __dsub_rn(double x, double y)
{
    return x - y;
}
inline double __drcp_rn(double x)
{
    return 1.0 / x;
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
