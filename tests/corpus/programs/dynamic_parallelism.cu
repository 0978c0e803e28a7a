// Launches from device code, which HIP does not have: the launches stay and are reported.
#include <cuda_runtime.h>
#include <cstdio>

__global__ void child(int* data, int depth)
{
    atomicAdd(data, depth);
}

__global__ void parent(int* data, int depth)
{
    if (threadIdx.x != 0 || depth == 0) return;
    child<<<1, 32>>>(data, depth);
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    parent<<<1, 1, 0, stream>>>(data, depth - 1);
    cudaStreamDestroy(stream);
}

int main()
{
    int* data;
    cudaMallocManaged(&data, sizeof(int));
    parent<<<1, 1>>>(data, 3);
    cudaDeviceSynchronize();
    std::printf("%d\n", *data);
    return 0;
}
