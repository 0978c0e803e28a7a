// needs CUDA 12: cub::Max and the like are gone from CUDA 13.
#include <cub/block/block_load.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cuda_runtime.h>
#include <cstdio>

using namespace cub;

template <int BLOCK, int ITEMS, BlockScanAlgorithm ALGORITHM>
__global__ void tileScan(const int* in, int* out, int* total)
{
    typedef cub::BlockLoad<int, BLOCK, ITEMS, cub::BLOCK_LOAD_TRANSPOSE> Load;
    using Scan = cub::BlockScan<int, BLOCK, ALGORITHM>;
    typedef BlockReduce<int, BLOCK> Reduce;
    __shared__ union {
        typename Load::TempStorage load;
        typename Scan::TempStorage scan;
        typename Reduce::TempStorage reduce;
    } shared;
    int items[ITEMS], sum;
    Load(shared.load).Load(in, items);
    __syncthreads();
    Scan(shared.scan).ExclusiveSum(items, items, sum);
    __syncthreads();
    int largest = Reduce(shared.reduce).Reduce(items[ITEMS - 1], cub::Max());
    for (int i = 0; i < ITEMS; ++i) out[threadIdx.x * ITEMS + i] = items[i];
    if (threadIdx.x == 0) total[0] = sum, total[1] = largest;
}

__global__ void warps(const float* in, float* out)
{
    using WarpReduce = ::cub::WarpReduce<float>;
    __shared__ typename WarpReduce::TempStorage storage[4];
    float sum = WarpReduce(storage[threadIdx.x / 32]).Sum(in[threadIdx.x]);
    if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = sum;
}

int main()
{
    int *in, *out, *total;
    cudaMallocManaged(&in, 1024 * sizeof(int));
    cudaMallocManaged(&out, 1024 * sizeof(int));
    cudaMallocManaged(&total, 2 * sizeof(int));
    tileScan<128, 8, BLOCK_SCAN_WARP_SCANS><<<1, 128>>>(in, out, total);
    warps<<<1, 128>>>(reinterpret_cast<float*>(in), reinterpret_cast<float*>(out));
    cudaDeviceSynchronize();
    std::printf("%d\n", total[0]);
}
