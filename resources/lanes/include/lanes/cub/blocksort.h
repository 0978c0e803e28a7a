#pragma once

// Sorts and histograms of a block.

#include "lanes/cub/blockmove.h"
#include "lanes/cub/blockreduce.h"

#include <numeric>

namespace LANES_CUB {

enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };

namespace detail {

/// Sorts what all threads hold, stably: the first thread does, between two barriers.
template <typename Key, typename Value, int Threads, int Items>
class BlockSort
{
public:
    struct TempStorage
    {
        Room<Key, Threads * Items> keys;
        Room<Value, Threads * Items> values;
    };
    BlockSort() : m_storage(rocport_lanes::shared<TempStorage, BlockSort>()) {}
    BlockSort(TempStorage& storage) : m_storage(storage) {}

protected:
    template <typename Less>
    void sort(Key (&keys)[Items], Value (&values)[Items], int valid, Less less, bool striped,
              const Site& site)
    {
        using At = Arranged<Threads, Items>;
        for (int i = 0; i < Items; ++i) {
            m_storage.keys[At::blocked(thread(), i)] = keys[i];
            m_storage.values[At::blocked(thread(), i)] = values[i];
        }
        barrier(site);
        if (thread() == 0) {
            const int count = std::min(valid, Threads * Items);
            std::vector<std::pair<Key, Value>> all;
            all.reserve(static_cast<std::size_t>(count));
            for (int i = 0; i < count; ++i) {
                all.emplace_back(m_storage.keys[i], m_storage.values[i]);
            }
            std::stable_sort(all.begin(), all.end(), [&less](const auto& a, const auto& b) {
                return less(a.first, b.first);
            });
            for (int i = 0; i < count; ++i) {
                m_storage.keys[i] = all[static_cast<std::size_t>(i)].first;
                m_storage.values[i] = all[static_cast<std::size_t>(i)].second;
            }
        }
        barrier(site);
        for (int i = 0; i < Items; ++i) {
            const int place = striped ? At::striped(thread(), i) : At::blocked(thread(), i);
            keys[i] = m_storage.keys[place];
            values[i] = m_storage.values[place];
        }
    }

private:
    TempStorage& m_storage;
};

} // namespace detail

template <typename Key, int X, int Items, typename Value = NullType, int = 4, bool = true,
          BlockScanAlgorithm = BLOCK_SCAN_WARP_SCANS, int = 0, int Y = 1, int Z = 1, int = 0>
class BlockRadixSort : public detail::BlockSort<Key, Value, X * Y * Z, Items>
{
    using Base = detail::BlockSort<Key, Value, X * Y * Z, Items>;
    static constexpr int kBits = static_cast<int>(sizeof(Key)) * 8;

public:
    using Base::Base;
#define LANES_SORT(name, descending, striped)                                                      \
    void name(Key(&keys)[Items], int begin = 0, int end = kBits, Site site = Site::here())         \
    {                                                                                              \
        Value none[Items];                                                                         \
        radix(keys, none, begin, end, descending, striped, site);                                  \
    }                                                                                              \
    void name(Key(&keys)[Items], Value(&values)[Items], int begin = 0, int end = kBits,            \
              Site site = Site::here())                                                            \
    {                                                                                              \
        radix(keys, values, begin, end, descending, striped, site);                                \
    }
    LANES_SORT(Sort, false, false)
    LANES_SORT(SortDescending, true, false)
    LANES_SORT(SortBlockedToStriped, false, true)
    LANES_SORT(SortDescendingBlockedToStriped, true, true)
#undef LANES_SORT

private:
    void radix(Key (&keys)[Items], Value (&values)[Items], int begin, int end, bool descending,
               bool striped, const Site& site)
    {
        Base::sort(
            keys, values, INT_MAX,
            [=](const Key& a, const Key& b) {
                const std::uint64_t left = detail::digitsOf(a, begin, end);
                const std::uint64_t right = detail::digitsOf(b, begin, end);
                return descending ? right < left : left < right;
            },
            striped, site);
    }
};

template <typename Key, int X, int Items, typename Value = NullType, int Y = 1, int Z = 1>
class BlockMergeSort : public detail::BlockSort<Key, Value, X * Y * Z, Items>
{
    using Base = detail::BlockSort<Key, Value, X * Y * Z, Items>;

public:
    using Base::Base;
    template <typename Less>
    void Sort(Key (&keys)[Items], Less less, Site site = Site::here())
    {
        Value none[Items];
        Base::sort(keys, none, INT_MAX, less, false, site);
    }
    template <typename Less>
    void Sort(Key (&keys)[Items], Less less, int valid, Key, Site site = Site::here())
    {
        Value none[Items];
        Base::sort(keys, none, valid, less, false, site);
    }
    template <typename Less>
    void Sort(Key (&keys)[Items], Value (&values)[Items], Less less, Site site = Site::here())
    {
        Base::sort(keys, values, INT_MAX, less, false, site);
    }
    template <typename Less>
    void Sort(Key (&keys)[Items], Value (&values)[Items], Less less, int valid, Key,
              Site site = Site::here())
    {
        Base::sort(keys, values, valid, less, false, site);
    }
    template <typename... Arguments>
    void StableSort(Key (&keys)[Items], Arguments&&... arguments)
    {
        Sort(keys, std::forward<Arguments>(arguments)...);
    }
};

template <typename T, int X, int Items, int Bins, BlockHistogramAlgorithm = BLOCK_HISTO_SORT,
          int Y = 1, int Z = 1, int = 0>
class BlockHistogram
{
    static constexpr int kThreads = X * Y * Z;

public:
    using TempStorage = detail::Room<T, kThreads * Items>;
    BlockHistogram() : m_storage(rocport_lanes::shared<TempStorage, BlockHistogram>()) {}
    BlockHistogram(TempStorage& storage) : m_storage(storage) {}

    template <typename Counter>
    void InitHistogram(Counter* histogram)
    {
        for (int bin = detail::thread(); bin < Bins; bin += kThreads) {
            histogram[bin] = 0;
        }
    }
    template <typename Counter>
    void Composite(T (&items)[Items], Counter* histogram, Site site = Site::here())
    {
        for (int i = 0; i < Items; ++i) {
            m_storage[detail::thread() * Items + i] = items[i];
        }
        detail::barrier(site);
        if (detail::thread() == 0) {
            for (int i = 0; i < kThreads * Items; ++i) {
                if constexpr (sizeof(Counter) == 4 || sizeof(Counter) == 8) {
                    atomicAdd(&histogram[m_storage[i]], Counter(1)); // other blocks may count too
                } else {
                    ++histogram[m_storage[i]];
                }
            }
        }
        detail::barrier(site);
    }
    template <typename Counter>
    void Histogram(T (&items)[Items], Counter* histogram, Site site = Site::here())
    {
        InitHistogram(histogram);
        detail::barrier(site);
        Composite(items, histogram, site);
    }

private:
    TempStorage& m_storage;
};

} // namespace LANES_CUB
