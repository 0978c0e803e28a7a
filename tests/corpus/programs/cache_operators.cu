// Loads and stores with cache operators: what others write is read anew, streams stay ordinary values.
#include <cuda_runtime.h>
#include <cstdio>

__global__ void produce(int* flag, float* data)
{
    __stcg(data + threadIdx.x, 1.5f);
    __threadfence();
    if (threadIdx.x == 0) {
        __stwt(flag, 1);
    }
}

__global__ void consume(const int* flag, const float* data, float* out, float2* pairs)
{
    while (__ldcg(flag) == 0) {
    }
    while (__ldcv(flag) == 0) {
    }
    const float value = __ldcs(data + threadIdx.x) + __ldlu(&data[threadIdx.x]) + __ldca(data);
    __stcs(out + threadIdx.x, value);
    __stwb(out + blockDim.x, __ldcg(data));
    __stcs(pairs, __ldcs(pairs + 1));
}

int main()
{
    int* flag = nullptr;
    float* data = nullptr;
    if (cudaMallocManaged(&flag, sizeof(int)) != cudaSuccess ||
        cudaMallocManaged(&data, 4096 * sizeof(float)) != cudaSuccess) {
        return 1;
    }
    *flag = 0;
    produce<<<1, 256>>>(flag, data);
    consume<<<1, 256>>>(flag, data, data + 1024, reinterpret_cast<float2*>(data + 2048));
    std::printf("%d\n", static_cast<int>(cudaDeviceSynchronize()));
    return 0;
}
