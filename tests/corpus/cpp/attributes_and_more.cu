// A chain that chooses attributes and something else: the other macro must not change for the host.
#include <cstdio>

#ifndef __CUDA_ARCH__
#define BOTH
#define LOG(x) std::printf("%d", x)
#else
#define BOTH __host__ __device__
#define LOG(x)
#endif

BOTH inline int twice(int x)
{
    LOG(x);
    return 2 * x;
}

__global__ void k(int* p)
{
    *p = twice(*p);
}
