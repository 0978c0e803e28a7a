#pragma once

// Copies by one thread, which are made at once (CUDA C++ Programming Guide, "Pipeline Primitives
// Interface").

#include "cuda_awbarrier_primitives.h"
#include "cuda_runtime.h"

inline void __pipeline_memcpy_async(void* to, const void* from, size_t bytes, size_t zeros = 0)
{
    std::memcpy(to, from, bytes - zeros);
    std::memset(static_cast<char*>(to) + (bytes - zeros), 0, zeros);
}
inline void __pipeline_commit() {}
inline void __pipeline_wait_prior(size_t) {}
/// The barrier expects one more, which has come when the copies have.
inline void __pipeline_arrive_on(__mbarrier_t*) {}
