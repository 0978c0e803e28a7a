#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>

__global__ void fill(uint32_t* p, uint32_t v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = v;
}

int main()
{
    cudaMemPool_t pool;
    cudaDeviceGetDefaultMemPool(&pool, 0);
    uint64_t threshold = UINT64_MAX;
    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold);
    cudaStream_t s;
    cudaStreamCreate(&s);
    for (int round = 0; round < 3; ++round) {
        uint32_t* p;
        if (cudaMallocAsync(&p, 1 << 20, s) != cudaSuccess) return 1;
        fill<<<1024, 256, 0, s>>>(p, 0xffffffff, 1 << 18);
        cudaFreeAsync(p, s);
    }
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.handleTypes = cudaMemHandleTypeNone;
    props.location.type = cudaMemLocationTypeDevice;
    props.location.id = 0;
    cudaMemPool_t own;
    if (cudaMemPoolCreate(&own, &props) == cudaSuccess) {
        void* q = nullptr;
        cudaMallocFromPoolAsync(&q, 4096, own, s);
        cudaFreeAsync(q, s);
        cudaStreamSynchronize(s);
        cudaMemPoolTrimTo(own, 0);
        cudaMemPoolDestroy(own);
    }
    int version = 0, driver = 0;
    cudaRuntimeGetVersion(&version);
    cudaDriverGetVersion(&driver);
    std::printf("runtime %d.%d driver %d\n", version / 1000, version % 1000 / 10, driver);
    return 0;
}
