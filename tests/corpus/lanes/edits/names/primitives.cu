// CUB's primitives, as hipCUB has them: warps of 32 threads stay so.
// edit warp-shfl-width: `cub::WarpReduce<int, 32>`, with `cub::WarpReduce<int>` line 1 differs
#include <cub/cub.cuh>
#include <cuda_runtime.h>

#include <cstdio>

__global__ void rows(const int* in, int* out)
{
    using Reduce = cub::WarpReduce<int>;
    __shared__ Reduce::TempStorage storage[4];
    const int warp = threadIdx.x / 32;
    const int sum = Reduce(storage[warp]).Sum(in[threadIdx.x]);
    if (threadIdx.x % 32 == 0) {
        out[warp] = sum;
    }
}

int main()
{
    constexpr int kCount = 128;
    int host[kCount];
    for (int i = 0; i < kCount; ++i) {
        host[i] = (i * 37 + 11) % 101;
    }
    int *in, *out;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, 4 * sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    rows<<<1, kCount>>>(in, out);
    cudaMemcpy(host, out, 4 * sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d %d %d %d\n", host[0], host[1], host[2], host[3]);
    return 0;
}
