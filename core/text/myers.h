#pragma once

#include <cstdint>
#include <vector>

namespace rocport {

/// Which elements of two sequences differ: `left[i]` or `right[j]` is 1 when the element has no
/// counterpart. The unmarked elements of both sides are equal, in order.
struct SequenceDiff
{
    std::vector<char> left;
    std::vector<char> right;
};

/// Myers' comparison in linear space. `effort` bounds the number of steps; beyond it the part not
/// yet compared is marked as different, so that time is bounded for any input.
SequenceDiff diffSequences(const std::vector<std::uint32_t>& left,
                           const std::vector<std::uint32_t>& right,
                           std::int64_t effort = 6'000'000);

} // namespace rocport
