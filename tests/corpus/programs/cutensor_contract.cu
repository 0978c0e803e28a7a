// needs cuTENSOR 1, which is no part of the CUDA toolkit.
#include <cuda_runtime.h>
#include <cutensor.h>
#include <cstdint>
#include <cstdio>

int main()
{
    cutensorHandle_t* handle = nullptr;
    cutensorStatus_t status = cutensorCreate(&handle);
    if (status != CUTENSOR_STATUS_SUCCESS) {
        std::printf("%s\n", cutensorGetErrorString(status));
        return 1;
    }
    const int64_t extents[] = {16, 32, 8};
    cutensorTensorDescriptor_t descriptor;
    cutensorInitTensorDescriptor(handle, &descriptor, 3, extents, nullptr, CUDA_R_32F, CUTENSOR_OP_IDENTITY);
    cutensorContractionDescriptor_t contraction;
    (void)contraction;
    cudaDeviceSynchronize();
    return cutensorDestroy(handle) == CUTENSOR_STATUS_SUCCESS ? 0 : 1;
}
