// Texts of generated headers about half and bfloat16 numbers and labelled groups beside what CUDA has itself, on an NVIDIA GPU:
//   nvcc -std=c++17 -arch=native -I resources/compat -o halves tests/device/halves.cu && ./halves
// All numbers of 16 bits in each conversion; random and special pairs in sums, products, comparisons; groups by label.
// Exit status 0: all the same.

#include <cooperative_groups.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdio>
#include <cstring>

#define __hip_bfloat16 __nv_bfloat16
#define __hip_bfloat162 __nv_bfloat162
#define _Float16 __half
#define __builtin_memcpy memcpy
#define __builtin_rintf rintf
#define __builtin_truncf truncf
#define __builtin_floorf floorf
#define __builtin_ceilf ceilf
#define __HIP_MEMORY_SCOPE_AGENT 0
#define __ATOMIC_RELAXED 0

__device__ unsigned int __hip_atomic_load(unsigned int* from, int, int)
{
    return *const_cast<volatile unsigned int*>(from);
}
__device__ bool __hip_atomic_compare_exchange_strong(unsigned int* at, unsigned int* expected, unsigned int value, int, int, int)
{
    const unsigned int before = atomicCAS(at, *expected, value);
    const bool isSame = before == *expected;
    *expected = before;
    return isSame;
}

namespace ours {
namespace cooperative_groups {
// CUDA declares the assignment of groups, and does not define it.
struct coalesced_group : ::cooperative_groups::coalesced_group
{
    __device__ coalesced_group(const ::cooperative_groups::coalesced_group& from) : ::cooperative_groups::coalesced_group(from) {}
    __device__ coalesced_group(const coalesced_group& from) : ::cooperative_groups::coalesced_group(from) {}
    __device__ coalesced_group& operator=(const coalesced_group& from)
    {
        memcpy(static_cast<void*>(this), &from, sizeof(*this));
        return *this;
    }
};
template <class Group>
__device__ coalesced_group binary_partition(const Group& group, bool value)
{
    return ::cooperative_groups::binary_partition(group, value);
}
} // namespace cooperative_groups
#include "device/bfloat16.h"
#include "device/extremes.h"
#include "device/halfvalues.h"
#include "device/halfintegers.h"
#include "device/halfarithmetic.h"
#include "device/halfcomparisons.h"
#include "device/halfatomics.h"
#include "device/labeledpartition.h"
} // namespace ours

__device__ unsigned int faults[64];
__device__ unsigned long long compared;

template <typename T>
__device__ void same(int what, T is, T wanted)
{
    unsigned char left[sizeof(T)], right[sizeof(T)];
    memcpy(left, &is, sizeof is);
    memcpy(right, &wanted, sizeof wanted);
    bool isSame = true;
    for (size_t i = 0; i < sizeof(T); ++i)
        isSame = isSame && left[i] == right[i];
    if (!isSame)
        atomicAdd(&faults[what], 1u);
    atomicAdd(&compared, 1ull);
}

__global__ void conversions()
{
    const unsigned short bits = static_cast<unsigned short>(blockIdx.x * blockDim.x + threadIdx.x);
    const __nv_bfloat16 b = __ushort_as_bfloat16(bits);
    const __half h = __ushort_as_half(bits);
    const float wide = ours::rocportFloatOf(b);
    const float narrow = ours::rocportFloatOf(h);
#define EACH(at, name, type)                                                                                         \
    same(at, ours::rocportInteger<type>(wide, 'n'), static_cast<type>(name##_rn(b)));                                  \
    same(at, ours::rocportInteger<type>(wide, 'z'), static_cast<type>(name##_rz(b)));                                  \
    same(at, ours::rocportInteger<type>(wide, 'd'), static_cast<type>(name##_rd(b)));                                  \
    same(at, ours::rocportInteger<type>(wide, 'u'), static_cast<type>(name##_ru(b)))
    EACH(0, __bfloat162int, int);
    EACH(1, __bfloat162uint, unsigned int);
    EACH(2, __bfloat162short, short);
    EACH(3, __bfloat162ushort, unsigned short);
    EACH(4, __bfloat162ll, long long);
    EACH(5, __bfloat162ull, unsigned long long);
    same(6, ours::rocportInteger<signed char>(wide, 'z'), static_cast<signed char>(__bfloat162char_rz(b)));
    same(7, ours::rocportInteger<unsigned char>(wide, 'z'), __bfloat162uchar_rz(b));
    same(8, ours::rocportInteger<signed char>(narrow, 'z'), static_cast<signed char>(__half2char_rz(h)));
    same(9, ours::rocportInteger<unsigned char>(narrow, 'z'), __half2uchar_rz(h));
    // Near, in units of the last place: CUDA's are not exact either.
    const __half tangent = ours::rocportTanh(h);
    const int apart = __half_as_short(tangent) - __half_as_short(htanh(h));
    same(10, __hisnan(h) ? __hisnan(tangent) : apart >= -1 && apart <= 1, true);
    const __nv_bfloat16 other = ours::rocportTanh(b);
    const int distance = __bfloat16_as_short(other) - __bfloat16_as_short(htanh(b));
    same(11, __hisnan(b) ? __hisnan(other) : distance >= -1 && distance <= 1, true);
}

struct Halves
{
    using One = __half;
    using Two = __half2;
    static __device__ One of(unsigned int bits) { return __ushort_as_half(static_cast<unsigned short>(bits)); }
};
struct Brains
{
    using One = __nv_bfloat16;
    using Two = __nv_bfloat162;
    static __device__ One of(unsigned int bits) { return __ushort_as_bfloat16(static_cast<unsigned short>(bits)); }
};

/// The same bits, or NaN on both sides: which NaN a sum has is not said.
template <typename T>
__device__ void sameNumber(int what, T is, T wanted)
{
    if (__hisnan(is) && __hisnan(wanted))
        return;
    same(what, is, wanted);
}

template <typename Kind>
__global__ void pairs(int base)
{
    using Two = typename Kind::Two;
    unsigned int x = 12345u + 7919u * (blockIdx.x * blockDim.x + threadIdx.x);
    const auto next = [&x] {
        constexpr unsigned int special[] = {0, 0x8000, 0x7C00, 0xFC00, 0x7F80, 0xFF80, 0x7FFF, 0xFFFF, 0x7E00, 1, 0x8001, 0x3C00, 0xBC00, 0x3F80};
        x = x * 1664525u + 1013904223u;
        const unsigned int bits = x ^ (x >> 13);
        return (bits >> 20) % 4 == 0 ? special[(bits >> 8) % 14] : (bits >> 22) % 2 == 0 ? bits & 0xFFFFu : 0x3800u | (bits & 0x87FFu);
    };
    for (int i = 0; i < 500; ++i) {
        const auto a = Kind::of(next()), b = Kind::of(next()), c = Kind::of(next());
        const Two p = ours::rocportPair(a, b), q = ours::rocportPair(c, Kind::of(next()));
        sameNumber(base, ours::rocportRounded(a, b, '+'), __hadd_rn(a, b));
        sameNumber(base, ours::rocportRounded(a, b, '-'), __hsub_rn(a, b));
        sameNumber(base, ours::rocportRounded(a, b, '*'), __hmul_rn(a, b));
        same(base + 1, ours::rocportSaturated(ours::rocportRounded(a, b, '+')), __hadd_sat(a, b));
        same(base + 1, ours::rocportSaturated(ours::rocportRounded(a, b, '-')), __hsub_sat(a, b));
        same(base + 1, ours::rocportSaturated(ours::rocportRounded(a, b, '*')), __hmul_sat(a, b));
        same(base + 2, ours::rocportSaturated(__hfma(a, b, c)), __hfma_sat(a, b, c));
        same(base + 3, ours::rocportRelu(__hfma(a, b, c)), __hfma_relu(a, b, c));
        same(base + 4, ours::rocportExtreme1(a, b, true, true), __hmax_nan(a, b));
        same(base + 4, ours::rocportExtreme1(a, b, false, true), __hmin_nan(a, b));
#define COMPARED(name, expression)                                                                                   \
    same(base + 5, ours::rocportMask2(p, q, [](float x, float y) { return expression; }), name##_mask(p, q))
#define TRUTH(name, expression)                                                                                      \
    COMPARED(name, expression);                                                                                      \
    same(base + 6, ours::rocportTruth2(p, q, [](float x, float y) { return expression; }), name(p, q))
        COMPARED(__heq2, x == y);
        COMPARED(__hne2, x < y || x > y);
        COMPARED(__hle2, x <= y);
        COMPARED(__hge2, x >= y);
        COMPARED(__hlt2, x < y);
        COMPARED(__hgt2, x > y);
        TRUTH(__hequ2, !(x < y || x > y));
        TRUTH(__hneu2, !(x == y));
        TRUTH(__hleu2, !(x > y));
        TRUTH(__hgeu2, !(x < y));
        TRUTH(__hltu2, !(x >= y));
        TRUTH(__hgtu2, !(x <= y));
    }
}

/// Sums of ones are exact: all lanes at one number, the two of a pair, and a neighbour in the same word.
template <typename Kind>
__global__ void sums(int at)
{
    using One = typename Kind::One;
    __shared__ One numbers[2][4];
    if (threadIdx.x < 4)
        numbers[0][threadIdx.x] = numbers[1][threadIdx.x] = Kind::of(0);
    __syncthreads();
    const One one = ours::rocportFromFloat<One>(1.0f);
    ours::atomicAdd(&numbers[0][threadIdx.x % 2], one);
    atomicAdd(&numbers[1][threadIdx.x % 2], one);
    if (threadIdx.x < 100) {
        ours::atomicAdd(reinterpret_cast<typename Kind::Two*>(&numbers[0][2]), ours::rocportPair(one, one));
        atomicAdd(reinterpret_cast<typename Kind::Two*>(&numbers[1][2]), ours::rocportPair(one, one));
    }
    __syncthreads();
    if (threadIdx.x < 4)
        same(at, numbers[0][threadIdx.x], numbers[1][threadIdx.x]);
    __shared__ unsigned short words[2];
    if (threadIdx.x < 2)
        words[threadIdx.x] = 7;
    __syncthreads();
    const unsigned short before = ours::atomicCAS(&words[1], static_cast<unsigned short>(7), static_cast<unsigned short>(threadIdx.x + 100));
    __syncthreads();
    same(at, before == 7 ? words[1] == threadIdx.x + 100 : before == words[1], true);
    same(at, words[0], static_cast<unsigned short>(7));
}

template <typename Group>
__device__ void labels(const Group& group, int label)
{
    const auto part = ours::cooperative_groups::labeled_partition(group, label);
    const auto theirs = cooperative_groups::labeled_partition(group, label);
    same(30, part.size(), theirs.size());
    same(31, part.thread_rank(), theirs.thread_rank());
    same(32, part.shfl(threadIdx.x, 0), theirs.shfl(threadIdx.x, 0));
}
__global__ void groups()
{
    const auto tile = cooperative_groups::tiled_partition<16>(cooperative_groups::this_thread_block());
    const int mixed = static_cast<int>((threadIdx.x * 2654435761u) >> 20);
    labels(tile, mixed % 3);
    labels(tile, mixed);
    if (mixed % 5 != 0)
        labels(cooperative_groups::coalesced_threads(), mixed % 4 - 1);
}

__global__ void doubles()
{
    unsigned long long x = 88172645463325252ull + blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i < 500; ++i) {
        x = x * 6364136223846793005ull + 1442695040888963407ull;
        const float value = ours::rocportFloatOf(__ushort_as_half(static_cast<unsigned short>(x >> 40)));
        if (value != value)
            continue;
        const double near = value + static_cast<double>(static_cast<long long>(x) >> 20) * 1e-17;
        const __nv_bfloat162 p = ours::rocportPair(ours::rocportBfloat16Float(value, 'n'), ours::rocportBfloat16Float(-value, 'n'));
        same(33, p, __floats2bfloat162_rn(value, -value));
        same(34, __double2half(near), static_cast<__half>(near));
    }
}

int main()
{
    conversions<<<256, 256>>>();
    pairs<Halves><<<64, 128>>>(12);
    pairs<Brains><<<64, 128>>>(20);
    sums<Halves><<<8, 256>>>(28);
    sums<Brains><<<8, 256>>>(29);
    groups<<<16, 128>>>();
    doubles<<<16, 128>>>();
    const cudaError_t launched = cudaGetLastError();
    const cudaError_t ran = cudaDeviceSynchronize();
    if (launched != cudaSuccess || ran != cudaSuccess) {
        std::printf("%s\n", cudaGetErrorString(launched != cudaSuccess ? launched : ran));
        return 1;
    }
    unsigned int found[64] = {};
    unsigned long long count = 0;
    bool isSame = cudaMemcpyFromSymbol(found, faults, sizeof found) == cudaSuccess &&
                  cudaMemcpyFromSymbol(&count, compared, sizeof count) == cudaSuccess && count > 0;
    for (int i = 0; i < 64; ++i) {
        if (found[i] != 0) {
            std::printf("%d: %u differ\n", i, found[i]);
            isSame = false;
        }
    }
    std::printf("%llu values compared\n", count);
    return isSame ? 0 : 1;
}
