#pragma once

// Numbers of 16 bits with 11 digits, as cuda_fp16.h and hip/hip_fp16.h have them.

#include "lanes/smallfloats.h"

#ifdef LANES_AMD
struct alignas(2) __half_raw
{
    unsigned short x;
};
struct alignas(4) __half2_raw
{
    __half_raw x;
    __half_raw y;
};
#ifdef __HIP_NO_HALF_CONVERSIONS__
#define LANES_NO_CONVERSIONS
#endif
#ifdef __HIP_NO_HALF_OPERATORS__
#define LANES_NO_OPERATORS
#endif
#else
struct alignas(2) __half_raw
{
    unsigned short x;
};
struct alignas(4) __half2_raw
{
    unsigned short x;
    unsigned short y;
};
#ifdef __CUDA_NO_HALF_CONVERSIONS__
#define LANES_NO_CONVERSIONS
#endif
#if defined(__CUDA_NO_HALF_OPERATORS__) || defined(__CUDA_NO_HALF2_OPERATORS__)
#define LANES_NO_OPERATORS
#endif
#endif

namespace rocport_lanes {

constexpr std::uint16_t codeOfRaw(const __half_raw& raw)
{
    return raw.x;
}

template <typename T>
constexpr std::uint16_t halfCode(T x, Rounding rounding = Rounding::Nearest)
{
    if constexpr (std::is_integral_v<T>) {
        return shortOf(oddDouble(x), kHalf, rounding);
    } else {
        return shortOf(static_cast<double>(x), kHalf, rounding);
    }
}

} // namespace rocport_lanes

#define LANES_ONE __half
#define LANES_TWO __half2
#define LANES_ONE_RAW __half_raw
#define LANES_TWO_RAW __half2_raw
#define LANES_FLOAT floatOfHalf
#define LANES_CODE halfCode
#define LANES_MAKE halfOfCode
#define LANES_STEP(x) (x)
#define LANES_WIDE_INTEGERS true
#include "lanes/smallnumber.h"

#include "lanes/smallfunctions.h"
#undef LANES_ONE
#undef LANES_TWO
#undef LANES_ONE_RAW
#undef LANES_TWO_RAW
#undef LANES_FLOAT
#undef LANES_CODE
#undef LANES_MAKE
#undef LANES_STEP
#undef LANES_WIDE_INTEGERS
#undef LANES_NO_CONVERSIONS
#undef LANES_NO_OPERATORS

using half = __half;
using half2 = __half2;
#ifndef LANES_AMD
using nv_half = __half;
using __nv_half = __half;
using nv_half2 = __half2;
using __nv_half2 = __half2;
using __nv_half_raw = __half_raw;
using __nv_half2_raw = __half2_raw;
#endif

inline __half2 make_half2(__half x, __half y)
{
    return {x, y};
}
inline __half __short_as_half(short bits)
{
    return rocport_lanes::halfOfCode(static_cast<std::uint16_t>(bits));
}
inline __half __ushort_as_half(unsigned short bits)
{
    return rocport_lanes::halfOfCode(bits);
}
inline short __half_as_short(__half x)
{
    return static_cast<short>(rocport_lanes::codeOf(x));
}
inline unsigned short __half_as_ushort(__half x)
{
    return rocport_lanes::codeOf(x);
}
inline float __half2float(__half x)
{
    return rocport_lanes::valueOf(x);
}
inline __half __float2half(float x)
{
    return rocport_lanes::halfOfCode(rocport_lanes::halfCode(x));
}
inline __half __float2half_rn(float x)
{
    return __float2half(x);
}
inline __half __float2half_rz(float x)
{
    return rocport_lanes::halfOfCode(rocport_lanes::halfCode(x, rocport_lanes::Rounding::Zero));
}
inline __half __float2half_rd(float x)
{
    return rocport_lanes::halfOfCode(rocport_lanes::halfCode(x, rocport_lanes::Rounding::Down));
}
inline __half __float2half_ru(float x)
{
    return rocport_lanes::halfOfCode(rocport_lanes::halfCode(x, rocport_lanes::Rounding::Up));
}
inline __half2 __float2half2_rn(float x)
{
    return {__float2half(x), __float2half(x)};
}
inline __half2 __floats2half2_rn(float x, float y)
{
    return {__float2half(x), __float2half(y)};
}
inline __half2 __float22half2_rn(float2 x)
{
    return {__float2half(x.x), __float2half(x.y)};
}
inline float2 __half22float2(__half2 x)
{
    return {__half2float(x.x), __half2float(x.y)};
}
inline float __low2float(__half2 x)
{
    return __half2float(x.x);
}
inline float __high2float(__half2 x)
{
    return __half2float(x.y);
}
inline __half __low2half(__half2 x)
{
    return x.x;
}
inline __half __high2half(__half2 x)
{
    return x.y;
}
inline __half2 __half2half2(__half x)
{
    return {x, x};
}
inline __half2 __halves2half2(__half x, __half y)
{
    return {x, y};
}
inline __half2 __low2half2(__half2 x)
{
    return {x.x, x.x};
}
inline __half2 __high2half2(__half2 x)
{
    return {x.y, x.y};
}
inline __half2 __lows2half2(__half2 x, __half2 y)
{
    return {x.x, y.x};
}
inline __half2 __highs2half2(__half2 x, __half2 y)
{
    return {x.y, y.y};
}
inline __half2 __lowhigh2highlow(__half2 x)
{
    return {x.y, x.x};
}

// HIP's conversions with integers cut and round to the nearest, whatever their names say.
#ifdef LANES_AMD
#define LANES_FROM(rounding) rocport_lanes::Rounding::Zero
#define LANES_TO(rounding) rocport_lanes::Rounding::Nearest
#else
#define LANES_FROM(rounding) rocport_lanes::Rounding::rounding
#define LANES_TO(rounding) rocport_lanes::Rounding::rounding
#endif
#define LANES_HALF_ROUNDED(name, T, suffix, rounding)                                              \
    inline T __half2##name##_##suffix(__half x)                                                    \
    {                                                                                              \
        return rocport_lanes::integerOf<T>(rocport_lanes::valueOf(x), LANES_FROM(rounding));                       \
    }                                                                                              \
    inline __half __##name##2half_##suffix(T x)                                                    \
    {                                                                                              \
        return rocport_lanes::halfOfCode(rocport_lanes::halfCode(x, LANES_TO(rounding)));                          \
    }
#define LANES_HALF_INTEGER(name, T)                                                                \
    LANES_HALF_ROUNDED(name, T, rn, Nearest)                                                       \
    LANES_HALF_ROUNDED(name, T, rz, Zero)                                                          \
    LANES_HALF_ROUNDED(name, T, rd, Down)                                                          \
    LANES_HALF_ROUNDED(name, T, ru, Up)
LANES_HALF_INTEGER(short, short)
LANES_HALF_INTEGER(ushort, unsigned short)
LANES_HALF_INTEGER(int, int)
LANES_HALF_INTEGER(uint, unsigned)
LANES_HALF_INTEGER(ll, long long)
LANES_HALF_INTEGER(ull, unsigned long long)
#undef LANES_HALF_INTEGER
#undef LANES_HALF_ROUNDED
#undef LANES_FROM
#undef LANES_TO

#ifdef LANES_AMD
#define LANES_LOADED(T)                                                                            \
    inline T __ldcg(const T* place)                                                                \
    {                                                                                              \
        return *place;                                                                             \
    }                                                                                              \
    inline T __ldca(const T* place)                                                                \
    {                                                                                              \
        return *place;                                                                             \
    }                                                                                              \
    inline T __ldcs(const T* place)                                                                \
    {                                                                                              \
        return *place;                                                                             \
    }
LANES_LOADED(__half)
LANES_LOADED(__half2)
#undef LANES_LOADED
inline __half2 __hisinf2(__half2 x)
{
    return {__half(__hisinf(x.x)), __half(__hisinf(x.y))};
}
inline float amd_mixed_dot(__half2 a, __half2 b, float c, bool saturate)
{
    const float sum = std::fma(rocport_lanes::valueOf(a.y), rocport_lanes::valueOf(b.y),
                               std::fma(rocport_lanes::valueOf(a.x), rocport_lanes::valueOf(b.x), c));
    return saturate ? std::fmin(std::fmax(sum, 0.0F), 1.0F) : sum;
}
#else
inline __half __double2half(double x)
{
    return rocport_lanes::halfOfCode(rocport_lanes::halfCode(x));
}
inline signed char __half2char_rz(__half x)
{
    return rocport_lanes::integerOf<signed char>(rocport_lanes::valueOf(x), rocport_lanes::Rounding::Zero);
}
inline unsigned char __half2uchar_rz(__half x)
{
    return rocport_lanes::integerOf<unsigned char>(rocport_lanes::valueOf(x), rocport_lanes::Rounding::Zero);
}
#endif

#ifdef LANES_AMD
// The type that HIP's half is made of: not every compiler has it for a CPU.
#define _Float16 __half
#define HIPRT_INF_FP16 __ushort_as_half(0x7c00)
#define HIPRT_MAX_NORMAL_FP16 __ushort_as_half(0x7bff)
#define HIPRT_MIN_DENORM_FP16 __ushort_as_half(0x0001)
#define HIPRT_NAN_FP16 __ushort_as_half(0x7fff)
#define HIPRT_NEG_ZERO_FP16 __ushort_as_half(0x8000)
#define HIPRT_ONE_FP16 __ushort_as_half(0x3c00)
#define HIPRT_ZERO_FP16 __ushort_as_half(0x0000)
#else
#define CUDART_INF_FP16 __ushort_as_half(0x7c00)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(0x7bff)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(0x0001)
#define CUDART_NAN_FP16 __ushort_as_half(0x7fff)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half(0x8000)
#define CUDART_ONE_FP16 __ushort_as_half(0x3c00)
#define CUDART_ZERO_FP16 __ushort_as_half(0x0000)
#endif
