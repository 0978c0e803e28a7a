#pragma once

// Sobol's sequence for kernels, as cuRAND and hipRAND have it: the direction numbers come with the
// call, the numbers are in the order of the Gray code, the first is 0 or the scramble constant.
// Included by device.h.

namespace rocport_lanes {

/// The normal number below which a part p of all lie: Acklam's approximation and a step of
/// Halley's.
inline double normalBelow(double p)
{
    const auto tail = [](double q) {
        return (((((-7.784894002430293e-03 * q - 3.223964580411365e-01) * q -
                   2.400758277161838e+00) *
                      q -
                  2.549732539343734e+00) *
                     q +
                 4.374664141464968e+00) *
                    q +
                2.938163982698783e+00) /
               ((((7.784695709041462e-03 * q + 3.224671290700398e-01) * q + 2.445134137142996e+00) *
                     q +
                 3.754408661907416e+00) *
                    q +
                1.0);
    };
    double x = 0.0;
    if (p < 0.02425) {
        x = tail(std::sqrt(-2.0 * std::log(p)));
    } else if (p > 1.0 - 0.02425) {
        x = -tail(std::sqrt(-2.0 * std::log(1.0 - p)));
    } else {
        const double q = p - 0.5;
        const double r = q * q;
        x = (((((-3.969683028665376e+01 * r + 2.209460984245205e+02) * r - 2.759285104469687e+02) *
                   r +
               1.383577518672690e+02) *
                  r -
              3.066479806614716e+01) *
                 r +
             2.506628277459239e+00) *
            q /
            (((((-5.447609879822406e+01 * r + 1.615858368580409e+02) * r - 1.556989798598866e+02) *
                   r +
               6.680131188771972e+01) *
                  r -
              1.328068155288572e+01) *
                 r +
             1.0);
    }
    const double error = 0.5 * std::erfc(-x / std::sqrt(2.0)) - p;
    const double step = error * std::sqrt(2.0 * 3.14159265358979323846) * std::exp(x * x / 2.0);
    return x - step / (1.0 + x * step / 2.0);
}

template <typename T, bool kIsScrambled>
struct SobolState
{
    static constexpr unsigned kBits = 8 * sizeof(T);
    T i;
    T x;
    T c;
    T direction_vectors[kBits];

    void begin(const T* vectors, T scramble, T offset)
    {
        std::copy(vectors, vectors + kBits, direction_vectors);
        c = scramble;
        i = 0;
        skip(offset);
    }
    void skip(T many)
    {
        i += many;
        x = c;
        for (T gray = i ^ (i >> 1); gray != 0; gray &= gray - 1) {
            x ^= direction_vectors[std::countr_zero(gray)];
        }
    }
    T next()
    {
        const T result = x;
        x ^= direction_vectors[std::min<unsigned>(std::countr_one(i), kBits - 1)];
        ++i;
        return result;
    }
};

/// The upper bits of a number of 64 bits are used, as many as the result has room for.
inline float quasiUniform(unsigned bits)
{
    return uniformOf(bits);
}
inline float quasiUniform(unsigned long long bits)
{
    return uniformOf(static_cast<std::uint32_t>(bits >> 32));
}
inline double quasiUniformDouble(unsigned bits)
{
    return bits * kInverse32Double + kInverse32Double;
}
inline double quasiUniformDouble(unsigned long long bits)
{
    return static_cast<double>(bits >> 11) * kInverse53 + kDoubleOffset;
}

/// By the inverse of the distribution. cuRAND mirrors the upper half.
template <typename T>
double quasiNormal(T bits, bool isDouble)
{
#ifdef LANES_AMD
    constexpr bool kMirrors = false;
#else
    constexpr bool kMirrors = true;
#endif
    const bool isUpper = kMirrors && bits > std::numeric_limits<T>::max() / 2 + 1;
    bits = isUpper ? static_cast<T>(~bits) : bits;
    double part = isDouble ? quasiUniformDouble(bits) : quasiUniform(bits);
#ifndef LANES_AMD
    if (isDouble && sizeof(T) == 4) {
        part -= kInverse32Double / 2; // the middle here
    }
#endif
    constexpr double kBelowOne = 1.0 - kInverse53;
    const double normal = normalBelow(std::min(part, kBelowOne));
    return isUpper ? -normal : normal;
}

} // namespace rocport_lanes

using LANES_RAND(DirectionVectors32_t) = unsigned[32];
using LANES_RAND(DirectionVectors64_t) = unsigned long long[64];
using LANES_RAND(StateSobol32_t) = rocport_lanes::SobolState<unsigned, false>;
using LANES_RAND(StateSobol32) = LANES_RAND(StateSobol32_t);
using LANES_RAND(StateSobol64_t) = rocport_lanes::SobolState<unsigned long long, false>;
using LANES_RAND(StateSobol64) = LANES_RAND(StateSobol64_t);
using LANES_RAND(StateScrambledSobol32_t) = rocport_lanes::SobolState<unsigned, true>;
using LANES_RAND(StateScrambledSobol32) = LANES_RAND(StateScrambledSobol32_t);
using LANES_RAND(StateScrambledSobol64_t) = rocport_lanes::SobolState<unsigned long long, true>;
using LANES_RAND(StateScrambledSobol64) = LANES_RAND(StateScrambledSobol64_t);

template <typename T>
void LANES_RAND(_init)(const T* vectors, std::type_identity_t<T> offset,
                       rocport_lanes::SobolState<T, false>* state)
{
    state->begin(vectors, 0, offset);
}
template <typename T>
void LANES_RAND(_init)(const T* vectors, std::type_identity_t<T> scramble,
                       std::type_identity_t<T> offset, rocport_lanes::SobolState<T, true>* state)
{
    state->begin(vectors, scramble, offset);
}
template <typename T, bool kIsScrambled>
void skipahead(std::type_identity_t<T> count, rocport_lanes::SobolState<T, kIsScrambled>* state)
{
    state->skip(count);
}
#ifdef LANES_AMD
template <typename T, bool kIsScrambled>
T hiprand(rocport_lanes::SobolState<T, kIsScrambled>* state)
#else
template <typename T, bool kIsScrambled>
T curand(rocport_lanes::SobolState<T, kIsScrambled>* state)
#endif
{
    return state->next();
}

#define LANES_DRAW(result, name, call)                                                             \
    template <typename T, bool kIsScrambled>                                                       \
    result LANES_RAND(name)(rocport_lanes::SobolState<T, kIsScrambled> * state)                    \
    {                                                                                              \
        return static_cast<result>(call);                                                          \
    }
LANES_DRAW(float, _uniform, rocport_lanes::quasiUniform(state->next()))
LANES_DRAW(double, _uniform_double, rocport_lanes::quasiUniformDouble(state->next()))
LANES_DRAW(float, _normal, rocport_lanes::quasiNormal(state->next(), false))
LANES_DRAW(double, _normal_double, rocport_lanes::quasiNormal(state->next(), true))
#undef LANES_DRAW

template <typename T, bool kIsScrambled>
float LANES_RAND(_log_normal)(rocport_lanes::SobolState<T, kIsScrambled>* state, float mean,
                              float deviation)
{
    return std::exp(std::fma(deviation, LANES_RAND(_normal)(state), mean));
}
template <typename T, bool kIsScrambled>
double LANES_RAND(_log_normal_double)(rocport_lanes::SobolState<T, kIsScrambled>* state,
                                      double mean, double deviation)
{
    return std::exp(std::fma(deviation, LANES_RAND(_normal_double)(state), mean));
}
