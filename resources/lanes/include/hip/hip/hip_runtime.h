#pragma once

// HIP's runtime on LANES_WAVE lanes, as an AMD GPU answers.

// Programs ask by these whether the headers were read.
#define HIP_INCLUDE_HIP_HIP_RUNTIME_H
#define HIP_INCLUDE_HIP_HIP_RUNTIME_API_H

#define LANES_AMD 1
#define LANES_PREFIX hip
#define LANES_ERROR hipError_t
#define LANES_STREAM ihipStream_t
#define LANES_EVENT ihipEvent_t
#define LANES_MEMCPY_3D hipMemcpy3DParms
#define LANES_MEMORY_ADVICE hipMemoryAdvise
#define LANES_LIMIT hipLimit_t
#define LANES_MEMORY_TYPE hipMemoryType
#define LANES_POINTER_ATTRIBUTES hipPointerAttribute_t
#define LANES_LAUNCH_CONFIG hipLaunchConfig_t
#define hipStreamDefault 0x00
#define LANES_RUNTIME_VERSION 70251831
#define HIP_VERSION_MAJOR 7
#define HIP_VERSION_MINOR 2
#define HIP_VERSION_PATCH 51831
#define HIP_VERSION LANES_RUNTIME_VERSION

#include "lanes/vectoroperators.h"
#include "lanes/wave.h"

#include "lanes/runtimeapi.h"

#define HIP_DYNAMIC_SHARED(type, name) type(&name)[] = ::rocport_lanes::dynamicShared<type[]>();
#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define HIP_SYMBOL(x) x
#define hipLaunchKernelGGL(kernel, grid, block, shared, stream, ...)                               \
    ::rocport_lanes::launcher(                                                                             \
        #kernel, ::rocport_lanes::Site::here(), [=](auto&... lanes_a) { kernel(lanes_a...); },             \
        ::rocport_lanes::Sizes(grid, block, shared, stream),                                               \
        [&](auto&... lanes_a) requires requires { kernel(lanes_a...); } {})(__VA_ARGS__)

inline constexpr hipError_t hipErrorOutOfMemory = hipErrorMemoryAllocation;
inline constexpr hipError_t hipErrorInvalidHandle = hipErrorInvalidResourceHandle;

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

inline hipError_t hipProfilerStart()
{
    return hipSuccess;
}
inline hipError_t hipProfilerStop()
{
    return hipSuccess;
}

#define __builtin_amdgcn_rcpf(x) (1.0f / static_cast<float>(x))

// Clang's atomics with a scope; all are of the system here.
#define __HIP_MEMORY_SCOPE_SINGLETHREAD 1
#define __HIP_MEMORY_SCOPE_WAVEFRONT 2
#define __HIP_MEMORY_SCOPE_WORKGROUP 3
#define __HIP_MEMORY_SCOPE_AGENT 4
#define __HIP_MEMORY_SCOPE_SYSTEM 5
template <typename T>
T lanesLoad(const T* place)
{
    rocport_lanes::breathe();
    T value;
    __atomic_load(place, &value, __ATOMIC_SEQ_CST);
    return value;
}
template <typename T>
void lanesStore(T* place, rocport_lanes::Same<T> value)
{
    __atomic_store(place, &value, __ATOMIC_SEQ_CST);
}
template <typename T>
bool lanesCompareExchange(T* place, T* expected, rocport_lanes::Same<T> value)
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

#include "lanes/hipdevice.h"

// HIP's driver API.
typedef int hipDevice_t;
typedef struct ihipCtx_t* hipCtx_t;
typedef struct ihipModule_t* hipModule_t;
typedef struct ihipModuleSymbol_t* hipFunction_t;
typedef void* hipDeviceptr_t;
typedef struct ihipLinkState_t* hipLinkState_t;
typedef struct ihipMemGenericAllocationHandle* hipMemGenericAllocationHandle_t;
enum hipJitOption {
    hipJitOptionMaxRegisters = 0,
    hipJitOptionThreadsPerBlock = 1,
    hipJitOptionWallTime = 2,
    hipJitOptionInfoLogBuffer = 3,
    hipJitOptionInfoLogBufferSizeBytes = 4,
    hipJitOptionErrorLogBuffer = 5,
    hipJitOptionErrorLogBufferSizeBytes = 6,
    hipJitOptionOptimizationLevel = 7,
    hipJitOptionTargetFromContext = 8,
    hipJitOptionTarget = 9,
    hipJitOptionFallbackStrategy = 10,
    hipJitOptionGenerateDebugInfo = 11,
    hipJitOptionLogVerbose = 12,
    hipJitOptionGenerateLineInfo = 13,
    hipJitOptionCacheMode = 14,
};
enum hipJitInputType {
    hipJitInputCubin = 0,
    hipJitInputPtx = 1,
    hipJitInputFatBinary = 2,
    hipJitInputObject = 3,
    hipJitInputLibrary = 4,
};
constexpr auto hipMemoryTypeArray = static_cast<hipMemoryType>(10);
constexpr auto hipMemoryTypeUnified = static_cast<hipMemoryType>(11);
enum : unsigned {
    HIP_TRSF_READ_AS_INTEGER = 1,
    HIP_TRSF_NORMALIZED_COORDINATES = 2,
    HIP_TRSF_SRGB = 16,
};
typedef hipTextureObject_t hipTexObject;
#define LANES_BIG(name) HIP_##name
#define LANES_BIG_TYPE(name) HIP_##name
#define LANES_DRIVER(name) hip##name
#define LANES_DRIVER_RESULT hipError_t
#define LANES_DRIVER_PLACE hipDeviceptr_t
#define LANES_DRIVER_DEVICE hipDevice_t
#define LANES_DRIVER_CONTEXT hipCtx_t
#define LANES_DRIVER_MODULE hipModule_t
#define LANES_DRIVER_FUNCTION hipFunction_t
#define LANES_DRIVER_OPTION hipJitOption
#define LANES_DRIVER_INPUT hipJitInputType
#define LANES_DRIVER_LINK hipLinkState_t
#define LANES_DRIVER_ARRAY hipArray_t
#define LANES_DRIVER_FORMAT hipArray_Format
#define LANES_DRIVER_RESOURCE_TYPE HIPresourcetype
#define LANES_DRIVER_ADDRESS_MODE HIPaddress_mode
#define LANES_DRIVER_FILTER_MODE HIPfilter_mode
#define LANES_DRIVER_MEMORY_TYPE hipMemoryType
#define LANES_DRIVER_MEMORY_ARRAY hipMemoryTypeArray
#define LANES_DRIVER_MEMORY_HOST hipMemoryTypeHost
#define LANES_DRIVER_MEMCPY_2D hip_Memcpy2D
#define LANES_DRIVER_COPY_ROWS hipMemcpyParam2D
#define LANES_DRIVER_COPY_ROWS_ASYNC hipMemcpyParam2DAsync
#define LANES_DRIVER_COPY_UNALIGNED hipDrvMemcpy2DUnaligned
#define LANES_DRIVER_MEMCPY_3D HIP_MEMCPY3D
#define LANES_DRIVER_COPY_PLANES hipDrvMemcpy3D
#define LANES_DRIVER_COPY_PLANES_ASYNC hipDrvMemcpy3DAsync
#define LANES_VIRTUAL_PROPERTIES hipMemAllocationProp
#define LANES_VIRTUAL_HANDLE hipMemGenericAllocationHandle_t
#define LANES_VIRTUAL_HANDLES requestedHandleTypes
#define LANES_VIRTUAL_GRANULARITY hipMemAllocationGranularity_flags
#define LANES_VIRTUAL_MINIMUM hipMemAllocationGranularityMinimum
#define LANES_VIRTUAL_RECOMMENDED hipMemAllocationGranularityRecommended
#define LANES_DEVICE_PROPERTIES hipDeviceProp_t
#include "lanes/driverapi.h"

inline hipError_t hipDrvGetErrorName(hipError_t error, const char** name)
{
    *name = hipGetErrorName(error);
    return hipSuccess;
}
inline hipError_t hipDrvGetErrorString(hipError_t error, const char** text)
{
    *text = hipGetErrorString(error);
    return hipSuccess;
}

struct hipGraphEdgeData
{
    unsigned char from_port;
    unsigned char reserved[5];
    unsigned char to_port;
    unsigned char type;
};
typedef hipMemoryType hipMemoryType_t;
typedef hipChannelFormatDesc hipChannelFormatDesc_t;
typedef hipLaunchAttribute hipLaunchAttribute_t;

#define HIP_LAUNCH_PARAM_BUFFER_POINTER (reinterpret_cast<void*>(1))
#define HIP_LAUNCH_PARAM_BUFFER_SIZE (reinterpret_cast<void*>(2))
#define HIP_LAUNCH_PARAM_END (reinterpret_cast<void*>(3))
inline hipError_t hipModuleLaunchKernel(hipFunction_t function, unsigned gridX, unsigned gridY,
                                        unsigned gridZ, unsigned blockX, unsigned blockY,
                                        unsigned blockZ, unsigned shared, hipStream_t stream,
                                        void** arguments, void** extra,
                                        rocport_lanes::Site site = rocport_lanes::Site::here())
{
    return rocport_lanes::driver(rocport_lanes::launchFunction(
        function,
        rocport_lanes::launchSize(gridX, gridY, gridZ, blockX, blockY, blockZ, shared, false),
        arguments, extra, stream, site));
}
inline hipError_t
hipModuleLaunchCooperativeKernel(hipFunction_t function, unsigned gridX, unsigned gridY,
                                 unsigned gridZ, unsigned blockX, unsigned blockY, unsigned blockZ,
                                 unsigned shared, hipStream_t stream, void** arguments,
                                 rocport_lanes::Site site = rocport_lanes::Site::here())
{
    return rocport_lanes::driver(rocport_lanes::launchFunction(
        function,
        rocport_lanes::launchSize(gridX, gridY, gridZ, blockX, blockY, blockZ, shared, true),
        arguments, nullptr, stream, site));
}
enum hipFunction_attribute {
    HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
    HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
    HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES = 2,
    HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3,
    HIP_FUNC_ATTRIBUTE_NUM_REGS = 4,
    HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
};
inline hipError_t hipFuncGetAttribute(int* value, hipFunction_attribute which,
                                      hipFunction_t function)
{
    hipFuncAttributes all;
    hipFuncGetAttributes(&all, function);
    *value = which == HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK ? all.maxThreadsPerBlock
             : which == HIP_FUNC_ATTRIBUTE_NUM_REGS            ? all.numRegs
             : which == HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
                 ? all.maxDynamicSharedSizeBytes
                 : 0;
    return hipSuccess;
}
inline hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks,
                                                                     hipFunction_t function,
                                                                     int threads, size_t shared)
{
    return hipOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, shared);
}
inline hipError_t hipModuleOccupancyMaxPotentialBlockSize(int* grid, int* block,
                                                          hipFunction_t function, size_t shared,
                                                          int limit)
{
    return hipOccupancyMaxPotentialBlockSize(grid, block, function, shared, limit);
}
