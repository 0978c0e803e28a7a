#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <random>
#include <vector>

__device__ __host__ inline void compareSwap(unsigned& a, unsigned& b, bool up)
{
    if ((a > b) == up) {
        unsigned t = a;
        a = b;
        b = t;
    }
}

__global__ void bitonicStep(unsigned* keys, unsigned j, unsigned k)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, partner = i ^ j;
    if (partner > i) compareSwap(keys[i], keys[partner], (i & k) == 0);
}

__global__ void bitonicShared(unsigned* keys)
{
    __shared__ unsigned s[512];
    s[threadIdx.x] = keys[blockIdx.x * 512 + threadIdx.x];
    s[threadIdx.x + 256] = keys[blockIdx.x * 512 + threadIdx.x + 256];
    for (unsigned k = 2; k <= 512; k <<= 1)
        for (unsigned j = k >> 1; j > 0; j >>= 1) {
            __syncthreads();
            unsigned pos = 2 * threadIdx.x - (threadIdx.x & (j - 1));
            compareSwap(s[pos], s[pos + j], (threadIdx.x & (k / 2)) == 0);
        }
    __syncthreads();
    keys[blockIdx.x * 512 + threadIdx.x] = s[threadIdx.x];
    keys[blockIdx.x * 512 + threadIdx.x + 256] = s[threadIdx.x + 256];
}

int main(int argc, char* argv[])
{
    const unsigned n = argc > 1 ? 1u << atoi(argv[1]) : 1u << 16;
    std::mt19937 random(7);
    std::vector<unsigned> keys(n), sorted;
    std::generate(keys.begin(), keys.end(), random);
    sorted = keys;
    unsigned* d;
    cudaMalloc(&d, n * sizeof(unsigned));
    cudaMemcpy(d, keys.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
    cudaEvent_t start, stop;
    cudaEventCreate(&start); cudaEventCreate(&stop);
    cudaEventRecord(start);
    for (unsigned k = 2; k <= n; k <<= 1)
        for (unsigned j = k >> 1; j; j >>= 1)
            bitonicStep<<<n / 256, 256>>>(d, j, k);
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    float ms; cudaEventElapsedTime(&ms, start, stop);
    if (n < 512) bitonicShared<<<1, 256>>>(d);
    cudaMemcpy(keys.data(), d, n * sizeof(unsigned), cudaMemcpyDeviceToHost);
    std::sort(sorted.begin(), sorted.end());
    printf("%g ms %s\n", ms, keys == sorted ? "PASS" : "FAIL");
    return cudaFree(d);
}
