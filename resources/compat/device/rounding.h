// Numbers as integers: what the build says of fast mathematics, joined operations and small numbers changes nothing.
template <typename T>
struct RocportParts;
template <>
struct RocportParts<float>
{
    using Bits = unsigned int;
    using Wide = unsigned long long; // a product fits, with zeros below it
    static constexpr int kDigits = 24, kLowest = -149, kTop = 61;
    static constexpr Bits kInfinity = 0x7F800000, kNan = 0x7FFFFFFF;
};
template <>
struct RocportParts<double>
{
    using Bits = unsigned long long;
    using Wide = unsigned __int128;
    static constexpr int kDigits = 53, kLowest = -1074, kTop = 125;
    static constexpr Bits kInfinity = 0x7FF0000000000000, kNan = 0x7FFFFFFFFFFFFFFF;
};
template <typename To, typename From>
inline __host__ __device__ To rocportSameBits(From value)
{
    static_assert(sizeof(To) == sizeof(From), "the same size");
    To bits;
    __builtin_memcpy(&bits, &value, sizeof(bits));
    return bits;
}
/// A number is mantissa * 2^exponent.
template <typename T>
struct RocportNumber
{
    using Parts = RocportParts<T>;
    using Bits = typename Parts::Bits;
    using Wide = typename Parts::Wide;
    bool negative, isNan, isInfinite;
    int exponent;
    Wide mantissa;
    explicit __host__ __device__ RocportNumber(T value)
    {
        const Bits bits = rocportSameBits<Bits>(value);
        constexpr int kSign = 8 * static_cast<int>(sizeof(T)) - 1;
        constexpr Bits kOne = Bits(1) << (Parts::kDigits - 1);
        const Bits size = bits & ~(Bits(1) << kSign);
        const int field = static_cast<int>(size >> (Parts::kDigits - 1));
        negative = bits >> kSign != 0;
        isNan = size > Parts::kInfinity;
        isInfinite = size == Parts::kInfinity;
        exponent = (field != 0 ? field - 1 : 0) + Parts::kLowest;
        mantissa = (size & (kOne - 1)) | (field != 0 ? kOne : 0);
    }
    __host__ __device__ RocportNumber(bool isNegative, Wide size, int power)
        : negative(isNegative), isNan(false), isInfinite(false), exponent(power), mantissa(size)
    {
    }
    /// The same number, with its first digit at this place.
    __host__ __device__ void raise(int top)
    {
        for (int step = 64; step > 0; step /= 2) {
            if (step <= top && mantissa >> (top + 1 - step) == 0) {
                mantissa <<= step;
                exponent -= step;
            }
        }
    }
};
template <typename T>
inline __host__ __device__ T rocportNan()
{
    return rocportSameBits<T>(RocportParts<T>::kNan);
}
template <typename T>
inline __host__ __device__ T rocportSigned(bool negative, typename RocportParts<T>::Bits size)
{
    using Bits = typename RocportParts<T>::Bits;
    return rocportSameBits<T>(size | (static_cast<Bits>(negative) << (8 * sizeof(T) - 1)));
}
/// The number rounded once: 'n' to nearest, 'z' toward zero, 'd' down, 'u' up. What was left out before is in the last digit.
template <typename T, char direction>
inline __host__ __device__ T rocportRound(RocportNumber<T> number)
{
    using Parts = RocportParts<T>;
    using Bits = typename Parts::Bits;
    using Wide = typename Parts::Wide;
    if (number.mantissa >> (Parts::kTop + 1) != 0) {
        number.mantissa = number.mantissa >> 1 | (number.mantissa & 1);
        ++number.exponent;
    }
    number.raise(Parts::kTop);
    int dropped = Parts::kTop + 1 - Parts::kDigits;
    if (number.exponent + dropped < Parts::kLowest)
        dropped = Parts::kLowest - number.exponent;
    const bool tiny = dropped > Parts::kTop + 1; // less than half of the least number
    const Wide kept = tiny ? 0 : number.mantissa >> dropped;
    const Wide rest = tiny ? number.mantissa : number.mantissa - (kept << dropped);
    const Wide half = tiny ? ~Wide(0) : Wide(1) << (dropped - 1);
    const bool away = direction == 'n'   ? rest > half || (rest == half && (kept & 1) != 0)
                      : direction == 'u' ? rest != 0 && !number.negative
                      : direction == 'd' ? rest != 0 && number.negative
                                         : false;
    const int field = tiny ? 0 : number.exponent + dropped - Parts::kLowest;
    const bool fits = field < static_cast<int>(Parts::kInfinity >> (Parts::kDigits - 1));
    const Bits size = fits ? (static_cast<Bits>(field) << (Parts::kDigits - 1)) + static_cast<Bits>(kept) + (away ? 1 : 0)
                           : Parts::kInfinity;
    const bool stays = direction == 'z' || (direction == 'u' && number.negative) || (direction == 'd' && !number.negative);
    return rocportSigned<T>(number.negative, size < Parts::kInfinity ? size : Parts::kInfinity - (stays ? 1 : 0));
}
template <typename T, char direction>
inline __host__ __device__ T rocportSum(RocportNumber<T> a, RocportNumber<T> b)
{
    using Parts = RocportParts<T>;
    if (a.mantissa == 0 && b.mantissa == 0)
        return rocportSigned<T>(a.negative == b.negative ? a.negative : direction == 'd', 0);
    if (a.mantissa == 0)
        return rocportRound<T, direction>(b);
    if (b.mantissa == 0)
        return rocportRound<T, direction>(a);
    a.raise(Parts::kTop);
    b.raise(Parts::kTop);
    const bool swap = a.exponent < b.exponent || (a.exponent == b.exponent && a.mantissa < b.mantissa);
    const RocportNumber<T> more = swap ? b : a;
    const RocportNumber<T> less = swap ? a : b;
    const int apart = more.exponent - less.exponent;
    typename Parts::Wide other = 1;
    if (apart <= Parts::kTop) {
        other = less.mantissa >> apart;
        if (other << apart != less.mantissa)
            other |= 1;
    }
    const bool same = more.negative == less.negative;
    const RocportNumber<T> sum(more.negative, same ? more.mantissa + other : more.mantissa - other, more.exponent);
    return sum.mantissa == 0 ? rocportSigned<T>(direction == 'd', 0) : rocportRound<T, direction>(sum);
}
template <typename T, char direction>
inline __host__ __device__ T rocportRoundedAdd(T first, T second)
{
    const RocportNumber<T> a(first);
    const RocportNumber<T> b(second);
    if (a.isNan || b.isNan || (a.isInfinite && b.isInfinite && a.negative != b.negative))
        return rocportNan<T>();
    if (a.isInfinite || b.isInfinite)
        return a.isInfinite ? first : second;
    return rocportSum<T, direction>(a, b);
}
template <typename T, char direction>
inline __host__ __device__ T rocportRoundedSub(T first, T second)
{
    using Bits = typename RocportParts<T>::Bits;
    const Bits sign = Bits(1) << (8 * sizeof(T) - 1);
    return rocportRoundedAdd<T, direction>(first, rocportSameBits<T>(rocportSameBits<Bits>(second) ^ sign));
}
template <typename T, char direction>
inline __host__ __device__ T rocportRoundedFma(T first, T second, T third)
{
    const RocportNumber<T> a(first);
    const RocportNumber<T> b(second);
    const RocportNumber<T> c(third);
    const bool negative = a.negative != b.negative;
    const bool infinite = a.isInfinite || b.isInfinite;
    if (a.isNan || b.isNan || c.isNan || (infinite && (a.mantissa == 0 || b.mantissa == 0)) ||
        (infinite && c.isInfinite && c.negative != negative))
        return rocportNan<T>();
    if (infinite || c.isInfinite)
        return rocportSigned<T>(infinite ? negative : c.negative, RocportParts<T>::kInfinity);
    return rocportSum<T, direction>(RocportNumber<T>(negative, a.mantissa * b.mantissa, a.exponent + b.exponent), c);
}
template <typename T, char direction>
inline __host__ __device__ T rocportRoundedMul(T first, T second)
{
    const RocportNumber<T> a(first);
    const RocportNumber<T> b(second);
    const bool negative = a.negative != b.negative;
    const bool infinite = a.isInfinite || b.isInfinite;
    const bool zero = a.mantissa == 0 || b.mantissa == 0;
    if (a.isNan || b.isNan || (infinite && zero))
        return rocportNan<T>();
    if (infinite || zero)
        return rocportSigned<T>(negative, infinite ? RocportParts<T>::kInfinity : 0);
    return rocportRound<T, direction>(RocportNumber<T>(negative, a.mantissa * b.mantissa, a.exponent + b.exponent));
}
/// A division in double finds the quotient but for some units, and the rest, which is small then, says how many.
template <typename T, char direction>
inline __host__ __device__ T rocportRoundedDiv(T first, T second)
{
    using Parts = RocportParts<T>;
    using Word = unsigned long long;
    RocportNumber<T> a(first);
    RocportNumber<T> b(second);
    const bool negative = a.negative != b.negative;
    if (a.isNan || b.isNan || (a.isInfinite && b.isInfinite) || (a.mantissa == 0 && b.mantissa == 0))
        return rocportNan<T>();
    if (a.isInfinite || b.mantissa == 0 || b.isInfinite || a.mantissa == 0)
        return rocportSigned<T>(negative, a.isInfinite || b.mantissa == 0 ? Parts::kInfinity : 0);
    a.raise(Parts::kDigits - 1);
    b.raise(Parts::kDigits - 1);
    constexpr int kMore = Parts::kDigits + 2;
    const Word divided = static_cast<Word>(a.mantissa);
    const Word divisor = static_cast<Word>(b.mantissa);
    Word quotient = static_cast<Word>(static_cast<double>(divided) / static_cast<double>(divisor) *
                                      static_cast<double>(Word(1) << kMore));
    long long rest = static_cast<long long>((divided << kMore) - quotient * divisor);
    const long long units = static_cast<long long>(static_cast<double>(rest) / static_cast<double>(divisor));
    quotient += static_cast<Word>(units);
    rest -= units * static_cast<long long>(divisor);
    for (; rest < 0; rest += static_cast<long long>(divisor))
        --quotient;
    for (; rest >= static_cast<long long>(divisor); rest -= static_cast<long long>(divisor))
        ++quotient;
    return rocportRound<T, direction>(
        RocportNumber<T>(negative, quotient << 1 | (rest != 0 ? 1 : 0), a.exponent - b.exponent - kMore - 1));
}
template <typename T, char direction>
inline __host__ __device__ T rocportRoundedRcp(T value)
{
    return rocportRoundedDiv<T, direction>(T(1), value);
}
/// The same for roots.
template <typename T, char direction>
inline __host__ __device__ T rocportRoundedSqrt(T value)
{
    using Parts = RocportParts<T>;
    using Word = unsigned long long;
    RocportNumber<T> a(value);
    if (a.isNan || (a.negative && a.mantissa != 0))
        return rocportNan<T>();
    if (a.mantissa == 0 || a.isInfinite)
        return value;
    a.raise(Parts::kDigits - 1);
    const int more = Parts::kDigits + 1 + ((a.exponent - Parts::kDigits - 1) & 1);
    const int odd = more & 1;
    const Word size = static_cast<Word>(a.mantissa);
    Word root = static_cast<Word>(::sqrt(static_cast<double>(size << odd)) * static_cast<double>(Word(1) << ((more - odd) / 2)));
    long long rest = static_cast<long long>((size << more) - root * root);
    while (rest < 0) {
        --root;
        rest += static_cast<long long>(2 * root + 1);
    }
    while (rest > static_cast<long long>(2 * root)) {
        rest -= static_cast<long long>(2 * root + 1);
        ++root;
    }
    return rocportRound<T, direction>(RocportNumber<T>(false, root << 1 | (rest != 0 ? 1 : 0), (a.exponent - more) / 2 - 1));
}
/// 1 / sqrt(value), to nearest.
inline __host__ __device__ float rocportRoundedRsqrt(float value)
{
    using Word = unsigned long long;
    using Wide = unsigned __int128;
    RocportNumber<float> a(value);
    if (a.isNan || (a.negative && a.mantissa != 0))
        return rocportNan<float>();
    if (a.mantissa == 0 || a.isInfinite)
        return rocportSigned<float>(a.negative, a.isInfinite ? 0 : RocportParts<float>::kInfinity);
    a.raise(23);
    const int odd = a.exponent & 1;
    const Word size = static_cast<Word>(a.mantissa) << odd; // 24 or 25 digits, times an even power of two
    Word root = static_cast<Word>(1.0 / ::sqrt(static_cast<double>(size)) * static_cast<double>(Word(1) << 40));
    const Wide whole = Wide(1) << 80;
    while (Wide(root) * root * size > whole)
        --root;
    while (Wide(root + 1) * (root + 1) * size <= whole)
        ++root;
    const bool exact = Wide(root) * root * size == whole;
    return rocportRound<float, 'n'>(RocportNumber<float>(false, root << 1 | (exact ? 0 : 1), -(a.exponent - odd) / 2 - 41));
}
/// A value that the compiler knows nothing of, so that what makes it and what takes it are never joined.
template <typename T>
inline __host__ __device__ T rocportApart(T value)
{
#ifdef __HIP_DEVICE_COMPILE__
    asm("" : "+v"(value));
#endif
    return value;
}
template <typename T>
inline __host__ __device__ T rocportNearestAdd(T a, T b)
{
    return rocportApart(rocportApart(a) + rocportApart(b));
}
template <typename T>
inline __host__ __device__ T rocportNearestSub(T a, T b)
{
    return rocportApart(rocportApart(a) - rocportApart(b));
}
template <typename T>
inline __host__ __device__ T rocportNearestMul(T a, T b)
{
    return rocportApart(rocportApart(a) * rocportApart(b));
}
