// Arithmetic and conversions of half, bfloat16 and FP8.
#include "results.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

/// Patterns of 16 bits with small, large, denormal and special values among them.
__host__ __device__ unsigned short pattern(int i)
{
    const unsigned short special[8] = {0x0000, 0x8000, 0x0001, 0x83ff, 0x7bff, 0x7c00, 0xfbff, 0x3c00};
    return i % 9 == 0 ? special[i / 9 % 8] : static_cast<unsigned short>(i * 40503 + 7);
}

__device__ unsigned short bits(__half value)
{
    return __hisnan(value) ? 0x7fff : __half_as_ushort(value);
}

__device__ unsigned short bits(__nv_bfloat16 value)
{
    return __hisnan(value) ? 0x7fff : __bfloat16_as_ushort(value);
}

__device__ __half of(int i, __half)
{
    return __ushort_as_half(pattern(i));
}

__device__ __nv_bfloat16 of(int i, __nv_bfloat16)
{
    return __ushort_as_bfloat16(pattern(i));
}

template <typename T>
__global__ void arithmetic(unsigned short* out)
{
    const int own = threadIdx.x + blockIdx.x * blockDim.x;
    const T a = of(own, T());
    const T b = of(own * 3 + 1, T());
    const T c = of(own * 7 + 5, T());
    unsigned short* line = out + own * 12;
    line[0] = bits(__hadd(a, b));
    line[1] = bits(__hsub(a, b));
    line[2] = bits(__hmul(a, b));
    line[3] = bits(__hdiv(a, b));
    line[4] = bits(__hfma(a, b, c));
    line[5] = bits(__hmax(a, b));
    line[6] = bits(__hmin(a, b));
    line[7] = bits(__hadd_sat(a, b));
    line[8] = bits(__hneg(__habs(a)));
    line[9] = static_cast<unsigned short>(__hlt(a, b) + 2 * __heq(a, b) + 4 * __hgeu(a, b) + 8 * __hne(a, b)
                                          + 16 * __hisinf(a) + 32 * __hltu(a, b));
    line[10] = bits(htrunc(a));
    line[11] = bits(hrint(b));
}

__global__ void half_conversions(unsigned* out)
{
    const int own = threadIdx.x;
    const float value = __uint_as_float((own * 0x9e3779b9u & 0x807fffffu) | (unsigned(100 + own % 50) << 23));
    unsigned* line = out + own * 8;
    line[0] = bits(__float2half_rn(value)) | bits(__float2half_rz(value)) << 16;
    line[1] = bits(__float2half_ru(value)) | bits(__float2half_rd(value)) << 16;
    line[2] = bits(__double2half(value * 1.0000001)) | bits(__int2half_rn(own * 7777)) << 16;
    line[3] = static_cast<unsigned>(__half2int_rn(__ushort_as_half(pattern(own) & 0x5fff)));
    line[4] = static_cast<unsigned>(__half2int_rd(__ushort_as_half(pattern(own) & 0xdfff)));
    line[5] = __half2uint_rz(__ushort_as_half(pattern(own) & 0x5bff));
    line[6] = __float_as_uint(__half2float(__ushort_as_half(pattern(own) & 0xfbff)));
    line[7] = bits(__ushort2half_rz(static_cast<unsigned short>(own * 1031)))
              | bits(__short2half_ru(static_cast<short>(own * 1031))) << 16;
}

__global__ void bfloat16_conversions(unsigned* out)
{
    const int own = threadIdx.x;
    const float value = __uint_as_float(own * 0x9e3779b9u & 0xbfffffffu);
    unsigned* line = out + own * 5;
    line[0] = bits(__float2bfloat16_rn(value)) | bits(__float2bfloat16_rz(value)) << 16;
    line[1] = bits(__float2bfloat16_ru(value)) | bits(__float2bfloat16_rd(value)) << 16;
    line[2] = bits(__double2bfloat16(value * 1.0000001)) | bits(__int2bfloat16_rn(own * 77777)) << 16;
    line[3] = static_cast<unsigned>(__bfloat162int_rn(__ushort_as_bfloat16(pattern(own) & 0x4bff)));
    line[4] = __float_as_uint(__bfloat162float(__ushort_as_bfloat16(pattern(own) & 0xff7f)));
}

__global__ void half_pairs(unsigned* out)
{
    const int own = threadIdx.x;
    const __half2 a = __floats2half2_rn(own * 0.37f - 5, own * 1.25f);
    const __half2 b = __halves2half2(__float2half(3.5f), __float2half(own * -0.5f));
    __half2 sum = __hfma2(a, b, __lowhigh2highlow(a));
    sum = __hadd2(sum, __low2half2(b));
    sum = __hmul2(sum, __float2half2_rn(0.125f));
    sum = __hmax2(sum, __hneg2(__high2half2(a)));
    const __half2 other = __shfl_xor_sync(0xffffffffu, sum, 9);
    sum = __hsub2(sum, other);
    out[own] = __half_as_ushort(__low2half(sum)) | __half_as_ushort(__high2half(sum)) << 16;
}

__global__ void half_atomics(__half2* pairs, __half* halves, __nv_bfloat162* wide)
{
    atomicAdd(&pairs[threadIdx.x % 4], __floats2half2_rn(0.25f, -0.5f));
    atomicAdd(&halves[threadIdx.x % 3], __float2half(0.5f));
    atomicAdd(&wide[threadIdx.x % 2], __floats2bfloat162_rn(1.0f, 0.5f));
}

template <__nv_fp8_interpretation_t kind>
__global__ void from_fp8(unsigned short* out)
{
    const __half_raw value = __nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(threadIdx.x), kind);
    out[threadIdx.x] = bits(__half(value));
}

template <__nv_fp8_interpretation_t kind>
__global__ void to_fp8(unsigned char* out)
{
    const int own = blockIdx.x * blockDim.x + threadIdx.x;
    const float value = __uint_as_float((own * 0x9e3779b9u & 0x80ffffffu) + (unsigned(105 + own % 40) << 23));
    const __half near = __ushort_as_half(static_cast<unsigned short>(own * 64));
    out[own * 4] = __nv_cvt_float_to_fp8(value, __NV_SATFINITE, kind);
    out[own * 4 + 1] = __nv_cvt_float_to_fp8(value, __NV_NOSAT, kind);
    out[own * 4 + 2] = __nv_cvt_halfraw_to_fp8(__half_raw(near), __NV_SATFINITE, kind);
    out[own * 4 + 3] = __nv_cvt_double_to_fp8(value * 1.5, __NV_SATFINITE, kind);
}

template <typename T>
__global__ void near_functions(unsigned short* out)
{
    const int own = threadIdx.x;
    const T value = T(0.07f * own + 0.03f);
    unsigned short* line = out + own * 8;
    line[0] = bits(hexp(value));
    line[1] = bits(hlog(value));
    line[2] = bits(hsin(value));
    line[3] = bits(hcos(value));
    line[4] = bits(hsqrt(value));
    line[5] = bits(hrsqrt(value));
    line[6] = bits(hexp2(value));
    line[7] = bits(hlog2(value));
}

int main()
{
    Results<unsigned short> sums(12 * 1024);
    arithmetic<__half><<<8, 128>>>(sums.device);
    show("half_arithmetic", sums);
    Results<unsigned short> few(12 * 5);
    arithmetic<__half><<<1, 5>>>(few.device);
    show("half_arithmetic.first", few);
    Results<unsigned short> others(12 * 1024);
    arithmetic<__nv_bfloat16><<<8, 128>>>(others.device);
    show("bfloat16_arithmetic", others);
    Results<unsigned short> fewOthers(12 * 5);
    arithmetic<__nv_bfloat16><<<1, 5>>>(fewOthers.device);
    show("bfloat16_arithmetic.first", fewOthers);
    Results<unsigned> converted(8 * 100);
    half_conversions<<<1, 100>>>(converted.device);
    show("half_conversions", converted);
    Results<unsigned> fewConverted(8 * 8);
    half_conversions<<<1, 8>>>(fewConverted.device);
    show("half_conversions.first", fewConverted);
    Results<unsigned> brains(5 * 200);
    bfloat16_conversions<<<1, 200>>>(brains.device);
    show("bfloat16_conversions", brains);
    Results<unsigned> fewBrains(5 * 12);
    bfloat16_conversions<<<1, 12>>>(fewBrains.device);
    show("bfloat16_conversions.first", fewBrains);
    Results<unsigned> pairs(64);
    half_pairs<<<1, 64>>>(pairs.device);
    show("half_pairs", pairs);
    Results<__half2> added(4);
    Results<__half> halves(3);
    Results<__nv_bfloat162> wide(2);
    half_atomics<<<3, 64>>>(added.device, halves.device, wide.device);
    show("half_atomics", added);
    show("half_atomics.single", halves);
    show("half_atomics.bfloat16", wide);
    Results<unsigned short> e4m3(256);
    from_fp8<__NV_E4M3><<<1, 256>>>(e4m3.device);
    show("from_e4m3", e4m3);
    Results<unsigned short> e5m2(256);
    from_fp8<__NV_E5M2><<<1, 256>>>(e5m2.device);
    show("from_e5m2", e5m2);
    Results<unsigned char> toE4m3(4 * 1024);
    to_fp8<__NV_E4M3><<<8, 128>>>(toE4m3.device);
    show("to_e4m3", toE4m3);
    Results<unsigned char> fewE4m3(4 * 16);
    to_fp8<__NV_E4M3><<<1, 16>>>(fewE4m3.device);
    show("to_e4m3.first", fewE4m3);
    Results<unsigned char> toE5m2(4 * 1024);
    to_fp8<__NV_E5M2><<<8, 128>>>(toE5m2.device);
    show("to_e5m2", toE5m2);
    Results<unsigned short> near(8 * 8);
    near_functions<__half><<<1, 8>>>(near.device);
    showNear(1, "half_functions", near);
    Results<unsigned short> nearOthers(8 * 8);
    near_functions<__nv_bfloat16><<<1, 8>>>(nearOthers.device);
    showNear(1, "bfloat16_functions", nearOthers);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
