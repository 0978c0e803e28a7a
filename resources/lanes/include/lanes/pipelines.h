#pragma once

// cuda::pipeline of libcu++. What is copied is there at once: the pipeline of one thread waits for
// nothing, and one that threads share for the threads.

#include "lanes/scopedbarriers.h"

namespace cuda {

enum class pipeline_role { producer, consumer };

template <thread_scope Scope>
struct rocport_lanes_stage
{
    barrier<Scope> produced;
    barrier<Scope> consumed;
};

template <thread_scope Scope, std::uint8_t kStages>
class pipeline_shared_state
{
public:
    pipeline_shared_state() = default; // shared memory is not initialised
    pipeline_shared_state(const pipeline_shared_state&) = delete;
    pipeline_shared_state& operator=(const pipeline_shared_state&) = delete;

    rocport_lanes_stage<Scope> stages[kStages];
    unsigned producers;
    unsigned left; ///< threads that have not quit
};

template <thread_scope Scope>
class pipeline
{
    using Site = ::rocport_lanes::Site;

public:
    pipeline() = default; ///< of one thread
    pipeline(rocport_lanes_stage<Scope>* stages, unsigned count, unsigned* left)
        : m_stages(stages), m_count(count), m_left(left)
    {
    }
    pipeline(const pipeline&) = delete;
    pipeline(pipeline&&) = default;
    pipeline& operator=(const pipeline&) = delete;

    void producer_acquire(Site site = Site::here())
    {
        if (m_stages != nullptr) { // of a stage that was never used the phase before is over
            m_stages[m_head % m_count].consumed.wait_parity(m_head / m_count % 2 == 0, site);
        }
    }
    void producer_commit()
    {
        if (m_stages != nullptr) {
            static_cast<void>(m_stages[m_head++ % m_count].produced.arrive());
        }
    }
    void consumer_wait(Site site = Site::here())
    {
        if (m_stages != nullptr) {
            m_stages[m_tail % m_count].produced.wait_parity(m_tail / m_count % 2 != 0, site);
        }
    }
    template <typename Rep, typename Period>
    bool consumer_wait_for(const std::chrono::duration<Rep, Period>&)
    {
        return m_stages == nullptr ||
               m_stages[m_tail % m_count].produced.try_wait_parity(m_tail / m_count % 2 != 0);
    }
    void consumer_release()
    {
        if (m_stages != nullptr) {
            static_cast<void>(m_stages[m_tail++ % m_count].consumed.arrive());
        }
    }
    /// True for the last thread.
    bool quit()
    {
        return m_left == nullptr || __atomic_sub_fetch(m_left, 1, __ATOMIC_SEQ_CST) == 0;
    }

private:
    rocport_lanes_stage<Scope>* m_stages = nullptr;
    unsigned m_count = 0;
    unsigned* m_left = nullptr;
    unsigned m_head = 0;
    unsigned m_tail = 0;
};

inline pipeline<thread_scope_thread> make_pipeline()
{
    return {};
}

/// `producers` and `consumers` of a group share it.
template <typename Group, thread_scope Scope, std::uint8_t kStages>
pipeline<Scope> rocport_lanes_pipeline(const Group& group,
                                       pipeline_shared_state<Scope, kStages>* state,
                                       unsigned producers, unsigned consumers,
                                       const ::rocport_lanes::Site& site)
{
    if (group.thread_rank() == 0) {
        for (rocport_lanes_stage<Scope>& stage : state->stages) {
            init(&stage.produced, producers);
            init(&stage.consumed, consumers);
        }
        state->left = static_cast<unsigned>(group.size());
    }
    group.sync(site);
    return pipeline<Scope>(state->stages, kStages, &state->left);
}

template <typename Group, thread_scope Scope, std::uint8_t kStages>
pipeline<Scope> make_pipeline(const Group& group, pipeline_shared_state<Scope, kStages>* state,
                              ::rocport_lanes::Site site = ::rocport_lanes::Site::here())
{
    const auto all = static_cast<unsigned>(group.size());
    return rocport_lanes_pipeline(group, state, all, all, site);
}
template <typename Group, thread_scope Scope, std::uint8_t kStages>
pipeline<Scope> make_pipeline(const Group& group, pipeline_shared_state<Scope, kStages>* state,
                              std::size_t producers,
                              ::rocport_lanes::Site site = ::rocport_lanes::Site::here())
{
    const auto all = static_cast<unsigned>(group.size());
    const auto own = static_cast<unsigned>(producers);
    return rocport_lanes_pipeline(group, state, own, all - own, site);
}
template <typename Group, thread_scope Scope, std::uint8_t kStages>
pipeline<Scope> make_pipeline(const Group& group, pipeline_shared_state<Scope, kStages>* state,
                              pipeline_role role,
                              ::rocport_lanes::Site site = ::rocport_lanes::Site::here())
{
    if (group.thread_rank() == 0) {
        __atomic_store_n(&state->producers, 0U, __ATOMIC_SEQ_CST);
    }
    group.sync(site);
    if (role == pipeline_role::producer) {
        __atomic_fetch_add(&state->producers, 1U, __ATOMIC_SEQ_CST);
    }
    group.sync(site);
    const unsigned producers = __atomic_load_n(&state->producers, __ATOMIC_SEQ_CST);
    const auto all = static_cast<unsigned>(group.size());
    return rocport_lanes_pipeline(group, state, producers, all - producers, site);
}

template <std::uint8_t kPrior>
void pipeline_consumer_wait_prior(pipeline<thread_scope_thread>&)
{
}
template <thread_scope Scope>
void pipeline_producer_commit(pipeline<thread_scope_thread>&, barrier<Scope>&)
{
}

template <thread_scope Scope, typename Size>
void memcpy_async(void* to, const void* from, const Size& bytes, pipeline<Scope>&)
{
    std::memcpy(to, from, static_cast<std::size_t>(bytes));
}
template <typename Group, thread_scope Scope, typename Size>
void memcpy_async(const Group& group, void* to, const void* from, const Size& bytes,
                  pipeline<Scope>&)
{
    ::rocport_lanes::copyTogether(group, to, from, static_cast<std::size_t>(bytes));
}

} // namespace cuda
