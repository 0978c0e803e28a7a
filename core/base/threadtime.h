#pragma once

#include <chrono>
#include <ctime>

namespace rocport {

/// Processor time that the calling thread has used. Limits on work are measured in this time, so
/// that a busy machine changes no result. Costs a system call: not for every token.
[[nodiscard]] inline std::chrono::nanoseconds threadTime()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

} // namespace rocport
