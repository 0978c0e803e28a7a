#pragma once

// CUDA's driver API.

#include "cuda_runtime.h"

#define __cuda_cuda_h__
#define CUDA_VERSION CUDART_VERSION
#define CUDAAPI

typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st* CUcontext;
typedef struct CUmod_st* CUmodule;
typedef struct CUfunc_st* CUfunction;
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;
typedef cudaArray_t CUarray;
typedef cudaTextureObject_t CUtexObject;
typedef struct CUlinkState_st* CUlinkState;
typedef size_t (*CUoccupancyB2DSize)(int);

enum cudaError_enum {
    CUDA_SUCCESS = 0,
    CUDA_ERROR_INVALID_VALUE = 1,
    CUDA_ERROR_OUT_OF_MEMORY = 2,
    CUDA_ERROR_NOT_INITIALIZED = 3,
    CUDA_ERROR_NO_DEVICE = 100,
    CUDA_ERROR_INVALID_DEVICE = 101,
    CUDA_ERROR_INVALID_IMAGE = 200,
    CUDA_ERROR_INVALID_CONTEXT = 201,
    CUDA_ERROR_ALREADY_MAPPED = 208,
    CUDA_ERROR_NO_BINARY_FOR_GPU = 209,
    CUDA_ERROR_NOT_MAPPED = 211,
    CUDA_ERROR_INVALID_PTX = 218,
    CUDA_ERROR_FILE_NOT_FOUND = 301,
    CUDA_ERROR_INVALID_HANDLE = 400,
    CUDA_ERROR_NOT_FOUND = 500,
    CUDA_ERROR_NOT_READY = 600,
    CUDA_ERROR_ASSERT = 710,
    CUDA_ERROR_LAUNCH_FAILED = 719,
    CUDA_ERROR_NOT_SUPPORTED = 801,
    CUDA_ERROR_UNKNOWN = 999,
};
typedef cudaError_enum CUresult;

enum CUdevice_attribute {
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X = 2,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y = 3,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z = 4,
    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X = 5,
    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y = 6,
    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z = 7,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = 8,
    CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY = 9,
    CU_DEVICE_ATTRIBUTE_WARP_SIZE = 10,
    CU_DEVICE_ATTRIBUTE_MAX_PITCH = 11,
    CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK = 12,
    CU_DEVICE_ATTRIBUTE_CLOCK_RATE = 13,
    CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT = 14,
    CU_DEVICE_ATTRIBUTE_GPU_OVERLAP = 15,
    CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
    CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT = 17,
    CU_DEVICE_ATTRIBUTE_INTEGRATED = 18,
    CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY = 19,
    CU_DEVICE_ATTRIBUTE_COMPUTE_MODE = 20,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH = 21,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH = 22,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT = 23,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH = 24,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT = 25,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH = 26,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH = 27,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT = 28,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS = 29,
    CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT = 30,
    CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS = 31,
    CU_DEVICE_ATTRIBUTE_ECC_ENABLED = 32,
    CU_DEVICE_ATTRIBUTE_PCI_BUS_ID = 33,
    CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID = 34,
    CU_DEVICE_ATTRIBUTE_TCC_DRIVER = 35,
    CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE = 36,
    CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH = 37,
    CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = 38,
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR = 39,
    CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT = 40,
    CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING = 41,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH = 42,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS = 43,
    CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID = 50,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
    CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY = 83,
    CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS = 89,
    CU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED = 90,
    CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH = 95,
    CU_DEVICE_ATTRIBUTE_COOPERATIVE_MULTI_DEVICE_LAUNCH = 96,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
    CU_DEVICE_ATTRIBUTE_VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED = 102,
    CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED = 102,
    CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED = 103,
    CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED = 107,
    CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED = 115,
};
enum CUcomputemode {
    CU_COMPUTEMODE_DEFAULT = 0,
    CU_COMPUTEMODE_PROHIBITED = 2,
    CU_COMPUTEMODE_EXCLUSIVE_PROCESS = 3,
};

enum CUjit_option {
    CU_JIT_MAX_REGISTERS = 0,
    CU_JIT_THREADS_PER_BLOCK = 1,
    CU_JIT_WALL_TIME = 2,
    CU_JIT_INFO_LOG_BUFFER = 3,
    CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES = 4,
    CU_JIT_ERROR_LOG_BUFFER = 5,
    CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6,
    CU_JIT_OPTIMIZATION_LEVEL = 7,
    CU_JIT_TARGET_FROM_CUCONTEXT = 8,
    CU_JIT_TARGET = 9,
    CU_JIT_FALLBACK_STRATEGY = 10,
    CU_JIT_GENERATE_DEBUG_INFO = 11,
    CU_JIT_LOG_VERBOSE = 12,
    CU_JIT_GENERATE_LINE_INFO = 13,
    CU_JIT_CACHE_MODE = 14,
};
enum CUjitInputType {
    CU_JIT_INPUT_CUBIN = 0,
    CU_JIT_INPUT_PTX = 1,
    CU_JIT_INPUT_FATBINARY = 2,
    CU_JIT_INPUT_OBJECT = 3,
    CU_JIT_INPUT_LIBRARY = 4,
};
enum CUmemAllocationCompType {
    CU_MEM_ALLOCATION_COMP_NONE = 0,
    CU_MEM_ALLOCATION_COMP_GENERIC = 1,
};
enum CUmemorytype {
    CU_MEMORYTYPE_HOST = 1,
    CU_MEMORYTYPE_DEVICE = 2,
    CU_MEMORYTYPE_ARRAY = 3,
    CU_MEMORYTYPE_UNIFIED = 4,
};
enum : unsigned {
    CU_TRSF_READ_AS_INTEGER = 1,
    CU_TRSF_NORMALIZED_COORDINATES = 2,
    CU_STREAM_DEFAULT = 0,
    CU_STREAM_NON_BLOCKING = 1,
    CU_EVENT_DEFAULT = 0,
    CU_EVENT_BLOCKING_SYNC = 1,
    CU_EVENT_DISABLE_TIMING = 2,
    CU_CTX_SCHED_AUTO = 0,
    CU_CTX_SCHED_SPIN = 1,
    CU_CTX_SCHED_YIELD = 2,
    CU_CTX_SCHED_BLOCKING_SYNC = 4,
    CU_CTX_MAP_HOST = 8,
};
typedef cudaMemLocation CUmemLocation;
typedef cudaMemAccessDesc CUmemAccessDesc;
typedef unsigned long long CUmemGenericAllocationHandle;
constexpr auto CU_MEM_LOCATION_TYPE_DEVICE = cudaMemLocationTypeDevice;
constexpr auto CU_MEM_ALLOCATION_TYPE_PINNED = cudaMemAllocationTypePinned;
constexpr auto CU_MEM_ACCESS_FLAGS_PROT_NONE = cudaMemAccessFlagsProtNone;
constexpr auto CU_MEM_ACCESS_FLAGS_PROT_READ = cudaMemAccessFlagsProtRead;
constexpr auto CU_MEM_ACCESS_FLAGS_PROT_READWRITE = cudaMemAccessFlagsProtReadWrite;

#define LANES_BIG(name) CU_##name
#define LANES_BIG_TYPE(name) CUDA_##name
#define LANES_DRIVER(name) cu##name
#define LANES_DRIVER_RESULT CUresult
#define LANES_DRIVER_PLACE CUdeviceptr
#define LANES_DRIVER_DEVICE CUdevice
#define LANES_DRIVER_CONTEXT CUcontext
#define LANES_DRIVER_MODULE CUmodule
#define LANES_DRIVER_FUNCTION CUfunction
#define LANES_DRIVER_OPTION CUjit_option
#define LANES_DRIVER_INPUT CUjitInputType
#define LANES_DRIVER_LINK CUlinkState
#define LANES_DRIVER_ARRAY CUarray
#define LANES_DRIVER_FORMAT CUarray_format
#define LANES_DRIVER_RESOURCE_TYPE CUresourcetype
#define LANES_DRIVER_ADDRESS_MODE CUaddress_mode
#define LANES_DRIVER_FILTER_MODE CUfilter_mode
#define LANES_DRIVER_MEMORY_TYPE CUmemorytype
#define LANES_DRIVER_MEMORY_ARRAY CU_MEMORYTYPE_ARRAY
#define LANES_DRIVER_MEMORY_HOST CU_MEMORYTYPE_HOST
#define LANES_DRIVER_MEMCPY_2D CUDA_MEMCPY2D
#define LANES_DRIVER_COPY_ROWS cuMemcpy2D
#define LANES_DRIVER_COPY_ROWS_ASYNC cuMemcpy2DAsync
#define LANES_DRIVER_COPY_UNALIGNED cuMemcpy2DUnaligned
#define LANES_DRIVER_MEMCPY_3D CUDA_MEMCPY3D
#define LANES_DRIVER_COPY_PLANES cuMemcpy3D
#define LANES_DRIVER_COPY_PLANES_ASYNC cuMemcpy3DAsync
#define LANES_VIRTUAL_PROPERTIES CUmemAllocationProp
#define LANES_VIRTUAL_HANDLE CUmemGenericAllocationHandle
#define LANES_VIRTUAL_HANDLES requestedHandleTypes
#define LANES_VIRTUAL_GRANULARITY CUmemAllocationGranularity_flags
#define LANES_VIRTUAL_MINIMUM CU_MEM_ALLOC_GRANULARITY_MINIMUM
#define LANES_VIRTUAL_RECOMMENDED CU_MEM_ALLOC_GRANULARITY_RECOMMENDED
#define LANES_DEVICE_PROPERTIES cudaDeviceProp
#include "lanes/driverapi.h"

inline CUresult cuDriverGetVersion(int* version)
{
    return rocport_lanes::driver(cudaDriverGetVersion(version));
}
inline CUresult cuGetErrorName(CUresult error, const char** name)
{
    *name = cudaGetErrorName(static_cast<cudaError_t>(error));
    return CUDA_SUCCESS;
}
inline CUresult cuGetErrorString(CUresult error, const char** text)
{
    *text = cudaGetErrorString(static_cast<cudaError_t>(error));
    return CUDA_SUCCESS;
}
inline CUresult cuDeviceGetCount(int* count)
{
    return rocport_lanes::driver(cudaGetDeviceCount(count));
}
inline CUresult cuDeviceGetName(char* name, int length, CUdevice device)
{
    cudaDeviceProp all;
    const cudaError_t error = cudaGetDeviceProperties(&all, device);
    if (error == cudaSuccess) {
        std::snprintf(name, static_cast<size_t>(length), "%s", all.name);
    }
    return rocport_lanes::driver(error);
}
inline CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute which, CUdevice device)
{
    if (which == CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT) {
        *value = 512;
        return CUDA_SUCCESS;
    }
    if (which == CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED ||
        which == CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED ||
        which == CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED) {
        *value = which != CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED;
        return CUDA_SUCCESS;
    }
    return rocport_lanes::driver(
        cudaDeviceGetAttribute(value, static_cast<cudaDeviceAttr>(which), device));
}
inline CUresult cuDeviceCanAccessPeer(int* can, CUdevice device, CUdevice peer)
{
    return rocport_lanes::driver(cudaDeviceCanAccessPeer(can, device, peer));
}
inline CUresult cuMemAlloc(CUdeviceptr* place, size_t bytes)
{
    void* memory = nullptr;
    const cudaError_t error = cudaMalloc(&memory, bytes);
    *place = reinterpret_cast<CUdeviceptr>(memory);
    return rocport_lanes::driver(error);
}
inline CUresult cuMemFree(CUdeviceptr place)
{
    return rocport_lanes::driver(cudaFree(rocport_lanes::pointer(place)));
}
inline CUresult cuMemGetInfo(size_t* left, size_t* all)
{
    return rocport_lanes::driver(cudaMemGetInfo(left, all));
}

#include "lanes/cudadriver.h"
