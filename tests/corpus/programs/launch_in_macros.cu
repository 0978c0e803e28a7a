#include <cuda_runtime.h>
#include <cstdio>

#define DIV_UP(a, b) (((a) + (b) - 1) / (b))
#define LAUNCH(kernel, n, stream, ...)                                         \
    do {                                                                       \
        kernel<<<DIV_UP(n, 256), 256, 0, stream>>>(__VA_ARGS__);               \
        cudaError_t err_ = cudaGetLastError();                                 \
        if (err_ != cudaSuccess) std::puts(cudaGetErrorString(err_));          \
    } while (0)
#define CONFIG(n) DIV_UP(n, 128), 128
#define SIMPLE set<<<1, 64>>>(p, 1.0f, 64)

__global__ void set(float* p, float v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = v;
}

template <typename T, int N> __global__ void add(T* p, T v)
{
    p[threadIdx.x % N] += v;
}

template <typename F> void timed(const char* name, F&& body)
{
    cudaEvent_t a, b;
    cudaEventCreate(&a), cudaEventCreate(&b);
    cudaEventRecord(a), body(), cudaEventRecord(b);
    cudaEventSynchronize(b);
    float ms = 0;
    cudaEventElapsedTime(&ms, a, b);
    std::printf("%s %g ms\n", name, ms);
}

int main()
{
    const int n = 1000;
    float* p;
    cudaMalloc(&p, n * sizeof(float));
    cudaStream_t s = nullptr;
    LAUNCH(set, n, s, p, 2.0f, n);
    set<<<CONFIG(n)>>>(p, 3.0f, n);
    SIMPLE;
    timed("lambda", [&] { set<<<DIV_UP(n, 64), 64>>>(p, 4.0f, n); });
    timed("two", [&]() { set<<<1, 32>>>(p, 1.f, 32); add<float, 4><<<1, 32>>>(p, 1.f); });
    add<float, (3 > 2 ? 8 : 4)>
        <<<dim3(1, 1, 1),
           dim3(32, 1, 1),   // threads
           sizeof(float) * 2, s>>>
        (p, 5.0f);
    void (*pointer)(float*, float, int) = set;
    pointer<<<1, 1>>>(p, 0.0f, 1);
    set<<<[] { return 4; }(), dim3{64}>>>(p, 1.0f, n);
    return cudaFree(p);
}
