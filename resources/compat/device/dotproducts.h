// Dot products of packed integers, added to a third.
template <typename Part, typename Other>
inline __host__ __device__ unsigned int rocportDot(unsigned int a, unsigned int b, unsigned int sum, int parts)
{
    for (int i = 0; i < parts; ++i)
        sum += static_cast<unsigned int>(static_cast<int>(static_cast<Part>(a >> (8 * sizeof(Part) * i))) *
                                         static_cast<int>(static_cast<Other>(b >> (8 * i))));
    return sum;
}
template <typename To, typename From>
inline __host__ __device__ To rocportWord(const From& value)
{
    static_assert(sizeof(To) == sizeof(From), "packed into one word");
    To word;
    __builtin_memcpy(&word, &value, sizeof word);
    return word;
}
inline __host__ __device__ int rocportDp4a(int a, int b, int sum)
{
#if defined(__gfx908__) || defined(__gfx90a__) || defined(__gfx942__) || defined(__gfx950__)
    return __builtin_amdgcn_sdot4(a, b, sum, false);
#else
    return static_cast<int>(rocportDot<signed char, signed char>(a, b, sum, 4));
#endif
}
inline __host__ __device__ unsigned int rocportDp4a(unsigned int a, unsigned int b, unsigned int sum)
{
#if defined(__gfx908__) || defined(__gfx90a__) || defined(__gfx942__) || defined(__gfx950__)
    return __builtin_amdgcn_udot4(a, b, sum, false);
#else
    return rocportDot<unsigned char, unsigned char>(a, b, sum, 4);
#endif
}
inline __host__ __device__ int rocportDp4a(char4 a, char4 b, int sum)
{
    return rocportDp4a(rocportWord<int>(a), rocportWord<int>(b), sum);
}
inline __host__ __device__ unsigned int rocportDp4a(uchar4 a, uchar4 b, unsigned int sum)
{
    return rocportDp4a(rocportWord<unsigned int>(a), rocportWord<unsigned int>(b), sum);
}
// The first holds two numbers of 16 bits, the second four of 8, of which two count.
inline __host__ __device__ int rocportDp2a(int a, int b, int sum)
{
    return static_cast<int>(rocportDot<short, signed char>(a, b, sum, 2));
}
inline __host__ __device__ unsigned int rocportDp2a(unsigned int a, unsigned int b, unsigned int sum)
{
    return rocportDot<unsigned short, unsigned char>(a, b, sum, 2);
}
inline __host__ __device__ int rocportDp2a(short2 a, char4 b, int sum)
{
    return rocportDp2a(rocportWord<int>(a), rocportWord<int>(b), sum);
}
inline __host__ __device__ unsigned int rocportDp2a(ushort2 a, uchar4 b, unsigned int sum)
{
    return rocportDp2a(rocportWord<unsigned int>(a), rocportWord<unsigned int>(b), sum);
}
inline __host__ __device__ int rocportUpper(int word)
{
    return static_cast<int>(static_cast<unsigned int>(word) >> 16);
}
inline __host__ __device__ unsigned int rocportUpper(unsigned int word)
{
    return word >> 16;
}
inline __host__ __device__ char4 rocportUpper(char4 word)
{
    return char4{word.z, word.w, 0, 0};
}
inline __host__ __device__ uchar4 rocportUpper(uchar4 word)
{
    return uchar4{word.z, word.w, 0, 0};
}
