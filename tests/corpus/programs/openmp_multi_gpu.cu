// compile with OpenMP where it is there
#include <cuda_runtime.h>
#ifdef _OPENMP
#include <omp.h>
#endif
#include <stdio.h>
#include <vector>

__global__ void increment(int *a, int b) { a[blockIdx.x * blockDim.x + threadIdx.x] += b; }

int main(int argc, char *argv[])
{
    int gpus = 0;
    cudaGetDeviceCount(&gpus);
    if (gpus < 1) { printf("no CUDA capable devices were detected\n"); return 1; }
    const int each = 8192;
    std::vector<int> data(each * gpus);
#pragma omp parallel num_threads(gpus)
    {
#ifdef _OPENMP
        int id = omp_get_thread_num();
#else
        int id = 0;
#endif
        int device = -1, *d;
        cudaSetDevice(id % gpus); // cudaSetDevice is per thread
        cudaGetDevice(&device);
        cudaMalloc((void **)&d, each * sizeof(int));
        cudaMemcpy(d, &data[id * each], each * sizeof(int), cudaMemcpyHostToDevice);
        increment<<<each / 128, 128>>>(d, 3);
        cudaMemcpy(&data[id * each], d, each * sizeof(int), cudaMemcpyDeviceToHost);
        cudaFree(d);
    }
    if (cudaSuccess != cudaGetLastError()) printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    printf("%d\n", data[0]);
    return 0;
}
