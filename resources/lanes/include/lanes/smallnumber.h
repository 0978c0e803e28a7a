// A number of 16 bits and the pair of two, for half.h and bfloat16.h, which say in macros what they
// are: LANES_ONE and LANES_TWO, their raw forms LANES_ONE_RAW and LANES_TWO_RAW; the functions
// LANES_CODE and LANES_FLOAT (the code of a number, the number of a code) and LANES_MAKE, which
// makes a number of its code; LANES_STEP, which a result goes through first; LANES_WIDE_INTEGERS,
// whether it is made of integers of 64 bits. Included once for each.

struct alignas(2) LANES_ONE
{
public:
    LANES_ONE() = default;
    constexpr LANES_ONE(const LANES_ONE_RAW& raw) : __x(raw.x) {}
#ifndef LANES_NO_CONVERSIONS
    template <typename T>
    requires(std::is_arithmetic_v<T> && (std::is_floating_point_v<T> || LANES_WIDE_INTEGERS ||
                                         sizeof(T) < sizeof(long))) constexpr LANES_ONE(T x)
        : __x(rocport_lanes::LANES_CODE(x))
    {
    }
    template <typename T>
    requires std::is_arithmetic_v<T>
    constexpr operator T() const
    {
        const float value = rocport_lanes::LANES_FLOAT(__x);
        if constexpr (std::is_same_v<T, bool>) {
            return value != 0;
        } else if constexpr (std::is_integral_v<T>) {
            return rocport_lanes::integerOf<T>(value, rocport_lanes::Rounding::Zero);
        } else {
            return value;
        }
    }
#endif
    constexpr operator LANES_ONE_RAW() const
    {
        return LANES_ONE_RAW{__x};
    }

protected:
    unsigned short __x; // of this name and protected in CUDA and HIP
};

struct alignas(4) LANES_TWO
{
    LANES_ONE x;
    LANES_ONE y;

    LANES_TWO() = default;
    constexpr LANES_TWO(const LANES_ONE& a, const LANES_ONE& b) : x(a), y(b) {}
    constexpr LANES_TWO(const LANES_TWO_RAW& raw)
        : x(LANES_ONE_RAW{rocport_lanes::codeOfRaw(raw.x)}), y(LANES_ONE_RAW{rocport_lanes::codeOfRaw(raw.y)})
    {
    }
    constexpr operator LANES_TWO_RAW() const
    {
        return {static_cast<LANES_ONE_RAW>(x).x, static_cast<LANES_ONE_RAW>(y).x};
    }
};

namespace rocport_lanes {

constexpr LANES_ONE LANES_MAKE(std::uint16_t code)
{
    return LANES_ONE_RAW{code};
}
constexpr std::uint16_t codeOf(const LANES_ONE& x)
{
    return static_cast<LANES_ONE_RAW>(x).x;
}
constexpr float valueOf(const LANES_ONE& x)
{
    return LANES_FLOAT(codeOf(x));
}
/// x rounded as a result of arithmetic is.
constexpr void setTo(LANES_ONE& result, double x)
{
    result = LANES_MAKE(LANES_CODE(LANES_STEP(x)));
}

} // namespace rocport_lanes

#ifndef LANES_NO_OPERATORS
#define LANES_OF_ONE(op)                                                                           \
    inline LANES_ONE operator op(const LANES_ONE& a, const LANES_ONE& b)                           \
    {                                                                                              \
        LANES_ONE result;                                                                          \
        rocport_lanes::setTo(result, static_cast<double>(rocport_lanes::valueOf(a)) op rocport_lanes::valueOf(b));         \
        return result;                                                                             \
    }                                                                                              \
    inline LANES_ONE& operator op##=(LANES_ONE& a, const LANES_ONE& b)                             \
    {                                                                                              \
        return a = a op b;                                                                         \
    }                                                                                              \
    inline LANES_TWO operator op(const LANES_TWO& a, const LANES_TWO& b)                           \
    {                                                                                              \
        return {a.x op b.x, a.y op b.y};                                                           \
    }                                                                                              \
    inline LANES_TWO& operator op##=(LANES_TWO& a, const LANES_TWO& b)                             \
    {                                                                                              \
        return a = a op b;                                                                         \
    }
LANES_OF_ONE(+)
LANES_OF_ONE(-)
LANES_OF_ONE(*)
LANES_OF_ONE(/)
#undef LANES_OF_ONE
#define LANES_OF_ONE(op)                                                                           \
    inline bool operator op(const LANES_ONE& a, const LANES_ONE& b)                                \
    {                                                                                              \
        return rocport_lanes::valueOf(a) op rocport_lanes::valueOf(b);                                             \
    }                                                                                              \
    inline bool operator op(const LANES_TWO& a, const LANES_TWO& b)                                \
    {                                                                                              \
        return a.x op b.x && a.y op b.y;                                                           \
    }
LANES_OF_ONE(==)
LANES_OF_ONE(<)
LANES_OF_ONE(>)
LANES_OF_ONE(<=)
LANES_OF_ONE(>=)
#undef LANES_OF_ONE
inline bool operator!=(const LANES_ONE& a, const LANES_ONE& b)
{
    return rocport_lanes::valueOf(a) != rocport_lanes::valueOf(b);
}
inline bool operator!=(const LANES_TWO& a, const LANES_TWO& b)
{
#ifdef LANES_AMD
    return !(a == b);
#else
    return a.x != b.x && a.y != b.y; // both, as the others
#endif
}
inline LANES_ONE operator+(const LANES_ONE& a)
{
    return a;
}
inline LANES_ONE operator-(const LANES_ONE& a)
{
    LANES_ONE result;
    rocport_lanes::setTo(result, -static_cast<double>(rocport_lanes::valueOf(a)));
    return result;
}
inline LANES_TWO operator+(const LANES_TWO& a)
{
    return a;
}
inline LANES_TWO operator-(const LANES_TWO& a)
{
    return {-a.x, -a.y};
}
#define LANES_OF_ONE(op)                                                                           \
    inline LANES_ONE& operator op##op(LANES_ONE& a)                                                \
    {                                                                                              \
        return a = a op rocport_lanes::LANES_MAKE(rocport_lanes::LANES_CODE(1));                                   \
    }                                                                                              \
    inline LANES_ONE operator op##op(LANES_ONE& a, int)                                            \
    {                                                                                              \
        const LANES_ONE before = a;                                                                \
        op##op a;                                                                                  \
        return before;                                                                             \
    }                                                                                              \
    inline LANES_TWO& operator op##op(LANES_TWO& a)                                                \
    {                                                                                              \
        op##op a.x;                                                                                \
        op##op a.y;                                                                                \
        return a;                                                                                  \
    }                                                                                              \
    inline LANES_TWO operator op##op(LANES_TWO& a, int)                                            \
    {                                                                                              \
        const LANES_TWO before = a;                                                                \
        op##op a;                                                                                  \
        return before;                                                                             \
    }
LANES_OF_ONE(+)
LANES_OF_ONE(-)
#undef LANES_OF_ONE
#endif
