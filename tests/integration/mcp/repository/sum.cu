// The sum of numbers, a warp at a time.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sum(const float* values, float* total, int count)
{
    const int index = blockIdx.x * blockDim.x + threadIdx.x;
    float value = index < count ? values[index] : 0.0f;
    for (int offset = 16; offset > 0; offset /= 2) {
        value += __shfl_down_sync(0xffffffffu, value, offset, 32);
    }
    if (threadIdx.x % 32 == 0) {
        atomicAdd(total, value);
    }
}

int main()
{
    const int count = 256;
    float values[count];
    for (int i = 0; i < count; ++i) {
        values[i] = static_cast<float>(i % 7);
    }
    float *in = nullptr, *out = nullptr, total = 0.0f;
    cudaMalloc(&in, sizeof values);
    cudaMalloc(&out, sizeof total);
    cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof total);
    sum<<<2, 128>>>(in, out, count);
    cudaMemcpy(&total, out, sizeof total, cudaMemcpyDeviceToHost);
    std::printf("%.0f\n", total);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
