// The arm for the device uses the macro as a value, which ROCm does not have.
template <int kArch>
struct Matches
{
    __host__ __device__ static constexpr bool value()
    {
#if defined(__CUDA_ARCH__)
        return __CUDA_ARCH__ == kArch;
#else
        return false;
#endif
    }
};

// Another condition inside of the arm is none.
__device__ int generation()
{
#ifdef __CUDA_ARCH__
    int generation = 1;
#if __CUDA_ARCH__ >= 800
    generation = 2;
#endif
    return generation;
#else
    return 0;
#endif
}
