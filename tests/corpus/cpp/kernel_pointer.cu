// target: strategy=torch-extension
#include <cuda_runtime.h>

template <int A, int B> __global__ void grow(float* data) { data[0] = A + B; }

cudaError_t allow(int bytes)
{
    cudaFuncAttributes attributes;
    cudaFuncGetAttributes(&attributes, grow<1, 2>);
    cudaFuncSetCacheConfig((const void*)grow<1, 2>, cudaFuncCachePreferL1);
    return cudaFuncSetAttribute(
        grow<1, 2>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
}

struct Candidate {
    void* kernel;
};

cudaError_t erased(const void* kernel, Candidate candidate, void** arguments, int bytes)
{
    void* fn = (void*)grow<1, 2>;
    cudaFuncSetAttribute(fn, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    return cudaLaunchCooperativeKernel(candidate.kernel, dim3(1), dim3(64), arguments, 0, 0);
}

using Grow = void (*)(float*);

cudaError_t typed(Grow kernel, void** arguments, int bytes)
{
    Grow fn = grow<3, 4>;
    cudaFuncSetAttribute(fn, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    return cudaLaunchKernel(kernel, dim3(1), dim3(64), arguments, 0, 0);
}
