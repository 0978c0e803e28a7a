#include <cuda_runtime.h>
#include <cstdio>

__device__ double addDouble(double* address, double value)
{
    unsigned long long int* bits = (unsigned long long int*)address;
    unsigned long long int old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}

__device__ float maxFloat(float* address, float value)
{
    int* bits = reinterpret_cast<int*>(address);
    int old = *bits;
    while (value > __int_as_float(old)) {
        int assumed = old;
        old = atomicCAS(bits, assumed, __float_as_int(value));
        if (assumed == old) break;
    }
    return __int_as_float(old);
}

struct Lock {
    int* state;
    __device__ void lock() { while (atomicCAS(state, 0, 1) != 0) { } __threadfence(); }
    __device__ void unlock() { __threadfence(); atomicExch(state, 0); }
};

__global__ void work(double* sum, float* best, int* state, unsigned* counters)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    addDouble(sum, 0.5 * i);
    maxFloat(best, __sinf(i));
    atomicAdd(sum + 1, 1.0);
    atomicAdd(best + 1, 1.0f);
    atomicSub(&counters[0], 1u);
    atomicMax(&counters[1], (unsigned)i);
    atomicDec(&counters[2], 100u);
    atomicAnd(&counters[3], 0xffff0000u);
    Lock lock{state};
    if (threadIdx.x == 0) {
        lock.lock();
        sum[2] += 1;
        lock.unlock();
    }
}

int main()
{
    double* sum;
    float* best;
    int* state;
    unsigned* counters;
    cudaMallocManaged(&sum, 3 * sizeof(double));
    cudaMallocManaged(&best, 2 * sizeof(float));
    cudaMallocManaged(&state, sizeof(int));
    cudaMallocManaged(&counters, 4 * sizeof(unsigned));
    cudaMemset(sum, 0, 3 * sizeof(double));
    cudaMemset(best, 0, 2 * sizeof(float));
    cudaMemset(state, 0, sizeof(int));
    cudaMemset(counters, 0, 4 * sizeof(unsigned));
    work<<<10, 100>>>(sum, best, state, counters);
    cudaError_t err = cudaDeviceSynchronize();
    printf("%s %f %f %f\n", cudaGetErrorName(err), sum[0], sum[2], best[0]);
    return 0;
}
