#!/usr/bin/env bash
# compat_device.sh ROCPORT_CLI ROCM_HEADERS: the device functions that generated headers hold, since HIP lacks them: they compile for 64 and for 32
# lanes, with both strategies, and those that run on the host too come to CUDA's results there.
set -euo pipefail

cli=$(realpath "$1")
headers=$(realpath -m "$2")
# shellcheck source=tests/integration/needs.sh
. "$(dirname "${BASH_SOURCE[0]}")/needs.sh"
need git clang++-19
need_hip_headers "$headers"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/project"
cat >"$work/project/device.cu" <<'SOURCE'
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void all(__nv_bfloat16* to, half2* two, __nv_bfloat162* pair, int* words, unsigned int* bits)
{
    to[0] = __int2bfloat16_rn(words[0]);
    to[1] = __uint2bfloat16_rd(bits[1]);
    to[2] = __ll2bfloat16_ru(words[2]);
    to[3] = __ull2bfloat16_rz(bits[3]);
    to[4] = __short2bfloat16_rn(static_cast<short>(words[4]));
    to[5] = __ushort2bfloat16_rn(static_cast<unsigned short>(words[5]));
    to[6] = __float2bfloat16_rn(static_cast<float>(words[6]));
    two[0] = __hmax2(two[1], __hmin2(two[2], two[3]));
    two[4] = __hmax2_nan(two[5], __hmin2_nan(two[6], two[7]));
    pair[0] = __hmax2(pair[1], __hmin2(pair[2], pair[3]));
    words[7] = __reduce_add_sync(0xffffffffu, words[8]) + __reduce_max_sync(0xffffffffu, words[9]);
    bits[7] = __reduce_and_sync(0xffffffffu, bits[8]) ^ __reduce_min_sync(0xffffffffu, bits[9]);
    std::printf("%d\n", words[7]);
}

// Atomic accesses that no instruction makes are calls into a library, which the compiler says only when it writes code.
template <typename T>
__global__ void cached(T* to, const T* from)
{
    __stcg(to, __ldcg(from));
    __stwt(to + 1, __ldcv(from + 1));
}
template __global__ void cached<char>(char*, const char*);
template __global__ void cached<int>(int*, const int*);
template __global__ void cached<double>(double*, const double*);
template __global__ void cached<float2>(float2*, const float2*);
template __global__ void cached<float4>(float4*, const float4*);
template __global__ void cached<longlong2>(longlong2*, const longlong2*);
template __global__ void cached<__half2>(__half2*, const __half2*);
template __global__ void cached<__nv_bfloat162>(__nv_bfloat162*, const __nv_bfloat162*);

#ifdef HOST_CHECK
static unsigned int bitsOf(__nv_bfloat16 value)
{
    unsigned short bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}
static void same(const char* what, unsigned int is, unsigned int wanted)
{
    if (is != wanted) {
        std::printf("%s is %04x, not %04x\n", what, is, wanted);
        std::exit(1);
    }
}
static unsigned int extreme(half2 value, bool low)
{
    unsigned short bits = __half_as_ushort(low ? __low2half(value) : __high2half(value));
    return bits;
}
static half2 two(unsigned short low, unsigned short high)
{
    return __halves2half2(__ushort_as_half(low), __ushort_as_half(high));
}
int main()
{
    same("0", bitsOf(__int2bfloat16_rn(0)), 0x0000);
    same("1", bitsOf(__int2bfloat16_rn(1)), 0x3F80);
    same("-1", bitsOf(__int2bfloat16_rn(-1)), 0xBF80);
    same("257 to nearest", bitsOf(__int2bfloat16_rn(257)), 0x4380); // a tie, to even
    same("259 to nearest", bitsOf(__int2bfloat16_rn(259)), 0x4382);
    same("257 up", bitsOf(__int2bfloat16_ru(257)), 0x4381);
    same("-257 up", bitsOf(__int2bfloat16_ru(-257)), 0xC380);
    same("-257 down", bitsOf(__int2bfloat16_rd(-257)), 0xC381);
    same("-257 to zero", bitsOf(__int2bfloat16_rz(-257)), 0xC380);
    same("511 carries", bitsOf(__int2bfloat16_rn(511)), 0x4400);
    // By float this would be rounded twice: 2^24 + 2^16 + 1 lies above a tie.
    same("one rounding", bitsOf(__int2bfloat16_rn(0x1010001)), 0x4B81);
    same("smallest", bitsOf(__int2bfloat16_rn(-2147483647 - 1)), 0xCF00);
    same("smallest of 64", bitsOf(__ll2bfloat16_rn(-9223372036854775807LL - 1)), 0xDF00);
    same("largest of 64", bitsOf(__ull2bfloat16_rz(~0ull)), 0x5F7F);
    same("largest of 64, nearest", bitsOf(__ull2bfloat16_rn(~0ull)), 0x5F80);
    same("short", bitsOf(__short2bfloat16_rn(static_cast<short>(-3))), 0xC040);
    same("NaN", bitsOf(__float2bfloat16_rn(__builtin_nanf(""))), 0x7FFF);
    same("overflow up", bitsOf(__float2bfloat16_ru(3.4028234e38f)), 0x7F80);
    same("overflow to zero", bitsOf(__float2bfloat16_rz(3.4028234e38f)), 0x7F7F);
    for (unsigned int i = 0; i < 0x10000; ++i) { // each bfloat16 that is a number stays itself
        const unsigned int wide = i << 16;
        float value = 0;
        std::memcpy(&value, &wide, sizeof value);
        if (value == value) {
            same("itself", bitsOf(__float2bfloat16_rn(value)), i);
            same("itself", bitsOf(__float2bfloat16_rd(value)), i);
        }
    }
    for (long long i = -70000; i <= 70000; ++i) { // exact in float, so HIP's own conversion agrees
        same("integer", bitsOf(__int2bfloat16_rn(static_cast<int>(i))),
             bitsOf(__float2bfloat16(static_cast<float>(i))));
    }
    const half2 zeros = __hmax2(two(0x8000, 0x0000), two(0x0000, 0x8000));
    same("-0, +0", extreme(zeros, true), 0x0000);
    same("+0, -0", extreme(zeros, false), 0x0000);
    same("least zero", extreme(__hmin2(two(0x0000, 0), two(0x8000, 0)), true), 0x8000);
    same("NaN gives way", extreme(__hmax2(two(0x7E00, 0), two(0x3C00, 0)), true), 0x3C00);
    same("NaN gives way", extreme(__hmin2(two(0x3C00, 0), two(0xFE00, 0)), true), 0x3C00);
    same("both NaN", extreme(__hmax2(two(0x7E00, 0), two(0xFE01, 0)), true), 0x7FFF);
    same("NaN wins", extreme(__hmax2_nan(two(0x7E00, 0), two(0x3C00, 0)), true), 0x7FFF);
    same("infinity", extreme(__hmax2(two(0x7C00, 0xFC00), two(0x3C00, 0xBC00)), true), 0x7C00);
    same("-infinity", extreme(__hmin2(two(0x7C00, 0xFC00), two(0x3C00, 0xBC00)), false), 0xFC00);
    same("negative", extreme(__hmax2(two(0xBC00, 0xC000), two(0xC000, 0xBC00)), false), 0xBC00);
    return 0;
}
#endif
SOURCE
git -C "$work/project" init -q
version=$(sed -nE 's/^#define HIP_VERSION_(MAJOR|MINOR) ([0-9]+).*/\2/p' "$headers/hip/hip_version.h" | paste -sd.)
for strategy in compat-header shim-headers; do
    port="$work/$strategy"
    cp -R "$work/project" "$port"
    "$cli" propose "$port" --accept all --write --strategy "$strategy" --rocm "$version" >"$work/log" 2>&1 ||
        { cat "$work/log"; exit 1; }
    flags=(-x hip -std=c++17 -nogpulib -nogpuinc -include __clang_hip_runtime_wrapper.h -D__HIP_PLATFORM_AMD__ -DUSE_ROCM
        -DHIP_ENABLE_WARP_SYNC_BUILTINS -Wno-unused-result -Werror=atomic-alignment -isystem "$headers")
    if [ "$strategy" = shim-headers ]; then
        flags+=(-I"$port/rocm_compat" -include "$port/rocm_compat/cuda_runtime.h")
    fi
    for arch in gfx942 gfx1100; do
        clang++-19 "${flags[@]}" --cuda-device-only --offload-arch="$arch" -S -o "$work/$strategy-$arch.s" "$port/device.cu"
        echo "ok      $strategy for $arch"
    done
done
# The host's half of the last of them, without kernels to launch.
sed -e '/^template __global__/d' -e '/^template/d' -e '/^__global__/,/^}/d' "$port/device.cu" >"$port/check.cu"
clang++-19 "${flags[@]}" -DHOST_CHECK --cuda-host-only -o "$work/check" "$port/check.cu"
"$work/check"
echo "ok      results on the host"
