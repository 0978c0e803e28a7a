// Each way in which memory comes back from the device; the port gives the same on 64 and 32 lanes.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

__device__ int counter[4];

template <typename T> __global__ void row_sum(const T* in, T* out, int width)
{
    T sum = 0;
    for (int i = threadIdx.x; i < width; i += 32) sum += in[blockIdx.x * width + i];
    for (int o = 16; o > 0; o /= 2) sum += __shfl_down_sync(0xffffffff, sum, o, 32);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

__global__ void twice(const float* in, float* out)
{
    out[threadIdx.x] = in[threadIdx.x] * 2;
}

__global__ void count()
{
    counter[threadIdx.x] = threadIdx.x + 1;
}

struct Range
{
    int* begin;
    int length;
};

__global__ void fill(Range range)
{
    if (threadIdx.x < range.length) range.begin[threadIdx.x] = threadIdx.x;
}

#define CHECK(call)                                                                                \
    do {                                                                                           \
        if ((call) != cudaSuccess) return 1;                                                       \
    } while (0)

int main()
{
    const int rows = 64;
    const int width = 100;
    std::vector<float> in(rows * width, 0.5f);
    std::vector<float> sums(rows);
    float *d_in, *d_sums, *d_twice;
    CHECK(cudaMalloc(&d_in, in.size() * sizeof(float)));
    CHECK(cudaMalloc((void**)&d_sums, rows * sizeof(float)));
    CHECK(cudaMalloc((void**)&d_twice, rows * sizeof(float)));
    CHECK(cudaMemcpy(d_in, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice));
    row_sum<<<rows, 32>>>(d_in, d_sums, width);
    twice<<<1, rows>>>(d_sums, d_twice);
    CHECK(cudaMemcpy(sums.data(), d_sums, rows * sizeof(float), cudaMemcpyDeviceToHost));
    void* plain = d_twice;
    CHECK(cudaMemcpyAsync((void*)sums.data(), plain, rows * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy2D(sums.data(), 8, d_twice, 16, 8, 4, cudaMemcpyDeviceToHost));
    count<<<1, 4>>>();
    int counted[4];
    CHECK(cudaMemcpyFromSymbol(counted, counter, sizeof(counted)));
    int* shared;
    CHECK(cudaMallocManaged(&shared, 16 * sizeof(int)));
    fill<<<1, 32>>>(Range{shared, 16});
    CHECK(cudaDeviceSynchronize());
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t image;
    CHECK(cudaMallocArray(&image, &format, 4, 2));
    CHECK(cudaMemcpy2DToArray(image, 0, 0, d_twice, 16, 16, 2, cudaMemcpyDeviceToDevice));
    CHECK(cudaMemcpy2DFromArray(sums.data(), 16, image, 0, 0, 16, 2, cudaMemcpyDeviceToHost));
    std::printf("%g %d %d\n", sums[0], counted[3], shared[15]);
    return 4;
}
