#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace rocport {

/// Hash of a name, the same in the generator and in the program. Reads at most 24 bytes: the first,
/// middle and last eight, which tell API names apart well enough for a table that compares in full.
inline std::uint32_t factHash(std::string_view name)
{
    std::uint64_t first = 0;
    std::uint64_t middle = 0;
    std::uint64_t last = 0;
    const size_t size = name.size();
    const auto load = [](const char* p, size_t n) {
        std::uint64_t value = 0;
        for (size_t i = 0; i < n; ++i)
            value |= std::uint64_t(static_cast<unsigned char>(p[i])) << (8 * i);
        return value;
    };
    if (size >= 8) {
        first = load(name.data(), 8);
        last = load(name.data() + size - 8, 8);
        if (size > 16)
            middle = load(name.data() + size / 2 - 4, 8);
    } else {
        first = load(name.data(), size);
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
