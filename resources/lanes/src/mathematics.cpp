// Mathematics that the C library has not: arithmetic with directed rounding, inverse error
// functions, Bessel functions. Exact to the last places of a double, whatever a GPU's are.

#include "lanes/rounding.h"

#include <cfenv>
#include <cmath>
#include <cstddef>
#include <limits>

namespace rocport_lanes {

namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

#if defined(__x86_64__)

/// The modes of the processor with that rounding.
inline unsigned modesWith(Rounding rounding, unsigned modes)
{
    constexpr unsigned kBits[] = {0, 3, 1, 2};
    constexpr unsigned kShift = 13;
    return (modes & ~(3U << kShift)) | kBits[static_cast<int>(rounding)] << kShift;
}

// The modes are set, and set back, beside the operation: fesetround() sets those of the x87 as well
// and takes ten times as long as what is calculated.
#define LANES_UNDER(T, name, operation)                                                            \
    inline T name(T x, T y, Rounding rounding)                                                     \
    {                                                                                              \
        unsigned before = 0;                                                                       \
        asm volatile("stmxcsr %0" : "=m"(before));                                                 \
        const unsigned modes = modesWith(rounding, before);                                        \
        asm volatile("ldmxcsr %2\n\t" operation " %1, %0\n\tldmxcsr %3"                           \
                     : "+x"(x)                                                                     \
                     : "x"(y), "m"(modes), "m"(before));                                           \
        return x;                                                                                  \
    }
#define LANES_ALL_UNDER(T, kind)                                                                   \
    LANES_UNDER(T, addUnder, "add" kind)                                                           \
    LANES_UNDER(T, subtractUnder, "sub" kind)                                                      \
    LANES_UNDER(T, multiplyUnder, "mul" kind)                                                      \
    LANES_UNDER(T, divideUnder, "div" kind)                                                        \
    LANES_UNDER(T, rootUnder, "sqrt" kind)
LANES_ALL_UNDER(float, "ss")
LANES_ALL_UNDER(double, "sd")
#undef LANES_ALL_UNDER
#undef LANES_UNDER

#endif

/// Runs an operation under a rounding. What it reads and writes is volatile, so that no compiler
/// moves it out of there or knows its result before.
template <typename T, typename Operation>
T under(Rounding rounding, Operation operation)
{
    constexpr int kModes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
    const int before = std::fegetround();
    std::fesetround(kModes[static_cast<int>(rounding)]);
    volatile T result = operation();
    std::fesetround(before);
    return result;
}

} // namespace

#if defined(__x86_64__)
#define LANES_TWO(T, name, op)                                                                     \
    T name##Rounded(T a, T b, Rounding rounding)                                                   \
    {                                                                                              \
        return name##Under(a, b, rounding);                                                        \
    }
#define LANES_ROOT(T)                                                                              \
    T rootRounded(T a, Rounding rounding)                                                          \
    {                                                                                              \
        return rootUnder(a, a, rounding);                                                          \
    }
#else
#define LANES_TWO(T, name, op)                                                                     \
    T name##Rounded(T a, T b, Rounding rounding)                                                            \
    {                                                                                              \
        volatile T x = a;                                                                          \
        volatile T y = b;                                                                          \
        return under<T>(rounding, [&]() -> T { return x op y; });                                  \
    }
#define LANES_ROOT(T)                                                                              \
    T rootRounded(T a, Rounding rounding)                                                          \
    {                                                                                              \
        volatile T x = a;                                                                          \
        return under<T>(rounding, [&]() -> T { return std::sqrt(x); });                            \
    }
#endif
#define LANES_ALL(T)                                                                               \
    LANES_TWO(T, add, +)                                                                           \
    LANES_TWO(T, subtract, -)                                                                      \
    LANES_TWO(T, multiply, *)                                                                      \
    LANES_TWO(T, divide, /)                                                                        \
    LANES_ROOT(T)                                                                                  \
    T multiplyAddRounded(T a, T b, T c, Rounding rounding)                                         \
    {                                                                                              \
        volatile T x = a;                                                                          \
        volatile T y = b;                                                                          \
        volatile T z = c;                                                                          \
        return under<T>(rounding, [&]() -> T { return std::fma(x, y, z); });                       \
    }
LANES_ALL(float)
LANES_ALL(double)
#undef LANES_ALL
#undef LANES_ROOT
#undef LANES_TWO

double lanes_sinpi(double x)
{
    if (!std::isfinite(x)) {
        return kNone;
    }
    const double turn = std::fmod(x, 2.0); // exact, and so is what is taken from it
    const double size = std::fabs(turn);
    double result = 0;
    if (size == 0 || size == 1) {
        return std::copysign(0.0, x);
    }
    if (size <= 0.25) {
        result = std::sin(kPi * size);
    } else if (size < 0.75) {
        result = std::cos(kPi * (0.5 - size));
    } else if (size <= 1.25) {
        result = std::sin(kPi * (1.0 - size));
    } else if (size < 1.75) {
        result = -std::cos(kPi * (1.5 - size));
    } else {
        result = std::sin(kPi * (size - 2.0));
    }
    return std::signbit(x) ? -result : result;
}

double lanes_cospi(double x)
{
    if (!std::isfinite(x)) {
        return kNone;
    }
    const double size = std::fmod(std::fabs(x), 2.0);
    if (size == 0.5 || size == 1.5) {
        return 0.0;
    }
    if (size <= 0.25) {
        return std::cos(kPi * size);
    }
    if (size < 0.75) {
        return std::sin(kPi * (0.5 - size));
    }
    if (size <= 1.25) {
        return -std::cos(kPi * (1.0 - size));
    }
    if (size < 1.75) {
        return std::sin(kPi * (size - 1.5));
    }
    return std::cos(kPi * (size - 2.0));
}

/// exp(x * x) * erfc(x): the continued fraction where erfc alone would run out of range.
double erfcx(double x)
{
    if (x < 8.0) {
        // The square in two parts, so that exp has no error of its own to make larger.
        const double square = x * x;
        const double rest = std::fma(x, x, -square);
        return std::exp(square) * (1.0 + rest) * std::erfc(x);
    }
    if (x > 1e9) {
        return 1.0 / (x * std::sqrt(kPi));
    }
    double fraction = x;
    for (int i = 60; i > 0; --i) {
        fraction = x + 0.5 * i / fraction;
    }
    return 1.0 / (fraction * std::sqrt(kPi));
}

/// The x whose erf is y, of at most a half, by Halley's steps.
static double erfinvOfSmall(double y)
{
    double x = y * std::sqrt(kPi) / 2.0;
    for (int i = 0; i < 5; ++i) {
        const double step = (std::erf(x) - y) * std::exp(x * x) * std::sqrt(kPi) / 2.0;
        x -= step / (1.0 + x * step);
    }
    return x;
}

/// The x whose erfc is y, by Halley's steps from a start that is right to some digits.
double erfcinv(double y)
{
    if (!(y >= 0.0 && y <= 2.0)) {
        return kNone;
    }
    if (y == 0.0 || y == 2.0) {
        return y == 0.0 ? kInfinity : -kInfinity;
    }
    if (y >= 0.5 && y <= 1.5) {
        return erfinvOfSmall(1.0 - y); // exact there
    }
    const double tail = y < 1.0 ? y : 2.0 - y; // exact there
    const double log = std::log(tail);
    double x = std::sqrt(-log);
    for (int i = 0; i < 8; ++i) { // erfc(x) = exp(-x * x) * erfcx(x)
        x = std::sqrt(std::fmax(std::log(erfcx(x)) - log, 0.01));
    }
    for (int i = 0; i < 6; ++i) {
        // In units of exp(-x * x), of which a small tail leaves digits enough.
        const double rest = tail > 1e-3 ? (std::erfc(x) - tail) * std::exp(x * x)
                                        : erfcx(x) - std::exp(log + x * x);
        const double step = rest * std::sqrt(kPi) / 2.0;
        x += step / (1.0 - x * step);
    }
    return y < 1.0 ? x : -x;
}

double erfinv(double y)
{
    if (!(y >= -1.0 && y <= 1.0)) {
        return kNone;
    }
    if (std::fabs(y) <= 0.5) {
        return y == 0 ? y : erfinvOfSmall(y);
    }
    return y > 0 ? erfcinv(1.0 - y) : -erfcinv(1.0 + y); // exact there
}

double normcdf(double x)
{
    // What is lost of the argument is large in the result where that is small.
    constexpr double kHalfRoot = 0.70710678118654752440;
    const double t = -x * kHalfRoot;
    const double lost = std::fma(-x, kHalfRoot, -t) + x * 4.8336466567264567e-17;
    const double slope = 2.0 / std::sqrt(kPi) * std::exp(-t * t);
    return std::isfinite(t) ? 0.5 * (std::erfc(t) - lost * slope) : 0.5 * std::erfc(t);
}

double normcdfinv(double y)
{
    return -1.41421356237309504880 * erfcinv(2.0 * y);
}

/// Of order 0 or 1: the series, and the asymptotic one where that is right to the last place.
static double besselI(int order, double x)
{
    const double size = std::fabs(x);
    double result = 0;
    if (size < 40.0) {
        const double quarter = size * size / 4.0;
        double term = order == 0 ? 1.0 : size / 2.0;
        for (int k = 1; k < 400 && result != result + term; ++k) {
            result += term;
            term *= quarter / (static_cast<double>(k) * (k + order));
        }
    } else {
        double term = 1.0;
        for (int k = 1; k < 60 && result != result + term; ++k) {
            result += term;
            const double odd = 2.0 * k - 1.0;
            term *= -(4.0 * order * order - odd * odd) / (8.0 * k * size);
        }
        const double half = std::exp(size / 2.0);
        result *= half / std::sqrt(2.0 * kPi * size) * half;
    }
    return order == 1 && x < 0 ? -result : result;
}

double cyl_bessel_i0(double x)
{
    return std::isinf(x) ? kInfinity : besselI(0, x);
}

double cyl_bessel_i1(double x)
{
    return std::isinf(x) ? x : besselI(1, x);
}

/// The length of a vector, without overflow on the way.
double norm(int count, const double* values)
{
    double largest = 0;
    for (int i = 0; i < count; ++i) {
        if (std::isinf(values[i])) {
            return kInfinity;
        }
        largest = std::isnan(values[i]) ? values[i] : std::fmax(largest, std::fabs(values[i]));
    }
    if (largest == 0 || std::isnan(largest)) {
        return largest;
    }
    const int scale = -std::ilogb(largest);
    double sum = 0;
    for (int i = 0; i < count; ++i) {
        const double x = std::scalbn(values[i], scale);
        sum = std::fma(x, x, sum);
    }
    return std::scalbn(std::sqrt(sum), -scale);
}

float norm(int count, const float* values)
{
    double sum = 0;
    bool infinite = false;
    for (int i = 0; i < count; ++i) {
        infinite = infinite || std::isinf(values[i]);
        sum += static_cast<double>(values[i]) * static_cast<double>(values[i]);
    }
    return infinite ? std::numeric_limits<float>::infinity() : static_cast<float>(std::sqrt(sum));
}

} // namespace rocport_lanes
