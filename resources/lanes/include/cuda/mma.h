#pragma once

// nvcuda::wmma: products of tiles on tensor cores, by the CUDA C++ Programming Guide, "Warp Matrix
// Functions". How many elements a lane has is PTX's, "Matrix Fragments for WMMA".

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_runtime.h"

#include "lanes/matrixnumbers.h"

namespace rocport_lanes::tiles {

namespace precision {
struct tf32;
}

/// To 10 bits of fraction, to nearest, halves away from zero (PTX, cvt.rna.tf32.f32).
inline float __float_to_tf32(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const bool isNumber = (bits & 0x7f800000) != 0x7f800000;
    return isNumber ? std::bit_cast<float>((bits + 0x1000) & 0xffffe000) : value;
}

template <>
struct Element<precision::tf32>
{
    using Stored = float;
    using Sum = float;
    /// The lower bits of what was not converted are not looked at.
    static float factor(float x)
    {
        return std::bit_cast<float>(std::bit_cast<std::uint32_t>(x) & 0xffffe000);
    }
};

/// Of half numbers each lane has 16, so that some have the same.
template <int kRows, int kColumns>
struct LaneElements<matrix_a, kRows, kColumns, __half>
{
    static constexpr int kCount = 16;
};
template <int kRows, int kColumns>
struct LaneElements<matrix_b, kRows, kColumns, __half>
{
    static constexpr int kCount = 16;
};

template <int m, int n, int k>
constexpr bool kIsLongTile = k == 16 && ((m == 16 && n == 16) || (m == 32 && n == 8) ||
                                         (m == 8 && n == 32));
template <int m, int n, int k>
constexpr bool kIsTile<m, n, k, __half> = kIsLongTile<m, n, k>;
template <int m, int n, int k>
constexpr bool kIsTile<m, n, k, __nv_bfloat16> = kIsLongTile<m, n, k>;
template <int m, int n, int k>
constexpr bool kIsTile<m, n, k, signed char> = kIsLongTile<m, n, k>;
template <int m, int n, int k>
constexpr bool kIsTile<m, n, k, unsigned char> = kIsLongTile<m, n, k>;
template <int m, int n, int k>
constexpr bool kIsTile<m, n, k, int> = kIsLongTile<m, n, k>;
template <int m, int n, int k>
constexpr bool kIsTile<m, n, k, precision::tf32> = m == 16 && n == 16 && k == 8;
template <int m, int n, int k>
constexpr bool kIsTile<m, n, k, float> = kIsLongTile<m, n, k> || (m == 16 && n == 16 && k == 8);
template <int m, int n, int k>
constexpr bool kIsTile<m, n, k, double> = m == 8 && n == 8 && k == 4;

} // namespace rocport_lanes::tiles

namespace nvcuda::wmma {

namespace precision = rocport_lanes::tiles::precision;
using rocport_lanes::tiles::__float_to_tf32;
using rocport_lanes::tiles::accumulator;
using rocport_lanes::tiles::col_major;
using rocport_lanes::tiles::fill_fragment;
using rocport_lanes::tiles::fragment;
using rocport_lanes::tiles::layout_t;
using rocport_lanes::tiles::load_matrix_sync;
using rocport_lanes::tiles::matrix_a;
using rocport_lanes::tiles::matrix_b;
using rocport_lanes::tiles::mem_col_major;
using rocport_lanes::tiles::mem_row_major;
using rocport_lanes::tiles::mma_sync;
using rocport_lanes::tiles::row_major;
using rocport_lanes::tiles::store_matrix_sync;

} // namespace nvcuda::wmma
