#pragma once

// What device code may use and CUDA and HIP spell alike: words of declarations, built-in variables,
// barriers, atomics, bit functions and mathematics. LANES_WAVE is the width of a wave.

#include "lanes/engine.h"
#include "lanes/launch.h"
#include "lanes/vectors.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cassert>
#include <chrono>
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#define __global__
#define __device__
#define __host__
#define __constant__
#define __managed__
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __inline_hint__
#define __launch_bounds__(...)
#define __cluster_dims__(...)
// Where the declaration was not rewritten (in macros): memory of the core that runs the block.
#define __shared__ static thread_local
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))

#define threadIdx (::lanes::current->thread)
#define blockIdx (::lanes::current->block)
#define blockDim (::lanes::current->blockSize)
#define gridDim (::lanes::current->gridSize)

namespace lanes {

constexpr int kWave = LANES_WAVE;

template <typename T>
using Word = std::conditional_t<sizeof(T) <= 4, std::uint32_t, std::uint64_t>;

template <typename T>
std::uint64_t bitsOf(const T& value)
{
    static_assert(sizeof(T) <= 8, "only values of up to 64 bits are shuffled");
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof(T));
    return bits;
}

template <typename T>
T ofBits(std::uint64_t bits)
{
    T value;
    std::memcpy(&value, &bits, sizeof(T));
    return value;
}

template <typename T>
T shuffle(WaveCall call, bool hasMask, std::uint64_t mask, T value, int source, int width,
          const Site& site)
{
    WaveRequest request;
    request.call = call;
    request.hasMask = hasMask;
    request.mask = mask;
    request.value = bitsOf(value);
    request.source = source;
    request.width = width;
    request.site = site;
    exchange(request);
    return ofBits<T>(request.result);
}

inline WaveRequest vote(bool hasMask, std::uint64_t mask, bool yes, const Site& site)
{
    WaveRequest request;
    request.call = WaveCall::Vote;
    request.hasMask = hasMask;
    request.mask = mask;
    request.value = yes ? 1 : 0;
    request.site = site;
    exchange(request);
    return request;
}

inline void join(bool hasMask, std::uint64_t mask, const Site& site)
{
    WaveRequest request;
    request.call = WaveCall::Join;
    request.hasMask = hasMask;
    request.mask = mask;
    request.site = site;
    exchange(request);
}

} // namespace lanes

inline void __syncthreads(lanes::Site site = lanes::Site::here())
{
    lanes::blockBarrier(false, site);
}
inline int __syncthreads_count(int yes, lanes::Site site = lanes::Site::here())
{
    return lanes::blockBarrier(yes != 0, site);
}
inline int __syncthreads_or(int yes, lanes::Site site = lanes::Site::here())
{
    return lanes::blockBarrier(yes != 0, site) != 0 ? 1 : 0;
}
inline int __syncthreads_and(int yes, lanes::Site site = lanes::Site::here())
{
    return lanes::blockBarrier(yes == 0, site) == 0 ? 1 : 0;
}

inline void __threadfence()
{
    std::atomic_thread_fence(std::memory_order_seq_cst);
    lanes::breathe();
}
inline void __threadfence_block()
{
    __threadfence();
}
inline void __threadfence_system()
{
    __threadfence();
}
inline void __nanosleep(unsigned)
{
    lanes::breathe();
}

inline long long clock64()
{
    return std::chrono::steady_clock::now().time_since_epoch().count();
}
inline long long wall_clock64()
{
    return clock64();
}
using std::clock;
#define __trap() std::abort()
#define __builtin_assume(x) ((void)0)

// --- Atomics ---------------------------------------------------------------------------------

namespace lanes {

template <typename T, typename Change>
T change(T* place, Change by)
{
    breathe();
    Word<T>* word = reinterpret_cast<Word<T>*>(place);
    static_assert(sizeof(T) == sizeof(Word<T>), "an atomic of 32 or 64 bits");
    Word<T> old = __atomic_load_n(word, __ATOMIC_RELAXED);
    for (;;) {
        const T before = std::bit_cast<T>(old);
        if (__atomic_compare_exchange_n(word, &old,
                                        std::bit_cast<Word<T>>(static_cast<T>(by(before))), true,
                                        __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {
            return before;
        }
    }
}

template <typename T>
using Same = std::type_identity_t<T>;

} // namespace lanes

template <typename T>
T atomicAdd(T* place, lanes::Same<T> value)
{
    return lanes::change(place, [=](T old) { return old + value; });
}
template <typename T>
T atomicSub(T* place, lanes::Same<T> value)
{
    return lanes::change(place, [=](T old) { return old - value; });
}
template <typename T>
T atomicExch(T* place, lanes::Same<T> value)
{
    return lanes::change(place, [=](T) { return value; });
}
template <typename T>
T atomicMin(T* place, lanes::Same<T> value)
{
    return lanes::change(place, [=](T old) { return value < old ? value : old; });
}
template <typename T>
T atomicMax(T* place, lanes::Same<T> value)
{
    return lanes::change(place, [=](T old) { return old < value ? value : old; });
}
template <typename T>
T atomicAnd(T* place, lanes::Same<T> value)
{
    return lanes::change(place, [=](T old) { return old & value; });
}
template <typename T>
T atomicOr(T* place, lanes::Same<T> value)
{
    return lanes::change(place, [=](T old) { return old | value; });
}
template <typename T>
T atomicXor(T* place, lanes::Same<T> value)
{
    return lanes::change(place, [=](T old) { return old ^ value; });
}
inline unsigned atomicInc(unsigned* place, unsigned limit)
{
    return lanes::change(place, [=](unsigned old) { return old >= limit ? 0U : old + 1; });
}
inline unsigned atomicDec(unsigned* place, unsigned limit)
{
    return lanes::change(place,
                         [=](unsigned old) { return old == 0 || old > limit ? limit : old - 1; });
}
template <typename T>
T atomicCAS(T* place, lanes::Same<T> expected, lanes::Same<T> value)
{
    lanes::breathe();
    if constexpr (sizeof(T) == 2) {
        __atomic_compare_exchange_n(place, &expected, value, false, __ATOMIC_SEQ_CST,
                                    __ATOMIC_SEQ_CST);
        return expected;
    } else {
        auto word = std::bit_cast<lanes::Word<T>>(static_cast<T>(expected));
        __atomic_compare_exchange_n(reinterpret_cast<lanes::Word<T>*>(place), &word,
                                    std::bit_cast<lanes::Word<T>>(static_cast<T>(value)), false,
                                    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
        return std::bit_cast<T>(word);
    }
}
#define LANES_SCOPED(name)                                                                         \
    template <typename T, typename... More>                                                        \
    T name##_block(T* place, More... more)                                                         \
    {                                                                                              \
        return name(place, more...);                                                               \
    }                                                                                              \
    template <typename T, typename... More>                                                        \
    T name##_system(T* place, More... more)                                                        \
    {                                                                                              \
        return name(place, more...);                                                               \
    }
LANES_SCOPED(atomicAdd)
LANES_SCOPED(atomicSub)
LANES_SCOPED(atomicExch)
LANES_SCOPED(atomicMin)
LANES_SCOPED(atomicMax)
LANES_SCOPED(atomicAnd)
LANES_SCOPED(atomicOr)
LANES_SCOPED(atomicXor)
LANES_SCOPED(atomicCAS)
#undef LANES_SCOPED

// --- Bits and integers -----------------------------------------------------------------------

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
inline int __float2int_rn(float x)
{
    return static_cast<int>(std::nearbyint(x));
}
inline int __float2int_rz(float x)
{
    return static_cast<int>(x);
}
inline int __float2int_rd(float x)
{
    return static_cast<int>(std::floor(x));
}
inline int __float2int_ru(float x)
{
    return static_cast<int>(std::ceil(x));
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

// --- Mathematics -----------------------------------------------------------------------------
// What <cmath> has is taken from there; a GPU's may differ in the last places.

using std::max;
using std::min;
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
