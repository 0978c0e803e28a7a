// Functions of the standard library in device code.
#include <cuda_runtime.h>
#include <cstdio>

__global__ void report(int* values)
{
    std::printf("%d\n", values[0]);
    printf("%d\n", values[1]);
}
void host()
{
    std::printf("host\n");
}
