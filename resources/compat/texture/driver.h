// Arrays and textures of the driver interface.
inline bool rocportFromDriver(hipChannelFormatDesc& format, hipArray_Format type, unsigned int channels)
{
    int bits = 0;
    hipChannelFormatKind kind = hipChannelFormatKindUnsigned;
    switch (type) {
    case HIP_AD_FORMAT_UNSIGNED_INT8:
        bits = 8;
        break;
    case HIP_AD_FORMAT_UNSIGNED_INT16:
        bits = 16;
        break;
    case HIP_AD_FORMAT_UNSIGNED_INT32:
        bits = 32;
        break;
    case HIP_AD_FORMAT_SIGNED_INT8:
        bits = 8;
        kind = hipChannelFormatKindSigned;
        break;
    case HIP_AD_FORMAT_SIGNED_INT16:
        bits = 16;
        kind = hipChannelFormatKindSigned;
        break;
    case HIP_AD_FORMAT_SIGNED_INT32:
        bits = 32;
        kind = hipChannelFormatKindSigned;
        break;
    case HIP_AD_FORMAT_HALF:
        bits = 16;
        kind = hipChannelFormatKindFloat;
        break;
    case HIP_AD_FORMAT_FLOAT:
        bits = 32;
        kind = hipChannelFormatKindFloat;
        break;
    default:
        return false;
    }
    if (channels != 1 && channels != 2 && channels != 4)
        return false;
    format.x = bits;
    format.y = channels > 1 ? bits : 0;
    format.z = channels > 2 ? bits : 0;
    format.w = format.z;
    format.f = kind;
    return true;
}
inline hipArray_Format rocportToDriver(const hipChannelFormatDesc& format)
{
    if (format.f == hipChannelFormatKindFloat)
        return format.x == 16 ? HIP_AD_FORMAT_HALF : HIP_AD_FORMAT_FLOAT;
    if (format.f == hipChannelFormatKindSigned)
        return format.x == 8    ? HIP_AD_FORMAT_SIGNED_INT8
               : format.x == 16 ? HIP_AD_FORMAT_SIGNED_INT16
                                : HIP_AD_FORMAT_SIGNED_INT32;
    return format.x == 8    ? HIP_AD_FORMAT_UNSIGNED_INT8
           : format.x == 16 ? HIP_AD_FORMAT_UNSIGNED_INT16
                            : HIP_AD_FORMAT_UNSIGNED_INT32;
}
inline hipError_t rocportArray3DCreate(hipArray_t* array, const HIP_ARRAY3D_DESCRIPTOR* wanted)
{
    hipChannelFormatDesc format;
    if (array == nullptr || wanted == nullptr || !rocportFromDriver(format, wanted->Format, wanted->NumChannels))
        return hipErrorInvalidValue;
    return rocportMalloc3DArray(array, &format, make_hipExtent(wanted->Width, wanted->Height, wanted->Depth),
                                wanted->Flags);
}
inline hipError_t rocportArrayCreate(hipArray_t* array, const HIP_ARRAY_DESCRIPTOR* wanted)
{
    hipChannelFormatDesc format;
    if (array == nullptr || wanted == nullptr || !rocportFromDriver(format, wanted->Format, wanted->NumChannels))
        return hipErrorInvalidValue;
    return rocportMallocArray(array, &format, wanted->Width, wanted->Height);
}
inline hipError_t rocportArrayDestroy(hipArray_t array)
{
    return array == nullptr                    ? hipErrorInvalidHandle
           : rocportOwnArray(array) == nullptr ? hipArrayDestroy(array)
                                               : rocportFreeArray(array);
}
inline hipError_t rocportArray3DGetDescriptor(HIP_ARRAY3D_DESCRIPTOR* to, hipArray_t array)
{
    const rocportArray* const own = rocportOwnArray(array);
    if (own == nullptr)
        return array == nullptr ? hipErrorInvalidHandle : hipArray3DGetDescriptor(to, array);
    if (to == nullptr)
        return hipErrorInvalidValue;
    to->Width = own->extent.width;
    to->Height = own->extent.height;
    to->Depth = own->extent.depth;
    to->Format = rocportToDriver(own->format);
    to->NumChannels = own->texels.channels;
    to->Flags = own->flags;
    return hipSuccess;
}
inline hipError_t rocportArrayGetDescriptor(HIP_ARRAY_DESCRIPTOR* to, hipArray_t array)
{
    const rocportArray* const own = rocportOwnArray(array);
    if (own == nullptr)
        return array == nullptr ? hipErrorInvalidHandle : hipArrayGetDescriptor(to, array);
    if (to == nullptr)
        return hipErrorInvalidValue;
    to->Width = own->extent.width;
    to->Height = own->extent.height;
    to->Format = rocportToDriver(own->format);
    to->NumChannels = own->texels.channels;
    return hipSuccess;
}
// The resource as the runtime names it.
inline hipError_t rocportFromDriver(hipResourceDesc& to, const HIP_RESOURCE_DESC& from)
{
    if (from.flags != 0)
        return hipErrorInvalidValue;
    switch (from.resType) {
    case HIP_RESOURCE_TYPE_ARRAY:
        to.resType = hipResourceTypeArray;
        to.res.array.array = from.res.array.hArray;
        return hipSuccess;
    case HIP_RESOURCE_TYPE_LINEAR:
        to.resType = hipResourceTypeLinear;
        to.res.linear.devPtr = from.res.linear.devPtr;
        to.res.linear.sizeInBytes = from.res.linear.sizeInBytes;
        return rocportFromDriver(to.res.linear.desc, from.res.linear.format, from.res.linear.numChannels)
                   ? hipSuccess
                   : hipErrorInvalidValue;
    case HIP_RESOURCE_TYPE_PITCH2D:
        to.resType = hipResourceTypePitch2D;
        to.res.pitch2D.devPtr = from.res.pitch2D.devPtr;
        to.res.pitch2D.width = from.res.pitch2D.width;
        to.res.pitch2D.height = from.res.pitch2D.height;
        to.res.pitch2D.pitchInBytes = from.res.pitch2D.pitchInBytes;
        return rocportFromDriver(to.res.pitch2D.desc, from.res.pitch2D.format, from.res.pitch2D.numChannels)
                   ? hipSuccess
                   : hipErrorInvalidValue;
    default:
        return hipErrorNotSupported;
    }
}
template <typename Object>
inline hipError_t rocportTexObjectCreate(Object* object, const HIP_RESOURCE_DESC* resource,
                                         const HIP_TEXTURE_DESC* texture, const HIP_RESOURCE_VIEW_DESC* view)
{
    if (object == nullptr || resource == nullptr || texture == nullptr)
        return hipErrorInvalidValue;
    hipResourceDesc from = {};
    const hipError_t error = view != nullptr ? hipErrorNotSupported : rocportFromDriver(from, *resource);
    if (error != hipSuccess)
        return error;
    hipTextureDesc to = {};
    for (int i = 0; i < 3; ++i)
        to.addressMode[i] = static_cast<hipTextureAddressMode>(texture->addressMode[i]);
    to.filterMode = static_cast<hipTextureFilterMode>(texture->filterMode);
    to.normalizedCoords = (texture->flags & HIP_TRSF_NORMALIZED_COORDINATES) != 0;
    to.sRGB = (texture->flags & HIP_TRSF_SRGB) != 0;
    for (int i = 0; i < 4; ++i)
        to.borderColor[i] = texture->borderColor[i];
    to.maxAnisotropy = texture->maxAnisotropy;
    to.mipmapFilterMode = static_cast<hipTextureFilterMode>(texture->mipmapFilterMode);
    to.mipmapLevelBias = texture->mipmapLevelBias;
    to.minMipmapLevelClamp = texture->minMipmapLevelClamp;
    to.maxMipmapLevelClamp = texture->maxMipmapLevelClamp;
    // Integers of 8 and 16 bits become floats unless they are to stay integers.
    rocportTexels texels;
    const hipError_t known = rocportSetResource(texels, from);
    if (known != hipSuccess)
        return known;
    if ((texture->flags & HIP_TRSF_READ_AS_INTEGER) == 0 && texels.kind != hipChannelFormatKindFloat && texels.bytes < 4)
        to.readMode = hipReadModeNormalizedFloat;
    return rocportCreateTextureObject(object, &from, &to, nullptr, texture->flags);
}
// What an object was made from, as the driver interface names it.
inline unsigned int rocportChannels(const hipChannelFormatDesc& format)
{
    return format.w != 0 ? 4 : format.y != 0 ? 2 : 1;
}
inline void rocportToDriver(HIP_RESOURCE_DESC& to, const hipResourceDesc& from)
{
    to = HIP_RESOURCE_DESC();
    if (from.resType == hipResourceTypeLinear) {
        to.resType = HIP_RESOURCE_TYPE_LINEAR;
        to.res.linear.devPtr = from.res.linear.devPtr;
        to.res.linear.format = rocportToDriver(from.res.linear.desc);
        to.res.linear.numChannels = rocportChannels(from.res.linear.desc);
        to.res.linear.sizeInBytes = from.res.linear.sizeInBytes;
    } else if (from.resType == hipResourceTypePitch2D) {
        to.resType = HIP_RESOURCE_TYPE_PITCH2D;
        to.res.pitch2D.devPtr = from.res.pitch2D.devPtr;
        to.res.pitch2D.format = rocportToDriver(from.res.pitch2D.desc);
        to.res.pitch2D.numChannels = rocportChannels(from.res.pitch2D.desc);
        to.res.pitch2D.width = from.res.pitch2D.width;
        to.res.pitch2D.height = from.res.pitch2D.height;
        to.res.pitch2D.pitchInBytes = from.res.pitch2D.pitchInBytes;
    } else {
        to.resType = HIP_RESOURCE_TYPE_ARRAY;
        to.res.array.hArray = from.res.array.array;
    }
}
template <typename Object>
inline hipError_t rocportTexObjectGetResourceDesc(HIP_RESOURCE_DESC* to, Object object)
{
    rocportTexture read;
    const hipError_t error = to == nullptr ? hipErrorInvalidValue : rocportRead(&read, object);
    if (error == hipSuccess)
        rocportToDriver(*to, read.resource);
    return error;
}
template <typename Object>
inline hipError_t rocportTexObjectGetTextureDesc(HIP_TEXTURE_DESC* to, Object object)
{
    rocportTexture read;
    const hipError_t error = to == nullptr ? hipErrorInvalidValue : rocportRead(&read, object);
    if (error != hipSuccess)
        return error;
    const hipTextureDesc& from = read.texture;
    *to = HIP_TEXTURE_DESC();
    for (int i = 0; i < 3; ++i)
        to->addressMode[i] = static_cast<HIPaddress_mode>(from.addressMode[i]);
    to->filterMode = static_cast<HIPfilter_mode>(from.filterMode);
    // An object of the runtime has none of the driver's flags, but their meaning.
    const bool isWhole = from.readMode == hipReadModeElementType && read.texels.bytes < 4 &&
                         read.texels.kind != hipChannelFormatKindFloat;
    to->flags = read.flags | (from.normalizedCoords != 0 ? HIP_TRSF_NORMALIZED_COORDINATES : 0u) |
                (isWhole ? HIP_TRSF_READ_AS_INTEGER : 0u);
    for (int i = 0; i < 4; ++i)
        to->borderColor[i] = from.borderColor[i];
    to->maxAnisotropy = from.maxAnisotropy;
    to->mipmapFilterMode = static_cast<HIPfilter_mode>(from.mipmapFilterMode);
    to->mipmapLevelBias = from.mipmapLevelBias;
    to->minMipmapLevelClamp = from.minMipmapLevelClamp;
    to->maxMipmapLevelClamp = from.maxMipmapLevelClamp;
    return hipSuccess;
}
template <typename Object>
inline hipError_t rocportTexObjectGetResourceViewDesc(HIP_RESOURCE_VIEW_DESC*, Object)
{
    return hipErrorInvalidValue; // none has a view
}
template <typename Object>
inline hipError_t rocportSurfObjectGetResourceDesc(HIP_RESOURCE_DESC* to, Object object)
{
    rocportSurface read;
    const hipError_t error = to == nullptr ? hipErrorInvalidValue : rocportRead(&read, object);
    if (error == hipSuccess)
        rocportToDriver(*to, read.resource);
    return error;
}
template <typename Object>
inline hipError_t rocportSurfObjectCreate(Object* object, const HIP_RESOURCE_DESC* resource)
{
    hipResourceDesc from = {};
    const hipError_t error = resource == nullptr ? hipErrorInvalidValue : rocportFromDriver(from, *resource);
    return error == hipSuccess ? rocportCreateSurfaceObject(object, &from) : error;
}
// Arrays become memory; each side by itself, from its own x and y on.
inline bool rocportAsMemory(hip_Memcpy2D& copy)
{
    const rocportArray* const from =
        copy.srcMemoryType == hipMemoryTypeArray ? rocportOwnArray(copy.srcArray) : nullptr;
    const rocportArray* const to =
        copy.dstMemoryType == hipMemoryTypeArray ? rocportOwnArray(copy.dstArray) : nullptr;
    const auto fits = [&copy](const rocportArray& array, size_t x, size_t y) {
        const size_t line = array.texels.width * rocportElementBytes(array.texels);
        return x <= line && copy.WidthInBytes <= line - x && y <= array.texels.height &&
               copy.Height <= array.texels.height - y;
    };
    if ((from != nullptr && !fits(*from, copy.srcXInBytes, copy.srcY)) ||
        (to != nullptr && !fits(*to, copy.dstXInBytes, copy.dstY)))
        return false;
    if (from != nullptr) {
        copy.srcMemoryType = hipMemoryTypeDevice;
        copy.srcDevice = from->texels.data;
        copy.srcPitch = from->texels.pitch;
        copy.srcArray = nullptr;
    }
    if (to != nullptr) {
        copy.dstMemoryType = hipMemoryTypeDevice;
        copy.dstDevice = to->texels.data;
        copy.dstPitch = to->texels.pitch;
        copy.dstArray = nullptr;
    }
    return true;
}
inline hipError_t rocportMemcpyParam2D(const hip_Memcpy2D* given)
{
    hip_Memcpy2D copy = given == nullptr ? hip_Memcpy2D() : *given;
    return given == nullptr || !rocportAsMemory(copy) ? hipErrorInvalidValue : hipMemcpyParam2D(&copy);
}
inline hipError_t rocportMemcpyParam2DAsync(const hip_Memcpy2D* given, hipStream_t stream = nullptr)
{
    hip_Memcpy2D copy = given == nullptr ? hip_Memcpy2D() : *given;
    return given == nullptr || !rocportAsMemory(copy) ? hipErrorInvalidValue : hipMemcpyParam2DAsync(&copy, stream);
}
inline hipError_t rocportDrvMemcpy2DUnaligned(const hip_Memcpy2D* given)
{
    hip_Memcpy2D copy = given == nullptr ? hip_Memcpy2D() : *given;
    return given == nullptr || !rocportAsMemory(copy) ? hipErrorInvalidValue : hipDrvMemcpy2DUnaligned(&copy);
}
inline bool rocportAsMemory(HIP_MEMCPY3D& copy)
{
    const rocportArray* const from =
        copy.srcMemoryType == hipMemoryTypeArray ? rocportOwnArray(copy.srcArray) : nullptr;
    const rocportArray* const to =
        copy.dstMemoryType == hipMemoryTypeArray ? rocportOwnArray(copy.dstArray) : nullptr;
    const auto fits = [&copy](const rocportArray& array, size_t x, size_t y, size_t z) {
        const size_t line = array.texels.width * rocportElementBytes(array.texels);
        return x <= line && copy.WidthInBytes <= line - x && y <= array.texels.height &&
               copy.Height <= array.texels.height - y && z <= array.texels.depth &&
               copy.Depth <= array.texels.depth - z;
    };
    if ((from != nullptr && !fits(*from, copy.srcXInBytes, copy.srcY, copy.srcZ)) ||
        (to != nullptr && !fits(*to, copy.dstXInBytes, copy.dstY, copy.dstZ)))
        return false;
    if (from != nullptr) {
        copy.srcMemoryType = hipMemoryTypeDevice;
        copy.srcDevice = from->texels.data;
        copy.srcPitch = from->texels.pitch;
        copy.srcHeight = from->texels.height;
        copy.srcArray = nullptr;
    }
    if (to != nullptr) {
        copy.dstMemoryType = hipMemoryTypeDevice;
        copy.dstDevice = to->texels.data;
        copy.dstPitch = to->texels.pitch;
        copy.dstHeight = to->texels.height;
        copy.dstArray = nullptr;
    }
    return true;
}
inline hipError_t rocportDrvMemcpy3D(const HIP_MEMCPY3D* given)
{
    HIP_MEMCPY3D copy = given == nullptr ? HIP_MEMCPY3D() : *given;
    return given == nullptr || !rocportAsMemory(copy) ? hipErrorInvalidValue : hipDrvMemcpy3D(&copy);
}
inline hipError_t rocportDrvMemcpy3DAsync(const HIP_MEMCPY3D* given, hipStream_t stream)
{
    HIP_MEMCPY3D copy = given == nullptr ? HIP_MEMCPY3D() : *given;
    return given == nullptr || !rocportAsMemory(copy) ? hipErrorInvalidValue : hipDrvMemcpy3DAsync(&copy, stream);
}
// The driver's arrays begin with one row; an offset counts bytes of it.
inline hipError_t rocportDriverBytes(bool into, hipArray_t array, size_t offset, void* memory, size_t count,
                                     hipMemcpyKind kind, bool isAsync, hipStream_t stream)
{
    const rocportArray* const own = rocportOwnArray(array);
    return own == nullptr ? hipErrorInvalidHandle
                          : rocportCopyBytes(into, *own, offset, 0, memory, count, kind, isAsync, stream);
}
inline hipError_t rocportMemcpyHtoA(hipArray_t to, size_t offset, const void* from, size_t count)
{
    return rocportDriverBytes(true, to, offset, const_cast<void*>(from), count, hipMemcpyHostToDevice, false,
                              nullptr);
}
inline hipError_t rocportMemcpyHtoAAsync(hipArray_t to, size_t offset, const void* from, size_t count,
                                         hipStream_t stream)
{
    return rocportDriverBytes(true, to, offset, const_cast<void*>(from), count, hipMemcpyHostToDevice, true, stream);
}
inline hipError_t rocportMemcpyAtoH(void* to, hipArray_t from, size_t offset, size_t count)
{
    return rocportDriverBytes(false, from, offset, to, count, hipMemcpyDeviceToHost, false, nullptr);
}
inline hipError_t rocportMemcpyAtoHAsync(void* to, hipArray_t from, size_t offset, size_t count, hipStream_t stream)
{
    return rocportDriverBytes(false, from, offset, to, count, hipMemcpyDeviceToHost, true, stream);
}
inline hipError_t rocportMemcpyDtoA(hipArray_t to, size_t offset, hipDeviceptr_t from, size_t count)
{
    return rocportDriverBytes(true, to, offset, from, count, hipMemcpyDeviceToDevice, false, nullptr);
}
inline hipError_t rocportMemcpyAtoD(hipDeviceptr_t to, hipArray_t from, size_t offset, size_t count)
{
    return rocportDriverBytes(false, from, offset, to, count, hipMemcpyDeviceToDevice, false, nullptr);
}
// Bytes from one array to another, over the ends of rows of either.
inline hipError_t rocportMemcpyAtoA(hipArray_t to, size_t toOffset, hipArray_t from, size_t fromOffset, size_t count)
{
    const rocportArray* const own = rocportOwnArray(from);
    const rocportArray* const target = rocportOwnArray(to);
    if (own == nullptr || target == nullptr)
        return hipErrorInvalidHandle;
    const size_t across = target->texels.width * rocportElementBytes(target->texels);
    const size_t line = own->texels.width * rocportElementBytes(own->texels);
    if (fromOffset >= line || count > own->texels.height * line - fromOffset || toOffset >= across ||
        count > target->texels.height * across - toOffset)
        return hipErrorInvalidValue;
    size_t row = 0;
    size_t place = toOffset;
    while (count > 0) {
        const size_t wide = count < line - fromOffset ? count : line - fromOffset;
        const hipError_t error =
            rocportCopyBytes(true, *target, place % across, place / across,
                             own->texels.data + row * own->texels.pitch + fromOffset, wide,
                             hipMemcpyDeviceToDevice, false, nullptr);
        if (error != hipSuccess)
            return error;
        place += wide;
        count -= wide;
        ++row;
        fromOffset = 0;
    }
    return hipSuccess;
}
#define hipArray3DCreate rocportArray3DCreate
#define hipArrayCreate rocportArrayCreate
#define hipArrayDestroy rocportArrayDestroy
#define hipArray3DGetDescriptor rocportArray3DGetDescriptor
#define hipArrayGetDescriptor rocportArrayGetDescriptor
#define hipTexObjectCreate rocportTexObjectCreate
#define hipTexObjectDestroy rocportDestroyTextureObject
#define hipTexObjectGetResourceDesc rocportTexObjectGetResourceDesc
#define hipTexObjectGetTextureDesc rocportTexObjectGetTextureDesc
#define hipTexObjectGetResourceViewDesc rocportTexObjectGetResourceViewDesc
#define hipMemcpyParam2D rocportMemcpyParam2D
#define hipMemcpyParam2DAsync rocportMemcpyParam2DAsync
#define hipDrvMemcpy2DUnaligned rocportDrvMemcpy2DUnaligned
#define hipDrvMemcpy3D rocportDrvMemcpy3D
#define hipDrvMemcpy3DAsync rocportDrvMemcpy3DAsync
#define hipMemcpyHtoA rocportMemcpyHtoA
#define hipMemcpyHtoAAsync rocportMemcpyHtoAAsync
#define hipMemcpyAtoH rocportMemcpyAtoH
#define hipMemcpyAtoHAsync rocportMemcpyAtoHAsync
#define hipMemcpyDtoA rocportMemcpyDtoA
#define hipMemcpyAtoD rocportMemcpyAtoD
#define hipMemcpyAtoA rocportMemcpyAtoA
#define cuSurfObjectCreate rocportSurfObjectCreate
#define cuSurfObjectDestroy rocportDestroySurfaceObject
#define cuSurfObjectGetResourceDesc rocportSurfObjectGetResourceDesc
