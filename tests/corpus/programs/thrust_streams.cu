#include <cuda_runtime.h>
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/scan.h>
#include <thrust/system/cuda/execution_policy.h>
#include <cstdio>

int main()
{
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    int* data;
    cudaMallocManaged(&data, 100 * sizeof(int));
    for (int i = 0; i < 100; ++i) data[i] = 1;
    thrust::inclusive_scan(thrust::cuda::par.on(stream), data, data + 100, data);
    thrust::device_ptr<int> p(data);
    thrust::exclusive_scan(thrust::system::cuda::par_nosync.on(stream), p, p + 100, p);
    cudaStreamSynchronize(stream);
    std::printf("%d\n", data[99]);
    return cudaStreamDestroy(stream);
}
