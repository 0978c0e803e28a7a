// SPDX-License-Identifier: GPL-3.0-or-later
// The driver API beside kernels of the runtime: contexts, memory by address, sets and copies, and a
// module, which cannot be loaded.
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

__global__ void addOne(unsigned* values, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        values[i] += 1;
    }
}

int main()
{
    CUdevice device = -1;
    CUcontext context = nullptr;
    const bool began = cuInit(0) == CUDA_SUCCESS && cuDeviceGet(&device, 0) == CUDA_SUCCESS &&
                       cuCtxCreate(&context, 0, device) == CUDA_SUCCESS;
    size_t bytes = 0;
    cuDeviceTotalMem(&bytes, device);
    std::printf("%d %d %d %d\n", began, device, context != nullptr, bytes > 0);
    std::printf("%d\n", cuDeviceGet(&device, 7) != CUDA_SUCCESS);

    const int count = 100;
    CUdeviceptr place = 0;
    cuMemAlloc(&place, count * sizeof(unsigned));
    cuMemsetD32(place, 41, count);
    addOne<<<1, 128>>>(reinterpret_cast<unsigned*>(place), count);
    cuCtxSynchronize();
    std::vector<unsigned> back(count);
    cuMemcpyDtoH(back.data(), place, count * sizeof(unsigned));
    std::printf("%u %u\n", back.front(), back.back());
    back.assign(count, 5);
    cuMemcpyHtoD(place, back.data(), count * sizeof(unsigned));
    cuMemsetD8(place, 1, 4);
    cuMemcpyDtoH(back.data(), place, count * sizeof(unsigned));
    std::printf("%x %u\n", back[0], back[1]);
    cuMemFree(place);

    CUmodule module = nullptr;
    std::printf("%d\n", cuModuleLoad(&module, "none.bin") != CUDA_SUCCESS);
    cuCtxDestroy(context);
    return 0;
}
