#include <cuda_runtime.h>

#include <vector>

// Formatters part the brackets of launches, which nvcc takes.
__global__ void fill(float* data, int count)
{
    if (threadIdx.x < count) {
        data[threadIdx.x] = 1.0f;
    }
}

int size(std::vector<std::vector<int> > values);

void run(float* data, int count, cudaStream_t stream)
{
    fill << <(count + 1023) / 1024, 1024 >> > (data, count);
    fill << <count >> 2, 64, 0, stream>>> (data, count);
    fill<<<1, 64>> >(data, count);
    fill<<<1, 64>>>(data, size(std::vector<std::vector<int> >(1)));
}
