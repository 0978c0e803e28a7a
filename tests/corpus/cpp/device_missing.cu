// Device functions that HIP lacks, in statements, over several lines and in a macro.
#include <cuda_runtime.h>

#define RELAX() __nanosleep(100)

__global__ void wait(volatile int* flag, float* data, int n)
{
    while (flag[0] == 0) {
        RELAX();
    }
    float sum = __ldcs(data + threadIdx.x) +
                __ldcs(data + n);
    __stwt(data + 2 * n, sum);
    data[0] = __fadd_rz(sum, __fmul_rd(sum, 2.0f));
    atomicAdd_block(data, __powf(sum, 2.0f));
    if (n < 0) {
        __trap();
    }
}
