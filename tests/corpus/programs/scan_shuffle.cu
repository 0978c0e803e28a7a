#include <cuda_runtime.h>
#include <cstdio>

__device__ int inclusiveScan(int value)
{
    const int lane = threadIdx.x & (warpSize - 1);
    for (int delta = 1; delta < warpSize; delta <<= 1) {
        int other = __shfl_up_sync(0xffffffff, value, delta);
        if (lane >= delta) value += other;
    }
    return value;
}

__global__ void scan(int* data, int n)
{
    __shared__ int totals[64];
    int i = threadIdx.x;
    int value = inclusiveScan(i < n ? data[i] : 0);
    const int warp = i / warpSize, lane = i % warpSize;
    if (lane == warpSize - 1) totals[warp] = value;
    __syncthreads();
    for (int w = 0; w < warp; ++w) value += totals[w];
    if (i < n) data[i] = value;
}

int main()
{
    int host[1024], *device;
    for (int& v : host) v = 2;
    cudaMalloc(&device, sizeof(host));
    cudaMemcpy(device, host, sizeof(host), cudaMemcpyHostToDevice);
    scan<<<1, 1024>>>(device, 1024);
    cudaMemcpy(host, device, sizeof(host), cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[1023]);
    cudaFree(device);
    return host[1023] != 2048;
}
