// Copies to shared memory by one thread, made at once.
#if defined(__HIPCC__) && !defined(__HIPCC_RTC__)
#include <cstddef>

inline __device__ void rocportPipelineCopy(void* to, const void* from, ::std::size_t size,
                                           ::std::size_t zeros = 0)
{
    if (size == 16 && zeros == 0) {
        *static_cast<uint4*>(to) = *static_cast<const uint4*>(from);
    } else if (size == 8 && zeros == 0) {
        *static_cast<uint2*>(to) = *static_cast<const uint2*>(from);
    } else if (size == 4 && zeros == 0) {
        *static_cast<unsigned int*>(to) = *static_cast<const unsigned int*>(from);
    } else {
        for (::std::size_t i = 0; i < size; ++i)
            static_cast<unsigned char*>(to)[i] =
                i + zeros < size ? static_cast<const unsigned char*>(from)[i] : 0;
    }
}
#define __pipeline_memcpy_async(...) rocportPipelineCopy(__VA_ARGS__)
#define __pipeline_commit() static_cast<void>(0)
#define __pipeline_wait_prior(stages) static_cast<void>(stages)
#endif
