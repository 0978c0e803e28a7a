#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cstdio>

__global__ void axpy(int n, __half a, const half* __restrict__ x, half* __restrict__ y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = __hfma(a, x[i], y[i]);
}

__global__ void axpy2(int n, half2 a, const half2* x, half2* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 2) return;
#if __CUDA_ARCH__ >= 530
    y[i] = __hfma2(a, x[i], y[i]);
#else
    float2 fx = __half22float2(x[i]), fy = __half22float2(y[i]);
    y[i] = __floats2half2_rn(__low2float(a) * fx.x + fy.x, __high2float(a) * fx.y + fy.y);
#endif
}

__global__ void convert(const float* in, __half* out, unsigned short* bits, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    out[i] = __float2half_rn(in[i]);
    bits[i] = __half_as_ushort(hsqrt(__habs(out[i])));
    if (__hisnan(out[i]) || __hgt(out[i], __float2half(1.0f))) out[i] = hexp(__hneg(out[i]));
    half2 both = __halves2half2(out[i], __int2half_rn(i));
    out[i] = __hadd(__low2half(both), __high2half(both));
}

int main()
{
    const int n = 1024;
    half *x, *y;
    cudaMalloc(&x, n * sizeof(half));
    cudaMalloc(&y, n * sizeof(__half));
    cudaMemset(x, 0, n * sizeof(half));
    axpy<<<n / 256, 256>>>(n, __float2half(2.0f), x, y);
    axpy2<<<n / 512, 256>>>(n, __float2half2_rn(2.0f), reinterpret_cast<half2*>(x), (__half2*)y);
    float* f;
    unsigned short* bits;
    cudaMallocManaged(&f, n * sizeof(float));
    cudaMallocManaged(&bits, n * sizeof(short));
    convert<<<1, 512>>>(f, x, bits, n);
    cudaDeviceSynchronize();
    std::printf("%04x\n", bits[3]);
    return 0;
}
