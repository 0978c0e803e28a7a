#pragma once

// Functions of a wave, as CUDA (mask of 32 lanes) and HIP (64 lanes, and forms without a mask)
// have them. Those with a mask are told in both by the same templates.

#include "lanes/atomics.h"
#include "lanes/bits.h"
#include "lanes/device.h"
#include "lanes/mathematics.h"

#ifdef LANES_AMD
using LanesMask = unsigned long long;
/// A mask that is handed over: HIP refuses integers of another size.
struct LanesGivenMask
{
    template <typename M>
    constexpr LanesGivenMask(M mask) : lanes(static_cast<LanesMask>(mask))
    {
        static_assert(std::is_integral_v<M> && sizeof(M) == sizeof(LanesMask),
                      "HIP takes masks of 64 bits only");
    }
    constexpr operator LanesMask() const { return lanes; }
    LanesMask lanes;
};
#else
using LanesMask = unsigned int;
using LanesGivenMask = LanesMask;
#endif

/// Lanes of a wave.
inline constexpr int warpSize = rocport_lanes::kWave;

namespace rocport_lanes {

inline std::uint64_t below(int lane)
{
    return (std::uint64_t{1} << lane) - 1;
}

template <typename T, typename Join>
T reduced(std::uint64_t mask, T value, Join joined, const Site& site)
{
    std::uint64_t values[64];
    WaveRequest request;
    request.call = WaveCall::Gather;
    request.hasMask = true;
    request.mask = mask;
    request.value = bitsOf(value);
    request.values = values;
    request.site = site;
    exchange(request);
    std::uint64_t rest = request.members;
    T result = ofBits<T>(values[std::countr_zero(rest)]);
    for (rest &= rest - 1; rest != 0; rest &= rest - 1) {
        result = joined(result, ofBits<T>(values[std::countr_zero(rest)]));
    }
    return result;
}

template <typename T>
std::uint64_t matching(std::uint64_t mask, T value, std::uint64_t& members, const Site& site)
{
    std::uint64_t values[64];
    WaveRequest request;
    request.call = WaveCall::Gather;
    request.hasMask = true;
    request.mask = mask;
    request.value = bitsOf(value);
    request.values = values;
    request.site = site;
    exchange(request);
    members = request.members;
    std::uint64_t equal = 0;
    for (std::uint64_t rest = members; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        equal |= std::uint64_t{values[lane] == request.value} << lane;
    }
    return equal;
}

} // namespace rocport_lanes

inline unsigned __lane_id()
{
    return rocport_lanes::running().inWave();
}

template <typename T>
T __shfl_sync(LanesGivenMask mask, T value, int source, int width = warpSize,
              rocport_lanes::Site site = rocport_lanes::Site::here())
{
    return rocport_lanes::shuffle(rocport_lanes::WaveCall::Shuffle, true, mask, value, source, width, site);
}
template <typename T>
T __shfl_up_sync(LanesGivenMask mask, T value, unsigned distance, int width = warpSize,
                 rocport_lanes::Site site = rocport_lanes::Site::here())
{
    return rocport_lanes::shuffle(rocport_lanes::WaveCall::ShuffleUp, true, mask, value, static_cast<int>(distance),
                          width, site);
}
template <typename T>
T __shfl_down_sync(LanesGivenMask mask, T value, unsigned distance, int width = warpSize,
                   rocport_lanes::Site site = rocport_lanes::Site::here())
{
    return rocport_lanes::shuffle(rocport_lanes::WaveCall::ShuffleDown, true, mask, value,
                          static_cast<int>(distance), width, site);
}
template <typename T>
T __shfl_xor_sync(LanesGivenMask mask, T value, int bits, int width = warpSize,
                  rocport_lanes::Site site = rocport_lanes::Site::here())
{
    return rocport_lanes::shuffle(rocport_lanes::WaveCall::ShuffleXor, true, mask, value, bits, width, site);
}
inline LanesMask __ballot_sync(LanesGivenMask mask, int yes, rocport_lanes::Site site = rocport_lanes::Site::here())
{
    return static_cast<LanesMask>(rocport_lanes::vote(true, mask, yes != 0, site).result);
}
inline int __any_sync(LanesGivenMask mask, int yes, rocport_lanes::Site site = rocport_lanes::Site::here())
{
    return rocport_lanes::vote(true, mask, yes != 0, site).result != 0 ? 1 : 0;
}
inline int __all_sync(LanesGivenMask mask, int yes, rocport_lanes::Site site = rocport_lanes::Site::here())
{
    const rocport_lanes::WaveRequest all = rocport_lanes::vote(true, mask, yes != 0, site);
    return all.result == all.members ? 1 : 0;
}
inline int __uni_sync(LanesGivenMask mask, int yes, rocport_lanes::Site site = rocport_lanes::Site::here())
{
    const rocport_lanes::WaveRequest all = rocport_lanes::vote(true, mask, yes != 0, site);
    return all.result == all.members || all.result == 0 ? 1 : 0;
}
inline void __syncwarp(LanesGivenMask mask = static_cast<LanesMask>(~0ULL),
                       rocport_lanes::Site site = rocport_lanes::Site::here())
{
    rocport_lanes::join(true, mask, site);
}
template <typename T>
LanesMask __match_any_sync(LanesGivenMask mask, T value, rocport_lanes::Site site = rocport_lanes::Site::here())
{
    std::uint64_t members = 0;
    return static_cast<LanesMask>(rocport_lanes::matching(mask, value, members, site));
}
template <typename T>
LanesMask __match_all_sync(LanesGivenMask mask, T value, int* all,
                           rocport_lanes::Site site = rocport_lanes::Site::here())
{
    std::uint64_t members = 0;
    *all = rocport_lanes::matching(mask, value, members, site) == members ? 1 : 0;
    return *all != 0 ? static_cast<LanesMask>(members) : 0;
}
/// The lanes that come to the same call together.
inline LanesMask __activemask(rocport_lanes::Site site = rocport_lanes::Site::here())
{
    return static_cast<LanesMask>(rocport_lanes::vote(false, 0, true, site).members);
}

#define LANES_REDUCE(name, joined)                                                                 \
    template <typename T>                                                                          \
    T name(LanesGivenMask mask, T value, rocport_lanes::Site site = rocport_lanes::Site::here())                        \
    {                                                                                              \
        return rocport_lanes::reduced(                                                                     \
            mask, value, [](T a, T b) { return static_cast<T>(joined); }, site);                   \
    }
LANES_REDUCE(__reduce_add_sync, a + b)
LANES_REDUCE(__reduce_min_sync, b < a ? b : a)
LANES_REDUCE(__reduce_max_sync, a < b ? b : a)
LANES_REDUCE(__reduce_and_sync, a& b)
LANES_REDUCE(__reduce_or_sync, a | b)
LANES_REDUCE(__reduce_xor_sync, a ^ b)
#undef LANES_REDUCE

#ifdef LANES_AMD
template <typename T>
T __shfl(T value, int source, int width = warpSize, rocport_lanes::Site site = rocport_lanes::Site::here())
{
    return rocport_lanes::shuffle(rocport_lanes::WaveCall::Shuffle, false, 0, value, source, width, site);
}
template <typename T>
T __shfl_up(T value, unsigned distance, int width = warpSize,
            rocport_lanes::Site site = rocport_lanes::Site::here())
{
    return rocport_lanes::shuffle(rocport_lanes::WaveCall::ShuffleUp, false, 0, value, static_cast<int>(distance),
                          width, site);
}
template <typename T>
T __shfl_down(T value, unsigned distance, int width = warpSize,
              rocport_lanes::Site site = rocport_lanes::Site::here())
{
    return rocport_lanes::shuffle(rocport_lanes::WaveCall::ShuffleDown, false, 0, value, static_cast<int>(distance),
                          width, site);
}
template <typename T>
T __shfl_xor(T value, int bits, int width = warpSize, rocport_lanes::Site site = rocport_lanes::Site::here())
{
    return rocport_lanes::shuffle(rocport_lanes::WaveCall::ShuffleXor, false, 0, value, bits, width, site);
}
inline unsigned long long __ballot(int yes, rocport_lanes::Site site = rocport_lanes::Site::here())
{
    return rocport_lanes::vote(false, 0, yes != 0, site).result;
}
inline int __any(int yes, rocport_lanes::Site site = rocport_lanes::Site::here())
{
    return rocport_lanes::vote(false, 0, yes != 0, site).result != 0 ? 1 : 0;
}
inline int __all(int yes, rocport_lanes::Site site = rocport_lanes::Site::here())
{
    const rocport_lanes::WaveRequest all = rocport_lanes::vote(false, 0, yes != 0, site);
    return all.result == all.members ? 1 : 0;
}
inline unsigned __builtin_amdgcn_mbcnt_lo(unsigned mask, unsigned add)
{
    return add + static_cast<unsigned>(std::popcount(
                     mask & static_cast<unsigned>(rocport_lanes::below(static_cast<int>(__lane_id())))));
}
inline unsigned __builtin_amdgcn_mbcnt_hi(unsigned mask, unsigned add)
{
    return add +
           static_cast<unsigned>(std::popcount(
               mask & static_cast<unsigned>(rocport_lanes::below(static_cast<int>(__lane_id())) >> 32)));
}
inline int __builtin_amdgcn_readfirstlane(int value, rocport_lanes::Site site = rocport_lanes::Site::here())
{
    std::uint64_t values[64];
    rocport_lanes::WaveRequest request;
    request.call = rocport_lanes::WaveCall::Gather;
    request.value = rocport_lanes::bitsOf(value);
    request.values = values;
    request.site = site;
    rocport_lanes::exchange(request);
    return rocport_lanes::ofBits<int>(values[std::countr_zero(request.members)]);
}
inline int __builtin_amdgcn_ds_bpermute(int address, int value,
                                        rocport_lanes::Site site = rocport_lanes::Site::here())
{
    return __shfl(value, (address >> 2) & (warpSize - 1), warpSize, site);
}
inline void __builtin_amdgcn_s_barrier(rocport_lanes::Site site = rocport_lanes::Site::here())
{
    rocport_lanes::blockBarrier(false, site);
}
inline void __builtin_amdgcn_wave_barrier() {}
inline void __builtin_amdgcn_s_sleep(int)
{
    rocport_lanes::breathe();
}
#define __builtin_amdgcn_fence(...) __threadfence()
#ifndef __clang__ // whose own they are
template <typename T> T __builtin_nontemporal_load(const T* from)
{
    return *from;
}
template <typename T, typename U> void __builtin_nontemporal_store(T value, U* to)
{
    *to = static_cast<U>(value);
}
#endif
#define __builtin_amdgcn_wavefrontsize() (warpSize)
#endif
