#pragma once

// What threads arrive at and wait for, in one word of any memory: barriers of libcu++ and the like.

#include "lanes/device.h"

namespace rocport_lanes {

/// Counts arrivals: when all that are expected have come, the next phase begins. Bits from below:
/// 21 of how many are missing, 21 of how many a phase expects, 22 of the phase.
class Arrivals
{
public:
    static constexpr std::uint64_t kMost = (1U << 20) - 1;

    void begin(std::uint64_t expected)
    {
        __atomic_store_n(&m_word, expected << kCountBits | expected, __ATOMIC_SEQ_CST);
    }
    /// As when all of the first phase have come.
    void beginOver() { __atomic_store_n(&m_word, std::uint64_t{1} << kPhaseBit, __ATOMIC_SEQ_CST); }
    /// The phase that this arrival counts for. `complete` is called before the next one begins.
    template <typename Complete>
    std::uint64_t arrive(std::uint64_t many, bool drops, Complete&& complete)
    {
        std::uint64_t old = load();
        for (;;) {
            const std::uint64_t missing = old & kCount;
            const std::uint64_t next = old - std::min(many, missing) -
                                       (drops ? many << kCountBits : std::uint64_t{0});
            if (!__atomic_compare_exchange_n(&m_word, &old, next, false, __ATOMIC_SEQ_CST,
                                             __ATOMIC_SEQ_CST)) {
                continue;
            }
            if ((next & kCount) == 0) { // nobody else may arrive before the next phase
                complete();
                const std::uint64_t begun =
                    ((next & ~kCount) + (std::uint64_t{1} << kPhaseBit)) |
                    ((next >> kCountBits) & kCount);
                // A store would be taken for one beside the other threads' atomics.
                __atomic_exchange_n(&m_word, begun, __ATOMIC_SEQ_CST);
            }
            return old >> kPhaseBit;
        }
    }
    bool isOver(std::uint64_t phase) const { return load() >> kPhaseBit != phase; }
    bool isParityOver(bool parity) const { return ((load() >> kPhaseBit) & 1) != parity; }
    void wait(std::uint64_t phase, const Site& site) const
    {
        while (!isOver(phase)) {
            waitForChange(&m_word, ~std::uint64_t{0} << kPhaseBit, phase << kPhaseBit, site);
        }
    }
    void waitForParity(bool parity, const Site& site) const
    {
        while (!isParityOver(parity)) {
            waitForChange(&m_word, std::uint64_t{1} << kPhaseBit,
                          std::uint64_t{parity} << kPhaseBit, site);
        }
    }
    /// Others may come before this is asked again.
    template <typename Question>
    static bool tried(const Question& isDone)
    {
        if (isDone()) {
            return true;
        }
        standBack();
        return isDone();
    }

private:
    static constexpr int kCountBits = 21;
    static constexpr int kPhaseBit = 42;
    static constexpr std::uint64_t kCount = (1U << kCountBits) - 1;

    std::uint64_t load() const { return __atomic_load_n(&m_word, __ATOMIC_SEQ_CST); }

    std::uint64_t m_word;
};

/// A word that threads count down and wait for, above zero for a semaphore.
class Counted
{
public:
    void begin(std::uint64_t count) { __atomic_store_n(&m_word, count, __ATOMIC_SEQ_CST); }
    void add(std::uint64_t many) { __atomic_fetch_add(&m_word, many, __ATOMIC_SEQ_CST); }
    bool take()
    {
        std::uint64_t old = value();
        while (old != 0) {
            if (__atomic_compare_exchange_n(&m_word, &old, old - 1, false, __ATOMIC_SEQ_CST,
                                            __ATOMIC_SEQ_CST)) {
                return true;
            }
        }
        return false;
    }
    std::uint64_t value() const { return __atomic_load_n(&m_word, __ATOMIC_SEQ_CST); }
    void waitWhile(std::uint64_t value, const Site& site) const
    {
        waitForChange(&m_word, ~std::uint64_t{0}, value, site);
    }

private:
    std::uint64_t m_word;
};

} // namespace rocport_lanes
