// Which code ROCm compiles where a condition compares its word with a number.
#include <cuda_runtime.h>

#if USE_ROCM == 1
__device__ inline bool first(bool p) { return __any(p); }
#else
__device__ inline bool first(bool p) { return __any_sync(0xffffffff, p); } // for CUDA alone
#endif

#if USE_ROCM == 0
__device__ inline bool second(bool p) { return __any_sync(0xffffffff, p); } // for CUDA alone
#else
__device__ inline bool second(bool p) { return __any(p); }
#endif

#if HIP_VERSION < 50000
__device__ inline bool third(bool p) { return __any_sync(0xffffffff, p); } // CUDA, and old ROCm
#else
__device__ inline bool third(bool p) { return __any(p); }
#endif

#if USE_ROCM == 2
__device__ inline bool fourth(bool p) { return __any(p); }
#else
__device__ inline bool fourth(bool p) { return __any_sync(0xffffffff, p); } // another ROCm may come here
#endif
