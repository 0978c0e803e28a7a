#include <cuda_fp8.h>
#include <cuda_runtime.h>
#include <cstdio>

__global__ void quantize(const float* in, __nv_fp8_e4m3* out, __nv_fp8_e5m2* coarse, float scale, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = __nv_fp8_e4m3(in[i] * scale);
    coarse[i] = __nv_fp8_e5m2(in[i]);
}

__global__ void dequantize(const __nv_fp8_e4m3* in, float* out, float scale, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = static_cast<float>(in[i]) / scale;
}

__global__ void raw(const float* in, __nv_fp8_storage_t* out)
{
    out[threadIdx.x] = __nv_cvt_float_to_fp8(in[threadIdx.x], __NV_SATFINITE, __NV_E4M3);
}

int main()
{
    const int n = 256;
    float *in, *out;
    __nv_fp8_e4m3* q;
    __nv_fp8_e5m2* c;
    cudaMallocManaged(&in, n * sizeof(float));
    cudaMallocManaged(&out, n * sizeof(float));
    cudaMalloc(&q, n * sizeof(*q));
    cudaMalloc(&c, n * sizeof(*c));
    for (int i = 0; i < n; ++i) in[i] = i * 0.25f;
    quantize<<<1, n>>>(in, q, c, 2.0f, n);
    dequantize<<<1, n>>>(q, out, 2.0f, n);
    raw<<<1, n>>>(in, (__nv_fp8_storage_t*)q);
    cudaDeviceSynchronize();
    std::printf("%f\n", out[17]);
    return 0;
}
