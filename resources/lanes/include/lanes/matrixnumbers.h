#pragma once

// Numbers of 16 bits as elements of tiles: their products are summed as floats.

#include "lanes/bfloat16.h"
#include "lanes/half.h"
#include "lanes/matrixtiles.h"

namespace rocport_lanes::tiles {

/// The same as valueOf(), without a branch.
inline float quickFloat(__half x)
{
    const std::uint32_t code = codeOf(x);
    const float scaled = std::bit_cast<float>((code & 0x7fff) << 13) * 0x1p112F;
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(scaled) | (code & 0x8000) << 16;
    return std::bit_cast<float>((code & 0x7c00) == 0x7c00 ? bits | 0x7f800000 : bits);
}

template <>
struct Element<__half>
{
    using Stored = __half;
    using Sum = float;
    static float factor(__half x) { return quickFloat(x); }
    /// Rounded once. Saturated: CUDA C++ Programming Guide, "Warp Matrix Functions", satf.
    static __half ofSum(float sum, bool saturates)
    {
        constexpr float kLargest = 65504;
        const float kept = std::isnan(sum) ? 0.0F : std::clamp(sum, -kLargest, kLargest);
        return halfOfCode(halfCode(saturates ? kept : sum));
    }
};

#ifdef LANES_AMD
using Bfloat16 = __hip_bfloat16;
#else
using Bfloat16 = __nv_bfloat16;
#endif
template <>
struct Element<Bfloat16>
{
    using Stored = Bfloat16;
    using Sum = float;
    static float factor(Bfloat16 x)
    {
        return std::bit_cast<float>(static_cast<std::uint32_t>(codeOf(x)) << 16);
    }
    static Bfloat16 ofSum(float sum, bool) { return bfloat16OfCode(bfloat16Code(sum)); }
};

} // namespace rocport_lanes::tiles
