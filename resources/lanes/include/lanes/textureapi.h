// Texture and surface objects, and texture references: included by runtimeapi.h, once for the
// vendor. Functions in kernels are spelt alike.

enum LANES_NAME(TextureAddressMode) {
    LANES_NAME(AddressModeWrap) = 0,
    LANES_NAME(AddressModeClamp) = 1,
    LANES_NAME(AddressModeMirror) = 2,
    LANES_NAME(AddressModeBorder) = 3,
};
enum LANES_NAME(TextureFilterMode) {
    LANES_NAME(FilterModePoint) = 0,
    LANES_NAME(FilterModeLinear) = 1,
};
enum LANES_NAME(TextureReadMode) {
    LANES_NAME(ReadModeElementType) = 0,
    LANES_NAME(ReadModeNormalizedFloat) = 1,
};
enum LANES_NAME(ResourceType) {
    LANES_NAME(ResourceTypeArray) = 0,
    LANES_NAME(ResourceTypeMipmappedArray) = 1,
    LANES_NAME(ResourceTypeLinear) = 2,
    LANES_NAME(ResourceTypePitch2D) = 3,
};
enum LANES_NAME(SurfaceBoundaryMode) {
    LANES_NAME(BoundaryModeZero) = 0,
    LANES_NAME(BoundaryModeClamp) = 1,
    LANES_NAME(BoundaryModeTrap) = 2,
};

struct LANES_NAME(ResourceDesc)
{
    LANES_NAME(ResourceType) resType;
    union {
        struct
        {
            LANES_NAME(Array_t) array;
        } array;
        struct
        {
            void* devPtr;
            LANES_NAME(ChannelFormatDesc) desc;
            size_t sizeInBytes;
        } linear;
        struct
        {
            void* devPtr;
            LANES_NAME(ChannelFormatDesc) desc;
            size_t width;
            size_t height;
            size_t pitchInBytes;
        } pitch2D;
    } res;
};
struct LANES_NAME(TextureDesc)
{
    LANES_NAME(TextureAddressMode) addressMode[3];
    LANES_NAME(TextureFilterMode) filterMode;
    LANES_NAME(TextureReadMode) readMode;
    int sRGB;
    float borderColor[4];
    int normalizedCoords;
    unsigned maxAnisotropy;
    LANES_NAME(TextureFilterMode) mipmapFilterMode;
    float mipmapLevelBias;
    float minMipmapLevelClamp;
    float maxMipmapLevelClamp;
};
struct LANES_NAME(ResourceViewDesc)
{
    int format;
    size_t width;
    size_t height;
    size_t depth;
};

#ifdef LANES_AMD
typedef rocport_lanes::Texture* hipTextureObject_t;
typedef rocport_lanes::Image* hipSurfaceObject_t;
#else
typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;
#endif

namespace rocport_lanes {

inline const Texture& textureOf(LANES_NAME(TextureObject_t) object)
{
    return *(const Texture*)(object);
}
inline const Image& imageOf(LANES_NAME(SurfaceObject_t) object)
{
    return *(const Image*)(object);
}

inline Code imageOfResource(const LANES_NAME(ResourceDesc) & resource, Image& image)
{
    switch (resource.resType) {
    case LANES_NAME(ResourceTypeArray):
        image = resource.res.array.array->image;
        return Code::Success;
    case LANES_NAME(ResourceTypeLinear):
        image.memory = static_cast<char*>(resource.res.linear.devPtr);
        image.format = formatOf(resource.res.linear.desc);
        if (image.format.bytes() == 0) {
            return Code::InvalidValue;
        }
        image.width = resource.res.linear.sizeInBytes / image.format.bytes();
        image.pitch = resource.res.linear.sizeInBytes;
        return Code::Success;
    case LANES_NAME(ResourceTypePitch2D):
        image.memory = static_cast<char*>(resource.res.pitch2D.devPtr);
        image.format = formatOf(resource.res.pitch2D.desc);
        image.width = resource.res.pitch2D.width;
        image.height = resource.res.pitch2D.height;
        image.pitch = resource.res.pitch2D.pitchInBytes;
        return Code::Success;
    default:
        return Code::NotSupported;
    }
}

} // namespace rocport_lanes

inline LANES_NAME(Error_t)
    LANES_NAME(CreateTextureObject)(LANES_NAME(TextureObject_t) * object,
                                    const LANES_NAME(ResourceDesc) * resource,
                                    const LANES_NAME(TextureDesc) * description,
                                    const LANES_NAME(ResourceViewDesc) * view)
{
    auto texture = std::make_unique<rocport_lanes::Texture>();
    const rocport_lanes::Code code = view != nullptr ? rocport_lanes::Code::NotSupported
                                             : rocport_lanes::imageOfResource(*resource, texture->image);
    if (code != rocport_lanes::Code::Success) {
        return LanesCode(code);
    }
    for (int i = 0; i < 3; ++i) {
        texture->address[i] = static_cast<rocport_lanes::AddressMode>(description->addressMode[i]);
    }
    texture->linear = description->filterMode == LANES_NAME(FilterModeLinear);
    texture->normalized = description->normalizedCoords != 0;
    texture->normalizedFloat = description->readMode == LANES_NAME(ReadModeNormalizedFloat);
    const bool isInteger = texture->image.format.kind != rocport_lanes::ChannelKind::Float;
    if (texture->linear && isInteger && !texture->normalizedFloat) {
        return LanesCode(rocport_lanes::Code::InvalidValue); // what lies between integers is none
    }
    std::copy(description->borderColor, description->borderColor + 4, texture->border);
    *object = (LANES_NAME(TextureObject_t))(texture.release());
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(DestroyTextureObject)(LANES_NAME(TextureObject_t) object)
{
    delete (rocport_lanes::Texture*)(object);
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(CreateSurfaceObject)(LANES_NAME(SurfaceObject_t) * object,
                                    const LANES_NAME(ResourceDesc) * resource)
{
    if (resource->resType != LANES_NAME(ResourceTypeArray)) {
        return LanesCode(rocport_lanes::Code::InvalidValue);
    }
    *object =
        (LANES_NAME(SurfaceObject_t))(new rocport_lanes::Image(resource->res.array.array->image));
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(DestroySurfaceObject)(LANES_NAME(SurfaceObject_t) object)
{
    delete (rocport_lanes::Image*)(object);
    return LANES_NAME(Success);
}

// --- References, which newer releases do not have ------------------------------------------------

constexpr int LANES_NAME(TextureType1D) = 1;
constexpr int LANES_NAME(TextureType2D) = 2;
constexpr int LANES_NAME(TextureType3D) = 3;
constexpr int LANES_NAME(TextureType1DLayered) = 0xF1;
constexpr int LANES_NAME(TextureType2DLayered) = 0xF2;
constexpr int LANES_NAME(TextureTypeCubemap) = 0x0C;

struct textureReference
{
    int normalized = 0;
    LANES_NAME(TextureFilterMode) filterMode = LANES_NAME(FilterModePoint);
    LANES_NAME(TextureAddressMode)
    addressMode[3] = {LANES_NAME(AddressModeClamp), LANES_NAME(AddressModeClamp),
                      LANES_NAME(AddressModeClamp)};
    LANES_NAME(ChannelFormatDesc) channelDesc = {};
    rocport_lanes::Image image; ///< of the engine
    rocport_lanes::Texture played(bool normalizedFloat) const
    {
        rocport_lanes::Texture texture;
        texture.image = image;
        texture.linear = filterMode == LANES_NAME(FilterModeLinear);
        texture.normalized = normalized != 0;
        texture.normalizedFloat = normalizedFloat;
        for (int i = 0; i < 3; ++i) {
            texture.address[i] = static_cast<rocport_lanes::AddressMode>(addressMode[i]);
        }
        return texture;
    }
};
template <typename T, int kType = 1, LANES_NAME(TextureReadMode) kMode = LANES_NAME(ReadModeElementType)>
struct texture : textureReference
{
    texture() { channelDesc = LANES_NAME(CreateChannelDesc)<T>(); }
    texture(int isNormalized, LANES_NAME(TextureFilterMode) filter,
            LANES_NAME(TextureAddressMode) address)
        : texture()
    {
        normalized = isNormalized;
        filterMode = filter;
        std::fill(addressMode, addressMode + 3, address);
    }
    static constexpr bool kIsFloat = kMode == LANES_NAME(ReadModeNormalizedFloat);
    using Read = std::conditional_t<kIsFloat, rocport_lanes::FloatOf<T>, T>;
};

template <typename T, int kType, LANES_NAME(TextureReadMode) kMode>
LANES_NAME(Error_t)
LANES_NAME(BindTexture)(size_t* offset, texture<T, kType, kMode>& reference, const void* memory,
                        const LANES_NAME(ChannelFormatDesc) & format, size_t bytes = 0)
{
    void* start = nullptr;
    size_t size = bytes;
    bool onHost = false;
    if (bytes == 0 || bytes >= 0xffffffffU) {
        rocport_lanes::allocationOf(memory, start, size, onHost);
    }
    if (offset != nullptr) {
        *offset = 0;
    }
    const rocport_lanes::Format texel = rocport_lanes::formatOf(format);
    reference.image = {static_cast<char*>(const_cast<void*>(memory)), texel, size / texel.bytes(),
                       0, 0, size, 0};
    return LANES_NAME(Success);
}
template <typename T, int kType, LANES_NAME(TextureReadMode) kMode>
LANES_NAME(Error_t)
LANES_NAME(BindTexture)(size_t* offset, texture<T, kType, kMode>& reference, const void* memory,
                        size_t bytes = 0)
{
    return LANES_NAME(BindTexture)(offset, reference, memory, reference.channelDesc, bytes);
}
/// As C has it, by addresses.
template <typename T, int kType, LANES_NAME(TextureReadMode) kMode>
LANES_NAME(Error_t)
LANES_NAME(BindTexture)(size_t* offset, texture<T, kType, kMode>* reference, const void* memory,
                        const LANES_NAME(ChannelFormatDesc) * format, size_t bytes = 0)
{
    return LANES_NAME(BindTexture)(offset, *reference, memory, *format, bytes);
}
template <typename T, int kType, LANES_NAME(TextureReadMode) kMode>
LANES_NAME(Error_t)
LANES_NAME(BindTexture2D)(size_t* offset, texture<T, kType, kMode>& reference, const void* memory,
                          const LANES_NAME(ChannelFormatDesc) & format, size_t width,
                          size_t height, size_t pitch)
{
    if (offset != nullptr) {
        *offset = 0;
    }
    reference.image = {static_cast<char*>(const_cast<void*>(memory)), rocport_lanes::formatOf(format),
                       width, height, 0, pitch, 0};
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(BindTextureToArray)(textureReference& reference, LANES_NAME(Array_const_t) array)
{
    reference.image = array->image;
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(BindTextureToArray)(textureReference& reference, LANES_NAME(Array_const_t) array,
                                   const LANES_NAME(ChannelFormatDesc) &)
{
    return LANES_NAME(BindTextureToArray)(reference, array);
}
inline LANES_NAME(Error_t) LANES_NAME(UnbindTexture)(textureReference& reference)
{
    reference.image = {};
    return LANES_NAME(Success);
}

// --- In kernels ----------------------------------------------------------------------------------

#define LANES_TEXTURE(name, given, call)                                                           \
    template <typename T>                                                                          \
    T name(LANES_NAME(TextureObject_t) object LANES_GIVEN given)                                   \
    {                                                                                              \
        const rocport_lanes::Texture& texture = rocport_lanes::textureOf(object);                                  \
        return rocport_lanes::call;                                                                        \
    }                                                                                              \
    template <typename T>                                                                          \
    void name(T* result, LANES_NAME(TextureObject_t) object LANES_GIVEN given)                     \
    {                                                                                              \
        const rocport_lanes::Texture& texture = rocport_lanes::textureOf(object);                                  \
        *result = rocport_lanes::call;                                                                     \
    }                                                                                              \
    template <typename Of, int kType, LANES_NAME(TextureReadMode) kMode>                           \
    auto name(const texture<Of, kType, kMode>& reference LANES_GIVEN given)                        \
    {                                                                                              \
        using T = typename ::texture<Of, kType, kMode>::Read;                                      \
        const rocport_lanes::Texture texture = reference.played(::texture<Of, kType, kMode>::kIsFloat);    \
        return rocport_lanes::call;                                                                        \
    }
#define LANES_GIVEN(...) , __VA_ARGS__
LANES_TEXTURE(tex1Dfetch, (int x), fetch<T>(texture, x))
LANES_TEXTURE(tex1D, (float x), sample<T>(texture, 1, x, 0, 0, 0))
LANES_TEXTURE(tex2D, (float x, float y), sample<T>(texture, 2, x, y, 0, 0))
LANES_TEXTURE(tex3D, (float x, float y, float z), sample<T>(texture, 3, x, y, z, 0))
LANES_TEXTURE(tex1DLayered, (float x, int layer), sample<T>(texture, 1, x, 0, 0, layer))
LANES_TEXTURE(tex2DLayered, (float x, float y, int layer), sample<T>(texture, 2, x, y, 0, layer))
LANES_TEXTURE(texCubemap, (float x, float y, float z), sampleCube<T>(texture, x, y, z, 0))
LANES_TEXTURE(texCubemapLayered, (float x, float y, float z, int layer),
              sampleCube<T>(texture, x, y, z, layer))
LANES_TEXTURE(tex1DLod, (float x, float), sample<T>(texture, 1, x, 0, 0, 0))
LANES_TEXTURE(tex2DLod, (float x, float y, float), sample<T>(texture, 2, x, y, 0, 0))
LANES_TEXTURE(tex3DLod, (float x, float y, float z, float), sample<T>(texture, 3, x, y, z, 0))
#undef LANES_TEXTURE

#define LANES_SURFACE(name, given, x, y, z)                                                        \
    template <typename T>                                                                          \
    void surf##name##write(T value, LANES_NAME(SurfaceObject_t) surface LANES_GIVEN given,         \
                           int mode = LANES_NAME(BoundaryModeTrap),                                \
                           rocport_lanes::Site site = rocport_lanes::Site::here())                                 \
    {                                                                                              \
        char* at = rocport_lanes::surfaceTexel(rocport_lanes::imageOf(surface), x, y, z, sizeof(T), mode, site);   \
        if (at != nullptr) {                                                                       \
            std::memcpy(at, &value, sizeof(T));                                                    \
        }                                                                                          \
    }                                                                                              \
    template <typename T>                                                                          \
    void surf##name##read(T* value, LANES_NAME(SurfaceObject_t) surface LANES_GIVEN given,         \
                          int mode = LANES_NAME(BoundaryModeTrap),                                 \
                          rocport_lanes::Site site = rocport_lanes::Site::here())                                  \
    {                                                                                              \
        const char* at =                                                                           \
            rocport_lanes::surfaceTexel(rocport_lanes::imageOf(surface), x, y, z, sizeof(T), mode, site);          \
        *value = T{};                                                                              \
        if (at != nullptr) {                                                                       \
            std::memcpy(value, at, sizeof(T));                                                     \
        }                                                                                          \
    }                                                                                              \
    template <typename T>                                                                          \
    T surf##name##read(LANES_NAME(SurfaceObject_t) surface LANES_GIVEN given,                      \
                       int mode = LANES_NAME(BoundaryModeTrap),                                    \
                       rocport_lanes::Site site = rocport_lanes::Site::here())                                     \
    {                                                                                              \
        const char* at =                                                                           \
            rocport_lanes::surfaceTexel(rocport_lanes::imageOf(surface), x, y, z, sizeof(T), mode, site);          \
        T value{};                                                                                 \
        if (at != nullptr) {                                                                       \
            std::memcpy(&value, at, sizeof(T));                                                    \
        }                                                                                          \
        return value;                                                                              \
    }
LANES_SURFACE(1D, (int x), x, 0, 0)
LANES_SURFACE(2D, (int x, int y), x, y, 0)
LANES_SURFACE(3D, (int x, int y, int z), x, y, z)
LANES_SURFACE(1DLayered, (int x, int layer), x, 0, layer)
LANES_SURFACE(2DLayered, (int x, int y, int layer), x, y, layer)
LANES_SURFACE(Cubemap, (int x, int y, int face), x, y, face)
#undef LANES_SURFACE
#undef LANES_GIVEN
