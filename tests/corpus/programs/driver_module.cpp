// The driver API: context, module, launch with parameters.
#include <cuda.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

static void check(CUresult result, int line)
{
    if (result == CUDA_SUCCESS) return;
    const char *name = nullptr, *text = nullptr;
    cuGetErrorName(result, &name);
    cuGetErrorString(result, &text);
    std::fprintf(stderr, "line %d: %s (%s)\n", line, name, text);
    std::exit(1);
}
#define DRV(call) check((call), __LINE__)

int main(int argc, char** argv)
{
    const char* image = argc > 1 ? argv[1] : "kernel.cubin";
    DRV(cuInit(0));
    int count = 0;
    DRV(cuDeviceGetCount(&count));
    CUdevice device;
    DRV(cuDeviceGet(&device, 0));
    char name[128];
    DRV(cuDeviceGetName(name, sizeof(name), device));
    int processors = 0, clock = 0;
    DRV(cuDeviceGetAttribute(&processors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device));
    DRV(cuDeviceGetAttribute(&clock, CU_DEVICE_ATTRIBUTE_CLOCK_RATE, device));
    size_t memory = 0;
    DRV(cuDeviceTotalMem(&memory, device));
    std::printf("%s: %d processors, %d kHz, %zu bytes\n", name, processors, clock, memory);

    CUcontext context;
    DRV(cuDevicePrimaryCtxRetain(&context, device));
    DRV(cuCtxSetCurrent(context));
    CUmodule module;
    CUfunction function;
    DRV(cuModuleLoad(&module, image));
    DRV(cuModuleGetFunction(&function, module, "vectorAdd"));
    CUdeviceptr global;
    size_t globalBytes;
    if (cuModuleGetGlobal(&global, &globalBytes, module, "factor") == CUDA_SUCCESS) {
        float two = 2.0f;
        DRV(cuMemcpyHtoD(global, &two, sizeof(two)));
    }

    int n = 1 << 16;
    std::vector<float> host(n, 1.0f);
    CUdeviceptr a, b;
    DRV(cuMemAlloc(&a, n * sizeof(float)));
    DRV(cuMemAlloc(&b, n * sizeof(float)));
    DRV(cuMemcpyHtoD(a, host.data(), n * sizeof(float)));
    DRV(cuMemsetD32(b, 0, n));
    CUstream stream;
    CUevent event;
    DRV(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    DRV(cuEventCreate(&event, CU_EVENT_DEFAULT));
    void* parameters[] = {&a, &b, &n};
    DRV(cuLaunchKernel(function, n / 256, 1, 1, 256, 1, 1, 0, stream, parameters, nullptr));
    DRV(cuEventRecord(event, stream));
    DRV(cuEventSynchronize(event));
    DRV(cuMemcpyDtoHAsync(host.data(), b, n * sizeof(float), stream));
    DRV(cuStreamSynchronize(stream));
    int registers = 0;
    DRV(cuFuncGetAttribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, function));
    int grid = 0, block = 0;
    DRV(cuOccupancyMaxPotentialBlockSize(&grid, &block, function, nullptr, 0, 256));
    std::printf("%d registers, best block %d\n", registers, block);
    cuMemFree(a);
    cuMemFree(b);
    cuEventDestroy(event);
    cuStreamDestroy(stream);
    cuModuleUnload(module);
    return cuDevicePrimaryCtxRelease(device) == CUDA_SUCCESS ? 0 : 1;
}
