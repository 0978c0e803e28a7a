// The larger or smaller of three, or of a sum and another, for words and their halves.
template <bool kIsSigned, typename Function>
inline __host__ __device__ unsigned int rocportHalves(unsigned int a, unsigned int b, unsigned int c, Function function)
{
    return rocportLanes<16, kIsSigned>(a, b, c, function);
}
// A sum of halves wraps before it is compared.
template <bool kIsSigned>
inline __host__ __device__ int rocportHalfSumOf(int a, int b)
{
    return rocportLane<16, kIsSigned>(static_cast<unsigned int>(a + b), 0);
}
template <typename T>
inline __host__ __device__ T rocportMost(T a, T b)
{
    return a < b ? b : a;
}
template <typename T>
inline __host__ __device__ T rocportLeast(T a, T b)
{
    return b < a ? b : a;
}
inline __host__ __device__ int rocportWrapped(int a, int b)
{
    return static_cast<int>(static_cast<unsigned int>(a) + static_cast<unsigned int>(b));
}
#define ROCPORT_OF_THREE(kind, word, half)                                                                            \
    inline __host__ __device__ int __viadd##kind##_s32(int a, int b, int c) { return word(rocportWrapped(a, b), c); } \
    inline __host__ __device__ int __viadd##kind##_s32_relu(int a, int b, int c)                                      \
    {                                                                                                                 \
        return rocportMost(word(rocportWrapped(a, b), c), 0);                                                         \
    }                                                                                                                 \
    inline __host__ __device__ unsigned int __viadd##kind##_u32(unsigned int a, unsigned int b, unsigned int c)       \
    {                                                                                                                 \
        return word(a + b, c);                                                                                        \
    }                                                                                                                 \
    inline __host__ __device__ unsigned int __viadd##kind##_s16x2(unsigned int a, unsigned int b, unsigned int c)     \
    {                                                                                                                 \
        return rocportHalves<true>(a, b, c, [](int x, int y, int z) { return half(rocportHalfSumOf<true>(x, y), z); }); \
    }                                                                                                                 \
    inline __host__ __device__ unsigned int __viadd##kind##_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) \
    {                                                                                                                 \
        return rocportHalves<true>(a, b, c, [](int x, int y, int z) {                                                 \
            return rocportMost(half(rocportHalfSumOf<true>(x, y), z), 0);                                             \
        });                                                                                                           \
    }                                                                                                                 \
    inline __host__ __device__ unsigned int __viadd##kind##_u16x2(unsigned int a, unsigned int b, unsigned int c)     \
    {                                                                                                                 \
        return rocportHalves<false>(a, b, c, [](int x, int y, int z) { return half(rocportHalfSumOf<false>(x, y), z); }); \
    }                                                                                                                 \
    inline __host__ __device__ int __vi##kind##3_s32(int a, int b, int c) { return word(word(a, b), c); }             \
    inline __host__ __device__ int __vi##kind##3_s32_relu(int a, int b, int c)                                        \
    {                                                                                                                 \
        return rocportMost(word(word(a, b), c), 0);                                                                   \
    }                                                                                                                 \
    inline __host__ __device__ unsigned int __vi##kind##3_u32(unsigned int a, unsigned int b, unsigned int c)         \
    {                                                                                                                 \
        return word(word(a, b), c);                                                                                   \
    }                                                                                                                 \
    inline __host__ __device__ unsigned int __vi##kind##3_s16x2(unsigned int a, unsigned int b, unsigned int c)       \
    {                                                                                                                 \
        return rocportHalves<true>(a, b, c, [](int x, int y, int z) { return half(half(x, y), z); });                 \
    }                                                                                                                 \
    inline __host__ __device__ unsigned int __vi##kind##3_s16x2_relu(unsigned int a, unsigned int b, unsigned int c)  \
    {                                                                                                                 \
        return rocportHalves<true>(a, b, c, [](int x, int y, int z) { return rocportMost(half(half(x, y), z), 0); }); \
    }                                                                                                                 \
    inline __host__ __device__ unsigned int __vi##kind##3_u16x2(unsigned int a, unsigned int b, unsigned int c)       \
    {                                                                                                                 \
        return rocportHalves<false>(a, b, c, [](int x, int y, int z) { return half(half(x, y), z); });                \
    }                                                                                                                 \
    inline __host__ __device__ int __vi##kind##_s32_relu(int a, int b) { return rocportMost(word(a, b), 0); }         \
    inline __host__ __device__ unsigned int __vi##kind##_s16x2_relu(unsigned int a, unsigned int b)                   \
    {                                                                                                                 \
        return rocportHalves<true>(a, b, 0, [](int x, int y, int) { return rocportMost(half(x, y), 0); });            \
    }
ROCPORT_OF_THREE(max, rocportMost, rocportLarger)
ROCPORT_OF_THREE(min, rocportLeast, rocportSmaller)
#undef ROCPORT_OF_THREE
