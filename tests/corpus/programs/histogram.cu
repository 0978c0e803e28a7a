#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>

constexpr int kBins = 256;

__global__ void histogramShared(const uint8_t* data, size_t n, unsigned int* bins)
{
    __shared__ unsigned int local[kBins];
    for (int b = threadIdx.x; b < kBins; b += blockDim.x) local[b] = 0;
    __syncthreads();
    const uint4* wide = reinterpret_cast<const uint4*>(data);
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < n / 16; i += size_t(gridDim.x) * blockDim.x) {
        uint4 v = wide[i];
        const unsigned words[4] = {v.x, v.y, v.z, v.w};
        for (unsigned w : words)
            for (int shift = 0; shift < 32; shift += 8) atomicAdd(&local[(w >> shift) & 0xff], 1u);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < kBins; b += blockDim.x)
        if (local[b]) atomicAdd(bins + b, local[b]);
}

struct CudaDeleter {
    void operator()(void* p) const { cudaFree(p); }
};
template <typename T> using DevicePtr = std::unique_ptr<T[], CudaDeleter>;
template <typename T> DevicePtr<T> make_device(size_t n)
{
    T* p = nullptr;
    if (cudaMalloc(&p, n * sizeof(T)) != cudaSuccess) std::abort();
    return DevicePtr<T>(p);
}

int main()
{
    const size_t n = 1 << 22;
    auto data = make_device<uint8_t>(n);
    auto bins = make_device<unsigned>(kBins);
    cudaMemset(data.get(), 0x2a, n);
    cudaMemsetAsync(bins.get(), 0, kBins * sizeof(unsigned), cudaStreamDefault);
    histogramShared<<<120, 256>>>(data.get(), n, bins.get());
    unsigned result[kBins];
    cudaMemcpy(result, bins.get(), sizeof(result), cudaMemcpyDeviceToHost);
    std::printf("bin 42 holds %u\n", result[42]);
    return result[42] == n ? 0 : 1;
}
