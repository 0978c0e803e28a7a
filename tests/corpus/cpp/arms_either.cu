// Which code ROCm compiles where a condition joins its word with more by "||", or with what holds on ROCm anyway.
#include <cuda_runtime.h>

#if defined(USE_ROCM) || defined(USE_FALLBACK)
__device__ inline bool first(bool p) { return __any_sync(0xffffffff, p); } // CUDA may take it too
#else
__device__ inline bool first(bool p) { return __all_sync(0xffffffff, p); } // for CUDA alone
#endif

#if !defined(USE_ROCM) || defined(USE_FALLBACK)
__device__ inline bool second(bool p) { return __any_sync(0xffffffff, p); } // ROCm may take it too
#else
__device__ inline bool second(bool p) { return __any(p); }
#endif

#if defined(__CUDACC__) && !defined(USE_ROCM)
__device__ inline bool third(bool p) { return __any_sync(0xffffffff, p); } // for CUDA alone
#else
__device__ inline bool third(bool p) { return __any(p); } // for ROCm alone
#endif

#if defined(USE_ROCM) || defined(__HIPCC__)
__device__ inline bool fourth(bool p) { return __any(p); }
#else
__device__ inline bool fourth(bool p) { return __any_sync(0xffffffff, p); } // for CUDA alone
#endif
