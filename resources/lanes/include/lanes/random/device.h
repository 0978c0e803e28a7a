#pragma once

// The device functions of cuRAND and hipRAND: LANES_RAND(x) is curandx or hiprandx. The vendors
// make numbers of the same bits in ways of their own, which are followed here: cuRAND 12's
// curand_uniform.h, curand_normal.h and curand_poisson.h, rocRAND 3's rocrand_uniform.h and so on.
// Sines, logarithms and exponentials are the C library's, whose last bits a GPU's need not have.

#ifdef LANES_AMD
#include "hip/hip_runtime.h"
#define LANES_RAND(x) LANES_JOIN(hiprand, x)
#else
#include "cuda_runtime.h"
#define LANES_RAND(x) LANES_JOIN(curand, x)
#endif

#include "lanes/random/engines.h"

namespace rocport_lanes {

/// The second number of a pair, which is kept for the next call.
struct KeptNormals
{
    int hasFloat; ///< 0: none; cuRAND tells normal (1) from log-normal numbers (2)
    int hasDouble;
    float keptFloat;
    double keptDouble;
};

template <typename Engine>
struct RandomState : Engine, KeptNormals
{
};

constexpr float kInverse32 = 2.3283064e-10F; // 2^-32
constexpr double kInverse32Double = 2.3283064365386963e-10;
constexpr double kInverse53 = 1.1102230246251565e-16;
constexpr float kTwoPi = 6.2831855F;
constexpr double kMrgNorm = 2.3283065498378288e-10;
#ifdef LANES_AMD
constexpr float kFloatOffset = kInverse32;
constexpr float kTwoPiOf32 = 1.46291807e-09F;
constexpr float kTwoPiOffset = kTwoPiOf32;
constexpr double kDoubleOffset = kInverse53;
constexpr int kLogNormal = 1; // as normal ones
#else
constexpr float kFloatOffset = kInverse32 / 2.0F;
constexpr float kTwoPiOf32 = kInverse32 * kTwoPi;
constexpr float kTwoPiOffset = kTwoPiOf32 / 2.0F;
constexpr double kDoubleOffset = kInverse53 / 2.0;
constexpr int kLogNormal = 2;
#endif

inline float uniformOf(std::uint32_t bits)
{
    return std::fma(static_cast<float>(bits), kInverse32, kFloatOffset);
}
inline double uniformDoubleOf(std::uint32_t low, std::uint32_t high)
{
#ifdef LANES_AMD
    const std::uint64_t bits = (std::uint64_t{high >> 11} << 32) | low;
#else
    const std::uint64_t bits = std::uint64_t{low} ^ (std::uint64_t{high} << 21);
#endif
    return static_cast<double>(bits) * kInverse53 + kDoubleOffset;
}

template <typename Engine>
constexpr bool kIsMrg = std::is_base_of_v<Mrg32k3a, Engine>;
template <typename Engine>
constexpr bool kIsPhilox = std::is_base_of_v<Philox, Engine>;

template <typename Engine>
std::uint32_t randomBits(Engine& engine)
{
    if constexpr (kIsMrg<Engine>) {
#ifdef LANES_AMD
        return static_cast<std::uint32_t>((engine.next() - 1) * 1.000000048661607);
#else
        return static_cast<std::uint32_t>(engine.next() * 1.000000048662);
#endif
    } else {
        return engine.next();
    }
}
template <typename Engine>
float uniform(Engine& engine)
{
    if constexpr (kIsMrg<Engine>) {
        return static_cast<float>(engine.next() * kMrgNorm);
    } else {
        return uniformOf(engine.next());
    }
}
template <typename Engine>
double uniformDouble(Engine& engine)
{
    if constexpr (kIsMrg<Engine>) {
        return engine.next() * kMrgNorm;
    } else {
#ifndef LANES_AMD
        if constexpr (kIsPhilox<Engine>) { // cuRAND takes 32 bits only
            return engine.next() * kInverse32Double + kInverse32Double;
        }
#endif
        const std::uint32_t low = engine.next();
        return uniformDoubleOf(low, engine.next());
    }
}

// Box and Muller: the sine first.
inline float2 boxMuller(float u, float v)
{
    const float s = std::sqrt(-2.0F * std::log(u));
    return {std::sin(v) * s, std::cos(v) * s};
}
inline double2 boxMuller(double u, double halfTurns)
{
    constexpr double kPi = 3.1415926535897932;
    const double s = std::sqrt(-2.0 * std::log(u));
    return {std::sin(halfTurns * kPi) * s, std::cos(halfTurns * kPi) * s};
}
inline float2 normalsOf(std::uint32_t x, std::uint32_t y)
{
    return boxMuller(uniformOf(x), std::fma(static_cast<float>(y), kTwoPiOf32, kTwoPiOffset));
}
inline double2 normalsOf(std::uint32_t x, std::uint32_t y, std::uint32_t z, std::uint32_t w)
{
    const std::uint64_t first = std::uint64_t{x} ^ (std::uint64_t{y} << 21);
    const std::uint64_t second = std::uint64_t{z} ^ (std::uint64_t{w} << 21);
    return boxMuller(static_cast<double>(first) * kInverse53 + kDoubleOffset,
                     static_cast<double>(second) * (2.0 * kInverse53) + 2.0 * kDoubleOffset);
}
template <typename Engine>
float2 normals(Engine& engine)
{
    if constexpr (kIsMrg<Engine>) {
        const float u = uniform(engine);
        return boxMuller(u, uniform(engine) * kTwoPi);
    } else {
        const std::uint32_t x = engine.next();
        return normalsOf(x, engine.next());
    }
}
template <typename Engine>
double2 normalsDouble(Engine& engine)
{
    if constexpr (kIsMrg<Engine>) {
#ifdef LANES_AMD // by way of float
        const double u = uniform(engine);
        return boxMuller(u, static_cast<double>(uniform(engine)) * 2.0);
#else
        const double u = uniformDouble(engine);
        return boxMuller(u, uniformDouble(engine) * 2.0);
#endif
    } else if constexpr (kIsPhilox<Engine>) {
        const auto bits = engine.next4();
        return normalsOf(bits[0], bits[1], bits[2], bits[3]);
    } else {
        const std::uint32_t x = engine.next();
        const std::uint32_t y = engine.next();
        const std::uint32_t z = engine.next();
        return normalsOf(x, y, z, engine.next());
    }
}

template <typename State>
float normal(State& state)
{
    if (state.hasFloat == 1) {
        state.hasFloat = 0;
        return state.keptFloat;
    }
    const float2 pair = normals(state);
    state.hasFloat = 1;
    state.keptFloat = pair.y;
    return pair.x;
}
template <typename State>
double normalDouble(State& state)
{
    if (state.hasDouble == 1) {
        state.hasDouble = 0;
        return state.keptDouble;
    }
    const double2 pair = normalsDouble(state);
    state.hasDouble = 1;
    state.keptDouble = pair.y;
    return pair.x;
}
/// cuRAND keeps the second number as it will be given, rocRAND the normal one.
template <typename State>
float logNormal(State& state, float mean, float deviation)
{
    const auto of = [=](float normal) { return std::exp(std::fma(deviation, normal, mean)); };
    if (state.hasFloat == kLogNormal) {
        state.hasFloat = 0;
        return kLogNormal == 1 ? of(state.keptFloat) : state.keptFloat;
    }
    const float2 pair = normals(state);
    state.hasFloat = kLogNormal;
    state.keptFloat = kLogNormal == 1 ? pair.y : of(pair.y);
    return of(pair.x);
}
template <typename State>
double logNormalDouble(State& state, double mean, double deviation)
{
    const auto of = [=](double normal) { return std::exp(std::fma(deviation, normal, mean)); };
    if (state.hasDouble == kLogNormal) {
        state.hasDouble = 0;
        return kLogNormal == 1 ? of(state.keptDouble) : state.keptDouble;
    }
    const double2 pair = normalsDouble(state);
    state.hasDouble = kLogNormal;
    state.keptDouble = kLogNormal == 1 ? pair.y : of(pair.y);
    return of(pair.x);
}

} // namespace rocport_lanes

#include "lanes/random/poisson.h"

// --- Names ---------------------------------------------------------------------------------------

using LANES_RAND(StateXORWOW_t) = rocport_lanes::RandomState<rocport_lanes::Xorwow>;
using LANES_RAND(StatePhilox4_32_10_t) = rocport_lanes::RandomState<rocport_lanes::Philox>;
using LANES_RAND(StateMRG32k3a_t) = rocport_lanes::RandomState<rocport_lanes::Mrg32k3a>;
using LANES_RAND(StateXORWOW) = LANES_RAND(StateXORWOW_t);
using LANES_RAND(StatePhilox4_32_10) = LANES_RAND(StatePhilox4_32_10_t);
using LANES_RAND(StateMRG32k3a) = LANES_RAND(StateMRG32k3a_t);
using LANES_RAND(State_t) = LANES_RAND(StateXORWOW_t);
using LANES_RAND(State) = LANES_RAND(StateXORWOW_t);

template <typename Engine>
void LANES_RAND(_init)(unsigned long long seed, unsigned long long subsequence,
                       unsigned long long offset, rocport_lanes::RandomState<Engine>* state)
{
    state->seed(seed);
    state->skipSubsequences(subsequence);
    state->skip(offset);
    static_cast<rocport_lanes::KeptNormals&>(*state) = {};
}
template <typename Engine>
void skipahead(unsigned long long count, rocport_lanes::RandomState<Engine>* state)
{
    state->skip(count);
}
template <typename Engine>
void skipahead_sequence(unsigned long long count, rocport_lanes::RandomState<Engine>* state)
{
#ifdef LANES_AMD
    state->skipSubsequences(count);
#else
    state->skipSequences(count);
#endif
}
template <typename Engine>
void skipahead_subsequence(unsigned long long count, rocport_lanes::RandomState<Engine>* state)
{
    state->skipSubsequences(count);
}

#ifdef LANES_AMD
template <typename Engine>
unsigned hiprand(rocport_lanes::RandomState<Engine>* state)
#else
template <typename Engine>
unsigned curand(rocport_lanes::RandomState<Engine>* state)
#endif
{
    return rocport_lanes::randomBits(*state);
}

#define LANES_DRAW(result, name, call)                                                             \
    template <typename Engine>                                                                     \
    result LANES_RAND(name)(rocport_lanes::RandomState<Engine> * state)                                    \
    {                                                                                              \
        return call;                                                                               \
    }
LANES_DRAW(float, _uniform, rocport_lanes::uniform(*state))
LANES_DRAW(double, _uniform_double, rocport_lanes::uniformDouble(*state))
LANES_DRAW(float, _normal, rocport_lanes::normal(*state))
LANES_DRAW(double, _normal_double, rocport_lanes::normalDouble(*state))
LANES_DRAW(float2, _normal2, rocport_lanes::normals(*state))
LANES_DRAW(double2, _normal2_double, rocport_lanes::normalsDouble(*state))
#undef LANES_DRAW

template <typename Engine>
float LANES_RAND(_log_normal)(rocport_lanes::RandomState<Engine>* state, float mean, float deviation)
{
    return rocport_lanes::logNormal(*state, mean, deviation);
}
template <typename Engine>
double LANES_RAND(_log_normal_double)(rocport_lanes::RandomState<Engine>* state, double mean,
                                      double deviation)
{
    return rocport_lanes::logNormalDouble(*state, mean, deviation);
}
template <typename Engine>
float2 LANES_RAND(_log_normal2)(rocport_lanes::RandomState<Engine>* state, float mean, float deviation)
{
    const float2 pair = rocport_lanes::normals(*state);
    return {std::exp(std::fma(deviation, pair.x, mean)),
            std::exp(std::fma(deviation, pair.y, mean))};
}
template <typename Engine>
double2 LANES_RAND(_log_normal2_double)(rocport_lanes::RandomState<Engine>* state, double mean,
                                        double deviation)
{
    const double2 pair = rocport_lanes::normalsDouble(*state);
    return {std::exp(std::fma(deviation, pair.x, mean)),
            std::exp(std::fma(deviation, pair.y, mean))};
}
template <typename Engine>
unsigned LANES_RAND(_poisson)(rocport_lanes::RandomState<Engine>* state, double lambda)
{
    return rocport_lanes::poisson(*state, lambda);
}

// Four at once, of Philox only.
inline uint4 LANES_RAND(4)(LANES_RAND(StatePhilox4_32_10_t) * state)
{
    const auto bits = state->next4();
    return {bits[0], bits[1], bits[2], bits[3]};
}
inline float4 LANES_RAND(_uniform4)(LANES_RAND(StatePhilox4_32_10_t) * state)
{
    const auto bits = state->next4();
    return {rocport_lanes::uniformOf(bits[0]), rocport_lanes::uniformOf(bits[1]), rocport_lanes::uniformOf(bits[2]),
            rocport_lanes::uniformOf(bits[3])};
}
inline double2 LANES_RAND(_uniform2_double)(LANES_RAND(StatePhilox4_32_10_t) * state)
{
    const auto bits = state->next4();
    return {rocport_lanes::uniformDoubleOf(bits[0], bits[1]), rocport_lanes::uniformDoubleOf(bits[2], bits[3])};
}
inline double4 LANES_RAND(_uniform4_double)(LANES_RAND(StatePhilox4_32_10_t) * state)
{
    const double2 first = LANES_RAND(_uniform2_double)(state);
    const double2 second = LANES_RAND(_uniform2_double)(state);
    return {first.x, first.y, second.x, second.y};
}
inline float4 LANES_RAND(_normal4)(LANES_RAND(StatePhilox4_32_10_t) * state)
{
    const auto bits = state->next4();
    const float2 first = rocport_lanes::normalsOf(bits[0], bits[1]);
    const float2 second = rocport_lanes::normalsOf(bits[2], bits[3]);
    return {first.x, first.y, second.x, second.y};
}
inline double4 LANES_RAND(_normal4_double)(LANES_RAND(StatePhilox4_32_10_t) * state)
{
    const double2 first = rocport_lanes::normalsDouble(*state);
    const double2 second = rocport_lanes::normalsDouble(*state);
    return {first.x, first.y, second.x, second.y};
}
inline float4 LANES_RAND(_log_normal4)(LANES_RAND(StatePhilox4_32_10_t) * state, float mean,
                                       float deviation)
{
    const float4 all = LANES_RAND(_normal4)(state);
    const auto of = [=](float normal) { return std::exp(std::fma(deviation, normal, mean)); };
    return {of(all.x), of(all.y), of(all.z), of(all.w)};
}
inline double4 LANES_RAND(_log_normal4_double)(LANES_RAND(StatePhilox4_32_10_t) * state,
                                               double mean, double deviation)
{
    const double4 all = LANES_RAND(_normal4_double)(state);
    const auto of = [=](double normal) { return std::exp(std::fma(deviation, normal, mean)); };
    return {of(all.x), of(all.y), of(all.z), of(all.w)};
}
inline uint4 LANES_RAND(_poisson4)(LANES_RAND(StatePhilox4_32_10_t) * state, double lambda)
{
#ifndef LANES_AMD
    if (lambda > 4000) {
        const double4 all = LANES_RAND(_normal4_double)(state);
        const auto of = [=](double normal) { return rocport_lanes::poissonOf(normal, lambda); };
        return {of(all.x), of(all.y), of(all.z), of(all.w)};
    }
#endif
    const unsigned first = rocport_lanes::poisson(*state, lambda);
    const unsigned second = rocport_lanes::poisson(*state, lambda);
    const unsigned third = rocport_lanes::poisson(*state, lambda);
    return {first, second, third, rocport_lanes::poisson(*state, lambda)};
}

#include "lanes/random/quasi.h"
