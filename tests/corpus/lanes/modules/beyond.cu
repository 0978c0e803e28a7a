// SPDX-License-Identifier: GPL-3.0-or-later
// Launches a kernel that writes behind its memory, of a file ("file") or compiled while this runs
// ("rtc").
#include <cuda.h>
#include <nvrtc.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

static std::vector<char> compiled()
{
    std::ifstream file("beyond_kernels.cu");
    std::ostringstream source;
    source << file.rdbuf();
    nvrtcProgram program;
    nvrtcCreateProgram(&program, source.str().c_str(), "beyond_kernels.cu", 0, nullptr, nullptr);
    nvrtcCompileProgram(program, 0, nullptr);
    size_t bytes = 0;
    nvrtcGetCUBINSize(program, &bytes);
    std::vector<char> code(bytes);
    nvrtcGetCUBIN(program, code.data());
    nvrtcDestroyProgram(&program);
    return code;
}

int main(int argc, char** argv)
{
    CUdevice device = 0;
    CUcontext context = nullptr;
    cuInit(0);
    cuDeviceGet(&device, 0);
    cuDevicePrimaryCtxRetain(&context, device);
    cuCtxSetCurrent(context);
    CUmodule module = nullptr;
    CUfunction beyond = nullptr;
    const bool isFile = argc > 1 && std::strcmp(argv[1], "file") == 0;
    if (isFile) {
        cuModuleLoad(&module, "beyond_kernels.ptx");
    } else {
        cuModuleLoadData(&module, compiled().data());
    }
    int count = 10;
    CUdeviceptr place = 0;
    cuMemAlloc(&place, count * sizeof(int));
    void* arguments[] = {&place, &count};
    const bool found = cuModuleGetFunction(&beyond, module, "beyond") == CUDA_SUCCESS;
    const bool launched = found && cuLaunchKernel(beyond, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments,
                                                  nullptr) == CUDA_SUCCESS;
    std::printf("%d %d\n", found, launched);
    return 0;
}
