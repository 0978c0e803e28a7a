// Arrays: rows in memory of the device.
#include <new>

inline hipError_t rocportMalloc3DArray(hipArray_t* array, const hipChannelFormatDesc* format, hipExtent extent,
                                       unsigned int flags = 0)
{
    const bool isLayered = (flags & hipArrayLayered) != 0;
    const bool isCube = (flags & hipArrayCubemap) != 0;
    if (array == nullptr || format == nullptr || extent.width == 0 || extent.width > (1u << 20) ||
        extent.height > (1u << 17) || extent.depth > (1u << 17))
        return hipErrorInvalidValue;
    if (isLayered || isCube ? extent.depth == 0 : extent.height == 0 && extent.depth != 0)
        return hipErrorInvalidValue;
    if (isCube && (extent.width != extent.height || (isLayered ? extent.depth % 6 != 0 : extent.depth != 6)))
        return hipErrorInvalidValue;
    rocportArray made = {};
    rocportTexels& texels = made.texels;
    if (!rocportSetFormat(texels, *format))
        return ROCPORT_INVALID_FORMAT;
    made.mark = rocportArrayMark;
    made.format = *format;
    made.extent = extent;
    made.flags = flags;
    texels.width = static_cast<unsigned int>(extent.width);
    texels.height = extent.height == 0 ? 1 : static_cast<unsigned int>(extent.height);
    texels.depth = extent.depth == 0 ? 1 : static_cast<unsigned int>(extent.depth);
    texels.pitch = (extent.width * rocportElementBytes(texels) + 127) / 128 * 128;
    texels.slice = texels.pitch * texels.height;
    void* data = nullptr;
    const hipError_t error = hipMalloc(&data, texels.slice * texels.depth);
    if (error != hipSuccess)
        return error;
    texels.data = static_cast<unsigned char*>(data);
    rocportArray* const kept = new (std::nothrow) rocportArray(made);
    if (kept == nullptr) {
        static_cast<void>(hipFree(data));
        return hipErrorOutOfMemory;
    }
    *array = (hipArray_t)kept;
    return hipSuccess;
}
inline hipError_t rocportMallocArray(hipArray_t* array, const hipChannelFormatDesc* format, size_t width,
                                     size_t height = 0, unsigned int flags = 0)
{
    return rocportMalloc3DArray(array, format, make_hipExtent(width, height, 0), flags);
}
inline hipError_t rocportFreeArray(hipArray_t array)
{
    rocportArray* const own = rocportOwnArray(array);
    if (own == nullptr)
        return array == nullptr ? hipSuccess : hipFreeArray(array);
    const hipError_t error = hipFree(own->texels.data);
    own->mark = 0;
    delete own;
    return error;
}
inline hipError_t rocportArrayGetInfo(hipChannelFormatDesc* format, hipExtent* extent, unsigned int* flags,
                                      hipArray_t array)
{
    const rocportArray* const own = rocportOwnArray(array);
    if (own == nullptr)
        return array == nullptr ? hipErrorInvalidHandle : hipArrayGetInfo(format, extent, flags, array);
    if (format != nullptr)
        *format = own->format;
    if (extent != nullptr)
        *extent = own->extent;
    if (flags != nullptr)
        *flags = own->flags;
    return hipSuccess;
}
inline hipError_t rocportGetChannelDesc(hipChannelFormatDesc* format, hipArray_const_t array)
{
    const rocportArray* const own = rocportOwnArray(array);
    if (own == nullptr)
        return array == nullptr ? hipErrorInvalidHandle : hipGetChannelDesc(format, array);
    if (format == nullptr)
        return hipErrorInvalidValue;
    *format = own->format;
    return hipSuccess;
}

// Rows between memory and an array, from the byte `x` of a row on. `into`: to the array.
inline hipError_t rocportCopyRows(bool into, const rocportArray& array, size_t x, size_t row, void* memory,
                                  size_t pitch, size_t width, size_t height, hipMemcpyKind kind, bool isAsync,
                                  hipStream_t stream)
{
    const rocportTexels& texels = array.texels;
    const size_t line = texels.width * rocportElementBytes(texels);
    if (x > line || width > line - x || row > texels.height || height > texels.height - row)
        return hipErrorInvalidValue;
    if (kind == hipMemcpyHostToHost || kind == (into ? hipMemcpyDeviceToHost : hipMemcpyHostToDevice))
        return hipErrorInvalidMemcpyDirection;
    if (width == 0 || height == 0)
        return hipSuccess;
    void* const at = texels.data + row * texels.pitch + x;
    void* const to = into ? at : memory;
    const void* const from = into ? memory : at;
    const size_t toPitch = into ? texels.pitch : pitch;
    const size_t fromPitch = into ? pitch : texels.pitch;
    return isAsync ? hipMemcpy2DAsync(to, toPitch, from, fromPitch, width, height, kind, stream)
                   : hipMemcpy2D(to, toPitch, from, fromPitch, width, height, kind);
}
// Bytes one after another, over the ends of rows.
inline hipError_t rocportCopyBytes(bool into, const rocportArray& array, size_t x, size_t row, void* memory,
                                   size_t count, hipMemcpyKind kind, bool isAsync, hipStream_t stream)
{
    const rocportTexels& texels = array.texels;
    const size_t line = texels.width * rocportElementBytes(texels);
    if (x >= line || row >= texels.height || count > (texels.height - row) * line - x)
        return hipErrorInvalidValue;
    unsigned char* at = static_cast<unsigned char*>(memory);
    while (count > 0) {
        const size_t wide = count < line - x ? count : line - x;
        const size_t high = wide == line ? count / line : 1;
        const hipError_t error =
            rocportCopyRows(into, array, x, row, at, wide, wide, high, kind, isAsync, stream);
        if (error != hipSuccess)
            return error;
        at += wide * high;
        count -= wide * high;
        row += high;
        x = 0;
    }
    return hipSuccess;
}
inline hipError_t rocportMemcpy2DToArray(hipArray_t to, size_t x, size_t row, const void* from, size_t pitch,
                                         size_t width, size_t height, hipMemcpyKind kind)
{
    const rocportArray* const own = rocportOwnArray(to);
    return to == nullptr ? hipErrorInvalidHandle
           : own == nullptr ? hipMemcpy2DToArray(to, x, row, from, pitch, width, height, kind)
                          : rocportCopyRows(true, *own, x, row, const_cast<void*>(from), pitch, width, height,
                                            kind, false, nullptr);
}
inline hipError_t rocportMemcpy2DToArrayAsync(hipArray_t to, size_t x, size_t row, const void* from, size_t pitch,
                                              size_t width, size_t height, hipMemcpyKind kind,
                                              hipStream_t stream = nullptr)
{
    const rocportArray* const own = rocportOwnArray(to);
    return to == nullptr ? hipErrorInvalidHandle
           : own == nullptr ? hipMemcpy2DToArrayAsync(to, x, row, from, pitch, width, height, kind, stream)
                          : rocportCopyRows(true, *own, x, row, const_cast<void*>(from), pitch, width, height,
                                            kind, true, stream);
}
inline hipError_t rocportMemcpy2DFromArray(void* to, size_t pitch, hipArray_const_t from, size_t x, size_t row,
                                           size_t width, size_t height, hipMemcpyKind kind)
{
    const rocportArray* const own = rocportOwnArray(from);
    return from == nullptr ? hipErrorInvalidHandle
           : own == nullptr ? hipMemcpy2DFromArray(to, pitch, from, x, row, width, height, kind)
               : rocportCopyRows(false, *own, x, row, to, pitch, width, height, kind, false, nullptr);
}
inline hipError_t rocportMemcpy2DFromArrayAsync(void* to, size_t pitch, hipArray_const_t from, size_t x,
                                                size_t row, size_t width, size_t height, hipMemcpyKind kind,
                                                hipStream_t stream = nullptr)
{
    const rocportArray* const own = rocportOwnArray(from);
    return from == nullptr ? hipErrorInvalidHandle
           : own == nullptr ? hipMemcpy2DFromArrayAsync(to, pitch, from, x, row, width, height, kind, stream)
               : rocportCopyRows(false, *own, x, row, to, pitch, width, height, kind, true, stream);
}
inline hipError_t rocportMemcpyToArray(hipArray_t to, size_t x, size_t row, const void* from, size_t count,
                                       hipMemcpyKind kind)
{
    const rocportArray* const own = rocportOwnArray(to);
    return own == nullptr
               ? hipErrorInvalidHandle
               : rocportCopyBytes(true, *own, x, row, const_cast<void*>(from), count, kind, false, nullptr);
}
inline hipError_t rocportMemcpyToArrayAsync(hipArray_t to, size_t x, size_t row, const void* from, size_t count,
                                            hipMemcpyKind kind, hipStream_t stream = nullptr)
{
    const rocportArray* const own = rocportOwnArray(to);
    return own == nullptr
               ? hipErrorInvalidHandle
               : rocportCopyBytes(true, *own, x, row, const_cast<void*>(from), count, kind, true, stream);
}
inline hipError_t rocportMemcpyFromArray(void* to, hipArray_const_t from, size_t x, size_t row, size_t count,
                                         hipMemcpyKind kind)
{
    const rocportArray* const own = rocportOwnArray(from);
    return own == nullptr ? hipErrorInvalidHandle
                          : rocportCopyBytes(false, *own, x, row, to, count, kind, false, nullptr);
}
inline hipError_t rocportMemcpyFromArrayAsync(void* to, hipArray_const_t from, size_t x, size_t row, size_t count,
                                              hipMemcpyKind kind, hipStream_t stream = nullptr)
{
    const rocportArray* const own = rocportOwnArray(from);
    return own == nullptr ? hipErrorInvalidHandle
                          : rocportCopyBytes(false, *own, x, row, to, count, kind, true, stream);
}
inline hipError_t rocportMemcpy2DArrayToArray(hipArray_t to, size_t toX, size_t toRow, hipArray_const_t from,
                                              size_t fromX, size_t fromRow, size_t width, size_t height,
                                              hipMemcpyKind kind = hipMemcpyDeviceToDevice)
{
    const rocportArray* const target = rocportOwnArray(to);
    const rocportArray* const own = rocportOwnArray(from);
    if (target == nullptr || own == nullptr)
        return hipErrorInvalidValue;
    const size_t line = own->texels.width * rocportElementBytes(own->texels);
    if (fromX > line || width > line - fromX || fromRow > own->texels.height ||
        height > own->texels.height - fromRow)
        return hipErrorInvalidValue;
    return rocportCopyRows(true, *target, toX, toRow, own->texels.data + fromRow * own->texels.pitch + fromX,
                           own->texels.pitch, width, height, kind, false, nullptr);
}
// One side of a copy in three dimensions as memory; `x` and the extent count elements of arrays.
inline bool rocportAsMemory(const rocportArray& array, hipArray_t& side, hipPitchedPtr& memory, hipPos& from,
                            const hipExtent& extent)
{
    const rocportTexels& texels = array.texels;
    if (from.x > texels.width || extent.width > texels.width - from.x || from.y > texels.height ||
        extent.height > texels.height - from.y || from.z > texels.depth ||
        extent.depth > texels.depth - from.z)
        return false;
    const size_t element = rocportElementBytes(texels);
    side = nullptr;
    memory = make_hipPitchedPtr(texels.data, texels.pitch, texels.width * element, texels.height);
    from.x *= element;
    return true;
}
// Arrays of a copy become memory; its extent counts bytes then.
inline bool rocportAsMemory(hipMemcpy3DParms& copy)
{
    const rocportArray* const from = rocportOwnArray(copy.srcArray);
    const rocportArray* const to = rocportOwnArray(copy.dstArray);
    if (from != nullptr || to != nullptr) {
        const size_t element = rocportElementBytes((from != nullptr ? from : to)->texels);
        const bool isMixed = (from == nullptr && copy.srcArray != nullptr) ||
                             (to == nullptr && copy.dstArray != nullptr) ||
                             (to != nullptr && rocportElementBytes(to->texels) != element);
        if (isMixed ||
            (from != nullptr && !rocportAsMemory(*from, copy.srcArray, copy.srcPtr, copy.srcPos, copy.extent)) ||
            (to != nullptr && !rocportAsMemory(*to, copy.dstArray, copy.dstPtr, copy.dstPos, copy.extent)))
            return false;
        copy.extent.width *= element;
    }
    return true;
}
inline hipError_t rocportCopy3D(const hipMemcpy3DParms* given, bool isAsync, hipStream_t stream)
{
    if (given == nullptr)
        return hipErrorInvalidValue;
    hipMemcpy3DParms copy = *given;
    if (!rocportAsMemory(copy))
        return hipErrorInvalidValue;
    return isAsync ? hipMemcpy3DAsync(&copy, stream) : hipMemcpy3D(&copy);
}
inline hipError_t rocportMemcpy3D(const hipMemcpy3DParms* copy)
{
    return rocportCopy3D(copy, false, nullptr);
}
inline hipError_t rocportMemcpy3DAsync(const hipMemcpy3DParms* copy, hipStream_t stream = nullptr)
{
    return rocportCopy3D(copy, true, stream);
}
#define hipMalloc3DArray rocportMalloc3DArray
#define hipMallocArray rocportMallocArray
#define hipFreeArray rocportFreeArray
#define hipArrayGetInfo rocportArrayGetInfo
#define hipGetChannelDesc rocportGetChannelDesc
#define hipMemcpy2DToArray rocportMemcpy2DToArray
#define hipMemcpy2DToArrayAsync rocportMemcpy2DToArrayAsync
#define hipMemcpy2DFromArray rocportMemcpy2DFromArray
#define hipMemcpy2DFromArrayAsync rocportMemcpy2DFromArrayAsync
#define hipMemcpyToArray rocportMemcpyToArray
#define hipMemcpyFromArray rocportMemcpyFromArray
#define hipMemcpy2DArrayToArray rocportMemcpy2DArrayToArray
#define hipMemcpy3D rocportMemcpy3D
#define hipMemcpy3DAsync rocportMemcpy3DAsync
#define cudaMemcpyToArrayAsync rocportMemcpyToArrayAsync
#define cudaMemcpyFromArrayAsync rocportMemcpyFromArrayAsync
