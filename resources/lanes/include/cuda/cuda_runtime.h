#pragma once

// CUDA's runtime on 32 lanes, as an H100-like GPU answers.

#define LANES_NVIDIA 1
#define LANES_PREFIX cuda
#define LANES_ERROR cudaError
#define LANES_STREAM CUstream_st
#define LANES_EVENT CUevent_st
#define LANES_MEMCPY_3D cudaMemcpy3DParms
#define LANES_MEMORY_ADVICE cudaMemoryAdvise
#define LANES_LIMIT cudaLimit
#define LANES_MEMORY_TYPE cudaMemoryType
#define LANES_POINTER_ATTRIBUTES cudaPointerAttributes
#define LANES_LAUNCH_CONFIG cudaLaunchConfig_st
#define cudaStreamDefault 0x00
#define LANES_RUNTIME_VERSION 13000
#define CUDART_VERSION 13000

#include "lanes/roundedarithmetic.h"
#include "lanes/wave.h"
#include "lanes/wordsimd.h"

#include "lanes/ptx.h"
#include "lanes/runtimeapi.h"

// Headers of programs ask by these whether the runtime's were read.
#define __DRIVER_TYPES_H__
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__

#define CUDART_CB
#define CUDARTAPI

inline cudaError_t cudaThreadSynchronize()
{
    return cudaDeviceSynchronize();
}
inline cudaError_t cudaThreadSetLimit(cudaLimit limit, size_t value)
{
    return cudaDeviceSetLimit(limit, value);
}
inline cudaError_t cudaProfilerStart()
{
    return cudaSuccess;
}
inline cudaError_t cudaProfilerStop()
{
    return cudaSuccess;
}
inline cudaError_t cudaThreadExit()
{
    return cudaDeviceReset();
}
inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned)
{
    return cudaEventCreate(event);
}

typedef cudaLaunchConfig_st cudaLaunchConfig_t;
inline constexpr unsigned cudaDeviceBlockingSync = 4;

enum : unsigned {
    cudaHostAllocDefault = 0,
    cudaHostAllocPortable = 1,
    cudaHostAllocMapped = 2,
    cudaHostAllocWriteCombined = 4,
};

#include "lanes/cudadevice.h"
