// Reading textures: table lookup and filtering as the CUDA C++ programming guide says it, with 8 bits of fraction.
// Channels of one element, widened to 32 bits; or floats.
struct rocportWords
{
    unsigned int words[4];
};
ROCPORT_BOTH inline float rocportAsFloat(unsigned int word)
{
    float value = 0;
    __builtin_memcpy(&value, &word, sizeof value);
    return value;
}
ROCPORT_BOTH inline unsigned int rocportAsWord(float value)
{
    unsigned int word = 0;
    __builtin_memcpy(&word, &value, sizeof word);
    return word;
}
ROCPORT_BOTH inline unsigned int rocportFromHalf(unsigned int half)
{
    const unsigned int sign = (half & 0x8000u) << 16;
    const unsigned int rest = half & 0x7FFFu;
    if (rest >= 0x7C00u)
        return sign | 0x7F800000u | (rest & 0x3FFu) << 13;
    if (rest >= 0x400u)
        return sign | ((rest << 13) + 0x38000000u);
    return sign | rocportAsWord(static_cast<float>(rest) * 5.9604644775390625e-8f);
}
// A channel in memory, as 32 bits.
ROCPORT_BOTH inline unsigned int rocportChannelAt(const rocportTexels& texels, const unsigned char* at)
{
    const bool isSigned = texels.kind == hipChannelFormatKindSigned;
    if (texels.bytes == 4) {
        unsigned int word = 0;
        __builtin_memcpy(&word, __builtin_assume_aligned(at, 4), sizeof word);
        return word;
    }
    if (texels.bytes == 2) {
        unsigned short word = 0;
        __builtin_memcpy(&word, __builtin_assume_aligned(at, 2), sizeof word);
        return texels.kind == hipChannelFormatKindFloat ? rocportFromHalf(word)
               : isSigned ? static_cast<unsigned int>(static_cast<int>(static_cast<short>(word)))
                          : word;
    }
    return isSigned ? static_cast<unsigned int>(static_cast<int>(static_cast<signed char>(*at))) : *at;
}
ROCPORT_BOTH inline unsigned int rocportPromote(const rocportTexels& texels, unsigned int word)
{
    if (texels.kind == hipChannelFormatKindUnsigned)
        return rocportAsWord(static_cast<float>(word) / (texels.bytes == 1 ? 255.0f : 65535.0f));
    const float value = static_cast<float>(static_cast<int>(word)) / (texels.bytes == 1 ? 127.0f : 32767.0f);
    return rocportAsWord(value < -1.0f ? -1.0f : value);
}
// The element at these indices; outside of the texture (-1): the colour of the border.
ROCPORT_BOTH inline rocportWords rocportTexel(const rocportTexture& texture, int x, int y, int z)
{
    rocportWords result = {{0, 0, 0, 0}};
    const rocportTexels& texels = texture.texels;
    if (x < 0 || y < 0 || z < 0) {
        for (unsigned int i = 0; i < 4; ++i)
            result.words[i] = i < texels.channels ? texture.border[i] : 0;
        return result;
    }
    const unsigned char* at = texels.data + static_cast<size_t>(z) * texels.slice +
                              static_cast<size_t>(y) * texels.pitch +
                              static_cast<size_t>(x) * texels.channels * texels.bytes;
    for (unsigned int i = 0; i < 4; ++i) { // a bound that the compiler knows keeps the words in registers
        if (i < texels.channels) {
            const unsigned int word = rocportChannelAt(texels, at + i * texels.bytes);
            result.words[i] = texture.isPromoted ? rocportPromote(texels, word) : word;
        }
    }
    return result;
}
ROCPORT_BOTH inline int rocportAddress(int index, int size, int mode)
{
    if (index >= 0 && index < size)
        return index;
    if (mode == hipAddressModeBorder || size <= 0)
        return -1;
    if (mode == hipAddressModeWrap) {
        index %= size;
        return index < 0 ? index + size : index;
    }
    if (mode == hipAddressModeMirror) {
        index %= 2 * size;
        index = index < 0 ? index + 2 * size : index;
        return index < size ? index : 2 * size - 1 - index;
    }
    return index < 0 ? 0 : size - 1;
}
// The indices to read in one direction, and how much the second one counts, in 256ths.
struct rocportPlace
{
    int first;
    int second;
    int share;
};
ROCPORT_BOTH inline rocportPlace rocportPlaceOf(const rocportTexture& texture, int direction, unsigned int count,
                                                float x, bool isLinear, bool isNormalized)
{
    const int mode = texture.address[direction];
    const int size = static_cast<int>(count);
    if (isNormalized) {
        if (mode == hipAddressModeWrap)
            x -= floorf(x);
        else if (mode == hipAddressModeMirror)
            x -= 2.0f * floorf(0.5f * x);
        x *= static_cast<float>(size);
    }
    // What is farther outside reads the same; NaN is outside.
    const float last = 2.0f * static_cast<float>(size) + 2.0f;
    x = !(x >= -2.0f) ? -2.0f : x > last ? last : x;
    rocportPlace place = {0, 0, 0};
    if (!isLinear) {
        place.first = rocportAddress(static_cast<int>(floorf(x)), size, mode);
        place.second = place.first;
        return place;
    }
    const int fixed = static_cast<int>(floorf((x - 0.5f) * 256.0f + 0.5f));
    const int index = fixed >> 8;
    place.share = fixed & 255;
    place.first = rocportAddress(index, size, mode);
    place.second = rocportAddress(index + 1, size, mode);
    return place;
}
// The weighted sum of the 2, 4 or 8 elements around a place.
ROCPORT_BOTH inline rocportWords rocportBlend(const rocportTexture& texture, int directions,
                                              const rocportPlace& x, const rocportPlace& y,
                                              const rocportPlace& z)
{
    float sums[4] = {0, 0, 0, 0};
    for (int corner = 0; corner < 1 << directions; ++corner) {
        const bool isRight = (corner & 1) != 0;
        const bool isLower = (corner & 2) != 0;
        const bool isBehind = (corner & 4) != 0;
        float weight = static_cast<float>(isRight ? x.share : 256 - x.share);
        if (directions > 1)
            weight *= static_cast<float>(isLower ? y.share : 256 - y.share);
        if (directions > 2)
            weight *= static_cast<float>(isBehind ? z.share : 256 - z.share);
        if (weight == 0.0f)
            continue;
        const rocportWords texel = rocportTexel(texture, isRight ? x.second : x.first, isLower ? y.second : y.first,
                                                isBehind ? z.second : z.first);
        weight *= directions == 1 ? 1.0f / 256 : directions == 2 ? 1.0f / 65536 : 1.0f / 16777216;
        for (unsigned int i = 0; i < 4; ++i)
            sums[i] += weight * rocportAsFloat(texel.words[i]);
    }
    const rocportWords result = {
        {rocportAsWord(sums[0]), rocportAsWord(sums[1]), rocportAsWord(sums[2]), rocportAsWord(sums[3])}};
    return result;
}
ROCPORT_BOTH inline rocportWords rocportSample(const rocportTexture* texture, int directions, float x, float y,
                                               float z, int layer, bool isNormalized)
{
    const rocportTexels& texels = texture->texels;
    const rocportPlace none = {0, 0, 0};
    const rocportPlace layers = {layer, layer, 0};
    const bool isLinear = texture->isLinear;
    const rocportPlace first = rocportPlaceOf(*texture, 0, texels.width, x, isLinear, isNormalized);
    const rocportPlace second = directions > 1 ? rocportPlaceOf(*texture, 1, texels.height, y, isLinear, isNormalized) : none;
    const rocportPlace third = directions > 2 ? rocportPlaceOf(*texture, 2, texels.depth, z, isLinear, isNormalized) : layers;
    return isLinear ? rocportBlend(*texture, directions, first, second, third)
                    : rocportTexel(*texture, first.first, second.first, third.first);
}
ROCPORT_BOTH inline rocportWords rocportSample(const rocportTexture* texture, int directions, float x, float y,
                                               float z, int layer)
{
    return rocportSample(texture, directions, x, y, z, layer, texture->isNormalized);
}
ROCPORT_BOTH inline rocportWords rocportFetch(const rocportTexture* texture, int x)
{
    const rocportWords nothing = {{0, 0, 0, 0}};
    return x < 0 || static_cast<unsigned int>(x) >= texture->texels.width ? nothing
                                                                         : rocportTexel(*texture, x, 0, 0);
}

template <typename T>
struct rocportElement;
template <typename T>
ROCPORT_BOTH inline T rocportChannel(unsigned int word, T)
{
    return static_cast<T>(word);
}
ROCPORT_BOTH inline float rocportChannel(unsigned int word, float)
{
    return rocportAsFloat(word);
}
#define ROCPORT_ELEMENT(type, name)                                                                                  \
    template <>                                                                                                      \
    struct rocportElement<name##1>                                                                                   \
    {                                                                                                                \
        ROCPORT_BOTH static name##1 of(const rocportWords& from)                                                     \
        {                                                                                                            \
            name##1 value;                                                                                           \
            value.x = rocportChannel(from.words[0], type());                                                         \
            return value;                                                                                            \
        }                                                                                                            \
    };                                                                                                               \
    template <>                                                                                                      \
    struct rocportElement<name##2>                                                                                   \
    {                                                                                                                \
        ROCPORT_BOTH static name##2 of(const rocportWords& from)                                                     \
        {                                                                                                            \
            name##2 value;                                                                                           \
            value.x = rocportChannel(from.words[0], type());                                                         \
            value.y = rocportChannel(from.words[1], type());                                                         \
            return value;                                                                                            \
        }                                                                                                            \
    };                                                                                                               \
    template <>                                                                                                      \
    struct rocportElement<name##4>                                                                                   \
    {                                                                                                                \
        ROCPORT_BOTH static name##4 of(const rocportWords& from)                                                     \
        {                                                                                                            \
            name##4 value;                                                                                           \
            value.x = rocportChannel(from.words[0], type());                                                         \
            value.y = rocportChannel(from.words[1], type());                                                         \
            value.z = rocportChannel(from.words[2], type());                                                         \
            value.w = rocportChannel(from.words[3], type());                                                         \
            return value;                                                                                            \
        }                                                                                                            \
    };                                                                                                               \
    ROCPORT_SCALAR(type)
#define ROCPORT_SCALAR(type)                                                                                         \
    template <>                                                                                                      \
    struct rocportElement<type>                                                                                      \
    {                                                                                                                \
        ROCPORT_BOTH static type of(const rocportWords& from)                                                        \
        {                                                                                                            \
            return rocportChannel(from.words[0], type());                                                            \
        }                                                                                                            \
    };
typedef unsigned char rocportUchar;
typedef unsigned short rocportUshort;
typedef unsigned int rocportUint;
typedef signed char rocportSchar;
ROCPORT_ELEMENT(char, char)
ROCPORT_SCALAR(rocportSchar)
ROCPORT_ELEMENT(rocportUchar, uchar)
ROCPORT_ELEMENT(short, short)
ROCPORT_ELEMENT(rocportUshort, ushort)
ROCPORT_ELEMENT(int, int)
ROCPORT_ELEMENT(rocportUint, uint)
ROCPORT_ELEMENT(float, float)
#undef ROCPORT_ELEMENT
#undef ROCPORT_SCALAR

// Each also in the form that writes its result. Without mipmaps a level or gradient has no meaning.
#define ROCPORT_FETCH(name, expression, ...)                                                                         \
    template <typename T>                                                                                            \
    ROCPORT_BOTH inline T name(rocportHandle<rocportTexture> object, __VA_ARGS__)                                    \
    {                                                                                                                \
        return rocportElement<T>::of(expression);                                                                    \
    }                                                                                                                \
    template <typename T>                                                                                            \
    ROCPORT_BOTH inline void name(T* to, rocportHandle<rocportTexture> object, __VA_ARGS__)                          \
    {                                                                                                                \
        *to = rocportElement<T>::of(expression);                                                                     \
    }
ROCPORT_FETCH(rocportTex1Dfetch, rocportFetch(object.at, x), int x)
ROCPORT_FETCH(rocportTex1D, rocportSample(object.at, 1, x, 0, 0, 0), float x)
ROCPORT_FETCH(rocportTex2D, rocportSample(object.at, 2, x, y, 0, 0), float x, float y)
ROCPORT_FETCH(rocportTex3D, rocportSample(object.at, 3, x, y, z, 0), float x, float y, float z)
ROCPORT_FETCH(rocportTex1DLod, rocportSample(object.at, 1, x, 0, 0, 0), float x, float)
ROCPORT_FETCH(rocportTex2DLod, rocportSample(object.at, 2, x, y, 0, 0), float x, float y, float)
ROCPORT_FETCH(rocportTex3DLod, rocportSample(object.at, 3, x, y, z, 0), float x, float y, float z, float)
ROCPORT_FETCH(rocportTex1DGrad, rocportSample(object.at, 1, x, 0, 0, 0), float x, float, float)
ROCPORT_FETCH(rocportTex2DGrad, rocportSample(object.at, 2, x, y, 0, 0), float x, float y, float2, float2)
ROCPORT_FETCH(rocportTex3DGrad, rocportSample(object.at, 3, x, y, z, 0), float x, float y, float z, float4, float4)
#define tex1Dfetch rocportTex1Dfetch
#define tex1D rocportTex1D
#define tex2D rocportTex2D
#define tex3D rocportTex3D
#define tex1DLod rocportTex1DLod
#define tex2DLod rocportTex2DLod
#define tex3DLod rocportTex3DLod
#define tex1DGrad rocportTex1DGrad
#define tex2DGrad rocportTex2DGrad
#define tex3DGrad rocportTex3DGrad
