#pragma once

// CUDA's runtime on 32 lanes, as an H100-like GPU answers.

#define LANES_NVIDIA 1
#define LANES_PREFIX cuda
#define LANES_ERROR cudaError
#define cudaStreamDefault 0x00
#define LANES_RUNTIME_VERSION 13000
#define CUDART_VERSION 13000

#include "lanes/roundedarithmetic.h"
#include "lanes/wave.h"
#include "lanes/wordsimd.h"

#include "lanes/ptx.h"
#include "lanes/runtimeapi.h"

#define CUDART_CB
#define CUDARTAPI

inline cudaError_t cudaThreadSynchronize()
{
    return cudaDeviceSynchronize();
}
inline cudaError_t cudaThreadExit()
{
    return cudaDeviceReset();
}
inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned)
{
    return cudaEventCreate(event);
}

enum : unsigned {
    cudaHostAllocDefault = 0,
    cudaHostAllocPortable = 1,
    cudaHostAllocMapped = 2,
    cudaHostAllocWriteCombined = 4,
};

enum cudaDeviceAttr {
    cudaDevAttrMaxThreadsPerBlock = 1,
    cudaDevAttrMaxSharedMemoryPerBlock = 8,
    cudaDevAttrWarpSize = 10,
    cudaDevAttrMultiProcessorCount = 16,
    cudaDevAttrMaxThreadsPerMultiProcessor = 39,
    cudaDevAttrComputeCapabilityMajor = 75,
    cudaDevAttrComputeCapabilityMinor = 76,
    cudaDevAttrConcurrentManagedAccess = 89,
    cudaDevAttrCooperativeLaunch = 95,
    cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
};

struct cudaDeviceProp
{
    char name[256];
    size_t totalGlobalMem;
    size_t sharedMemPerBlock;
    size_t sharedMemPerBlockOptin;
    size_t sharedMemPerMultiprocessor;
    size_t totalConstMem;
    int regsPerBlock;
    int warpSize;
    int maxThreadsPerBlock;
    int maxThreadsPerMultiProcessor;
    int maxThreadsDim[3];
    int maxGridSize[3];
    int major;
    int minor;
    int multiProcessorCount;
    int l2CacheSize;
    int memoryBusWidth;
    int concurrentKernels;
    int cooperativeLaunch;
    int managedMemory;
    int concurrentManagedAccess;
    int unifiedAddressing;
    int canMapHostMemory;
    int integrated;
    int asyncEngineCount;
    int ECCEnabled;
    int pciBusID;
    int pciDeviceID;
};

inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device)
{
    if (device != 0) {
        return LanesCode(lanes::Code::InvalidDevice);
    }
    const lanes::Limits& limits = lanes::limits();
    *properties = {};
    std::strcpy(properties->name, "CPU as a GPU of compute capability 9.0");
    properties->totalGlobalMem = size_t{80} << 30;
    properties->sharedMemPerBlock = limits.sharedPerBlock;
    properties->sharedMemPerBlockOptin = limits.sharedPerBlockOptIn;
    properties->sharedMemPerMultiprocessor = 228 * 1024;
    properties->totalConstMem = 64 * 1024;
    properties->regsPerBlock = 65536;
    properties->warpSize = limits.waveLanes;
    properties->maxThreadsPerBlock = limits.threadsPerBlock;
    properties->maxThreadsPerMultiProcessor = 2048;
    properties->maxThreadsDim[0] = properties->maxThreadsDim[1] = 1024;
    properties->maxThreadsDim[2] = 64;
    properties->maxGridSize[0] = 2147483647;
    properties->maxGridSize[1] = properties->maxGridSize[2] = 65535;
    properties->major = 9;
    properties->multiProcessorCount = limits.processors;
    properties->l2CacheSize = 50 * 1024 * 1024;
    properties->memoryBusWidth = 5120;
    properties->concurrentKernels = properties->cooperativeLaunch = properties->managedMemory = 1;
    properties->concurrentManagedAccess = properties->unifiedAddressing = 1;
    properties->canMapHostMemory = 1;
    properties->asyncEngineCount = 3;
    return cudaSuccess;
}

inline cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device)
{
    cudaDeviceProp all;
    if (const cudaError_t error = cudaGetDeviceProperties(&all, device); error != cudaSuccess) {
        return error;
    }
    switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock:
        *value = all.maxThreadsPerBlock;
        break;
    case cudaDevAttrMaxSharedMemoryPerBlock:
        *value = static_cast<int>(all.sharedMemPerBlock);
        break;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
        *value = static_cast<int>(all.sharedMemPerBlockOptin);
        break;
    case cudaDevAttrWarpSize:
        *value = all.warpSize;
        break;
    case cudaDevAttrMultiProcessorCount:
        *value = all.multiProcessorCount;
        break;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
        *value = all.maxThreadsPerMultiProcessor;
        break;
    case cudaDevAttrComputeCapabilityMajor:
        *value = all.major;
        break;
    case cudaDevAttrComputeCapabilityMinor:
        *value = all.minor;
        break;
    case cudaDevAttrCooperativeLaunch:
        *value = 1;
        break;
    default:
        return LanesCode(lanes::Code::InvalidValue);
    }
    return cudaSuccess;
}

enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
    cudaFuncAttributePreferredSharedMemoryCarveout = 9,
};
template <typename Kernel>
cudaError_t cudaFuncSetAttribute(Kernel, cudaFuncAttribute attribute, int value)
{
    if (attribute == cudaFuncAttributeMaxDynamicSharedMemorySize && value > 0) {
        lanes::allowShared(static_cast<std::size_t>(value));
    }
    return cudaSuccess;
}

inline constexpr cudaStream_t cudaStreamLegacy = nullptr;
inline constexpr cudaStream_t cudaStreamPerThread = nullptr;
