// Header comment of the file.
#pragma once
#include <vector>
#include <cuda.h>
#include <cuda_runtime.h>
#include "own.cuh"
#include <cublas_v2.h>

void run(cublasHandle_t handle)
{
    cudaDeviceSynchronize();
}
