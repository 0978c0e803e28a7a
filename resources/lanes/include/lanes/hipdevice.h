#pragma once

// The GPU that HIP programs see: one with 64 or 32 lanes, told by its properties and attributes.

enum hipComputeMode {
    hipComputeModeDefault = 0,
    hipComputeModeExclusive = 1,
    hipComputeModeProhibited = 2,
    hipComputeModeExclusiveProcess = 3,
};
struct hipUUID
{
    char bytes[16];
};
struct hipDeviceArch_t
{
    unsigned hasDoubles;
    unsigned hasWarpShuffle;
    unsigned hasWarpBallot;
    unsigned hasThreadFenceSystem;
    unsigned hasSyncThreadsExt;
    unsigned hasSurfaceFuncs;
    unsigned has3dGrid;
    unsigned hasDynamicParallelism;
};

struct hipDeviceProp_t
{
    char name[256];
    hipUUID uuid;
    size_t totalGlobalMem;
    size_t sharedMemPerBlock;
    size_t sharedMemPerBlockOptin;
    size_t sharedMemPerMultiprocessor;
    size_t maxSharedMemoryPerMultiProcessor;
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
    int clockInstructionRate;
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
    int isLargeBar;
    int isMultiGpuBoard;
    int multiGpuBoardGroupID;
    int asicRevision;
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
    hipDeviceArch_t arch;
    char gcnArchName[256];
};

inline hipError_t hipGetDeviceProperties(hipDeviceProp_t* properties, int device)
{
    if (!rocport_lanes::isDevice(device)) {
        return LanesCode(rocport_lanes::Code::InvalidDevice);
    }
    const rocport_lanes::Limits& limits = rocport_lanes::limits();
    hipDeviceProp_t all = {};
    const bool isCdna = limits.waveLanes == 64;
    std::strcpy(all.name, "CPU as an AMD GPU");
    std::strcpy(all.gcnArchName, isCdna ? "gfx942:sramecc+:xnack-" : "gfx1100");
    all.totalGlobalMem = rocport_lanes::kDeviceMemory;
    all.sharedMemPerBlock = all.sharedMemPerBlockOptin = limits.sharedPerBlock;
    all.sharedMemPerMultiprocessor = limits.sharedPerBlock;
    all.maxSharedMemoryPerMultiProcessor = limits.sharedPerBlock;
    all.totalConstMem = size_t{2} << 30;
    all.memPitch = 2147483647;
    all.textureAlignment = all.texturePitchAlignment = 256;
    all.regsPerBlock = all.regsPerMultiprocessor = 65536;
    all.warpSize = limits.waveLanes;
    all.maxThreadsPerBlock = limits.threadsPerBlock;
    all.maxThreadsPerMultiProcessor = 2048;
    all.maxBlocksPerMultiProcessor = 32;
    for (int i = 0; i < 3; ++i) {
        all.maxThreadsDim[i] = 1024;
        all.maxGridSize[i] = i == 0 ? 2147483647 : 65535;
        all.maxTexture3D[i] = 16384;
    }
    all.major = isCdna ? 9 : 11;
    all.minor = isCdna ? 4 : 0;
    all.multiProcessorCount = limits.processors;
    all.l2CacheSize = 4 * 1024 * 1024;
    all.memoryBusWidth = 8192;
    all.memoryClockRate = 1300000;
    all.clockRate = all.clockInstructionRate = 1000000; // clock64() counts nanoseconds
    all.concurrentKernels = all.deviceOverlap = all.cooperativeLaunch = all.managedMemory = 1;
    all.canMapHostMemory = all.unifiedAddressing = all.memoryPoolsSupported = 1;
    all.canUseHostPointerForRegisteredMem = all.hostRegisterSupported = all.isLargeBar = 1;
    all.streamPrioritiesSupported = 1;
    all.asyncEngineCount = 8;
    all.singleToDoublePrecisionPerfRatio = isCdna ? 2 : 32;
    all.maxTexture1D = all.maxTexture2D[0] = all.maxTexture2D[1] = 16384;
    all.maxTexture1DLinear = 268435456;
    all.arch = {1, 1, 1, 1, 1, 1, 1, 0};
    all.pciBusID = device;
    *properties = all;
    return hipSuccess;
}

// Name and value of each attribute that is known.
#define LANES_ATTRIBUTES(each)                                                                     \
    each(AsyncEngineCount, asyncEngineCount) each(CanMapHostMemory, canMapHostMemory)              \
    each(CanUseHostPointerForRegisteredMem, canUseHostPointerForRegisteredMem)                     \
    each(ClockRate, clockRate) each(ComputeCapabilityMajor, major)                                 \
    each(ComputeCapabilityMinor, minor) each(ComputeMode, computeMode)                             \
    each(ConcurrentKernels, concurrentKernels)                                                     \
    each(ConcurrentManagedAccess, concurrentManagedAccess)                                         \
    each(CooperativeLaunch, cooperativeLaunch)                                                     \
    each(CooperativeMultiDeviceLaunch, cooperativeMultiDeviceLaunch)                               \
    each(DirectManagedMemAccessFromHost, directManagedMemAccessFromHost)                           \
    each(EccEnabled, ECCEnabled) each(HostNativeAtomicSupported, hostNativeAtomicSupported)        \
    each(HostRegisterSupported, hostRegisterSupported) each(Integrated, integrated)                \
    each(IsLargeBar, isLargeBar) each(KernelExecTimeout, kernelExecTimeoutEnabled)                 \
    each(L2CacheSize, l2CacheSize) each(ManagedMemory, managedMemory)                              \
    each(MaxBlockDimX, maxThreadsDim[0]) each(MaxBlockDimY, maxThreadsDim[1])                      \
    each(MaxBlockDimZ, maxThreadsDim[2]) each(MaxGridDimX, maxGridSize[0])                         \
    each(MaxGridDimY, maxGridSize[1]) each(MaxGridDimZ, maxGridSize[2])                            \
    each(MaxPitch, memPitch) each(MaxRegistersPerBlock, regsPerBlock)                              \
    each(MaxRegistersPerMultiprocessor, regsPerMultiprocessor)                                     \
    each(MaxSharedMemoryPerBlock, sharedMemPerBlock)                                               \
    each(SharedMemPerBlockOptin, sharedMemPerBlockOptin)                                           \
    each(MaxSharedMemoryPerMultiprocessor, sharedMemPerMultiprocessor)                             \
    each(MaxThreadsPerBlock, maxThreadsPerBlock)                                                   \
    each(MaxThreadsPerMultiProcessor, maxThreadsPerMultiProcessor)                                 \
    each(MaxTexture1DWidth, maxTexture1D) each(MaxTexture2DWidth, maxTexture2D[0])                 \
    each(MaxTexture2DHeight, maxTexture2D[1]) each(MemoryBusWidth, memoryBusWidth)                 \
    each(MemoryClockRate, memoryClockRate) each(MemoryPoolsSupported, memoryPoolsSupported)        \
    each(MultiprocessorCount, multiProcessorCount) each(PageableMemoryAccess, pageableMemoryAccess) \
    each(PciBusId, pciBusID) each(PciDeviceId, pciDeviceID) each(PciDomainID, pciDomainID)         \
    each(StreamPrioritiesSupported, streamPrioritiesSupported)                                     \
    each(TextureAlignment, textureAlignment) each(TexturePitchAlignment, texturePitchAlignment)    \
    each(TotalConstantMemory, totalConstMem) each(TotalGlobalMem, totalGlobalMem)                  \
    each(UnifiedAddressing, unifiedAddressing) each(WarpSize, warpSize)                            \
    each(AccessPolicyMaxWindowSize, accessPolicyMaxWindowSize) each(AsicRevision, asicRevision)    \
    each(ClockInstructionRate, clockInstructionRate)                                               \
    each(ComputePreemptionSupported, computePreemptionSupported)                                   \
    each(DeviceOverlap, deviceOverlap) each(GlobalL1CacheSupported, globalL1CacheSupported)        \
    each(LocalL1CacheSupported, localL1CacheSupported) each(IsMultiGpuBoard, isMultiGpuBoard)      \
    each(MultiGpuBoardGroupID, multiGpuBoardGroupID)                                               \
    each(MaxBlocksPerMultiProcessor, maxBlocksPerMultiProcessor)                                   \
    each(MaxSurface1D, maxSurface1D) each(MaxTexture1DLinear, maxTexture1DLinear)                  \
    each(MaxTexture3DWidth, maxTexture3D[0]) each(MaxTexture3DHeight, maxTexture3D[1])             \
    each(MaxTexture3DDepth, maxTexture3D[2]) each(MaxTextureCubemap, maxTextureCubemap)            \
    each(PageableMemoryAccessUsesHostPageTables, pageableMemoryAccessUsesHostPageTables)           \
    each(PersistingL2CacheMaxSize, persistingL2CacheMaxSize)                                       \
    each(PhysicalMultiProcessorCount, multiProcessorCount)                                         \
    each(ReservedSharedMemPerBlock, reservedSharedMemPerBlock)                                     \
    each(SingleToDoublePrecisionPerfRatio, singleToDoublePrecisionPerfRatio)                       \
    each(SurfaceAlignment, surfaceAlignment) each(TccDriver, tccDriver)                            \
    each(WallClockRate, clockRate)                                                                 \
    each(VirtualMemoryManagementSupported, memoryPoolsSupported)                                                                 \
    each(MaxTexture1DLayered, maxTexture1DLayered[0])                                              \
    each(MaxTexture2DLayered, maxTexture2DLayered[0])

enum hipDeviceAttribute_t {
#define LANES_VALUE(name, field) hipDeviceAttribute##name,
    LANES_ATTRIBUTES(LANES_VALUE)
#undef LANES_VALUE
};

inline hipError_t hipDeviceGetAttribute(int* value, hipDeviceAttribute_t attribute, int device)
{
    hipDeviceProp_t all;
    if (const hipError_t error = hipGetDeviceProperties(&all, device); error != hipSuccess) {
        return error;
    }
    switch (attribute) {
#define LANES_CASE(name, field)                                                                    \
    case hipDeviceAttribute##name:                                                                 \
        *value = static_cast<int>(all.field);                                                      \
        return hipSuccess;
        LANES_ATTRIBUTES(LANES_CASE)
#undef LANES_CASE
    }
    return LanesCode(rocport_lanes::Code::InvalidValue);
}

enum hipDeviceP2PAttr {
    hipDevP2PAttrPerformanceRank,
    hipDevP2PAttrAccessSupported,
    hipDevP2PAttrNativeAtomicSupported,
    hipDevP2PAttrHipArrayAccessSupported,
};
inline hipError_t hipDeviceGetP2PAttribute(int* value, hipDeviceP2PAttr attribute, int device, int peer)
{
    if (!rocport_lanes::isDevice(device) || !rocport_lanes::isDevice(peer) || device == peer) {
        return LanesCode(rocport_lanes::Code::InvalidDevice);
    }
    *value = attribute == hipDevP2PAttrPerformanceRank ? 0 : 1; // all links are alike
    return hipSuccess;
}
inline hipError_t hipChooseDevice(int* device, const hipDeviceProp_t*)
{
    return hipGetDevice(device);
}
inline hipError_t hipDeviceGetPCIBusId(char* text, int length, int device)
{
    std::snprintf(text, static_cast<size_t>(length), "0000:%02x:00.0", static_cast<unsigned>(device));
    return LanesCode(rocport_lanes::isDevice(device) ? rocport_lanes::Code::Success
                                                     : rocport_lanes::Code::InvalidDevice);
}
inline hipError_t hipDeviceGetName(char* text, int length, int device)
{
    if (!rocport_lanes::isDevice(device)) {
        return LanesCode(rocport_lanes::Code::InvalidDevice);
    }
    std::snprintf(text, static_cast<size_t>(length), "CPU as an AMD GPU");
    return hipSuccess;
}
