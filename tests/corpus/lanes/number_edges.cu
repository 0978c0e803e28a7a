// What is special: NaN, the sign of zero, infinity and what is too large. number_edges.expected is what
// an NVIDIA H100 said (nvcc 13.0, -arch=sm_90).
#include <cuda_bf16.h>
#include <cuda_fp8.h>

#include <cstdio>

#define SAY(expression) printf("%s: %llx\n", #expression, (unsigned long long)(expression));
#define HALF(x) __ushort_as_half(x)
#define BFLOAT(x) __ushort_as_bfloat16(x)

__global__ void ofIntegers(unsigned zero)
{
    const float none = __uint_as_float(0x7fc00000 + zero);
    const double wide = none;
    const __half small = HALF(0x7e01), negative = HALF(0xfe02), infinite = HALF(0xfc00);
    const __nv_bfloat16 bfloat = BFLOAT(0x7fc1);
    SAY(__byte_perm(0x81828384, 0x11121314 + zero, 0xfba9))
    SAY(__double2int_rn(wide))
    SAY(__double2uint_rn(wide))
    SAY(__double2ll_rn(wide))
    SAY(__double2ull_rd(wide))
    SAY(__float2int_rn(none))
    SAY(__float2uint_rn(none))
    SAY(__float2ll_rn(none))
    SAY(__float2ull_rn(none))
    SAY(__half2int_rn(small))
    SAY(__half2short_rn(small))
    SAY(__half2ll_rn(small))
    SAY(__half2ull_rz(small))
    SAY(__half2ushort_rn(infinite))
    SAY((int)negative)
    SAY((signed char)small)
    SAY(__bfloat162int_rn(bfloat))
    SAY(__bfloat162short_rn(bfloat))
    SAY(__bfloat162ll_rn(bfloat))
}

__global__ void ofSmallNumbers()
{
    const unsigned short halves[] = {0, 0x8000, 0x7e01, 0xfe02}, bfloats[] = {0, 0x8000, 0x7f81, 0xff82};
    const __half zero = HALF(0), minus = HALF(0x8000), one = HALF(0x3c00);
    for (int i = 0; i < 4; ++i) {
        const __half x = HALF(halves[i]);
        const __nv_bfloat16 y = BFLOAT(bfloats[i]);
        SAY(__half_as_ushort(__hadd_sat(x, minus)))
        SAY(__half_as_ushort(__hfma_relu(x, one, minus)))
        SAY(__half_as_ushort(__hneg(x)))
        SAY(__half_as_ushort(__habs(x)))
        SAY(__half_as_ushort(__hmax(x, minus)))
        SAY(__half_as_ushort(__hmax(minus, x)))
        SAY(__half_as_ushort(__hmin(x, zero)))
        SAY(__half_as_ushort(__hmin(zero, x)))
        SAY(__half_as_ushort(__hmax_nan(x, one)))
        SAY(__bfloat16_as_ushort(__hadd_sat(y, BFLOAT(0x8000))))
        SAY(__bfloat16_as_ushort(__hneg(y)))
        SAY(__bfloat16_as_ushort(__hmax(y, BFLOAT(0x8000))))
        SAY(__bfloat16_as_ushort(__hmin(y, BFLOAT(0))))
    }
}

__global__ void ofBytes(unsigned zero)
{
    const float none = __uint_as_float(0x7fc00000 + zero), negative = __uint_as_float(0xffc00000 + zero);
    const double wide = none, wideNegative = negative;
    for (int i = 0; i < 4; ++i) {
        const __nv_saturation_t kept = i & 1 ? __NV_SATFINITE : __NV_NOSAT;
        const __nv_fp8_interpretation_t kind = i & 2 ? __NV_E4M3 : __NV_E5M2;
        SAY(__nv_cvt_float_to_fp8(none, kept, kind))
        SAY(__nv_cvt_float_to_fp8(negative, kept, kind))
        SAY(__nv_cvt_double_to_fp8(wide, kept, kind))
        SAY(__nv_cvt_double_to_fp8(wideNegative, kept, kind))
        SAY(__nv_cvt_float_to_fp8(-1e9f, kept, kind))
        SAY(__nv_cvt_float_to_fp8(464.f + zero, kept, kind))
        SAY(__nv_cvt_halfraw_to_fp8(HALF(0xfe02), kept, kind))
        SAY(__nv_cvt_halfraw_to_fp8(HALF(0xfc00), kept, kind))
        SAY(__nv_cvt_fp8_to_halfraw(255 - zero, kind).x)
    }
}

int main()
{
    ofIntegers<<<1, 1>>>(0);
    ofSmallNumbers<<<1, 1>>>();
    ofBytes<<<1, 1>>>(0);
    return cudaDeviceSynchronize();
}
