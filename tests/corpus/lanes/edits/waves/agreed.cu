// A vote of all lanes, compared with a number: the threads of warps that agree are counted.
// edit warp-vote-compare: `votes == ~0ull`, with `votes == 0xffffffff` line 1 differs
// edit warp-vote-compare: `__popcll(more) == 64`, with `__popcll(more) == 32` line 2 differs
#include <cuda_runtime.h>

#include <cstdio>

__global__ void agreed(const int* in, int* out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned votes = __ballot_sync(0xffffffff, in[i / 128] % 2 == 0);
    if (votes == 0xffffffff) {
        atomicAdd(out, 1);
    }
    const unsigned more = __ballot_sync(0xffffffff, in[i / 128] > 40);
    if (__popc(more) == 32) {
        atomicAdd(out + 1, 1);
    }
}

int main()
{
    constexpr int kCount = 512;
    int host[kCount];
    for (int i = 0; i < kCount; ++i) {
        host[i] = (i * 37 + 11) % 101;
    }
    int *in, *out;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, 2 * sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, 2 * sizeof(int));
    agreed<<<kCount / 128, 128>>>(in, out);
    cudaMemcpy(host, out, 2 * sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d\n%d\n", host[0], host[1]);
    return 0;
}
