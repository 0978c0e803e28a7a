#pragma once

// Poisson numbers: Knuth's product below 64, a rejection up to 4000, a rounded normal number above.

namespace rocport_lanes {

/// Of a large lambda, from a normal number.
inline unsigned poissonOf(double normal, double lambda)
{
#ifdef LANES_AMD
    return static_cast<unsigned>(std::round(std::sqrt(lambda) * normal + lambda));
#else
    return static_cast<unsigned>(std::fma(std::sqrt(lambda), normal, lambda) + 0.5);
#endif
}

#ifdef LANES_AMD

/// Lanczos' approximation with g = 7 and 9 terms.
inline double logGamma(double x)
{
    constexpr double kTerms[] = {0.99999999999980993227684700473478,
                                 676.520368121885098567009190444019,
                                 -1259.13921672240287047156078755283,
                                 771.3234287776530788486528258894,
                                 -176.61502916214059906584551354,
                                 12.507343278686904814458936853,
                                 -0.13857109526572011689554707,
                                 9.984369578019570859563e-6,
                                 1.50563273514931155834e-7};
    const double z = x - 1.0;
    double sum = 0.0;
    for (int i = 8; i > 0; --i) {
        sum += kTerms[i] / (z + i);
    }
    sum += kTerms[0];
    constexpr double kLogRootTwoPi = 0.9189385332046727418;
    constexpr double kE = 2.718281828459045090796;
    return (kLogRootTwoPi + std::log(sum) - 7) + (z + 0.5) * std::log((z + 7.5) / kE);
}

template <typename State>
unsigned poisson(State& state, double lambda)
{
    if (lambda < 64.0) {
        const double limit = std::exp(-lambda);
        unsigned k = 0;
        double product = 1.0;
        do {
            ++k;
            product *= uniformDouble(state);
        } while (product > limit);
        return k - 1;
    }
    if (lambda > 4000.0) {
        return poissonOf(normalDouble(state), lambda);
    }
    // Atkinson's method PA.
    const double c = 0.767 - 3.36 / lambda;
    const double beta = 3.1415926535897932 / std::sqrt(3.0 * lambda);
    const double alpha = beta * lambda;
    const double k = std::log(c) - lambda - std::log(beta);
    for (;;) {
        const double u = uniformDouble(state);
        const double x = (alpha - std::log((1.0 - u) / u)) / beta;
        const double n = std::floor(x + 0.5);
        if (n < 0) {
            continue;
        }
        const double v = uniformDouble(state);
        const double y = alpha - beta * x;
        const double t = 1.0 + std::exp(y);
        if (y + std::log(v / (t * t)) <= k + n * std::log(lambda) - logGamma(n + 1.0)) {
            return static_cast<unsigned>(n);
        }
    }
}

#else

/// cuRAND's approximation of the regularised incomplete gamma function, and its inverse.
class GammaCurve
{
public:
    explicit GammaCurve(float a)
        : m_a(a),
          m_alpha(1.43248035075540910F / std::sqrt(a - 0.12400979329415655F) +
                  0.00025361074907033F),
          m_beta(0.21096734870196546F / std::sqrt(a - 1.97381164089999420F) + 0.94201734077887530F)
    {
    }
    float at(float x) const
    {
        const float t = 1.0F + std::exp(m_alpha * (m_a - x) - m_beta);
        return 1.0F / (t * t);
    }
    float inverse(float y) const
    {
        return m_a - (m_beta + std::log(1.0F / std::sqrt(y) - 1.0F)) / m_alpha;
    }

private:
    float m_a;
    float m_alpha;
    float m_beta;
};

template <typename State>
unsigned poisson(State& state, double lambda)
{
    if (lambda < 64) {
        unsigned k = 0;
        float product = std::exp(static_cast<float>(lambda));
        do {
            ++k;
            product *= uniform(state);
        } while (product > 1.0F);
        return k - 1;
    }
    if (lambda > 4000) {
        return poissonOf(normalDouble(state), lambda);
    }
    const auto a = static_cast<float>(lambda);
    const GammaCurve curve(a);
    const float logarithm = std::log(a);
    for (;;) {
        const float x = std::floor(curve.inverse(uniform(state)));
        const float height = (curve.at(x + 1.0F) - curve.at(x)) * 1.3F;
        const float z = uniform(state) * height;
        const float t = std::exp(
            -a + x * logarithm -
            static_cast<float>(std::lgamma(static_cast<double>(static_cast<int>(1.0F + x)))));
        if (z < t && height >= 1e-20) {
            return static_cast<unsigned>(x);
        }
    }
}

#endif

} // namespace rocport_lanes
