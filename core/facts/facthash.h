#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace rocport {

/// The part of a slot that holds the row; the rest are bits of the hash.
constexpr std::uint32_t kFactRowMask = 0xffff;

/// A bit for each value that the other part can have.
constexpr size_t kFactSieveWords = 65536 / 64;
constexpr size_t factSieveWord(std::uint32_t hash)
{
    return hash >> 22;
}
constexpr std::uint64_t factSieveBit(std::uint32_t hash)
{
    return std::uint64_t(1) << ((hash >> 16) & 63);
}

/// The first bytes of a text as a number, the first one lowest.
inline std::uint64_t factBytes(const char* text, size_t count)
{
    std::uint64_t value = 0;
    if constexpr (std::endian::native == std::endian::little) {
        if (count == 8) {
            std::memcpy(&value, text, 8);
            return value;
        }
    }
    for (size_t i = 0; i < count; ++i) {
        value |= std::uint64_t(static_cast<unsigned char>(text[i])) << (8 * i);
    }
    return value;
}

/// Hash of a name, the same in the generator and in the program. Reads at most 24 bytes: the first,
/// middle and last eight, which tell API names apart well enough for a table that compares in full.
inline std::uint32_t factHash(std::string_view name)
{
    std::uint64_t first = 0;
    std::uint64_t middle = 0;
    std::uint64_t last = 0;
    const size_t size = name.size();
    if (size >= 8) {
        first = factBytes(name.data(), 8);
        last = factBytes(name.data() + size - 8, 8);
        if (size > 16) {
            middle = factBytes(name.data() + size / 2 - 4, 8);
        }
    } else {
        first = factBytes(name.data(), size);
    }
    std::uint64_t hash = first * 0x9e3779b97f4a7c15ULL;
    hash ^= (middle + size) * 0xc2b2ae3d27d4eb4fULL;
    hash = (hash << 23) | (hash >> 41);
    hash ^= last * 0x165667b19e3779f9ULL;
    hash ^= hash >> 29;
    hash *= 0xbf58476d1ce4e5b9ULL;
    return static_cast<std::uint32_t>(hash >> 32);
}

} // namespace rocport
