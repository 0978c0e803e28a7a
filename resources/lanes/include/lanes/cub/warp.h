#pragma once

// Primitives of a warp. As with shuffles on a GPU only the values that are promised are there: what
// a reduction gives to other lanes than the first is their own.

#include "lanes/cub/common.h"

namespace LANES_CUB {

namespace detail {

template <int Width>
constexpr bool fitsWave()
{
    static_assert(Width > 0 && Width <= rocport_lanes::kWave,
                  "the logical warp is wider than the wave of the GPU");
    return true;
}

/// Where the running lane is in its logical warp.
template <int Width>
struct InWarp
{
    int first = lane() / Width * Width;
    int rank = lane() % Width;
    std::uint64_t mask = membersOf<Width>(lane());
    static_assert(fitsWave<Width>());
};

} // namespace detail

template <typename T, int Width = rocport_lanes::kWave, int = 0>
class WarpReduce
{
public:
    struct TempStorage
    {
    };
    WarpReduce(TempStorage&) {}

    T Sum(T value, Site site = Site::here())
    {
        return Reduce(value, LANES_CUB::Sum(), Width, site);
    }
    T Sum(T value, int valid, Site site = Site::here())
    {
        return Reduce(value, LANES_CUB::Sum(), valid, site);
    }
    T Max(T value, Site site = Site::here())
    {
        return Reduce(value, LANES_CUB::Max(), Width, site);
    }
    T Min(T value, Site site = Site::here())
    {
        return Reduce(value, LANES_CUB::Min(), Width, site);
    }
    template <typename Join>
    T Reduce(T value, Join join, Site site = Site::here())
    {
        return Reduce(value, join, Width, site);
    }
    template <typename Join>
    T Reduce(T value, Join join, int valid, Site site = Site::here())
    {
        const detail::InWarp<Width> own;
        detail::Room<T, 64> all;
        const std::uint64_t members = detail::gather(value, own.mask, all, site) >> own.first;
        if (own.rank != 0) {
            return value;
        }
        const int there = std::countr_one(members);
        const int count = valid < there ? valid : there;
        return detail::joinedAsTree(&all[own.first], count < Width ? count : Width, join);
    }
    template <typename Flag>
    T HeadSegmentedSum(T value, Flag head, Site site = Site::here())
    {
        return segmented(value, head, LANES_CUB::Sum(), true, site);
    }
    template <typename Flag>
    T TailSegmentedSum(T value, Flag tail, Site site = Site::here())
    {
        return segmented(value, tail, LANES_CUB::Sum(), false, site);
    }
    template <typename Join, typename Flag>
    T HeadSegmentedReduce(T value, Flag head, Join join, Site site = Site::here())
    {
        return segmented(value, head, join, true, site);
    }
    template <typename Join, typename Flag>
    T TailSegmentedReduce(T value, Flag tail, Join join, Site site = Site::here())
    {
        return segmented(value, tail, join, false, site);
    }

private:
    template <typename Flag, typename Join>
    static T segmented(T value, Flag flag, Join join, bool byHead, const Site& site)
    {
        const detail::InWarp<Width> own;
        detail::Room<T, 64> all;
        detail::Room<int, 64> flags;
        const std::uint64_t members = detail::gather(value, own.mask, all, site) >> own.first;
        detail::gather(static_cast<bool>(flag) ? 1 : 0, own.mask, flags, site);
        int last = own.rank; // of the segment from this lane on
        const int count = std::min(std::countr_one(members), Width);
        while (last + 1 < count &&
               (byHead ? flags[own.first + last + 1] == 0 : flags[own.first + last] == 0)) {
            ++last;
        }
        return detail::joinedAsTree(&all[own.first + own.rank], last - own.rank + 1, join);
    }
};

template <typename T, int Width = rocport_lanes::kWave, int = 0>
class WarpScan
{
public:
    struct TempStorage
    {
    };
    WarpScan(TempStorage&) {}

    void InclusiveSum(T value, T& inclusive, Site site = Site::here())
    {
        InclusiveScan(value, inclusive, LANES_CUB::Sum(), site);
    }
    void InclusiveSum(T value, T& inclusive, T& aggregate, Site site = Site::here())
    {
        InclusiveScan(value, inclusive, LANES_CUB::Sum(), aggregate, site);
    }
    void ExclusiveSum(T value, T& exclusive, Site site = Site::here())
    {
        ExclusiveScan(value, exclusive, T{}, LANES_CUB::Sum(), site);
    }
    void ExclusiveSum(T value, T& exclusive, T& aggregate, Site site = Site::here())
    {
        ExclusiveScan(value, exclusive, T{}, LANES_CUB::Sum(), aggregate, site);
    }
    template <typename Join>
    void InclusiveScan(T value, T& inclusive, Join join, Site site = Site::here())
    {
        T before, aggregate;
        all(value, join, before, inclusive, aggregate, site);
    }
    template <typename Join>
    void InclusiveScan(T value, T& inclusive, Join join, T& aggregate, Site site = Site::here())
    {
        T before;
        all(value, join, before, inclusive, aggregate, site);
    }
    template <typename Join>
    void ExclusiveScan(T value, T& exclusive, Join join, Site site = Site::here())
    {
        T inclusive, aggregate;
        all(value, join, exclusive, inclusive, aggregate, site);
    }
    template <typename Join>
    void ExclusiveScan(T value, T& exclusive, rocport_lanes::Same<T> initial, Join join,
                       Site site = Site::here())
    {
        T aggregate;
        ExclusiveScan(value, exclusive, initial, join, aggregate, site);
    }
    template <typename Join>
    void ExclusiveScan(T value, T& exclusive, Join join, T& aggregate, Site site = Site::here())
    {
        T inclusive;
        all(value, join, exclusive, inclusive, aggregate, site);
    }
    template <typename Join>
    void ExclusiveScan(T value, T& exclusive, rocport_lanes::Same<T> initial, Join join, T& aggregate,
                       Site site = Site::here())
    {
        T before, inclusive;
        const bool isFirst = all(value, join, before, inclusive, aggregate, site);
        exclusive = isFirst ? initial : static_cast<T>(join(initial, before));
    }
    template <typename Join>
    void Scan(T value, T& inclusive, T& exclusive, Join join, Site site = Site::here())
    {
        T aggregate;
        all(value, join, exclusive, inclusive, aggregate, site);
    }
    template <typename Join>
    void Scan(T value, T& inclusive, T& exclusive, rocport_lanes::Same<T> initial, Join join,
              Site site = Site::here())
    {
        T before, aggregate;
        const bool isFirst = all(value, join, before, inclusive, aggregate, site);
        exclusive = isFirst ? initial : static_cast<T>(join(initial, before));
        inclusive = join(initial, inclusive);
    }
    T Broadcast(T value, unsigned source, Site site = Site::here())
    {
        const detail::InWarp<Width> own;
        detail::Room<T, 64> values;
        detail::gather(value, own.mask, values, site);
        return values[own.first + static_cast<int>(source) % Width];
    }

private:
    /// `before` stays as it is for the first lane, of which this tells.
    template <typename Join>
    static bool all(T value, Join join, T& before, T& inclusive, T& aggregate, const Site& site)
    {
        const detail::InWarp<Width> own;
        detail::Room<T, 64> values;
        const std::uint64_t members = detail::gather(value, own.mask, values, site) >> own.first;
        const int count = std::min(std::countr_one(members), Width);
        T sum = values[own.first];
        inclusive = sum;
        for (int i = 1; i < count; ++i) {
            if (i == own.rank) {
                before = sum;
            }
            sum = join(sum, values[own.first + i]);
            if (i == own.rank) {
                inclusive = sum;
            }
        }
        aggregate = sum;
        return own.rank == 0;
    }
};

enum WarpExchangeAlgorithm { WARP_EXCHANGE_SMEM, WARP_EXCHANGE_SHUFFLE };

template <typename T, int Items, int Width = rocport_lanes::kWave, int = 0,
          WarpExchangeAlgorithm = WARP_EXCHANGE_SMEM>
class WarpExchange
{
public:
    using TempStorage = detail::Room<T, Items * Width>;
    WarpExchange(TempStorage& storage) : m_storage(storage) {}

    template <typename Out>
    void BlockedToStriped(const T (&in)[Items], Out (&out)[Items], Site site = Site::here())
    {
        move(
            in, out, [](int i, int rank) { return rank * Items + i; },
            [](int i, int rank) { return i * Width + rank; }, site);
    }
    template <typename Out>
    void StripedToBlocked(const T (&in)[Items], Out (&out)[Items], Site site = Site::here())
    {
        move(
            in, out, [](int i, int rank) { return i * Width + rank; },
            [](int i, int rank) { return rank * Items + i; }, site);
    }
    template <typename Offset>
    void ScatterToStriped(T (&items)[Items], Offset (&ranks)[Items], Site site = Site::here())
    {
        move(
            items, items, [&](int i, int) { return static_cast<int>(ranks[i]); },
            [](int i, int rank) { return i * Width + rank; }, site);
    }

private:
    template <typename Out, typename To, typename From>
    void move(const T (&in)[Items], Out (&out)[Items], To to, From from, const Site& site)
    {
        const detail::InWarp<Width> own;
        for (int i = 0; i < Items; ++i) {
            m_storage[to(i, own.rank)] = in[i];
        }
        rocport_lanes::join(true, own.mask, site);
        for (int i = 0; i < Items; ++i) {
            out[i] = m_storage[from(i, own.rank)];
        }
        rocport_lanes::join(true, own.mask, site);
    }
    TempStorage& m_storage;
};

template <typename Key, int Items, int Width = rocport_lanes::kWave, typename Value = NullType, int = 1>
class WarpMergeSort
{
public:
    struct TempStorage
    {
        detail::Room<Key, Items * Width> keys;
        detail::Room<Value, Items * Width> values;
    };
    WarpMergeSort(TempStorage& storage) : m_storage(storage) {}

    template <typename Less>
    void Sort(Key (&keys)[Items], Less less, Site site = Site::here())
    {
        Value none[Items];
        Sort(keys, none, less, site);
    }
    template <typename Less>
    void Sort(Key (&keys)[Items], Value (&values)[Items], Less less, Site site = Site::here())
    {
        const detail::InWarp<Width> own;
        for (int i = 0; i < Items; ++i) {
            m_storage.keys[own.rank * Items + i] = keys[i];
            m_storage.values[own.rank * Items + i] = values[i];
        }
        rocport_lanes::join(true, own.mask, site);
        int order[Items * Width];
        for (int i = 0; i < Items * Width; ++i) {
            order[i] = i;
        }
        std::stable_sort(order, order + Items * Width,
                         [&](int a, int b) { return less(m_storage.keys[a], m_storage.keys[b]); });
        for (int i = 0; i < Items; ++i) {
            keys[i] = m_storage.keys[order[own.rank * Items + i]];
            values[i] = m_storage.values[order[own.rank * Items + i]];
        }
        rocport_lanes::join(true, own.mask, site);
    }
    template <typename Less>
    void StableSort(Key (&keys)[Items], Less less, Site site = Site::here())
    {
        Sort(keys, less, site);
    }
    template <typename Less>
    void StableSort(Key (&keys)[Items], Value (&values)[Items], Less less, Site site = Site::here())
    {
        Sort(keys, values, less, site);
    }

private:
    TempStorage& m_storage;
};

} // namespace LANES_CUB
