#pragma once

// cuda::barrier, latches and semaphores of libcu++. Copies that go with a barrier are made at once,
// so that it waits for arrivals alone.

#include "lanes/arrivals.h"
#include "lanes/asynccopies.h"
#include "lanes/scopedatomics.h"

namespace cuda {

namespace rocport_lanes_barriers {
struct Nothing
{
    void operator()() const {}
};
} // namespace rocport_lanes_barriers

template <thread_scope Scope, typename Completion = rocport_lanes_barriers::Nothing>
class barrier
{
    using Site = ::rocport_lanes::Site;

public:
    class arrival_token
    {
        friend class barrier;
        std::uint64_t m_phase;
    };

    barrier() = default; // shared memory is not initialised
    explicit barrier(std::ptrdiff_t expected, Completion completion = Completion())
        : m_completion(completion)
    {
        m_arrivals.begin(static_cast<std::uint64_t>(expected));
    }
    barrier(const barrier&) = delete;
    barrier& operator=(const barrier&) = delete;

    static constexpr std::ptrdiff_t max() { return ::rocport_lanes::Arrivals::kMost; }
    [[nodiscard]] arrival_token arrive(std::ptrdiff_t many = 1)
    {
        return tokenOf(m_arrivals.arrive(static_cast<std::uint64_t>(many), false, m_completion));
    }
    void wait(arrival_token&& token, Site site = Site::here()) const
    {
        m_arrivals.wait(token.m_phase, site);
    }
    void arrive_and_wait(Site site = Site::here()) { wait(arrive(), site); }
    void arrive_and_drop() { m_arrivals.arrive(1, true, m_completion); }
    void wait_parity(bool parity, Site site = Site::here()) const
    {
        m_arrivals.waitForParity(parity, site);
    }
    /// May say no although the phase is over soon.
    [[nodiscard]] bool try_wait(const arrival_token& token) const
    {
        return ::rocport_lanes::Arrivals::tried([&] { return m_arrivals.isOver(token.m_phase); });
    }
    [[nodiscard]] bool try_wait_parity(bool parity) const
    {
        return ::rocport_lanes::Arrivals::tried([&] { return m_arrivals.isParityOver(parity); });
    }
    template <typename Duration>
    [[nodiscard]] bool try_wait_for(const arrival_token& token, const Duration&) const
    {
        return try_wait(token);
    }
    template <typename Duration>
    [[nodiscard]] bool try_wait_parity_for(bool parity, const Duration&) const
    {
        return try_wait_parity(parity);
    }

    friend void init(barrier* place, std::ptrdiff_t expected, Completion completion = Completion())
    {
        new (place) barrier(expected, completion);
    }

private:
    static arrival_token tokenOf(std::uint64_t phase)
    {
        arrival_token token;
        token.m_phase = phase;
        return token;
    }

    ::rocport_lanes::Arrivals m_arrivals;
    [[no_unique_address]] Completion m_completion;
};

template <thread_scope Scope>
class latch
{
public:
    explicit latch(std::ptrdiff_t expected)
    {
        if (expected == 0) {
            m_arrivals.beginOver(); // nobody is waited for
        } else {
            m_arrivals.begin(static_cast<std::uint64_t>(expected));
        }
    }
    void count_down(std::ptrdiff_t many = 1)
    {
        m_arrivals.arrive(static_cast<std::uint64_t>(many), false,
                          rocport_lanes_barriers::Nothing());
    }
    [[nodiscard]] bool try_wait() const
    {
        return ::rocport_lanes::Arrivals::tried([&] { return m_arrivals.isOver(0); });
    }
    void wait(::rocport_lanes::Site site = ::rocport_lanes::Site::here()) const
    {
        m_arrivals.wait(0, site);
    }
    void arrive_and_wait(std::ptrdiff_t many = 1,
                         ::rocport_lanes::Site site = ::rocport_lanes::Site::here())
    {
        count_down(many);
        wait(site);
    }

private:
    ::rocport_lanes::Arrivals m_arrivals;
};

template <thread_scope Scope, std::ptrdiff_t kLeastMost = INT_MAX>
class counting_semaphore
{
public:
    explicit counting_semaphore(std::ptrdiff_t count)
    {
        m_count.begin(static_cast<std::uint64_t>(count));
    }
    static constexpr std::ptrdiff_t max() { return kLeastMost; }
    void release(std::ptrdiff_t many = 1) { m_count.add(static_cast<std::uint64_t>(many)); }
    void acquire(::rocport_lanes::Site site = ::rocport_lanes::Site::here())
    {
        while (!m_count.take()) {
            m_count.waitWhile(0, site);
        }
    }
    [[nodiscard]] bool try_acquire()
    {
        return ::rocport_lanes::Arrivals::tried([&] { return m_count.take(); });
    }

private:
    ::rocport_lanes::Counted m_count;
};
template <thread_scope Scope>
using binary_semaphore = counting_semaphore<Scope, 1>;

template <thread_scope Scope, typename Completion, typename Size>
void memcpy_async(void* to, const void* from, const Size& bytes, barrier<Scope, Completion>&)
{
    std::memcpy(to, from, static_cast<std::size_t>(bytes));
}
template <typename Group, thread_scope Scope, typename Completion, typename Size>
void memcpy_async(const Group& group, void* to, const void* from, const Size& bytes,
                  barrier<Scope, Completion>&)
{
    ::rocport_lanes::copyTogether(group, to, from, static_cast<std::size_t>(bytes));
}

namespace device {
template <thread_scope Scope, typename Completion, typename Size>
void memcpy_async_tx(void* to, const void* from, const Size& bytes, barrier<Scope, Completion>&)
{
    std::memcpy(to, from, static_cast<std::size_t>(bytes));
}
template <typename Completion>
void barrier_expect_tx(barrier<thread_scope_block, Completion>&, std::ptrdiff_t)
{
}
template <typename Completion>
auto barrier_arrive_tx(barrier<thread_scope_block, Completion>& at, std::ptrdiff_t many,
                       std::ptrdiff_t)
{
    return at.arrive(many);
}
} // namespace device

} // namespace cuda
