#pragma once

// Cooperative groups: blocks, tiles of a wave, coalesced lanes and grids.

#include "lanes/asynccopies.h"
#include "lanes/wave.h"

namespace cooperative_groups {

using rocport_lanes::Site;

class thread_block
{
public:
    static unsigned thread_rank() { return rocport_lanes::running().inBlock(); }
    static unsigned size()
    {
        const rocport_lanes::Index3& block = rocport_lanes::running().blockSize;
        return block.x * block.y * block.z;
    }
    static unsigned num_threads() { return size(); }
    static void sync(Site site = Site::here()) { rocport_lanes::blockBarrier(false, site); }
    static dim3 group_index()
    {
        const rocport_lanes::Index3& index = rocport_lanes::running().block;
        return {index.x, index.y, index.z};
    }
    static dim3 thread_index()
    {
        const rocport_lanes::Index3& index = rocport_lanes::running().thread;
        return {index.x, index.y, index.z};
    }
    static dim3 group_dim()
    {
        const rocport_lanes::Index3& size = rocport_lanes::running().blockSize;
        return {size.x, size.y, size.z};
    }
    static dim3 dim_threads() { return group_dim(); }
    static constexpr unsigned meta_group_rank() { return 0; }
};

inline thread_block this_thread_block()
{
    return {};
}

class grid_group
{
public:
    static bool is_valid() { return true; }
    static unsigned long long thread_rank()
    {
        return block_rank() * thread_block::size() + thread_block::thread_rank();
    }
    static unsigned long long block_rank()
    {
        const rocport_lanes::Lane& lane = rocport_lanes::running();
        return (1ULL * lane.block.z * lane.gridSize.y + lane.block.y) * lane.gridSize.x +
               lane.block.x;
    }
    static unsigned long long num_blocks()
    {
        const rocport_lanes::Index3& grid = rocport_lanes::running().gridSize;
        return 1ULL * grid.x * grid.y * grid.z;
    }
    static unsigned long long size() { return num_blocks() * thread_block::size(); }
    static unsigned long long num_threads() { return size(); }
    static dim3 group_dim()
    {
        const rocport_lanes::Index3& grid = rocport_lanes::running().gridSize;
        return {grid.x, grid.y, grid.z};
    }
    static dim3 dim_blocks() { return group_dim(); }
    static dim3 block_index() { return thread_block::group_index(); }
    static void sync(Site site = Site::here()) { rocport_lanes::gridBarrier(site); }
};

inline grid_group this_grid()
{
    return {};
}

/// Some lanes of a wave, by a mask.
class coalesced_group
{
public:
    explicit coalesced_group(std::uint64_t lanes) : m_lanes(lanes) {}

    unsigned thread_rank() const
    {
        return static_cast<unsigned>(
            std::popcount(m_lanes & rocport_lanes::below(static_cast<int>(__lane_id()))));
    }
    unsigned size() const { return static_cast<unsigned>(std::popcount(m_lanes)); }
    unsigned num_threads() const { return size(); }
    static unsigned meta_group_rank() { return 0; }
    static unsigned meta_group_size() { return 1; }
    std::uint64_t lanes_of_wave() const { return m_lanes; } ///< of the engine
    void sync(Site site = Site::here()) const { rocport_lanes::join(true, m_lanes, site); }
    template <typename T>
    T shfl(T value, int rank, Site site = Site::here()) const
    {
        return from(value, laneOf(static_cast<unsigned>(rank) % size()), site);
    }
    template <typename T>
    T shfl_up(T value, unsigned distance, Site site = Site::here()) const
    {
        const unsigned rank = thread_rank();
        return from(value, laneOf(rank < distance ? rank : rank - distance), site);
    }
    template <typename T>
    T shfl_down(T value, unsigned distance, Site site = Site::here()) const
    {
        const unsigned rank = thread_rank();
        return from(value, laneOf(rank + distance < size() ? rank + distance : rank), site);
    }
    template <typename T>
    T shfl_xor(T value, unsigned bits, Site site = Site::here()) const
    {
        const unsigned other = thread_rank() ^ bits;
        return from(value, laneOf(other < size() ? other : thread_rank()), site);
    }
    template <typename T>
    LanesMask match_any(T value, Site site = Site::here()) const
    {
        std::uint64_t members = 0;
        return packed(rocport_lanes::matching(m_lanes, value, members, site));
    }
    template <typename T>
    LanesMask match_all(T value, int& same, Site site = Site::here()) const
    {
        std::uint64_t members = 0;
        same = rocport_lanes::matching(m_lanes, value, members, site) == members ? 1 : 0;
        return same != 0 ? packed(members) : 0;
    }
    LanesMask ballot(int yes, Site site = Site::here()) const
    {
        return packed(rocport_lanes::vote(true, m_lanes, yes != 0, site).result);
    }
    int any(int yes, Site site = Site::here()) const
    {
        return rocport_lanes::vote(true, m_lanes, yes != 0, site).result != 0 ? 1 : 0;
    }
    int all(int yes, Site site = Site::here()) const
    {
        const rocport_lanes::WaveRequest said = rocport_lanes::vote(true, m_lanes, yes != 0, site);
        return said.result == said.members ? 1 : 0;
    }

protected:
    int laneOf(unsigned rank) const
    {
        std::uint64_t rest = m_lanes;
        for (unsigned i = 0; i < rank; ++i) {
            rest &= rest - 1;
        }
        return std::countr_zero(rest);
    }
    template <typename T>
    T from(T value, int lane, const Site& site) const
    {
        return rocport_lanes::shuffleAny(rocport_lanes::WaveCall::Shuffle, m_lanes, value, lane,
                                         warpSize, site);
    }
    LanesMask packed(std::uint64_t lanes) const
    {
        std::uint64_t result = 0;
        int rank = 0;
        for (std::uint64_t rest = m_lanes; rest != 0; rest &= rest - 1, ++rank) {
            result |= ((lanes >> std::countr_zero(rest)) & 1) << rank;
        }
        return static_cast<LanesMask>(result);
    }

    std::uint64_t m_lanes;
};

inline coalesced_group coalesced_threads(Site site = Site::here())
{
    return coalesced_group(rocport_lanes::vote(false, 0, true, site).members);
}

template <unsigned kSize, typename Parent = void, bool kIsWide = (kSize > LANES_WAVE)>
class thread_block_tile : public coalesced_group
{
    static_assert(kSize > 0 && (kSize & (kSize - 1)) == 0, "a tile has a power of two of threads");

public:
    thread_block_tile() : coalesced_group(laneMask()) {}
    template <typename Other>
    thread_block_tile(const thread_block_tile<kSize, Other, false>& same)
        : coalesced_group(same.lanes_of_wave())
    {
    }

    static constexpr unsigned size() { return kSize; }
    static constexpr unsigned kThreads = kSize;
    static constexpr unsigned num_threads() { return kSize; }
    static unsigned thread_rank() { return __lane_id() & (kSize - 1); }
    /// Which part of its parent it is: of a tile, or of the block.
    static unsigned meta_group_rank()
    {
        return rocport_lanes::running().inBlock() % parentThreads() / kSize;
    }
    static unsigned meta_group_size() { return (parentThreads() + kSize - 1) / kSize; }
    template <typename T>
    T shfl_xor(T value, unsigned bits, Site site = Site::here()) const
    {
        return rocport_lanes::shuffleAny(rocport_lanes::WaveCall::ShuffleXor, m_lanes, value,
                                         static_cast<int>(bits), static_cast<int>(kSize), site);
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
    static std::uint64_t laneMask()
    {
        const std::uint64_t own = kSize == 64 ? ~0ULL : rocport_lanes::below(static_cast<int>(kSize % 64));
        return own << (__lane_id() & ~(kSize - 1));
    }
};

template <unsigned kSize, typename Group>
thread_block_tile<kSize, Group> tiled_partition(const Group&)
{
    return {};
}

#ifndef LANES_AMD
} // namespace cooperative_groups
#include "lanes/widetiles.h"
namespace cooperative_groups {
#endif

/// Any of the groups, without its type.
class thread_group
{
public:
    thread_group(const thread_block&) : m_kind(Kind::Block) {}
    thread_group(const grid_group&) : m_kind(Kind::Grid) {}
    thread_group(const coalesced_group& group) : m_lanes(group.lanes_of_wave()) {}

    unsigned long long size() const
    {
        return m_kind == Kind::Block  ? thread_block::size()
               : m_kind == Kind::Grid ? grid_group::size()
                                      : coalesced_group(m_lanes).size();
    }
    unsigned long long num_threads() const { return size(); }
    unsigned long long thread_rank() const
    {
        return m_kind == Kind::Block  ? thread_block::thread_rank()
               : m_kind == Kind::Grid ? grid_group::thread_rank()
                                      : coalesced_group(m_lanes).thread_rank();
    }
    void sync(Site site = Site::here()) const
    {
        if (m_kind == Kind::Block) {
            thread_block::sync(site);
        } else if (m_kind == Kind::Grid) {
            grid_group::sync(site);
        } else {
            coalesced_group(m_lanes).sync(site);
        }
    }
    /// Lanes of the wave that are in it.
    std::uint64_t lanes_of_wave() const { return m_kind == Kind::Lanes ? m_lanes : ~0ULL; }

private:
    enum class Kind { Block, Grid, Lanes };
    Kind m_kind = Kind::Lanes;
    std::uint64_t m_lanes = 0;
};

/// Parts of `size` threads, a power of two of up to a wave.
inline thread_group tiled_partition(const thread_group& group, unsigned size)
{
    const auto lane = static_cast<unsigned>(__lane_id());
    const std::uint64_t own = size >= 64 ? ~0ULL : rocport_lanes::below(static_cast<int>(size));
    return coalesced_group((own << (lane & ~(size - 1))) & group.lanes_of_wave());
}
inline coalesced_group tiled_partition(const coalesced_group& group, unsigned size)
{
    std::uint64_t part = 0;
    unsigned rank = 0;
    for (std::uint64_t rest = group.lanes_of_wave(); rest != 0; rest &= rest - 1, ++rank) {
        if (rank / size == group.thread_rank() / size) {
            part |= rest & -rest;
        }
    }
    return coalesced_group(part);
}
template <typename Group, typename T>
coalesced_group labeled_partition(const Group& group, T label, Site site = Site::here())
{
    std::uint64_t members = 0;
    return coalesced_group(rocport_lanes::matching(group.lanes_of_wave(), label, members, site));
}
template <typename Group>
coalesced_group binary_partition(const Group& group, bool yes, Site site = Site::here())
{
    return labeled_partition(group, yes ? 1 : 0, site);
}

#ifndef LANES_AMD
/// Each thread copies its part at once.
template <typename Group, typename To, typename From, typename Size>
void memcpy_async(const Group& group, To* to, const From* from, const Size& bytes)
{
    rocport_lanes::copyTogether(group, to, from, static_cast<std::size_t>(bytes));
}
/// As many elements as both have.
template <typename Group, typename T, typename ToSize, typename FromSize>
void memcpy_async(const Group& group, T* to, const ToSize& most, const T* from,
                  const FromSize& given)
{
    rocport_lanes::copyTogether(group, to, from,
                                std::min<std::size_t>(most, given) * sizeof(T));
}
template <typename Group>
void wait(const Group& group, Site site = Site::here())
{
    group.sync(site);
}
template <unsigned kStages, typename Group>
void wait_prior(const Group& group, Site site = Site::here())
{
    group.sync(site);
}
#endif

template <typename Group>
void sync(const Group& group, Site site = Site::here())
{
    group.sync(site);
}

template <typename Group>
unsigned long long thread_rank(const Group& group)
{
    return group.thread_rank();
}
template <typename Group>
unsigned long long group_size(const Group& group)
{
    return group.size();
}

// --- reduce.h ------------------------------------------------------------------------------------

template <typename T>
struct plus
{
    T operator()(T a, T b) const { return a + b; }
};
template <typename T>
struct less
{
    T operator()(T a, T b) const { return b < a ? b : a; }
};
template <typename T>
struct greater
{
    T operator()(T a, T b) const { return a < b ? b : a; }
};

/// `join` is called with the values of the group's threads, in their order; it says whether it wants
/// more.
template <typename Group, typename T, typename Join>
void eachValue(const Group& group, const T& value, Join join, const Site& site)
{
    if constexpr (requires { group.lanes_of_wave(); }) {
        std::uint64_t words[(sizeof(T) + 7) / 8][64];
        std::uint64_t own[(sizeof(T) + 7) / 8] = {};
        std::uint64_t members = 0;
        std::memcpy(own, &value, sizeof(T));
        for (std::size_t i = 0; i < std::size(words); ++i) {
            rocport_lanes::WaveRequest request;
            request.call = rocport_lanes::WaveCall::Gather;
            request.hasMask = true;
            request.mask = group.lanes_of_wave();
            request.value = own[i];
            request.values = words[i];
            request.site = site;
            rocport_lanes::exchange(request);
            members = request.members;
        }
        for (std::uint64_t rest = members; rest != 0; rest &= rest - 1) {
            for (std::size_t i = 0; i < std::size(words); ++i) {
                own[i] = words[i][std::countr_zero(rest)];
            }
            T other;
            std::memcpy(static_cast<void*>(&other), own, sizeof(T));
            if (!join(other)) {
                return;
            }
        }
    } else {
        group.withAll(
            value,
            [&](const void** all) {
                for (unsigned rank = 0; rank < group.size(); ++rank) {
                    if (!join(*static_cast<const T*>(all[rank]))) {
                        return;
                    }
                }
            },
            site);
    }
}

template <typename Group, typename T, typename Join>
T reduce(const Group& group, T value, Join joined, Site site = Site::here())
{
    T result = value;
    bool isFirst = true;
    eachValue(
        group, value,
        [&](const T& other) {
            result = isFirst ? other : static_cast<T>(joined(result, other));
            isFirst = false;
            return true;
        },
        site);
    return result;
}
template <typename T>
struct bit_and
{
    T operator()(T a, T b) const { return a & b; }
};
template <typename T>
struct bit_or
{
    T operator()(T a, T b) const { return a | b; }
};
template <typename T>
struct bit_xor
{
    T operator()(T a, T b) const { return a ^ b; }
};

// --- scan.h --------------------------------------------------------------------------------------

template <typename Group, typename T, typename Join = plus<T>>
T inclusive_scan(const Group& group, T value, Join joined = {}, Site site = Site::here())
{
    T result = value;
    const auto own = group.thread_rank();
    unsigned rank = 0;
    eachValue(
        group, value,
        [&](const T& other) {
            result = rank == 0 ? other : static_cast<T>(joined(result, other));
            return rank++ < own;
        },
        site);
    return result;
}
template <typename Group, typename T, typename Join = plus<T>>
T exclusive_scan(const Group& group, T value, Join joined = {}, Site site = Site::here())
{
    T result{};
    const auto own = group.thread_rank();
    unsigned rank = 0;
    eachValue(
        group, value,
        [&](const T& other) {
            if (rank < own) {
                result = rank == 0 ? other : static_cast<T>(joined(result, other));
            }
            return ++rank < own;
        },
        site);
    return result;
}

} // namespace cooperative_groups
