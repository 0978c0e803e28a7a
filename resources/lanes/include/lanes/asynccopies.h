#pragma once

// Copies that a GPU makes while a kernel goes on: here they are made at once.

#include <cstddef>
#include <cstring>

#ifndef LANES_AMD // ports bring their own
namespace cuda {

/// A number of bytes at places with that alignment.
template <std::size_t kAlignment>
struct aligned_size_t
{
    static constexpr std::size_t align = kAlignment;
    std::size_t value;
    explicit constexpr aligned_size_t(std::size_t bytes) : value(bytes) {}
    constexpr operator std::size_t() const { return value; }
};

} // namespace cuda
#endif

namespace rocport_lanes {

/// Each thread of a group copies its part.
template <typename Group>
void copyTogether(const Group& group, void* to, const void* from, std::size_t bytes)
{
    constexpr std::size_t kUnit = 16;
    auto* const out = static_cast<char*>(to);
    const auto* const in = static_cast<const char*>(from);
    for (std::size_t at = group.thread_rank() * kUnit; at < bytes; at += group.size() * kUnit) {
        std::memcpy(out + at, in + at, bytes - at < kUnit ? bytes - at : kUnit);
    }
}

} // namespace rocport_lanes
