// Tables of small numbers: what each code is, and the code of each of many floats in each rounding and
// with and without saturation. The test calculates them anew.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_runtime.h>

#include <cstdio>

__global__ void values(float* out)
{
    const unsigned code = blockIdx.x * blockDim.x + threadIdx.x;
    out[code] = __half2float(__ushort_as_half((unsigned short)code));
    out[65536 + code] = __bfloat162float(__ushort_as_bfloat16((unsigned short)code));
    if (code < 256) {
        out[2 * 65536 + code] = __half2float(__nv_cvt_fp8_to_halfraw((unsigned char)code, __NV_E4M3));
        out[2 * 65536 + 256 + code] = __half2float(__nv_cvt_fp8_to_halfraw((unsigned char)code, __NV_E5M2));
    }
}

// Every code that a number of 8 bits has, the midpoints between, and what is next to them.
__device__ float near(int i)
{
    const float from = __half2float(__ushort_as_half((unsigned short)((i / 3) << 5)));
    return i % 3 == 0 ? from : nextafterf(from, i % 3 == 1 ? 1e9f : -1e9f);
}
__device__ float nearHalf(int i)
{
    const float from = __half2float(__ushort_as_half((unsigned short)(i / 6)));
    const float next = __half2float(__ushort_as_half((unsigned short)(i / 6 + 1)));
    const float at = i % 6 < 3 ? from : (from + next) / 2;
    return i % 3 == 0 ? at : nextafterf(at, i % 3 == 1 ? 1e9f : -1e9f);
}

__global__ void bytes(float* in, unsigned char* out, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        in[i] = near(i);
        out[i] = __nv_cvt_float_to_fp8(in[i], __NV_SATFINITE, __NV_E4M3);
        out[count + i] = __nv_cvt_float_to_fp8(in[i], __NV_NOSAT, __NV_E4M3);
        out[2 * count + i] = __nv_cvt_float_to_fp8(in[i], __NV_SATFINITE, __NV_E5M2);
        out[3 * count + i] = __nv_cvt_float_to_fp8(in[i], __NV_NOSAT, __NV_E5M2);
    }
}

__global__ void shorts(float* in, unsigned short* out, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        in[i] = nearHalf(i);
        out[i] = __half_as_ushort(__float2half_rn(in[i]));
        out[count + i] = __half_as_ushort(__float2half_rz(in[i]));
        out[2 * count + i] = __half_as_ushort(__float2half_rd(in[i]));
        out[3 * count + i] = __half_as_ushort(__float2half_ru(in[i]));
    }
}

template <typename Code>
void say(const char* name, void (*kernel)(float*, Code*, int), int count, int step)
{
    float* in;
    Code* out;
    cudaMallocManaged(&in, count * sizeof(float));
    cudaMallocManaged(&out, 4 * count * sizeof(Code));
    kernel<<<(count + 255) / 256, 256>>>(in, out, count);
    cudaDeviceSynchronize();
    for (int i = 0; i < count; i += step) {
        std::printf("%s %a", name, in[i]);
        for (int k = 0; k < 4; ++k) {
            std::printf(" %x", out[k * count + i]);
        }
        std::printf("\n");
    }
    cudaFree(in);
    cudaFree(out);
}

int main()
{
    float* out;
    const int count = 2 * 65536 + 2 * 256;
    cudaMallocManaged(&out, count * sizeof(float));
    values<<<256, 256>>>(out);
    cudaDeviceSynchronize();
    for (int i = 0; i < count; ++i) {
        if (i >= 2 * 65536 || i % 7 == 0) {
            std::printf("value %x %a\n", i, out[i]);
        }
    }
    say<unsigned char>("byte", bytes, 3 * 2048, 1);
    say<unsigned short>("half", shorts, 6 * 65536, 5);
    return 0;
}
