#pragma once

// CUDA's numbers of 8 and 16 bits in a word, and its dot products of them. HIP has none of the
// names. Loops in plain functions: most programs include this and use none of it.

#include "lanes/device.h"

namespace rocport_lanes {

constexpr int within(int x, int least, int most)
{
    return x < least ? least : x > most ? most : x;
}
constexpr int distance(int x, int y)
{
    return x < y ? y - x : x - y;
}

} // namespace rocport_lanes

/// For x and y of each part, of type T: the part of the result.
#define LANES_WORD(name, T, part)                                                                  \
    inline unsigned name(unsigned a, unsigned b)                                                   \
    {                                                                                              \
        constexpr int kBits = static_cast<int>(sizeof(T)) * 8;                                     \
        unsigned all = 0;                                                                          \
        for (int i = 0; i < 32; i += kBits) {                                                      \
            [[maybe_unused]] const int x = static_cast<T>(a >> i);                                 \
            [[maybe_unused]] const int y = static_cast<T>(b >> i);                                 \
            all |= (static_cast<unsigned>(part) & ((1U << kBits) - 1)) << i;                       \
        }                                                                                          \
        return all;                                                                                \
    }
#define LANES_WORD_ONE(name, T, part)                                                              \
    inline unsigned name(unsigned a)                                                               \
    {                                                                                              \
        constexpr int kBits = static_cast<int>(sizeof(T)) * 8;                                     \
        unsigned all = 0;                                                                          \
        for (int i = 0; i < 32; i += kBits) {                                                      \
            const int x = static_cast<T>(a >> i);                                                  \
            all |= (static_cast<unsigned>(part) & ((1U << kBits) - 1)) << i;                       \
        }                                                                                          \
        return all;                                                                                \
    }
#define LANES_WORD_SUM(name, T)                                                                    \
    inline unsigned name(unsigned a, unsigned b)                                                   \
    {                                                                                              \
        unsigned sum = 0;                                                                          \
        for (int i = 0; i < 32; i += static_cast<int>(sizeof(T)) * 8) {                            \
            sum += static_cast<unsigned>(                                                          \
                rocport_lanes::distance(static_cast<T>(a >> i), static_cast<T>(b >> i)));                  \
        }                                                                                          \
        return sum;                                                                                \
    }
/// All bits of a part for what is true, and the lowest alone.
#define LANES_WORD_COMPARE(name, n, T, compare)                                                    \
    LANES_WORD(__vcmp##name##n, T, x compare y ? ~0U : 0U)                                         \
    LANES_WORD(__vset##name##n, T, x compare y ? 1U : 0U)

#define LANES_WORDS(n, S, U, least, most, top)                                                     \
    LANES_WORD(__vadd##n, U, x + y)                                                                \
    LANES_WORD(__vsub##n, U, x - y)                                                                \
    LANES_WORD(__vaddss##n, S, rocport_lanes::within(x + y, least, most))                                  \
    LANES_WORD(__vsubss##n, S, rocport_lanes::within(x - y, least, most))                                  \
    LANES_WORD(__vaddus##n, U, rocport_lanes::within(x + y, 0, top))                                       \
    LANES_WORD(__vsubus##n, U, rocport_lanes::within(x - y, 0, top))                                       \
    LANES_WORD(__vabsdiffs##n, S, rocport_lanes::distance(x, y))                                           \
    LANES_WORD(__vabsdiffu##n, U, rocport_lanes::distance(x, y))                                           \
    LANES_WORD(__vavgs##n, S, (x + y + (x + y >= 0 ? 1 : 0)) >> 1)                                 \
    LANES_WORD(__vavgu##n, U, (x + y + 1) / 2)                                                     \
    LANES_WORD(__vhaddu##n, U, (x + y) / 2)                                                        \
    LANES_WORD(__vmaxs##n, S, x < y ? y : x)                                                       \
    LANES_WORD(__vmaxu##n, U, x < y ? y : x)                                                       \
    LANES_WORD(__vmins##n, S, y < x ? y : x)                                                       \
    LANES_WORD(__vminu##n, U, y < x ? y : x)                                                       \
    LANES_WORD_ONE(__vabs##n, S, x < 0 ? -x : x)                                                   \
    LANES_WORD_ONE(__vabsss##n, S, rocport_lanes::within(x < 0 ? -x : x, least, most))                     \
    LANES_WORD_ONE(__vneg##n, S, -x)                                                               \
    LANES_WORD_ONE(__vnegss##n, S, rocport_lanes::within(-x, least, most))                                 \
    LANES_WORD_SUM(__vsads##n, S)                                                                  \
    LANES_WORD_SUM(__vsadu##n, U)                                                                  \
    LANES_WORD_COMPARE(eq, n, U, ==)                                                               \
    LANES_WORD_COMPARE(ne, n, U, !=)                                                               \
    LANES_WORD_COMPARE(ges, n, S, >=)                                                              \
    LANES_WORD_COMPARE(geu, n, U, >=)                                                              \
    LANES_WORD_COMPARE(gts, n, S, >)                                                               \
    LANES_WORD_COMPARE(gtu, n, U, >)                                                               \
    LANES_WORD_COMPARE(les, n, S, <=)                                                              \
    LANES_WORD_COMPARE(leu, n, U, <=)                                                              \
    LANES_WORD_COMPARE(lts, n, S, <)                                                               \
    LANES_WORD_COMPARE(ltu, n, U, <)
LANES_WORDS(2, short, unsigned short, -32768, 32767, 65535)
LANES_WORDS(4, signed char, unsigned char, -128, 127, 255)
#undef LANES_WORDS
#undef LANES_WORD_COMPARE
#undef LANES_WORD_SUM
#undef LANES_WORD_ONE

/// Of three numbers the largest or smallest, and of two, with 0 as the least where "relu" says so.
#define LANES_EXTREMES(kind, T, wrap, compare)                                                     \
    inline T __vi##kind##3_##wrap##32(T a, T b, T c)                                               \
    {                                                                                              \
        const T two = b compare a ? b : a;                                                         \
        return c compare two ? c : two;                                                            \
    }
LANES_EXTREMES(max, int, s, >)
LANES_EXTREMES(min, int, s, <)
LANES_EXTREMES(max, unsigned, u, >)
LANES_EXTREMES(min, unsigned, u, <)
#undef LANES_EXTREMES
inline int __vimax_s32_relu(int a, int b)
{
    return a > b ? (a > 0 ? a : 0) : (b > 0 ? b : 0);
}
inline int __vimin_s32_relu(int a, int b)
{
    const int least = a < b ? a : b;
    return least > 0 ? least : 0;
}
inline int __vimax3_s32_relu(int a, int b, int c)
{
    return __vimax_s32_relu(__vimax3_s32(a, b, c), 0);
}
inline int __vimin3_s32_relu(int a, int b, int c)
{
    return __vimax_s32_relu(__vimin3_s32(a, b, c), 0);
}
LANES_WORD(__vimax_s16x2_relu, short, x > y ? (x > 0 ? x : 0) : (y > 0 ? y : 0))
LANES_WORD(__vimin_s16x2_relu, short, (x < y ? x : y) > 0 ? (x < y ? x : y) : 0)
#define LANES_WORD_THREE(name, two, last)                                                          \
    inline unsigned name(unsigned a, unsigned b, unsigned c)                                       \
    {                                                                                              \
        return last(two(a, b), c);                                                                 \
    }
LANES_WORD_THREE(__vimax3_s16x2, __vmaxs2, __vmaxs2)
LANES_WORD_THREE(__vimax3_u16x2, __vmaxu2, __vmaxu2)
LANES_WORD_THREE(__vimin3_s16x2, __vmins2, __vmins2)
LANES_WORD_THREE(__vimin3_u16x2, __vminu2, __vminu2)
LANES_WORD_THREE(__vimax3_s16x2_relu, __vmaxs2, __vimax_s16x2_relu)
LANES_WORD_THREE(__vimin3_s16x2_relu, __vmins2, __vimin_s16x2_relu)
LANES_WORD_THREE(__viaddmax_s16x2, __vadd2, __vmaxs2)
LANES_WORD_THREE(__viaddmax_u16x2, __vadd2, __vmaxu2)
LANES_WORD_THREE(__viaddmin_s16x2, __vadd2, __vmins2)
LANES_WORD_THREE(__viaddmin_u16x2, __vadd2, __vminu2)
LANES_WORD_THREE(__viaddmax_s16x2_relu, __vadd2, __vimax_s16x2_relu)
LANES_WORD_THREE(__viaddmin_s16x2_relu, __vadd2, __vimin_s16x2_relu)
#undef LANES_WORD_THREE
#undef LANES_WORD
#define LANES_ADD_THEN(name, T, last)                                                              \
    inline T name(T a, T b, T c)                                                                   \
    {                                                                                              \
        const T sum = static_cast<T>(static_cast<unsigned>(a) + static_cast<unsigned>(b));         \
        return last;                                                                               \
    }
LANES_ADD_THEN(__viaddmax_s32, int, sum > c ? sum : c)
LANES_ADD_THEN(__viaddmax_u32, unsigned, sum > c ? sum : c)
LANES_ADD_THEN(__viaddmin_s32, int, sum < c ? sum : c)
LANES_ADD_THEN(__viaddmin_u32, unsigned, sum < c ? sum : c)
LANES_ADD_THEN(__viaddmax_s32_relu, int, __vimax_s32_relu(sum, c))
LANES_ADD_THEN(__viaddmin_s32_relu, int, __vimin_s32_relu(sum, c))
#undef LANES_ADD_THEN
/// Which of the two it is: the first, where both are the same.
#define LANES_WHICH(name, T, compare)                                                              \
    inline T name(T a, T b, bool* first)                                                           \
    {                                                                                              \
        *first = a compare b;                                                                      \
        return *first ? a : b;                                                                     \
    }
LANES_WHICH(__vibmax_s32, int, >=)
LANES_WHICH(__vibmax_u32, unsigned, >=)
LANES_WHICH(__vibmin_s32, int, <=)
LANES_WHICH(__vibmin_u32, unsigned, <=)
#undef LANES_WHICH
#define LANES_WHICH_OF_PAIRS(name, T, compare)                                                     \
    inline unsigned name(unsigned a, unsigned b, bool* high, bool* low)                            \
    {                                                                                              \
        *high = static_cast<T>(a >> 16) compare static_cast<T>(b >> 16);                           \
        *low = static_cast<T>(a) compare static_cast<T>(b);                                        \
        return ((*high ? a : b) & 0xffff0000) | ((*low ? a : b) & 0xffff);                         \
    }
LANES_WHICH_OF_PAIRS(__vibmax_s16x2, short, >=)
LANES_WHICH_OF_PAIRS(__vibmax_u16x2, unsigned short, >=)
LANES_WHICH_OF_PAIRS(__vibmin_s16x2, short, <=)
LANES_WHICH_OF_PAIRS(__vibmin_u16x2, unsigned short, <=)
#undef LANES_WHICH_OF_PAIRS

// Dot products: four numbers of 8 bits, or two of 16 with the lower or upper two of 8.
#define LANES_DOT(S, A, B, R)                                                                      \
    inline R __dp4a(A a, B b, R sum)                                                               \
    {                                                                                              \
        for (int i = 0; i < 32; i += 8) {                                                          \
            sum = static_cast<R>(                                                                  \
                static_cast<unsigned>(sum) +                                                       \
                static_cast<unsigned>(static_cast<S char>(a >> i) * static_cast<S char>(b >> i))); \
        }                                                                                          \
        return sum;                                                                                \
    }                                                                                              \
    inline R __dp2a_lo(A a, B b, R sum)                                                            \
    {                                                                                              \
        for (int i = 0; i < 2; ++i) {                                                              \
            sum = static_cast<R>(static_cast<unsigned>(sum) +                                      \
                                 static_cast<unsigned>(static_cast<S short>(a >> (16 * i)) *       \
                                                       static_cast<S char>(b >> (8 * i))));        \
        }                                                                                          \
        return sum;                                                                                \
    }                                                                                              \
    inline R __dp2a_hi(A a, B b, R sum)                                                            \
    {                                                                                              \
        return __dp2a_lo(a, static_cast<B>(b >> 16), sum);                                         \
    }
LANES_DOT(signed, int, int, int)
LANES_DOT(unsigned, unsigned, unsigned, unsigned)
#undef LANES_DOT
#define LANES_DOT_VECTORS(R, two, four)                                                            \
    inline R __dp4a(four a, four b, R sum)                                                         \
    {                                                                                              \
        return __dp4a(std::bit_cast<R>(a), std::bit_cast<R>(b), sum);                              \
    }                                                                                              \
    inline R __dp2a_lo(two a, four b, R sum)                                                       \
    {                                                                                              \
        return __dp2a_lo(std::bit_cast<R>(a), std::bit_cast<R>(b), sum);                           \
    }                                                                                              \
    inline R __dp2a_hi(two a, four b, R sum)                                                       \
    {                                                                                              \
        return __dp2a_hi(std::bit_cast<R>(a), std::bit_cast<R>(b), sum);                           \
    }
LANES_DOT_VECTORS(int, short2, char4)
LANES_DOT_VECTORS(unsigned, ushort2, uchar4)
#undef LANES_DOT_VECTORS
