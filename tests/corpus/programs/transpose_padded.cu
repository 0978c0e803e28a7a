#include <cuda_runtime.h>
#include <stdio.h>
#define TILE_DIM 32
#define BLOCK_ROWS 8

template <class T>
__global__ void transpose(T *out, const T *in, int width, int height)
{
    __shared__ T tile[TILE_DIM][TILE_DIM + 1];
    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM && y + j < height; j += BLOCK_ROWS)
        if (x < width) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < TILE_DIM && y + j < width; j += BLOCK_ROWS)
        if (x < height) out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main()
{
    const int w = 1000, h = 700;
    double *in, *out;
    cudaMallocManaged((void **)&in, w * h * sizeof(double));
    cudaMallocManaged((void **)&out, w * h * sizeof(double));
    for (int i = 0; i < w * h; i++) in[i] = i;
    dim3 threads(TILE_DIM, BLOCK_ROWS, 1);
    dim3 blocks((w + TILE_DIM - 1) / TILE_DIM, (h + TILE_DIM - 1) / TILE_DIM);
    transpose <double> <<< blocks, threads >>> (out, in, w, h);
    if (cudaDeviceSynchronize() != cudaSuccess) { fprintf(stderr, "cudaDeviceSynchronize failed\n"); return 1; }
    printf("%s\n", out[h] == in[1] ? "ok" : "wrong");
    cudaFree(in); cudaFree(out);
    return 0;
}
