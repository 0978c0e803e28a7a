// The same with names for the width, its logarithm and its mask, a ballot between and a loop that goes up.
// edit warp-size-constant: `#define WARP_SIZE 64`, with `#define WARP_SIZE 32` differs
#include <cuda_runtime.h>

#include <cstdio>

#define WARP_SIZE 32
#define LOG_WARP_SIZE 5
static constexpr unsigned kLaneMask = 31;

__global__ void scan(const int* in, int* out, int* last)
{
    __shared__ int sums[1024 / WARP_SIZE];
    const int lane = threadIdx.x % WARP_SIZE;
    const int warp = threadIdx.x >> LOG_WARP_SIZE;
    int value = in[threadIdx.x];
    for (int offset = 1; offset < WARP_SIZE; offset <<= 1) {
        const int other = __shfl_up_sync(0xffffffffu, value, offset, WARP_SIZE);
        if (lane >= offset) {
            value += other;
        }
    }
    if ((threadIdx.x & kLaneMask) == WARP_SIZE - 1) {
        sums[warp] = value;
    }
    __syncthreads();
    for (int i = 0; i < warp; ++i) {
        value += sums[i];
    }
    out[threadIdx.x] = value;
    unsigned votes = __ballot_sync(0xffffffffu, in[threadIdx.x] > 40);
    if (lane == 0) {
        atomicAdd(last, __popc(votes));
    }
}

int main()
{
    constexpr int kBlock = 256;
    int host[kBlock];
    for (int i = 0; i < kBlock; ++i) {
        host[i] = (i * 37 + 11) % 101;
    }
    int *in, *out, *last;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&last, sizeof(int));
    cudaMemset(last, 0, sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    scan<<<1, kBlock>>>(in, out, last);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < kBlock; i += 3) {
        std::printf("%d ", host[i]);
    }
    cudaMemcpy(host, last, sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("\n%d\n", host[0]);
    return 0;
}
