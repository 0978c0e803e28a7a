#pragma once

// What device code may use and CUDA and HIP spell alike: words of declarations, built-in variables,
// barriers and clocks. LANES_WAVE is the width of a wave.

#include "lanes/engine.h"
#include "lanes/launch.h"
#include "lanes/rows.h"
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
#include <ctime>
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
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))

#define threadIdx (rocport_lanes_here().thread)
#define blockIdx (rocport_lanes_here().block)

namespace rocport_lanes {

/// Names that programs give to members and variables of their own too: no macros. Where a source
/// says "blockDim.x", laneSource() makes it "::rocport_lanes::dimOf(blockDim).x".
struct BlockDim
{
    template <typename T>
    requires(sizeof(T) == 3 * sizeof(unsigned) && requires(T t) { t.x, t.y, t.z; })
    operator T() const
    {
        return running().blockSize;
    }
};
struct GridDim
{
    template <typename T>
    requires(sizeof(T) == 3 * sizeof(unsigned) && requires(T t) { t.x, t.y, t.z; })
    operator T() const
    {
        return running().gridSize;
    }
};
inline const Index3& dimOf(const BlockDim&)
{
    return running().blockSize;
}
inline const Index3& dimOf(const GridDim&)
{
    return running().gridSize;
}
template <typename T>
decltype(auto) dimOf(T&& other)
{
    return std::forward<T>(other);
}

} // namespace rocport_lanes

inline constexpr rocport_lanes::BlockDim blockDim{};
inline constexpr rocport_lanes::GridDim gridDim{};

namespace rocport_lanes {

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

inline std::uint64_t shuffleWord(WaveCall call, bool hasMask, std::uint64_t mask,
                                 std::uint64_t value, int source, int width, const Site& site)
{
    WaveRequest request;
    request.call = call;
    request.hasMask = hasMask;
    request.mask = mask;
    request.value = value;
    request.source = source;
    request.width = width;
    request.site = site;
    exchange(request);
    return request.result;
}

template <typename T>
T shuffle(WaveCall call, bool hasMask, std::uint64_t mask, T value, int source, int width,
          const Site& site)
{
    return ofBits<T>(shuffleWord(call, hasMask, mask, bitsOf(value), source, width, site));
}

/// The same of groups of lanes, whose values may be longer.
template <typename T>
T shuffleAny(WaveCall call, std::uint64_t mask, const T& value, int source, int width,
             const Site& site)
{
    static_assert(std::is_trivially_copyable_v<T>, "what is shuffled is copied byte by byte");
    std::uint64_t words[(sizeof(T) + 7) / 8] = {};
    std::memcpy(words, &value, sizeof(T));
    for (std::uint64_t& word : words) {
        word = shuffleWord(call, true, mask, word, source, width, site);
    }
    T result;
    std::memcpy(static_cast<void*>(&result), words, sizeof(T));
    return result;
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

} // namespace rocport_lanes

inline void __syncthreads(rocport_lanes::Site site = rocport_lanes::Site::here())
{
    rocport_lanes::blockBarrier(false, site);
}
inline int __syncthreads_count(int yes, rocport_lanes::Site site = rocport_lanes::Site::here())
{
    return rocport_lanes::blockBarrier(yes != 0, site);
}
inline int __syncthreads_or(int yes, rocport_lanes::Site site = rocport_lanes::Site::here())
{
    return rocport_lanes::blockBarrier(yes != 0, site) != 0 ? 1 : 0;
}
inline int __syncthreads_and(int yes, rocport_lanes::Site site = rocport_lanes::Site::here())
{
    return rocport_lanes::blockBarrier(yes == 0, site) == 0 ? 1 : 0;
}

inline void __threadfence()
{
    std::atomic_thread_fence(std::memory_order_seq_cst);
    rocport_lanes::breathe();
}
inline void __threadfence_block()
{
    __threadfence();
}
inline void __threadfence_system()
{
    __threadfence();
}
#ifndef LANES_AMD
inline void __threadfence_cluster()
{
    __threadfence();
}
inline int syncthreads_count(int yes, rocport_lanes::Site site = rocport_lanes::Site::here())
{
    return __syncthreads_count(yes, site);
}
inline int syncthreads_or(int yes, rocport_lanes::Site site = rocport_lanes::Site::here())
{
    return __syncthreads_or(yes, site);
}
inline int syncthreads_and(int yes, rocport_lanes::Site site = rocport_lanes::Site::here())
{
    return __syncthreads_and(yes, site);
}
inline void __nanosleep(unsigned)
{
    rocport_lanes::breathe();
}
#endif

inline long long clock64()
{
    rocport_lanes::noteClock();
    return std::chrono::steady_clock::now().time_since_epoch().count();
}
#ifdef LANES_AMD
/// At 100 MHz, as that of most AMD GPUs.
inline long long wall_clock64()
{
    return clock64() / 10;
}
#endif
using std::clock;
namespace rocport_lanes {
/// What "clock()" becomes: of the GPU in kernels, of the C library elsewhere.
inline std::clock_t clockNow()
{
    return current != nullptr ? static_cast<std::clock_t>(clock64()) : std::clock();
}
} // namespace rocport_lanes
#define __trap() std::abort()
#define __builtin_assume(x) ((void)0)
