#include <cuda_runtime.h>
#include <cstdio>

#define FULL_MASK 0xffffffff
#define WARP_SIZE 32

__inline__ __device__ float warpSum(float v)
{
    for (int offset = WARP_SIZE / 2; offset > 0; offset /= 2)
        v += __shfl_down_sync(FULL_MASK, v, offset);
    return v;
}

__inline__ __device__ float blockSum(float v)
{
    static __shared__ float partial[WARP_SIZE];
    int lane = threadIdx.x % WARP_SIZE;
    int warp = threadIdx.x / WARP_SIZE;
    v = warpSum(v);
    if (lane == 0) partial[warp] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / WARP_SIZE ? partial[lane] : 0.0f;
    if (warp == 0) v = warpSum(v);
    return v;
}

__global__ void sum(const float* in, float* out, int n)
{
    float v = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) v += in[i];
    v = blockSum(v);
    if (threadIdx.x == 0) atomicAdd(out, v);
}

int main()
{
    const int n = 1 << 18;
    float *in, *out;
    cudaMallocManaged(&in, n * sizeof(float));
    cudaMallocManaged(&out, sizeof(float));
    for (int i = 0; i < n; ++i) in[i] = 1.0f;
    *out = 0.0f;
    sum<<<120, 256>>>(in, out, n);
    cudaDeviceSynchronize();
    std::printf("%f (%d)\n", *out, n);
    return *out == n ? 0 : 1;
}
