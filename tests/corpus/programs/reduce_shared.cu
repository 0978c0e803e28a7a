// Sum by halving in shared memory; no warp functions, so nothing depends on the width of a wavefront.
#include <cuda_runtime.h>
#include <cstdio>
#include <numeric>
#include <vector>

template <unsigned BLOCK>
__global__ void reduce(const int* in, long long* out, unsigned n)
{
    __shared__ long long sums[BLOCK];
    long long sum = 0;
    for (unsigned i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += BLOCK * gridDim.x) sum += __ldg(&in[i]);
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (unsigned half = BLOCK / 2; half > 0; half >>= 1) {
        if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
        __syncthreads();
    }
    if (!threadIdx.x) atomicAdd(reinterpret_cast<unsigned long long*>(out), static_cast<unsigned long long>(sums[0]));
}

int main()
{
    std::vector<int> values(1 << 20);
    std::iota(values.begin(), values.end(), 0);
    int* in = nullptr;
    long long *out = nullptr, sum = 0;
    cudaMalloc(&in, values.size() * sizeof(int));
    cudaMalloc(&out, sizeof *out);
    cudaMemset(out, 0, sizeof *out);
    cudaMemcpy(in, values.data(), values.size() * sizeof(int), cudaMemcpyHostToDevice);
    reduce<256><<<64, 256>>>(in, out, values.size());
    reduce<512> <<<32, 512, 0, nullptr>>>(in, out, (unsigned)values.size());
    cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost);
    std::printf("%lld\n", sum);
    cudaFree(in);
    cudaFree(out);
    return sum == 2 * std::accumulate(values.begin(), values.end(), 0LL) ? 0 : 1;
}
