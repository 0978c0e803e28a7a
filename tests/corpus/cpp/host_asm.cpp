// Assembly of the host is no PTX.
#include <cuda_runtime_api.h>

void pause()
{
    __asm__ volatile("pause" ::: "memory");
    asm volatile("rdtsc" : : : "eax", "edx");
    cudaDeviceSynchronize();
}
