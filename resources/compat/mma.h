// nvcuda::wmma by the 32 lanes of a warp; a wavefront of 64 lanes works on two products, one in each half. Fragments lie as those of
// PTX's mma.sync: along k in words, and an accumulator in pairs of columns, whatever its type.
#if defined(__HIPCC__) && !defined(__HIPCC_RTC__)
namespace nvcuda {
namespace wmma {
struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32;
} // namespace precision

template <typename T>
struct rocportElement
{
    typedef T Stored;
    typedef unsigned int Word;
};
template <>
struct rocportElement<half> : rocportF16
{
    typedef half Stored;
    typedef unsigned int Word;
    static __device__ float sumOf(half value)
    {
        return __half2float(value);
    }
    template <typename Before>
    static __device__ half stored(const Before&, float sum, bool)
    {
        return __float2half(sum); // rounded once
    }
};
template <>
struct rocportElement<__hip_bfloat16> : rocportBf16
{
    typedef __hip_bfloat16 Stored;
    typedef unsigned int Word;
    typedef float Sum;
};
template <>
struct rocportElement<signed char> : rocportS8
{
    typedef signed char Stored;
    typedef unsigned int Word;
    typedef int Sum;
};
template <>
struct rocportElement<unsigned char> : rocportU8
{
    typedef unsigned char Stored;
    typedef unsigned int Word;
    typedef int Sum;
};
template <>
struct rocportElement<precision::tf32> : rocportTf32
{
    typedef float Stored;
    typedef unsigned int Word;
    typedef float Sum;
};
template <>
struct rocportElement<float>
{
    typedef float Stored;
    static __device__ float sumOf(float value)
    {
        return value;
    }
    template <typename Before>
    static __device__ float stored(const Before&, float sum, bool)
    {
        return sum;
    }
};
template <>
struct rocportElement<int>
{
    typedef int Stored;
    static __device__ int sumOf(int)
    {
        return 0;
    }
    static __device__ int stored(int before, int sum, bool saturated)
    {
        unsigned int word = static_cast<unsigned int>(before);
        saturated ? rocportS32Saturated::end(word, 0, sum) : rocportS32::end(word, 0, sum);
        return static_cast<int>(word);
    }
};
template <>
struct rocportElement<double> : rocportF64
{
    typedef double Stored;
    typedef unsigned long long Word;
    static __device__ double sumOf(double value)
    {
        return value;
    }
    static __device__ double stored(double, double sum, bool)
    {
        return sum;
    }
};

// Place number i of a lane: which row of A or column of B ("outer") and which k, or which row and column of an accumulator.
template <int outer, int k, int parts>
struct rocportFactor
{
    enum { elements = outer * k / 32, words = k / 4 / parts };
    static __device__ unsigned int across(int i, int lane)
    {
        return static_cast<unsigned int>(8 * (i / (k / 4)) + lane / 4);
    }
    static __device__ unsigned int along(int i, int lane)
    {
        return static_cast<unsigned int>(4 * parts * (i / parts % words) + parts * (lane % 4) + i % parts);
    }
};
template <int m, int n>
struct rocportResult
{
    enum { elements = m * n / 32 };
    static __device__ unsigned int row(int i, int lane)
    {
        return static_cast<unsigned int>(8 * (i / (n / 4)) + lane / 4);
    }
    static __device__ unsigned int column(int i, int lane)
    {
        return static_cast<unsigned int>(8 * (i / 2 % (n / 8)) + 2 * (lane % 4) + i % 2);
    }
};
template <int m, int n, int k, typename T>
struct rocportShape
{
    enum { known = k == 16 && ((m == 16 && n == 16) || (m == 32 && n == 8) || (m == 8 && n == 32)) };
};
template <int m, int n, int k>
struct rocportShape<m, n, k, precision::tf32>
{
    enum { known = m == 16 && n == 16 && k == 8 };
};
template <int m, int n, int k>
struct rocportShape<m, n, k, double>
{
    enum { known = m == 8 && n == 8 && k == 4 };
};
template <int m, int n, int k>
struct rocportShape<m, n, k, float>
{
    enum { known = rocportShape<m, n, k, half>::known || rocportShape<m, n, k, precision::tf32>::known };
};

template <typename T, int count>
struct rocportFragment
{
    typedef T element_type;
    typedef typename rocportElement<T>::Stored storage_element_type;
    enum { num_elements = count, num_storage_elements = count };
    alignas(8) storage_element_type x[count];
};
template <typename Use, int m, int n, int k, typename T, typename Layout = void>
class fragment;
template <int m, int n, int k, typename T, typename Layout>
class fragment<matrix_a, m, n, k, T, Layout> : public rocportFragment<T, m * k / 32>
{
    static_assert(rocportShape<m, n, k, T>::known, "a tile that tensor cores have");
};
template <int m, int n, int k, typename T, typename Layout>
class fragment<matrix_b, m, n, k, T, Layout> : public rocportFragment<T, k * n / 32>
{
    static_assert(rocportShape<m, n, k, T>::known, "a tile that tensor cores have");
};
template <int m, int n, int k, typename T>
class fragment<accumulator, m, n, k, T, void> : public rocportFragment<T, m * n / 32>
{
    static_assert(rocportShape<m, n, k, T>::known, "a tile that tensor cores have");
};

template <typename Layout>
struct rocportIsRows
{
    enum { value = false };
};
template <>
struct rocportIsRows<row_major>
{
    enum { value = true };
};
inline __device__ int rocportLane()
{
    return static_cast<int>(__lane_id() & 31u);
}

template <int m, int n, int k, typename T, typename Layout>
inline __device__ void load_matrix_sync(fragment<matrix_a, m, n, k, T, Layout>& to,
                                        const typename rocportElement<T>::Stored* from, unsigned int stride)
{
    typedef rocportFactor<m, k, rocportElement<T>::parts> Place;
#pragma unroll
    for (int i = 0; i < Place::elements; ++i) {
        const unsigned int row = Place::across(i, rocportLane());
        const unsigned int column = Place::along(i, rocportLane());
        to.x[i] = from[rocportIsRows<Layout>::value ? row * stride + column : column * stride + row];
    }
}
template <int m, int n, int k, typename T, typename Layout>
inline __device__ void load_matrix_sync(fragment<matrix_b, m, n, k, T, Layout>& to,
                                        const typename rocportElement<T>::Stored* from, unsigned int stride)
{
    typedef rocportFactor<n, k, rocportElement<T>::parts> Place;
#pragma unroll
    for (int i = 0; i < Place::elements; ++i) {
        const unsigned int row = Place::along(i, rocportLane());
        const unsigned int column = Place::across(i, rocportLane());
        to.x[i] = from[rocportIsRows<Layout>::value ? row * stride + column : column * stride + row];
    }
}
template <int m, int n, int k, typename T>
inline __device__ void load_matrix_sync(fragment<accumulator, m, n, k, T>& to, const T* from, unsigned int stride,
                                        layout_t layout)
{
    typedef rocportResult<m, n> Place;
#pragma unroll
    for (int i = 0; i < Place::elements; ++i) {
        const unsigned int row = Place::row(i, rocportLane());
        const unsigned int column = Place::column(i, rocportLane());
        to.x[i] = from[layout == mem_row_major ? row * stride + column : column * stride + row];
    }
}
template <int m, int n, int k, typename T>
inline __device__ void store_matrix_sync(T* to, const fragment<accumulator, m, n, k, T>& from, unsigned int stride,
                                         layout_t layout)
{
    typedef rocportResult<m, n> Place;
#pragma unroll
    for (int i = 0; i < Place::elements; ++i) {
        const unsigned int row = Place::row(i, rocportLane());
        const unsigned int column = Place::column(i, rocportLane());
        to[layout == mem_row_major ? row * stride + column : column * stride + row] = from.x[i];
    }
}
template <typename Use, int m, int n, int k, typename T, typename Layout>
inline __device__ void fill_fragment(fragment<Use, m, n, k, T, Layout>& to,
                                     const typename rocportElement<T>::Stored& value)
{
#pragma unroll
    for (int i = 0; i < fragment<Use, m, n, k, T, Layout>::num_elements; ++i)
        to.x[i] = value;
}

template <int m, int n, int k, typename T, typename OfA, typename OfB, typename D, typename C>
inline __device__ void mma_sync(fragment<accumulator, m, n, k, D>& d, const fragment<matrix_a, m, n, k, T, OfA>& a,
                                const fragment<matrix_b, m, n, k, T, OfB>& b,
                                const fragment<accumulator, m, n, k, C>& c, bool satf = false)
{
    typedef rocportElement<T> Element;
    typedef typename Element::Word Word;
    const int words = k / 4 / Element::parts;
    Word left[m / 8][words];
    Word right[n / 8][words];
    static_assert(sizeof left == sizeof a.x && sizeof right == sizeof b.x, "packed in words");
    __builtin_memcpy(left, a.x, sizeof left);
    __builtin_memcpy(right, b.x, sizeof right);
    typename Element::Sum sum[m / 8][n / 8][2];
#pragma unroll
    for (int i = 0; i < m * n / 32; ++i)
        sum[i / (n / 4)][i / 2 % (n / 8)][i % 2] = rocportElement<C>::sumOf(c.x[i]);
    rocportMultiply<Element, Element>(sum, left, right);
#pragma unroll
    for (int i = 0; i < m * n / 32; ++i)
        d.x[i] = rocportElement<D>::stored(c.x[i], sum[i / (n / 4)][i / 2 % (n / 8)][i % 2], satf);
}

// To nearest, ties away from zero.
inline __device__ float __float_to_tf32(float value)
{
    const unsigned int bits = rocportBits<unsigned int>(value);
    const bool isNumber = (bits & 0x7F800000u) != 0x7F800000u;
    return isNumber ? rocportBits<float>((bits + 0x1000u) & 0xFFFFE000u) : value;
}
} // namespace wmma
} // namespace nvcuda
#endif
