#include <cuda_bf16.h>
#include <cuda_runtime.h>
#include <cstdio>

using bf16 = __nv_bfloat16;

__global__ void gelu(const __nv_bfloat16* in, __nv_bfloat16* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = __bfloat162float(in[i]);
    out[i] = __float2bfloat16(0.5f * x * (1.0f + tanhf(0.79788456f * (x + 0.044715f * x * x * x))));
}

__global__ void add2(const __nv_bfloat162* a, const __nv_bfloat162* b, __nv_bfloat162* c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = __hadd2(a[i], __hmul2(b[i], __float2bfloat162_rn(2.0f)));
}

__global__ void scale(bf16* p, nv_bfloat16 factor) { p[threadIdx.x] = __hmul(p[threadIdx.x], factor); }

int main()
{
    bf16 *a, *b;
    cudaMalloc(&a, 4096 * sizeof(bf16));
    cudaMalloc(&b, 4096 * sizeof(nv_bfloat16));
    cudaMemset(a, 0, 4096 * sizeof(bf16));
    gelu<<<16, 256>>>(a, b, 4096);
    add2<<<8, 256>>>((__nv_bfloat162*)a, (const nv_bfloat162*)b, (__nv_bfloat162*)a, 2048);
    scale<<<1, 256>>>(a, __float2bfloat16(3.0f));
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(a);
    cudaFree(b);
}
