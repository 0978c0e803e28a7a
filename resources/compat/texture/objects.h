// Texture objects.
inline hipError_t rocportSetResource(rocportTexels& texels, const hipResourceDesc& resource)
{
    texels = rocportTexels();
    size_t width = 0;
    size_t height = 1;
    if (resource.resType == hipResourceTypeArray) {
        const rocportArray* const array = rocportOwnArray(resource.res.array.array);
        if (array == nullptr)
            return resource.res.array.array == nullptr ? hipErrorInvalidHandle : hipErrorNotSupported;
        texels = array->texels;
        return hipSuccess;
    }
    if (resource.resType == hipResourceTypeLinear) {
        if (!rocportSetFormat(texels, resource.res.linear.desc))
            return ROCPORT_INVALID_FORMAT;
        texels.data = static_cast<unsigned char*>(resource.res.linear.devPtr);
        width = resource.res.linear.sizeInBytes / rocportElementBytes(texels);
        texels.pitch = resource.res.linear.sizeInBytes;
    } else if (resource.resType == hipResourceTypePitch2D) {
        if (!rocportSetFormat(texels, resource.res.pitch2D.desc))
            return ROCPORT_INVALID_FORMAT;
        texels.data = static_cast<unsigned char*>(resource.res.pitch2D.devPtr);
        width = resource.res.pitch2D.width;
        height = resource.res.pitch2D.height;
        texels.pitch = resource.res.pitch2D.pitchInBytes;
        if (width > (1u << 20) || height > (1u << 20) || texels.pitch % texels.bytes != 0)
            return hipErrorInvalidValue;
    } else {
        return resource.resType == hipResourceTypeMipmappedArray ? hipErrorNotSupported : hipErrorInvalidValue;
    }
    if (texels.data == nullptr || width > 0x7FFFFFFFu ||
        reinterpret_cast<size_t>(texels.data) % texels.bytes != 0)
        return hipErrorInvalidValue;
    texels.width = static_cast<unsigned int>(width);
    texels.height = static_cast<unsigned int>(height);
    texels.depth = 1;
    texels.slice = texels.pitch * height;
    return hipSuccess;
}
// The bits that the border reads as: its colour in the format of the elements.
inline unsigned int rocportBorder(const rocportTexels& texels, bool isPromoted, float color)
{
    unsigned int bits = 0;
    __builtin_memcpy(&bits, &color, sizeof bits);
    if (isPromoted) {
        const bool isSigned = texels.kind == hipChannelFormatKindSigned;
        const float most = isSigned ? (texels.bytes == 1 ? 127.0f : 32767.0f) : texels.bytes == 1 ? 255.0f : 65535.0f;
        const float least = isSigned ? -1.0f : 0.0f;
        const float value = (color >= least ? color > 1.0f ? 1.0f : color : least) * most;
        const float whole = (value < 0 ? floorf(value + 0.5f) : ceilf(value - 0.5f)) / most;
        __builtin_memcpy(&bits, &whole, sizeof bits);
    } else if (texels.kind != hipChannelFormatKindFloat && texels.bytes < 4) {
        const unsigned int shift = 32 - 8 * texels.bytes;
        bits = texels.kind == hipChannelFormatKindSigned
                   ? static_cast<unsigned int>(static_cast<int>(bits << shift) >> shift)
                   : bits << shift >> shift;
    }
    return bits;
}
template <typename Object>
inline hipError_t rocportCreateTextureObject(Object* object, const hipResourceDesc* resource,
                                             const hipTextureDesc* texture, const hipResourceViewDesc* view,
                                             unsigned int flags = 0)
{
    if (object == nullptr || resource == nullptr)
        return hipErrorInvalidValue;
    if (texture == nullptr)
        return hipErrorInvalidHandle;
    if (view != nullptr || texture->sRGB != 0)
        return hipErrorNotSupported;
    rocportTexture made = {};
    const hipError_t error = rocportSetResource(made.texels, *resource);
    if (error != hipSuccess)
        return error;
    const bool isFloat = made.texels.kind == hipChannelFormatKindFloat;
    made.isNormalized = texture->normalizedCoords != 0;
    made.isPromoted = texture->readMode == hipReadModeNormalizedFloat;
    made.isLinear = texture->filterMode == hipFilterModeLinear;
    // As CUDA has them: cudaErrorInvalidFilterSetting and cudaErrorInvalidNormSetting.
    if (made.isLinear && !isFloat && (!made.isPromoted || made.texels.bytes == 4))
        return static_cast<hipError_t>(26);
    if (made.isPromoted && (isFloat || made.texels.bytes == 4))
        return static_cast<hipError_t>(27);
    made.isLinear = made.isLinear && resource->resType != hipResourceTypeLinear;
    for (int i = 0; i < 3; ++i) {
        const bool repeats = texture->addressMode[i] == hipAddressModeWrap ||
                             texture->addressMode[i] == hipAddressModeMirror;
        made.address[i] = repeats && !made.isNormalized ? hipAddressModeClamp : texture->addressMode[i];
    }
    for (int i = 0; i < 4; ++i)
        made.border[i] = rocportBorder(made.texels, made.isPromoted, texture->borderColor[i]);
    made.resource = *resource;
    made.texture = *texture;
    made.flags = flags;
    return rocportPublish(object, made);
}
template <typename Object>
inline hipError_t rocportDestroyTextureObject(Object object)
{
    return object == Object() ? hipSuccess : hipFree((void*)object);
}
template <typename Object>
inline hipError_t rocportGetTextureObjectResourceDesc(hipResourceDesc* resource, Object object)
{
    rocportTexture read;
    const hipError_t error = resource == nullptr ? hipErrorInvalidValue : rocportRead(&read, object);
    if (error == hipSuccess)
        *resource = read.resource;
    return error;
}
template <typename Object>
inline hipError_t rocportGetTextureObjectTextureDesc(hipTextureDesc* texture, Object object)
{
    rocportTexture read;
    const hipError_t error = texture == nullptr ? hipErrorInvalidValue : rocportRead(&read, object);
    if (error == hipSuccess)
        *texture = read.texture;
    return error;
}
template <typename Object>
inline hipError_t rocportGetTextureObjectResourceViewDesc(hipResourceViewDesc*, Object)
{
    return hipErrorInvalidValue; // none has a view
}
#define hipCreateTextureObject rocportCreateTextureObject
#define hipDestroyTextureObject rocportDestroyTextureObject
#define hipGetTextureObjectResourceDesc rocportGetTextureObjectResourceDesc
#define hipGetTextureObjectTextureDesc rocportGetTextureObjectTextureDesc
#define hipGetTextureObjectResourceViewDesc rocportGetTextureObjectResourceViewDesc
