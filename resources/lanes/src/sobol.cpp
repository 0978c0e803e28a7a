// The direction numbers of Sobol's sequence, made of Boost.Random's polynomials and first numbers.

#include "lanes/random/sobol.h"

#include "worker.h"

#include <boost/random/detail/sobol_table.hpp>

#include <sys/mman.h>
#include <unistd.h>

#include <bit>

namespace rocport_lanes {

namespace {

using Table = boost::random::detail::qrng_tables::sobol;

/// The recurrence of Joe and Kuo, "Notes on generating Sobol sequences" (2008).
template <typename T>
void makeVectors(unsigned dimension, T* v)
{
    constexpr unsigned kBits = 8 * sizeof(T);
    if (dimension == 0) {
        for (unsigned i = 0; i < kBits; ++i) {
            v[i] = T{1} << (kBits - 1 - i);
        }
        return;
    }
    const unsigned polynomial = Table::polynomial(dimension - 1);
    const auto degree = static_cast<unsigned>(std::bit_width(polynomial)) - 1;
    for (unsigned i = 0; i < kBits; ++i) {
        if (i < degree) {
            v[i] = T{Table::minit(dimension - 1, i)} << (kBits - 1 - i);
            continue;
        }
        v[i] = v[i - degree] ^ (v[i - degree] >> degree);
        for (unsigned k = 1; k < degree; ++k) {
            v[i] ^= ((polynomial >> (degree - k)) & 1) * v[i - k];
        }
    }
}

/// Of all dimensions, with a page behind them that cannot be read: cuRAND has more.
template <typename T>
T (*allVectors())[8 * sizeof(T)]
{
    using Vectors = T[8 * sizeof(T)];
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t bytes = sobolDimensions() * sizeof(Vectors);
    const std::size_t room = (bytes + page - 1) / page * page;
    void* const memory = mmap(nullptr, room + page, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED || mprotect(static_cast<char*>(memory) + room, page, PROT_NONE) != 0) {
        fail("there is no memory for the direction numbers of Sobol's sequence");
    }
    auto* const all = reinterpret_cast<Vectors*>(static_cast<char*>(memory) + (room - bytes));
    for (unsigned i = 0; i < sobolDimensions(); ++i) {
        makeVectors(i, all[i]);
    }
    return all;
}

} // namespace

unsigned sobolDimensions()
{
    return Table::max_dimension;
}

SobolVectors32* sobolVectors32()
{
    static SobolVectors32* const all = allVectors<unsigned>();
    return all;
}

SobolVectors64* sobolVectors64()
{
    static SobolVectors64* const all = allVectors<unsigned long long>();
    return all;
}

} // namespace rocport_lanes
