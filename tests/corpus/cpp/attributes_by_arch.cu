// nvcc needs no attributes while it compiles for the host; clang checks calls by them in both passes.
#include <cuda_runtime.h>

#if defined(__CUDA_ARCH__)
#define OWN_DEVICE __device__
#define OWN_HOST __host__
#else
#define OWN_DEVICE
#define OWN_HOST
#endif

// The host would lose this function.
#ifdef __CUDA_ARCH__
#define DEVICE_ONLY __device__
#else
#define DEVICE_ONLY
#endif

// More than definitions: a side of the code.
#ifdef __CUDA_ARCH__
#define BOTH __host__ __device__
__device__ inline int side() { return 1; }
#else
#define BOTH
inline int side() { return 0; }
#endif

OWN_HOST OWN_DEVICE inline int twice(int value) { return 2 * value; }

__global__ void kernel(int* data)
{
    data[threadIdx.x] = twice(data[threadIdx.x]);
}
