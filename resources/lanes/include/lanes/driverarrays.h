// Arrays and texture objects of the driver API, which are those of the runtime: included by
// driverapi.h, once for the vendor. LANES_BIG(x) is CU_x or HIP_x, LANES_BIG_TYPE(x) CUDA_x or
// HIP_x.

enum LANES_DRIVER_FORMAT {
    LANES_BIG(AD_FORMAT_UNSIGNED_INT8) = 0x01,
    LANES_BIG(AD_FORMAT_UNSIGNED_INT16) = 0x02,
    LANES_BIG(AD_FORMAT_UNSIGNED_INT32) = 0x03,
    LANES_BIG(AD_FORMAT_SIGNED_INT8) = 0x08,
    LANES_BIG(AD_FORMAT_SIGNED_INT16) = 0x09,
    LANES_BIG(AD_FORMAT_SIGNED_INT32) = 0x0a,
    LANES_BIG(AD_FORMAT_HALF) = 0x10,
    LANES_BIG(AD_FORMAT_FLOAT) = 0x20,
};
enum LANES_DRIVER_RESOURCE_TYPE {
    LANES_BIG(RESOURCE_TYPE_ARRAY) = 0,
    LANES_BIG(RESOURCE_TYPE_MIPMAPPED_ARRAY) = 1,
    LANES_BIG(RESOURCE_TYPE_LINEAR) = 2,
    LANES_BIG(RESOURCE_TYPE_PITCH2D) = 3,
};
enum LANES_DRIVER_ADDRESS_MODE {
    LANES_BIG(TR_ADDRESS_MODE_WRAP) = 0,
    LANES_BIG(TR_ADDRESS_MODE_CLAMP) = 1,
    LANES_BIG(TR_ADDRESS_MODE_MIRROR) = 2,
    LANES_BIG(TR_ADDRESS_MODE_BORDER) = 3,
};
enum LANES_DRIVER_FILTER_MODE {
    LANES_BIG(TR_FILTER_MODE_POINT) = 0,
    LANES_BIG(TR_FILTER_MODE_LINEAR) = 1,
};
#define LANES_READS_INTEGERS 1
#define LANES_NORMALIZED 2

struct LANES_BIG_TYPE(ARRAY_DESCRIPTOR)
{
    size_t Width;
    size_t Height;
    LANES_DRIVER_FORMAT Format;
    unsigned NumChannels;
};
struct LANES_BIG_TYPE(ARRAY3D_DESCRIPTOR)
{
    size_t Width;
    size_t Height;
    size_t Depth;
    LANES_DRIVER_FORMAT Format;
    unsigned NumChannels;
    unsigned Flags;
};
struct LANES_DRIVER_MEMCPY_2D
{
    size_t srcXInBytes;
    size_t srcY;
    LANES_DRIVER_MEMORY_TYPE srcMemoryType;
    const void* srcHost;
    LANES_DRIVER_PLACE srcDevice;
    LANES_DRIVER_ARRAY srcArray;
    size_t srcPitch;
    size_t dstXInBytes;
    size_t dstY;
    LANES_DRIVER_MEMORY_TYPE dstMemoryType;
    void* dstHost;
    LANES_DRIVER_PLACE dstDevice;
    LANES_DRIVER_ARRAY dstArray;
    size_t dstPitch;
    size_t WidthInBytes;
    size_t Height;
};
struct LANES_DRIVER_MEMCPY_3D
{
    size_t srcXInBytes;
    size_t srcY;
    size_t srcZ;
    size_t srcLOD;
    LANES_DRIVER_MEMORY_TYPE srcMemoryType;
    const void* srcHost;
    LANES_DRIVER_PLACE srcDevice;
    LANES_DRIVER_ARRAY srcArray;
    size_t srcPitch;
    size_t srcHeight;
    size_t dstXInBytes;
    size_t dstY;
    size_t dstZ;
    size_t dstLOD;
    LANES_DRIVER_MEMORY_TYPE dstMemoryType;
    void* dstHost;
    LANES_DRIVER_PLACE dstDevice;
    LANES_DRIVER_ARRAY dstArray;
    size_t dstPitch;
    size_t dstHeight;
    size_t WidthInBytes;
    size_t Height;
    size_t Depth;
};
struct LANES_BIG_TYPE(RESOURCE_DESC)
{
    LANES_DRIVER_RESOURCE_TYPE resType;
    union {
        struct
        {
            LANES_DRIVER_ARRAY hArray;
        } array;
        struct
        {
            LANES_DRIVER_PLACE devPtr;
            LANES_DRIVER_FORMAT format;
            unsigned numChannels;
            size_t sizeInBytes;
        } linear;
        struct
        {
            LANES_DRIVER_PLACE devPtr;
            LANES_DRIVER_FORMAT format;
            unsigned numChannels;
            size_t width;
            size_t height;
            size_t pitchInBytes;
        } pitch2D;
        struct
        {
            int reserved[32];
        } reserved;
    } res;
    unsigned flags;
};
struct LANES_BIG_TYPE(TEXTURE_DESC)
{
    LANES_DRIVER_ADDRESS_MODE addressMode[3];
    LANES_DRIVER_FILTER_MODE filterMode;
    unsigned flags;
    unsigned maxAnisotropy;
    LANES_DRIVER_FILTER_MODE mipmapFilterMode;
    float mipmapLevelBias;
    float minMipmapLevelClamp;
    float maxMipmapLevelClamp;
    float borderColor[4];
    int reserved[12];
};
struct LANES_BIG_TYPE(RESOURCE_VIEW_DESC)
{
    int format;
    size_t width;
    size_t height;
    size_t depth;
};

namespace rocport_lanes {

inline LANES_NAME(ChannelFormatDesc) channelsOf(LANES_DRIVER_FORMAT format, unsigned count)
{
    const int number = static_cast<int>(format);
    const int bits = number == 0x01 || number == 0x08                     ? 8
                     : number == 0x02 || number == 0x09 || number == 0x10 ? 16
                                                                          : 32;
    const auto kind = number >= 0x10  ? LANES_NAME(ChannelFormatKindFloat)
                      : number >= 0x8 ? LANES_NAME(ChannelFormatKindSigned)
                                      : LANES_NAME(ChannelFormatKindUnsigned);
    return {bits, count > 1 ? bits : 0, count > 2 ? bits : 0, count > 3 ? bits : 0, kind};
}

inline LANES_DRIVER_FORMAT formatOfDriver(const LANES_NAME(ChannelFormatDesc) & format)
{
    const int size = format.x == 8 ? 0 : format.x == 16 ? 1 : 2;
    constexpr int kSigned = 0x08;
    constexpr int kUnsigned = 0x01;
    const int number = format.f == LANES_NAME(ChannelFormatKindFloat)
                           ? (format.x == 16 ? 0x10 : 0x20)
                       : format.f == LANES_NAME(ChannelFormatKindSigned) ? kSigned + size
                                                                         : kUnsigned + size;
    return static_cast<LANES_DRIVER_FORMAT>(number);
}
inline unsigned channelsOf(const LANES_NAME(ChannelFormatDesc) & format)
{
    return static_cast<unsigned>((format.x > 0) + (format.y > 0) + (format.z > 0) + (format.w > 0));
}

/// One end of a copy of rows, by the kind of memory that is named.
inline CopyEnd endOf(LANES_DRIVER_MEMORY_TYPE type, const void* host, LANES_DRIVER_PLACE device,
                     LANES_DRIVER_ARRAY array, std::size_t pitch, std::size_t x, std::size_t y,
                     std::size_t height = 0, std::size_t z = 0)
{
    if (type == LANES_DRIVER_MEMORY_ARRAY) {
        return endOf(array->image, x, y, z);
    }
    const void* place = type == LANES_DRIVER_MEMORY_HOST ? host : pointer(device);
    auto* const bytes = static_cast<char*>(const_cast<void*>(place));
    return {bytes + z * height * pitch + y * pitch + x, pitch, pitch * height};
}

} // namespace rocport_lanes

inline LANES_DRIVER_RESULT
    LANES_DRIVER(Array3DCreate)(LANES_DRIVER_ARRAY* array,
                                const LANES_BIG_TYPE(ARRAY3D_DESCRIPTOR) * what)
{
    const auto format = rocport_lanes::channelsOf(what->Format, what->NumChannels);
    return rocport_lanes::driver(LANES_NAME(Malloc3DArray)(
        array, &format, {what->Width, what->Height, what->Depth}, what->Flags));
}
inline LANES_DRIVER_RESULT
    LANES_DRIVER(ArrayCreate)(LANES_DRIVER_ARRAY* array,
                              const LANES_BIG_TYPE(ARRAY_DESCRIPTOR) * what)
{
    const auto format = rocport_lanes::channelsOf(what->Format, what->NumChannels);
    return rocport_lanes::driver(
        LANES_NAME(MallocArray)(array, &format, what->Width, what->Height));
}
inline LANES_DRIVER_RESULT LANES_DRIVER(ArrayDestroy)(LANES_DRIVER_ARRAY array)
{
    return rocport_lanes::driver(LANES_NAME(FreeArray)(array));
}
inline LANES_DRIVER_RESULT LANES_DRIVER_COPY_ROWS(const LANES_DRIVER_MEMCPY_2D* what)
{
    const bool toHost = what->dstMemoryType == LANES_DRIVER_MEMORY_HOST;
    const bool fromHost = what->srcMemoryType == LANES_DRIVER_MEMORY_HOST;
    const int kind = fromHost ? (toHost ? 0 : 1) : (toHost ? 2 : 3);
    const auto from = rocport_lanes::endOf(what->srcMemoryType, what->srcHost, what->srcDevice,
                                           what->srcArray, what->srcPitch, what->srcXInBytes,
                                           what->srcY);
    const auto to = rocport_lanes::endOf(what->dstMemoryType, what->dstHost, what->dstDevice,
                                         what->dstArray, what->dstPitch, what->dstXInBytes,
                                         what->dstY);
    return rocport_lanes::driver(
        rocport_lanes::copyRows(to, from, what->WidthInBytes, what->Height, 1, kind));
}
inline LANES_DRIVER_RESULT LANES_DRIVER_COPY_UNALIGNED(const LANES_DRIVER_MEMCPY_2D* what)
{
    return LANES_DRIVER_COPY_ROWS(what);
}
inline LANES_DRIVER_RESULT LANES_DRIVER_COPY_ROWS_ASYNC(const LANES_DRIVER_MEMCPY_2D* what,
                                                        LANES_NAME(Stream_t) stream)
{
    return rocport_lanes::driver(rocport_lanes::inStream(
        stream, rocport_lanes::NodeKind::Memcpy, [what = *what] {
            return static_cast<LANES_NAME(Error_t)>(LANES_DRIVER_COPY_ROWS(&what));
        }));
}
inline LANES_DRIVER_RESULT LANES_DRIVER_COPY_PLANES(const LANES_DRIVER_MEMCPY_3D* what)
{
    const bool toHost = what->dstMemoryType == LANES_DRIVER_MEMORY_HOST;
    const bool fromHost = what->srcMemoryType == LANES_DRIVER_MEMORY_HOST;
    const int kind = fromHost ? (toHost ? 0 : 1) : (toHost ? 2 : 3);
    const auto from = rocport_lanes::endOf(what->srcMemoryType, what->srcHost, what->srcDevice,
                                           what->srcArray, what->srcPitch, what->srcXInBytes,
                                           what->srcY, what->srcHeight, what->srcZ);
    const auto to = rocport_lanes::endOf(what->dstMemoryType, what->dstHost, what->dstDevice,
                                         what->dstArray, what->dstPitch, what->dstXInBytes,
                                         what->dstY, what->dstHeight, what->dstZ);
    return rocport_lanes::driver(
        rocport_lanes::copyRows(to, from, what->WidthInBytes, what->Height, what->Depth, kind));
}
inline LANES_DRIVER_RESULT LANES_DRIVER_COPY_PLANES_ASYNC(const LANES_DRIVER_MEMCPY_3D* what,
                                                          LANES_NAME(Stream_t) stream)
{
    return rocport_lanes::driver(rocport_lanes::inStream(
        stream, rocport_lanes::NodeKind::Memcpy, [what = *what] {
            return static_cast<LANES_NAME(Error_t)>(LANES_DRIVER_COPY_PLANES(&what));
        }));
}
inline LANES_DRIVER_RESULT
    LANES_DRIVER(ArrayGetDescriptor)(LANES_BIG_TYPE(ARRAY_DESCRIPTOR) * what,
                                     LANES_DRIVER_ARRAY array)
{
    *what = {array->image.width, array->image.height,
             rocport_lanes::formatOfDriver(array->format),
             rocport_lanes::channelsOf(array->format)};
    return LANES_DRIVER_RESULT{};
}
inline LANES_DRIVER_RESULT
    LANES_DRIVER(Array3DGetDescriptor)(LANES_BIG_TYPE(ARRAY3D_DESCRIPTOR) * what,
                                       LANES_DRIVER_ARRAY array)
{
    *what = {array->image.width,
             array->image.height,
             array->image.depth,
             rocport_lanes::formatOfDriver(array->format),
             rocport_lanes::channelsOf(array->format),
             array->image.flags};
    return LANES_DRIVER_RESULT{};
}
inline LANES_DRIVER_RESULT
    LANES_DRIVER(TexObjectCreate)(LANES_NAME(TextureObject_t) * object,
                                  const LANES_BIG_TYPE(RESOURCE_DESC) * resource,
                                  const LANES_BIG_TYPE(TEXTURE_DESC) * texture,
                                  const LANES_BIG_TYPE(RESOURCE_VIEW_DESC) * view)
{
    LANES_NAME(ResourceDesc) from = {};
    from.resType = static_cast<LANES_NAME(ResourceType)>(resource->resType);
    if (resource->resType == LANES_BIG(RESOURCE_TYPE_ARRAY)) {
        from.res.array.array = resource->res.array.hArray;
    } else if (resource->resType == LANES_BIG(RESOURCE_TYPE_LINEAR)) {
        const auto& linear = resource->res.linear;
        from.res.linear = {rocport_lanes::pointer(linear.devPtr),
                           rocport_lanes::channelsOf(linear.format, linear.numChannels),
                           linear.sizeInBytes};
    } else if (resource->resType == LANES_BIG(RESOURCE_TYPE_PITCH2D)) {
        const auto& rows = resource->res.pitch2D;
        from.res.pitch2D = {rocport_lanes::pointer(rows.devPtr),
                            rocport_lanes::channelsOf(rows.format, rows.numChannels), rows.width,
                            rows.height, rows.pitchInBytes};
    }
    LANES_NAME(TextureDesc) how = {};
    for (int i = 0; i < 3; ++i) {
        how.addressMode[i] = static_cast<LANES_NAME(TextureAddressMode)>(texture->addressMode[i]);
    }
    how.filterMode = static_cast<LANES_NAME(TextureFilterMode)>(texture->filterMode);
    // Integers of 8 and 16 bits are read as numbers up to 1 unless they are asked for as they are.
    const bool isNarrow = from.resType == LANES_NAME(ResourceTypeArray)
                              ? from.res.array.array->format.x < 32
                          : from.resType == LANES_NAME(ResourceTypeLinear)
                              ? from.res.linear.desc.x < 32
                              : from.res.pitch2D.desc.x < 32;
    const bool isFloat = from.resType == LANES_NAME(ResourceTypeArray)
                             ? from.res.array.array->format.f == LANES_NAME(ChannelFormatKindFloat)
                         : from.resType == LANES_NAME(ResourceTypeLinear)
                             ? from.res.linear.desc.f == LANES_NAME(ChannelFormatKindFloat)
                             : from.res.pitch2D.desc.f == LANES_NAME(ChannelFormatKindFloat);
    how.readMode = isNarrow && !isFloat && (texture->flags & LANES_READS_INTEGERS) == 0
                       ? LANES_NAME(ReadModeNormalizedFloat)
                       : LANES_NAME(ReadModeElementType);
    how.normalizedCoords = (texture->flags & LANES_NORMALIZED) != 0;
    std::copy(texture->borderColor, texture->borderColor + 4, how.borderColor);
    const LANES_NAME(ResourceViewDesc) seen = {};
    return rocport_lanes::driver(
        LANES_NAME(CreateTextureObject)(object, &from, &how, view == nullptr ? nullptr : &seen));
}
inline LANES_DRIVER_RESULT LANES_DRIVER(TexObjectDestroy)(LANES_NAME(TextureObject_t) object)
{
    return rocport_lanes::driver(LANES_NAME(DestroyTextureObject)(object));
}

#undef LANES_READS_INTEGERS
#undef LANES_NORMALIZED
