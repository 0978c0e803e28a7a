#pragma once

// Bits, integers, conversions and loads with a hint, as CUDA and HIP spell them alike.

#include "lanes/device.h"
#include "lanes/rounding.h"

#include <limits>

inline int __popc(unsigned x)
{
    return __builtin_popcount(x);
}
inline int __popcll(unsigned long long x)
{
    return __builtin_popcountll(x);
}
inline int __clz(int x)
{
    return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x));
}
inline int __clzll(long long x)
{
    return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}
inline int __ffs(int x)
{
    return __builtin_ffs(x);
}
inline int __ffsll(long long x)
{
    return __builtin_ffsll(x);
}
inline unsigned long long __brevll(unsigned long long x)
{
    unsigned long long result = 0;
    for (int i = 0; i < 64; ++i) {
        result |= ((x >> i) & 1) << (63 - i);
    }
    return result;
}
inline unsigned __brev(unsigned x)
{
    return static_cast<unsigned>(__brevll(x) >> 32);
}
inline int __mul24(int a, int b)
{
    const auto low = [](int x) { return static_cast<int>(static_cast<unsigned>(x) << 8) >> 8; };
    return static_cast<int>(static_cast<unsigned>(low(a)) * static_cast<unsigned>(low(b)));
}
inline unsigned __umul24(unsigned a, unsigned b)
{
    return (a & 0xffffff) * (b & 0xffffff);
}
inline int __mulhi(int a, int b)
{
    return static_cast<int>((static_cast<long long>(a) * b) >> 32);
}
inline unsigned __umulhi(unsigned a, unsigned b)
{
    return static_cast<unsigned>((static_cast<unsigned long long>(a) * b) >> 32);
}
inline long long __mul64hi(long long a, long long b)
{
    return static_cast<long long>((static_cast<__int128>(a) * b) >> 64);
}
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b)
{
    return static_cast<unsigned long long>((static_cast<unsigned __int128>(a) * b) >> 64);
}
inline unsigned __byte_perm(unsigned x, unsigned y, unsigned selector)
{
    const unsigned long long bytes = (static_cast<unsigned long long>(y) << 32) | x;
    unsigned result = 0;
    for (int i = 0; i < 4; ++i) {
        result |= static_cast<unsigned>((bytes >> (8 * ((selector >> (4 * i)) & 7))) & 0xff)
                  << (8 * i);
    }
    return result;
}
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift)
{
    return static_cast<unsigned>(
        (((static_cast<unsigned long long>(high) << 32) | low) << (shift & 31)) >> 32);
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift)
{
    return static_cast<unsigned>(((static_cast<unsigned long long>(high) << 32) | low) >>
                                 (shift & 31));
}
inline unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift)
{
    const unsigned long long both = (static_cast<unsigned long long>(high) << 32) | low;
    return static_cast<unsigned>((both << (shift < 32 ? shift : 32)) >> 32);
}
inline unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift)
{
    const unsigned long long both = (static_cast<unsigned long long>(high) << 32) | low;
    return static_cast<unsigned>(both >> (shift < 32 ? shift : 32));
}
/// The place of the offset-th bit that is set, from base on: up, or down where offset is negative.
inline unsigned __fns(unsigned mask, unsigned base, int offset)
{
    if (offset == 0) {
        return base < 32 && ((mask >> base) & 1) != 0 ? base : ~0U;
    }
    for (int i = static_cast<int>(base); i >= 0 && i<32; i += offset> 0 ? 1 : -1) {
        if (((mask >> i) & 1) != 0 && (offset += offset > 0 ? -1 : 1) == 0) {
            return static_cast<unsigned>(i);
        }
    }
    return ~0U;
}
inline unsigned __sad(int a, int b, unsigned c)
{
    return c + (a > b ? static_cast<unsigned>(a) - static_cast<unsigned>(b)
                      : static_cast<unsigned>(b) - static_cast<unsigned>(a));
}
inline unsigned __usad(unsigned a, unsigned b, unsigned c)
{
    return c + (a > b ? a - b : b - a);
}
inline int __hadd(int a, int b)
{
    return static_cast<int>((static_cast<long long>(a) + b) >> 1);
}
inline int __rhadd(int a, int b)
{
    return static_cast<int>((static_cast<long long>(a) + b + 1) >> 1);
}
inline unsigned __uhadd(unsigned a, unsigned b)
{
    return static_cast<unsigned>((static_cast<unsigned long long>(a) + b) >> 1);
}
inline unsigned __urhadd(unsigned a, unsigned b)
{
    return static_cast<unsigned>((static_cast<unsigned long long>(a) + b + 1) >> 1);
}
inline int __float_as_int(float x)
{
    return std::bit_cast<int>(x);
}
inline unsigned __float_as_uint(float x)
{
    return std::bit_cast<unsigned>(x);
}
inline float __int_as_float(int x)
{
    return std::bit_cast<float>(x);
}
inline float __uint_as_float(unsigned x)
{
    return std::bit_cast<float>(x);
}
inline long long __double_as_longlong(double x)
{
    return std::bit_cast<long long>(x);
}
inline double __longlong_as_double(long long x)
{
    return std::bit_cast<double>(x);
}
inline int __double2hiint(double x)
{
    return static_cast<int>(std::bit_cast<std::uint64_t>(x) >> 32);
}
inline int __double2loint(double x)
{
    return static_cast<int>(std::bit_cast<std::uint64_t>(x));
}
inline double __hiloint2double(int high, int low)
{
    return std::bit_cast<double>((static_cast<std::uint64_t>(static_cast<unsigned>(high)) << 32) |
                                 static_cast<unsigned>(low));
}
namespace rocport_lanes {

template <typename Float>
Float whole(Float x, Rounding rounding)
{
    switch (rounding) {
    case Rounding::Nearest:
        return std::nearbyint(x);
    case Rounding::Zero:
        return std::trunc(x);
    case Rounding::Down:
        return std::floor(x);
    case Rounding::Up:
        return std::ceil(x);
    }
    return x;
}

/// A GPU's conversions stay at the ends. Of what is no number AMD's make 0, and NVIDIA's only where
/// neither side has 64 bits, else the highest bit alone (PTX ISA, cvt).
template <typename Integer, typename Float>
Integer integerOf(Float x, Rounding rounding)
{
    constexpr int kBits = static_cast<int>(sizeof(Integer)) * 8;
    constexpr bool kSigned = static_cast<Integer>(-1) < static_cast<Integer>(0);
    constexpr auto kHighest = static_cast<Integer>(1ULL << (kBits - 1));
    constexpr Integer kLeast = kSigned ? kHighest : 0;
    constexpr auto kMost = static_cast<Integer>(~kLeast);
    if (x != x) {
#ifndef LANES_AMD
        if (sizeof(Float) == 8 || kBits == 64) {
            return kHighest;
        }
#endif
        return 0;
    }
    const Float end = static_cast<Float>(1ULL << (kBits - 1)) * (kSigned ? 1 : 2);
    const Float all = whole(x, rounding);
    return all >= end                         ? kMost
           : all < static_cast<Float>(kLeast) ? kLeast
                                              : static_cast<Integer>(all);
}

/// x as Float with the rounding asked for; Float has fewer digits than x may have.
template <typename Float, typename From>
Float narrowed(From x, Rounding rounding)
{
    const Float nearest = static_cast<Float>(x);
    if (x != x || rounding == Rounding::Nearest) {
        return nearest;
    }
    int order = 0; // of the nearest to x
    if constexpr (std::is_integral_v<From>) {
        const auto all = static_cast<__int128>(nearest);
        order = all < x ? -1 : all > x ? 1 : 0;
    } else {
        order = static_cast<From>(nearest) < x ? -1 : static_cast<From>(nearest) > x ? 1 : 0;
    }
    const bool down = rounding == Rounding::Down || (rounding == Rounding::Zero && x > 0);
    if (order == 0 || down == (order < 0)) {
        return nearest;
    }
    constexpr Float kEnd = std::numeric_limits<Float>::infinity();
    return std::nextafter(nearest, down ? -kEnd : kEnd);
}

} // namespace rocport_lanes

#define LANES_TO_INTEGER(from, name, Float, Integer)                                               \
    inline Integer __##from##2##name##_rn(Float x)                                                 \
    {                                                                                              \
        return rocport_lanes::integerOf<Integer>(x, rocport_lanes::Rounding::Nearest);                             \
    }                                                                                              \
    inline Integer __##from##2##name##_rz(Float x)                                                 \
    {                                                                                              \
        return rocport_lanes::integerOf<Integer>(x, rocport_lanes::Rounding::Zero);                                \
    }                                                                                              \
    inline Integer __##from##2##name##_rd(Float x)                                                 \
    {                                                                                              \
        return rocport_lanes::integerOf<Integer>(x, rocport_lanes::Rounding::Down);                                \
    }                                                                                              \
    inline Integer __##from##2##name##_ru(Float x)                                                 \
    {                                                                                              \
        return rocport_lanes::integerOf<Integer>(x, rocport_lanes::Rounding::Up);                                  \
    }
LANES_TO_INTEGER(float, int, float, int)
LANES_TO_INTEGER(float, uint, float, unsigned)
LANES_TO_INTEGER(float, ll, float, long long)
LANES_TO_INTEGER(float, ull, float, unsigned long long)
LANES_TO_INTEGER(double, int, double, int)
LANES_TO_INTEGER(double, uint, double, unsigned)
LANES_TO_INTEGER(double, ll, double, long long)
LANES_TO_INTEGER(double, ull, double, unsigned long long)
#undef LANES_TO_INTEGER

#define LANES_NARROWED(from, name, From, Float)                                                    \
    inline Float __##from##2##name##_rn(From x)                                                    \
    {                                                                                              \
        return static_cast<Float>(x);                                                              \
    }                                                                                              \
    inline Float __##from##2##name##_rz(From x)                                                    \
    {                                                                                              \
        return rocport_lanes::narrowed<Float>(x, rocport_lanes::Rounding::Zero);                                   \
    }                                                                                              \
    inline Float __##from##2##name##_rd(From x)                                                    \
    {                                                                                              \
        return rocport_lanes::narrowed<Float>(x, rocport_lanes::Rounding::Down);                                   \
    }                                                                                              \
    inline Float __##from##2##name##_ru(From x)                                                    \
    {                                                                                              \
        return rocport_lanes::narrowed<Float>(x, rocport_lanes::Rounding::Up);                                     \
    }
LANES_NARROWED(double, float, double, float)
LANES_NARROWED(int, float, int, float)
LANES_NARROWED(uint, float, unsigned, float)
LANES_NARROWED(ll, float, long long, float)
LANES_NARROWED(ull, float, unsigned long long, float)
LANES_NARROWED(ll, double, long long, double)
LANES_NARROWED(ull, double, unsigned long long, double)
#undef LANES_NARROWED
inline double __int2double_rn(int x)
{
    return x;
}
inline double __uint2double_rn(unsigned x)
{
    return x;
}

template <typename T>
T __ldg(const T* place)
{
    return *place;
}
#ifndef LANES_AMD // HIP has the others for half only
template <typename T>
T __ldcg(const T* place)
{
    return *static_cast<const volatile T*>(place);
}
template <typename T>
T __ldcs(const T* place)
{
    return *place;
}
template <typename T>
T __ldca(const T* place)
{
    return *place;
}

template <typename T>
void __stcg(T* place, std::type_identity_t<T> value)
{
    *place = value;
}
template <typename T>
void __stwb(T* place, std::type_identity_t<T> value)
{
    *place = value;
}
template <typename T>
void __stcs(T* place, std::type_identity_t<T> value)
{
    *place = value;
}
template <typename T>
void __stwt(T* place, std::type_identity_t<T> value)
{
    *static_cast<volatile T*>(place) = value;
}
template <typename T>
T __ldcv(const T* place)
{
    rocport_lanes::breathe();
    return *static_cast<const volatile T*>(place);
}
template <typename T>
T __ldlu(const T* place)
{
    return *place;
}
#else
inline unsigned __lastbit_u32_u64(std::uint64_t x)
{
    return x == 0 ? ~0U : static_cast<unsigned>(__builtin_ctzll(x));
}
inline unsigned __bitextract_u32(unsigned x, unsigned from, unsigned width)
{
    from &= 31;
    width &= 31;
    return width == 0 ? 0 : (x << (32 - (from + width < 32 ? from + width : 32))) >> (32 - width);
}
inline std::uint64_t __bitextract_u64(std::uint64_t x, unsigned from, unsigned width)
{
    from &= 63;
    width &= 63;
    return width == 0 ? 0 : (x << (64 - (from + width < 64 ? from + width : 64))) >> (64 - width);
}
inline unsigned __bitinsert_u32(unsigned x, unsigned bits, unsigned from, unsigned width)
{
    from &= 31;
    const unsigned mask = (1U << (width & 31)) - 1;
    return (x & ~(mask << from)) | ((bits & mask) << from);
}
inline std::uint64_t __bitinsert_u64(std::uint64_t x, std::uint64_t bits, unsigned from,
                                     unsigned width)
{
    from &= 63;
    const std::uint64_t mask = (std::uint64_t{1} << (width & 63)) - 1;
    return (x & ~(mask << from)) | ((bits & mask) << from);
}
inline int __ffs(unsigned x)
{
    return __builtin_ffs(static_cast<int>(x));
}
inline int __ffsll(unsigned long long x)
{
    return __builtin_ffsll(static_cast<long long>(x));
}
#endif
