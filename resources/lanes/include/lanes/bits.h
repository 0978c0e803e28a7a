#pragma once

// Bits, integers, conversions and loads with a hint, as CUDA and HIP spell them alike.

#include "lanes/device.h"

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
inline unsigned __sad(int a, int b, unsigned c)
{
    return c + static_cast<unsigned>(a > b ? a - b : b - a);
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
namespace lanes {

/// A GPU's conversions stay at the ends, and make 0 of what is no number.
inline int toInt(float x)
{
    return std::isnan(x)        ? 0
           : x >= 2147483648.0F ? 2147483647
           : x < -2147483648.0F ? -2147483647 - 1
                                : static_cast<int>(x);
}

} // namespace lanes

inline int __float2int_rn(float x)
{
    return lanes::toInt(std::nearbyint(x));
}
inline int __float2int_rz(float x)
{
    return lanes::toInt(x);
}
inline int __float2int_rd(float x)
{
    return lanes::toInt(std::floor(x));
}
inline int __float2int_ru(float x)
{
    return lanes::toInt(std::ceil(x));
}
inline float __int2float_rn(int x)
{
    return static_cast<float>(x);
}
inline float __uint2float_rn(unsigned x)
{
    return static_cast<float>(x);
}
inline float __double2float_rn(double x)
{
    return static_cast<float>(x);
}

template <typename T>
T __ldg(const T* place)
{
    return *place;
}
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
void __stcg(T* place, lanes::Same<T> value)
{
    *place = value;
}
template <typename T>
void __stwb(T* place, lanes::Same<T> value)
{
    *place = value;
}
template <typename T>
void __stcs(T* place, lanes::Same<T> value)
{
    *place = value;
}
template <typename T>
void __stwt(T* place, lanes::Same<T> value)
{
    *static_cast<volatile T*>(place) = value;
}
template <typename T>
T __ldcv(const T* place)
{
    lanes::breathe();
    return *static_cast<const volatile T*>(place);
}
template <typename T>
T __ldlu(const T* place)
{
    return *place;
}
