#pragma once

// rocWMMA by its API reference guide (rocWMMA 1.7, ROCm 6.4): tiles that a wavefront of 32 or 64
// lanes holds. Which sizes a GPU multiplies is not checked.

#include "hip/hip_bf16.h"
#include "hip/hip_fp16.h"
#include "hip/hip_runtime.h"

#include "lanes/matrixnumbers.h"

namespace rocwmma {

using float16_t = __half;
using hfloat16_t = __half;
using bfloat16_t = __hip_bfloat16;
using float32_t = float;
using float64_t = double;
using ::int16_t;
using ::int32_t;
using ::int64_t;
using int8_t = signed char;
using ::uint16_t;
using ::uint32_t;
using ::uint64_t;
using uint8_t = unsigned char;

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

/// With its layout among the types of the accumulator.
template <int m, int n, int k, typename T, typename Layout>
void store_matrix_sync(T* to, const fragment<accumulator, m, n, k, T, Layout>& from,
                       unsigned stride, rocport_lanes::Site site = rocport_lanes::Site::here())
{
    static_assert(!std::is_void_v<Layout>, "an accumulator is stored with its layout");
    rocport_lanes::tiles::store(to, from, stride, std::is_same_v<Layout, row_major>, site);
}

inline void synchronize_workgroup(rocport_lanes::Site site = rocport_lanes::Site::here())
{
    rocport_lanes::blockBarrier(false, site);
}

} // namespace rocwmma
