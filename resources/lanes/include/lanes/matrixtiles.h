#pragma once

// Tiles of matrices that a wave holds together, as nvcuda::wmma (mma.h) and rocWMMA have them. Which
// lane has which element is told by neither vendor: here each lane has as many as it has on the
// GPU, and the elements lie side by side in rows. A product is made once for the wave, when its
// lanes have come: in the precision of what is summed, from k = 0 on, from the sum that is given.

#include "lanes/wave.h"

namespace rocport_lanes::tiles {

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };

/// What an element of a tile is kept as and summed as, for each type of them: `factor` is its value
/// in a product, `ofSum` what becomes of a sum.
template <typename T>
struct Element
{
    using Stored = T;
    using Sum = T; // float and double
    static T factor(T x) { return x; }
    static T ofSum(T sum, bool) { return sum; }
};
struct WholeElement
{
    using Sum = int;
};
template <>
struct Element<signed char> : WholeElement
{
    using Stored = signed char;
    static int factor(signed char x) { return x; }
};
template <>
struct Element<unsigned char> : WholeElement
{
    using Stored = unsigned char;
    static int factor(unsigned char x) { return x; }
};
template <>
struct Element<int> : WholeElement
{
    using Stored = int;
    static int factor(int x) { return x; }
    static int ofSum(long long sum, bool saturates)
    {
        return static_cast<int>(saturates ? std::clamp<long long>(sum, INT_MIN, INT_MAX) : sum);
    }
};

/// Tiles of the sizes that a GPU has, and how many elements of one a lane has.
template <typename Use, int kRows, int kColumns, typename T>
struct LaneElements
{
    static constexpr int kCount = kRows * kColumns / kWave;
};
template <int m, int n, int k, typename T>
constexpr bool kIsTile = true;

/// kCount elements of a tile of kRows x kColumns. Where lanes have more than the tile in all, the
/// first ones have it and the others copies.
template <int kRowsOfTile, int kColumnsOfTile, typename T, int kCount>
struct Tile
{
    using element_type = T;
    using storage_element_type = typename Element<T>::Stored;
    static constexpr int num_elements = kCount;
    static constexpr int num_storage_elements = kCount;
    static constexpr int kRows = kRowsOfTile;
    static constexpr int kColumns = kColumnsOfTile;
    static constexpr int kLanes = kRows * kColumns / kCount; ///< that have all of it
    static_assert(kCount > 0 && kRows * kColumns % kCount == 0 && kLanes <= kWave &&
                      kWave % kLanes == 0,
                  "a wave does not hold tiles of this size");

    storage_element_type x[kCount];

#ifdef LANES_AMD
    storage_element_type& operator[](unsigned i) { return x[i]; }
    const storage_element_type& operator[](unsigned i) const { return x[i]; }
    static constexpr unsigned size() { return kCount; }
#endif
    static int place(int i) { return static_cast<int>(__lane_id()) % kLanes * kCount + i; }
    static int row(int i) { return place(i) / kColumns; }
    static int column(int i) { return place(i) % kColumns; }
};

template <typename Use, int m, int n, int k, typename T, typename Layout = void>
class fragment;
template <int m, int n, int k, typename T, typename Layout>
class fragment<matrix_a, m, n, k, T, Layout>
    : public Tile<m, k, T, LaneElements<matrix_a, m, k, T>::kCount>
{
    static_assert(kIsTile<m, n, k, T>, "a tile of a size that the GPU multiplies");
};
template <int m, int n, int k, typename T, typename Layout>
class fragment<matrix_b, m, n, k, T, Layout>
    : public Tile<k, n, T, LaneElements<matrix_b, k, n, T>::kCount>
{
    static_assert(kIsTile<m, n, k, T>, "a tile of a size that the GPU multiplies");
};
template <int m, int n, int k, typename T, typename Layout>
class fragment<accumulator, m, n, k, T, Layout>
    : public Tile<m, n, T, LaneElements<accumulator, m, n, T>::kCount>
{
    static_assert(kIsTile<m, n, k, T>, "a tile of a size that the GPU multiplies");
};

/// The lanes of the wave wait for each other; `work` is done once with what each gives.
inline void together(std::uint64_t value,
                     void (*work)(const std::uint64_t* values, std::uint64_t members),
                     const Site& site)
{
    WaveRequest request;
    request.call = WaveCall::Together;
    request.hasMask = true;
    request.mask = ~std::uint64_t{0} >> (64 - kWave);
    request.value = value;
    request.work = work;
    request.site = site;
    exchange(request);
}

template <typename Use, int m, int n, int k, typename T, typename Layout>
void load(fragment<Use, m, n, k, T, Layout>& to, const typename Element<T>::Stored* from,
          unsigned stride, bool isByRow, const Site& site)
{
    together(0, nullptr, site);
    for (int i = 0; i < to.num_elements; ++i) {
        const auto row = static_cast<std::size_t>(to.row(i));
        const auto column = static_cast<std::size_t>(to.column(i));
        to.x[i] = from[isByRow ? row * stride + column : column * stride + row];
    }
}

template <typename Use, int m, int n, int k, typename T, typename Layout>
void load_matrix_sync(fragment<Use, m, n, k, T, Layout>& to,
                      const typename Element<T>::Stored* from, unsigned stride,
                      Site site = Site::here())
{
    static_assert(!std::is_void_v<Layout>, "an accumulator is loaded with its layout");
    load(to, from, stride, std::is_same_v<Layout, row_major>, site);
}
template <int m, int n, int k, typename T>
void load_matrix_sync(fragment<accumulator, m, n, k, T>& to, const T* from, unsigned stride,
                      layout_t layout, Site site = Site::here())
{
    load(to, from, stride, layout == mem_row_major, site);
}

template <int m, int n, int k, typename T, typename Layout>
void store(T* to, const fragment<accumulator, m, n, k, T, Layout>& from, unsigned stride,
           bool isByRow, const Site& site)
{
    together(0, nullptr, site);
    for (int i = 0; i < from.num_elements; ++i) {
        const auto row = static_cast<std::size_t>(from.row(i));
        const auto column = static_cast<std::size_t>(from.column(i));
        to[isByRow ? row * stride + column : column * stride + row] = from.x[i];
    }
}

template <int m, int n, int k, typename T>
void store_matrix_sync(T* to, const fragment<accumulator, m, n, k, T>& from, unsigned stride,
                       layout_t layout, Site site = Site::here())
{
    store(to, from, stride, layout == mem_row_major, site);
}

template <typename Use, int m, int n, int k, typename T, typename Layout>
void fill_fragment(fragment<Use, m, n, k, T, Layout>& to,
                   const std::type_identity_t<typename Element<T>::Stored>& value)
{
    for (auto& element : to.x) {
        element = value;
    }
}

/// What a lane hands to the product.
template <typename D, typename A, typename B, typename C>
struct Product
{
    D* d;
    const A* a;
    const B* b;
    const C* c;
    bool saturates;
};

/// The elements of a tile in rows, as what they are multiplied or summed as. `of` gives the tile of
/// what a lane hands over.
template <typename Sum, typename Part, typename Of>
void gather(Sum* to, const Part* const* parts, Of of)
{
    using T = std::remove_cvref_t<decltype(of(*parts[0]))>;
    for (int lane = 0; lane < T::kLanes; ++lane, to += T::num_elements) {
        for (int i = 0; i < T::num_elements; ++i) {
            to[i] = parts[lane] == nullptr ? Sum()
                                           : Element<typename T::element_type>::factor(
                                                 of(*parts[lane]).x[i]);
        }
    }
}

template <int m, int n, int k, typename Sum>
void addProducts(Sum* sum, const Sum* a, const Sum* b)
{
    for (int row = 0; row < m; ++row) {
        for (int at = 0; at < k; ++at) {
            const Sum factor = a[row * k + at];
            for (int column = 0; column < n; ++column) {
                Sum& to = sum[row * n + column];
                if constexpr (std::is_same_v<Sum, double>) { // PTX, wmma.mma: as fma.f64
                    to = std::fma(factor, b[at * n + column], to);
                } else {
                    to += factor * b[at * n + column];
                }
            }
        }
    }
}

/// The product of what the lanes hand over.
template <int m, int n, int k, typename Part>
void multiply(const std::uint64_t* values, std::uint64_t members)
{
    const Part* parts[64] = {};
    for (std::uint64_t rest = members; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        parts[lane] = reinterpret_cast<const Part*>(values[lane]);
    }
    using Result = std::remove_cvref_t<decltype(*Part::d)>;
    using Sum = typename Element<typename Result::element_type>::Sum;
    constexpr bool kIsWhole = std::is_same_v<Sum, int>; // then C is added last, where it may saturate
    Sum a[m * k];
    Sum b[k * n];
    Sum sum[m * n] = {};
    gather(a, parts, [](const Part& part) -> decltype(auto) { return *part.a; });
    gather(b, parts, [](const Part& part) -> decltype(auto) { return *part.b; });
    if constexpr (!kIsWhole) {
        gather(sum, parts, [](const Part& part) -> decltype(auto) { return *part.c; });
    }
    addProducts<m, n, k>(sum, a, b);
    for (std::uint64_t rest = members; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const Part& part = *parts[lane];
        const Sum* own = sum + lane % Result::kLanes * Result::num_elements;
        for (int i = 0; i < Result::num_elements; ++i) {
            using To = Element<typename Result::element_type>;
            if constexpr (kIsWhole) {
                part.d->x[i] =
                    To::ofSum(static_cast<long long>(own[i]) + part.c->x[i], part.saturates);
            } else {
                part.d->x[i] = To::ofSum(own[i], part.saturates);
            }
        }
    }
}

/// D = A * B + C. `saturates`: what is too large becomes the largest number.
template <int m, int n, int k, typename T, typename OfA, typename OfB, typename D, typename OfD,
          typename C, typename OfC>
void mma_sync(fragment<accumulator, m, n, k, D, OfD>& d,
              const fragment<matrix_a, m, n, k, T, OfA>& a,
              const fragment<matrix_b, m, n, k, T, OfB>& b,
              const fragment<accumulator, m, n, k, C, OfC>& c, bool saturates = false,
              Site site = Site::here())
{
    static_assert(std::is_same_v<typename Element<D>::Sum, typename Element<T>::Sum> &&
                      std::is_same_v<typename Element<C>::Sum, typename Element<T>::Sum>,
                  "these elements are not summed as those of the accumulator");
    using Part = Product<std::remove_reference_t<decltype(d)>, std::remove_cvref_t<decltype(a)>,
                         std::remove_cvref_t<decltype(b)>, std::remove_cvref_t<decltype(c)>>;
    const Part own = {&d, &a, &b, &c, saturates};
    together(reinterpret_cast<std::uintptr_t>(&own), multiply<m, n, k, Part>, site);
}

} // namespace rocport_lanes::tiles
