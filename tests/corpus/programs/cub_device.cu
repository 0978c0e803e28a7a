#include <cub/cub.cuh>
#include <cuda_runtime.h>
#include <cstdio>

struct CustomMin {
    template <typename T> __host__ __device__ T operator()(const T& a, const T& b) const { return b < a ? b : a; }
};

int main()
{
    const int n = 1 << 16;
    int *in, *out, *count;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    cudaMallocManaged(&count, sizeof(int));
    for (int i = 0; i < n; ++i) in[i] = (i * 7919) % n;
    void* storage = nullptr;
    size_t bytes = 0;
    cub::DeviceReduce::Sum(storage, bytes, in, out, n);
    cudaMalloc(&storage, bytes);
    cub::DeviceReduce::Sum(storage, bytes, in, out, n);
    cub::DeviceReduce::Reduce(nullptr, bytes, in, out, n, CustomMin(), 1 << 30);

    cub::DeviceScan::ExclusiveSum(nullptr, bytes, in, out, n);
    cub::CachingDeviceAllocator allocator(true);
    void* temporary = nullptr;
    allocator.DeviceAllocate(&temporary, bytes);
    cub::DeviceScan::ExclusiveSum(temporary, bytes, in, out, n);
    allocator.DeviceFree(temporary);

    cub::DoubleBuffer<int> keys(in, out);
    cub::DeviceRadixSort::SortKeys(nullptr, bytes, keys, n, 0, sizeof(int) * 8);
    cudaMalloc(&temporary, bytes);
    if (cub::DeviceRadixSort::SortKeys(temporary, bytes, keys, n) != cudaSuccess) return 1;
    cub::DeviceSelect::Flagged(nullptr, bytes, in, in, out, count, n);
    cudaDeviceSynchronize();
    std::printf("%d\n", keys.Current()[0]);
    return 0;
}
