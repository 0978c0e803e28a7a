// Limits of what AMD GPUs lack, by their numbers in CUDA, are unsupported, as they are on NVIDIA GPUs without it. How
// much of memory a fetch of the L2 cache reads is a hint that may be ignored.
inline hipError_t rocportDeviceSetLimit(hipLimit_t limit, size_t value)
{
    const int number = static_cast<int>(limit);
    if (number >= 3 && number <= 6)
        return number == 5 ? hipSuccess : hipErrorUnsupportedLimit;
#if HIP_VERSION >= 50300000
    return hipDeviceSetLimit(limit, value);
#else
    (void)value;
    return hipErrorUnsupportedLimit;
#endif
}
inline hipError_t rocportDeviceGetLimit(size_t* value, hipLimit_t limit)
{
    const int number = static_cast<int>(limit);
    return number >= 3 && number <= 6 ? hipErrorUnsupportedLimit : hipDeviceGetLimit(value, limit);
}
#undef cudaDeviceSetLimit
#define cudaDeviceSetLimit rocportDeviceSetLimit
#undef cudaDeviceGetLimit
#define cudaDeviceGetLimit rocportDeviceGetLimit
#undef cuCtxSetLimit
#define cuCtxSetLimit rocportDeviceSetLimit
#undef cuCtxGetLimit
#define cuCtxGetLimit rocportDeviceGetLimit
