// SPDX-License-Identifier: GPL-3.0-or-later
// A module that the build makes of a source beside the program, which is loaded as a file and as
// the bytes of one; arguments in a row, a variable by its name, and memory that is mapped.
#include <cuda.h>

#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

int main()
{
    CUdevice device = 0;
    CUcontext context = nullptr;
    cuInit(0);
    cuDeviceGet(&device, 0);
    cuDevicePrimaryCtxRetain(&context, device);
    cuCtxSetCurrent(context);

    std::ifstream file("fill_kernels64.fatbin", std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    CUmodule module = nullptr;
    CUfunction fill = nullptr;
    std::printf("file %d\n", !bytes.str().empty());
    std::printf("loaded %d\n", cuModuleLoadData(&module, bytes.str().c_str()));
    std::printf("function %d\n", cuModuleGetFunction(&fill, module, "fill"));

    CUdeviceptr first = 0;
    size_t size = 0;
    std::printf("own %d", cuModuleGetGlobal(&first, &size, module, "first"));
    std::printf(" %d\n", static_cast<int>(size));
    const int begin[] = {1000, 2000};
    cuMemcpyHtoD(first, begin, sizeof(begin));

    const int count = 100;
    std::vector<int> values(count);
    CUdeviceptr place = 0;
    cuMemAlloc(&place, count * sizeof(int));
    struct Row
    {
        CUdeviceptr place;
        int count;
        double factor;
    } row = {place, count, 1.5};
    size = sizeof(row);
    void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &row, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                     CU_LAUNCH_PARAM_END};
    std::printf("launched %d\n",
                cuLaunchKernel(fill, 2, 1, 1, 64, 1, 1, 0, nullptr, nullptr, extra));
    cuMemcpyDtoH(values.data(), place, count * sizeof(int));
    std::printf("filled %d %d\n", values[10], values[99]);

    CUdeviceptr calls = 0;
    std::printf("variable %d", cuModuleGetGlobal(&calls, &size, module, "calls"));
    int read = 0;
    cuMemcpyDtoH(&read, calls, sizeof(read));
    std::printf(" %d %d\n", static_cast<int>(size), read);

    CUmodule same = nullptr;
    std::printf("again %d, none %d\n", cuModuleLoad(&same, "fill_kernels64.fatbin"),
                cuModuleLoad(&same, "none.fatbin"));
    cuModuleUnload(module);
    return 0;
}
