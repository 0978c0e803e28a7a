// A block is taken for one warp of 32: on 64 lanes each sum lacks half of its row.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

__global__ void row_sum(const float* in, float* out)
{
    float sum = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int offset = 16; offset > 0; offset /= 2) {
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    }
    if (threadIdx.x % warpSize == 0) atomicAdd(out + blockIdx.x, sum);
}

__global__ void scale(const float* in, float* out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x] * 3;
}

int main()
{
    const int rows = 8;
    const int width = 128;
    std::vector<float> in(rows * width);
    for (int i = 0; i < rows * width; ++i) in[i] = i < 2 * width ? 0 : 1;
    std::vector<float> out(rows * width);
    float *d_in, *d_scaled, *d_sums;
    cudaMalloc(&d_in, in.size() * sizeof(float));
    cudaMalloc(&d_scaled, in.size() * sizeof(float));
    cudaMalloc(&d_sums, rows * sizeof(float));
    cudaMemset(d_sums, 0, rows * sizeof(float));
    cudaMemcpy(d_in, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice);
    scale<<<rows, width>>>(d_in, d_scaled);
    row_sum<<<rows, width>>>(d_in, d_sums);
    cudaMemcpy(out.data(), d_scaled, in.size() * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(out.data(), d_sums, rows * sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("done\n");
}
