// Warps of 32 threads in a file that keeps them, two in each wave of 64: votes, masks and exchanges.
// target: mixed
// edit warp-vote-width: `static_cast<unsigned int>(__ballot(in[threadIdx.x] > 40) >> (__lane_id() & 32))`, with `__ballot(in[threadIdx.x] > 40)` line 1 differs
// edit warp-vote-width: `(static_cast<unsigned int>(__ballot(value == 11) >> (__lane_id() & 32)) != 0)`, with `__any(value == 11)` line 4 differs
// edit warp-vote-width: `__match_any_sync(__activemask(), value % 4) >> (__lane_id() & 32)`, with `__match_any_sync(__activemask(), value % 4)` line 5 differs
// edit warp-mask-literal: `__shfl_xor(in[threadIdx.x], 31)`, with `__shfl_xor_sync(0xffffffff, in[threadIdx.x], 31)` not built
// edit warp-shfl-width: `__shfl(in[threadIdx.x], 0, 32)`, with `__shfl(in[threadIdx.x], 0)` line 2 differs
// edit warp-shfl-width: `__shfl_down(in[threadIdx.x], 1, 32)`, with `__shfl_down(in[threadIdx.x], 1)` line 3 differs
#include <cuda_runtime.h>

#include <cstdio>

__global__ void ranked(const int* in, int* out)
{
    __shared__ int part[4][32];
    const int lane = threadIdx.x & 31;
    const int warp = threadIdx.x / 32;
    const unsigned mask = 0xffffffff;
    const unsigned votes = __ballot_sync(mask, in[threadIdx.x] > 40);
    part[warp][lane] = __popc(votes & ((1u << lane) - 1));
    __syncwarp(mask);
    out[threadIdx.x] = part[warp][lane ^ 1];
}

__global__ void exchanged(const int* in, int* out, int* more)
{
    const int first = __shfl_sync(0xffffffff, in[threadIdx.x], 0);
    const int next = __shfl_down_sync(0xffffffff, in[threadIdx.x], 1);
    const int before = __shfl_up_sync(0xffffffff, in[threadIdx.x], 3);
    const int turned = __shfl_xor_sync(0xffffffff, in[threadIdx.x], 31);
    out[threadIdx.x] = first;
    more[threadIdx.x] = (next * 101 + before) * 101 + turned;
}

__global__ void voted(const int* in, int* out, int* more, int* others)
{
    const int value = in[threadIdx.x];
    const bool any = __any_sync(0xffffffff, value == 11);
    const bool all = __all_sync(0xffffffff, value < 100);
    const unsigned here = __activemask();
    const unsigned alike = __match_any_sync(0xffffffff, value % 4);
    const unsigned low = __ballot_sync(0xffffffff, value < 50);
    out[threadIdx.x] = any;
    more[threadIdx.x] = __popc(alike);
    others[threadIdx.x] = all + 2 * __popc(here) + 1000 * __ffs(low) + 100000 * (31 - __clz(low));
}

int main()
{
    constexpr int kBlock = 128;
    int host[kBlock];
    for (int i = 0; i < kBlock; ++i) {
        host[i] = (i * 37 + 11) % 101;
    }
    int *in, *out;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, 6 * sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    ranked<<<1, kBlock>>>(in, out);
    exchanged<<<1, kBlock>>>(in, out + kBlock, out + 2 * kBlock);
    voted<<<1, kBlock>>>(in, out + 3 * kBlock, out + 4 * kBlock, out + 5 * kBlock);
    for (int part = 0; part < 6; ++part) {
        cudaMemcpy(host, out + part * kBlock, sizeof host, cudaMemcpyDeviceToHost);
        for (int i = 0; i < kBlock; ++i) {
            std::printf("%d ", host[i]);
        }
        std::printf("\n");
    }
    return 0;
}
