#pragma once

#include <cstdint>
#include <vector>

namespace rocport {

/// Which elements of two sequences differ: 1 in `left[i]` / `right[j]` when the element has no
/// twin. The unmarked elements of both sides are equal, in order.
struct SequenceDiff
{
    std::vector<char> left;
    std::vector<char> right;
};

/// Myers' comparison in linear space. `effort` bounds the number of steps; above it the part not
/// yet looked at is marked as differing, so that any input ends in bounded time.
SequenceDiff diffSequences(const std::vector<std::uint32_t>& left,
                           const std::vector<std::uint32_t>& right,
                           std::int64_t effort = 6'000'000);

} // namespace rocport
