// Pools, managed memory, peers, kernels by address, attributes and events, as one device has them.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(float* out, int count, float value)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        out[i] = value;
}

__managed__ int counter = 3;
__constant__ float factors[2];

__global__ void count_up()
{
    atomicAdd(&counter, 1);
}

__global__ void read_clocks(bool* inOrder)
{
    const long long before = clock64();
    long long between;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(between));
    *inOrder = before <= between && between <= clock64();
}

__global__ void next_of(int* places)
{
    places[0] = places[threadIdx.x + 1] + 1;
}

int main()
{
    cudaStream_t stream;
    cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, -2);
    int priority = 0;
    cudaStreamGetPriority(stream, &priority);
    std::printf("priority %d\n", priority);

    cudaMemPool_t pool;
    cudaDeviceGetDefaultMemPool(&pool, 0);
    unsigned long long keep = 4096;
    unsigned long long kept = 0;
    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep);
    cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept);
    float* values;
    cudaMallocFromPoolAsync(&values, 100 * sizeof(float), pool, stream);
    int many = 100;
    float value = 2.5f;
    void* arguments[] = {&values, &many, &value};
    const void* kernel = (const void*)fill;
    std::printf("by address %d\n", cudaLaunchKernel(kernel, dim3(2), dim3(32), arguments, 0, stream));
    float last = 0;
    cudaMemcpy(&last, values + 99, sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("threshold %llu, last %g, free %d\n", kept, last, cudaFreeAsync(values, stream));

    count_up<<<2, 8>>>();
    cudaDeviceSynchronize();
    std::printf("managed %d\n", counter);
    const float given[2] = {1, 2};
    size_t size = 0;
    cudaGetSymbolSize(&size, factors);
    std::printf("symbol %zu, past its end %s\n", size,
                cudaGetErrorName(cudaMemcpyToSymbol(factors, given, 12)));
    cudaGetLastError();

    int can = 1;
    cudaDeviceCanAccessPeer(&can, 0, 1);
    std::printf("peer %d, %s\n", can, cudaGetErrorName(cudaDeviceEnablePeerAccess(1, 0)));
    cudaGetLastError();

    cudaFuncAttributes attributes;
    cudaFuncGetAttributes(&attributes, fill);
    int blocks = 0;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, 256, 0);
    std::printf("threads %d, blocks %d\n", attributes.maxThreadsPerBlock, blocks);

    cudaEvent_t begin;
    cudaEvent_t untimed;
    cudaEventCreate(&begin);
    cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming);
    cudaEventRecord(begin, stream);
    cudaEventRecord(untimed, stream);
    float milliseconds = 0;
    std::printf("untimed %s\n", cudaGetErrorName(cudaEventElapsedTime(&milliseconds, begin, untimed)));
    cudaGetLastError();

    const auto shared = cudaFuncAttributeMaxDynamicSharedMemorySize;
    std::printf("shared %d %d %d, ", cudaFuncSetAttribute(fill, shared, 64 * 1024),
                cudaFuncSetAttribute(fill, shared, -1), cudaFuncSetAttribute(fill, shared, 228 * 1024));
    cudaGetLastError();
    count_up<<<3000000000u, 1>>>();
    std::printf("wide %d\n", cudaGetLastError());

    bool* inOrder;
    int* places;
    cudaMallocManaged(&inOrder, 1);
    cudaMallocManaged(&places, 2 * sizeof(int));
    places[1] = 2147483647;
    read_clocks<<<1, 1>>>(inOrder);
    next_of<<<1, 1>>>(places);
    cudaDeviceSynchronize();
    std::printf("clocks %d, after the highest %d\n", *inOrder, places[0]);
    return 0;
}
