// nvcc puts CUDA's runtime before the project's own header, which may rest on it.
#include <stdio.h>
#include <vector>
#include "own/check.h"

#include <cuda_runtime.h>
#include "own/kernels.cuh"
#include <cublas_v2.h>

void free(void* data)
{
    OWN_CHECK(cudaFree(data));
}
