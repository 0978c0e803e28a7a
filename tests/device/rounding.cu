// Texts of generated headers about directions of rounding beside what CUDA has itself, on an NVIDIA GPU:
//   nvcc -std=c++17 -arch=native -I resources/compat -o rounding tests/device/rounding.cu && ./rounding
// Random numbers, numbers near each other, at the ends of the range, and special ones. Exit status 0: all the same; all NaN count as one.

#include <cuda_runtime.h>

#include <cstdio>

namespace ours {
#include "device/rounding.h"
} // namespace ours

__device__ unsigned int faults[64];
__device__ unsigned long long compared;
__device__ unsigned long long example[64][4];

__device__ unsigned long long mixed(unsigned long long value)
{
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ull;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebull;
    return value ^ (value >> 31);
}

__device__ unsigned long long bitsOf(double value)
{
    return __double_as_longlong(value);
}
__device__ unsigned long long bitsOf(float value)
{
    return __float_as_uint(value);
}

template <typename T>
__device__ void same(int what, T is, T wanted, T a, T b, T c)
{
    atomicAdd(&compared, 1ull);
    if ((is != is && wanted != wanted) || bitsOf(is) == bitsOf(wanted))
        return;
    if (atomicAdd(&faults[what], 1u) == 0) {
        example[what][0] = bitsOf(a);
        example[what][1] = bitsOf(b);
        example[what][2] = bitsOf(is);
        example[what][3] = bitsOf(wanted);
    }
}

__device__ double special(unsigned int which, double)
{
    constexpr unsigned long long kAll[16] = {0, 1, 3, 0x0010000000000000, 0x000fffffffffffff, 0x3ff0000000000000, 0x4008000000000000,
                                             0x3ff0000000000001, 0x3fefffffffffffff, 0x7fefffffffffffff, 0x7fdfffffffffffff, 0x7ff0000000000000,
                                             0x7ff8000000000000, 0x2000000000000000, 0x5ff0000000000000, 0x3fb999999999999a};
    return __longlong_as_double(kAll[which & 15] | static_cast<unsigned long long>(which >> 4 & 1) << 63);
}
__device__ float special(unsigned int which, float)
{
    constexpr unsigned int kAll[16] = {0, 1, 3, 0x00800000, 0x007fffff, 0x3f800000, 0x40400000, 0x3f800001,
                                       0x3f7fffff, 0x7f7fffff, 0x7effffff, 0x7f800000, 0x7fc00000, 0x20000000, 0x5f800000, 0x3dcccccd};
    return __uint_as_float(kAll[which & 15] | (which >> 4 & 1) << 31);
}
__device__ double ofBits(unsigned long long bits, double)
{
    return __longlong_as_double(bits);
}
__device__ float ofBits(unsigned long long bits, float)
{
    return __uint_as_float(static_cast<unsigned int>(bits >> 32));
}

/// The number for a seed: special, any bits, within some powers of two of 1, at an end of the range, or near another one.
template <typename T>
__device__ T numberOf(unsigned long long seed, T beside)
{
    constexpr bool kWide = sizeof(T) == 8;
    constexpr int kDigits = kWide ? 52 : 23;
    constexpr int kOne = kWide ? 1023 : 127;
    const unsigned long long bits = mixed(seed);
    const unsigned int how = static_cast<unsigned int>(bits & 15);
    const auto made = [&](int field) {
        const int kept = (bits >> 4 & 7) == 0 ? static_cast<int>(bits >> 8 & 63) % kDigits : kDigits;
        const unsigned long long fraction = kept == 0 ? 0 : (mixed(bits) >> (64 - kept)) << (kDigits - kept);
        const unsigned long long size = static_cast<unsigned long long>(field) << kDigits | fraction;
        return ofBits(kWide ? size | (bits >> 7 & 1) << 63 : (size | (bits >> 7 & 1) << 31) << 32, T());
    };
    if (how < 2)
        return special(static_cast<unsigned int>(bits >> 8), T());
    if (how < 7)
        return ofBits(mixed(bits), T());
    if (how < 12)
        return made(kOne + static_cast<int>(bits >> 16 & 3));
    if (how < 14)
        return made((bits >> 16 & 1) != 0 ? static_cast<int>(bits >> 20 & 7) : 2 * kOne - static_cast<int>(bits >> 20 & 7));
    return how == 14 ? -beside : ofBits(kWide ? bitsOf(beside) + 1 : (bitsOf(beside) + 1) << 32, T());
}

#define COMPARE(what, T, is, wanted) same<T>(what, ours::is, wanted, a, b, c)
#define DIRECTED(what, T, direction, letter, p, fused)                                                                               \
    COMPARE(what, T, rocportRoundedAdd<T DIRECTION(letter)>(a, b), __##p##add_##direction(a, b));                                    \
    COMPARE(what + 1, T, rocportRoundedSub<T DIRECTION(letter)>(a, b), __##p##sub_##direction(a, b));                                \
    COMPARE(what + 2, T, rocportRoundedMul<T DIRECTION(letter)>(a, b), __##p##mul_##direction(a, b));                                \
    COMPARE(what + 3, T, rocportRoundedDiv<T DIRECTION(letter)>(a, b), __##p##div_##direction(a, b));                                \
    COMPARE(what + 4, T, rocportRoundedFma<T DIRECTION(letter)>(a, b, c), __##fused##_##direction(a, b, c));                         \
    COMPARE(what + 5, T, rocportRoundedRcp<T DIRECTION(letter)>(a), __##p##rcp_##direction(a));                                      \
    COMPARE(what + 6, T, rocportRoundedSqrt<T DIRECTION(letter)>(a), __##p##sqrt_##direction(a))
#define DIRECTION(letter) , letter

__global__ void compare(unsigned int rounds)
{
    const unsigned long long thread = blockIdx.x * blockDim.x + threadIdx.x;
    for (unsigned int round = 0; round < rounds; ++round) {
        const unsigned long long seed = (thread * rounds + round) * 6;
        {
            const float a = numberOf(seed, 1.0f);
            const float b = numberOf(seed + 1, a);
            const float c = (seed & 2) != 0 ? numberOf(seed + 2, a) : -__fmul_rn(a, b);
            DIRECTED(0, float, rn, 'n', f, fmaf);
            DIRECTED(7, float, rz, 'z', f, fmaf);
            DIRECTED(14, float, rd, 'd', f, fmaf);
            DIRECTED(21, float, ru, 'u', f, fmaf);
            COMPARE(56, float, rocportRoundedRsqrt(a), __frsqrt_rn(a));
            COMPARE(57, float, rocportNearestAdd(a, b), __fadd_rn(a, b));
            COMPARE(58, float, rocportNearestSub(a, b), __fsub_rn(a, b));
            COMPARE(59, float, rocportNearestMul(a, b), __fmul_rn(a, b));
        }
        {
            const double a = numberOf(seed + 3, 1.0);
            const double b = numberOf(seed + 4, a);
            const double c = (seed & 2) != 0 ? numberOf(seed + 5, a) : -__dmul_rn(a, b);
            DIRECTED(28, double, rn, 'n', d, fma);
            DIRECTED(35, double, rz, 'z', d, fma);
            DIRECTED(42, double, rd, 'd', d, fma);
            DIRECTED(49, double, ru, 'u', d, fma);
            COMPARE(60, double, rocportNearestAdd(a, b), __dadd_rn(a, b));
            COMPARE(61, double, rocportNearestSub(a, b), __dsub_rn(a, b));
            COMPARE(62, double, rocportNearestMul(a, b), __dmul_rn(a, b));
        }
    }
}

int main()
{
    compare<<<1024, 256>>>(64);
    const cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) {
        std::printf("%s\n", cudaGetErrorString(error));
        return 2;
    }
    unsigned int counts[64] = {};
    unsigned long long all = 0;
    unsigned long long examples[64][4] = {};
    cudaMemcpyFromSymbol(counts, faults, sizeof(counts));
    cudaMemcpyFromSymbol(&all, compared, sizeof(all));
    cudaMemcpyFromSymbol(examples, example, sizeof(examples));
    unsigned int bad = 0;
    for (int i = 0; i < 64; ++i) {
        if (counts[i] != 0)
            std::printf("%d: %u differ, as %llx, %llx: %llx, not %llx\n", i, counts[i], examples[i][0], examples[i][1], examples[i][2], examples[i][3]);
        bad += counts[i];
    }
    std::printf("%llu values compared, %u differ\n", all, bad);
    return bad == 0 ? 0 : 1;
}
