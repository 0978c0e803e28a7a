#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define NUM_BANKS 32
#define LOG_NUM_BANKS 5
#define CONFLICT_FREE_OFFSET(n) ((n) >> LOG_NUM_BANKS)

__global__ void prescan(int *out, const int *in, int n)
{
    extern __shared__ int temp[];
    int id = threadIdx.x, offset = 1;
    int ai = id, bi = id + n / 2;
    int bankA = CONFLICT_FREE_OFFSET(ai), bankB = CONFLICT_FREE_OFFSET(bi);
    temp[ai + bankA] = in[ai];
    temp[bi + bankB] = in[bi];
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (id < d) {
            int a = offset * (2 * id + 1) - 1, b = offset * (2 * id + 2) - 1;
            a += CONFLICT_FREE_OFFSET(a);
            b += CONFLICT_FREE_OFFSET(b);
            temp[b] += temp[a];
        }
        offset *= 2;
    }
    if (id == 0) temp[n - 1 + CONFLICT_FREE_OFFSET(n - 1)] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (id < d) {
            int a = offset * (2 * id + 1) - 1, b = offset * (2 * id + 2) - 1;
            a += CONFLICT_FREE_OFFSET(a);
            b += CONFLICT_FREE_OFFSET(b);
            int t = temp[a];
            temp[a] = temp[b];
            temp[b] += t;
        }
    }
    __syncthreads();
    out[ai] = temp[ai + bankA];
    out[bi] = temp[bi + bankB];
}

int main(int argc, char **argv)
{
    const int n = 512;
    int *in, *out, host[n];
    size_t shared = (n + n / NUM_BANKS) * sizeof(int);
    for (int i = 0; i < n; i++) host[i] = 1;
    cudaMalloc((void **)&in, sizeof host);
    cudaMalloc((void **)&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    prescan<<<1, n / 2, shared>>>(out, in, n);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[n - 1]);
    cudaFree(in);
    cudaFree(out);
    cudaDeviceReset();
    return host[n - 1] == n - 1 ? EXIT_SUCCESS : EXIT_FAILURE;
}
