#pragma once

// Sobol's sequence of 32 bits with the direction numbers of Joe and Kuo (2008,
// new-joe-kuo-6.21201), of which the first dimensions are here.

#include <array>
#include <cstdint>
#include <vector>

namespace rocport_lanes {

struct SobolDimension
{
    unsigned degree;
    unsigned coefficients;
    std::array<unsigned, 7> first;
};
inline constexpr SobolDimension kSobol[] = {
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
    {5, 11, {1, 1, 5, 1, 1}},
    {5, 13, {1, 1, 1, 3, 11}},
    {5, 14, {1, 3, 5, 5, 31}},
    {6, 1, {1, 3, 3, 9, 7, 49}},
    {6, 13, {1, 1, 1, 15, 21, 21}},
    {6, 16, {1, 3, 1, 13, 27, 49}},
    {6, 19, {1, 1, 1, 15, 7, 5}},
    {6, 22, {1, 3, 1, 15, 13, 25}},
    {6, 25, {1, 1, 5, 5, 19, 61}},
};
inline constexpr unsigned kSobolDimensions = sizeof(kSobol) / sizeof(kSobol[0]) + 1;

/// The numbers v of a dimension, 0-based; the first dimension is van der Corput's sequence.
inline std::array<std::uint32_t, 32> sobolDirections(unsigned dimension)
{
    std::array<std::uint32_t, 32> v;
    for (unsigned i = 0; i < 32; ++i) {
        v[i] = std::uint32_t{1} << (31 - i);
    }
    if (dimension == 0) {
        return v;
    }
    const SobolDimension& own = kSobol[dimension - 1];
    for (unsigned i = 0; i < 32; ++i) {
        if (i < own.degree) {
            v[i] = own.first[i] << (31 - i);
            continue;
        }
        v[i] = v[i - own.degree] ^ (v[i - own.degree] >> own.degree);
        for (unsigned k = 1; k < own.degree; ++k) {
            v[i] ^= ((own.coefficients >> (own.degree - 1 - k)) & 1) * v[i - k];
        }
    }
    return v;
}

/// The number at a place of the sequence, by the Gray code of it.
inline std::uint32_t sobolAt(const std::array<std::uint32_t, 32>& directions, std::uint64_t place)
{
    std::uint32_t x = 0;
    for (std::uint64_t gray = place ^ (place >> 1), bit = 0; gray != 0 && bit < 32; ++bit) {
        x ^= (gray & 1) != 0 ? directions[bit] : 0;
        gray >>= 1;
    }
    return x;
}

} // namespace rocport_lanes
