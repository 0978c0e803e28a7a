#pragma once

// Values of a block and their neighbours: where they differ, by how much, and moved by some places.

#include "lanes/cub/common.h"

namespace LANES_CUB {

template <typename T, int X, int Y = 1, int Z = 1, int = 0>
class BlockDiscontinuity
{
    static constexpr int kThreads = X * Y * Z;

public:
    struct TempStorage
    {
        detail::Room<T, kThreads> first;
        detail::Room<T, kThreads> last;
    };
    BlockDiscontinuity() : m_storage(rocport_lanes::shared<TempStorage, BlockDiscontinuity>()) {}
    BlockDiscontinuity(TempStorage& storage) : m_storage(storage) {}

    template <int Items, typename Flag, typename Differ>
    void FlagHeads(Flag (&heads)[Items], T (&items)[Items], Differ differ, Site site = Site::here())
    {
        share(items, site);
        flagHeads(heads, items, differ, nullptr);
    }
    template <int Items, typename Flag, typename Differ>
    void FlagHeads(Flag (&heads)[Items], T (&items)[Items], Differ differ, T before,
                   Site site = Site::here())
    {
        share(items, site);
        flagHeads(heads, items, differ, &before);
    }
    template <int Items, typename Flag, typename Differ>
    void FlagTails(Flag (&tails)[Items], T (&items)[Items], Differ differ, Site site = Site::here())
    {
        share(items, site);
        flagTails(tails, items, differ, nullptr);
    }
    template <int Items, typename Flag, typename Differ>
    void FlagTails(Flag (&tails)[Items], T (&items)[Items], Differ differ, T after,
                   Site site = Site::here())
    {
        share(items, site);
        flagTails(tails, items, differ, &after);
    }
    template <int Items, typename Flag, typename Differ>
    void FlagHeadsAndTails(Flag (&heads)[Items], Flag (&tails)[Items], T (&items)[Items],
                           Differ differ, Site site = Site::here())
    {
        share(items, site);
        flagHeads(heads, items, differ, nullptr);
        flagTails(tails, items, differ, nullptr);
    }
    template <int Items, typename Flag, typename Differ>
    void FlagHeadsAndTails(Flag (&heads)[Items], Flag (&tails)[Items], T after, T (&items)[Items],
                           Differ differ, Site site = Site::here())
    {
        share(items, site);
        flagHeads(heads, items, differ, nullptr);
        flagTails(tails, items, differ, &after);
    }
    template <int Items, typename Flag, typename Differ>
    void FlagHeadsAndTails(Flag (&heads)[Items], T before, Flag (&tails)[Items], T (&items)[Items],
                           Differ differ, Site site = Site::here())
    {
        share(items, site);
        flagHeads(heads, items, differ, &before);
        flagTails(tails, items, differ, nullptr);
    }
    template <int Items, typename Flag, typename Differ>
    void FlagHeadsAndTails(Flag (&heads)[Items], T before, Flag (&tails)[Items], T after,
                           T (&items)[Items], Differ differ, Site site = Site::here())
    {
        share(items, site);
        flagHeads(heads, items, differ, &before);
        flagTails(tails, items, differ, &after);
    }

private:
    template <int Items>
    void share(T (&items)[Items], const Site& site)
    {
        m_storage.first[detail::thread()] = items[0];
        m_storage.last[detail::thread()] = items[Items - 1];
        detail::barrier(site);
    }
    template <typename Differ>
    static bool differs(Differ& differ, const T& a, const T& b, int index)
    {
        if constexpr (std::is_invocable_v<Differ&, T, T, int>) {
            return differ(a, b, index);
        } else {
            return differ(a, b);
        }
    }
    template <int Items, typename Flag, typename Differ>
    void flagHeads(Flag (&heads)[Items], T (&items)[Items], Differ& differ, const T* before)
    {
        const int thread = detail::thread();
        for (int i = 0; i < Items; ++i) {
            const T* left = i > 0        ? &items[i - 1]
                            : thread > 0 ? &m_storage.last[thread - 1]
                                         : before;
            heads[i] = left == nullptr || differs(differ, *left, items[i], thread * Items + i);
        }
    }
    template <int Items, typename Flag, typename Differ>
    void flagTails(Flag (&tails)[Items], T (&items)[Items], Differ& differ, const T* after)
    {
        const int thread = detail::thread();
        for (int i = 0; i < Items; ++i) {
            const T* right = i + 1 < Items           ? &items[i + 1]
                             : thread + 1 < kThreads ? &m_storage.first[thread + 1]
                                                     : after;
            tails[i] =
                right == nullptr || differs(differ, items[i], *right, thread * Items + i + 1);
        }
    }
    TempStorage& m_storage;
};

template <typename T, int X, int Y = 1, int Z = 1, int = 0>
class BlockAdjacentDifference
{
    static constexpr int kThreads = X * Y * Z;

public:
    using TempStorage = detail::Room<T, 2 * kThreads>;
    BlockAdjacentDifference() : m_storage(rocport_lanes::shared<TempStorage, BlockAdjacentDifference>()) {}
    BlockAdjacentDifference(TempStorage& storage) : m_storage(storage) {}

    template <int Items, typename Out, typename Difference>
    void SubtractLeft(T (&in)[Items], Out (&out)[Items], Difference difference,
                      Site site = Site::here())
    {
        left(in, out, difference, kThreads * Items, nullptr, site);
    }
    template <int Items, typename Out, typename Difference>
    void SubtractLeft(T (&in)[Items], Out (&out)[Items], Difference difference, T before,
                      Site site = Site::here())
    {
        left(in, out, difference, kThreads * Items, &before, site);
    }
    template <int Items, typename Out, typename Difference>
    void SubtractLeftPartialTile(T (&in)[Items], Out (&out)[Items], Difference difference,
                                 int valid, Site site = Site::here())
    {
        left(in, out, difference, valid, nullptr, site);
    }
    template <int Items, typename Out, typename Difference>
    void SubtractRight(T (&in)[Items], Out (&out)[Items], Difference difference,
                       Site site = Site::here())
    {
        right(in, out, difference, kThreads * Items, nullptr, site);
    }
    template <int Items, typename Out, typename Difference>
    void SubtractRight(T (&in)[Items], Out (&out)[Items], Difference difference, T after,
                       Site site = Site::here())
    {
        right(in, out, difference, kThreads * Items, &after, site);
    }
    template <int Items, typename Out, typename Difference>
    void SubtractRightPartialTile(T (&in)[Items], Out (&out)[Items], Difference difference,
                                  int valid, Site site = Site::here())
    {
        right(in, out, difference, valid, nullptr, site);
    }

private:
    template <int Items, typename Out, typename Difference>
    void left(T (&in)[Items], Out (&out)[Items], Difference difference, int valid, const T* before,
              const Site& site)
    {
        const int thread = detail::thread();
        m_storage[thread] = in[Items - 1];
        detail::barrier(site);
        for (int i = Items - 1; i >= 0; --i) {
            const T* other = i > 0 ? &in[i - 1] : thread > 0 ? &m_storage[thread - 1] : before;
            const bool isIn = thread * Items + i < valid;
            out[i] = isIn && other != nullptr ? static_cast<Out>(difference(in[i], *other))
                                              : static_cast<Out>(in[i]);
        }
    }
    template <int Items, typename Out, typename Difference>
    void right(T (&in)[Items], Out (&out)[Items], Difference difference, int valid, const T* after,
               const Site& site)
    {
        const int thread = detail::thread();
        m_storage[kThreads + thread] = in[0];
        detail::barrier(site);
        for (int i = 0; i < Items; ++i) {
            const T* other = i + 1 < Items           ? &in[i + 1]
                             : thread + 1 < kThreads ? &m_storage[kThreads + thread + 1]
                                                     : after;
            const bool hasNext =
                thread * Items + i + 1 < valid || (after != nullptr && thread + 1 == kThreads);
            out[i] = hasNext && other != nullptr ? static_cast<Out>(difference(in[i], *other))
                                                 : static_cast<Out>(in[i]);
        }
    }
    TempStorage& m_storage;
};

template <typename T, int X, int Y = 1, int Z = 1, int = 0>
class BlockShuffle
{
    static constexpr int kThreads = X * Y * Z;

public:
    using TempStorage = detail::Room<T, kThreads>;
    BlockShuffle() : m_storage(rocport_lanes::shared<TempStorage, BlockShuffle>()) {}
    BlockShuffle(TempStorage& storage) : m_storage(storage) {}

    void Offset(T value, T& out, int distance = 1, Site site = Site::here())
    {
        share(value, site);
        if (const int from = detail::thread() + distance; from >= 0 && from < kThreads) {
            out = m_storage[from];
        }
    }
    void Rotate(T value, T& out, unsigned distance = 1, Site site = Site::here())
    {
        share(value, site);
        out = m_storage[(detail::thread() + static_cast<int>(distance)) % kThreads];
    }
    template <int Items>
    void Up(T (&in)[Items], T (&out)[Items], Site site = Site::here())
    {
        share(in[Items - 1], site);
        for (int i = Items - 1; i > 0; --i) {
            out[i] = in[i - 1];
        }
        if (detail::thread() > 0) {
            out[0] = m_storage[detail::thread() - 1];
        }
    }
    template <int Items>
    void Up(T (&in)[Items], T (&out)[Items], T& last, Site site = Site::here())
    {
        Up(in, out, site);
        last = m_storage[kThreads - 1];
    }
    template <int Items>
    void Down(T (&in)[Items], T (&out)[Items], Site site = Site::here())
    {
        share(in[0], site);
        for (int i = 0; i + 1 < Items; ++i) {
            out[i] = in[i + 1];
        }
        if (detail::thread() + 1 < kThreads) {
            out[Items - 1] = m_storage[detail::thread() + 1];
        }
    }
    template <int Items>
    void Down(T (&in)[Items], T (&out)[Items], T& first, Site site = Site::here())
    {
        Down(in, out, site);
        first = m_storage[0];
    }

private:
    void share(const T& value, const Site& site)
    {
        m_storage[detail::thread()] = value;
        detail::barrier(site);
    }
    TempStorage& m_storage;
};

} // namespace LANES_CUB
