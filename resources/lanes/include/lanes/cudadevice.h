#pragma once

// The GPU that CUDA programs see: H100-like, told by its properties and attributes.

enum cudaComputeMode {
    cudaComputeModeDefault = 0,
    cudaComputeModeExclusive = 1,
    cudaComputeModeProhibited = 2,
    cudaComputeModeExclusiveProcess = 3,
};
struct cudaUUID_t
{
    char bytes[16];
};

struct cudaDeviceProp
{
    char name[256];
    cudaUUID_t uuid;
    size_t totalGlobalMem;
    size_t sharedMemPerBlock;
    size_t sharedMemPerBlockOptin;
    size_t sharedMemPerMultiprocessor;
    size_t reservedSharedMemPerBlock;
    size_t totalConstMem;
    size_t memPitch;
    size_t textureAlignment;
    size_t texturePitchAlignment;
    size_t surfaceAlignment;
    int regsPerBlock;
    int regsPerMultiprocessor;
    int warpSize;
    int maxThreadsPerBlock;
    int maxThreadsPerMultiProcessor;
    int maxBlocksPerMultiProcessor;
    int maxThreadsDim[3];
    int maxGridSize[3];
    int major;
    int minor;
    int multiProcessorCount;
    int l2CacheSize;
    int persistingL2CacheMaxSize;
    int accessPolicyMaxWindowSize;
    int memoryBusWidth;
    int memoryClockRate;
    int clockRate;
    int concurrentKernels;
    int deviceOverlap;
    int kernelExecTimeoutEnabled;
    int computeMode;
    int cooperativeLaunch;
    int cooperativeMultiDeviceLaunch;
    int managedMemory;
    int concurrentManagedAccess;
    int directManagedMemAccessFromHost;
    int pageableMemoryAccess;
    int pageableMemoryAccessUsesHostPageTables;
    int unifiedAddressing;
    int canMapHostMemory;
    int canUseHostPointerForRegisteredMem;
    int hostNativeAtomicSupported;
    int hostRegisterSupported;
    int streamPrioritiesSupported;
    int computePreemptionSupported;
    int memoryPoolsSupported;
    int globalL1CacheSupported;
    int localL1CacheSupported;
    int singleToDoublePrecisionPerfRatio;
    int integrated;
    int asyncEngineCount;
    int ECCEnabled;
    int tccDriver;
    int isMultiGpuBoard;
    int multiGpuBoardGroupID;
    int pciBusID;
    int pciDeviceID;
    int pciDomainID;
    int maxTexture1D;
    int maxTexture1DLinear;
    int maxTexture2D[2];
    int maxTexture2DLinear[3];
    int maxTexture3D[3];
    int maxTextureCubemap;
    int maxTexture1DLayered[2];
    int maxTexture2DLayered[3];
    int maxSurface1D;
    int maxSurface2D[2];
    int maxSurface3D[3];
};

inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device)
{
    if (!rocport_lanes::isDevice(device)) {
        return LanesCode(rocport_lanes::Code::InvalidDevice);
    }
    const rocport_lanes::Limits& limits = rocport_lanes::limits();
    cudaDeviceProp all = {};
    std::strcpy(all.name, "CPU as a GPU of compute capability 9.0");
    all.totalGlobalMem = rocport_lanes::kDeviceMemory;
    all.sharedMemPerBlock = limits.sharedPerBlock;
    all.sharedMemPerBlockOptin = limits.sharedPerBlockOptIn;
    all.sharedMemPerMultiprocessor = 228 * 1024;
    all.reservedSharedMemPerBlock = 1024;
    all.totalConstMem = 64 * 1024;
    all.memPitch = 2147483647;
    all.textureAlignment = all.surfaceAlignment = 512;
    all.texturePitchAlignment = 32;
    all.regsPerBlock = all.regsPerMultiprocessor = 65536;
    all.warpSize = limits.waveLanes;
    all.maxThreadsPerBlock = limits.threadsPerBlock;
    all.maxThreadsPerMultiProcessor = 2048;
    all.maxBlocksPerMultiProcessor = 32;
    all.maxThreadsDim[0] = all.maxThreadsDim[1] = 1024;
    all.maxThreadsDim[2] = 64;
    all.maxGridSize[0] = 2147483647;
    all.maxGridSize[1] = all.maxGridSize[2] = 65535;
    all.major = 9;
    all.multiProcessorCount = limits.processors;
    all.l2CacheSize = 50 * 1024 * 1024;
    all.persistingL2CacheMaxSize = 32 * 1024 * 1024;
    all.accessPolicyMaxWindowSize = 128 * 1024 * 1024;
    all.memoryBusWidth = 5120;
    all.memoryClockRate = 2619000;
    all.clockRate = 1000000; // clock64() counts nanoseconds
    all.concurrentKernels = all.deviceOverlap = all.cooperativeLaunch = all.managedMemory = 1;
    all.concurrentManagedAccess = all.unifiedAddressing = all.canMapHostMemory = 1;
    all.hostRegisterSupported = all.streamPrioritiesSupported = 1;
    all.canUseHostPointerForRegisteredMem = 1;
    all.computePreemptionSupported = all.memoryPoolsSupported = 1;
    all.globalL1CacheSupported = all.localL1CacheSupported = 1;
    all.singleToDoublePrecisionPerfRatio = 2;
    all.asyncEngineCount = 3;
    all.maxTexture1D = all.maxTexture2D[0] = 131072;
    all.maxTexture1DLinear = 268435456;
    all.maxTexture2D[1] = 65536;
    all.maxTexture2DLinear[0] = 131072;
    all.maxTexture2DLinear[1] = 65000;
    all.maxTexture2DLinear[2] = 2097120;
    all.maxTexture3D[0] = all.maxTexture3D[1] = all.maxTexture3D[2] = 16384;
    all.maxTextureCubemap = all.maxTexture1DLayered[0] = 32768;
    all.maxTexture1DLayered[1] = all.maxTexture2DLayered[2] = 2048;
    all.maxTexture2DLayered[0] = all.maxTexture2DLayered[1] = 32768;
    all.maxSurface1D = 32768;
    all.maxSurface2D[0] = 131072;
    all.maxSurface2D[1] = 65536;
    all.maxSurface3D[0] = all.maxSurface3D[1] = all.maxSurface3D[2] = 16384;
    all.pciBusID = device;
    *properties = all;
    return cudaSuccess;
}

// Name, number and value of each attribute that is known.
#define LANES_ATTRIBUTES(each)                                                                     \
    each(MaxThreadsPerBlock, 1, maxThreadsPerBlock) each(MaxBlockDimX, 2, maxThreadsDim[0])        \
    each(MaxBlockDimY, 3, maxThreadsDim[1]) each(MaxBlockDimZ, 4, maxThreadsDim[2])                \
    each(MaxGridDimX, 5, maxGridSize[0]) each(MaxGridDimY, 6, maxGridSize[1])                      \
    each(MaxGridDimZ, 7, maxGridSize[2]) each(MaxSharedMemoryPerBlock, 8, sharedMemPerBlock)       \
    each(TotalConstantMemory, 9, totalConstMem) each(WarpSize, 10, warpSize)                       \
    each(MaxPitch, 11, memPitch) each(MaxRegistersPerBlock, 12, regsPerBlock)                      \
    each(ClockRate, 13, clockRate) each(TextureAlignment, 14, textureAlignment)                    \
    each(GpuOverlap, 15, deviceOverlap) each(MultiProcessorCount, 16, multiProcessorCount)         \
    each(KernelExecTimeout, 17, kernelExecTimeoutEnabled) each(Integrated, 18, integrated)         \
    each(CanMapHostMemory, 19, canMapHostMemory) each(ComputeMode, 20, computeMode)                \
    each(MaxTexture1DWidth, 21, maxTexture1D) each(MaxTexture2DWidth, 22, maxTexture2D[0])         \
    each(MaxTexture2DHeight, 23, maxTexture2D[1]) each(MaxTexture3DWidth, 24, maxTexture3D[0])     \
    each(MaxTexture3DHeight, 25, maxTexture3D[1]) each(MaxTexture3DDepth, 26, maxTexture3D[2])     \
    each(MaxTexture2DLayeredWidth, 27, maxTexture2DLayered[0])                                     \
    each(MaxTexture2DLayeredHeight, 28, maxTexture2DLayered[1])                                    \
    each(MaxTexture2DLayeredLayers, 29, maxTexture2DLayered[2])                                    \
    each(ConcurrentKernels, 31, concurrentKernels) each(EccEnabled, 32, ECCEnabled)                \
    each(PciBusId, 33, pciBusID) each(PciDeviceId, 34, pciDeviceID) each(TccDriver, 35, tccDriver) \
    each(MemoryClockRate, 36, memoryClockRate) each(GlobalMemoryBusWidth, 37, memoryBusWidth)      \
    each(L2CacheSize, 38, l2CacheSize)                                                             \
    each(MaxThreadsPerMultiProcessor, 39, maxThreadsPerMultiProcessor)                             \
    each(AsyncEngineCount, 40, asyncEngineCount) each(UnifiedAddressing, 41, unifiedAddressing)    \
    each(MaxTexture1DLayeredWidth, 42, maxTexture1DLayered[0])                                     \
    each(MaxTexture1DLayeredLayers, 43, maxTexture1DLayered[1])                                    \
    each(PciDomainId, 50, pciDomainID) each(ComputeCapabilityMajor, 75, major)                     \
    each(ComputeCapabilityMinor, 76, minor)                                                        \
    each(StreamPrioritiesSupported, 78, streamPrioritiesSupported)                                 \
    each(MaxSharedMemoryPerMultiprocessor, 81, sharedMemPerMultiprocessor)                         \
    each(MaxRegistersPerMultiprocessor, 82, regsPerMultiprocessor)                                 \
    each(ManagedMemory, 83, managedMemory) each(IsMultiGpuBoard, 84, isMultiGpuBoard)              \
    each(HostNativeAtomicSupported, 86, hostNativeAtomicSupported)                                 \
    each(PageableMemoryAccess, 88, pageableMemoryAccess)                                           \
    each(ConcurrentManagedAccess, 89, concurrentManagedAccess)                                     \
    each(ComputePreemptionSupported, 90, computePreemptionSupported)                               \
    each(CanUseHostPointerForRegisteredMem, 91, canUseHostPointerForRegisteredMem)                 \
    each(CooperativeLaunch, 95, cooperativeLaunch)                                                 \
    each(CooperativeMultiDeviceLaunch, 96, cooperativeMultiDeviceLaunch)                           \
    each(MaxSharedMemoryPerBlockOptin, 97, sharedMemPerBlockOptin)                                 \
    each(HostRegisterSupported, 99, hostRegisterSupported)                                         \
    each(DirectManagedMemAccessFromHost, 101, directManagedMemAccessFromHost)                      \
    each(MaxBlocksPerMultiprocessor, 106, maxBlocksPerMultiProcessor)                              \
    each(MaxPersistingL2CacheSize, 108, persistingL2CacheMaxSize)                                  \
    each(MaxAccessPolicyWindowSize, 109, accessPolicyMaxWindowSize)                                \
    each(MemoryPoolsSupported, 115, memoryPoolsSupported)

enum cudaDeviceAttr {
#define LANES_VALUE(name, number, field) cudaDevAttr##name = number,
    LANES_ATTRIBUTES(LANES_VALUE)
#undef LANES_VALUE
        cudaDevAttrMemoryPoolSupportedHandleTypes = 119,
};

inline cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device)
{
    cudaDeviceProp all;
    if (const cudaError_t error = cudaGetDeviceProperties(&all, device); error != cudaSuccess) {
        return error;
    }
    switch (attribute) {
#define LANES_CASE(name, number, field)                                                            \
    case number:                                                                                   \
        *value = static_cast<int>(all.field);                                                      \
        return cudaSuccess;
        LANES_ATTRIBUTES(LANES_CASE)
#undef LANES_CASE
    case cudaDevAttrMemoryPoolSupportedHandleTypes:
        *value = 0;
        return cudaSuccess;
    default:
        return LanesCode(rocport_lanes::Code::InvalidValue);
    }
}

enum cudaDeviceP2PAttr {
    cudaDevP2PAttrPerformanceRank = 1,
    cudaDevP2PAttrAccessSupported = 2,
    cudaDevP2PAttrNativeAtomicSupported = 3,
    cudaDevP2PAttrCudaArrayAccessSupported = 4,
};
inline cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int device, int peer)
{
    if (!rocport_lanes::isDevice(device) || !rocport_lanes::isDevice(peer) || device == peer) {
        return LanesCode(rocport_lanes::Code::InvalidDevice);
    }
    *value = attribute == cudaDevP2PAttrPerformanceRank ? 0 : 1; // all links are alike
    return cudaSuccess;
}
inline cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp*)
{
    return cudaGetDevice(device);
}
inline cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int device)
{
    std::snprintf(text, static_cast<size_t>(length), "0000:%02x:00.0", static_cast<unsigned>(device));
    return LanesCode(rocport_lanes::isDevice(device) ? rocport_lanes::Code::Success
                                                     : rocport_lanes::Code::InvalidDevice);
}
inline cudaError_t cudaInitDevice(int device, unsigned, unsigned)
{
    return cudaSetDevice(device);
}
