#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

__global__ void spin(long long cycles)
{
    long long start = clock64();
    while (clock64() - start < cycles) {
    }
}

struct Range {
    explicit Range(const char* name) { nvtxRangePushA(name); }
    ~Range() { nvtxRangePop(); }
};

int main()
{
    cudaProfilerStart();
    {
        Range range("spin");
        spin<<<1, 1>>>(1000000);
        cudaDeviceSynchronize();
    }
    nvtxMarkA("cudaDeviceSynchronize returned");
    nvtxEventAttributes_t attributes = {};
    attributes.version = NVTX_VERSION;
    attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    attributes.messageType = NVTX_MESSAGE_TYPE_ASCII;
    attributes.message.ascii = "end";
    nvtxMarkEx(&attributes);
    cudaProfilerStop();
    return 0;
}
