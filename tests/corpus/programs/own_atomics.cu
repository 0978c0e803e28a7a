#include <cuda_runtime.h>
#include <cstdio>

// Functions that old GPUs lacked and programs therefore define; HIP has all of them.
#if defined(OLD_GPU) || __CUDA_ARCH__ < 600
__device__ double atomicAdd(double* address, double value)
{
    unsigned long long* bits = (unsigned long long*)address;
    unsigned long long old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}
#endif

__device__ static float atomicMax(float* address, float value)
{
    int* bits = (int*)address;
    int old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __float_as_int(fmaxf(value, __int_as_float(assumed))));
    } while (assumed != old);
    return __int_as_float(old);
}

// A name that nobody else has.
__device__ float atomicMul(float* address, float value)
{
    int* bits = (int*)address;
    int old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __float_as_int(value * __int_as_float(assumed)));
    } while (assumed != old);
    return __int_as_float(old);
}

__global__ void work(double* sum, float* best)
{
    atomicAdd(sum, 0.5);
    atomicMax(best, (float)threadIdx.x);
    atomicMul(best + 1, 1.0f);
}

int main()
{
    double* sum;
    float* best;
    cudaMallocManaged(&sum, sizeof(double));
    cudaMallocManaged(&best, 2 * sizeof(float));
    *sum = best[0] = best[1] = 0;
    work<<<2, 64>>>(sum, best);
    cudaDeviceSynchronize();
    std::printf("%f %f\n", *sum, best[0]);
    return *sum == 64 ? 0 : 1;
}
