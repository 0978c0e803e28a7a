// Texts of generated headers about lanes within a word beside what CUDA has itself, on an NVIDIA GPU:
//   nvcc -std=c++17 -arch=native -I resources/compat -o simd tests/device/simd.cu && ./simd
// Random words, and words whose lanes are the least, the most, or near 0. Exit status 0: all the same.

#include <cuda_runtime.h>

#include <cstdio>

namespace ours {
#include "device/simd.h"
#include "device/simdthree.h"
} // namespace ours

__device__ unsigned int faults[128];
__device__ unsigned long long compared;

__device__ void same(int what, unsigned int is, unsigned int wanted)
{
    atomicAdd(&compared, 1ull);
    if (is != wanted)
        atomicAdd(&faults[what], 1u);
}

__device__ unsigned int mixed(unsigned int value)
{
    value = (value ^ (value >> 16)) * 0x7feb352du;
    value = (value ^ (value >> 15)) * 0x846ca68bu;
    return value ^ (value >> 16);
}

/// Half of the words are random, half are made of bytes at the ends of the ranges.
__device__ unsigned int wordOf(unsigned int seed)
{
    const unsigned int random = mixed(seed);
    if (seed & 1)
        return random;
    constexpr unsigned char kBytes[8] = {0x00, 0x01, 0x7e, 0x7f, 0x80, 0x81, 0xfe, 0xff};
    unsigned int word = 0;
    for (int i = 0; i < 4; ++i)
        word |= static_cast<unsigned int>(kBytes[random >> (3 * i) & 7]) << (8 * i);
    return word;
}

__global__ void compare(unsigned int rounds)
{
    const unsigned int thread = blockIdx.x * blockDim.x + threadIdx.x;
    for (unsigned int round = 0; round < rounds; ++round) {
        const unsigned int seed = (thread * rounds + round) * 4;
        const unsigned int a = wordOf(seed + (mixed(seed) & 1));
        const unsigned int b = wordOf(seed + 2 + (mixed(seed) >> 1 & 1));
        const unsigned int c = wordOf(seed * 3 + 1 + (mixed(seed) >> 2 & 1));
        same(0, static_cast<unsigned int>(ours::__vadd2(a, b)), static_cast<unsigned int>(__vadd2(a, b)));
        same(1, static_cast<unsigned int>(ours::__vadd4(a, b)), static_cast<unsigned int>(__vadd4(a, b)));
        same(2, static_cast<unsigned int>(ours::__vaddss2(a, b)), static_cast<unsigned int>(__vaddss2(a, b)));
        same(3, static_cast<unsigned int>(ours::__vaddss4(a, b)), static_cast<unsigned int>(__vaddss4(a, b)));
        same(4, static_cast<unsigned int>(ours::__vaddus2(a, b)), static_cast<unsigned int>(__vaddus2(a, b)));
        same(5, static_cast<unsigned int>(ours::__vaddus4(a, b)), static_cast<unsigned int>(__vaddus4(a, b)));
        same(6, static_cast<unsigned int>(ours::__vsub2(a, b)), static_cast<unsigned int>(__vsub2(a, b)));
        same(7, static_cast<unsigned int>(ours::__vsub4(a, b)), static_cast<unsigned int>(__vsub4(a, b)));
        same(8, static_cast<unsigned int>(ours::__vsubss2(a, b)), static_cast<unsigned int>(__vsubss2(a, b)));
        same(9, static_cast<unsigned int>(ours::__vsubss4(a, b)), static_cast<unsigned int>(__vsubss4(a, b)));
        same(10, static_cast<unsigned int>(ours::__vsubus2(a, b)), static_cast<unsigned int>(__vsubus2(a, b)));
        same(11, static_cast<unsigned int>(ours::__vsubus4(a, b)), static_cast<unsigned int>(__vsubus4(a, b)));
        same(12, static_cast<unsigned int>(ours::__vabsdiffs2(a, b)), static_cast<unsigned int>(__vabsdiffs2(a, b)));
        same(13, static_cast<unsigned int>(ours::__vabsdiffs4(a, b)), static_cast<unsigned int>(__vabsdiffs4(a, b)));
        same(14, static_cast<unsigned int>(ours::__vabsdiffu2(a, b)), static_cast<unsigned int>(__vabsdiffu2(a, b)));
        same(15, static_cast<unsigned int>(ours::__vabsdiffu4(a, b)), static_cast<unsigned int>(__vabsdiffu4(a, b)));
        same(16, static_cast<unsigned int>(ours::__vavgs2(a, b)), static_cast<unsigned int>(__vavgs2(a, b)));
        same(17, static_cast<unsigned int>(ours::__vavgs4(a, b)), static_cast<unsigned int>(__vavgs4(a, b)));
        same(18, static_cast<unsigned int>(ours::__vavgu2(a, b)), static_cast<unsigned int>(__vavgu2(a, b)));
        same(19, static_cast<unsigned int>(ours::__vavgu4(a, b)), static_cast<unsigned int>(__vavgu4(a, b)));
        same(20, static_cast<unsigned int>(ours::__vhaddu2(a, b)), static_cast<unsigned int>(__vhaddu2(a, b)));
        same(21, static_cast<unsigned int>(ours::__vhaddu4(a, b)), static_cast<unsigned int>(__vhaddu4(a, b)));
        same(22, static_cast<unsigned int>(ours::__vmaxs2(a, b)), static_cast<unsigned int>(__vmaxs2(a, b)));
        same(23, static_cast<unsigned int>(ours::__vmaxs4(a, b)), static_cast<unsigned int>(__vmaxs4(a, b)));
        same(24, static_cast<unsigned int>(ours::__vmaxu2(a, b)), static_cast<unsigned int>(__vmaxu2(a, b)));
        same(25, static_cast<unsigned int>(ours::__vmaxu4(a, b)), static_cast<unsigned int>(__vmaxu4(a, b)));
        same(26, static_cast<unsigned int>(ours::__vmins2(a, b)), static_cast<unsigned int>(__vmins2(a, b)));
        same(27, static_cast<unsigned int>(ours::__vmins4(a, b)), static_cast<unsigned int>(__vmins4(a, b)));
        same(28, static_cast<unsigned int>(ours::__vminu2(a, b)), static_cast<unsigned int>(__vminu2(a, b)));
        same(29, static_cast<unsigned int>(ours::__vminu4(a, b)), static_cast<unsigned int>(__vminu4(a, b)));
        same(30, static_cast<unsigned int>(ours::__vsads2(a, b)), static_cast<unsigned int>(__vsads2(a, b)));
        same(31, static_cast<unsigned int>(ours::__vsads4(a, b)), static_cast<unsigned int>(__vsads4(a, b)));
        same(32, static_cast<unsigned int>(ours::__vsadu2(a, b)), static_cast<unsigned int>(__vsadu2(a, b)));
        same(33, static_cast<unsigned int>(ours::__vsadu4(a, b)), static_cast<unsigned int>(__vsadu4(a, b)));
        same(34, static_cast<unsigned int>(ours::__vcmpeq2(a, b)), static_cast<unsigned int>(__vcmpeq2(a, b)));
        same(35, static_cast<unsigned int>(ours::__vcmpeq4(a, b)), static_cast<unsigned int>(__vcmpeq4(a, b)));
        same(36, static_cast<unsigned int>(ours::__vcmpne2(a, b)), static_cast<unsigned int>(__vcmpne2(a, b)));
        same(37, static_cast<unsigned int>(ours::__vcmpne4(a, b)), static_cast<unsigned int>(__vcmpne4(a, b)));
        same(38, static_cast<unsigned int>(ours::__vcmpges2(a, b)), static_cast<unsigned int>(__vcmpges2(a, b)));
        same(39, static_cast<unsigned int>(ours::__vcmpges4(a, b)), static_cast<unsigned int>(__vcmpges4(a, b)));
        same(40, static_cast<unsigned int>(ours::__vcmpgeu2(a, b)), static_cast<unsigned int>(__vcmpgeu2(a, b)));
        same(41, static_cast<unsigned int>(ours::__vcmpgeu4(a, b)), static_cast<unsigned int>(__vcmpgeu4(a, b)));
        same(42, static_cast<unsigned int>(ours::__vcmpgts2(a, b)), static_cast<unsigned int>(__vcmpgts2(a, b)));
        same(43, static_cast<unsigned int>(ours::__vcmpgts4(a, b)), static_cast<unsigned int>(__vcmpgts4(a, b)));
        same(44, static_cast<unsigned int>(ours::__vcmpgtu2(a, b)), static_cast<unsigned int>(__vcmpgtu2(a, b)));
        same(45, static_cast<unsigned int>(ours::__vcmpgtu4(a, b)), static_cast<unsigned int>(__vcmpgtu4(a, b)));
        same(46, static_cast<unsigned int>(ours::__vcmples2(a, b)), static_cast<unsigned int>(__vcmples2(a, b)));
        same(47, static_cast<unsigned int>(ours::__vcmples4(a, b)), static_cast<unsigned int>(__vcmples4(a, b)));
        same(48, static_cast<unsigned int>(ours::__vcmpleu2(a, b)), static_cast<unsigned int>(__vcmpleu2(a, b)));
        same(49, static_cast<unsigned int>(ours::__vcmpleu4(a, b)), static_cast<unsigned int>(__vcmpleu4(a, b)));
        same(50, static_cast<unsigned int>(ours::__vcmplts2(a, b)), static_cast<unsigned int>(__vcmplts2(a, b)));
        same(51, static_cast<unsigned int>(ours::__vcmplts4(a, b)), static_cast<unsigned int>(__vcmplts4(a, b)));
        same(52, static_cast<unsigned int>(ours::__vcmpltu2(a, b)), static_cast<unsigned int>(__vcmpltu2(a, b)));
        same(53, static_cast<unsigned int>(ours::__vcmpltu4(a, b)), static_cast<unsigned int>(__vcmpltu4(a, b)));
        same(54, static_cast<unsigned int>(ours::__vseteq2(a, b)), static_cast<unsigned int>(__vseteq2(a, b)));
        same(55, static_cast<unsigned int>(ours::__vseteq4(a, b)), static_cast<unsigned int>(__vseteq4(a, b)));
        same(56, static_cast<unsigned int>(ours::__vsetne2(a, b)), static_cast<unsigned int>(__vsetne2(a, b)));
        same(57, static_cast<unsigned int>(ours::__vsetne4(a, b)), static_cast<unsigned int>(__vsetne4(a, b)));
        same(58, static_cast<unsigned int>(ours::__vsetges2(a, b)), static_cast<unsigned int>(__vsetges2(a, b)));
        same(59, static_cast<unsigned int>(ours::__vsetges4(a, b)), static_cast<unsigned int>(__vsetges4(a, b)));
        same(60, static_cast<unsigned int>(ours::__vsetgeu2(a, b)), static_cast<unsigned int>(__vsetgeu2(a, b)));
        same(61, static_cast<unsigned int>(ours::__vsetgeu4(a, b)), static_cast<unsigned int>(__vsetgeu4(a, b)));
        same(62, static_cast<unsigned int>(ours::__vsetgts2(a, b)), static_cast<unsigned int>(__vsetgts2(a, b)));
        same(63, static_cast<unsigned int>(ours::__vsetgts4(a, b)), static_cast<unsigned int>(__vsetgts4(a, b)));
        same(64, static_cast<unsigned int>(ours::__vsetgtu2(a, b)), static_cast<unsigned int>(__vsetgtu2(a, b)));
        same(65, static_cast<unsigned int>(ours::__vsetgtu4(a, b)), static_cast<unsigned int>(__vsetgtu4(a, b)));
        same(66, static_cast<unsigned int>(ours::__vsetles2(a, b)), static_cast<unsigned int>(__vsetles2(a, b)));
        same(67, static_cast<unsigned int>(ours::__vsetles4(a, b)), static_cast<unsigned int>(__vsetles4(a, b)));
        same(68, static_cast<unsigned int>(ours::__vsetleu2(a, b)), static_cast<unsigned int>(__vsetleu2(a, b)));
        same(69, static_cast<unsigned int>(ours::__vsetleu4(a, b)), static_cast<unsigned int>(__vsetleu4(a, b)));
        same(70, static_cast<unsigned int>(ours::__vsetlts2(a, b)), static_cast<unsigned int>(__vsetlts2(a, b)));
        same(71, static_cast<unsigned int>(ours::__vsetlts4(a, b)), static_cast<unsigned int>(__vsetlts4(a, b)));
        same(72, static_cast<unsigned int>(ours::__vsetltu2(a, b)), static_cast<unsigned int>(__vsetltu2(a, b)));
        same(73, static_cast<unsigned int>(ours::__vsetltu4(a, b)), static_cast<unsigned int>(__vsetltu4(a, b)));
        same(74, static_cast<unsigned int>(ours::__vimax_s32_relu(a, b)), static_cast<unsigned int>(__vimax_s32_relu(a, b)));
        same(75, static_cast<unsigned int>(ours::__vimax_s16x2_relu(a, b)), static_cast<unsigned int>(__vimax_s16x2_relu(a, b)));
        same(76, static_cast<unsigned int>(ours::__vimin_s32_relu(a, b)), static_cast<unsigned int>(__vimin_s32_relu(a, b)));
        same(77, static_cast<unsigned int>(ours::__vimin_s16x2_relu(a, b)), static_cast<unsigned int>(__vimin_s16x2_relu(a, b)));
        same(78, ours::__vabs2(a), __vabs2(a));
        same(79, ours::__vabs4(a), __vabs4(a));
        same(80, ours::__vabsss2(a), __vabsss2(a));
        same(81, ours::__vabsss4(a), __vabsss4(a));
        same(82, ours::__vneg2(a), __vneg2(a));
        same(83, ours::__vneg4(a), __vneg4(a));
        same(84, ours::__vnegss2(a), __vnegss2(a));
        same(85, ours::__vnegss4(a), __vnegss4(a));
        same(86, static_cast<unsigned int>(ours::__viaddmax_s32(a, b, c)), static_cast<unsigned int>(__viaddmax_s32(a, b, c)));
        same(87, static_cast<unsigned int>(ours::__viaddmax_s32_relu(a, b, c)), static_cast<unsigned int>(__viaddmax_s32_relu(a, b, c)));
        same(88, static_cast<unsigned int>(ours::__viaddmax_u32(a, b, c)), static_cast<unsigned int>(__viaddmax_u32(a, b, c)));
        same(89, static_cast<unsigned int>(ours::__viaddmax_s16x2(a, b, c)), static_cast<unsigned int>(__viaddmax_s16x2(a, b, c)));
        same(90, static_cast<unsigned int>(ours::__viaddmax_s16x2_relu(a, b, c)), static_cast<unsigned int>(__viaddmax_s16x2_relu(a, b, c)));
        same(91, static_cast<unsigned int>(ours::__viaddmax_u16x2(a, b, c)), static_cast<unsigned int>(__viaddmax_u16x2(a, b, c)));
        same(92, static_cast<unsigned int>(ours::__vimax3_s32(a, b, c)), static_cast<unsigned int>(__vimax3_s32(a, b, c)));
        same(93, static_cast<unsigned int>(ours::__vimax3_s32_relu(a, b, c)), static_cast<unsigned int>(__vimax3_s32_relu(a, b, c)));
        same(94, static_cast<unsigned int>(ours::__vimax3_u32(a, b, c)), static_cast<unsigned int>(__vimax3_u32(a, b, c)));
        same(95, static_cast<unsigned int>(ours::__vimax3_s16x2(a, b, c)), static_cast<unsigned int>(__vimax3_s16x2(a, b, c)));
        same(96, static_cast<unsigned int>(ours::__vimax3_s16x2_relu(a, b, c)), static_cast<unsigned int>(__vimax3_s16x2_relu(a, b, c)));
        same(97, static_cast<unsigned int>(ours::__vimax3_u16x2(a, b, c)), static_cast<unsigned int>(__vimax3_u16x2(a, b, c)));
        same(98, static_cast<unsigned int>(ours::__viaddmin_s32(a, b, c)), static_cast<unsigned int>(__viaddmin_s32(a, b, c)));
        same(99, static_cast<unsigned int>(ours::__viaddmin_s32_relu(a, b, c)), static_cast<unsigned int>(__viaddmin_s32_relu(a, b, c)));
        same(100, static_cast<unsigned int>(ours::__viaddmin_u32(a, b, c)), static_cast<unsigned int>(__viaddmin_u32(a, b, c)));
        same(101, static_cast<unsigned int>(ours::__viaddmin_s16x2(a, b, c)), static_cast<unsigned int>(__viaddmin_s16x2(a, b, c)));
        same(102, static_cast<unsigned int>(ours::__viaddmin_s16x2_relu(a, b, c)), static_cast<unsigned int>(__viaddmin_s16x2_relu(a, b, c)));
        same(103, static_cast<unsigned int>(ours::__viaddmin_u16x2(a, b, c)), static_cast<unsigned int>(__viaddmin_u16x2(a, b, c)));
        same(104, static_cast<unsigned int>(ours::__vimin3_s32(a, b, c)), static_cast<unsigned int>(__vimin3_s32(a, b, c)));
        same(105, static_cast<unsigned int>(ours::__vimin3_s32_relu(a, b, c)), static_cast<unsigned int>(__vimin3_s32_relu(a, b, c)));
        same(106, static_cast<unsigned int>(ours::__vimin3_u32(a, b, c)), static_cast<unsigned int>(__vimin3_u32(a, b, c)));
        same(107, static_cast<unsigned int>(ours::__vimin3_s16x2(a, b, c)), static_cast<unsigned int>(__vimin3_s16x2(a, b, c)));
        same(108, static_cast<unsigned int>(ours::__vimin3_s16x2_relu(a, b, c)), static_cast<unsigned int>(__vimin3_s16x2_relu(a, b, c)));
        same(109, static_cast<unsigned int>(ours::__vimin3_u16x2(a, b, c)), static_cast<unsigned int>(__vimin3_u16x2(a, b, c)));
    }
}

int main()
{
    static const char* const kNames[] = {
        "__vadd2",
        "__vadd4",
        "__vaddss2",
        "__vaddss4",
        "__vaddus2",
        "__vaddus4",
        "__vsub2",
        "__vsub4",
        "__vsubss2",
        "__vsubss4",
        "__vsubus2",
        "__vsubus4",
        "__vabsdiffs2",
        "__vabsdiffs4",
        "__vabsdiffu2",
        "__vabsdiffu4",
        "__vavgs2",
        "__vavgs4",
        "__vavgu2",
        "__vavgu4",
        "__vhaddu2",
        "__vhaddu4",
        "__vmaxs2",
        "__vmaxs4",
        "__vmaxu2",
        "__vmaxu4",
        "__vmins2",
        "__vmins4",
        "__vminu2",
        "__vminu4",
        "__vsads2",
        "__vsads4",
        "__vsadu2",
        "__vsadu4",
        "__vcmpeq2",
        "__vcmpeq4",
        "__vcmpne2",
        "__vcmpne4",
        "__vcmpges2",
        "__vcmpges4",
        "__vcmpgeu2",
        "__vcmpgeu4",
        "__vcmpgts2",
        "__vcmpgts4",
        "__vcmpgtu2",
        "__vcmpgtu4",
        "__vcmples2",
        "__vcmples4",
        "__vcmpleu2",
        "__vcmpleu4",
        "__vcmplts2",
        "__vcmplts4",
        "__vcmpltu2",
        "__vcmpltu4",
        "__vseteq2",
        "__vseteq4",
        "__vsetne2",
        "__vsetne4",
        "__vsetges2",
        "__vsetges4",
        "__vsetgeu2",
        "__vsetgeu4",
        "__vsetgts2",
        "__vsetgts4",
        "__vsetgtu2",
        "__vsetgtu4",
        "__vsetles2",
        "__vsetles4",
        "__vsetleu2",
        "__vsetleu4",
        "__vsetlts2",
        "__vsetlts4",
        "__vsetltu2",
        "__vsetltu4",
        "__vimax_s32_relu",
        "__vimax_s16x2_relu",
        "__vimin_s32_relu",
        "__vimin_s16x2_relu",
        "__vabs2",
        "__vabs4",
        "__vabsss2",
        "__vabsss4",
        "__vneg2",
        "__vneg4",
        "__vnegss2",
        "__vnegss4",
        "__viaddmax_s32",
        "__viaddmax_s32_relu",
        "__viaddmax_u32",
        "__viaddmax_s16x2",
        "__viaddmax_s16x2_relu",
        "__viaddmax_u16x2",
        "__vimax3_s32",
        "__vimax3_s32_relu",
        "__vimax3_u32",
        "__vimax3_s16x2",
        "__vimax3_s16x2_relu",
        "__vimax3_u16x2",
        "__viaddmin_s32",
        "__viaddmin_s32_relu",
        "__viaddmin_u32",
        "__viaddmin_s16x2",
        "__viaddmin_s16x2_relu",
        "__viaddmin_u16x2",
        "__vimin3_s32",
        "__vimin3_s32_relu",
        "__vimin3_u32",
        "__vimin3_s16x2",
        "__vimin3_s16x2_relu",
        "__vimin3_u16x2",
    };
    compare<<<1024, 256>>>(64);
    if (cudaGetLastError() != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess) {
        std::printf("The kernel did not run: %s\n", cudaGetErrorString(cudaGetLastError()));
        return 1;
    }
    unsigned int found[128];
    unsigned long long count = 0;
    if (cudaMemcpyFromSymbol(found, faults, sizeof found) != cudaSuccess ||
        cudaMemcpyFromSymbol(&count, compared, sizeof count) != cudaSuccess)
        return 1;
    int status = 0;
    for (size_t i = 0; i < sizeof kNames / sizeof kNames[0]; ++i) {
        if (found[i] != 0) {
            std::printf("%s: %u differ\n", kNames[i], found[i]);
            status = 1;
        }
    }
    std::printf("%llu values compared\n", count);
    return status;
}
