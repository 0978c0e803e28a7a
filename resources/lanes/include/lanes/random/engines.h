#pragma once

// The generators of cuRAND and rocRAND: XORWOW (Marsaglia 2003), Philox4x32-10 (Salmon et al. 2011)
// and MRG32k3a (L'Ecuyer 1999), with leaps to any place of their sequences. How a seed becomes a
// state is each vendor's own.

#include "lanes/wave.h"

#include <array>
#include <vector>

namespace rocport_lanes {

// --- XORWOW --------------------------------------------------------------------------------------

using XorwowBits = std::array<std::uint32_t, 5>;

inline void xorwowStep(XorwowBits& v)
{
    const std::uint32_t t = v[0] ^ (v[0] >> 2);
    v = {v[1], v[2], v[3], v[4], (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1))};
}

/// Steps are linear over bits: a matrix is what becomes of each of the 160 bits.
using XorwowMatrix = std::array<XorwowBits, 160>;

inline XorwowBits times(const XorwowMatrix& matrix, const XorwowBits& v)
{
    XorwowBits result = {};
    for (std::size_t bit = 0; bit < matrix.size(); ++bit) {
        if (((v[bit / 32] >> (bit % 32)) & 1) != 0) {
            for (std::size_t i = 0; i < result.size(); ++i) {
                result[i] ^= matrix[bit][i];
            }
        }
    }
    return result;
}

/// The matrices of 1, 2, 4 … 2^130 steps.
inline const std::vector<XorwowMatrix>& xorwowPowers()
{
    static const std::vector<XorwowMatrix> powers = [] {
        std::vector<XorwowMatrix> all(131);
        for (std::size_t bit = 0; bit < all[0].size(); ++bit) {
            XorwowBits one = {};
            one[bit / 32] = std::uint32_t{1} << (bit % 32);
            xorwowStep(one);
            all[0][bit] = one;
        }
        for (std::size_t k = 1; k < all.size(); ++k) {
            for (std::size_t bit = 0; bit < all[k].size(); ++bit) {
                all[k][bit] = times(all[k - 1], all[k - 1][bit]);
            }
        }
        return all;
    }();
    return powers;
}

class Xorwow
{
public:
    static constexpr int kSequence = 67; ///< a subsequence has two to that many numbers
    XorwowBits v;
    std::uint32_t d;

    void seed(std::uint64_t seed)
    {
        const auto low = static_cast<std::uint32_t>(seed);
        const auto high = static_cast<std::uint32_t>(seed >> 32);
#ifdef LANES_AMD // rocRAND, rocrand_xorwow.h
        const std::uint32_t t0 = 1228688033U * (low ^ 0x2c7f967fU);
        const std::uint32_t t1 = 2073658381U * (high ^ 0xa03697cbU);
#else // cuRAND, curand_kernel.h
        const std::uint32_t t0 = 1099087573U * (low ^ 0xaad26b49U);
        const std::uint32_t t1 = 2591861531U * (high ^ 0xf7dcefddU);
#endif
        v = {123456789U + t0, 362436069U ^ t0, 521288629U + t1, 88675123U ^ t1, 5783321U + t0};
        d = 6615241U + t1 + t0;
    }
    std::uint32_t next()
    {
        xorwowStep(v);
        d += kWeyl;
        return v[4] + d;
    }
    void skip(std::uint64_t count)
    {
        leap(count, 0);
        d += kWeyl * static_cast<std::uint32_t>(count);
    }
    void skipSubsequences(std::uint64_t count)
    {
        leap(count, kSequence);
    }
    void skipSequences(std::uint64_t count)
    {
        leap(count, kSequence);
    }

private:
    static constexpr std::uint32_t kWeyl = 362437;
    void leap(std::uint64_t count, int shift)
    {
        for (int bit = 0; count != 0; ++bit, count >>= 1) {
            if ((count & 1) != 0) {
                v = times(xorwowPowers()[static_cast<std::size_t>(bit + shift)], v);
            }
        }
    }
};

// --- Philox --------------------------------------------------------------------------------------

class Philox
{
public:
    std::array<std::uint32_t, 4> counter;
    std::array<std::uint32_t, 2> key;
    std::array<std::uint32_t, 4> output;
    unsigned used; ///< of the output

    void seed(std::uint64_t seed)
    {
        counter = {};
        key = {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)};
        used = 0;
        compute();
    }
    std::uint32_t next()
    {
        const std::uint32_t result = output[used];
        if (++used == 4) {
            used = 0;
            advance();
        }
        return result;
    }
    std::array<std::uint32_t, 4> next4()
    {
        const std::array<std::uint32_t, 4> before = output;
        advance();
        std::array<std::uint32_t, 4> result;
        for (unsigned i = 0; i < 4; ++i) {
            result[i] = used + i < 4 ? before[used + i] : output[used + i - 4];
        }
        return result;
    }
    void skip(std::uint64_t count)
    {
        used += static_cast<unsigned>(count & 3);
        count /= 4;
        if (used > 3) {
            ++count;
            used -= 4;
        }
        add(0, count);
        compute();
    }
    void skipSubsequences(std::uint64_t count)
    {
        add(2, count);
        compute();
    }
    void skipSequences(std::uint64_t count) { skipSubsequences(count); }

private:
    void add(std::size_t from, std::uint64_t count)
    {
        unsigned __int128 sum = 0;
        for (std::size_t i = 4; i-- > from;) {
            sum = (sum << 32) | counter[i];
        }
        sum += count;
        for (std::size_t i = from; i < 4; ++i, sum >>= 32) {
            counter[i] = static_cast<std::uint32_t>(sum);
        }
    }
    void advance()
    {
        add(0, 1);
        compute();
    }
    void compute()
    {
        std::array<std::uint32_t, 4> c = counter;
        std::array<std::uint32_t, 2> k = key;
        for (int round = 0; round < 10; ++round) {
            const std::uint64_t first = std::uint64_t{0xD2511F53U} * c[0];
            const std::uint64_t second = std::uint64_t{0xCD9E8D57U} * c[2];
            c = {static_cast<std::uint32_t>(second >> 32) ^ c[1] ^ k[0],
                 static_cast<std::uint32_t>(second),
                 static_cast<std::uint32_t>(first >> 32) ^ c[3] ^ k[1],
                 static_cast<std::uint32_t>(first)};
            k[0] += 0x9E3779B9U;
            k[1] += 0xBB67AE85U;
        }
        output = c;
    }
};

// --- MRG32k3a ------------------------------------------------------------------------------------

class Mrg32k3a
{
public:
    static constexpr std::uint64_t kModulus1 = 4294967087;
    static constexpr std::uint64_t kModulus2 = 4294944443;
    using Triple = std::array<std::uint64_t, 3>;
    using Matrix = std::array<Triple, 3>;
    std::array<std::uint32_t, 3> s1;
    std::array<std::uint32_t, 3> s2;

    void seed(std::uint64_t seed)
    {
        const auto x = static_cast<std::uint32_t>(seed) ^ 0x55555555U;
        const auto y = static_cast<std::uint32_t>(seed >> 32) ^ 0xAAAAAAAAU;
#ifdef LANES_AMD // rocRAND, rocrand_mrg32k3a.h: a seed of 0 is 12345
        constexpr std::uint64_t kDefault = 12345;
        const std::uint64_t by = seed == 0 ? kDefault : seed;
        const auto a = seed == 0 ? static_cast<std::uint32_t>(kDefault) ^ 0x55555555U : x;
        s1 = {mixed(a, by, 209, 1, kModulus1), mixed(y, by, 209, 1, kModulus1),
              mixed(a, by, 209, 1, kModulus1)};
        s2 = {mixed(y, by, 22853, 2, kModulus2), mixed(a, by, 22853, 2, kModulus2),
              mixed(y, by, 22853, 2, kModulus2)};
#else // cuRAND, curand_kernel.h
        constexpr std::uint32_t kDefault = 12345;
        s1 = s2 = {kDefault, kDefault, kDefault};
        if (seed != 0) {
            const auto first = [](std::uint64_t by) {
                return static_cast<std::uint32_t>(by * kDefault % kModulus1);
            };
            const auto second = [](std::uint64_t by) {
                return static_cast<std::uint32_t>(by * kDefault % kModulus2);
            };
            s1 = {first(x), first(y), first(x)};
            s2 = {second(y), second(x), second(y)};
        }
#endif
    }
    /// From 1 to the first modulus.
    std::uint32_t next()
    {
        const std::uint64_t p1 = (1403580ULL * s1[1] + 810728ULL * (kModulus1 - s1[0])) % kModulus1;
        s1 = {s1[1], s1[2], static_cast<std::uint32_t>(p1)};
        const std::uint64_t p2 = (527612ULL * s2[2] + 1370589ULL * (kModulus2 - s2[0])) % kModulus2;
        s2 = {s2[1], s2[2], static_cast<std::uint32_t>(p2)};
        return static_cast<std::uint32_t>(p1 > p2 ? p1 - p2 : p1 + kModulus1 - p2);
    }
    void skip(std::uint64_t count)
    {
        leap(count, 0);
    }
    void skipSubsequences(std::uint64_t count)
    {
        leap(count, 76);
    }
    void skipSequences(std::uint64_t count)
    {
        leap(count, 127);
    }

private:
    /// rocRAND's product of a seed, which reduces by steps only.
    static std::uint32_t mixed(std::uint32_t i, std::uint64_t j, std::uint64_t rest, int steps,
                               std::uint64_t modulus)
    {
        const auto reduced = [=](std::uint64_t p) {
            for (int step = 0; step < steps; ++step) {
                p = rest * (p >> 32) + (p & 0xffffffffU);
            }
            return p >= modulus ? p - modulus : p;
        };
        const std::uint64_t high = reduced((i / 131072) * j) * 131072;
        return static_cast<std::uint32_t>(reduced(high + reduced((i % 131072) * j)));
    }
    static Matrix product(const Matrix& a, const Matrix& b, std::uint64_t modulus)
    {
        Matrix result = {};
        for (std::size_t row = 0; row < 3; ++row) {
            for (std::size_t column = 0; column < 3; ++column) {
                unsigned __int128 sum = 0;
                for (std::size_t k = 0; k < 3; ++k) {
                    sum += static_cast<unsigned __int128>(a[row][k]) * b[k][column];
                }
                result[row][column] = static_cast<std::uint64_t>(sum % modulus);
            }
        }
        return result;
    }
    static void apply(const Matrix& matrix, std::array<std::uint32_t, 3>& s, std::uint64_t modulus)
    {
        const std::array<std::uint32_t, 3> before = s;
        for (std::size_t row = 0; row < 3; ++row) {
            unsigned __int128 sum = 0;
            for (std::size_t k = 0; k < 3; ++k) {
                sum += static_cast<unsigned __int128>(matrix[row][k]) * before[k];
            }
            s[row] = static_cast<std::uint32_t>(sum % modulus);
        }
    }
    /// The matrices of 1, 2, 4 … 2^190 steps.
    static const std::vector<Matrix>& powers(std::uint64_t modulus)
    {
        const auto all = [](Matrix one, std::uint64_t by) {
            std::vector<Matrix> list = {one};
            while (list.size() < 191) {
                list.push_back(product(list.back(), list.back(), by));
            }
            return list;
        };
        static const std::vector<Matrix> first = all(
            {Triple{0, 1, 0}, Triple{0, 0, 1}, Triple{kModulus1 - 810728, 1403580, 0}}, kModulus1);
        static const std::vector<Matrix> second = all(
            {Triple{0, 1, 0}, Triple{0, 0, 1}, Triple{kModulus2 - 1370589, 0, 527612}}, kModulus2);
        return modulus == kModulus1 ? first : second;
    }
    void leap(std::uint64_t count, std::size_t shift)
    {
        for (std::size_t bit = shift; count != 0; ++bit, count >>= 1) {
            if ((count & 1) != 0) {
                apply(powers(kModulus1)[bit], s1, kModulus1);
                apply(powers(kModulus2)[bit], s2, kModulus2);
            }
        }
    }
};

} // namespace rocport_lanes
