// Which code ROCm compiles where a condition joins its word with more by "&&".
#include <cuda_runtime.h>

__device__ unsigned first(bool p)
{
#if !defined(USE_ROCM) && CUDA_VERSION >= 12000
    return __reduce_or_sync(0xffffffff, p); // for CUDA alone
#else
    return __ballot_sync(0xffffffff, p); // ROCm takes it, and older CUDA
#endif
}

__device__ unsigned second(bool p)
{
#if defined(USE_ROCM) && defined(__HIPCC__)
    return __any(p);
#elif CUDA_VERSION < 11000
    return __any_sync(0xffffffff, p); // ROCm does not come here
#else
    return __all_sync(0xffffffff, p);
#endif
}

__device__ unsigned third(bool p)
{
#if CUDA_VERSION >= 12000 && !defined(USE_ROCM)
    return __any_sync(0xffffffff, p);
#elif CUDA_VERSION < 11000
    return __ballot_sync(0xffffffff, p) != 0; // CUDA_VERSION counts as 0 on ROCm
#else
    return __all_sync(0xffffffff, p); // no arm for ROCm
#endif
}

#if !defined(__CUDACC__) && !defined(__HIPCC__)
inline unsigned fourth(bool p) { return p; }
#else
__device__ inline unsigned fourth(bool p) { return __ballot_sync(0xffffffff, p); } // both
#endif

#ifdef USE_ROCM
__device__ inline bool fifth(bool p) { return __any(p); }
#else
__device__ inline bool fifth(bool p) { return __any_sync(0xffffffff, p); }
#endif

#if defined(USE_ROCM) && ROCM_VERSION >= 60200
__device__ inline bool sixth(bool p) { return __all(p); }
#else
__device__ inline bool sixth(bool p) { return __all_sync(0xffffffff, p); } // CUDA and old ROCm
#endif
