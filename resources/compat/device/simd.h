// Lanes of 16 and 8 bits within a word, as CUDA's SIMD intrinsics have them.
template <int kBits, bool kIsSigned>
inline __host__ __device__ int rocportLane(unsigned int word, int at)
{
    const unsigned int lane = word >> at & ((1u << kBits) - 1u);
    return kIsSigned && (lane >> (kBits - 1)) != 0 ? static_cast<int>(lane) - (1 << kBits) : static_cast<int>(lane);
}
template <int kBits, bool kIsSigned, typename Function>
inline __host__ __device__ unsigned int rocportLanes(unsigned int a, unsigned int b, unsigned int c, Function function)
{
    unsigned int word = 0;
    for (int at = 0; at < 32; at += kBits) {
        const int lane = function(rocportLane<kBits, kIsSigned>(a, at), rocportLane<kBits, kIsSigned>(b, at),
                                  rocportLane<kBits, kIsSigned>(c, at));
        word |= (static_cast<unsigned int>(lane) & ((1u << kBits) - 1u)) << at;
    }
    return word;
}
template <int kBits, bool kIsSigned>
inline __host__ __device__ int rocportKept(int value)
{
    const int least = kIsSigned ? -(1 << (kBits - 1)) : 0;
    const int most = (1 << (kIsSigned ? kBits - 1 : kBits)) - 1;
    return value < least ? least : value > most ? most : value;
}
inline __host__ __device__ int rocportLarger(int a, int b)
{
    return a < b ? b : a;
}
inline __host__ __device__ int rocportSmaller(int a, int b)
{
    return b < a ? b : a;
}
inline __host__ __device__ int rocportDistance(int a, int b)
{
    return a < b ? b - a : a - b;
}
#define ROCPORT_LANES_OF(name, bits, isSigned, expression)                                                            \
    inline __host__ __device__ unsigned int name(unsigned int x, unsigned int y)                                      \
    {                                                                                                                 \
        constexpr int kBits = bits;                                                                                   \
        constexpr bool kIsSigned = isSigned;                                                                          \
        return rocportLanes<kBits, kIsSigned>(x, y, 0, [=](int a, int b, int) {                                        \
            (void)a;                                                                                                  \
            (void)b;                                                                                                  \
            (void)kIsSigned;                                                                                          \
            return static_cast<int>(expression);                                                                      \
        });                                                                                                           \
    }
#define ROCPORT_LANES(name, isSigned, expression)                                                                     \
    ROCPORT_LANES_OF(name##2, 16, isSigned, expression)                                                               \
    ROCPORT_LANES_OF(name##4, 8, isSigned, expression)
#define ROCPORT_COMPARED_LANES(name, isSigned, compared)                                                              \
    ROCPORT_LANES(__vcmp##name, isSigned, compared ? -1 : 0)                                                          \
    ROCPORT_LANES(__vset##name, isSigned, compared ? 1 : 0)
#define ROCPORT_LANES_OF_ONE(name, expression)                                                                        \
    inline __host__ __device__ unsigned int name##2(unsigned int x)                                                   \
    {                                                                                                                 \
        return rocportLanes<16, true>(x, 0, 0, [](int a, int, int) { constexpr int kBits = 16; return expression; }); \
    }                                                                                                                 \
    inline __host__ __device__ unsigned int name##4(unsigned int x)                                                   \
    {                                                                                                                 \
        return rocportLanes<8, true>(x, 0, 0, [](int a, int, int) { constexpr int kBits = 8; return expression; });   \
    }
ROCPORT_LANES_OF_ONE(__vabs, (void(kBits), a < 0 ? -a : a))
ROCPORT_LANES_OF_ONE(__vabsss, (rocportKept<kBits, true>(a < 0 ? -a : a)))
ROCPORT_LANES_OF_ONE(__vneg, (void(kBits), -a))
ROCPORT_LANES_OF_ONE(__vnegss, (rocportKept<kBits, true>(-a)))
ROCPORT_LANES(__vabsdiffs, true, rocportDistance(a, b))
ROCPORT_LANES(__vabsdiffu, false, rocportDistance(a, b))
ROCPORT_LANES(__vadd, false, a + b)
ROCPORT_LANES(__vaddss, true, (rocportKept<kBits, kIsSigned>(a + b)))
ROCPORT_LANES(__vaddus, false, (rocportKept<kBits, kIsSigned>(a + b)))
ROCPORT_LANES(__vsub, false, a - b)
ROCPORT_LANES(__vsubss, true, (rocportKept<kBits, kIsSigned>(a - b)))
ROCPORT_LANES(__vsubus, false, (rocportKept<kBits, kIsSigned>(a - b)))
ROCPORT_LANES(__vavgs, true, (a + b + (a + b >= 0 ? 1 : 0)) >> 1)
ROCPORT_LANES(__vavgu, false, (a + b + 1) >> 1)
ROCPORT_LANES(__vhaddu, false, (a + b) >> 1)
ROCPORT_LANES(__vmaxs, true, rocportLarger(a, b))
ROCPORT_LANES(__vmaxu, false, rocportLarger(a, b))
ROCPORT_LANES(__vmins, true, rocportSmaller(a, b))
ROCPORT_LANES(__vminu, false, rocportSmaller(a, b))
ROCPORT_COMPARED_LANES(eq, false, a == b)
ROCPORT_COMPARED_LANES(ne, false, a != b)
ROCPORT_COMPARED_LANES(ges, true, a >= b)
ROCPORT_COMPARED_LANES(geu, false, a >= b)
ROCPORT_COMPARED_LANES(gts, true, a > b)
ROCPORT_COMPARED_LANES(gtu, false, a > b)
ROCPORT_COMPARED_LANES(les, true, a <= b)
ROCPORT_COMPARED_LANES(leu, false, a <= b)
ROCPORT_COMPARED_LANES(lts, true, a < b)
ROCPORT_COMPARED_LANES(ltu, false, a < b)
#undef ROCPORT_LANES_OF
#undef ROCPORT_LANES
#undef ROCPORT_COMPARED_LANES
#undef ROCPORT_LANES_OF_ONE
template <int kBits, bool kIsSigned>
inline __host__ __device__ unsigned int rocportDistances(unsigned int a, unsigned int b)
{
    unsigned int sum = 0;
    for (int at = 0; at < 32; at += kBits)
        sum += static_cast<unsigned int>(rocportDistance(rocportLane<kBits, kIsSigned>(a, at), rocportLane<kBits, kIsSigned>(b, at)));
    return sum;
}
inline __host__ __device__ unsigned int __vsads2(unsigned int a, unsigned int b) { return rocportDistances<16, true>(a, b); }
inline __host__ __device__ unsigned int __vsads4(unsigned int a, unsigned int b) { return rocportDistances<8, true>(a, b); }
inline __host__ __device__ unsigned int __vsadu2(unsigned int a, unsigned int b) { return rocportDistances<16, false>(a, b); }
inline __host__ __device__ unsigned int __vsadu4(unsigned int a, unsigned int b) { return rocportDistances<8, false>(a, b); }
