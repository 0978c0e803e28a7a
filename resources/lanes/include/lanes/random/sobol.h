#pragma once

// Direction numbers of Sobol's sequence by Joe and Kuo (2008, new-joe-kuo-6.21201), of the
// dimensions that Boost.Random has. The first dimension is van der Corput's sequence.

namespace rocport_lanes {

using SobolVectors32 = unsigned[32];
using SobolVectors64 = unsigned long long[64];

unsigned sobolDimensions();
/// Of all dimensions. What lies behind the last one cannot be read.
SobolVectors32* sobolVectors32();
SobolVectors64* sobolVectors64();

/// The number at a place of the sequence, by the Gray code of it.
template <typename T>
T sobolAt(const T* vectors, unsigned long long place)
{
    T x = 0;
    unsigned bit = 0;
    for (unsigned long long gray = place ^ (place >> 1); gray != 0 && bit < 8 * sizeof(T);
         ++bit, gray >>= 1) {
        x ^= (gray & 1) != 0 ? vectors[bit] : 0;
    }
    return x;
}

} // namespace rocport_lanes
