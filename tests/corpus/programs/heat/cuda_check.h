#pragma once
#include <cstdio>
#include "cuda_runtime_api.h"

// Returns from the function with the error of the call.
#define RETURN_IF_CUDA_FAILS(call)                                                   \
    if (const cudaError_t cudaCheckError = (call); cudaCheckError != cudaSuccess) {  \
        std::fprintf(stderr, #call " gives %s\n", cudaGetErrorString(cudaCheckError)); \
        return cudaCheckError;                                                       \
    }
