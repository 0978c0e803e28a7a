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
