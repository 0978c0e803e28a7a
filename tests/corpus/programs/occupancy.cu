#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>

template <typename T, int ITEMS>
__global__ void __launch_bounds__(256, 2) transform(T* data, size_t n)
{
    extern __shared__ unsigned char raw[];
    T* tile = reinterpret_cast<T*>(raw);
    size_t base = static_cast<size_t>(blockIdx.x) * blockDim.x * ITEMS;
    for (int k = 0; k < ITEMS; ++k) {
        size_t i = base + k * blockDim.x + threadIdx.x;
        tile[threadIdx.x] = i < n ? data[i] : T(0);
        __syncthreads();
        if (i < n) data[i] = tile[blockDim.x - 1 - threadIdx.x];
        __syncthreads();
    }
}

__global__ void plain(int* p) { p[threadIdx.x] = 1; }

size_t sharedFor(int block) { return block * sizeof(double); }

int main()
{
    int minGrid = 0, block = 0, perSm = 0;
    cudaOccupancyMaxPotentialBlockSize(&minGrid, &block, transform<float, 4>, 0, 0);
    std::printf("grid %d block %d\n", minGrid, block);
    cudaOccupancyMaxPotentialBlockSizeVariableSMem(&minGrid, &block, plain, sharedFor, 256);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perSm, transform<double, 2>, block, sharedFor(block));
    cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&perSm, plain, 128, 0, cudaOccupancyDefault);

    cudaFuncAttributes attributes;
    cudaFuncGetAttributes(&attributes, transform<float, 4>);
    cudaFuncGetAttributes(&attributes, (const void*)plain);
    std::printf("%d registers, %zu bytes shared, %zu bytes local\n", attributes.numRegs, attributes.sharedSizeBytes,
                attributes.localSizeBytes);
    cudaFuncSetAttribute(transform<float, 4>, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 * 1024);
    cudaFuncSetAttribute(reinterpret_cast<void*>(&plain), cudaFuncAttributePreferredSharedMemoryCarveout, 50);
    cudaFuncSetCacheConfig(plain, cudaFuncCachePreferL1);
    cudaDeviceSetCacheConfig(cudaFuncCachePreferShared);

    float* data = nullptr;
    const size_t n = 1 << 16;
    cudaMalloc(&data, n * sizeof *data);
    const dim3 grid(std::max<size_t>(1, n / (block * 4)));
    transform<float, 4><<<grid, block, block * sizeof(float)>>>(data, n);
    transform<float, 4><<<dim3(4), dim3(64), sharedFor(64), cudaStreamPerThread>>>(data, n);
    cudaError_t error = cudaPeekAtLastError();
    std::printf("%s\n", cudaGetErrorName(error));
    cudaFree(data);
}
