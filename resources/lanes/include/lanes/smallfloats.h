#pragma once

// Numbers of 16 and 8 bits: made of a double and rounded once, in integers, so that every compiler
// gives the same bits. A sum or product of two such numbers is exact in a double, or far enough
// from a midpoint that rounding it again does no harm.

#include "lanes/bits.h"

#include <limits>

namespace rocport_lanes {

/// How a number is laid out: bits of the fraction, the exponent of the smallest normal number.
struct Layout
{
    int fraction;
    int least;
};
inline constexpr Layout kHalf = {10, -14};
inline constexpr Layout kBfloat16 = {7, -126};

/// The code of a finite number without its sign, as if there were no largest: codes are in the
/// order of the numbers, so that one too large is a code past the last.
constexpr std::uint64_t codeOf(double value, Layout layout, Rounding rounding)
{
    const auto bits = std::bit_cast<std::uint64_t>(value);
    const bool negative = bits >> 63 != 0;
    const int field = static_cast<int>((bits >> 52) & 0x7ff);
    const std::uint64_t digits =
        (bits & ((std::uint64_t{1} << 52) - 1)) | (std::uint64_t{field != 0} << 52);
    int exponent = (field == 0 ? 1 : field) - 1023;
    int shift = 52 - layout.fraction;
    if (exponent < layout.least) {
        shift += layout.least - exponent;
        shift = shift > 63 ? 63 : shift;
        exponent = layout.least;
    }
    std::uint64_t kept = digits >> shift;
    const std::uint64_t rest = digits & ((std::uint64_t{1} << shift) - 1);
    const std::uint64_t middle = std::uint64_t{1} << (shift - 1);
    switch (rounding) {
    case Rounding::Nearest:
        kept += rest > middle || (rest == middle && (kept & 1) != 0) ? 1 : 0;
        break;
    case Rounding::Zero:
        break;
    case Rounding::Down:
        kept += rest != 0 && negative ? 1 : 0;
        break;
    case Rounding::Up:
        kept += rest != 0 && !negative ? 1 : 0;
        break;
    }
    return kept + (static_cast<std::uint64_t>(exponent - layout.least) << layout.fraction);
}

/// The number of a code without sign, of a layout without infinity and NaN in it.
constexpr double numberOf(unsigned code, Layout layout)
{
    const unsigned field = code >> layout.fraction;
    const unsigned digits = code & ((1U << layout.fraction) - 1);
    const int exponent = layout.least + (field == 0 ? 0 : static_cast<int>(field) - 1);
    const auto scale =
        std::bit_cast<double>(static_cast<std::uint64_t>(exponent - layout.fraction + 1023) << 52);
    return scale * static_cast<double>(field == 0 ? digits : digits | (1U << layout.fraction));
}

/// A number of 16 bits as IEEE 754 has it: the codes past the finite ones are infinity and NaN.
constexpr std::uint16_t shortOf(double value, Layout layout, Rounding rounding)
{
    const auto bits = std::bit_cast<std::uint64_t>(value);
    const auto sign = static_cast<std::uint16_t>((bits >> 48) & 0x8000);
    const auto infinite = static_cast<std::uint16_t>(0x7fff >> layout.fraction << layout.fraction);
    if (value != value) {
#ifdef LANES_AMD
        // The payload stays as far as it fits; x86 makes its own NaN negative, AMD positive.
        const auto payload = static_cast<std::uint16_t>((bits >> (52 - layout.fraction)) &
                                                        ((1U << layout.fraction) - 1));
        return static_cast<std::uint16_t>((bits == 0xfff8000000000000 ? 0 : sign) | infinite |
                                          payload | (1U << (layout.fraction - 1)));
#else
        return 0x7fff; // whatever the payload was
#endif
    }
    if ((bits & ~(std::uint64_t{1} << 63)) == 0x7ff0000000000000) {
        return sign | infinite;
    }
    const std::uint64_t code = codeOf(value, layout, rounding);
    if (code < infinite) {
        return static_cast<std::uint16_t>(sign | code);
    }
    const bool stays =
        rounding == Rounding::Zero || rounding == (sign != 0 ? Rounding::Up : Rounding::Down);
    return static_cast<std::uint16_t>(sign | (stays ? infinite - 1 : infinite));
}

constexpr float floatOfHalf(std::uint16_t code)
{
    const std::uint32_t sign = static_cast<std::uint32_t>(code & 0x8000) << 16;
    const std::uint32_t field = (code >> 10) & 0x1f;
    const std::uint32_t digits = code & 0x3ff;
    if (field == 0) {
        const float value = static_cast<float>(digits) * 0x1p-24F;
        return sign != 0 ? -value : value;
    }
    if (field == 0x1f) {
#ifndef LANES_AMD
        if (digits != 0) {
            return std::bit_cast<float>(0x7fffffffU);
        }
#endif
        return std::bit_cast<float>(sign | 0x7f800000U | digits << 13 |
                                    (digits != 0 ? 0x400000U : 0));
    }
    return std::bit_cast<float>(sign | (field + 112) << 23 | digits << 13);
}
constexpr float floatOfBfloat16(std::uint16_t code)
{
    return std::bit_cast<float>(static_cast<std::uint32_t>(code) << 16);
}

constexpr std::uint16_t codeOfRaw(std::uint16_t raw)
{
    return raw;
}

/// x as a double that is exact, or else odd in its last place, so that rounding it to fewer digits
/// gives what rounding x itself would give.
template <typename Integer>
constexpr double oddDouble(Integer x)
{
    if constexpr (sizeof(Integer) < 8) {
        return static_cast<double>(x);
    } else {
        const bool negative = x < 0;
        auto size = negative ? 0 - static_cast<std::uint64_t>(x) : static_cast<std::uint64_t>(x);
        if (size >> 53 != 0) {
            size = (size & ~std::uint64_t{0x7ff}) | std::uint64_t{(size & 0x7ff) != 0} << 11;
        }
        return negative ? -static_cast<double>(size) : static_cast<double>(size);
    }
}

/// a * b + c of numbers of at most 24 digits, odd in its last place where it is not exact.
inline double oddMultiplyAdd(double a, double b, double c)
{
    const double product = a * b;
    const double sum = product + c;
    if (!std::isfinite(sum)) {
        return sum;
    }
    const double part = sum - product; // what of c is in the sum
    const double error = (product - (sum - part)) + (c - part);
    const auto bits = std::bit_cast<std::uint64_t>(sum);
    if (error == 0 || (bits & 1) != 0) {
        return sum;
    }
    const bool grows = (error > 0) == (sum > 0);
    return std::bit_cast<double>(grows ? bits + 1 : bits - 1);
}

} // namespace rocport_lanes
