// SPDX-License-Identifier: GPL-3.0-or-later
// What a program has compiled while it runs: kernels by their names and by expressions, variables,
// options, headers of its own, an error that names its line, and what is no module.
#include <cuda.h>
#include <nvrtc.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

static const char* const kSource = R"(
#include "step.h"
extern "C" __global__ void add(const float* a, const float* b, float* sum, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        sum[i] = a[i] + b[i] + STEP + kOffset;
    }
}
namespace own {
__constant__ int factor = 2;
template <typename T, int kMore>
__global__ void scale(T* values, int count)
{
    __shared__ T row[64];
    const int i = threadIdx.x;
    row[i] = i < count ? values[i] : T();
    __syncthreads();
    if (i < count) {
        values[i] = row[count - 1 - i] * factor + kMore;
    }
}
}
)";
static const char* const kStep = "#pragma once\n__device__ const float kOffset = 0.25f;\n";

struct Built
{
    nvrtcResult result = NVRTC_SUCCESS;
    std::string log;
    std::vector<char> code;
    std::vector<std::string> names;
};

static Built build(const char* source, const char* name, const std::vector<const char*>& options,
                   const std::vector<const char*>& expressions)
{
    Built built;
    nvrtcProgram program;
    const char* headers[] = {kStep};
    const char* includes[] = {"step.h"};
    built.result = nvrtcCreateProgram(&program, source, name, 1, headers, includes);
    for (const char* expression : expressions) {
        nvrtcAddNameExpression(program, expression);
    }
    built.result = nvrtcCompileProgram(program, static_cast<int>(options.size()), options.data());
    size_t bytes = 0;
    nvrtcGetProgramLogSize(program, &bytes);
    built.log.resize(bytes);
    nvrtcGetProgramLog(program, &built.log[0]);
    if (built.result == NVRTC_SUCCESS) {
        nvrtcGetPTXSize(program, &bytes);
        built.code.resize(bytes);
        nvrtcGetPTX(program, built.code.data());
    }
    for (const char* expression : expressions) {
        const char* lowered = nullptr;
        nvrtcGetLoweredName(program, expression, &lowered);
        built.names.push_back(lowered == nullptr ? "" : lowered);
    }
    nvrtcDestroyProgram(&program);
    return built;
}

static std::vector<float> back(CUdeviceptr place, int count)
{
    std::vector<float> values(count);
    cuMemcpyDtoH(values.data(), place, count * sizeof(float));
    return values;
}

int main()
{
    CUdevice device = 0;
    CUcontext context = nullptr;
    cuInit(0);
    cuDeviceGet(&device, 0);
    cuDevicePrimaryCtxRetain(&context, device);
    cuCtxSetCurrent(context);

    const Built built =
        build(kSource, "add.cu", {"-DSTEP=0.5f"}, {"own::scale<float, 3>", "&own::factor"});
    std::printf("compiled %d\n", built.result);
    if (built.result != NVRTC_SUCCESS) {
        std::printf("%s\n", built.log.c_str());
        return 1;
    }
    CUmodule module = nullptr;
    CUfunction add = nullptr;
    CUfunction scale = nullptr;
    std::printf("loaded %d\n", cuModuleLoadData(&module, built.code.data()));
    std::printf("functions %d %d %d\n", cuModuleGetFunction(&add, module, "add"),
                cuModuleGetFunction(&scale, module, built.names[0].c_str()),
                cuModuleGetFunction(&scale, module, "none"));
    cuModuleGetFunction(&scale, module, built.names[0].c_str());

    int count = 50;
    const size_t bytes = count * sizeof(float);
    std::vector<float> values(count);
    for (int i = 0; i < count; ++i) {
        values[i] = static_cast<float>(i);
    }
    CUdeviceptr a = 0;
    CUdeviceptr b = 0;
    CUdeviceptr sum = 0;
    cuMemAlloc(&a, bytes);
    cuMemAlloc(&b, bytes);
    cuMemAlloc(&sum, bytes);
    cuMemcpyHtoD(a, values.data(), bytes);
    cuMemcpyHtoD(b, values.data(), bytes);
    void* arguments[] = {&a, &b, &sum, &count};
    std::printf("launched %d\n",
                cuLaunchKernel(add, 1, 1, 1, 64, 1, 1, 0, nullptr, arguments, nullptr));
    cuCtxSynchronize();
    std::vector<float> got = back(sum, count);
    std::printf("added %g %g\n", got[1], got[49]);

    CUdeviceptr factor = 0;
    size_t size = 0;
    std::printf("variable %d",
                cuModuleGetGlobal(&factor, &size, module, built.names[1].c_str()));
    std::printf(" %d\n", static_cast<int>(size));
    const int four = 4;
    cuMemcpyHtoD(factor, &four, sizeof(four));
    void* scaled[] = {&sum, &count};
    cuLaunchKernel(scale, 1, 1, 1, 64, 1, 1, 0, nullptr, scaled, nullptr);
    got = back(sum, count);
    std::printf("scaled %g %g\n", got[0], got[49]);

    // Each module that is loaded has variables of its own.
    CUmodule second = nullptr;
    CUdeviceptr other = 0;
    cuModuleLoadData(&second, built.code.data());
    cuModuleGetGlobal(&other, &size, second, built.names[1].c_str());
    int read = 0;
    cuMemcpyDtoH(&read, other, sizeof(read));
    std::printf("another %d %d\n", other != factor, read);

    const Built wrong =
        build("__global__ void k(int* a)\n{\n    a[0] = missing;\n}\n", "wrong.cu", {}, {});
    std::printf("wrong %d %d %d\n", wrong.result,
                std::strstr(wrong.log.c_str(), "wrong.cu:3") != nullptr,
                std::strstr(wrong.log.c_str(), "missing") != nullptr);

    CUmodule refused = nullptr;
    std::printf("PTX %d\n", cuModuleLoadData(&refused, ".version 8.0\n.target sm_90\n"));
    std::printf("unloaded %d\n", cuModuleUnload(module));
    return 0;
}
