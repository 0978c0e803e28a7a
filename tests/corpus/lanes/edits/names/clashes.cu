// Definitions that HIP has too, and functions of the host's library.
// edit hipify-redefinition: `#ifndef USE_ROCM`, with `#if 1` same, the engine's functions are templates, which give way
// edit hipify-host-device-std: `::max(`, with `std::max<int>(` same, a function of the host is one of the device here
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>

__device__ float atomicMax(float* address, float value)
{
    int* const bits = reinterpret_cast<int*>(address);
    int old = *bits;
    while (value > __int_as_float(old)) {
        const int assumed = old;
        old = atomicCAS(bits, assumed, __float_as_int(value));
        if (old == assumed) {
            break;
        }
    }
    return __int_as_float(old);
}

__global__ void greatest(const int* in, float* out)
{
    atomicMax(out + threadIdx.x % 4, in[threadIdx.x] / 2.0f);
}

__global__ void greater(const int* in, int* out)
{
    out[threadIdx.x] = std::max(in[threadIdx.x], 40) - std::min(in[threadIdx.x], 20);
}

int main()
{
    constexpr int kCount = 128;
    int host[kCount];
    for (int i = 0; i < kCount; ++i) {
        host[i] = (i * 37 + 11) % 101;
    }
    int *in, *out;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, 2 * sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, 4 * sizeof(float));
    greatest<<<1, kCount>>>(in, reinterpret_cast<float*>(out));
    greater<<<1, kCount>>>(in, out + kCount);
    cudaMemset(out + 4, 0, sizeof host - 16);
    for (int part = 0; part < 2; ++part) {
        cudaMemcpy(host, out + part * kCount, sizeof host, cudaMemcpyDeviceToHost);
        for (int i = 0; i < kCount; i += 3) {
            std::printf("%d ", host[i]);
        }
        std::printf("\n");
    }
    return 0;
}
