// What the runtime answers of limits, kinds of memory, occupancy and launches that are too large.
#include <cuda_runtime.h>
#include <cooperative_groups.h>

#include <cstdio>
#include <vector>

__global__ void wait_for_all(int* x)
{
    cooperative_groups::this_grid().sync();
    *x = 1;
}

const char* kind(const void* place)
{
    cudaPointerAttributes all;
    cudaPointerGetAttributes(&all, place);
    return all.type == cudaMemoryTypeDevice    ? "device"
           : all.type == cudaMemoryTypeManaged ? "managed"
           : all.type == cudaMemoryTypeHost    ? "host"
                                               : "unregistered";
}

int main()
{
    int* device;
    int* managed;
    int* pinned;
    std::vector<int> own(100);
    cudaMalloc(&device, 400);
    cudaMallocManaged(&managed, 400);
    cudaMallocHost(&pinned, 400);
    std::printf("%s %s %s %s\n", kind(device + 99), kind(managed), kind(pinned), kind(own.data()));
    void* mapped = nullptr;
    std::printf("%d ", cudaHostGetDevicePointer(&mapped, own.data(), 0));
    std::printf("%d ", cudaHostRegister(own.data(), 400, cudaHostRegisterMapped));
    std::printf("%d ", cudaHostRegister(own.data(), 400, cudaHostRegisterMapped));
    std::printf("%s %d ", kind(&own[5]), cudaHostGetDevicePointer(&mapped, own.data(), 0));
    std::printf("%d ", cudaHostUnregister(own.data()));
    std::printf("%d %s\n", cudaHostUnregister(own.data()), kind(own.data()));

    size_t value = 0;
    cudaDeviceSetLimit(cudaLimitMallocHeapSize, size_t{64} << 20);
    cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize);
    std::printf("heap %zu ", value);
    cudaDeviceGetLimit(&value, cudaLimitStackSize);
    std::printf("stack %zu unknown %d\n", value, cudaDeviceGetLimit(&value, (cudaLimit)99));

    int blocks[4] = {};
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks[0], wait_for_all, 1000, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks[1], wait_for_all, 32, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks[2], wait_for_all, 32, 32 << 10);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks[3], wait_for_all, 2048, 0);
    std::printf("blocks %d %d %d %d\n", blocks[0], blocks[1], blocks[2], blocks[3]);

    cudaGetLastError();
    void* arguments[] = {&managed};
    int processors = 0;
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
    std::printf("cooperative %d %d\n",
                cudaLaunchCooperativeKernel((void*)wait_for_all, 1, 1024, arguments),
                cudaLaunchCooperativeKernel((void*)wait_for_all, processors * 2 + 1, 1024, arguments));
    std::printf("last %s\n", cudaGetErrorName(cudaGetLastError()));
    wait_for_all<<<dim3(1, 65536), 1>>>(managed);
    std::printf("rows %d\n", cudaGetLastError());

    cudaMemPool_t first;
    cudaMemPool_t now;
    cudaMemPool_t made;
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    cudaDeviceGetDefaultMemPool(&first, 0);
    cudaMemPoolCreate(&made, &props);
    cudaDeviceSetMemPool(0, made);
    cudaDeviceGetMemPool(&now, 0);
    unsigned long long used = 5;
    std::printf("pool %d ", now == made);
    std::printf("%d ", cudaMemPoolSetAttribute(made, cudaMemPoolAttrUsedMemCurrent, &used));
    std::printf("%d %d\n", cudaMemPoolDestroy(made), cudaMemPoolDestroy(first));
    return 0;
}
