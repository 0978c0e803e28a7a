#pragma once

// Numbers of 8 bits: the OCP family (CUDA; gfx950, gfx12) and FNUZ (gfx942), which has one NaN in
// the place of -0, no infinity and half the largest number.

#include "lanes/bfloat16.h"
#include "lanes/half.h"

namespace rocport_lanes {

enum class Float8Kind { E4M3, E5M2, E4M3Fnuz, E5M2Fnuz };

struct Float8Format
{
    Layout layout;
    unsigned most; ///< the code of the largest finite number
    bool fnuz;
};
inline constexpr Float8Format kFloat8Formats[] = {
    {{3, -6}, 0x7e, false}, {{2, -14}, 0x7b, false}, {{3, -7}, 0x7f, true}, {{2, -15}, 0x7f, true}};

constexpr Float8Format formatOf(Float8Kind kind)
{
    return kFloat8Formats[static_cast<int>(kind)];
}

/// What one too large, infinity and NaN become differs between the vendors, and on AMD between GPUs
/// that have instructions for it (the one with 64 lanes) and those that calculate it.
constexpr std::uint8_t byteOf(double x, Float8Kind kind, bool saturates, bool wasDouble = false)
{
    const Float8Format format = formatOf(kind);
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const std::uint64_t size = bits & ~(std::uint64_t{1} << 63);
    const unsigned sign = static_cast<unsigned>(bits >> 63) << 7;
    const bool isNone = x != x;
    const bool isInfinite = size == 0x7ff0000000000000;
    const unsigned past = format.fnuz ? 0x80 : sign | (kind == Float8Kind::E5M2 ? 0x7c : 0x7f);
    const unsigned most = sign | format.most;
    if (format.fnuz && (isNone || isInfinite)) {
        return static_cast<std::uint8_t>(saturates && kWave != 64 ? most : 0x80);
    }
    if (isNone) {
#ifdef LANES_AMD
        return static_cast<std::uint8_t>(sign | 0x7f);
#else
        // CUDA calculates a double's, which keeps sign and payload.
        const unsigned payload = kind == Float8Kind::E5M2 ? 0x7e | ((bits >> 50) & 3) : 0x7f;
        return static_cast<std::uint8_t>(wasDouble ? sign | payload : 0x7f);
#endif
    }
    if (isInfinite) {
        return static_cast<std::uint8_t>(saturates ? most : past);
    }
    const std::uint64_t code = codeOf(x, format.layout, Rounding::Nearest);
#ifdef LANES_AMD
    const bool over = std::bit_cast<double>(size) > numberOf(format.most, format.layout);
#else
    const bool over = code > format.most;
#endif
    if (over) {
        return static_cast<std::uint8_t>(saturates ? most : past);
    }
    return static_cast<std::uint8_t>(format.fnuz && code == 0 ? 0 : sign | code);
}

constexpr float floatOfByte(std::uint8_t byte, Float8Kind kind)
{
    const Float8Format format = formatOf(kind);
    const unsigned code = byte & 0x7f;
    const float sign = byte >> 7 != 0 ? -1.0F : 1.0F;
    if (format.fnuz ? byte == 0x80 : code > (kind == Float8Kind::E5M2 ? 0x7cU : 0x7eU)) {
        return std::bit_cast<float>(0x7fffffffU);
    }
    if (!format.fnuz && code > format.most) {
        return sign * std::numeric_limits<float>::infinity();
    }
    return sign * static_cast<float>(numberOf(code, format.layout));
}

#ifdef LANES_AMD
using Bfloat16 = __hip_bfloat16;
using Bfloat162 = __hip_bfloat162;
inline constexpr bool kExplicit = false;
#else
using Bfloat16 = __nv_bfloat16;
using Bfloat162 = __nv_bfloat162;
inline constexpr bool kExplicit = true;
#endif

/// One number; made of others it stays finite.
template <Float8Kind kKind>
struct Float8
{
    std::uint8_t __x;

    Float8() = default;
    template <typename T>
    requires std::is_arithmetic_v<T>
    constexpr explicit(kExplicit) Float8(T x)
        : __x(byteOf(oddDoubleOf(x), kKind, true, std::is_same_v<T, double>))
    {
    }
    constexpr explicit(kExplicit) Float8(const __half& x) : __x(byteOf(valueOf(x), kKind, true)) {}
    constexpr explicit(kExplicit) Float8(const Bfloat16& x) : __x(byteOf(valueOf(x), kKind, true))
    {
    }
    template <typename T>
    requires std::is_arithmetic_v<T>
    constexpr explicit(kExplicit) operator T() const
    {
        const float value = floatOfByte(__x, kKind);
        if constexpr (std::is_same_v<T, bool>) {
            return value != 0;
        } else if constexpr (std::is_integral_v<T>) {
            return integerOf<T>(value, Rounding::Zero);
        } else {
            return value;
        }
    }
    constexpr explicit(kExplicit) operator __half() const
    {
        return halfOfCode(halfCode(floatOfByte(__x, kKind)));
    }
    constexpr explicit(kExplicit) operator Bfloat16() const
    {
        return bfloat16OfCode(bfloat16Code(floatOfByte(__x, kKind)));
    }

private:
    template <typename T>
    static constexpr double oddDoubleOf(T x)
    {
        if constexpr (std::is_integral_v<T>) {
            return oddDouble(x);
        } else {
            return x;
        }
    }
};

/// Two numbers, the first in the lower half.
template <Float8Kind kKind>
struct alignas(2) Float8x2
{
    std::uint16_t __x;

    Float8x2() = default;
    constexpr explicit(kExplicit) Float8x2(double2 v) : __x(joined(v.x, v.y)) {}
    constexpr explicit(kExplicit) Float8x2(float2 v) : __x(joined(v.x, v.y)) {}
    constexpr explicit(kExplicit) Float8x2(const __half2& v)
        : __x(joined(valueOf(v.x), valueOf(v.y)))
    {
    }
    constexpr explicit(kExplicit) Float8x2(const Bfloat162& v)
        : __x(joined(valueOf(v.x), valueOf(v.y)))
    {
    }
    constexpr explicit(kExplicit) operator float2() const
    {
        return {floatOfByte(static_cast<std::uint8_t>(__x), kKind),
                floatOfByte(static_cast<std::uint8_t>(__x >> 8), kKind)};
    }
    constexpr explicit(kExplicit) operator __half2() const
    {
        const auto v = static_cast<float2>(*this);
        return {halfOfCode(halfCode(v.x)), halfOfCode(halfCode(v.y))};
    }

    /// The codes of both.
    static constexpr std::uint16_t joined(double x, double y)
    {
        return static_cast<std::uint16_t>(byteOf(x, kKind, true) | byteOf(y, kKind, true) << 8);
    }
};

/// Four numbers, the first in the lowest byte.
template <Float8Kind kKind>
struct alignas(4) Float8x4
{
    std::uint32_t __x;

    Float8x4() = default;
    constexpr explicit(kExplicit) Float8x4(double4 v) : __x(joined(v.x, v.y, v.z, v.w)) {}
    constexpr explicit(kExplicit) Float8x4(float4 v) : __x(joined(v.x, v.y, v.z, v.w)) {}
    constexpr explicit(kExplicit) Float8x4(const __half2& low, const __half2& high)
        : __x(joined(valueOf(low.x), valueOf(low.y), valueOf(high.x), valueOf(high.y)))
    {
    }
    constexpr explicit(kExplicit) Float8x4(const Bfloat162& low, const Bfloat162& high)
        : __x(joined(valueOf(low.x), valueOf(low.y), valueOf(high.x), valueOf(high.y)))
    {
    }
    constexpr explicit(kExplicit) operator float4() const
    {
        return {part(0), part(1), part(2), part(3)};
    }

private:
    static constexpr std::uint32_t joined(double x, double y, double z, double w)
    {
        return Float8x2<kKind>::joined(x, y) |
               static_cast<std::uint32_t>(Float8x2<kKind>::joined(z, w)) << 16;
    }
    constexpr float part(int i) const
    {
        return floatOfByte(static_cast<std::uint8_t>(__x >> (8 * i)), kKind);
    }
};

} // namespace rocport_lanes

#ifdef LANES_AMD
#define LANES_FP8(name) __hip_##name
#define LANES_CVT(name) __hip_cvt_##name
enum __hip_fp8_interpretation_t {
    __HIP_E4M3 = 0,
    __HIP_E5M2 = 1,
    __HIP_E4M3_FNUZ = 2,
    __HIP_E5M2_FNUZ = 3,
};
enum __hip_saturation_t {
    __HIP_NOSAT = 0,
    __HIP_SATFINITE = 1,
};
using __hip_fp8_e4m3_fnuz = rocport_lanes::Float8<rocport_lanes::Float8Kind::E4M3Fnuz>;
using __hip_fp8x2_e4m3_fnuz = rocport_lanes::Float8x2<rocport_lanes::Float8Kind::E4M3Fnuz>;
using __hip_fp8x4_e4m3_fnuz = rocport_lanes::Float8x4<rocport_lanes::Float8Kind::E4M3Fnuz>;
using __hip_fp8_e5m2_fnuz = rocport_lanes::Float8<rocport_lanes::Float8Kind::E5M2Fnuz>;
using __hip_fp8x2_e5m2_fnuz = rocport_lanes::Float8x2<rocport_lanes::Float8Kind::E5M2Fnuz>;
using __hip_fp8x4_e5m2_fnuz = rocport_lanes::Float8x4<rocport_lanes::Float8Kind::E5M2Fnuz>;
#define HIP_FP8_TYPE_FNUZ 1
#define HIP_FP8_TYPE_OCP 1
#else
#define LANES_FP8(name) __nv_##name
#define LANES_CVT(name) __nv_cvt_##name
enum __nv_fp8_interpretation_t {
    __NV_E4M3 = 0,
    __NV_E5M2 = 1,
};
enum __nv_saturation_t {
    __NV_NOSAT = 0,
    __NV_SATFINITE = 1,
};
#endif
using LANES_FP8(fp8_storage_t) = unsigned char;
using LANES_FP8(fp8x2_storage_t) = unsigned short;
using LANES_FP8(fp8x4_storage_t) = unsigned int;
using LANES_FP8(fp8_e4m3) = rocport_lanes::Float8<rocport_lanes::Float8Kind::E4M3>;
using LANES_FP8(fp8x2_e4m3) = rocport_lanes::Float8x2<rocport_lanes::Float8Kind::E4M3>;
using LANES_FP8(fp8x4_e4m3) = rocport_lanes::Float8x4<rocport_lanes::Float8Kind::E4M3>;
using LANES_FP8(fp8_e5m2) = rocport_lanes::Float8<rocport_lanes::Float8Kind::E5M2>;
using LANES_FP8(fp8x2_e5m2) = rocport_lanes::Float8x2<rocport_lanes::Float8Kind::E5M2>;
using LANES_FP8(fp8x4_e5m2) = rocport_lanes::Float8x4<rocport_lanes::Float8Kind::E5M2>;

#define LANES_TO_FP8(name, names, One, Two, value)                                                 \
    inline unsigned char LANES_CVT(name##_to_fp8)(One x, LANES_FP8(saturation_t) saturation,       \
                                                  LANES_FP8(fp8_interpretation_t) kind)            \
    {                                                                                              \
        return rocport_lanes::byteOf(value, static_cast<rocport_lanes::Float8Kind>(kind), saturation != 0,         \
                             std::is_same_v<One, double>);                                         \
    }                                                                                              \
    inline unsigned short LANES_CVT(names##_to_fp8x2)(Two v, LANES_FP8(saturation_t) saturation,   \
                                                      LANES_FP8(fp8_interpretation_t) kind)        \
    {                                                                                              \
        const One first = {v.x};                                                                   \
        const One second = {v.y};                                                                  \
        return static_cast<unsigned short>(LANES_CVT(name##_to_fp8)(first, saturation, kind) |     \
                                           LANES_CVT(name##_to_fp8)(second, saturation, kind)      \
                                               << 8);                                              \
    }
LANES_TO_FP8(float, float2, float, float2, x)
LANES_TO_FP8(double, double2, double, double2, x)
LANES_TO_FP8(halfraw, halfraw2, __half_raw, __half2_raw, rocport_lanes::floatOfHalf(x.x))
#ifdef LANES_AMD
LANES_TO_FP8(bfloat16raw, bfloat16raw2, __hip_bfloat16_raw, __hip_bfloat162_raw,
             rocport_lanes::floatOfBfloat16(x.x))
#else
LANES_TO_FP8(bfloat16raw, bfloat16raw2, __nv_bfloat16_raw, __nv_bfloat162_raw,
             rocport_lanes::floatOfBfloat16(x.x))
#endif
#undef LANES_TO_FP8
inline __half_raw LANES_CVT(fp8_to_halfraw)(unsigned char x, LANES_FP8(fp8_interpretation_t) kind)
{
    return {rocport_lanes::halfCode(rocport_lanes::floatOfByte(x, static_cast<rocport_lanes::Float8Kind>(kind)))};
}
inline __half2_raw LANES_CVT(fp8x2_to_halfraw2)(unsigned short x,
                                                LANES_FP8(fp8_interpretation_t) kind)
{
    return __half2(LANES_CVT(fp8_to_halfraw)(static_cast<unsigned char>(x), kind),
                   LANES_CVT(fp8_to_halfraw)(static_cast<unsigned char>(x >> 8), kind));
}
#undef LANES_FP8
#undef LANES_CVT
