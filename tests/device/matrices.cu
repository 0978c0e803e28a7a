// Products of matrices in generated headers beside the tensor cores of an NVIDIA GPU:
//   nvcc -std=c++17 -arch=native -I resources/compat -o matrices tests/device/matrices.cu && ./matrices
// Inline PTX mma.sync, ldmatrix, stmatrix, movmatrix and nvcuda::wmma, each with the same registers or tiles. Small whole numbers
// must come to the same bits; real numbers to within what tensor cores cut off. Needs compute capability 9.0 for all forms.
// Exit status 0: no differences.

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <mma.h>

#include <cstdio>

#define __HIPCC__ 1
#define __hip_bfloat16 __nv_bfloat16
#define __shfl(value, lane, width) __shfl_sync(0xFFFFFFFFu, value, lane, width)

__device__ unsigned int __lane_id()
{
    unsigned int lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}
__device__ void* rocportFromShared(size_t offset)
{
    return __cvta_shared_to_generic(offset);
}

namespace ours {
#include "device/matrices.h"
#include "device/matrixmoves.h"
#include "mma.h"
} // namespace ours
using namespace ours;

enum Form {
    kHalfFloat16, kHalfHalf16, kHalfFloat8, kHalfHalf8, kBfloat16, kBfloat8, kTf4, kTf8, kByte16, kByte32, kMixed32, kUnsigned32,
    kSaturated32, kSmall16, kNibble64, kNibble32, kSmallNibble32, kE4m3, kE5m2, kDouble, kDouble16, kQuadRowCol, kQuadColRow,
    kQuadRowRow, kQuadColCol, kQuadHalf, kQuadHalfTurned, kLoad, kStore, kTurn, kTiles16, kTiles32, kTiles8, kTilesBytes,
    kTilesTf32, kTilesDouble, kForms
};
__device__ unsigned int faults[kForms];
__device__ unsigned int looked[kForms];

struct Random
{
    unsigned int state;
    __device__ unsigned int next()
    {
        state = state * 1664525u + 1013904223u;
        return state >> 7;
    }
    __device__ int within(int most)
    {
        return static_cast<int>(next() % (2u * static_cast<unsigned int>(most) + 1u)) - most;
    }
};

/// A number as the format has it: whole, or any in about the same range.
__device__ float number(Random& random, bool whole)
{
    return whole ? static_cast<float>(random.within(8)) : static_cast<float>(random.within(1 << 20)) / (1 << 18);
}
template <typename Format>
__device__ unsigned int wordOf(Random& random, bool)
{
    return random.next() ^ random.next() << 16; // any bits are whole numbers
}
template <>
__device__ unsigned int wordOf<rocportF16>(Random& random, bool whole)
{
    const unsigned int low = __half_as_ushort(__float2half(number(random, whole)));
    return low | static_cast<unsigned int>(__half_as_ushort(__float2half(number(random, whole)))) << 16;
}
template <>
__device__ unsigned int wordOf<rocportBf16>(Random& random, bool whole)
{
    return __float_as_uint(number(random, whole)) >> 16 | (__float_as_uint(number(random, whole)) & 0xFFFF0000u);
}
template <>
__device__ unsigned int wordOf<rocportTf32>(Random& random, bool whole)
{
    const unsigned int bits = __float_as_uint(number(random, whole)) & 0xFFFFE000u;
    return bits == 0 ? bits : bits | (random.next() & 0x1FFFu); // these do not count
}
template <>
__device__ unsigned int wordOf<rocportF32>(Random& random, bool whole)
{
    return __float_as_uint(number(random, whole) * 4);
}
template <__nv_fp8_interpretation_t kind>
__device__ unsigned int fp8Word(Random& random, bool whole)
{
    unsigned int word = 0;
    for (int i = 0; i < 4; ++i)
        word = word << 8 | __nv_cvt_float_to_fp8(whole ? static_cast<float>(random.within(4)) : number(random, false), __NV_SATFINITE, kind);
    return word;
}
template <>
__device__ unsigned int wordOf<rocportE4m3>(Random& random, bool whole)
{
    return fp8Word<__NV_E4M3>(random, whole);
}
template <>
__device__ unsigned int wordOf<rocportE5m2>(Random& random, bool whole)
{
    return fp8Word<__NV_E5M2>(random, whole);
}
template <typename Format, int count>
__device__ rocportRegisters<count> given(Random& random, bool whole)
{
    rocportRegisters<count> result;
    for (int i = 0; i < count; ++i)
        result.word[i] = wordOf<Format>(random, whole);
    return result;
}

__device__ void same(Form form, bool is)
{
    atomicAdd(&looked[form], 1u);
    if (!is)
        atomicAdd(&faults[form], 1u);
}
/// Sums that lie close enough: in half, one step; in float, what is cut off beside the greatest product; whole numbers must be equal.
template <typename C, int count>
__device__ void near(Form form, const rocportRegisters<count>& a, const rocportRegisters<count>& b, bool whole, float within)
{
    for (int i = 0; i < count * C::parts; ++i) {
        const unsigned int x = a.word[i / C::parts], y = b.word[i / C::parts];
        const float p = C::begin(x, i % C::parts), q = C::begin(y, i % C::parts);
        const float distance = fabsf(p - q);
        same(form, whole ? x == y : distance <= (C::parts == 2 ? within + fabsf(p) / 512 : within));
    }
}
template <int count>
__device__ void equal(Form form, const rocportRegisters<count>& a, const rocportRegisters<count>& b)
{
    for (int i = 0; i < count; ++i)
        same(form, a.word[i] == b.word[i]);
}

#define F4(x) "f"(__uint_as_float(x.word[0])), "f"(__uint_as_float(x.word[1])), "f"(__uint_as_float(x.word[2])), "f"(__uint_as_float(x.word[3]))
#define R1(x) "r"(x.word[0])
#define R2(x) "r"(x.word[0]), "r"(x.word[1])
#define R4(x) R2(x), "r"(x.word[2]), "r"(x.word[3])
#define OUTF float f[4]; asm volatile(
#define PUTF for (int i = 0; i < 4; ++i) d.word[i] = __float_as_uint(f[i])
#define ASM_F_4_2(op, d, a, b, c) { float f[4]; asm volatile(op " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};" \
    : "=f"(f[0]), "=f"(f[1]), "=f"(f[2]), "=f"(f[3]) : R4(a), R2(b), F4(c)); PUTF; }
#define ASM_F_2_1(op, d, a, b, c) { float f[4]; asm volatile(op " {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%8,%9,%10};" \
    : "=f"(f[0]), "=f"(f[1]), "=f"(f[2]), "=f"(f[3]) : R2(a), R1(b), F4(c)); PUTF; }
#define ASM_H_4_2(op, d, a, b, c) asm volatile(op " {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%8,%9};" \
    : "=r"(d.word[0]), "=r"(d.word[1]) : R4(a), R2(b), R2(c));
#define ASM_H_2_1(op, d, a, b, c) asm volatile(op " {%0,%1}, {%2,%3}, {%4}, {%5,%6};" \
    : "=r"(d.word[0]), "=r"(d.word[1]) : R2(a), R1(b), R2(c));
#define ASM_H_1_1(op, d, a, b, c) asm volatile(op " {%0,%1}, {%2}, {%3}, {%4,%5};" \
    : "=r"(d.word[0]), "=r"(d.word[1]) : R1(a), R1(b), R2(c));
#define ASM_R_4_2(op, d, a, b, c) asm volatile(op " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};" \
    : "=r"(d.word[0]), "=r"(d.word[1]), "=r"(d.word[2]), "=r"(d.word[3]) : R4(a), R2(b), R4(c));
#define ASM_R_2_1(op, d, a, b, c) asm volatile(op " {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%8,%9,%10};" \
    : "=r"(d.word[0]), "=r"(d.word[1]), "=r"(d.word[2]), "=r"(d.word[3]) : R2(a), R1(b), R4(c));

/// One form with registers of these counts: the instruction, then what stands for it.
#define PRODUCT(form, how, op, m, k, A, B, C, na, nb, nc, within) { \
    const rocportRegisters<na> a = given<A, na>(random, whole); \
    const rocportRegisters<nb> b = given<B, nb>(random, whole); \
    const rocportRegisters<nc> c = given<C, nc>(random, whole); \
    rocportRegisters<nc> d; \
    how("mma.sync.aligned.m" #m "n8k" #k ".row.col." op, d, a, b, c); \
    const rocportRegisters<nc> e = rocportMma<m, 8, k, A, B, C>(a, b, c); \
    COMPARE_##C(form, d, e, within); }
#define COMPARE_rocportF32(form, d, e, within) near<rocportF32>(form, d, e, whole, within)
#define COMPARE_rocportF16(form, d, e, within) near<rocportF16>(form, d, e, whole, within)
#define COMPARE_rocportS32(form, d, e, within) equal(form, d, e)
#define COMPARE_rocportS32Saturated(form, d, e, within) equal(form, d, e)

__global__ void products(unsigned int seed, bool whole)
{
    Random random{seed + 2654435761u * (blockIdx.x * blockDim.x + threadIdx.x)};
    const float cut = 0.004f; // products of up to 16
    for (int again = 0; again < 20; ++again) {
        PRODUCT(kHalfFloat16, ASM_F_4_2, "f32.f16.f16.f32", 16, 16, rocportF16, rocportF16, rocportF32, 4, 2, 4, cut)
        PRODUCT(kHalfHalf16, ASM_H_4_2, "f16.f16.f16.f16", 16, 16, rocportF16, rocportF16, rocportF16, 4, 2, 2, cut)
        PRODUCT(kHalfFloat8, ASM_F_2_1, "f32.f16.f16.f32", 16, 8, rocportF16, rocportF16, rocportF32, 2, 1, 4, cut)
        PRODUCT(kHalfHalf8, ASM_H_2_1, "f16.f16.f16.f16", 16, 8, rocportF16, rocportF16, rocportF16, 2, 1, 2, cut)
        PRODUCT(kBfloat16, ASM_F_4_2, "f32.bf16.bf16.f32", 16, 16, rocportBf16, rocportBf16, rocportF32, 4, 2, 4, cut)
        PRODUCT(kBfloat8, ASM_F_2_1, "f32.bf16.bf16.f32", 16, 8, rocportBf16, rocportBf16, rocportF32, 2, 1, 4, cut)
        PRODUCT(kTf4, ASM_F_2_1, "f32.tf32.tf32.f32", 16, 4, rocportTf32, rocportTf32, rocportF32, 2, 1, 4, cut)
        PRODUCT(kTf8, ASM_F_4_2, "f32.tf32.tf32.f32", 16, 8, rocportTf32, rocportTf32, rocportF32, 4, 2, 4, cut)
        PRODUCT(kByte16, ASM_R_2_1, "s32.s8.s8.s32", 16, 16, rocportS8, rocportS8, rocportS32, 2, 1, 4, 0)
        PRODUCT(kByte32, ASM_R_4_2, "s32.s8.s8.s32", 16, 32, rocportS8, rocportS8, rocportS32, 4, 2, 4, 0)
        PRODUCT(kMixed32, ASM_R_4_2, "s32.u8.s8.s32", 16, 32, rocportU8, rocportS8, rocportS32, 4, 2, 4, 0)
        PRODUCT(kMixed32, ASM_R_4_2, "s32.s8.u8.s32", 16, 32, rocportS8, rocportU8, rocportS32, 4, 2, 4, 0)
        PRODUCT(kUnsigned32, ASM_R_4_2, "s32.u8.u8.s32", 16, 32, rocportU8, rocportU8, rocportS32, 4, 2, 4, 0)
        PRODUCT(kSaturated32, ASM_R_4_2, "satfinite.s32.u8.u8.s32", 16, 32, rocportU8, rocportU8, rocportS32Saturated, 4, 2, 4, 0)
        PRODUCT(kSmall16, ASM_H_1_1, "s32.s8.u8.s32", 8, 16, rocportS8, rocportU8, rocportS32, 1, 1, 2, 0)
        PRODUCT(kNibble64, ASM_R_4_2, "s32.s4.u4.s32", 16, 64, rocportS4, rocportU4, rocportS32, 4, 2, 4, 0)
        PRODUCT(kNibble32, ASM_R_2_1, "s32.u4.s4.s32", 16, 32, rocportU4, rocportS4, rocportS32, 2, 1, 4, 0)
        PRODUCT(kSmallNibble32, ASM_H_1_1, "s32.s4.s4.s32", 8, 32, rocportS4, rocportS4, rocportS32, 1, 1, 2, 0)
        // Products of 8 bits are added with some 13 bits behind the point of the greatest.
        PRODUCT(kE4m3, ASM_F_4_2, "f32.e4m3.e4m3.f32", 16, 32, rocportE4m3, rocportE4m3, rocportF32, 4, 2, 4, 0.5f)
        PRODUCT(kE5m2, ASM_F_4_2, "f32.e5m2.e4m3.f32", 16, 32, rocportE5m2, rocportE4m3, rocportF32, 4, 2, 4, 0.5f)
    }
}

__device__ unsigned long long doubleBits(Random& random)
{
    return static_cast<unsigned long long>(__double_as_longlong(static_cast<double>(random.within(1000))));
}
__global__ void doubles(unsigned int seed)
{
    Random random{seed + 2654435761u * (blockIdx.x * blockDim.x + threadIdx.x)};
    typedef unsigned long long Word;
    const auto real = [](Word bits) { return __longlong_as_double(static_cast<long long>(bits)); };
    for (int again = 0; again < 20; ++again) {
        Word a[8], b[4], c[4];
        for (Word& one : a)
            one = doubleBits(random);
        for (Word& one : b)
            one = doubleBits(random);
        for (Word& one : c)
            one = doubleBits(random);
        double d[4];
        asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%4,%5};"
                     : "=d"(d[0]), "=d"(d[1]) : "d"(real(a[0])), "d"(real(b[0])), "d"(real(c[0])), "d"(real(c[1])));
        const auto small = rocportMma<8, 8, 4, rocportF64, rocportF64, rocportF64>(
            rocportRegisters<1, Word>{{a[0]}}, rocportRegisters<1, Word>{{b[0]}}, rocportRegisters<2, Word>{{c[0], c[1]}});
        same(kDouble, real(small.word[0]) == d[0] && real(small.word[1]) == d[1]);
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, "
                     "{%12,%13,%14,%15}, {%16,%17,%18,%19};"
                     : "=d"(d[0]), "=d"(d[1]), "=d"(d[2]), "=d"(d[3])
                     : "d"(real(a[0])), "d"(real(a[1])), "d"(real(a[2])), "d"(real(a[3])), "d"(real(a[4])), "d"(real(a[5])),
                       "d"(real(a[6])), "d"(real(a[7])), "d"(real(b[0])), "d"(real(b[1])), "d"(real(b[2])), "d"(real(b[3])),
                       "d"(real(c[0])), "d"(real(c[1])), "d"(real(c[2])), "d"(real(c[3])));
        const auto large = rocportMma<16, 8, 16, rocportF64, rocportF64, rocportF64>(
            rocportRegisters<8, Word>{{a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]}},
            rocportRegisters<4, Word>{{b[0], b[1], b[2], b[3]}}, rocportRegisters<4, Word>{{c[0], c[1], c[2], c[3]}});
        for (int i = 0; i < 4; ++i)
            same(kDouble16, real(large.word[i]) == d[i]);
    }
}

#define QUAD_FLOAT(form, layouts, rowsOfA, rowsOfB) { \
    const auto a = given<rocportF16, 2>(random, true); \
    const auto b = given<rocportF16, 2>(random, true); \
    const auto c = given<rocportF32, 8>(random, true); \
    float f[8], g[8]; \
    for (int i = 0; i < 8; ++i) g[i] = __uint_as_float(c.word[i]); \
    asm volatile("mma.sync.aligned.m8n8k4." layouts ".f32.f16.f16.f32 {%0,%1,%2,%3,%4,%5,%6,%7}, {%8,%9}, {%10,%11}, " \
                 "{%12,%13,%14,%15,%16,%17,%18,%19};" \
                 : "=f"(f[0]), "=f"(f[1]), "=f"(f[2]), "=f"(f[3]), "=f"(f[4]), "=f"(f[5]), "=f"(f[6]), "=f"(f[7]) \
                 : R2(a), R2(b), "f"(g[0]), "f"(g[1]), "f"(g[2]), "f"(g[3]), "f"(g[4]), "f"(g[5]), "f"(g[6]), "f"(g[7])); \
    const auto d = rocportMmaQuads<rowsOfA, rowsOfB, rocportF32, rocportF32>(a, b, c); \
    for (int i = 0; i < 8; ++i) same(form, d.word[i] == __float_as_uint(f[i])); }
#define QUAD_HALF(form, layouts, rowsOfA, rowsOfB) { \
    const auto a = given<rocportF16, 2>(random, true); \
    const auto b = given<rocportF16, 2>(random, true); \
    const auto c = given<rocportF16, 4>(random, true); \
    rocportRegisters<4> d; \
    asm volatile("mma.sync.aligned.m8n8k4." layouts ".f16.f16.f16.f16 {%0,%1,%2,%3}, {%4,%5}, {%6,%7}, {%8,%9,%10,%11};" \
                 : "=r"(d.word[0]), "=r"(d.word[1]), "=r"(d.word[2]), "=r"(d.word[3]) : R2(a), R2(b), R4(c)); \
    near<rocportF16>(form, d, rocportMmaQuads<rowsOfA, rowsOfB, rocportF16, rocportF16>(a, b, c), true, 0); }

__global__ void quads(unsigned int seed)
{
    Random random{seed + 2654435761u * (blockIdx.x * blockDim.x + threadIdx.x)};
    for (int again = 0; again < 20; ++again) {
        QUAD_FLOAT(kQuadRowCol, "row.col", true, false)
        QUAD_FLOAT(kQuadColRow, "col.row", false, true)
        QUAD_FLOAT(kQuadRowRow, "row.row", true, true)
        QUAD_FLOAT(kQuadColCol, "col.col", false, false)
        QUAD_HALF(kQuadHalf, "row.col", true, false)
        QUAD_HALF(kQuadHalfTurned, "col.row", false, true)
    }
}

#define LOAD4(how, turned) \
    asm volatile("ldmatrix.sync.aligned.m8n8.x4" how ".shared.b16 {%0,%1,%2,%3}, [%4];" \
                 : "=r"(d.word[0]), "=r"(d.word[1]), "=r"(d.word[2]), "=r"(d.word[3]) : "r"(at)); \
    equal(kLoad, d, rocportLoadMatrix<4, turned>(at));

__global__ void moves(unsigned int seed)
{
    __shared__ __align__(16) unsigned int tile[1024], first[1024], second[1024];
    Random random{seed + 2654435761u * threadIdx.x};
    for (int i = static_cast<int>(threadIdx.x); i < 1024; i += 32) {
        tile[i] = random.next() ^ random.next() << 16;
        first[i] = second[i] = 0;
    }
    __syncthreads();
    const unsigned int row = 12u * ((threadIdx.x * 5u + 3u) % 32u); // rows of 48 bytes, in another order
    const unsigned int at = static_cast<unsigned int>(__cvta_generic_to_shared(&tile[row]));
    rocportRegisters<4> d;
    LOAD4("", false)
    LOAD4(".trans", true)
    rocportRegisters<2> two;
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];" : "=r"(two.word[0]), "=r"(two.word[1]) : "r"(at));
    equal(kLoad, two, rocportLoadMatrix<2, true>(at));
    rocportRegisters<1> one, turned;
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(one.word[0]) : "r"(at));
    equal(kLoad, one, rocportLoadMatrix<1, false>(at));
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(turned.word[0]) : "r"(one.word[0]));
    equal(kTurn, turned, rocportTransposeMatrix(one));
    const unsigned int to = static_cast<unsigned int>(__cvta_generic_to_shared(&first[row]));
    const unsigned int too = static_cast<unsigned int>(__cvta_generic_to_shared(&second[row]));
    for (int i = 0; i < 2; ++i) {
        if (i == 0) {
            asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1,%2,%3,%4};" ::"r"(to), R4(d) : "memory");
            rocportStoreMatrix<false>(too, d);
        } else {
            asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1,%2,%3,%4};" ::"r"(to), R4(d) : "memory");
            rocportStoreMatrix<true>(too, d);
        }
        __syncthreads();
        for (int j = static_cast<int>(threadIdx.x); j < 1024; j += 32)
            same(kStore, first[j] == second[j]);
        __syncthreads();
    }
}

namespace theirs = ::nvcuda::wmma;
namespace mine = ours::nvcuda::wmma;

/// Twice C and the product, by the functions of the namespace that the fragments are from.
template <typename OfA, typename OfB, typename OfC, typename Layout, typename Stored, typename Sum>
__device__ void tileBy(const Stored* a, const Stored* b, const Sum* c, Sum* d, Layout layout)
{
    OfA left;
    OfB right;
    OfC sum;
    load_matrix_sync(left, a, 48);
    load_matrix_sync(right, b, 48);
    load_matrix_sync(sum, c, 48, layout);
    for (int i = 0; i < sum.num_elements; ++i)
        sum.x[i] = sum.x[i] + sum.x[i];
    mma_sync(sum, left, right, sum);
    store_matrix_sync(d, sum, 48, layout);
}

template <typename Stored, typename Sum>
__device__ void fill(unsigned char* memory, Random& random)
{
    __syncthreads();
    const bool isSigned = static_cast<float>(static_cast<Stored>(-1)) < 0.0f;
    Stored* const a = reinterpret_cast<Stored*>(memory);
    Sum* const c = reinterpret_cast<Sum*>(memory + 65536);
    for (int i = static_cast<int>(threadIdx.x); i < 4096; i += 32)
        a[i] = static_cast<Stored>(static_cast<float>(random.within(8) + (isSigned ? 0 : 8)));
    for (int i = static_cast<int>(threadIdx.x); i < 6144; i += 32)
        c[i] = static_cast<Sum>(static_cast<float>(i < 2048 ? random.within(50) : 0));
    __syncthreads();
}

#define TILE(form, m, n, k, T, MineT, Stored, Sum, layoutA, layoutB, layoutC) { \
    fill<Stored, Sum>(memory, random); \
    const Stored* const a = reinterpret_cast<const Stored*>(memory); \
    Sum* const c = reinterpret_cast<Sum*>(memory + 65536); \
    tileBy<theirs::fragment<theirs::matrix_a, m, n, k, T, theirs::layoutA>, \
           theirs::fragment<theirs::matrix_b, m, n, k, T, theirs::layoutB>, \
           theirs::fragment<theirs::accumulator, m, n, k, Sum>>(a, a + 2048, c, c + 2048, theirs::layoutC); \
    tileBy<mine::fragment<mine::matrix_a, m, n, k, MineT, mine::layoutA>, \
           mine::fragment<mine::matrix_b, m, n, k, MineT, mine::layoutB>, \
           mine::fragment<mine::accumulator, m, n, k, Sum>>(a, a + 2048, c, c + 4096, mine::layoutC); \
    __syncthreads(); \
    for (int i = static_cast<int>(threadIdx.x); i < 2048; i += 32) same(form, c[2048 + i] == c[4096 + i]); }
#define TILES(form, m, n, k, T, MineT, Stored, Sum) \
    TILE(form, m, n, k, T, MineT, Stored, Sum, row_major, col_major, mem_row_major) \
    TILE(form, m, n, k, T, MineT, Stored, Sum, col_major, row_major, mem_col_major) \
    TILE(form, m, n, k, T, MineT, Stored, Sum, row_major, row_major, mem_col_major) \
    TILE(form, m, n, k, T, MineT, Stored, Sum, col_major, col_major, mem_row_major)
#define SHAPE(form, m, n) \
    TILES(form, m, n, 16, half, half, half, float) \
    TILES(form, m, n, 16, half, half, half, half) \
    TILES(form, m, n, 16, __nv_bfloat16, __nv_bfloat16, __nv_bfloat16, float) \
    TILES(kTilesBytes, m, n, 16, signed char, signed char, signed char, int) \
    TILES(kTilesBytes, m, n, 16, unsigned char, unsigned char, unsigned char, int)

__global__ void tiles(unsigned int seed, unsigned char* everyones)
{
    unsigned char* const memory = everyones + 131072 * blockIdx.x;
    Random random{seed + 2654435761u * (blockIdx.x * blockDim.x + threadIdx.x)};
    SHAPE(kTiles16, 16, 16)
    SHAPE(kTiles32, 32, 8)
    SHAPE(kTiles8, 8, 32)
    TILES(kTilesTf32, 16, 16, 8, theirs::precision::tf32, mine::precision::tf32, float, float)
    TILES(kTilesDouble, 8, 8, 4, double, double, double, double)
    const float one = static_cast<float>(random.within(1 << 24)) / 4099;
    same(kTilesTf32, theirs::__float_to_tf32(one) == mine::__float_to_tf32(one));
}

int main()
{
    unsigned char* memory = nullptr;
    cudaMalloc(&memory, 131072 * 16);
    products<<<32, 128>>>(1, true);
    products<<<32, 128>>>(2, false);
    doubles<<<32, 128>>>(3);
    quads<<<32, 128>>>(4);
    for (unsigned int i = 0; i < 20; ++i)
        moves<<<1, 32>>>(5 + i);
    tiles<<<16, 32>>>(6, memory);
    const cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) {
        std::printf("the kernels did not run: %s\n", cudaGetErrorString(error));
        return 1;
    }
    unsigned int found[kForms], seen[kForms], all = 0, differ = 0;
    cudaMemcpyFromSymbol(found, faults, sizeof found);
    cudaMemcpyFromSymbol(seen, looked, sizeof seen);
    for (int i = 0; i < kForms; ++i) {
        if (found[i] != 0 || seen[i] == 0)
            std::printf("form %d: %u of %u differ\n", i, found[i], seen[i]);
        all += seen[i];
        differ += found[i] + (seen[i] == 0 ? 1 : 0);
    }
    std::printf("%u compared, %u differences\n", all, differ);
    return differ == 0 ? 0 : 1;
}
