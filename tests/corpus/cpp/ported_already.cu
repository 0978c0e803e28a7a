#ifdef USE_ROCM
#include <hip/hip_runtime.h>
#else
#include <cuda_runtime.h>
#endif

__global__ void k(int* data)
{
#if defined(__HIP_PLATFORM_AMD__)
    unsigned long long votes = __ballot(data[0]);
    data[1] = __popcll(votes);
#else
    unsigned votes = __ballot_sync(0xffffffff, data[0]);
    data[1] = __popc(votes);
#endif
#if 0
    asm("mov.u32 %0, %%laneid;" : "=r"(votes));
#endif
}
