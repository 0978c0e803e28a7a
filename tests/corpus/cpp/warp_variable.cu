#include <cuda_runtime.h>

__global__ void votes(int* out, int warp_size)
{
    out[threadIdx.x] = __any_sync(0xffffffff, threadIdx.x >= (warp_size * 3) / 2);
}

// The width of a warp as a variable that nothing else is given to.
void run(int* out)
{
    int device = 0, warp_size = 32;
    cudaSetDevice(device);
    votes<<<1, 128>>>(out, warp_size);
}

// These are not: the device says how wide it is, or the value is another one later.
int asked(const cudaDeviceProp& of)
{
    int warpSizeOfDevice = 32;
    cudaDeviceGetAttribute(&warpSizeOfDevice, cudaDevAttrWarpSize, 0);
    int warpWidth = 32;
    warpWidth = of.warpSize;
    return warpSizeOfDevice + warpWidth;
}
