#include <cuda.h>
#include <nvrtc.h>
#include <iostream>
#include <string>
#include <vector>

#define NVRTC_SAFE_CALL(x)                                                                    \
    do {                                                                                      \
        nvrtcResult result = x;                                                               \
        if (result != NVRTC_SUCCESS) {                                                        \
            std::cerr << "\nerror: " #x " failed with " << nvrtcGetErrorString(result) << '\n'; \
            return 1;                                                                         \
        }                                                                                     \
    } while (0)

const char* source = R"cuda(
#include <cuda_fp16.h>
extern "C" __global__ void saxpy(float a, float *x, float *y, size_t n)
{
    size_t i = blockIdx.x * blockDim.x + threadIdx.x;  // cudaMalloc is not called here
    if (i < n) y[i] += a * x[i];
}
)cuda";

int main()
{
    nvrtcProgram program;
    NVRTC_SAFE_CALL(nvrtcCreateProgram(&program, source, "saxpy.cu", 0, NULL, NULL));
    NVRTC_SAFE_CALL(nvrtcAddNameExpression(program, "saxpy"));
    const char* options[] = {"--gpu-architecture=compute_80", "--fmad=false"};
    nvrtcResult result = nvrtcCompileProgram(program, 2, options);
    size_t logSize;
    NVRTC_SAFE_CALL(nvrtcGetProgramLogSize(program, &logSize));
    std::string log(logSize, '\0');
    NVRTC_SAFE_CALL(nvrtcGetProgramLog(program, &log[0]));
    std::cout << log << '\n';
    if (result == NVRTC_ERROR_COMPILATION) return 1;
    size_t ptxSize;
    NVRTC_SAFE_CALL(nvrtcGetPTXSize(program, &ptxSize));
    std::vector<char> ptx(ptxSize);
    NVRTC_SAFE_CALL(nvrtcGetPTX(program, ptx.data()));
    const char* lowered = nullptr;
    NVRTC_SAFE_CALL(nvrtcGetLoweredName(program, "saxpy", &lowered));
    CUmodule module;
    CUfunction kernel;
    cuInit(0);
    if (cuModuleLoadDataEx(&module, ptx.data(), 0, 0, 0) != CUDA_SUCCESS) return 1;
    cuModuleGetFunction(&kernel, module, lowered);
    NVRTC_SAFE_CALL(nvrtcDestroyProgram(&program));
    return 0;
}
