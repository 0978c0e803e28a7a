#pragma once

// Arrays, textures and surfaces as a GPU reads them, told by the documentation of CUDA ("Texture
// Fetching" in the programming guide): linear filtering with weights of 8 bits of fraction.

#include "lanes/engine.h"
#include "lanes/vectors.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

namespace rocport_lanes {

enum class ChannelKind : int { Signed = 0, Unsigned = 1, Float = 2, None = 3 };
enum class AddressMode : int { Wrap = 0, Clamp = 1, Mirror = 2, Border = 3 };

/// What texels are.
struct Format
{
    int bits[4] = {};
    ChannelKind kind = ChannelKind::None;
    int channels() const { return (bits[0] > 0) + (bits[1] > 0) + (bits[2] > 0) + (bits[3] > 0); }
    std::size_t bytes() const
    {
        return static_cast<std::size_t>(bits[0] + bits[1] + bits[2] + bits[3]) / 8;
    }
};

/// An array, or memory that is read like one. Layers and faces lie behind each other.
struct Image
{
    char* memory = nullptr;
    Format format;
    std::size_t width = 0; ///< in texels, as the others
    std::size_t height = 0;
    std::size_t depth = 0; ///< or layers
    std::size_t pitch = 0; ///< bytes of a row
    unsigned flags = 0;

    char* texel(std::size_t x, std::size_t y, std::size_t z) const
    {
        return memory + (z * std::max<std::size_t>(height, 1) + y) * pitch + x * format.bytes();
    }
};

struct Texture
{
    Image image;
    AddressMode address[3] = {AddressMode::Clamp, AddressMode::Clamp, AddressMode::Clamp};
    bool linear = false;
    bool normalized = false;      ///< coordinates
    bool normalizedFloat = false; ///< integers are read as numbers up to 1
    float border[4] = {};
};

/// Four channels of a texel as they are.
struct Texel
{
    double number[4] = {};
};

template <typename Integer>
double channelAt(const char* place, bool toFloat)
{
    Integer value;
    std::memcpy(&value, place, sizeof(value));
    if (!toFloat) {
        return static_cast<double>(value);
    }
    const double most = static_cast<double>(std::numeric_limits<Integer>::max());
    return std::max(static_cast<double>(value) / most, -1.0);
}

inline float halfAt(const char* place)
{
    std::uint16_t bits = 0;
    std::memcpy(&bits, place, sizeof(bits));
    const int exponent = bits >> 10 & 31;
    const int fraction = bits & 1023;
    float value = 0;
    if (exponent == 31) {
        value = fraction == 0 ? INFINITY : NAN;
    } else {
        value = exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                              : std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
    }
    return (bits & 0x8000) != 0 ? -value : value;
}

inline Texel texelAt(const char* place, const Format& format, bool toFloat)
{
    Texel texel;
    for (int channel = 0; channel < 4 && format.bits[channel] > 0; ++channel) {
        const int bits = format.bits[channel];
        double& number = texel.number[channel];
        if (format.kind == ChannelKind::Float) {
            float value = 0;
            if (bits == 16) {
                value = halfAt(place);
            } else {
                std::memcpy(&value, place, sizeof(value));
            }
            number = static_cast<double>(value);
        } else if (format.kind == ChannelKind::Signed) {
            number = bits == 8    ? channelAt<std::int8_t>(place, toFloat)
                     : bits == 16 ? channelAt<std::int16_t>(place, toFloat)
                                  : channelAt<std::int32_t>(place, false);
        } else {
            number = bits == 8    ? channelAt<std::uint8_t>(place, toFloat)
                     : bits == 16 ? channelAt<std::uint16_t>(place, toFloat)
                                  : channelAt<std::uint32_t>(place, false);
        }
        place += bits / 8;
    }
    return texel;
}

/// The texel that index `at` means; -1: the border.
inline long long placeOf(long long at, std::size_t size, AddressMode mode)
{
    const auto many = static_cast<long long>(size);
    switch (mode) {
    case AddressMode::Wrap:
        return (at % many + many) % many;
    case AddressMode::Mirror: {
        const long long in = (at % (2 * many) + 2 * many) % (2 * many);
        return in < many ? in : 2 * many - 1 - in;
    }
    case AddressMode::Border:
        return at < 0 || at >= many ? -1 : at;
    default:
        return std::clamp(at, 0LL, many - 1);
    }
}

/// One dimension of a fetch: the two texels and the weight of the second.
struct Side
{
    long long first = 0;
    long long second = 0;
    double weight = 0;
};

inline Side sideOf(const Texture& texture, float coordinate, std::size_t size, int dimension)
{
    AddressMode mode = texture.address[dimension];
    const bool wraps = mode == AddressMode::Wrap || mode == AddressMode::Mirror;
    if (!texture.normalized && wraps) {
        mode = AddressMode::Clamp; // the others are for normalised coordinates
    }
    if (!(std::fabs(coordinate) < 1e9F)) {
        coordinate = coordinate > 0 ? 1e9F : coordinate < 0 ? -1e9F : 0;
    }
    if (texture.normalized) {
        if (mode == AddressMode::Wrap) {
            coordinate -= std::floor(coordinate);
        }
        coordinate *= static_cast<float>(size);
    }
    Side side;
    if (!texture.linear) {
        side.first = placeOf(static_cast<long long>(std::floor(coordinate)), size, mode);
        side.second = side.first;
        return side;
    }
    const float from = coordinate - 0.5F;
    const float whole = std::floor(from);
    side.weight = std::round(static_cast<double>(from - whole) * 256.0) / 256.0;
    side.first = placeOf(static_cast<long long>(whole), size, mode);
    side.second = placeOf(static_cast<long long>(whole) + 1, size, mode);
    return side;
}

inline Texel readTexel(const Texture& texture, long long x, long long y, long long z)
{
    if (x < 0 || y < 0 || z < 0) {
        Texel border;
        std::copy(texture.border, texture.border + 4, border.number);
        return border;
    }
    return texelAt(texture.image.texel(static_cast<std::size_t>(x), static_cast<std::size_t>(y),
                                       static_cast<std::size_t>(z)),
                   texture.image.format, texture.normalizedFloat);
}

inline Texel mixed(const Texel& a, const Texel& b, double weight)
{
    if (weight == 0) {
        return a;
    }
    Texel result;
    for (int i = 0; i < 4; ++i) {
        result.number[i] = (1 - weight) * a.number[i] + weight * b.number[i];
    }
    return result;
}

inline Texel sampled(const Texture& texture, const Side& x, const Side& y, const Side& z)
{
    const auto row = [&](long long atY, long long atZ) {
        const Texel first = readTexel(texture, x.first, atY, atZ);
        return x.weight == 0 ? first
                             : mixed(first, readTexel(texture, x.second, atY, atZ), x.weight);
    };
    const auto plane = [&](long long atZ) {
        const Texel first = row(y.first, atZ);
        return y.weight == 0 ? first : mixed(first, row(y.second, atZ), y.weight);
    };
    const Texel first = plane(z.first);
    return z.weight == 0 ? first : mixed(first, plane(z.second), z.weight);
}

template <typename T>
struct PartOf
{
    using Type = T;
};
template <typename T>
requires requires(T t) { t.x; }
struct PartOf<T>
{
    using Type = std::remove_cvref_t<decltype(std::declval<T>().x)>;
};

/// As a scalar or a vector of up to four.
template <typename T>
T typed(const Texel& texel)
{
    using Part = typename PartOf<T>::Type;
    constexpr std::size_t kMany = sizeof(T) / sizeof(Part);
    Part parts[kMany];
    for (std::size_t i = 0; i < kMany; ++i) {
        parts[i] = static_cast<Part>(i < 4 ? texel.number[i] : 0.0);
    }
    T result;
    std::memcpy(&result, parts, sizeof(T));
    return result;
}

/// What integers are read as where they become numbers up to 1.
template <typename T>
using FloatOf = std::conditional_t<
    sizeof(T) == sizeof(typename PartOf<T>::Type), float,
    std::conditional_t<sizeof(T) == 2 * sizeof(typename PartOf<T>::Type), float2, float4>>;

template <typename T>
T fetch(const Texture& texture, long long index)
{
    const auto width = static_cast<long long>(texture.image.width);
    if (index < 0 || index >= width) {
        return typed<T>(Texel());
    }
    if (!texture.normalizedFloat && sizeof(T) == texture.image.format.bytes()) {
        T value;
        std::memcpy(&value, texture.image.texel(static_cast<std::size_t>(index), 0, 0), sizeof(T));
        return value;
    }
    return typed<T>(readTexel(texture, index, 0, 0));
}

/// A read at up to three coordinates; `layer` is added to the last that has none.
template <typename T>
T sample(const Texture& texture, int dimensions, float x, float y, float z, int layer)
{
    const Image& image = texture.image;
    Side ys;
    Side zs;
    const Side xs = sideOf(texture, x, image.width, 0);
    if (dimensions > 1) {
        ys = sideOf(texture, y, std::max<std::size_t>(image.height, 1), 1);
    }
    if (dimensions > 2) {
        zs = sideOf(texture, z, std::max<std::size_t>(image.depth, 1), 2);
    } else {
        const auto most = static_cast<long long>(std::max<std::size_t>(image.depth, 1)) - 1;
        zs.first = std::clamp<long long>(layer, 0, most);
    }
    if (!texture.linear && !texture.normalizedFloat && sizeof(T) == image.format.bytes() &&
        xs.first >= 0 && ys.first >= 0 && zs.first >= 0) {
        T value;
        std::memcpy(&value,
                    image.texel(static_cast<std::size_t>(xs.first),
                                static_cast<std::size_t>(ys.first),
                                static_cast<std::size_t>(zs.first)),
                    sizeof(T));
        return value;
    }
    return typed<T>(sampled(texture, xs, ys, zs));
}

/// The face of a cube that a direction meets, and where: as the programming guide's table has it.
struct CubePlace
{
    int face = 0;
    float s = 0;
    float t = 0;
};
inline CubePlace cubePlace(float x, float y, float z)
{
    const float ax = std::fabs(x);
    const float ay = std::fabs(y);
    const float az = std::fabs(z);
    CubePlace place;
    float s = 0;
    float t = 0;
    float m = 1;
    if (ax > ay && ax > az) {
        place.face = x >= 0 ? 0 : 1;
        m = ax;
        s = x >= 0 ? -z : z;
        t = -y;
    } else if (ay > az) {
        place.face = y >= 0 ? 2 : 3;
        m = ay;
        s = x;
        t = y >= 0 ? z : -z;
    } else {
        place.face = z >= 0 ? 4 : 5;
        m = az;
        s = z >= 0 ? x : -x;
        t = -y;
    }
    place.s = (s / m + 1) / 2;
    place.t = (t / m + 1) / 2;
    return place;
}
template <typename T>
T sampleCube(const Texture& texture, float x, float y, float z, int layer)
{
    const CubePlace place = cubePlace(x, y, z);
    const float width = texture.normalized ? 1.0F : static_cast<float>(texture.image.width);
    Texture face = texture;
    face.address[0] = face.address[1] = AddressMode::Clamp;
    if (!texture.normalized) {
        return sample<T>(face, 2, place.s * width, place.t * width, 0, layer * 6 + place.face);
    }
    return sample<T>(face, 2, place.s, place.t, 0, layer * 6 + place.face);
}

/// The texel of a surface at byte `x` of a row; null: it is outside.
char* surfaceTexel(const Image& image, long long x, long long y, long long z, std::size_t bytes,
                   int mode, const Site& site);

} // namespace rocport_lanes
