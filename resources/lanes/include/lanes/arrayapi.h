// Arrays and memory of three dimensions: included by runtimeapi.h, once for the vendor.

enum LANES_NAME(ChannelFormatKind) {
    LANES_NAME(ChannelFormatKindSigned) = 0,
    LANES_NAME(ChannelFormatKindUnsigned) = 1,
    LANES_NAME(ChannelFormatKindFloat) = 2,
    LANES_NAME(ChannelFormatKindNone) = 3,
};
struct LANES_NAME(ChannelFormatDesc)
{
    int x;
    int y;
    int z;
    int w;
    LANES_NAME(ChannelFormatKind) f;
};

struct LANES_NAME(Array)
{
    rocport_lanes::Image image;
    LANES_NAME(ChannelFormatDesc) format;
};
typedef LANES_NAME(Array) * LANES_NAME(Array_t);
typedef const LANES_NAME(Array) * LANES_NAME(Array_const_t);

struct LANES_NAME(Extent)
{
    size_t width;
    size_t height;
    size_t depth;
};
struct LANES_NAME(Pos)
{
    size_t x;
    size_t y;
    size_t z;
};
struct LANES_NAME(PitchedPtr)
{
    void* ptr;
    size_t pitch;
    size_t xsize;
    size_t ysize;
};
struct LANES_MEMCPY_3D
{
    LANES_NAME(Array_t) srcArray;
    LANES_NAME(Pos) srcPos;
    LANES_NAME(PitchedPtr) srcPtr;
    LANES_NAME(Array_t) dstArray;
    LANES_NAME(Pos) dstPos;
    LANES_NAME(PitchedPtr) dstPtr;
    LANES_NAME(Extent) extent;
    LANES_NAME(MemcpyKind) kind;
};

enum : unsigned {
    LANES_NAME(ArrayDefault) = 0,
    LANES_NAME(ArrayLayered) = 1,
    LANES_NAME(ArraySurfaceLoadStore) = 2,
    LANES_NAME(ArrayCubemap) = 4,
    LANES_NAME(ArrayTextureGather) = 8,
};

inline LANES_NAME(Extent) LANES_JOIN(make_, LANES_NAME(Extent))(size_t w, size_t h, size_t d)
{
    return {w, h, d};
}
inline LANES_NAME(Pos) LANES_JOIN(make_, LANES_NAME(Pos))(size_t x, size_t y, size_t z)
{
    return {x, y, z};
}
inline LANES_NAME(PitchedPtr)
    LANES_JOIN(make_, LANES_NAME(PitchedPtr))(void* place, size_t pitch, size_t x, size_t y)
{
    return {place, pitch, x, y};
}

inline LANES_NAME(ChannelFormatDesc)
    LANES_NAME(CreateChannelDesc)(int x, int y, int z, int w, LANES_NAME(ChannelFormatKind) kind)
{
    return {x, y, z, w, kind};
}
template <typename T>
LANES_NAME(ChannelFormatDesc)
LANES_NAME(CreateChannelDesc)()
{
    using Part = typename rocport_lanes::PartOf<T>::Type;
    constexpr int kBits = static_cast<int>(sizeof(Part) * 8);
    constexpr int kMany = static_cast<int>(sizeof(T) / sizeof(Part));
    constexpr auto kKind = !std::is_integral_v<Part> ? LANES_NAME(ChannelFormatKindFloat)
                           : std::is_signed_v<Part>  ? LANES_NAME(ChannelFormatKindSigned)
                                                     : LANES_NAME(ChannelFormatKindUnsigned);
    return {kBits, kMany > 1 ? kBits : 0, kMany > 2 ? kBits : 0, kMany > 3 ? kBits : 0, kKind};
}

namespace rocport_lanes {

inline Format formatOf(const LANES_NAME(ChannelFormatDesc) & given)
{
    return {{given.x, given.y, given.z, given.w}, static_cast<ChannelKind>(given.f)};
}

inline CopyEnd endOf(const Image& image, std::size_t xBytes, std::size_t y, std::size_t z)
{
    const std::size_t plane = image.pitch * std::max<std::size_t>(image.height, 1);
    return {image.memory + z * plane + y * image.pitch + xBytes, image.pitch, plane};
}

} // namespace rocport_lanes

inline LANES_NAME(Error_t)
    LANES_NAME(Malloc3DArray)(LANES_NAME(Array_t) * array,
                              const LANES_NAME(ChannelFormatDesc) * format,
                              LANES_NAME(Extent) extent, unsigned flags = 0)
{
    const rocport_lanes::Format described = rocport_lanes::formatOf(*format);
    const size_t pitch = extent.width * described.bytes();
    const bool isCube = (flags & LANES_NAME(ArrayCubemap)) != 0;
    if (pitch == 0 || (isCube && (extent.width != extent.height || extent.depth % 6 != 0))) {
        return LanesCode(rocport_lanes::Code::InvalidValue);
    }
    const size_t planes = std::max<size_t>(extent.height, 1) * std::max<size_t>(extent.depth, 1);
    auto* memory = static_cast<char*>(rocport_lanes::allocate(pitch * planes, false));
    if (memory == nullptr) {
        return LanesCode(rocport_lanes::Code::OutOfMemory);
    }
    *array = new LANES_NAME(Array){
        {memory, described, extent.width, extent.height, extent.depth, pitch, flags}, *format};
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(MallocArray)(LANES_NAME(Array_t) * array,
                            const LANES_NAME(ChannelFormatDesc) * format, size_t width,
                            size_t height = 0, unsigned flags = 0)
{
    return LANES_NAME(Malloc3DArray)(array, format, {width, height, 0}, flags);
}
inline LANES_NAME(Error_t) LANES_NAME(FreeArray)(LANES_NAME(Array_t) array)
{
    if (array != nullptr) {
        rocport_lanes::release(array->image.memory);
        delete array;
    }
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(GetChannelDesc)(LANES_NAME(ChannelFormatDesc) * format,
                               LANES_NAME(Array_const_t) array)
{
    *format = array->format;
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(ArrayGetInfo)(LANES_NAME(ChannelFormatDesc) * format, LANES_NAME(Extent) * extent,
                             unsigned* flags, LANES_NAME(Array_t) array)
{
    if (format != nullptr) {
        *format = array->format;
    }
    if (extent != nullptr) {
        *extent = {array->image.width, array->image.height, array->image.depth};
    }
    if (flags != nullptr) {
        *flags = array->image.flags;
    }
    return LANES_NAME(Success);
}

inline LANES_NAME(Error_t)
    LANES_NAME(Memcpy2DToArray)(LANES_NAME(Array_t) to, size_t x, size_t y, const void* from,
                                size_t pitch, size_t width, size_t height,
                                LANES_NAME(MemcpyKind) kind)
{
    return LanesCode(rocport_lanes::copyRows(rocport_lanes::endOf(to->image, x, y, 0),
                                     {static_cast<char*>(const_cast<void*>(from)), pitch, 0},
                                     width, height, 1, kind));
}
inline LANES_NAME(Error_t)
    LANES_NAME(Memcpy2DToArrayAsync)(LANES_NAME(Array_t) to, size_t x, size_t y, const void* from,
                                     size_t pitch, size_t width, size_t height,
                                     LANES_NAME(MemcpyKind) kind,
                                     LANES_NAME(Stream_t) stream = nullptr)
{
    return rocport_lanes::inStream(stream, rocport_lanes::NodeKind::Memcpy, [=] {
        return LANES_NAME(Memcpy2DToArray)(to, x, y, from, pitch, width, height, kind);
    });
}
inline LANES_NAME(Error_t)
    LANES_NAME(Memcpy2DFromArray)(void* to, size_t pitch, LANES_NAME(Array_const_t) from, size_t x,
                                  size_t y, size_t width, size_t height,
                                  LANES_NAME(MemcpyKind) kind)
{
    return LanesCode(rocport_lanes::copyRows({static_cast<char*>(to), pitch, 0},
                                     rocport_lanes::endOf(from->image, x, y, 0), width, height, 1, kind));
}
inline LANES_NAME(Error_t)
    LANES_NAME(Memcpy2DFromArrayAsync)(void* to, size_t pitch, LANES_NAME(Array_const_t) from,
                                       size_t x, size_t y, size_t width, size_t height,
                                       LANES_NAME(MemcpyKind) kind,
                                       LANES_NAME(Stream_t) stream = nullptr)
{
    return rocport_lanes::inStream(stream, rocport_lanes::NodeKind::Memcpy, [=] {
        return LANES_NAME(Memcpy2DFromArray)(to, pitch, from, x, y, width, height, kind);
    });
}
inline LANES_NAME(Error_t)
    LANES_NAME(MemcpyToArray)(LANES_NAME(Array_t) to, size_t x, size_t y, const void* from,
                              size_t bytes, LANES_NAME(MemcpyKind) kind)
{
    return LanesCode(rocport_lanes::copy(rocport_lanes::endOf(to->image, x, y, 0).place, from, bytes, kind));
}
inline LANES_NAME(Error_t)
    LANES_NAME(MemcpyFromArray)(void* to, LANES_NAME(Array_const_t) from, size_t x, size_t y,
                                size_t bytes, LANES_NAME(MemcpyKind) kind)
{
    return LanesCode(rocport_lanes::copyRows({static_cast<char*>(to), bytes, 0},
                                             rocport_lanes::endOf(from->image, x, y, 0), bytes, 1, 1,
                                             kind));
}

inline LANES_NAME(Error_t) LANES_NAME(Memcpy3D)(const LANES_MEMCPY_3D* what)
{
    const LANES_NAME(Array_t) array = what->srcArray != nullptr ? what->srcArray : what->dstArray;
    const size_t texel = array == nullptr ? 1 : array->image.format.bytes();
    const auto end = [&](LANES_NAME(Array_t) of, const LANES_NAME(PitchedPtr) & linear,
                         const LANES_NAME(Pos) & at) {
        if (of != nullptr) {
            return rocport_lanes::endOf(of->image, at.x * of->image.format.bytes(), at.y, at.z);
        }
        const size_t plane = linear.pitch * std::max<size_t>(linear.ysize, 1);
        return rocport_lanes::CopyEnd{static_cast<char*>(linear.ptr) + at.z * plane + at.y * linear.pitch +
                                  at.x,
                              linear.pitch, plane};
    };
    return LanesCode(rocport_lanes::copyRows(end(what->dstArray, what->dstPtr, what->dstPos),
                                     end(what->srcArray, what->srcPtr, what->srcPos),
                                     what->extent.width * texel, what->extent.height,
                                     what->extent.depth, what->kind));
}
inline LANES_NAME(Error_t)
    LANES_NAME(Memcpy3DAsync)(const LANES_MEMCPY_3D* what, LANES_NAME(Stream_t) stream = nullptr)
{
    return rocport_lanes::inStream(stream, rocport_lanes::NodeKind::Memcpy,
                                   [what = *what] { return LANES_NAME(Memcpy3D)(&what); });
}
inline LANES_NAME(Error_t)
    LANES_NAME(Malloc3D)(LANES_NAME(PitchedPtr) * memory, LANES_NAME(Extent) extent)
{
    memory->xsize = extent.width;
    memory->ysize = extent.height;
    return LANES_NAME(MallocPitch)(&memory->ptr, &memory->pitch, extent.width,
                                   extent.height * extent.depth);
}
inline LANES_NAME(Error_t)
    LANES_NAME(Memset2D)(void* memory, size_t pitch, int value, size_t width, size_t height)
{
    for (size_t row = 0; row < height; ++row) {
        const LANES_NAME(Error_t) error =
            LANES_NAME(Memset)(static_cast<char*>(memory) + row * pitch, value, width);
        if (error != LANES_NAME(Success)) {
            return error;
        }
    }
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(Memset2DAsync)(void* memory, size_t pitch, int value, size_t width, size_t height,
                              LANES_NAME(Stream_t) stream = nullptr)
{
    return rocport_lanes::inStream(stream, rocport_lanes::NodeKind::Memset, [=] {
        return LANES_NAME(Memset2D)(memory, pitch, value, width, height);
    });
}
inline LANES_NAME(Error_t)
    LANES_NAME(Memset3D)(LANES_NAME(PitchedPtr) memory, int value, LANES_NAME(Extent) extent)
{
    const size_t plane = memory.pitch * std::max<size_t>(memory.ysize, 1);
    for (size_t z = 0; z < extent.depth; ++z) {
        (void)LANES_NAME(Memset2D)(static_cast<char*>(memory.ptr) + z * plane, memory.pitch, value,
                                   extent.width, extent.height);
    }
    return LANES_NAME(Success);
}
