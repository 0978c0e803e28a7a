// Turns CUDA error codes into exceptions that name the call.
#pragma once

#include <cuda_runtime.h>

#include <stdexcept>
#include <string>

namespace seqk {

inline void check(cudaError_t status, const char* what)
{
    if (status != cudaSuccess) {
        throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(status));
    }
}

} // namespace seqk

#define SEQK_CHECK(call) ::seqk::check((call), #call)
// After a launch: catches bad launch configurations without waiting for the kernel.
#define SEQK_CHECK_LAUNCH() ::seqk::check(cudaGetLastError(), "kernel launch")
