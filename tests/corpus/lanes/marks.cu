// Marks for a profiler do nothing here, and change nothing.
#ifdef USE_ROCM
#include <roctracer/roctx.h>
#endif
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvtx3.hpp>

#include <cstdio>

int main()
{
    cudaProfilerStart();
    const nvtx3::scoped_range all{"all"};
    nvtxRangePushA("outer");
    const nvtxRangeId_t range = nvtxRangeStartA("inner");
    nvtxEventAttributes_t event = {};
    event.version = NVTX_VERSION;
    event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    event.messageType = NVTX_MESSAGE_TYPE_ASCII;
    event.message.ascii = "here";
    nvtxMarkEx(&event);
    nvtxRangeEnd(range);
    nvtxRangePop();
    std::printf("marks %s\n", cudaProfilerStop() == cudaSuccess && cudaGetLastError() == cudaSuccess ? "right" : "wrong");
    return 0;
}
