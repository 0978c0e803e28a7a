#include <cuda_runtime.h>
#include <cstdio>

typedef void (*Kernel)(float*, int);

__global__ void doubleIt(float* p, int n) { int i = threadIdx.x; if (i < n) p[i] *= 2; }
template <int K> __global__ void timesK(float* p, int n) { int i = threadIdx.x; if (i < n) p[i] *= K; }

__device__ float square(float x) { return x * x; }
typedef float (*Unary)(float);
__device__ Unary d_square = square;
__global__ void map(float* p, Unary f) { p[threadIdx.x] = f(p[threadIdx.x]); }

int main()
{
    float* p;
    int n = 64;
    cudaMallocManaged(&p, n * sizeof(float));
    for (int i = 0; i < n; ++i) p[i] = i;
    Kernel table[] = {doubleIt, timesK<3>, timesK<5>};
    for (Kernel k : table) {
        void* args[] = {&p, &n};
        cudaLaunchKernel((const void*)k, dim3(1), dim3(64), args, 0, 0);
        cudaLaunchKernel(k, dim3(1), dim3(64), args, 0, nullptr);
    }
    void* args[] = {&p, &n};
    cudaLaunchKernel(timesK<3>, dim3(1), dim3(64), args, 0, nullptr);
    cudaFuncAttributes info;
    cudaFuncGetAttributes(&info, timesK<5>);
    Unary h_square;
    cudaMemcpyFromSymbol(&h_square, d_square, sizeof(Unary));
    map<<<1, 64>>>(p, h_square);
    cudaDeviceSynchronize();
    std::printf("%f %d\n", p[3], info.maxThreadsPerBlock);
    return 0;
}
