#pragma once

// Barriers in shared memory by functions (CUDA C++ Programming Guide, "Memory Barrier Primitives
// Interface").

#include "cuda_runtime.h"

#include "lanes/arrivals.h"

using __mbarrier_t = rocport_lanes::Arrivals;
using __mbarrier_token_t = std::uint64_t;

namespace rocport_lanes {
constexpr auto kNoCompletion = [] {};
}

inline std::uint32_t __mbarrier_maximum_count()
{
    return rocport_lanes::Arrivals::kMost;
}
inline void __mbarrier_init(__mbarrier_t* barrier, std::uint32_t expected)
{
    barrier->begin(expected);
}
inline void __mbarrier_inval(__mbarrier_t*) {}
inline __mbarrier_token_t __mbarrier_arrive(__mbarrier_t* barrier)
{
    return barrier->arrive(1, false, rocport_lanes::kNoCompletion);
}
inline __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t* barrier)
{
    return barrier->arrive(1, true, rocport_lanes::kNoCompletion);
}
inline bool __mbarrier_test_wait(__mbarrier_t* barrier, __mbarrier_token_t token)
{
    return rocport_lanes::Arrivals::tried([&] { return barrier->isOver(token); });
}
inline bool __mbarrier_test_wait_parity(__mbarrier_t* barrier, bool parity)
{
    return rocport_lanes::Arrivals::tried([&] { return barrier->isParityOver(parity); });
}
inline bool __mbarrier_try_wait(__mbarrier_t* barrier, __mbarrier_token_t token,
                                std::uint32_t = 0)
{
    return __mbarrier_test_wait(barrier, token);
}
inline bool __mbarrier_try_wait_parity(__mbarrier_t* barrier, bool parity, std::uint32_t = 0)
{
    return __mbarrier_test_wait_parity(barrier, parity);
}
