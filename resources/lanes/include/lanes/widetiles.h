#pragma once

// Tiles of CUDA's blocks that are wider than a wave. Their threads wait for each other by a count
// and see each other's values where those lie, on the stacks of their lanes.

#include "lanes/groups.h"

namespace rocport_lanes {

/// It is the engine's, so that checks of accesses do not look at it.
#define LANES_UNCHECKED __attribute__((no_sanitize("thread")))

/// One for each tile of a block, in memory that the block shares.
struct WideTile
{
    static constexpr unsigned kMost = 1024;
    unsigned came[kMost / 32]; ///< by tile: how many threads are at the barrier
    unsigned round[kMost / 32];
    const void* values[kMost]; ///< by thread of the block
    unsigned isClear;
};

struct WideTileKey;

LANES_UNCHECKED inline WideTile& wideTile()
{
    auto& all = shared<WideTile, WideTileKey>();
    constexpr unsigned kIsClear = 0x71e5;
    if (all.isClear != kIsClear) { // lanes of a block run one at a time
        for (unsigned i = 0; i < WideTile::kMost / 32; ++i) {
            all.came[i] = 0;
            all.round[i] = 0;
        }
        all.isClear = kIsClear;
    }
    return all;
}

} // namespace rocport_lanes

namespace cooperative_groups {

/// What CUDA's tiles wider than a wave need of shared memory; the engine has its own.
template <unsigned kThreads = 1024>
struct block_tile_memory
{
    char bytes[16];
};
template <unsigned kThreads>
thread_block this_thread_block(block_tile_memory<kThreads>&)
{
    return {};
}

template <unsigned kSize, typename Parent>
class thread_block_tile<kSize, Parent, true>
{
    static_assert((kSize & (kSize - 1)) == 0, "a tile has a power of two of threads");
    static_assert(kSize <= 1024, "a tile is not wider than a block");

public:
    thread_block_tile() = default;
    template <typename Other>
    thread_block_tile(const thread_block_tile<kSize, Other, true>&)
    {
    }

    static constexpr unsigned kThreads = kSize;
    static constexpr unsigned size() { return kSize; }
    static constexpr unsigned num_threads() { return kSize; }
    static unsigned thread_rank() { return rocport_lanes::running().inBlock() % kSize; }
    static unsigned meta_group_rank()
    {
        return rocport_lanes::running().inBlock() % parentThreads() / kSize;
    }
    static unsigned meta_group_size() { return (parentThreads() + kSize - 1) / kSize; }
    LANES_UNCHECKED static void sync(Site site = Site::here())
    {
        if (kSize >= thread_block::size()) {
            thread_block::sync(site);
            return;
        }
        rocport_lanes::WideTile& tile = rocport_lanes::wideTile();
        const unsigned own = rocport_lanes::running().inBlock() / kSize;
        const unsigned round = tile.round[own];
        if (++tile.came[own] == kSize) {
            tile.came[own] = 0;
            ++tile.round[own];
        }
        while (*const_cast<volatile unsigned*>(&tile.round[own]) == round) {
            rocport_lanes::standBack();
        }
    }
    template <typename T>
    T shfl(const T& value, int rank, Site site = Site::here()) const
    {
        return of(value, static_cast<unsigned>(rank) % kSize, site);
    }
    template <typename T>
    T shfl_up(const T& value, unsigned distance, Site site = Site::here()) const
    {
        const unsigned own = thread_rank();
        return of(value, own < distance ? own : own - distance, site);
    }
    template <typename T>
    T shfl_down(const T& value, unsigned distance, Site site = Site::here()) const
    {
        const unsigned own = thread_rank();
        return of(value, own + distance < kSize ? own + distance : own, site);
    }
    template <typename T>
    T shfl_xor(const T& value, unsigned bits, Site site = Site::here()) const
    {
        return of(value, (thread_rank() ^ bits) % kSize, site);
    }
    int any(int yes, Site site = Site::here()) const { return many(yes, site) != 0 ? 1 : 0; }
    int all(int yes, Site site = Site::here()) const { return many(yes, site) == kSize ? 1 : 0; }

    /// Calls `use` with the addresses of all threads' values, by rank, while those are there.
    template <typename T, typename Use>
    LANES_UNCHECKED static void withAll(const T& value, Use use, const Site& site)
    {
        const unsigned own = rocport_lanes::running().inBlock();
        const void** values = rocport_lanes::wideTile().values;
        values[own] = &value;
        sync(site);
        use(values + own / kSize * kSize);
        sync(site);
    }

private:
    static unsigned parentThreads()
    {
        if constexpr (requires { Parent::kThreads; }) {
            return Parent::kThreads;
        } else {
            return thread_block::size();
        }
    }
    /// What the thread of that rank gives as its value.
    template <typename T>
    static T of(const T& value, unsigned rank, const Site& site)
    {
        T result;
        withAll(
            value, [&](const void** all) { result = *static_cast<const T*>(all[rank]); }, site);
        return result;
    }
    static unsigned many(int yes, const Site& site)
    {
        unsigned count = 0;
        withAll(
            yes,
            [&](const void** all) {
                for (unsigned i = 0; i < kSize; ++i) {
                    count += *static_cast<const int*>(all[i]) != 0 ? 1 : 0;
                }
            },
            site);
        return count;
    }
};

#undef LANES_UNCHECKED

} // namespace cooperative_groups
