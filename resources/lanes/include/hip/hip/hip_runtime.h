#pragma once

// HIP's runtime on LANES_WAVE lanes, as an AMD GPU answers.

#define LANES_AMD 1
#define LANES_PREFIX hip
#define LANES_ERROR hipError_t
#define hipStreamDefault 0x00
#define LANES_RUNTIME_VERSION 70251831

#include "lanes/vectoroperators.h"
#include "lanes/wave.h"

#include "lanes/runtimeapi.h"

#define HIP_DYNAMIC_SHARED(type, name) type(&name)[] = ::lanes::dynamicShared<type[]>();
#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define HIP_SYMBOL(x) x
#define hipLaunchKernelGGL(kernel, grid, block, shared, stream, ...)                               \
    ::lanes::launcher(                                                                             \
        #kernel, ::lanes::Site::here(), [&](auto&... lanes_a) { kernel(lanes_a...); },             \
        ::lanes::Sizes(grid, block, shared, stream),                                               \
        [&](auto&... lanes_a) -> decltype(kernel(lanes_a...)) {})(__VA_ARGS__)

inline constexpr hipError_t hipErrorOutOfMemory = hipErrorMemoryAllocation;

enum : unsigned {
    hipHostMallocDefault = 0,
    hipHostMallocPortable = 1,
    hipHostMallocMapped = 2,
    hipHostMallocWriteCombined = 4,
};

template <typename T>
hipError_t hipHostMalloc(T** place, size_t bytes, unsigned = 0)
{
    return hipMallocHost(place, bytes);
}
inline hipError_t hipHostFree(void* memory)
{
    return hipFree(memory);
}

using hipFuncCache_t = hipFuncCache;

// Clang's atomics with a scope; all are of the system here.
#define __HIP_MEMORY_SCOPE_SINGLETHREAD 1
#define __HIP_MEMORY_SCOPE_WAVEFRONT 2
#define __HIP_MEMORY_SCOPE_WORKGROUP 3
#define __HIP_MEMORY_SCOPE_AGENT 4
#define __HIP_MEMORY_SCOPE_SYSTEM 5
template <typename T>
T lanesLoad(const T* place)
{
    lanes::breathe();
    T value;
    __atomic_load(place, &value, __ATOMIC_SEQ_CST);
    return value;
}
template <typename T>
void lanesStore(T* place, lanes::Same<T> value)
{
    __atomic_store(place, &value, __ATOMIC_SEQ_CST);
}
template <typename T>
bool lanesCompareExchange(T* place, T* expected, lanes::Same<T> value)
{
    const T before = *expected;
    *expected = atomicCAS(place, before, value);
    return std::memcmp(expected, &before, sizeof(T)) == 0;
}
#define __hip_atomic_load(place, order, scope) lanesLoad(place)
#define __hip_atomic_store(place, value, order, scope) lanesStore(place, value)
#define __hip_atomic_exchange(place, value, order, scope) atomicExch(place, value)
#define __hip_atomic_fetch_add(place, value, order, scope) atomicAdd(place, value)
#define __hip_atomic_fetch_and(place, value, order, scope) atomicAnd(place, value)
#define __hip_atomic_fetch_or(place, value, order, scope) atomicOr(place, value)
#define __hip_atomic_fetch_xor(place, value, order, scope) atomicXor(place, value)
#define __hip_atomic_fetch_min(place, value, order, scope) atomicMin(place, value)
#define __hip_atomic_fetch_max(place, value, order, scope) atomicMax(place, value)
#define __hip_atomic_compare_exchange_strong(place, expected, value, yes, no, scope)               \
    lanesCompareExchange(place, expected, value)
#define __hip_atomic_compare_exchange_weak(place, expected, value, yes, no, scope)                 \
    lanesCompareExchange(place, expected, value)

enum hipDeviceAttribute_t {
    hipDeviceAttributeComputeCapabilityMajor,
    hipDeviceAttributeComputeCapabilityMinor,
    hipDeviceAttributeCooperativeLaunch,
    hipDeviceAttributeMaxSharedMemoryPerBlock,
    hipDeviceAttributeMaxThreadsPerBlock,
    hipDeviceAttributeMaxThreadsPerMultiProcessor,
    hipDeviceAttributeMultiprocessorCount,
    hipDeviceAttributeWarpSize,
};

struct hipDeviceProp_t
{
    char name[256];
    size_t totalGlobalMem;
    size_t sharedMemPerBlock;
    size_t sharedMemPerMultiprocessor;
    size_t maxSharedMemoryPerMultiProcessor;
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
    int canMapHostMemory;
    int integrated;
    int pciBusID;
    int pciDeviceID;
    char gcnArchName[256];
};

inline hipError_t hipGetDeviceProperties(hipDeviceProp_t* properties, int device)
{
    if (device != 0) {
        return LanesCode(lanes::Code::InvalidDevice);
    }
    const lanes::Limits& limits = lanes::limits();
    *properties = {};
    const bool isCdna = limits.waveLanes == 64;
    std::strcpy(properties->name, "CPU as an AMD GPU");
    std::strcpy(properties->gcnArchName, isCdna ? "gfx942:sramecc+:xnack-" : "gfx1100");
    properties->totalGlobalMem = size_t{80} << 30;
    properties->sharedMemPerBlock = limits.sharedPerBlock;
    properties->sharedMemPerMultiprocessor = limits.sharedPerBlock;
    properties->maxSharedMemoryPerMultiProcessor = limits.sharedPerBlock;
    properties->totalConstMem = size_t{2} << 30;
    properties->regsPerBlock = 65536;
    properties->warpSize = limits.waveLanes;
    properties->maxThreadsPerBlock = limits.threadsPerBlock;
    properties->maxThreadsPerMultiProcessor = 2048;
    for (int i = 0; i < 3; ++i) {
        properties->maxThreadsDim[i] = 1024;
        properties->maxGridSize[i] = i == 0 ? 2147483647 : 65535;
    }
    properties->major = isCdna ? 9 : 11;
    properties->minor = isCdna ? 4 : 0;
    properties->multiProcessorCount = limits.processors;
    properties->l2CacheSize = 4 * 1024 * 1024;
    properties->memoryBusWidth = 8192;
    properties->concurrentKernels = properties->cooperativeLaunch = properties->managedMemory = 1;
    properties->canMapHostMemory = 1;
    return hipSuccess;
}

inline hipError_t hipDeviceGetAttribute(int* value, hipDeviceAttribute_t attribute, int device)
{
    hipDeviceProp_t all;
    if (const hipError_t error = hipGetDeviceProperties(&all, device); error != hipSuccess) {
        return error;
    }
    switch (attribute) {
    case hipDeviceAttributeComputeCapabilityMajor:
        *value = all.major;
        break;
    case hipDeviceAttributeComputeCapabilityMinor:
        *value = all.minor;
        break;
    case hipDeviceAttributeCooperativeLaunch:
        *value = 1;
        break;
    case hipDeviceAttributeMaxSharedMemoryPerBlock:
        *value = static_cast<int>(all.sharedMemPerBlock);
        break;
    case hipDeviceAttributeMaxThreadsPerBlock:
        *value = all.maxThreadsPerBlock;
        break;
    case hipDeviceAttributeMaxThreadsPerMultiProcessor:
        *value = all.maxThreadsPerMultiProcessor;
        break;
    case hipDeviceAttributeMultiprocessorCount:
        *value = all.multiProcessorCount;
        break;
    case hipDeviceAttributeWarpSize:
        *value = all.warpSize;
        break;
    }
    return hipSuccess;
}

enum hipFuncAttribute {
    hipFuncAttributeMaxDynamicSharedMemorySize = 8,
    hipFuncAttributePreferredSharedMemoryCarveout = 9,
};
template <typename Kernel>
hipError_t hipFuncSetAttribute(Kernel, hipFuncAttribute attribute, int value)
{
    if (attribute == hipFuncAttributeMaxDynamicSharedMemorySize && value > 0) {
        lanes::allowShared(static_cast<std::size_t>(value));
    }
    return hipSuccess;
}

inline constexpr hipStream_t hipStreamPerThread = nullptr;
