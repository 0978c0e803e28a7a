#pragma once

// How the values of a block are loaded, stored and exchanged.

#include "lanes/cub/common.h"

namespace LANES_CUB {

enum BlockLoadAlgorithm {
    BLOCK_LOAD_DIRECT,
    BLOCK_LOAD_STRIPED,
    BLOCK_LOAD_VECTORIZE,
    BLOCK_LOAD_TRANSPOSE,
    BLOCK_LOAD_WARP_TRANSPOSE,
    BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
enum BlockStoreAlgorithm {
    BLOCK_STORE_DIRECT,
    BLOCK_STORE_STRIPED,
    BLOCK_STORE_VECTORIZE,
    BLOCK_STORE_TRANSPOSE,
    BLOCK_STORE_WARP_TRANSPOSE,
    BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};

template <typename T, int Items, typename Iterator>
void LoadDirectBlocked(int thread, Iterator in, T (&items)[Items], int valid = INT_MAX)
{
    for (int i = 0; i < Items; ++i) {
        if (thread * Items + i < valid) {
            items[i] = in[thread * Items + i];
        }
    }
}
template <typename T, int Items, typename Iterator, typename Default>
void LoadDirectBlocked(int thread, Iterator in, T (&items)[Items], int valid, Default other)
{
    for (int i = 0; i < Items; ++i) {
        items[i] = thread * Items + i < valid ? static_cast<T>(in[thread * Items + i])
                                              : static_cast<T>(other);
    }
}
template <typename T, int Items, typename Iterator>
void LoadDirectBlockedVectorized(int thread, Iterator in, T (&items)[Items])
{
    LoadDirectBlocked(thread, in, items);
}
template <int Threads, typename T, int Items, typename Iterator>
void LoadDirectStriped(int thread, Iterator in, T (&items)[Items], int valid = INT_MAX)
{
    for (int i = 0; i < Items; ++i) {
        if (i * Threads + thread < valid) {
            items[i] = in[i * Threads + thread];
        }
    }
}
template <int Threads, typename T, int Items, typename Iterator, typename Default>
void LoadDirectStriped(int thread, Iterator in, T (&items)[Items], int valid, Default other)
{
    for (int i = 0; i < Items; ++i) {
        items[i] = i * Threads + thread < valid ? static_cast<T>(in[i * Threads + thread])
                                                : static_cast<T>(other);
    }
}
template <typename T, int Items, typename Iterator>
void LoadDirectWarpStriped(int thread, Iterator in, T (&items)[Items], int valid = INT_MAX)
{
    const int first = thread / rocport_lanes::kWave * rocport_lanes::kWave * Items + thread % rocport_lanes::kWave;
    for (int i = 0; i < Items; ++i) {
        if (first + i * rocport_lanes::kWave < valid) {
            items[i] = in[first + i * rocport_lanes::kWave];
        }
    }
}
template <typename T, int Items, typename Iterator>
void StoreDirectBlocked(int thread, Iterator out, T (&items)[Items], int valid = INT_MAX)
{
    for (int i = 0; i < Items; ++i) {
        if (thread * Items + i < valid) {
            out[thread * Items + i] = items[i];
        }
    }
}
template <typename T, int Items, typename Iterator>
void StoreDirectBlockedVectorized(int thread, Iterator out, T (&items)[Items])
{
    StoreDirectBlocked(thread, out, items);
}
template <int Threads, typename T, int Items, typename Iterator>
void StoreDirectStriped(int thread, Iterator out, T (&items)[Items], int valid = INT_MAX)
{
    for (int i = 0; i < Items; ++i) {
        if (i * Threads + thread < valid) {
            out[i * Threads + thread] = items[i];
        }
    }
}
template <typename T, int Items, typename Iterator>
void StoreDirectWarpStriped(int thread, Iterator out, T (&items)[Items], int valid = INT_MAX)
{
    const int first = thread / rocport_lanes::kWave * rocport_lanes::kWave * Items + thread % rocport_lanes::kWave;
    for (int i = 0; i < Items; ++i) {
        if (first + i * rocport_lanes::kWave < valid) {
            out[first + i * rocport_lanes::kWave] = items[i];
        }
    }
}

namespace detail {

/// Where item i of a thread lies: in blocked, striped and warp-striped arrangement.
template <int Threads, int Items>
struct Arranged
{
    static int blocked(int thread, int i) { return thread * Items + i; }
    static int striped(int thread, int i) { return i * Threads + thread; }
    static int warpStriped(int thread, int i)
    {
        const int warp = thread / rocport_lanes::kWave;
        const int width = std::min(rocport_lanes::kWave, Threads - warp * rocport_lanes::kWave);
        return warp * rocport_lanes::kWave * Items + i * width + thread % rocport_lanes::kWave;
    }
};

} // namespace detail

template <typename T, int X, int Items, bool = false, int Y = 1, int Z = 1, int = 0>
class BlockExchange
{
    static constexpr int kThreads = X * Y * Z;
    using At = detail::Arranged<kThreads, Items>;

public:
    using TempStorage = detail::Room<T, kThreads * Items>;
    BlockExchange() : m_storage(rocport_lanes::shared<TempStorage, BlockExchange>()) {}
    BlockExchange(TempStorage& storage) : m_storage(storage) {}

    template <typename Out>
    void StripedToBlocked(const T (&in)[Items], Out (&out)[Items], Site site = Site::here())
    {
        move(in, out, At::striped, At::blocked, site);
    }
    void StripedToBlocked(T (&items)[Items], Site site = Site::here())
    {
        move(items, items, At::striped, At::blocked, site);
    }
    template <typename Out>
    void BlockedToStriped(const T (&in)[Items], Out (&out)[Items], Site site = Site::here())
    {
        move(in, out, At::blocked, At::striped, site);
    }
    void BlockedToStriped(T (&items)[Items], Site site = Site::here())
    {
        move(items, items, At::blocked, At::striped, site);
    }
    template <typename Out>
    void WarpStripedToBlocked(const T (&in)[Items], Out (&out)[Items], Site site = Site::here())
    {
        move(in, out, At::warpStriped, At::blocked, site);
    }
    void WarpStripedToBlocked(T (&items)[Items], Site site = Site::here())
    {
        move(items, items, At::warpStriped, At::blocked, site);
    }
    template <typename Out>
    void BlockedToWarpStriped(const T (&in)[Items], Out (&out)[Items], Site site = Site::here())
    {
        move(in, out, At::blocked, At::warpStriped, site);
    }
    void BlockedToWarpStriped(T (&items)[Items], Site site = Site::here())
    {
        move(items, items, At::blocked, At::warpStriped, site);
    }
    template <typename Out, typename Rank>
    void ScatterToBlocked(const T (&in)[Items], Out (&out)[Items], Rank (&ranks)[Items],
                          Site site = Site::here())
    {
        move(in, out, ranked(ranks), At::blocked, site);
    }
    template <typename Rank>
    void ScatterToBlocked(T (&items)[Items], Rank (&ranks)[Items], Site site = Site::here())
    {
        move(items, items, ranked(ranks), At::blocked, site);
    }
    template <typename Out, typename Rank>
    void ScatterToStriped(const T (&in)[Items], Out (&out)[Items], Rank (&ranks)[Items],
                          Site site = Site::here())
    {
        move(in, out, ranked(ranks), At::striped, site);
    }
    template <typename Rank>
    void ScatterToStriped(T (&items)[Items], Rank (&ranks)[Items], Site site = Site::here())
    {
        move(items, items, ranked(ranks), At::striped, site);
    }
    /// Items with a negative rank stay behind.
    template <typename Out, typename Rank>
    void ScatterToStripedGuarded(const T (&in)[Items], Out (&out)[Items], Rank (&ranks)[Items],
                                 Site site = Site::here())
    {
        move(in, out, ranked(ranks), At::striped, site);
    }
    template <typename Out, typename Rank, typename Flag>
    void ScatterToStripedFlagged(const T (&in)[Items], Out (&out)[Items], Rank (&ranks)[Items],
                                 Flag (&valid)[Items], Site site = Site::here())
    {
        move(
            in, out, [&](int, int i) { return valid[i] ? static_cast<int>(ranks[i]) : -1; },
            At::striped, site);
    }

private:
    template <typename Rank>
    static auto ranked(Rank (&ranks)[Items])
    {
        return [&ranks](int, int i) { return static_cast<int>(ranks[i]); };
    }
    template <typename Out, typename To, typename From>
    void move(const T (&in)[Items], Out (&out)[Items], To to, From from, const Site& site)
    {
        const int thread = detail::thread();
        for (int i = 0; i < Items; ++i) {
            if (const int place = to(thread, i); place >= 0) {
                m_storage[place] = in[i];
            }
        }
        detail::barrier(site);
        for (int i = 0; i < Items; ++i) {
            out[i] = m_storage[from(thread, i)];
        }
    }
    TempStorage& m_storage;
};

namespace detail {

template <typename T, int Threads, int Items, bool Transposes, bool OfWarp>
class Transposing
{
    using At = Arranged<Threads, Items>;

public:
    using TempStorage = Room<T, Transposes ? Threads * Items : 1>;
    Transposing() : m_storage(rocport_lanes::shared<TempStorage, Transposing>()) {}
    Transposing(TempStorage& storage) : m_storage(storage) {}

protected:
    static int apart(int i)
    {
        return OfWarp ? At::warpStriped(thread(), i) : At::striped(thread(), i);
    }
    void toBlocked(T (&items)[Items], const Site& site)
    {
        for (int i = 0; i < Items; ++i) {
            m_storage[apart(i)] = items[i];
        }
        wait(site);
        for (int i = 0; i < Items; ++i) {
            items[i] = m_storage[At::blocked(thread(), i)];
        }
    }
    void toStriped(T (&items)[Items], const Site& site)
    {
        for (int i = 0; i < Items; ++i) {
            m_storage[At::blocked(thread(), i)] = items[i];
        }
        wait(site);
        for (int i = 0; i < Items; ++i) {
            items[i] = m_storage[apart(i)];
        }
    }

private:
    static void wait(const Site& site)
    {
        if constexpr (OfWarp) {
            rocport_lanes::join(true, ~std::uint64_t{0}, site);
        } else {
            barrier(site);
        }
    }
    TempStorage& m_storage;
};

} // namespace detail

template <typename T, int X, int Items, BlockLoadAlgorithm Algorithm = BLOCK_LOAD_DIRECT, int Y = 1,
          int Z = 1, int = 0>
class BlockLoad
    : public detail::Transposing<T, X * Y * Z, Items, (Algorithm >= BLOCK_LOAD_TRANSPOSE),
                                 (Algorithm > BLOCK_LOAD_TRANSPOSE)>
{
    using Base = detail::Transposing<T, X * Y * Z, Items, (Algorithm >= BLOCK_LOAD_TRANSPOSE),
                                     (Algorithm > BLOCK_LOAD_TRANSPOSE)>;

public:
    using Base::Base;
    template <typename Iterator>
    void Load(Iterator in, T (&items)[Items], Site site = Site::here())
    {
        Load(in, items, INT_MAX, site);
    }
    /// Items behind `valid` stay as they are.
    template <typename Iterator>
    void Load(Iterator in, T (&items)[Items], int valid, Site site = Site::here())
    {
        const int thread = detail::thread();
        if constexpr (Algorithm == BLOCK_LOAD_DIRECT || Algorithm == BLOCK_LOAD_VECTORIZE) {
            LoadDirectBlocked(thread, in, items, valid);
        } else if constexpr (Algorithm == BLOCK_LOAD_STRIPED) {
            LoadDirectStriped<X * Y * Z>(thread, in, items, valid);
        } else {
            for (int i = 0; i < Items; ++i) {
                if (const int place = Base::apart(i); place < valid) {
                    items[i] = in[place];
                }
            }
            Base::toBlocked(items, site);
        }
    }
    template <typename Iterator, typename Default>
    requires std::is_convertible_v<Default, T>
    void Load(Iterator in, T (&items)[Items], int valid, Default other, Site site = Site::here())
    {
        for (T& item : items) {
            item = other;
        }
        Load(in, items, valid, site);
    }
};

template <typename T, int X, int Items, BlockStoreAlgorithm Algorithm = BLOCK_STORE_DIRECT,
          int Y = 1, int Z = 1, int = 0>
class BlockStore
    : public detail::Transposing<T, X * Y * Z, Items, (Algorithm >= BLOCK_STORE_TRANSPOSE),
                                 (Algorithm > BLOCK_STORE_TRANSPOSE)>
{
    using Base = detail::Transposing<T, X * Y * Z, Items, (Algorithm >= BLOCK_STORE_TRANSPOSE),
                                     (Algorithm > BLOCK_STORE_TRANSPOSE)>;

public:
    using Base::Base;
    template <typename Iterator>
    void Store(Iterator out, T (&items)[Items], Site site = Site::here())
    {
        Store(out, items, INT_MAX, site);
    }
    template <typename Iterator>
    void Store(Iterator out, T (&items)[Items], int valid, Site site = Site::here())
    {
        const int thread = detail::thread();
        if constexpr (Algorithm == BLOCK_STORE_DIRECT || Algorithm == BLOCK_STORE_VECTORIZE) {
            StoreDirectBlocked(thread, out, items, valid);
        } else if constexpr (Algorithm == BLOCK_STORE_STRIPED) {
            StoreDirectStriped<X * Y * Z>(thread, out, items, valid);
        } else {
            Base::toStriped(items, site);
            for (int i = 0; i < Items; ++i) {
                if (const int place = Base::apart(i); place < valid) {
                    out[place] = items[i];
                }
            }
        }
    }
};

} // namespace LANES_CUB
