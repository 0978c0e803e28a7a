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
#include <cuda.h>
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
    bits[10] = __match_any_sync(0xffffffffu, words[10]) | __match_any_sync(bits[11], static_cast<long long>(words[10]));
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

__global__ void rounded(float* f, double* d)
{
    f[0] = __fadd_rd(f[1], __fsub_ru(f[2], __fmul_rz(f[3], __fdiv_rd(f[4], f[5]))));
    f[6] = __fmaf_rz(f[7], f[8], __fmaf_ieee_ru(f[9], __frcp_rd(f[10]), __fsqrt_ru(f[11])));
    f[12] = __fsqrt_rn(f[13]) + __frsqrt_rn(f[14]) + __fadd_rn(f[15], __fsub_rn(f[16], __fmul_rn(f[17], f[18])));
    d[0] = __dadd_rd(d[1], __dsub_ru(d[2], __dmul_rz(d[3], __ddiv_rd(d[4], d[5]))));
    d[6] = __fma_rz(d[7], d[8], __fma_ru(d[9], __drcp_rd(d[10]), __dsqrt_ru(d[11])));
    d[12] = __dadd_rn(d[13], __dsub_rn(d[14], __dmul_rn(d[15], 2)));
}

template <typename One, typename Two>
__global__ void numbers(One* one, Two* two, unsigned int* bits)
{
    one[0] = __hadd_rn(one[1], __hsub_rn(one[2], __hmul_rn(one[3], one[4])));
    one[5] = __hadd_sat(one[6], __hsub_sat(one[7], __hmul_sat(one[8], __hfma_sat(one[9], one[10], one[11]))));
    one[12] = __hfma_relu(one[13], one[14], htanh(htanh_approx(one[15])));
    one[16] = __hmax_nan(one[17], __hmin_nan(one[18], one[19]));
    two[0] = __hadd2_rn(two[1], __hsub2_rn(two[2], __hmul2_rn(two[3], two[4])));
    two[5] = __hadd2_sat(two[6], __hsub2_sat(two[7], __hmul2_sat(two[8], __hfma2_sat(two[9], two[10], two[11]))));
    two[12] = __hfma2_relu(two[13], two[14], h2tanh(h2tanh_approx(two[15])));
    two[16] = __hequ2(two[17], __hneu2(two[18], __hleu2(two[19], __hgeu2(two[20], __hltu2(two[21], __hgtu2(two[22], two[23]))))));
    bits[0] = __heq2_mask(two[24], two[25]) ^ __hne2_mask(two[24], two[25]) ^ __hle2_mask(two[24], two[25]) ^
              __hge2_mask(two[24], two[25]) ^ __hlt2_mask(two[24], two[25]) ^ __hgt2_mask(two[24], two[25]);
    bits[1] = __hequ2_mask(two[24], two[25]) ^ __hneu2_mask(two[24], two[25]) ^ __hleu2_mask(two[24], two[25]) ^
              __hgeu2_mask(two[24], two[25]) ^ __hltu2_mask(two[24], two[25]) ^ __hgtu2_mask(two[24], two[25]);
    __shared__ One shared;
    one[20] = atomicAdd(&shared, one[21]);
    two[26] = atomicAdd(two + 27, two[28]);
    one[22] = __ldg(one + 23);
    two[29] = __ldg(two + 30);
    one[24] = __shfl_xor_sync(0xffffffffu, one[25], 1);
    two[31] = __shfl_down_sync(0xffffffffu, two[32], 1);
}
template __global__ void numbers<__half, __half2>(__half*, __half2*, unsigned int*);
template __global__ void numbers<__nv_bfloat16, __nv_bfloat162>(__nv_bfloat16*, __nv_bfloat162*, unsigned int*);

__global__ void conversions(__half* h, __nv_bfloat16* b, __nv_bfloat162* pair, double* d, long long* to, unsigned short* shorts, float* f, int* i)
{
    h[0] = __double2half(d[0]);
    to[0] = __half2char_rz(h[1]) + __half2uchar_rz(h[2]) + __bfloat162char_rz(b[3]) + __bfloat162uchar_rz(b[4]);
    to[1] = __bfloat162int_rn(b[0]) + __bfloat162uint_rz(b[1]) + __bfloat162short_rd(b[2]) + __bfloat162ushort_ru(b[3]);
    to[2] = __bfloat162ll_rn(b[4]) + static_cast<long long>(__bfloat162ull_rd(b[5]));
    pair[0] = make_bfloat162(b[6], b[7]);
    pair[1] = __float2bfloat162_rn(f[0]);
    pair[2] = __floats2bfloat162_rn(f[1], f[2]);
    shorts[0] = atomicCAS(shorts + 1, shorts[2], shorts[3]);
    // HIP's own for other types stay.
    i[0] = atomicAdd(i + 1, 2) + atomicCAS(i + 2, 3, 4);
    f[3] = atomicAdd(f + 4, 2.0) + __ldg(f + 5);
    h[2] = atomicAdd(h + 3, __float2half(1.0f));
    __half_raw raw = {0x3C00};
    raw.x |= 1;
    h[4] = raw;
    h[5] = __half(__half_raw{shorts[4]});
    raw = h[6];
    shorts[5] = static_cast<__half_raw>(h[7]).x;
    __half2_raw both = {0x3C00, 0x4000};
    both.y = raw.x;
    __half2 value = both;
    value = both;
    shorts[6] = static_cast<__half2_raw>(value).y;
    __nv_bfloat16_raw bits = {0x3F80};
    bits.x ^= 1;
    b[8] = bits;
    shorts[7] = static_cast<__nv_bfloat16_raw>(b[9]).x;
    __nv_bfloat162_raw four = {0x3F80, 0x4000};
    pair[3] = __nv_bfloat162(four);
}

// CUDA 12 names a device, CUDA 13 a place.
void CUDART_CB called(void* data);
void places(void* p, CUdeviceptr d, cudaStream_t stream)
{
    cudaMemLocation place;
    place.type = cudaMemLocationTypeDevice;
    place.id = 0;
    cudaMemAdvise(p, 4, cudaMemAdviseSetReadMostly, place);
    cudaMemPrefetchAsync(p, 4, place, 0, stream);
    cudaMemPrefetchAsync(p, 4, place, 0);
    CUmemLocation other = place;
    cuMemAdvise(d, 4, CU_MEM_ADVISE_SET_READ_MOSTLY, other);
    cuMemPrefetchAsync(d, 4, other, 0, stream);
    cudaMemAdvise(p, 4, cudaMemAdviseSetReadMostly, 0);
    cudaMemPrefetchAsync(p, 4, cudaCpuDeviceId, stream);
    cudaMemPrefetchAsync(p, 4, 0);
    cudaLaunchHostFunc(stream, called, p);
}

__global__ void lanes(unsigned int* u, float* f)
{
    u[0] = __vabsdiffs2(u[1], u[2]) ^ __vabsdiffs4(u[1], u[2]) ^ __vabsdiffu2(u[1], u[2]) ^ __vabsdiffu4(u[1], u[2]) ^ __vadd2(u[1], u[2])
           ^ __vadd4(u[1], u[2]) ^ __vaddss2(u[1], u[2]) ^ __vaddss4(u[1], u[2]) ^ __vaddus2(u[1], u[2]) ^ __vaddus4(u[1], u[2])
           ^ __vavgs2(u[1], u[2]) ^ __vavgs4(u[1], u[2]) ^ __vavgu2(u[1], u[2]) ^ __vavgu4(u[1], u[2]) ^ __vcmpeq2(u[1], u[2])
           ^ __vcmpeq4(u[1], u[2]) ^ __vcmpges2(u[1], u[2]) ^ __vcmpges4(u[1], u[2]) ^ __vcmpgeu2(u[1], u[2]) ^ __vcmpgeu4(u[1], u[2])
           ^ __vcmpgts2(u[1], u[2]) ^ __vcmpgts4(u[1], u[2]) ^ __vcmpgtu2(u[1], u[2]) ^ __vcmpgtu4(u[1], u[2]) ^ __vcmples2(u[1], u[2])
           ^ __vcmples4(u[1], u[2]) ^ __vcmpleu2(u[1], u[2]) ^ __vcmpleu4(u[1], u[2]) ^ __vcmplts2(u[1], u[2]) ^ __vcmplts4(u[1], u[2])
           ^ __vcmpltu2(u[1], u[2]) ^ __vcmpltu4(u[1], u[2]) ^ __vcmpne2(u[1], u[2]) ^ __vcmpne4(u[1], u[2]) ^ __vhaddu2(u[1], u[2])
           ^ __vhaddu4(u[1], u[2]) ^ __vimax_s16x2_relu(u[1], u[2]) ^ __vimax_s32_relu(u[1], u[2]) ^ __vimin_s16x2_relu(u[1], u[2])
           ^ __vimin_s32_relu(u[1], u[2]) ^ __vmaxs2(u[1], u[2]) ^ __vmaxs4(u[1], u[2]) ^ __vmaxu2(u[1], u[2]) ^ __vmaxu4(u[1], u[2])
           ^ __vmins2(u[1], u[2]) ^ __vmins4(u[1], u[2]) ^ __vminu2(u[1], u[2]) ^ __vminu4(u[1], u[2]) ^ __vsads2(u[1], u[2])
           ^ __vsads4(u[1], u[2]) ^ __vsadu2(u[1], u[2]) ^ __vsadu4(u[1], u[2]) ^ __vseteq2(u[1], u[2]) ^ __vseteq4(u[1], u[2])
           ^ __vsetges2(u[1], u[2]) ^ __vsetges4(u[1], u[2]) ^ __vsetgeu2(u[1], u[2]) ^ __vsetgeu4(u[1], u[2]) ^ __vsetgts2(u[1], u[2])
           ^ __vsetgts4(u[1], u[2]) ^ __vsetgtu2(u[1], u[2]) ^ __vsetgtu4(u[1], u[2]) ^ __vsetles2(u[1], u[2]) ^ __vsetles4(u[1], u[2])
           ^ __vsetleu2(u[1], u[2]) ^ __vsetleu4(u[1], u[2]) ^ __vsetlts2(u[1], u[2]) ^ __vsetlts4(u[1], u[2]) ^ __vsetltu2(u[1], u[2])
           ^ __vsetltu4(u[1], u[2]) ^ __vsetne2(u[1], u[2]) ^ __vsetne4(u[1], u[2]) ^ __vsub2(u[1], u[2]) ^ __vsub4(u[1], u[2])
           ^ __vsubss2(u[1], u[2]) ^ __vsubss4(u[1], u[2]) ^ __vsubus2(u[1], u[2]) ^ __vsubus4(u[1], u[2]) ^ __vabs2(u[1]) ^ __vabs4(u[1])
           ^ __vabsss2(u[1]) ^ __vabsss4(u[1]) ^ __vneg2(u[1]) ^ __vneg4(u[1]) ^ __vnegss2(u[1]) ^ __vnegss4(u[1])
           ^ __viaddmax_s16x2(u[1], u[2], u[3]) ^ __viaddmax_s16x2_relu(u[1], u[2], u[3]) ^ __viaddmax_s32(u[1], u[2], u[3])
           ^ __viaddmax_s32_relu(u[1], u[2], u[3]) ^ __viaddmax_u16x2(u[1], u[2], u[3]) ^ __viaddmax_u32(u[1], u[2], u[3])
           ^ __viaddmin_s16x2(u[1], u[2], u[3]) ^ __viaddmin_s16x2_relu(u[1], u[2], u[3]) ^ __viaddmin_s32(u[1], u[2], u[3])
           ^ __viaddmin_s32_relu(u[1], u[2], u[3]) ^ __viaddmin_u16x2(u[1], u[2], u[3]) ^ __viaddmin_u32(u[1], u[2], u[3])
           ^ __vimax3_s16x2(u[1], u[2], u[3]) ^ __vimax3_s16x2_relu(u[1], u[2], u[3]) ^ __vimax3_s32(u[1], u[2], u[3])
           ^ __vimax3_s32_relu(u[1], u[2], u[3]) ^ __vimax3_u16x2(u[1], u[2], u[3]) ^ __vimax3_u32(u[1], u[2], u[3])
           ^ __vimin3_s16x2(u[1], u[2], u[3]) ^ __vimin3_s16x2_relu(u[1], u[2], u[3]) ^ __vimin3_s32(u[1], u[2], u[3])
           ^ __vimin3_s32_relu(u[1], u[2], u[3]) ^ __vimin3_u16x2(u[1], u[2], u[3]) ^ __vimin3_u32(u[1], u[2], u[3]);
    u[4] = __isShared(u) + __isGlobal(f) + __isLocal(f) + atomicInc_system(u, 3) + atomicDec_system(u, 3);
    f[0] = atomicAdd((float2*)f, make_float2(1, 2)).x + atomicAdd(reinterpret_cast<float4*>(f), make_float4(1, 2, 3, 4)).w;
}

// What CUDA 12 and 13 have more arguments for, and templates of the runtime.
void calls(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t* nodes, float** to, void* host, cudaStream_t stream)
{
    cudaGraphExecUpdateResultInfo info;
    cudaGraphExecUpdate(exec, graph, &info);
    cudaGraphAddDependencies(graph, nodes, nodes + 1, nullptr, 1);
    cudaHostGetDevicePointer(to, host, 0);
    cudaFuncSetAttribute(lanes, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared);
    cudaPointerAttributes about;
    cudaPointerGetAttributes(&about, host);
    if (about.type == cudaMemoryTypeUnregistered)
        cudaCtxResetPersistingL2Cache();
    cudaStreamAttrValue value = {};
    value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value);
}

#ifdef HOST_CHECK
static unsigned int bitsOf(__nv_bfloat16 value);
static void same(const char* what, unsigned int is, unsigned int wanted);
static __nv_bfloat16 brainOf(unsigned int bits)
{
    return __nv_bfloat16(__nv_bfloat16_raw{static_cast<unsigned short>(bits)});
}
static __half halfOf(unsigned int bits)
{
    return __half(__half_raw{static_cast<unsigned short>(bits)});
}
static unsigned int bitsOf(__half value)
{
    return static_cast<__half_raw>(value).x;
}
static unsigned int low(long long value)
{
    return static_cast<unsigned int>(value);
}
static void checkHalves()
{
    __half_raw one = {0x3C00}; // CUDA's holds bits
    same("one", bitsOf(__half(one)), 0x3C00);
    same("its value", __half2float(one) == 1.0f, 1);
    __half2_raw both = {0x3C00, 0xC000};
    same("low", bitsOf(__low2half(both)), 0x3C00);
    same("high", bitsOf(__high2half(both)), 0xC000);
    same("raw of a value", static_cast<__half_raw>(__float2half(2.0f)).x, 0x4000);
    same("double, one rounding", bitsOf(__double2half(1.0 + 1.0 / 2048 + 1e-12)), 0x3C01); // by float it would be a tie, to even
    same("double, a tie", bitsOf(__double2half(1.0 + 1.0 / 2048)), 0x3C00);
    same("char", low(__half2char_rz(halfOf(0xC2C0))), low(-3)); // -3.375
    same("char beyond", low(__half2char_rz(halfOf(0x5C00))), 127);
    same("char below", low(__half2char_rz(halfOf(0xDC00))), low(-128));
    same("unsigned char below", __half2uchar_rz(halfOf(0xC000)), 0);
    same("char of NaN", low(__half2char_rz(halfOf(0x7E00))), 0);
    const __nv_bfloat16 x = __float2bfloat16_rn(2.5f);
    same("nearest", __bfloat162int_rn(x), 2);
    same("nearest of 3.5", __bfloat162int_rn(__float2bfloat16_rn(3.5f)), 4);
    same("up", __bfloat162int_ru(x), 3);
    same("down of a negative", low(__bfloat162int_rd(__float2bfloat16_rn(-2.5f))), low(-3));
    same("to zero", low(__bfloat162short_rz(__float2bfloat16_rn(-2.5f))), low(-2));
    same("beyond", __bfloat162int_rz(__float2bfloat16_rn(1e20f)), 0x7FFFFFFF);
    same("below", low(__bfloat162int_rz(__float2bfloat16_rn(-1e20f))), 0x80000000u);
    same("unsigned below", __bfloat162uint_ru(__float2bfloat16_rn(-7.0f)), 0);
    same("unsigned of a little less than 0", __bfloat162uint_ru(__float2bfloat16_rn(-0.5f)), 0);
    same("unsigned beyond", __bfloat162uint_rz(__float2bfloat16_rn(4294967296.0f)), ~0u);
    same("short beyond", __bfloat162short_rn(__float2bfloat16_rn(40000.0f)), 32767);
    same("unsigned short", __bfloat162ushort_rn(__float2bfloat16_rn(40192.0f)), 40192);
    same("NaN", __bfloat162int_rn(brainOf(0x7FFF)), 0);
    same("NaN of 64", static_cast<unsigned int>(static_cast<unsigned long long>(__bfloat162ll_rn(brainOf(0x7FFF))) >> 32), 0x80000000u);
    same("64 beyond", __bfloat162ull_rz(brainOf(0x7F80)) == ~0ull, 1);
    same("64 signed beyond", __bfloat162ll_rz(brainOf(0x7F80)) == 0x7FFFFFFFFFFFFFFFll, 1);
    same("64 below", __bfloat162ll_rz(brainOf(0xFF80)) == -0x7FFFFFFFFFFFFFFFll - 1, 1);
    same("product", bitsOf(__hmul_rn(halfOf(0x3C01), halfOf(0x3C01))), 0x3C02);
    same("sum of bfloat16", bitsOf(__hadd_rn(brainOf(0x3F80), brainOf(0x3B80))), 0x3F80); // 1 + 1/256 is a tie, to even
    same("difference", bitsOf(__hsub_rn(brainOf(0x3F80), brainOf(0x4000))), 0xBF80);
    same("kept below one", bitsOf(__hadd_sat(halfOf(0x3C00), halfOf(0x3C00))), 0x3C00);
    same("kept above zero", bitsOf(__hsub_sat(brainOf(0x3F80), brainOf(0x4000))), 0);
    same("between", bitsOf(__hmul_sat(brainOf(0x3F00), brainOf(0x3F00))), 0x3E80);
    same("NaN becomes 0", bitsOf(__hadd_sat(halfOf(0x7E00), halfOf(0))), 0);
    const unsigned short nan = 0x7E00;
    const half2 a = __halves2half2(halfOf(0x3C00), halfOf(nan));
    const half2 b = __halves2half2(halfOf(0x4000), halfOf(0x3C00));
    same("equal", __heq2_mask(a, a), 0xFFFF);
    same("equal or NaN", __hequ2_mask(a, a), 0xFFFFFFFFu);
    same("less", __hlt2_mask(a, b), 0xFFFF);
    same("less or NaN", __hltu2_mask(a, b), 0xFFFFFFFFu);
    same("not equal", __hne2_mask(a, b), 0xFFFF);
    same("not equal or NaN", __hneu2_mask(a, b), 0xFFFFFFFFu);
    same("greater or NaN", __hgtu2_mask(a, b), 0xFFFF0000u);
    same("not less, or NaN", __hgeu2_mask(a, b), 0xFFFF0000u);
    const __nv_bfloat162 c = make_bfloat162(brainOf(0x7FFF), brainOf(0x3F80));
    const __nv_bfloat162 truth = __hleu2(c, __float2bfloat162_rn(0.5f));
    same("1 for NaN", bitsOf(__low2bfloat16(truth)), 0x3F80);
    same("0", bitsOf(__high2bfloat16(truth)), 0);
    same("NaN wins", bitsOf(__hmax_nan(brainOf(0x3F80), brainOf(0x7FC0))), 0x7FFF);
    same("smaller", bitsOf(__hmin_nan(halfOf(0x8000), halfOf(0))), 0x8000);
}
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
    checkHalves();
    return 0;
}
#endif
SOURCE
git -C "$work/project" init -q
version=$(hip_release "$headers")
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
sed -e '/^template __global__/d' -e '/^template/d' -e '/^__global__/,/^}/d' -e '/^void places/,/^}/d' -e '/^void calls/,/^}/d' "$port/device.cu" >"$port/check.cu"
clang++-19 "${flags[@]}" -DHOST_CHECK --cuda-host-only -o "$work/check" "$port/check.cu"
"$work/check"
echo "ok      results on the host"

# From ROCm 10.2 on hipMemAdvise takes a place. These headers are older, so a declaration stands in for it.
mkdir -p "$work/advice"
cat >"$work/advice/advice.cu" <<'ADVICE'
#include <cuda_runtime.h>
#include <cuda.h>
void advise(void* p, CUdeviceptr d, int device)
{
    cudaMemLocation place = {};
    place.type = cudaMemLocationTypeDevice;
    cudaMemAdvise(p, 4, cudaMemAdviseSetReadMostly, device);
    cudaMemAdvise(p, 4, cudaMemAdviseSetReadMostly, place);
    cudaMemAdvise_v2(p, 4, cudaMemAdviseSetReadMostly, place);
    cuMemAdvise(d, 4, CU_MEM_ADVISE_SET_READ_MOSTLY, CU_DEVICE_CPU);
}
ADVICE
cat >"$work/standin.h" <<'STANDIN'
#define hipMemAdvise hipMemAdviseOfDevice
#include <hip/hip_runtime.h>
#undef hipMemAdvise
hipError_t hipMemAdvise(const void* address, size_t bytes, hipMemoryAdvise advice, hipMemLocation place);
STANDIN
git -C "$work/advice" init -q
for strategy in compat-header shim-headers; do
    port="$work/advice-$strategy"
    cp -R "$work/advice" "$port"
    "$cli" propose "$port" --accept all --write --strategy "$strategy" --rocm 10.2 >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    flags=(-x hip -std=c++17 -nogpulib -nogpuinc -include __clang_hip_runtime_wrapper.h -D__HIP_PLATFORM_AMD__ -DUSE_ROCM -isystem "$headers"
        -Wno-unused-result -include "$work/standin.h")
    if [ "$strategy" = shim-headers ]; then
        flags+=(-I"$port/rocm_compat" -include "$port/rocm_compat/cuda_runtime.h")
    fi
    clang++-19 "${flags[@]}" --cuda-host-only -fsyntax-only "$port/advice.cu"
    echo "ok      $strategy for ROCm 10.2"
done
