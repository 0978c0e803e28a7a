#include <cuda.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define RADIUS 3

__constant__ float c_weights[2 * RADIUS + 1];
__device__ unsigned int d_counter;
__device__ float *d_table;
namespace cfg {
__constant__ int limit;
}
template <int N> __constant__ float poly[N];

__global__ void stencil(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < RADIUS || i >= n - RADIUS || i > cfg::limit) return;
    float sum = 0.f;
#pragma unroll
    for (int k = -RADIUS; k <= RADIUS; k++) sum += c_weights[k + RADIUS] * in[i + k];
    out[i] = sum * poly<4>[i & 3];
    atomicInc(&d_counter, 0xffffffffu);
}

int main(void)
{
    float weights[7] = {1, 2, 3, 4, 3, 2, 1}, p4[4] = {1, 1, 1, 1};
    unsigned zero = 0, count = 0;
    int limit = 1000;
    cudaMemcpyToSymbol(c_weights, weights, sizeof(weights));
    cudaMemcpyToSymbol(c_weights, &weights[1], sizeof(float) * (2 * RADIUS), sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpyToSymbolAsync(d_counter, &zero, sizeof zero, 0, cudaMemcpyHostToDevice, 0);
    cudaMemcpyToSymbol(cfg::limit, &limit, sizeof(int));
    cudaMemcpyToSymbol(poly<4>, p4, sizeof(p4));

    float *in, *out;
    cudaMalloc((void **)&in, 1024 * sizeof(float));
    cudaMalloc((void **)&out, 1024 * sizeof(float));
    cudaMemset(in, 0, 1024 * sizeof(float));
    cudaMemcpyToSymbol(d_table, &in, sizeof(in));
    stencil<<<8, 128>>>(in, out, 1024);
    cudaMemcpyFromSymbol(&count, d_counter, sizeof(count));
    cudaMemcpyFromSymbolAsync(&count, d_counter, sizeof(count), 0, cudaMemcpyDeviceToHost, NULL);

    void *address = NULL;
    size_t bytes = 0;
    cudaGetSymbolAddress(&address, c_weights);
    cudaGetSymbolAddress((void **)&address, d_counter);
    cudaGetSymbolSize(&bytes, c_weights);
    cudaDeviceSynchronize();
    printf("%u threads worked, symbol of %zu bytes at %p\n", count, bytes, address);
    return 0;
}
