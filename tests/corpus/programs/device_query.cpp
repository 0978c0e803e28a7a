#include <cuda_runtime.h>
#include <cstdio>

static int coresPerProcessor(int major, int minor)
{
    switch (major * 10 + minor) {
    case 70: return 64;
    case 75: return 64;
    case 80: return 64;
    case 86: return 128;
    default: return 128;
    }
}

int main()
{
    int count = 0;
    cudaError_t error = cudaGetDeviceCount(&count);
    if (error == cudaErrorNoDevice || error == cudaErrorInsufficientDriver) {
        std::printf("no device\n");
        return 0;
    }
    for (int i = 0; i < count; ++i) {
        cudaDeviceProp p;
        if (cudaGetDeviceProperties(&p, i) != cudaSuccess) continue;
        std::printf("%s: %d.%d, %d processors of %d cores\n", p.name, p.major, p.minor, p.multiProcessorCount,
                    coresPerProcessor(p.major, p.minor));
        std::printf("  %zu global, %zu constant, %zu shared per block, %zu per processor, %d registers\n", p.totalGlobalMem,
                    p.totalConstMem, p.sharedMemPerBlock, p.sharedMemPerMultiprocessor, p.regsPerBlock);
        std::printf("  block %d x %d x %d, grid %d x %d x %d, warp %d, %d threads\n", p.maxThreadsDim[0], p.maxThreadsDim[1],
                    p.maxThreadsDim[2], p.maxGridSize[0], p.maxGridSize[1], p.maxGridSize[2], p.warpSize, p.maxThreadsPerBlock);
        std::printf("  L2 %d, bus %d bit, ECC %d, UVA %d, integrated %d, async %d\n", p.l2CacheSize, p.memoryBusWidth, p.ECCEnabled,
                    p.unifiedAddressing, p.integrated, p.asyncEngineCount);
        int clock = 0, memoryClock = 0, optin = 0, pools = 0;
        cudaDeviceGetAttribute(&clock, cudaDevAttrClockRate, i);
        cudaDeviceGetAttribute(&memoryClock, cudaDevAttrMemoryClockRate, i);
        cudaDeviceGetAttribute(&optin, cudaDevAttrMaxSharedMemoryPerBlockOptin, i);
        cudaDeviceGetAttribute(&pools, cudaDevAttrMemoryPoolsSupported, i);
        char bus[32];
        cudaDeviceGetPCIBusId(bus, sizeof(bus), i);
        std::printf("  %d kHz, %d kHz, %d, %d, %s\n", clock, memoryClock, optin, pools, bus);
    }
    return 0;
}
