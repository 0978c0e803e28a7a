// CUB's functions of warps, blocks and the device.
#include "results.h"

#include <cub/cub.cuh>

__device__ int mixed(int x)
{
    return static_cast<int>((static_cast<unsigned>(x) * 2654435761u >> 12) % 1000u);
}

struct Largest
{
    template <typename T>
    __host__ __device__ T operator()(const T& a, const T& b) const
    {
        return a < b ? b : a;
    }
};

__global__ void warps(int* out)
{
    using Reduce = cub::WarpReduce<int>;
    using Scan = cub::WarpScan<int>;
    __shared__ typename Reduce::TempStorage reduce[4];
    __shared__ typename Scan::TempStorage scan[4];
    const int warp = threadIdx.x / 32;
    const int value = mixed(threadIdx.x);
    const int sum = Reduce(reduce[warp]).Sum(value);
    int inclusive = 0;
    int total = 0;
    Scan(scan[warp]).InclusiveSum(value, inclusive, total);
    __syncwarp();
    int exclusive = 0;
    Scan(scan[warp]).ExclusiveScan(value, exclusive, -5, Largest());
    out[threadIdx.x] = inclusive * 3 + total + exclusive + (threadIdx.x % 32 == 0 ? sum : 0);
}

__global__ void warps_of_eight(int* out)
{
    using Reduce = cub::WarpReduce<int, 8>;
    __shared__ typename Reduce::TempStorage reduce[8];
    const int sum = Reduce(reduce[threadIdx.x / 8]).Reduce(mixed(threadIdx.x), Largest());
    out[threadIdx.x] = threadIdx.x % 8 == 0 ? sum : -1;
}

template <cub::BlockReduceAlgorithm algorithm>
__global__ void reduced(float* out)
{
    using Reduce = cub::BlockReduce<float, 128, algorithm>;
    __shared__ typename Reduce::TempStorage storage;
    const float value = static_cast<float>(mixed(threadIdx.x + blockIdx.x)) * 0.5f;
    const float sum = Reduce(storage).Sum(value);
    __syncthreads();
    const float largest = Reduce(storage).Reduce(value, Largest(), 100);
    if (threadIdx.x == 0) {
        out[blockIdx.x * 2] = sum;
        out[blockIdx.x * 2 + 1] = largest;
    }
}

__global__ void scanned(int* out)
{
    using Scan = cub::BlockScan<int, 128>;
    __shared__ typename Scan::TempStorage storage;
    int items[4];
    for (int i = 0; i < 4; ++i) {
        items[i] = mixed(threadIdx.x * 4 + i);
    }
    int total = 0;
    Scan(storage).ExclusiveSum(items, items, total);
    __syncthreads();
    int single = mixed(threadIdx.x);
    Scan(storage).InclusiveScan(single, single, Largest());
    for (int i = 0; i < 4; ++i) {
        out[threadIdx.x * 4 + i] = items[i] + total + single;
    }
}

__global__ void sorted(unsigned* out, const unsigned* in)
{
    using Load = cub::BlockLoad<unsigned, 64, 4, cub::BLOCK_LOAD_TRANSPOSE>;
    using Store = cub::BlockStore<unsigned, 64, 4, cub::BLOCK_STORE_WARP_TRANSPOSE>;
    using Sort = cub::BlockRadixSort<unsigned, 64, 4, int>;
    __shared__ union {
        typename Load::TempStorage load;
        typename Store::TempStorage store;
        typename Sort::TempStorage sort;
    } storage;
    unsigned keys[4];
    int values[4];
    Load(storage.load).Load(in, keys);
    for (int i = 0; i < 4; ++i) {
        values[i] = threadIdx.x * 4 + i;
    }
    __syncthreads();
    Sort(storage.sort).Sort(keys, values, 4, 20);
    __syncthreads();
    for (int i = 0; i < 4; ++i) {
        keys[i] = keys[i] * 3 + values[i];
    }
    Store(storage.store).Store(out, keys);
}

int main()
{
    Results<int> warp(128);
    warps<<<1, 128>>>(warp.device);
    show("cub_warps", warp);
    Results<int> eights(64);
    warps_of_eight<<<1, 64>>>(eights.device);
    show("cub_warps_of_eight", eights);
    Results<float> sums(8);
    reduced<cub::BLOCK_REDUCE_WARP_REDUCTIONS><<<4, 128>>>(sums.device);
    show("cub_reduced", sums);
    reduced<cub::BLOCK_REDUCE_RAKING><<<4, 128>>>(sums.device);
    show("cub_reduced_by_raking", sums);
    Results<int> scans(512);
    scanned<<<1, 128>>>(scans.device);
    show("cub_scanned", scans);

    std::vector<unsigned> keys(1000);
    for (int i = 0; i < 1000; ++i) {
        keys[i] = i * 2654435761u >> 8;
    }
    Results<unsigned> given(1000);
    cudaMemcpy(given.device, keys.data(), 4000, cudaMemcpyHostToDevice);
    Results<unsigned> order(256);
    sorted<<<1, 64>>>(order.device, given.device);
    show("cub_sorted", order);

    Results<unsigned> out(1000);
    Results<int> count(1);
    std::size_t bytes = 0;
    cub::DeviceRadixSort::SortKeys(nullptr, bytes, given.device, out.device, 1000);
    Results<char> storage(static_cast<int>(bytes) + 1);
    cub::DeviceRadixSort::SortKeys(storage.device, bytes, given.device, out.device, 1000);
    show("cub_device_sort", out);
    cub::DeviceScan::ExclusiveSum(nullptr, bytes, given.device, out.device, 1000);
    Results<char> scanStorage(static_cast<int>(bytes) + 1);
    cub::DeviceScan::ExclusiveSum(scanStorage.device, bytes, given.device, out.device, 1000);
    show("cub_device_scan", out);
    Results<unsigned> largest(1);
    cub::DeviceReduce::Max(nullptr, bytes, given.device, largest.device, 1000);
    Results<char> reduceStorage(static_cast<int>(bytes) + 1);
    cub::DeviceReduce::Max(reduceStorage.device, bytes, given.device, largest.device, 1000);
    show("cub_device_max", largest);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
