#include <cuda_runtime.h>
#include <atomic>
#include <cstdio>

static std::atomic<int> finished{0};

void CUDART_CB onStream(cudaStream_t stream, cudaError_t status, void* user)
{
    (void)stream;
    if (status == cudaSuccess) finished += *static_cast<int*>(user);
}

void CUDART_CB onHost(void* user) { finished += *static_cast<int*>(user); }

__global__ void work(int* p) { atomicAdd(p, 1); }

int main()
{
    cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync | cudaDeviceMapHost);
    int* mapped = nullptr;
    int* device = nullptr;
    int one = 1, two = 2;
    cudaHostAlloc((void**)&mapped, sizeof(int), cudaHostAllocMapped | cudaHostAllocWriteCombined);
    *mapped = 0;
    cudaHostGetDevicePointer((void**)&device, mapped, 0);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    work<<<1, 32, 0, stream>>>(device);
    cudaStreamAddCallback(stream, onStream, &one, 0);
    cudaLaunchHostFunc(stream, onHost, &two);
    cudaStreamSynchronize(stream);

    cudaPointerAttributes attributes;
    if (cudaPointerGetAttributes(&attributes, mapped) == cudaSuccess && attributes.type == cudaMemoryTypeHost)
        std::printf("host memory of device %d\n", attributes.device);
    static int pageable[1024];
    cudaHostRegister(pageable, sizeof(pageable), cudaHostRegisterMapped | cudaHostRegisterPortable);
    cudaHostUnregister(pageable);
    size_t available = 0, total = 0;
    cudaMemGetInfo(&available, &total);
    size_t heap = 0;
    cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize);
    cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 20);
    std::printf("%d finished, counter %d, %zu of %zu bytes, heap %zu\n", finished.load(), *mapped, available, total, heap);
    cudaFreeHost(mapped);
    cudaStreamDestroy(stream);
    return 0;
}
