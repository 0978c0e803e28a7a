#pragma once

// The host's functions of cuRAND and hipRAND. XORWOW's and MRG32k3a's numbers are spread over as
// many subsequences as NVIDIA documents for the legacy ordering: number n is number n / k of
// subsequence n % k. Philox's are in order. MTGP32 and MT19937 give Philox's numbers.

#include "lanes/random/device.h"
#include "lanes/random/sobol.h"

#ifdef LANES_AMD
#define LANES_RANDS(x) LANES_JOIN(HIPRAND, x)
#else
#define LANES_RANDS(x) LANES_JOIN(CURAND, x)
#endif

enum LANES_RAND(Status) {
    LANES_RANDS(_STATUS_SUCCESS) = 0,
    LANES_RANDS(_STATUS_VERSION_MISMATCH) = 100,
    LANES_RANDS(_STATUS_NOT_INITIALIZED) = 101,
    LANES_RANDS(_STATUS_ALLOCATION_FAILED) = 102,
    LANES_RANDS(_STATUS_TYPE_ERROR) = 103,
    LANES_RANDS(_STATUS_OUT_OF_RANGE) = 104,
    LANES_RANDS(_STATUS_LENGTH_NOT_MULTIPLE) = 105,
    LANES_RANDS(_STATUS_DOUBLE_PRECISION_REQUIRED) = 106,
    LANES_RANDS(_STATUS_LAUNCH_FAILURE) = 201,
    LANES_RANDS(_STATUS_PREEXISTING_FAILURE) = 202,
    LANES_RANDS(_STATUS_INITIALIZATION_FAILED) = 203,
    LANES_RANDS(_STATUS_ARCH_MISMATCH) = 204,
    LANES_RANDS(_STATUS_INTERNAL_ERROR) = 999,
};
using LANES_RAND(Status_t) = LANES_RAND(Status);

enum LANES_RAND(RngType) {
#ifdef LANES_AMD
    HIPRAND_RNG_TEST = 0,
    HIPRAND_RNG_PSEUDO_DEFAULT = 400,
    HIPRAND_RNG_PSEUDO_XORWOW = 401,
    HIPRAND_RNG_PSEUDO_MRG32K3A = 402,
    HIPRAND_RNG_PSEUDO_MTGP32 = 403,
    HIPRAND_RNG_PSEUDO_MT19937 = 404,
    HIPRAND_RNG_PSEUDO_PHILOX4_32_10 = 405,
    HIPRAND_RNG_QUASI_DEFAULT = 500,
    HIPRAND_RNG_QUASI_SOBOL32 = 501,
    HIPRAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 502,
    HIPRAND_RNG_QUASI_SOBOL64 = 503,
    HIPRAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 504,
#else
    CURAND_RNG_TEST = 0,
    CURAND_RNG_PSEUDO_DEFAULT = 100,
    CURAND_RNG_PSEUDO_XORWOW = 101,
    CURAND_RNG_PSEUDO_MRG32K3A = 121,
    CURAND_RNG_PSEUDO_MTGP32 = 141,
    CURAND_RNG_PSEUDO_MT19937 = 142,
    CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
    CURAND_RNG_QUASI_DEFAULT = 200,
    CURAND_RNG_QUASI_SOBOL32 = 201,
    CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202,
    CURAND_RNG_QUASI_SOBOL64 = 203,
    CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204,
#endif
};
using LANES_RAND(RngType_t) = LANES_RAND(RngType);

enum LANES_RAND(Ordering) {
    LANES_RANDS(_ORDERING_PSEUDO_BEST) = 100,
    LANES_RANDS(_ORDERING_PSEUDO_DEFAULT) = 101,
    LANES_RANDS(_ORDERING_PSEUDO_SEEDED) = 102,
    LANES_RANDS(_ORDERING_PSEUDO_LEGACY) = 103,
    LANES_RANDS(_ORDERING_PSEUDO_DYNAMIC) = 104,
    LANES_RANDS(_ORDERING_QUASI_DEFAULT) = 201,
};
using LANES_RAND(Ordering_t) = LANES_RAND(Ordering);

namespace rocport_lanes {

/// A generator of the host's functions.
class HostGenerator
{
public:
    enum class Kind { Xorwow, Mrg, Philox, Sobol, Sobol64 };
    explicit HostGenerator(Kind kind) : m_kind(kind) {}

    [[nodiscard]] bool isQuasi() const { return m_kind == Kind::Sobol || isWide(); }
    /// Whether the numbers are of 64 bits.
    [[nodiscard]] bool isWide() const { return m_kind == Kind::Sobol64; }
    void setSeed(std::uint64_t seed)
    {
        m_seed = seed;
        m_xorwow.clear();
        m_mrg.clear();
        m_philox.clear();
        m_offset = 0;
    }
    void setOffset(std::uint64_t offset)
    {
        setSeed(m_seed);
        m_offset = offset;
    }
    bool setDimensions(unsigned dimensions)
    {
        const bool isPlayed = dimensions > 0 && dimensions <= sobolDimensions();
        m_dimensions = isPlayed ? dimensions : m_dimensions;
        return isPlayed;
    }
    void setStream(const Stream* stream) { m_stream = stream; }
    [[nodiscard]] bool isCaptured() const { return rocport_lanes::isCaptured(m_stream); }

    /// Calls `take` with each index and the engine that makes what belongs there; of numbers that
    /// come in pairs for each pair.
    template <typename Take>
    void fill(std::size_t count, Take take)
    {
        if (m_kind == Kind::Xorwow) {
            fillFrom(m_xorwow, 4096, count, take);
        } else if (m_kind == Kind::Mrg) {
            fillFrom(m_mrg, 81920, count, take);
        } else {
            fillFrom(m_philox, 1, count, take);
        }
    }
    /// Of Sobol's sequence: all points' first coordinates, then their second and so on. False where
    /// the count is no multiple of the dimensions.
    template <typename Take>
    bool fillQuasi(std::size_t count, Take take)
    {
        if (count % m_dimensions != 0) {
            return false;
        }
        const std::size_t points = count / m_dimensions;
        for (unsigned dimension = 0; dimension < m_dimensions; ++dimension) {
            for (std::size_t i = 0; i < points; ++i) {
                const std::size_t place = dimension * points + i;
                if (isWide()) {
                    take(place, sobolAt(sobolVectors64()[dimension], m_offset + i));
                } else {
                    take(place, sobolAt(sobolVectors32()[dimension], m_offset + i));
                }
            }
        }
        m_offset += points;
        return true;
    }

private:
    template <typename Engine, typename Take>
    void fillFrom(std::vector<RandomState<Engine>>& engines, std::size_t most, std::size_t count,
                  Take take)
    {
        if (engines.empty()) {
            m_place = static_cast<std::size_t>(m_offset % most);
            RandomState<Engine> one;
            static_cast<KeptNormals&>(one) = {};
            one.seed(m_seed);
            for (std::size_t i = 0; i < most; ++i) {
                engines.push_back(one);
                engines.back().skip(m_offset / most + (i < m_place ? 1 : 0));
                one.skipSubsequences(1);
            }
        }
        for (std::size_t i = 0; i < count; ++i) {
            take(i, engines[m_place]);
            m_place = (m_place + 1) % most;
        }
    }
    Kind m_kind;
    const Stream* m_stream = nullptr;
    std::uint64_t m_seed = 0;
    std::uint64_t m_offset = 0;
    std::size_t m_place = 0;
    unsigned m_dimensions = 1;
    std::vector<RandomState<Xorwow>> m_xorwow;
    std::vector<RandomState<Mrg32k3a>> m_mrg;
    std::vector<RandomState<Philox>> m_philox;
};

} // namespace rocport_lanes

using LANES_RAND(Generator_t) = rocport_lanes::HostGenerator*;

inline LANES_RAND(Status_t)
    LANES_RAND(CreateGenerator)(LANES_RAND(Generator_t) * generator, LANES_RAND(RngType_t) type)
{
    using Kind = rocport_lanes::HostGenerator::Kind;
    switch (type) {
    case LANES_RANDS(_RNG_PSEUDO_DEFAULT):
    case LANES_RANDS(_RNG_PSEUDO_XORWOW):
        *generator = new rocport_lanes::HostGenerator(Kind::Xorwow);
        break;
    case LANES_RANDS(_RNG_PSEUDO_MRG32K3A):
        *generator = new rocport_lanes::HostGenerator(Kind::Mrg);
        break;
    case LANES_RANDS(_RNG_PSEUDO_MTGP32):
    case LANES_RANDS(_RNG_PSEUDO_MT19937):
    case LANES_RANDS(_RNG_PSEUDO_PHILOX4_32_10):
        *generator = new rocport_lanes::HostGenerator(Kind::Philox);
        break;
    case LANES_RANDS(_RNG_QUASI_DEFAULT):
    case LANES_RANDS(_RNG_QUASI_SOBOL32):
        *generator = new rocport_lanes::HostGenerator(Kind::Sobol);
        break;
    case LANES_RANDS(_RNG_QUASI_SOBOL64):
        *generator = new rocport_lanes::HostGenerator(Kind::Sobol64);
        break;
    default:
        return LANES_RANDS(_STATUS_TYPE_ERROR);
    }
    return LANES_RANDS(_STATUS_SUCCESS);
}
inline LANES_RAND(Status_t)
    LANES_RAND(CreateGeneratorHost)(LANES_RAND(Generator_t) * generator, LANES_RAND(RngType_t) type)
{
    return LANES_RAND(CreateGenerator)(generator, type);
}
inline LANES_RAND(Status_t) LANES_RAND(DestroyGenerator)(LANES_RAND(Generator_t) generator)
{
    delete generator;
    return LANES_RANDS(_STATUS_SUCCESS);
}
inline LANES_RAND(Status_t) LANES_RAND(GetVersion)(int* version)
{
    *version = LANES_RUNTIME_VERSION;
    return LANES_RANDS(_STATUS_SUCCESS);
}
/// What a captured stream is asked for is refused, not recorded.
inline LANES_RAND(Status_t)
    LANES_RAND(SetStream)(LANES_RAND(Generator_t) generator, LANES_NAME(Stream_t) stream)
{
    generator->setStream(stream);
    return LANES_RANDS(_STATUS_SUCCESS);
}
inline LANES_RAND(Status_t) LANES_RAND(GenerateSeeds)(LANES_RAND(Generator_t))
{
    return LANES_RANDS(_STATUS_SUCCESS);
}
inline LANES_RAND(Status_t)
    LANES_RAND(SetGeneratorOrdering)(LANES_RAND(Generator_t), LANES_RAND(Ordering_t))
{
    return LANES_RANDS(_STATUS_SUCCESS);
}
inline LANES_RAND(Status_t)
    LANES_RAND(SetPseudoRandomGeneratorSeed)(LANES_RAND(Generator_t) generator,
                                             unsigned long long seed)
{
    if (generator->isQuasi()) {
        return LANES_RANDS(_STATUS_TYPE_ERROR);
    }
    generator->setSeed(seed);
    return LANES_RANDS(_STATUS_SUCCESS);
}
inline LANES_RAND(Status_t)
    LANES_RAND(SetGeneratorOffset)(LANES_RAND(Generator_t) generator, unsigned long long offset)
{
    generator->setOffset(offset);
    return LANES_RANDS(_STATUS_SUCCESS);
}
/// Up to 3,667 dimensions.
inline LANES_RAND(Status_t)
    LANES_RAND(SetQuasiRandomGeneratorDimensions)(LANES_RAND(Generator_t) generator,
                                                  unsigned dimensions)
{
    if (!generator->isQuasi()) {
        return LANES_RANDS(_STATUS_TYPE_ERROR);
    }
    return generator->setDimensions(dimensions) ? LANES_RANDS(_STATUS_SUCCESS)
                                                : LANES_RANDS(_STATUS_OUT_OF_RANGE);
}

namespace rocport_lanes {

/// One number for each place; `quasi` makes it of Sobol's bits.
template <typename T, typename Make, typename Quasi>
LANES_RAND(Status_t)
generate(HostGenerator* generator, T* out, std::size_t count, Make make, Quasi quasi)
{
    if (generator->isCaptured()) {
        return LANES_RANDS(_STATUS_LAUNCH_FAILURE);
    }
    if (generator->isQuasi()) {
        const bool done = generator->fillQuasi(count, [&](std::size_t i, auto bits) {
            out[i] = static_cast<T>(quasi(bits));
        });
        return done ? LANES_RANDS(_STATUS_SUCCESS) : LANES_RANDS(_STATUS_LENGTH_NOT_MULTIPLE);
    }
    generator->fill(count, [&](std::size_t i, auto& engine) { out[i] = make(engine); });
    return LANES_RANDS(_STATUS_SUCCESS);
}
/// Two numbers for each two places, an even count of them.
template <typename T, typename Make, typename Quasi>
LANES_RAND(Status_t)
generatePairs(HostGenerator* generator, T* out, std::size_t count, Make make, Quasi quasi)
{
    if (generator->isQuasi()) {
        return generate(
            generator, out, count, [](auto&) { return T(0); }, quasi);
    }
    if (generator->isCaptured()) {
        return LANES_RANDS(_STATUS_LAUNCH_FAILURE);
    }
    if (count % 2 != 0) {
        return LANES_RANDS(_STATUS_LENGTH_NOT_MULTIPLE);
    }
    generator->fill(count / 2, [&](std::size_t i, auto& engine) {
        const auto pair = make(engine);
        out[2 * i] = pair.x;
        out[2 * i + 1] = pair.y;
    });
    return LANES_RANDS(_STATUS_SUCCESS);
}
inline double partOf(unsigned bits)
{
    return (bits + 0.5) / 4294967296.0;
}
inline double partOf(unsigned long long bits)
{
    return static_cast<double>(bits >> 11) * kInverse53 + kInverse53 / 2.0;
}

} // namespace rocport_lanes

inline LANES_RAND(Status_t)
    LANES_RAND(Generate)(LANES_RAND(Generator_t) generator, unsigned* out, size_t count)
{
    if (generator->isWide()) {
        return LANES_RANDS(_STATUS_TYPE_ERROR);
    }
    return rocport_lanes::generate(
        generator, out, count, [](auto& engine) { return rocport_lanes::randomBits(engine); },
        [](auto bits) { return bits; });
}
inline LANES_RAND(Status_t)
    LANES_RAND(GenerateUniform)(LANES_RAND(Generator_t) generator, float* out, size_t count)
{
    return rocport_lanes::generate(
        generator, out, count, [](auto& engine) { return rocport_lanes::uniform(engine); },
        [](auto bits) { return rocport_lanes::quasiUniform(bits); });
}
inline LANES_RAND(Status_t)
    LANES_RAND(GenerateUniformDouble)(LANES_RAND(Generator_t) generator, double* out, size_t count)
{
    return rocport_lanes::generate(
        generator, out, count, [](auto& engine) { return rocport_lanes::uniformDouble(engine); },
        [](auto bits) { return rocport_lanes::quasiUniformDouble(bits); });
}
inline LANES_RAND(Status_t)
    LANES_RAND(GenerateNormal)(LANES_RAND(Generator_t) generator, float* out, size_t count,
                               float mean, float deviation)
{
    return rocport_lanes::generatePairs(
        generator, out, count,
        [=](auto& engine) {
            const float2 pair = rocport_lanes::normals(engine);
            return float2{std::fma(deviation, pair.x, mean), std::fma(deviation, pair.y, mean)};
        },
        [=](auto bits) {
            return mean + deviation * rocport_lanes::normalBelow(rocport_lanes::partOf(bits));
        });
}
inline LANES_RAND(Status_t)
    LANES_RAND(GenerateNormalDouble)(LANES_RAND(Generator_t) generator, double* out, size_t count,
                                     double mean, double deviation)
{
    return rocport_lanes::generatePairs(
        generator, out, count,
        [=](auto& engine) {
            const double2 pair = rocport_lanes::normalsDouble(engine);
            return double2{std::fma(deviation, pair.x, mean), std::fma(deviation, pair.y, mean)};
        },
        [=](auto bits) {
            return mean + deviation * rocport_lanes::normalBelow(rocport_lanes::partOf(bits));
        });
}
inline LANES_RAND(Status_t)
    LANES_RAND(GenerateLogNormal)(LANES_RAND(Generator_t) generator, float* out, size_t count,
                                  float mean, float deviation)
{
    const auto status = LANES_RAND(GenerateNormal)(generator, out, count, mean, deviation);
    if (status == LANES_RANDS(_STATUS_SUCCESS)) {
        std::transform(out, out + count, out, [](float x) { return std::exp(x); });
    }
    return status;
}
inline LANES_RAND(Status_t)
    LANES_RAND(GenerateLogNormalDouble)(LANES_RAND(Generator_t) generator, double* out,
                                        size_t count, double mean, double deviation)
{
    const auto status = LANES_RAND(GenerateNormalDouble)(generator, out, count, mean, deviation);
    if (status == LANES_RANDS(_STATUS_SUCCESS)) {
        std::transform(out, out + count, out, [](double x) { return std::exp(x); });
    }
    return status;
}
inline LANES_RAND(Status_t) LANES_RAND(GeneratePoisson)(LANES_RAND(Generator_t) generator,
                                                        unsigned* out, size_t count, double lambda)
{
    return rocport_lanes::generate(
        generator, out, count, [=](auto& engine) { return rocport_lanes::poisson(engine, lambda); },
        [=](auto bits) { // how many have to come until the part is reached
            double part = std::exp(-lambda);
            double below = part;
            unsigned k = 0;
            for (; below < rocport_lanes::partOf(bits) && part > 0; ++k) {
                part *= lambda / (k + 1);
                below += part;
            }
            return k;
        });
}
/// Numbers of 64 bits, which only Sobol's sequence of 64 bits has.
inline LANES_RAND(Status_t)
    LANES_RAND(GenerateLongLong)(LANES_RAND(Generator_t) generator, unsigned long long* out,
                                 size_t count)
{
    if (!generator->isWide()) {
        return LANES_RANDS(_STATUS_TYPE_ERROR);
    }
    return rocport_lanes::generate(
        generator, out, count, [](auto& engine) { return rocport_lanes::randomBits(engine); },
        [](auto bits) { return bits; });
}

enum LANES_RAND(DirectionVectorSet) {
    LANES_RANDS(_DIRECTION_VECTORS_32_JOEKUO6) = 101,
    LANES_RANDS(_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6) = 102,
    LANES_RANDS(_DIRECTION_VECTORS_64_JOEKUO6) = 103,
    LANES_RANDS(_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6) = 104,
};
using LANES_RAND(DirectionVectorSet_t) = LANES_RAND(DirectionVectorSet);

/// Those that are scrambled were never published: refused.
inline LANES_RAND(Status_t)
    LANES_RAND(GetDirectionVectors32)(LANES_RAND(DirectionVectors32_t) * *vectors,
                                      LANES_RAND(DirectionVectorSet_t) set)
{
    if (set != LANES_RANDS(_DIRECTION_VECTORS_32_JOEKUO6)) {
        return LANES_RANDS(_STATUS_OUT_OF_RANGE);
    }
    *vectors = rocport_lanes::sobolVectors32();
    return LANES_RANDS(_STATUS_SUCCESS);
}
inline LANES_RAND(Status_t)
    LANES_RAND(GetDirectionVectors64)(LANES_RAND(DirectionVectors64_t) * *vectors,
                                      LANES_RAND(DirectionVectorSet_t) set)
{
    if (set != LANES_RANDS(_DIRECTION_VECTORS_64_JOEKUO6)) {
        return LANES_RANDS(_STATUS_OUT_OF_RANGE);
    }
    *vectors = rocport_lanes::sobolVectors64();
    return LANES_RANDS(_STATUS_SUCCESS);
}
