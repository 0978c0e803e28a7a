// Functions of a number of 16 bits and of the pair of two, by the macros of smallnumber.h. Each is
// rounded once. Where LANES_FEWER is defined, HIP has no saturating ones and none for NaN.

#define LANES_BOTH(one, two, calculated)                                                           \
    inline LANES_ONE one(LANES_ONE a, LANES_ONE b)                                                 \
    {                                                                                              \
        const double x = rocport_lanes::valueOf(a);                                                        \
        const double y = rocport_lanes::valueOf(b);                                                        \
        LANES_ONE result;                                                                          \
        rocport_lanes::setTo(result, calculated);                                                          \
        return result;                                                                             \
    }                                                                                              \
    inline LANES_TWO two(LANES_TWO a, LANES_TWO b)                                                 \
    {                                                                                              \
        return {one(a.x, b.x), one(a.y, b.y)};                                                     \
    }
LANES_BOTH(__hadd, __hadd2, x + y)
LANES_BOTH(__hsub, __hsub2, x - y)
LANES_BOTH(__hmul, __hmul2, x* y)
LANES_BOTH(__hdiv, __h2div, x / y)
#ifndef LANES_AMD
LANES_BOTH(__hadd_rn, __hadd2_rn, x + y)
LANES_BOTH(__hsub_rn, __hsub2_rn, x - y)
LANES_BOTH(__hmul_rn, __hmul2_rn, x* y)
#endif
#undef LANES_BOTH

// An NVIDIA GPU knows one NaN; AMD's change the sign of what is there.
#ifdef LANES_AMD
#define LANES_CANONICAL(a, code) (code)
#else
#define LANES_CANONICAL(a, code) (__hisnan(a) ? 0x7fff : (code))
#endif
inline LANES_ONE __hfma(LANES_ONE a, LANES_ONE b, LANES_ONE c)
{
    LANES_ONE result;
    rocport_lanes::setTo(result,
                 rocport_lanes::oddMultiplyAdd(rocport_lanes::valueOf(a), rocport_lanes::valueOf(b), rocport_lanes::valueOf(c)));
    return result;
}
inline LANES_TWO __hfma2(LANES_TWO a, LANES_TWO b, LANES_TWO c)
{
    return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}
inline bool __hisnan(LANES_ONE a)
{
    const float x = rocport_lanes::valueOf(a);
    return x != x;
}
inline LANES_ONE __hneg(LANES_ONE a)
{
    return rocport_lanes::LANES_MAKE(LANES_CANONICAL(a, rocport_lanes::codeOf(a) ^ 0x8000));
}
inline LANES_TWO __hneg2(LANES_TWO a)
{
    return {__hneg(a.x), __hneg(a.y)};
}
inline LANES_ONE __habs(LANES_ONE a)
{
    return rocport_lanes::LANES_MAKE(LANES_CANONICAL(a, rocport_lanes::codeOf(a) & 0x7fff));
}
inline LANES_TWO __habs2(LANES_TWO a)
{
    return {__habs(a.x), __habs(a.y)};
}
#undef LANES_CANONICAL
inline LANES_TWO __hisnan2(LANES_TWO a)
{
    const LANES_ONE one = rocport_lanes::LANES_MAKE(rocport_lanes::LANES_CODE(1));
    const LANES_ONE zero = rocport_lanes::LANES_MAKE(0);
    return {__hisnan(a.x) ? one : zero, __hisnan(a.y) ? one : zero};
}
#ifdef LANES_AMD
inline int __hisinf(LANES_ONE a)
{
    return std::isinf(rocport_lanes::valueOf(a)) ? 1 : 0;
}
#else
inline int __hisinf(LANES_ONE a)
{
    const float x = rocport_lanes::valueOf(a);
    return std::isinf(x) ? (x < 0 ? -1 : 1) : 0;
}
#endif

namespace rocport_lanes {

/// Between 0 and 1. Of NaN CUDA makes 0, and HIP leaves it.
inline LANES_ONE saturated(LANES_ONE a)
{
    const float x = valueOf(a);
#ifdef LANES_AMD
    return x < 0 ? LANES_MAKE(0) : x > 1 ? LANES_MAKE(LANES_CODE(1)) : a;
#else
    return x > 0 ? (x > 1 ? LANES_MAKE(LANES_CODE(1)) : a) : LANES_MAKE(0);
#endif
}

} // namespace rocport_lanes

#ifndef LANES_FEWER
#define LANES_BOTH(name)                                                                           \
    inline LANES_ONE name##_sat(LANES_ONE a, LANES_ONE b)                                          \
    {                                                                                              \
        return rocport_lanes::saturated(name(a, b));                                                       \
    }                                                                                              \
    inline LANES_TWO name##2_sat(LANES_TWO a, LANES_TWO b)                                         \
    {                                                                                              \
        return {name##_sat(a.x, b.x), name##_sat(a.y, b.y)};                                       \
    }
LANES_BOTH(__hadd)
LANES_BOTH(__hsub)
LANES_BOTH(__hmul)
#undef LANES_BOTH
inline LANES_ONE __hfma_sat(LANES_ONE a, LANES_ONE b, LANES_ONE c)
{
    return rocport_lanes::saturated(__hfma(a, b, c));
}
inline LANES_TWO __hfma2_sat(LANES_TWO a, LANES_TWO b, LANES_TWO c)
{
    return {__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y)};
}
#endif
#ifndef LANES_AMD
inline LANES_ONE __hfma_relu(LANES_ONE a, LANES_ONE b, LANES_ONE c)
{
    const LANES_ONE result = __hfma(a, b, c);
    return rocport_lanes::valueOf(result) < 0 || rocport_lanes::codeOf(result) == 0x8000 ? rocport_lanes::LANES_MAKE(0)
                                                                         : result;
}
inline LANES_TWO __hfma2_relu(LANES_TWO a, LANES_TWO b, LANES_TWO c)
{
    return {__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y)};
}
/// a * b + c of complex numbers.
inline LANES_TWO __hcmadd(LANES_TWO a, LANES_TWO b, LANES_TWO c)
{
    return {__hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x)),
            __hfma(a.y, b.x, __hfma(a.x, b.y, c.y))};
}
#endif

// Of a number and none the number; +0 is more than -0 in CUDA, and in HIP the second of equals.
#ifdef LANES_AMD
#define LANES_FIRST_IS_MORE(a, b) (rocport_lanes::valueOf(a) > rocport_lanes::valueOf(b))
#define LANES_NEITHER rocport_lanes::LANES_MAKE(0x7fff)
#else
#define LANES_FIRST_IS_MORE(a, b)                                                                  \
    (rocport_lanes::valueOf(a) > rocport_lanes::valueOf(b) ||                                                      \
     (rocport_lanes::valueOf(a) == rocport_lanes::valueOf(b) && rocport_lanes::codeOf(b) >> 15 != 0))
#define LANES_NEITHER rocport_lanes::LANES_MAKE(0x7fff)
#endif
#define LANES_BOTH(name, more, less)                                                               \
    inline LANES_ONE name(LANES_ONE a, LANES_ONE b)                                                \
    {                                                                                              \
        if (__hisnan(a) || __hisnan(b)) {                                                          \
            return !__hisnan(a) ? a : !__hisnan(b) ? b : LANES_NEITHER;                            \
        }                                                                                          \
        return LANES_FIRST_IS_MORE(a, b) ? more : less;                                            \
    }                                                                                              \
    inline LANES_TWO name##2(LANES_TWO a, LANES_TWO b)                                             \
    {                                                                                              \
        return {name(a.x, b.x), name(a.y, b.y)};                                                   \
    }
LANES_BOTH(__hmax, a, b)
LANES_BOTH(__hmin, b, a)
#undef LANES_BOTH
#ifndef LANES_FEWER
#ifdef LANES_AMD
#define LANES_NONE(a) (a)
#else
#define LANES_NONE(a) LANES_NEITHER
#endif
#define LANES_BOTH(name)                                                                           \
    inline LANES_ONE name##_nan(LANES_ONE a, LANES_ONE b)                                          \
    {                                                                                              \
        return __hisnan(a) ? LANES_NONE(a) : __hisnan(b) ? LANES_NONE(b) : name(a, b);             \
    }
LANES_BOTH(__hmax)
LANES_BOTH(__hmin)
#undef LANES_BOTH
#undef LANES_NONE
#endif
#ifndef LANES_AMD
inline LANES_TWO __hmax2_nan(LANES_TWO a, LANES_TWO b)
{
    return {__hmax_nan(a.x, b.x), __hmax_nan(a.y, b.y)};
}
inline LANES_TWO __hmin2_nan(LANES_TWO a, LANES_TWO b)
{
    return {__hmin_nan(a.x, b.x), __hmin_nan(a.y, b.y)};
}
#endif
#undef LANES_FIRST_IS_MORE
#undef LANES_NEITHER

// Comparisons: of one, of each (1 or 0), of each as a mask, of both.
#ifdef LANES_AMD
#define LANES_MASKS(name)
#else
#define LANES_MASKS(name)                                                                          \
    inline unsigned name##2_mask(LANES_TWO a, LANES_TWO b)                                         \
    {                                                                                              \
        return (name(a.x, b.x) ? 0xffffU : 0U) | (name(a.y, b.y) ? 0xffff0000U : 0U);              \
    }
#endif
#define LANES_COMPARE(of, name, compared)                                                          \
    inline bool of##name(LANES_ONE a, LANES_ONE b)                                                 \
    {                                                                                              \
        const float x = rocport_lanes::valueOf(a);                                                         \
        const float y = rocport_lanes::valueOf(b);                                                         \
        return compared;                                                                           \
    }                                                                                              \
    inline LANES_TWO of##name##2(LANES_TWO a, LANES_TWO b)                                         \
    {                                                                                              \
        const LANES_ONE one = rocport_lanes::LANES_MAKE(rocport_lanes::LANES_CODE(1));                             \
        const LANES_ONE zero = rocport_lanes::LANES_MAKE(0);                                               \
        return {of##name(a.x, b.x) ? one : zero, of##name(a.y, b.y) ? one : zero};                 \
    }                                                                                              \
    LANES_MASKS(of##name)
#define LANES_COMPARE_BOTH(name, used)                                                             \
    inline bool __hb##name##2(LANES_TWO a, LANES_TWO b)                                            \
    {                                                                                              \
        return __h##used(a.x, b.x) && __h##used(a.y, b.y);                                         \
    }
LANES_COMPARE(__h, eq, x == y)
#ifdef LANES_AMD
LANES_COMPARE(__h, ne, x != y)
#else
LANES_COMPARE(__h, ne, x<y || x> y) // not of NaN
#endif
LANES_COMPARE(__h, lt, x < y)
LANES_COMPARE(__h, le, x <= y)
LANES_COMPARE(__h, gt, x > y)
LANES_COMPARE(__h, ge, x >= y)
#if !defined(LANES_FEWER)
LANES_COMPARE(__h, equ, !(x < y || x > y))
LANES_COMPARE(__h, neu, !(x == y))
LANES_COMPARE(__h, ltu, !(x >= y))
LANES_COMPARE(__h, leu, !(x > y))
LANES_COMPARE(__h, gtu, !(x <= y))
LANES_COMPARE(__h, geu, !(x < y))
#else
#define LANES_COMPARE_ONE(name, compared)                                                          \
    inline bool name(LANES_ONE a, LANES_ONE b)                                                     \
    {                                                                                              \
        const float x = rocport_lanes::valueOf(a);                                                         \
        const float y = rocport_lanes::valueOf(b);                                                         \
        return compared;                                                                           \
    }
LANES_COMPARE_ONE(__hequ, !(x < y || x > y))
LANES_COMPARE_ONE(__hneu, !(x == y))
LANES_COMPARE_ONE(__hltu, !(x >= y))
LANES_COMPARE_ONE(__hleu, !(x > y))
LANES_COMPARE_ONE(__hgtu, !(x <= y))
LANES_COMPARE_ONE(__hgeu, !(x < y))
#undef LANES_COMPARE_ONE
#endif
LANES_COMPARE_BOTH(eq, eq)
LANES_COMPARE_BOTH(ne, ne)
LANES_COMPARE_BOTH(lt, lt)
LANES_COMPARE_BOTH(le, le)
LANES_COMPARE_BOTH(gt, gt)
LANES_COMPARE_BOTH(ge, ge)
#if defined(LANES_AMD) && !defined(LANES_FEWER)
// HIP's for both halves of a pair are no other than those without u.
LANES_COMPARE_BOTH(equ, eq)
LANES_COMPARE_BOTH(neu, ne)
LANES_COMPARE_BOTH(ltu, lt)
LANES_COMPARE_BOTH(leu, le)
LANES_COMPARE_BOTH(gtu, gt)
LANES_COMPARE_BOTH(geu, ge)
#else
LANES_COMPARE_BOTH(equ, equ)
LANES_COMPARE_BOTH(ltu, ltu)
LANES_COMPARE_BOTH(leu, leu)
LANES_COMPARE_BOTH(gtu, gtu)
LANES_COMPARE_BOTH(geu, geu)
#ifdef LANES_FEWER
inline bool __hbneu2(LANES_TWO a, LANES_TWO b)
{
    return __hneu(a.x, b.x) || __hneu(a.y, b.y);
}
#else
LANES_COMPARE_BOTH(neu, neu)
#endif
#endif
#undef LANES_COMPARE
#undef LANES_COMPARE_BOTH
#undef LANES_MASKS

// Mathematics.
#define LANES_BOTH(name, calculated)                                                               \
    inline LANES_ONE h##name(LANES_ONE a)                                                          \
    {                                                                                              \
        const double x = rocport_lanes::valueOf(a);                                                        \
        LANES_ONE result;                                                                          \
        rocport_lanes::setTo(result, calculated);                                                          \
        return result;                                                                             \
    }                                                                                              \
    inline LANES_TWO h2##name(LANES_TWO a)                                                         \
    {                                                                                              \
        return {h##name(a.x), h##name(a.y)};                                                       \
    }
LANES_BOTH(sqrt, std::sqrt(x))
LANES_BOTH(rsqrt, 1.0 / std::sqrt(x))
LANES_BOTH(rcp, 1.0 / x)
LANES_BOTH(exp, std::exp(x))
LANES_BOTH(exp2, std::exp2(x))
LANES_BOTH(exp10, ::exp10(x))
LANES_BOTH(log, std::log(x))
LANES_BOTH(log2, std::log2(x))
LANES_BOTH(log10, std::log10(x))
LANES_BOTH(sin, std::sin(x))
LANES_BOTH(cos, std::cos(x))
LANES_BOTH(ceil, std::ceil(x))
LANES_BOTH(floor, std::floor(x))
LANES_BOTH(rint, std::nearbyint(x))
LANES_BOTH(trunc, std::trunc(x))
#ifndef LANES_AMD
LANES_BOTH(tanh, std::tanh(x))
LANES_BOTH(tanh_approx, std::tanh(x))
#endif
#undef LANES_BOTH

#ifndef LANES_AMD
// HIP has no atomics of these with this name.
inline LANES_ONE atomicAdd(LANES_ONE* place, LANES_ONE value)
{
    rocport_lanes::breathe();
    auto* word = reinterpret_cast<std::uint16_t*>(place);
    std::uint16_t old = __atomic_load_n(word, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(word, &old,
                                        rocport_lanes::codeOf(__hadd(rocport_lanes::LANES_MAKE(old), value)), true,
                                        __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {
    }
    return rocport_lanes::LANES_MAKE(old);
}
inline LANES_TWO atomicAdd(LANES_TWO* place, LANES_TWO value)
{
    return rocport_lanes::change(place, [=](LANES_TWO old) { return __hadd2(old, value); });
}
#else
inline LANES_TWO unsafeAtomicAdd(LANES_TWO* place, LANES_TWO value)
{
    return rocport_lanes::change(place, [=](LANES_TWO old) { return __hadd2(old, value); });
}
#endif
