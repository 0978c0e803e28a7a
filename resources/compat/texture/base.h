// Arrays, textures and surfaces in memory, for GPUs without image instructions. A handle is the address of what a
// kernel reads of it.
#include <cmath>
#include <cstddef>
#include <type_traits>

#ifndef __HIPCC__
#define ROCPORT_BOTH
#else
#define ROCPORT_BOTH __host__ __device__
#endif
struct rocportTexels
{
    unsigned char* data;
    size_t pitch;          // bytes from one row to the next
    size_t slice;          // bytes from one layer to the next
    unsigned int width;    // elements of a row
    unsigned int height;   // 1 where there are no rows
    unsigned int depth;    // slices or layers; 1 where there are none
    unsigned int channels; // 1, 2 or 4
    unsigned int bytes;    // of one channel
    unsigned int kind;     // hipChannelFormatKind
};
struct rocportArray
{
    unsigned long long mark; // tells it from arrays of HIP
    rocportTexels texels;
    hipChannelFormatDesc format;
    hipExtent extent; // as it was asked for
    unsigned int flags;
};
struct rocportTexture
{
    rocportTexels texels;
    int address[3]; // hipTextureAddressMode
    bool isLinear;
    bool isNormalized;   // coordinates
    bool isPromoted;     // 8 and 16 bits to [0, 1] or [-1, 1]
    unsigned int border[4]; // bits
    hipResourceDesc resource;
    hipTextureDesc texture;
    unsigned int flags; // of the driver interface
};
struct rocportSurface
{
    rocportTexels texels;
    hipResourceDesc resource;
};
// From handles as numbers and, where HIP's headers were read before, as pointers; not from the place of a result.
template <typename Item>
struct rocportHandle
{
    const Item* at;
    template <typename Object, typename = typename std::enable_if<
                                   std::is_integral<Object>::value || std::is_same<Object, hipTextureObject_t>::value ||
                                   std::is_same<Object, hipSurfaceObject_t>::value>::type>
    ROCPORT_BOTH rocportHandle(Object object) : at((const Item*)object)
    {
    }
};
// (HIP has a code of its own for this from 6.4 on.)
#if defined(HIP_VERSION) && HIP_VERSION < 60400000
#define ROCPORT_INVALID_FORMAT hipErrorInvalidValue
#else
#define ROCPORT_INVALID_FORMAT hipErrorInvalidChannelDescriptor
#endif
const unsigned long long rocportArrayMark = 0x79617272416d6152ull;
inline rocportArray* rocportOwnArray(hipArray_const_t array)
{
    rocportArray* const own = (rocportArray*)array;
    return own != nullptr && own->mark == rocportArrayMark ? own : nullptr;
}
inline size_t rocportElementBytes(const rocportTexels& texels)
{
    return static_cast<size_t>(texels.channels) * texels.bytes;
}
inline bool rocportSetFormat(rocportTexels& texels, const hipChannelFormatDesc& format)
{
    const int sizes[4] = {format.x, format.y, format.z, format.w};
    unsigned int channels = 0;
    while (channels < 4 && sizes[channels] != 0)
        ++channels;
    for (unsigned int i = 0; i < 4; ++i)
        if (sizes[i] != (i < channels ? format.x : 0))
            return false;
    if (channels == 0 || channels == 3 || (format.x != 8 && format.x != 16 && format.x != 32) ||
        (format.f == hipChannelFormatKindFloat
             ? format.x == 8
             : format.f != hipChannelFormatKindSigned && format.f != hipChannelFormatKindUnsigned))
        return false;
    texels.channels = channels;
    texels.bytes = static_cast<unsigned int>(format.x) / 8;
    texels.kind = static_cast<unsigned int>(format.f);
    return true;
}
// What kernels read of a texture or surface, put into memory of the device.
template <typename Object, typename Item>
inline hipError_t rocportPublish(Object* object, const Item& item)
{
    void* place = nullptr;
    hipError_t error = hipMalloc(&place, sizeof item);
    if (error != hipSuccess)
        return error;
    error = hipMemcpy(place, &item, sizeof item, hipMemcpyHostToDevice);
    if (error != hipSuccess) {
        static_cast<void>(hipFree(place));
        return error;
    }
    *object = (Object)(unsigned long long)place;
    return hipSuccess;
}
template <typename Item, typename Object>
inline hipError_t rocportRead(Item* item, Object object)
{
    if (object == Object())
        return hipErrorInvalidValue;
    return hipMemcpy(item, (const void*)object, sizeof *item, hipMemcpyDeviceToHost);
}
typedef unsigned long long rocportObject_t;
#define hipTextureObject_t rocportObject_t
#define hipSurfaceObject_t rocportObject_t
