// Products of matrices by the 32 lanes of a warp, as PTX's mma.sync has them. A wavefront of 64 lanes makes two, one in each half.
// Lane l holds the rows l / 4 and l / 4 + 8 of A and the column l / 4 of B, of both every fourth word along k from l % 4 on, and the
// columns 2 * (l % 4) and the next of C. So it asks the other lanes of its half for what it multiplies.
template <int size>
struct rocportWord32
{
    static_assert(size == 4, "a register of 32 bits");
    typedef unsigned int Type;
};
template <>
struct rocportWord32<8>
{
    typedef unsigned long long Type;
};
template <typename To, typename From>
inline __device__ To rocportBits(const From& from)
{
    static_assert(sizeof(To) == sizeof(From), "as many bits");
    To to;
    __builtin_memcpy(&to, &from, sizeof to);
    return to;
}
template <int count, typename Word = unsigned int>
struct rocportRegisters
{
    Word word[count];

    template <typename... T>
    __device__ void to(T&... registers) const
    {
        static_assert(sizeof...(T) == count, "as many registers");
        int at = 0;
        const int done[] = {(registers = rocportBits<T>(word[at++]), 0)...};
        static_cast<void>(done);
    }
};
template <typename First, typename... More>
inline __device__ rocportRegisters<1 + sizeof...(More), typename rocportWord32<sizeof(First)>::Type>
rocportGiven(const First& first, const More&... more)
{
    typedef typename rocportWord32<sizeof(First)>::Type Word;
    return {{rocportBits<Word>(first), rocportBits<Word>(more)...}};
}

// What a word holds of A and B, and how sums lie in the words of C.
struct rocportF16
{
    typedef float Sum;
    enum { parts = 2 };
    static __device__ float part(unsigned int word, int at)
    {
        return __half2float(__ushort_as_half(static_cast<unsigned short>(word >> (16 * at))));
    }
    static __device__ float begin(unsigned int word, int at)
    {
        return part(word, at);
    }
    static __device__ void end(unsigned int& word, int at, float sum) // rounded once
    {
        const unsigned int bits = __half_as_ushort(__float2half(sum));
        word = (word & (0xFFFF0000u >> (16 * at))) | bits << (16 * at);
    }
};
struct rocportBf16
{
    enum { parts = 2 };
    static __device__ float part(unsigned int word, int at)
    {
        return rocportBits<float>(at == 0 ? word << 16 : word & 0xFFFF0000u);
    }
};
struct rocportTf32
{
    enum { parts = 1 };
    static __device__ float part(unsigned int word, int)
    {
        return rocportBits<float>(word & 0xFFFFE000u);
    }
};
struct rocportE5m2
{
    enum { parts = 4 };
    static __device__ float part(unsigned int word, int at)
    {
        return rocportF16::part(word >> (8 * at) << 8, 0);
    }
};
struct rocportE4m3
{
    enum { parts = 4 };
    static __device__ float part(unsigned int word, int at)
    {
        const unsigned int bits = word >> (8 * at);
        const unsigned int half = (bits & 0x80u) << 8 | (bits & 0x7Fu) << 7;
        return (bits & 0x7Fu) == 0x7Fu ? __builtin_nanf("") : 256.0f * rocportF16::part(half, 0);
    }
};
template <typename Part, int bits>
struct rocportInteger
{
    enum { parts = 32 / bits };
    static __device__ int part(unsigned int word, int at)
    {
        const unsigned int top = word << (32 - bits - bits * at);
        return static_cast<Part>(-1) < 0 ? static_cast<int>(top) >> (32 - bits)
                                         : static_cast<int>(top >> (32 - bits));
    }
};
typedef rocportInteger<signed char, 8> rocportS8;
typedef rocportInteger<unsigned char, 8> rocportU8;
typedef rocportInteger<signed char, 4> rocportS4;
typedef rocportInteger<unsigned char, 4> rocportU4;
struct rocportF32
{
    typedef float Sum;
    enum { parts = 1 };
    static __device__ float begin(unsigned int word, int)
    {
        return rocportBits<float>(word);
    }
    static __device__ void end(unsigned int& word, int, float sum)
    {
        word = rocportBits<unsigned int>(sum);
    }
};
struct rocportF64
{
    typedef double Sum;
    enum { parts = 1 };
    static __device__ double part(unsigned long long word, int)
    {
        return rocportBits<double>(word);
    }
    static __device__ double begin(unsigned long long word, int)
    {
        return rocportBits<double>(word);
    }
    static __device__ void end(unsigned long long& word, int, double sum)
    {
        word = rocportBits<unsigned long long>(sum);
    }
};
template <bool saturated>
struct rocportSum32
{
    typedef int Sum;
    enum { parts = 1 };
    static __device__ int begin(unsigned int, int)
    {
        return 0;
    }
    static __device__ void end(unsigned int& word, int, int sum)
    {
        const long long whole = static_cast<long long>(static_cast<int>(word)) + sum;
        word = !saturated              ? word + static_cast<unsigned int>(sum)
               : whole > 2147483647LL  ? 0x7FFFFFFFu
               : whole < -2147483648LL ? 0x80000000u
                                       : static_cast<unsigned int>(whole);
    }
};
typedef rocportSum32<false> rocportS32;
typedef rocportSum32<true> rocportS32Saturated;

inline __device__ float rocportAdd(float a, float b, float sum)
{
    return fmaf(a, b, sum);
}
inline __device__ double rocportAdd(double a, double b, double sum)
{
    return fma(a, b, sum);
}
inline __device__ int rocportAdd(int a, int b, int sum)
{
    return sum + a * b;
}

template <typename A, typename B, int rows, int columns, int words, typename Word, typename Sum>
inline __device__ void rocportMultiply(Sum (&sum)[rows][columns][2], const Word (&a)[rows][words],
                                       const Word (&b)[columns][words])
{
    static_assert(int(A::parts) == int(B::parts), "as many parts in a word");
    const int lane = static_cast<int>(__lane_id() & 31u);
#pragma unroll
    for (int from = 0; from < 4 * words; ++from) {
        Word row[rows];
#pragma unroll
        for (int r = 0; r < rows; ++r)
            row[r] = __shfl(a[r][from / 4], (lane & 28) + from % 4, 32);
#pragma unroll
        for (int c = 0; c < 2 * columns; ++c) {
            const Word column = __shfl(b[c / 2][from / 4], 8 * (lane & 3) + 4 * (c % 2) + from % 4, 32);
#pragma unroll
            for (int r = 0; r < rows; ++r) {
#pragma unroll
                for (int i = 0; i < A::parts; ++i)
                    sum[r][c / 2][c % 2] =
                        rocportAdd(A::part(row[r], i), B::part(column, i), sum[r][c / 2][c % 2]);
            }
        }
    }
}

template <int m, int n, int k, typename A, typename B, typename C, typename Word>
inline __device__ rocportRegisters<m / 4 / C::parts, Word>
rocportMma(const rocportRegisters<m / 8 * (k / 4 / A::parts), Word>& a,
           const rocportRegisters<k / 4 / A::parts, Word>& b, rocportRegisters<m / 4 / C::parts, Word> c)
{
    static_assert(n == 8, "eight columns");
    const int rows = m / 8;
    const int words = k / 4 / A::parts;
    Word left[rows][words];
    Word right[1][words];
    typename C::Sum sum[rows][1][2];
#pragma unroll
    for (int w = 0; w < words; ++w) {
        right[0][w] = b.word[w];
#pragma unroll
        for (int r = 0; r < rows; ++r)
            left[r][w] = a.word[rows * w + r];
    }
#pragma unroll
    for (int i = 0; i < 2 * rows; ++i)
        sum[i / 2][0][i % 2] = C::begin(c.word[i / C::parts], i % C::parts);
    rocportMultiply<A, B>(sum, left, right);
#pragma unroll
    for (int i = 0; i < 2 * rows; ++i)
        C::end(c.word[i / C::parts], i % C::parts, sum[i / 2][0][i % 2]);
    return c;
}

// m8n8k4 in halves: four products at once, each by four lanes of the lower and of the upper sixteen.
template <bool rowsOfA, bool rowsOfB, typename D, typename C>
inline __device__ rocportRegisters<8 / D::parts>
rocportMmaQuads(const rocportRegisters<2>& a, const rocportRegisters<2>& b, const rocportRegisters<8 / C::parts>& c)
{
    static_assert(int(C::parts) == int(D::parts), "sums of one kind");
    const int lane = static_cast<int>(__lane_id() & 31u);
    const int quad = lane & 12;
    const int upper = lane & 16;
    rocportRegisters<8 / D::parts> d;
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        const int row = D::parts == 2 ? lane & 3 : (lane & 1) + (i & 2); // of these four
        const int column = D::parts == 2 ? i : (i & 4) + (lane & 2) + (i & 1);
        float sum = C::begin(c.word[i / C::parts], i % C::parts);
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            const int of = quad + upper + (rowsOfA ? row : k);
            const int at = quad + (column & 4) * 4 + (rowsOfB ? k : column & 3);
            const unsigned int left = __shfl(a.word[0], of, 32), leftNext = __shfl(a.word[1], of, 32);
            const unsigned int right = __shfl(b.word[0], at, 32), rightNext = __shfl(b.word[1], at, 32);
            const int inA = rowsOfA ? k : row;
            const int inB = rowsOfB ? column & 3 : k;
            sum = rocportAdd(rocportF16::part(inA < 2 ? left : leftNext, inA & 1),
                             rocportF16::part(inB < 2 ? right : rightNext, inB & 1), sum);
        }
        D::end(d.word[i / D::parts], i % D::parts, sum);
    }
    return d;
}
