#pragma once

// Numbers of 16 bits with 8 digits, as cuda_bf16.h and hip/hip_bf16.h have them. CUDA's arithmetic
// is rounded once; HIP's is that of float, rounded again.

#include "lanes/smallfloats.h"

#ifdef LANES_AMD
#define LANES_ONE __hip_bfloat16
#define LANES_TWO __hip_bfloat162
#define LANES_ONE_RAW __hip_bfloat16_raw
#define LANES_TWO_RAW __hip_bfloat162_raw
#define LANES_STEP(x) static_cast<float>(x)
#define LANES_WIDE_INTEGERS false
#define LANES_FEWER
#else
#define LANES_ONE __nv_bfloat16
#define LANES_TWO __nv_bfloat162
#define LANES_ONE_RAW __nv_bfloat16_raw
#define LANES_TWO_RAW __nv_bfloat162_raw
#define LANES_STEP(x) (x)
#define LANES_WIDE_INTEGERS true
#ifdef __CUDA_NO_BFLOAT16_CONVERSIONS__
#define LANES_NO_CONVERSIONS
#endif
#if defined(__CUDA_NO_BFLOAT16_OPERATORS__) || defined(__CUDA_NO_BFLOAT162_OPERATORS__)
#define LANES_NO_OPERATORS
#endif
#endif

struct alignas(2) LANES_ONE_RAW
{
    unsigned short x;
};
struct alignas(4) LANES_TWO_RAW
{
    unsigned short x;
    unsigned short y;
};

namespace rocport_lanes {

template <typename T>
constexpr std::uint16_t bfloat16Code(T x, Rounding rounding = Rounding::Nearest)
{
    if constexpr (std::is_integral_v<T>) {
        return shortOf(oddDouble(x), kBfloat16, rounding);
    } else {
        return shortOf(static_cast<double>(x), kBfloat16, rounding);
    }
}

} // namespace rocport_lanes

#define LANES_FLOAT floatOfBfloat16
#define LANES_CODE bfloat16Code
#define LANES_MAKE bfloat16OfCode
#include "lanes/smallnumber.h"

#include "lanes/smallfunctions.h"

inline float __bfloat162float(LANES_ONE x)
{
    return rocport_lanes::valueOf(x);
}
inline LANES_ONE __float2bfloat16(float x)
{
    return rocport_lanes::bfloat16OfCode(rocport_lanes::bfloat16Code(x));
}
inline LANES_ONE __double2bfloat16(double x)
{
    return rocport_lanes::bfloat16OfCode(rocport_lanes::bfloat16Code(x));
}
inline short __bfloat16_as_short(LANES_ONE x)
{
    return static_cast<short>(rocport_lanes::codeOf(x));
}
inline unsigned short __bfloat16_as_ushort(LANES_ONE x)
{
    return rocport_lanes::codeOf(x);
}
inline LANES_ONE __short_as_bfloat16(short bits)
{
    return rocport_lanes::bfloat16OfCode(static_cast<std::uint16_t>(bits));
}
inline LANES_ONE __ushort_as_bfloat16(unsigned short bits)
{
    return rocport_lanes::bfloat16OfCode(bits);
}
inline LANES_TWO __float22bfloat162_rn(float2 x)
{
    return {__float2bfloat16(x.x), __float2bfloat16(x.y)};
}
inline float2 __bfloat1622float2(LANES_TWO x)
{
    return {__bfloat162float(x.x), __bfloat162float(x.y)};
}
inline LANES_TWO __bfloat162bfloat162(LANES_ONE x)
{
    return {x, x};
}
inline LANES_TWO __halves2bfloat162(LANES_ONE x, LANES_ONE y)
{
    return {x, y};
}
inline LANES_ONE __low2bfloat16(LANES_TWO x)
{
    return x.x;
}
inline LANES_ONE __high2bfloat16(LANES_TWO x)
{
    return x.y;
}
inline LANES_TWO __low2bfloat162(LANES_TWO x)
{
    return {x.x, x.x};
}
inline LANES_TWO __high2bfloat162(LANES_TWO x)
{
    return {x.y, x.y};
}
inline LANES_TWO __lows2bfloat162(LANES_TWO x, LANES_TWO y)
{
    return {x.x, y.x};
}
inline LANES_TWO __highs2bfloat162(LANES_TWO x, LANES_TWO y)
{
    return {x.y, y.y};
}
inline LANES_TWO __lowhigh2highlow(LANES_TWO x)
{
    return {x.y, x.x};
}
inline float __low2float(LANES_TWO x)
{
    return __bfloat162float(x.x);
}
inline float __high2float(LANES_TWO x)
{
    return __bfloat162float(x.y);
}

#ifdef LANES_AMD
#define HIPRT_INF_BF16 __ushort_as_bfloat16(0x7f80)
#define HIPRT_MAX_NORMAL_BF16 __ushort_as_bfloat16(0x7f7f)
#define HIPRT_MIN_DENORM_BF16 __ushort_as_bfloat16(0x0001)
#define HIPRT_NAN_BF16 __ushort_as_bfloat16(0x7fff)
#define HIPRT_NEG_ZERO_BF16 __ushort_as_bfloat16(0x8000)
#define HIPRT_ONE_BF16 __ushort_as_bfloat16(0x3f80)
#define HIPRT_ZERO_BF16 __ushort_as_bfloat16(0x0000)
#else
using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;
#define CUDART_INF_BF16 __ushort_as_bfloat16(0x7f80)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(0x7f7f)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16(0x0001)
#define CUDART_NAN_BF16 __ushort_as_bfloat16(0x7fff)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16(0x8000)
#define CUDART_ONE_BF16 __ushort_as_bfloat16(0x3f80)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16(0x0000)

inline __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y)
{
    return {x, y};
}
inline __nv_bfloat16 __float2bfloat16_rn(float x)
{
    return __float2bfloat16(x);
}
inline __nv_bfloat16 __float2bfloat16_rz(float x)
{
    return rocport_lanes::bfloat16OfCode(rocport_lanes::bfloat16Code(x, rocport_lanes::Rounding::Zero));
}
inline __nv_bfloat16 __float2bfloat16_rd(float x)
{
    return rocport_lanes::bfloat16OfCode(rocport_lanes::bfloat16Code(x, rocport_lanes::Rounding::Down));
}
inline __nv_bfloat16 __float2bfloat16_ru(float x)
{
    return rocport_lanes::bfloat16OfCode(rocport_lanes::bfloat16Code(x, rocport_lanes::Rounding::Up));
}
inline __nv_bfloat162 __float2bfloat162_rn(float x)
{
    return {__float2bfloat16(x), __float2bfloat16(x)};
}
inline __nv_bfloat162 __floats2bfloat162_rn(float x, float y)
{
    return {__float2bfloat16(x), __float2bfloat16(y)};
}
#define LANES_BFLOAT_ROUNDED(name, T, suffix, rounding)                                            \
    inline T __bfloat162##name##_##suffix(__nv_bfloat16 x)                                         \
    {                                                                                              \
        return rocport_lanes::integerOf<T>(rocport_lanes::valueOf(x), rocport_lanes::Rounding::rounding);                  \
    }                                                                                              \
    inline __nv_bfloat16 __##name##2bfloat16_##suffix(T x)                                         \
    {                                                                                              \
        return rocport_lanes::bfloat16OfCode(rocport_lanes::bfloat16Code(x, rocport_lanes::Rounding::rounding));           \
    }
#define LANES_BFLOAT_INTEGER(name, T)                                                              \
    LANES_BFLOAT_ROUNDED(name, T, rn, Nearest)                                                     \
    LANES_BFLOAT_ROUNDED(name, T, rz, Zero)                                                        \
    LANES_BFLOAT_ROUNDED(name, T, rd, Down)                                                        \
    LANES_BFLOAT_ROUNDED(name, T, ru, Up)
LANES_BFLOAT_INTEGER(short, short)
LANES_BFLOAT_INTEGER(ushort, unsigned short)
LANES_BFLOAT_INTEGER(int, int)
LANES_BFLOAT_INTEGER(uint, unsigned)
LANES_BFLOAT_INTEGER(ll, long long)
LANES_BFLOAT_INTEGER(ull, unsigned long long)
#undef LANES_BFLOAT_INTEGER
#undef LANES_BFLOAT_ROUNDED
inline signed char __bfloat162char_rz(__nv_bfloat16 x)
{
    return rocport_lanes::integerOf<signed char>(rocport_lanes::valueOf(x), rocport_lanes::Rounding::Zero);
}
inline unsigned char __bfloat162uchar_rz(__nv_bfloat16 x)
{
    return rocport_lanes::integerOf<unsigned char>(rocport_lanes::valueOf(x), rocport_lanes::Rounding::Zero);
}
#endif

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
#undef LANES_FEWER
