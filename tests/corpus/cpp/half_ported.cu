// Ported by hand before: only what a release changed is worth a word.
#ifdef USE_ROCM
#include <hip/hip_runtime.h>
#include <hipblas.h>
#else
#include <cublas_v2.h>
#include <cuda_runtime.h>
#endif

#ifdef USE_ROCM
constexpr int kWidth = __AMDGCN_WAVEFRONT_SIZE;
hipblasDatatype_t type = HIPBLAS_R_32F;
#else
constexpr int kWidth = 32;
cudaDataType type = CUDA_R_32F;
#endif
