#pragma once

// Reductions and scans of a block. The storage is shared memory that all threads write and read:
// used again without a barrier between, it gives wrong results here as on a GPU.

#include "lanes/cub/common.h"

namespace LANES_CUB {

enum BlockReduceAlgorithm {
    BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
    BLOCK_REDUCE_RAKING,
    BLOCK_REDUCE_WARP_REDUCTIONS,
    BLOCK_REDUCE_WARP_REDUCTIONS_NONDETERMINISTIC
};
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

template <typename T, int X, BlockReduceAlgorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1,
          int Z = 1, int = 0>
class BlockReduce
{
    static constexpr int kThreads = X * Y * Z;

public:
    using TempStorage = detail::Room<T, kThreads>;
    BlockReduce() : m_storage(rocport_lanes::shared<TempStorage, BlockReduce>()) {}
    BlockReduce(TempStorage& storage) : m_storage(storage) {}

    /// The result is the first thread's; the others keep what they gave.
    template <typename Join>
    T Reduce(T value, Join join, Site site = Site::here())
    {
        return Reduce(value, join, kThreads, site);
    }
    template <typename Join>
    T Reduce(T value, Join join, int valid, Site site = Site::here())
    {
        m_storage[detail::thread()] = value;
        detail::barrier(site);
        if (detail::thread() != 0) {
            return value;
        }
        rocport_lanes::standBack();
        const int count = valid < kThreads ? valid : kThreads;
        detail::Room<T, rocport_lanes::kWave> wave;
        T result = value;
        for (int first = 0; first < count; first += rocport_lanes::kWave) {
            const int inWave = count - first < rocport_lanes::kWave ? count - first : rocport_lanes::kWave;
            for (int i = 0; i < inWave; ++i) {
                wave[i] = m_storage[first + i];
            }
            const T sum = detail::joinedAsTree(&wave[0], inWave, join);
            result = first == 0 ? sum : static_cast<T>(join(result, sum));
        }
        return result;
    }
    template <int Items, typename Join>
    T Reduce(T (&items)[Items], Join join, Site site = Site::here())
    {
        return Reduce(ThreadReduce(items, join), join, kThreads, site);
    }
    T Sum(T value, Site site = Site::here())
    {
        return Reduce(value, LANES_CUB::Sum(), kThreads, site);
    }
    T Sum(T value, int valid, Site site = Site::here())
    {
        return Reduce(value, LANES_CUB::Sum(), valid, site);
    }
    template <int Items>
    T Sum(T (&items)[Items], Site site = Site::here())
    {
        return Reduce(items, LANES_CUB::Sum(), site);
    }

private:
    TempStorage& m_storage;
};

template <typename T, int X, BlockScanAlgorithm = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1, int = 0>
class BlockScan
{
    static constexpr int kThreads = X * Y * Z;

public:
    struct TempStorage
    {
        detail::Room<T, kThreads> inclusive;
        detail::Room<T, 1> prefix;
    };
    BlockScan() : m_storage(rocport_lanes::shared<TempStorage, BlockScan>()) {}
    BlockScan(TempStorage& storage) : m_storage(storage) {}

    // One value for each thread.
    void InclusiveSum(T value, T& out, Site site = Site::here())
    {
        InclusiveScan(value, out, LANES_CUB::Sum(), site);
    }
    void InclusiveSum(T value, T& out, T& aggregate, Site site = Site::here())
    {
        InclusiveScan(value, out, LANES_CUB::Sum(), aggregate, site);
    }
    template <typename Prefix>
    requires std::is_invocable_v<Prefix&, T>
    void InclusiveSum(T value, T& out, Prefix& prefix, Site site = Site::here())
    {
        InclusiveScan(value, out, LANES_CUB::Sum(), prefix, site);
    }
    void ExclusiveSum(T value, T& out, Site site = Site::here())
    {
        ExclusiveScan(value, out, T{}, LANES_CUB::Sum(), site);
    }
    void ExclusiveSum(T value, T& out, T& aggregate, Site site = Site::here())
    {
        ExclusiveScan(value, out, T{}, LANES_CUB::Sum(), aggregate, site);
    }
    template <typename Prefix>
    requires std::is_invocable_v<Prefix&, T>
    void ExclusiveSum(T value, T& out, Prefix& prefix, Site site = Site::here())
    {
        ExclusiveScan(value, out, LANES_CUB::Sum(), prefix, site);
    }
    template <typename Join>
    void InclusiveScan(T value, T& out, Join join, Site site = Site::here())
    {
        T aggregate;
        InclusiveScan(value, out, join, aggregate, site);
    }
    template <typename Join>
    void InclusiveScan(T value, T& out, Join join, T& aggregate, Site site = Site::here())
    {
        T before;
        const bool isFirst = scan(value, before, join, aggregate, site);
        out = isFirst ? value : static_cast<T>(join(before, value));
    }
    template <typename Join, typename Prefix>
    requires std::is_invocable_v<Prefix&, T>
    void InclusiveScan(T value, T& out, Join join, Prefix& prefix, Site site = Site::here())
    {
        T before;
        ExclusiveScan(value, before, join, prefix, site);
        out = join(before, value);
    }
    /// The first thread gets nothing.
    template <typename Join>
    void ExclusiveScan(T value, T& out, Join join, Site site = Site::here())
    {
        T aggregate;
        scan(value, out, join, aggregate, site);
    }
    template <typename Join>
    void ExclusiveScan(T value, T& out, Join join, T& aggregate, Site site = Site::here())
    {
        scan(value, out, join, aggregate, site);
    }
    template <typename Join>
    requires std::is_invocable_v<Join&, T, T>
    void ExclusiveScan(T value, T& out, rocport_lanes::Same<T> initial, Join join, Site site = Site::here())
    {
        T aggregate;
        ExclusiveScan(value, out, initial, join, aggregate, site);
    }
    template <typename Join>
    requires std::is_invocable_v<Join&, T, T>
    void ExclusiveScan(T value, T& out, rocport_lanes::Same<T> initial, Join join, T& aggregate,
                       Site site = Site::here())
    {
        T before;
        const bool isFirst = scan(value, before, join, aggregate, site);
        out = isFirst ? initial : static_cast<T>(join(initial, before));
    }
    template <typename Join, typename Prefix>
    requires std::is_invocable_v<Prefix&, T>
    void ExclusiveScan(T value, T& out, Join join, Prefix& prefix, Site site = Site::here())
    {
        T before, aggregate;
        const bool isFirst = scan(value, before, join, aggregate, site);
        if (detail::thread() < rocport_lanes::kWave) { // all of the first warp ask, the first lane's counts
            const T asked = prefix(aggregate);
            if (isFirst) {
                m_storage.prefix[0] = asked;
            }
        }
        detail::barrier(site);
        const T first = m_storage.prefix[0];
        out = isFirst ? first : static_cast<T>(join(first, before));
    }

    // Several values for each thread, in blocked arrangement. What follows is as above.
    template <int Items, typename... More>
    void InclusiveSum(T (&items)[Items], T (&out)[Items], More&&... more)
    {
        InclusiveScan(items, out, LANES_CUB::Sum(), std::forward<More>(more)...);
    }
    template <int Items>
    void ExclusiveSum(T (&items)[Items], T (&out)[Items], Site site = Site::here())
    {
        ExclusiveScan(items, out, T{}, LANES_CUB::Sum(), site);
    }
    template <int Items>
    void ExclusiveSum(T (&items)[Items], T (&out)[Items], T& aggregate, Site site = Site::here())
    {
        ExclusiveScan(items, out, T{}, LANES_CUB::Sum(), aggregate, site);
    }
    template <int Items, typename Prefix>
    requires std::is_invocable_v<Prefix&, T>
    void ExclusiveSum(T (&items)[Items], T (&out)[Items], Prefix& prefix, Site site = Site::here())
    {
        ExclusiveScan(items, out, LANES_CUB::Sum(), prefix, site);
    }
    template <int Items, typename Join>
    void InclusiveScan(T (&items)[Items], T (&out)[Items], Join join, Site site = Site::here())
    {
        T aggregate;
        InclusiveScan(items, out, join, aggregate, site);
    }
    template <int Items, typename Join>
    void InclusiveScan(T (&items)[Items], T (&out)[Items], Join join, T& aggregate,
                       Site site = Site::here())
    {
        T before;
        const bool isFirst = scan(ThreadReduce(items, join), before, join, aggregate, site);
        inclusive(items, out, join, before, isFirst);
    }
    template <int Items, typename Join, typename Prefix>
    requires std::is_invocable_v<Prefix&, T>
    void InclusiveScan(T (&items)[Items], T (&out)[Items], Join join, Prefix& prefix,
                       Site site = Site::here())
    {
        T before;
        ExclusiveScan(ThreadReduce(items, join), before, join, prefix, site);
        inclusive(items, out, join, before, false);
    }
    template <int Items, typename Join>
    void ExclusiveScan(T (&items)[Items], T (&out)[Items], Join join, Site site = Site::here())
    {
        T before, aggregate;
        const bool isFirst = scan(ThreadReduce(items, join), before, join, aggregate, site);
        exclusive(items, out, join, before, isFirst);
    }
    template <int Items, typename Join>
    requires std::is_invocable_v<Join&, T, T>
    void ExclusiveScan(T (&items)[Items], T (&out)[Items], rocport_lanes::Same<T> initial, Join join,
                       Site site = Site::here())
    {
        T aggregate;
        ExclusiveScan(items, out, initial, join, aggregate, site);
    }
    template <int Items, typename Join>
    requires std::is_invocable_v<Join&, T, T>
    void ExclusiveScan(T (&items)[Items], T (&out)[Items], rocport_lanes::Same<T> initial, Join join,
                       T& aggregate, Site site = Site::here())
    {
        T before;
        ExclusiveScan(ThreadReduce(items, join), before, initial, join, aggregate, site);
        exclusive(items, out, join, before);
    }
    template <int Items, typename Join, typename Prefix>
    requires std::is_invocable_v<Prefix&, T>
    void ExclusiveScan(T (&items)[Items], T (&out)[Items], Join join, Prefix& prefix,
                       Site site = Site::here())
    {
        T before;
        ExclusiveScan(ThreadReduce(items, join), before, join, prefix, site);
        exclusive(items, out, join, before);
    }

private:
    /// What the threads before have together, of which the first thread has none: true for it.
    template <typename Join>
    bool scan(T value, T& before, Join join, T& aggregate, const Site& site)
    {
        const int thread = detail::thread();
        m_storage.inclusive[thread] = value;
        detail::barrier(site);
        if (thread == 0) {
            for (int i = 1; i < kThreads; ++i) {
                m_storage.inclusive[i] = join(m_storage.inclusive[i - 1], m_storage.inclusive[i]);
            }
        }
        detail::barrier(site);
        if (thread != 0) {
            before = m_storage.inclusive[thread - 1];
        }
        aggregate = m_storage.inclusive[kThreads - 1];
        return thread == 0;
    }
    template <int Items, typename Join>
    static void inclusive(T (&items)[Items], T (&out)[Items], Join join, T before, bool isFirst)
    {
        for (int i = 0; i < Items; ++i) {
            before = i == 0 && isFirst ? items[0] : static_cast<T>(join(before, items[i]));
            out[i] = before;
        }
    }
    template <int Items, typename Join>
    static void exclusive(T (&items)[Items], T (&out)[Items], Join join, T before,
                          bool hasNone = false)
    {
        for (int i = 0; i < Items; ++i) {
            const T item = items[i];
            out[i] = before;
            before = i == 0 && hasNone ? item : static_cast<T>(join(before, item));
        }
    }
    TempStorage& m_storage;
};

} // namespace LANES_CUB
