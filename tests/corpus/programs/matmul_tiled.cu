#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// 32 is the edge of a tile here and has nothing to do with warps.
constexpr int TILE = 32;

__global__ void matmul(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int n)
{
    __shared__ float as[TILE][TILE + 1];
    __shared__ float bs[TILE][TILE + 1];
    const int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0.0f;
    for (int t = 0; t < n / TILE; ++t) {
        as[threadIdx.y][threadIdx.x] = a[row * n + t * TILE + threadIdx.x];
        bs[threadIdx.y][threadIdx.x] = b[(t * TILE + threadIdx.y) * n + col];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE; ++k)
            sum = __fmaf_rn(as[threadIdx.y][k], bs[k][threadIdx.x], sum);
        __syncthreads();
    }
    c[row * n + col] = sum;
}

int main()
{
    const int n = 512;
    const size_t bytes = sizeof(float) * n * n;
    std::vector<float> a(n * n, 1.0f), b(n * n, 2.0f), c(n * n);
    float *da, *db, *dc;
    cudaMalloc(&da, bytes), cudaMalloc(&db, bytes), cudaMalloc(&dc, bytes);
    cudaMemcpy(da, &a[0], bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(db, &b[0], bytes, cudaMemcpyHostToDevice);
    matmul<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(da, db, dc, n);
    cudaMemcpy(&c[0], dc, bytes, cudaMemcpyDeviceToHost);
    std::printf("%s\n", c[17] == 2.0f * n ? "PASSED" : "FAILED");
    cudaFree(da), cudaFree(db), cudaFree(dc);
}
