// text
#include <hip/hip_runtime.h>
#include <stdio.h>

#include "hip/hip_runtime_api.h"

#include <hip/hip_fp16.h>
#include <hip/hip_complex.h>

#include <rocrand/rocrand.h>
#include <rocrand/rocrand_kernel.h>
#include <rocrand/rocrand_normal.h>
#include <hipfft/hipfft.h>
#include <hipfft/hipfftXt.h>
#include <hip/hip_vector_types.h>
#include <hip/hip_runtime_api.h>

#include <hip/hip_texture_types.h>
#include <rocblas.h>
#include <rocsparse.h>
#include <rocsolver/rocsolver.h>

#include <hip/hiprtc.h>
#include <hip/hip_cooperative_groups.h>
#include <hip/driver_types.h>
#include <hip/hip_math_constants.h>
#include <cuda_bf16.h>
#include <hip/hip_fp8.h>
#include <hip/library_types.h>
int main() { return 0; }
