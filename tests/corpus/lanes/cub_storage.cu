// The storage of a block's primitive used again at once, and behind a barrier.
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cuda_runtime.h>
#include <cstdio>

constexpr int kThreads = 128;

template <bool WAITS> __global__ void twice(const int* in, int* out)
{
    using Reduce = cub::BlockReduce<int, kThreads>;
    __shared__ typename Reduce::TempStorage storage;
    int sum = Reduce(storage).Sum(in[threadIdx.x]);
    if (WAITS) __syncthreads();
    int squares = Reduce(storage).Sum(in[threadIdx.x] * in[threadIdx.x]);
    if (threadIdx.x == 0) out[0] = sum, out[1] = squares;
}

template <bool WAITS> __global__ void together(const int* in, int* out)
{
    using Scan = cub::BlockScan<int, kThreads>;
    using Reduce = cub::BlockReduce<int, kThreads>;
    __shared__ union {
        typename Scan::TempStorage scan;
        typename Reduce::TempStorage reduce;
    } shared;
    int before;
    Scan(shared.scan).ExclusiveSum(in[threadIdx.x], before);
    if (WAITS) __syncthreads();
    int largest = Reduce(shared.reduce).Reduce(before, cub::Max());
    if (threadIdx.x == 0) out[0] = largest, out[1] = 0;
}

int main()
{
    int *in, *out;
    cudaMallocManaged(&in, kThreads * sizeof(int));
    cudaMallocManaged(&out, 2 * sizeof(int));
    int sum = 0, squares = 0;
    for (int i = 0; i < kThreads; ++i) {
        in[i] = i + 3;
        sum += in[i];
        squares += in[i] * in[i];
    }
    auto say = [&](const char* what, int first, int second) {
        cudaDeviceSynchronize();
        std::printf("%s %s\n", what, out[0] == first && out[1] == second ? "right" : "wrong");
    };
    twice<true><<<1, kThreads>>>(in, out);
    say("twice, with a barrier", sum, squares);
    twice<false><<<1, kThreads>>>(in, out);
    say("twice, without", sum, squares);
    together<true><<<1, kThreads>>>(in, out);
    say("in a union, with a barrier", sum - in[kThreads - 1], 0);
    together<false><<<1, kThreads>>>(in, out);
    say("in a union, without", sum - in[kThreads - 1], 0);
    return 0;
}
