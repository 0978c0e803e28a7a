// target: strategy=in-place
#include <cuda_runtime.h>

void run(float* p)
{
    cudaFree(p);
    cudaDeviceSynchronize();
}
