// Addresses in shared memory as PTX has them, offsets of 32 bits, and copies by one thread, made at once.
#define ROCPORT_SHARED __attribute__((address_space(3)))
inline __device__ size_t rocportSharedOffset(const void* pointer)
{
#ifdef __HIP_DEVICE_COMPILE__
    return static_cast<size_t>((unsigned int)(const ROCPORT_SHARED char*)pointer);
#else
    return reinterpret_cast<size_t>(pointer);
#endif
}
inline __device__ void* rocportFromShared(size_t offset)
{
#ifdef __HIP_DEVICE_COMPILE__
    return (void*)(ROCPORT_SHARED char*)static_cast<unsigned int>(offset);
#else
    return reinterpret_cast<void*>(offset);
#endif
}
// Of `count` bytes, those behind `given` become zero.
template <int count>
inline __device__ void rocportCopyToShared(unsigned int offset, const void* from, int given = count)
{
    static_assert(count == 4 || count == 8 || count == 16, "cp.async copies 4, 8 or 16 bytes");
    struct alignas(count) Unit
    {
        unsigned int words[count / 4];
    };
    Unit* const to = static_cast<Unit*>(rocportFromShared(offset));
    if (given == count) {
        *to = *static_cast<const Unit*>(from);
    } else {
        for (int i = 0; i < count; ++i)
            reinterpret_cast<unsigned char*>(to)[i] =
                i < given ? static_cast<const unsigned char*>(from)[i] : 0;
    }
}
#undef ROCPORT_SHARED
