// Software textures, arrays and surfaces of generated headers beside the hardware of an NVIDIA GPU:
//   nvcc -std=c++17 -arch=native -diag-suppress 20011 -I resources/compat -o textures tests/device/textures.cu && ./textures
// Every address mode, filter, dimension and class of types on random data, at random places and at the edges of
// elements; then what calls with wrong arguments return. Exit status 0: reads without filter are the same bit for
// bit, filtered ones within what 8 bits of fraction allow, surfaces and errors the same.

#define __HIPCC__ 1
#include <cuda_fp16.h>

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <new>
#include <type_traits>
#include <vector>

namespace ours {
#include "hipnames.h"
#include "texture/base.h"
#include "texture/arrays.h"
#include "texture/objects.h"
#include "texture/fetch.h"
#include "texture/layers.h"
#include "texture/surfaceobjects.h"
#include "texture/surface.h"
} // namespace ours
#undef cudaGetSurfaceObjectResourceDesc
#undef cudaMemcpyFromArrayAsync
#undef cudaMemcpyToArrayAsync
#undef surf1Dread
#undef surf1Dwrite
#undef surf2DLayeredread
#undef surf2DLayeredwrite
#undef surf2Dread
#undef surf2Dwrite
#undef surf3Dread
#undef surf3Dwrite
#undef tex1D
#undef tex1DLayered
#undef tex1Dfetch
#undef tex2D
#undef tex2DGrad
#undef tex2DLayered
#undef tex2DLod
#undef tex2Dgather
#undef tex3D
#undef texCubemap
#undef texCubemapLayered

enum Shape { Fetch, OneD, TwoD, ThreeD, OneLayers, TwoLayers, Cube, CubeLayers, Gather, Level, Pitched };
const char* const kShapes[] = {"tex1Dfetch", "tex1D",      "tex2D",           "tex3D",       "tex1DLayered",   "tex2DLayered",
                               "texCubemap", "texCubemapLayered", "tex2Dgather", "tex2DLod", "tex2D of pitch2D"};
constexpr int kWidth = 37, kHeight = 21, kDepth = 11, kPlaces = 1 << 17;
constexpr int kSide = 16;

struct Found
{
    unsigned int differ;
    unsigned int seen;
    float most;
    float at[4];
    float theirs;
    float own;
};

__device__ void note(Found* found, float4 at, bool isSame, float theirs, float own)
{
    const float by = fabsf(theirs - own);
    if (by > 0)
        atomicMax(reinterpret_cast<int*>(&found->most), __float_as_int(by));
    if (!isSame && atomicAdd(&found->differ, 1u) == 0) {
        found->at[0] = at.x, found->at[1] = at.y, found->at[2] = at.z, found->at[3] = at.w;
        found->theirs = theirs;
        found->own = own;
    }
}

template <typename T>
__device__ bool sameBits(const T& a, const T& b)
{
    unsigned char x[sizeof(T)], y[sizeof(T)];
    memcpy(x, &a, sizeof x);
    memcpy(y, &b, sizeof y);
    bool is = true;
    for (unsigned int i = 0; i < sizeof(T); ++i)
        is = is && x[i] == y[i];
    return is;
}

template <typename T, typename S, Shape shape>
__global__ void compare(cudaTextureObject_t hardware, unsigned long long software, const float4* places, float tolerance,
                        Found* found)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 p = places[i];
    T theirs, own;
    const int layer = static_cast<int>(p.w);
    if constexpr (shape == Fetch) {
        theirs = tex1Dfetch<T>(hardware, static_cast<int>(p.x));
        own = ours::rocportTex1Dfetch<T>(software, static_cast<int>(p.x));
    } else if constexpr (shape == OneD) {
        theirs = tex1D<T>(hardware, p.x);
        own = ours::rocportTex1D<T>(software, p.x);
    } else if constexpr (shape == TwoD || shape == Pitched) {
        theirs = tex2D<T>(hardware, p.x, p.y);
        ours::rocportTex2D(&own, software, p.x, p.y);
    } else if constexpr (shape == Level) {
        theirs = tex2DLod<T>(hardware, p.x, p.y, p.w);
        own = ours::rocportTex2DLod<T>(software, p.x, p.y, p.w);
    } else if constexpr (shape == ThreeD) {
        theirs = tex3D<T>(hardware, p.x, p.y, p.z);
        own = ours::rocportTex3D<T>(software, p.x, p.y, p.z);
    } else if constexpr (shape == OneLayers) {
        theirs = tex1DLayered<T>(hardware, p.x, layer);
        own = ours::rocportTex1DLayered<T>(software, p.x, layer);
    } else if constexpr (shape == TwoLayers) {
        theirs = tex2DLayered<T>(hardware, p.x, p.y, layer);
        own = ours::rocportTex2DLayered<T>(software, p.x, p.y, layer);
    } else if constexpr (shape == Cube) {
        theirs = texCubemap<T>(hardware, p.x, p.y, p.z);
        own = ours::rocportTexCubemap<T>(software, p.x, p.y, p.z);
    } else if constexpr (shape == CubeLayers) {
        theirs = texCubemapLayered<T>(hardware, p.x, p.y, p.z, layer);
        own = ours::rocportTexCubemapLayered<T>(software, p.x, p.y, p.z, layer);
    } else {
        theirs = tex2Dgather<T>(hardware, p.x, p.y, 1);
        own = ours::rocportTex2Dgather<T>(software, p.x, p.y, 1);
    }
    S a[sizeof(T) / sizeof(S)], b[sizeof(T) / sizeof(S)];
    memcpy(a, &theirs, sizeof a);
    memcpy(b, &own, sizeof b);
    for (unsigned int c = 0; c < sizeof(T) / sizeof(S); ++c) {
        const bool isSame = sameBits(a[c], b[c]);
        const float x = static_cast<float>(a[c]), y = static_cast<float>(b[c]);
        note(found, p, isSame || (tolerance > 0 && fabsf(x - y) <= tolerance) , x, y);
    }
    atomicAdd(&found->seen, 1u);
}

unsigned int g_seed = 1;
unsigned int next()
{
    g_seed = g_seed * 1664525u + 1013904223u;
    return g_seed ^ (g_seed >> 15);
}
float between(float low, float high)
{
    return low + (high - low) * static_cast<float>(next() >> 8) / 16777216.0f;
}
int g_failures = 0;
void must(cudaError_t error, const char* what)
{
    if (error != cudaSuccess) {
        std::printf("%s: %s\n", what, cudaGetErrorString(error));
        ++g_failures;
        cudaGetLastError();
    }
}

struct Setting
{
    cudaTextureAddressMode address;
    cudaTextureFilterMode filter;
    cudaTextureReadMode read;
    bool isNormalized;
};

/// Places: anywhere, also far outside; every second one at a multiple of 1/256 of an element, moved by a little.
std::vector<float4> places(Shape shape, bool isNormalized, int layers, bool hasTies)
{
    std::vector<float4> all(kPlaces);
    const int sizes[3] = {shape == Fetch ? kWidth * kHeight : kWidth, kHeight, kDepth};
    for (size_t i = 0; i < all.size(); ++i) {
        float p[4];
        for (int d = 0; d < 3; ++d) {
            const float size = static_cast<float>(sizes[d]);
            float x = between(-2.3f * size, 3.3f * size);
            if (i % 2 == 0)
                x = static_cast<float>(static_cast<int>(x * 16)) / 16 + (i % 4 == 0 ? 0.0f : 0.03125f);
            if (i % 3 == 0)
                x = between(0, size);
            // The hardware rounds normalised coordinates to a step of its own: not at the edges of an element.
            if (isNormalized && std::fabs(x - std::round(x)) < 1e-5f * size)
                x += 0.25f;
            const float step = x * 256 - std::floor(x * 256);
            if (isNormalized && shape == Gather && std::fabs(step - 0.5f) < 0.03f)
                x += 0.125f / 256;
            p[d] = shape == Cube || shape == CubeLayers ? between(-1, 1) : isNormalized ? x / size : x;
        }
        if (shape == Cube || shape == CubeLayers) {
            // Some directions between faces, where a wrap does not begin anew there; none to the edges of elements.
            const float longest = std::fmax(std::fabs(p[0]), std::fmax(std::fabs(p[1]), std::fabs(p[2])));
            for (float& x : p) {
                const float along = x / longest * kSide / 2;
                if (std::fabs(along) < kSide / 2 && std::fabs(along - std::round(along)) < 1e-4f)
                    x += 0.01f * longest;
            }
            if (hasTies && i % 64 < 3)
                p[i % 64] = i % 128 < 64 ? p[(i + 1) % 64 % 3] : -p[(i + 1) % 64 % 3];
        }
        p[3] = static_cast<float>(static_cast<int>(next() % static_cast<unsigned int>(layers + 4)) - 2);
        all[i] = make_float4(p[0], p[1], p[2], p[3]);
    }
    return all;
}

template <typename T, typename S, typename R, typename RS, Shape shape>
void one(const char* type, cudaChannelFormatDesc format, const Setting& setting)
{
    const bool isCube = shape == Cube || shape == CubeLayers;
    const bool isLayered = shape == OneLayers || shape == TwoLayers || shape == CubeLayers;
    const bool has1 = shape == OneD || shape == OneLayers;
    cudaExtent extent = make_cudaExtent(isCube ? kSide : kWidth, has1 ? 0 : isCube ? kSide : kHeight,
                                        shape == ThreeD      ? kDepth
                                        : shape == Cube      ? 6
                                        : shape == CubeLayers ? 12
                                        : isLayered          ? kDepth
                                                             : 0);
    const size_t rows = extent.height == 0 ? 1 : extent.height, slices = extent.depth == 0 ? 1 : extent.depth;
    std::vector<S> data(extent.width * rows * slices * (sizeof(T) / sizeof(S)));
    for (S& value : data) {
        if constexpr (sizeof(S) == 4 && std::is_same<S, float>::value)
            value = between(-1, 1);
        else if constexpr (std::is_same<S, __half>::value)
            value = __float2half(between(-1, 1));
        else
            value = static_cast<S>(next() >> 3);
    }
    const unsigned int flags = (isLayered ? cudaArrayLayered : 0) | (isCube ? cudaArrayCubemap : 0) |
                               (shape == Gather ? cudaArrayTextureGather : 0);
    cudaArray_t theirs = nullptr, own = nullptr;
    cudaResourceDesc resource = {}, mine = {};
    void* memory = nullptr;
    if (shape == Fetch || shape == Pitched) {
        size_t pitch = extent.width * sizeof(T);
        must(shape == Fetch ? cudaMalloc(&memory, data.size() * sizeof(S))
                            : cudaMallocPitch(&memory, &pitch, extent.width * sizeof(T), rows),
             "memory");
        must(cudaMemcpy2D(memory, pitch, data.data(), extent.width * sizeof(T), extent.width * sizeof(T), rows,
                          cudaMemcpyHostToDevice),
             "copy");
        resource.resType = shape == Fetch ? cudaResourceTypeLinear : cudaResourceTypePitch2D;
        if (shape == Fetch) {
            resource.res.linear = {memory, format, data.size() * sizeof(S)};
        } else {
            resource.res.pitch2D = {memory, format, extent.width, rows, pitch};
        }
        mine = resource;
    } else {
        must(cudaMalloc3DArray(&theirs, &format, extent, flags), "cudaMalloc3DArray");
        must(ours::rocportMalloc3DArray(&own, &format, extent, flags), "rocportMalloc3DArray");
        cudaMemcpy3DParms copy = {};
        copy.srcPtr = make_cudaPitchedPtr(data.data(), extent.width * sizeof(T), extent.width, rows);
        copy.extent = make_cudaExtent(extent.width, rows, slices);
        copy.kind = cudaMemcpyHostToDevice;
        copy.dstArray = theirs;
        must(cudaMemcpy3D(&copy), "cudaMemcpy3D");
        copy.dstArray = own;
        must(ours::rocportMemcpy3D(&copy), "rocportMemcpy3D");
        resource.resType = mine.resType = cudaResourceTypeArray;
        resource.res.array.array = theirs;
        mine.res.array.array = own;
    }
    cudaTextureDesc texture = {};
    // A filter in one direction reads the border above and below too, where that is asked for.
    for (int d = 0; d < (has1 ? 1 : 3); ++d)
        texture.addressMode[d] = setting.address;
    texture.filterMode = setting.filter;
    texture.readMode = setting.read;
    texture.normalizedCoords = setting.isNormalized;
    const bool isFloat = std::is_same<RS, float>::value;
    for (int c = 0; c < 4; ++c) {
        const int color = 3 + 20 * c;
        if (isFloat)
            texture.borderColor[c] = 0.125f * static_cast<float>(c + 1);
        else
            std::memcpy(&texture.borderColor[c], &color, sizeof color);
    }
    cudaTextureObject_t hardware = 0;
    unsigned long long software = 0;
    must(cudaCreateTextureObject(&hardware, &resource, &texture, nullptr), "cudaCreateTextureObject");
    must(ours::rocportCreateTextureObject(&software, &mine, &texture, nullptr), "rocportCreateTextureObject");
    const std::vector<float4> where = places(shape, setting.isNormalized, static_cast<int>(slices),
                                             setting.address == cudaAddressModeClamp);
    float4* at = nullptr;
    Found* found = nullptr;
    must(cudaMalloc(&at, where.size() * sizeof(float4)), "memory");
    must(cudaMalloc(&found, sizeof(Found)), "memory");
    must(cudaMemcpy(at, where.data(), where.size() * sizeof(float4), cudaMemcpyHostToDevice), "copy");
    must(cudaMemset(found, 0, sizeof(Found)), "memset");
    // Values are in [-1, 1]: elements differ by 2 at most. In one direction the fraction is the same; normalised
    // coordinates may be off by a step of 1/256. In more directions the hardware rounds products of fractions, too.
    const bool isLinear = setting.filter == cudaFilterModeLinear;
    const int directions = has1 ? 1 : shape == ThreeD ? 3 : 2;
    const float tolerance = !isLinear                               ? 0
                            : directions == 1 && !setting.isNormalized ? 1e-5f
                                                                    : 2.0f / 256 * static_cast<float>(directions);
    compare<R, RS, shape><<<kPlaces / 256, 256>>>(hardware, software, at, tolerance, found);
    must(cudaDeviceSynchronize(), "kernel");
    Found result = {};
    must(cudaMemcpy(&result, found, sizeof result, cudaMemcpyDeviceToHost), "copy");
    const char* const modes[] = {"wrap", "clamp", "mirror", "border"};
    if (result.differ != 0 || result.seen != kPlaces)
        ++g_failures;
    std::printf("%-18s %-8s %-6s %-6s %-8s %-10s differ %7u of %u  most %.9g", kShapes[shape], type, modes[setting.address],
                isLinear ? "linear" : "point", setting.read == cudaReadModeElementType ? "element" : "promoted",
                setting.isNormalized ? "normalised" : "plain", result.differ, result.seen, result.most);
    if (result.differ != 0)
        std::printf("  at %.9g %.9g %.9g %.9g: %.9g, not %.9g", result.at[0], result.at[1], result.at[2], result.at[3],
                    result.own, result.theirs);
    std::printf("\n");
    must(cudaDestroyTextureObject(hardware), "cudaDestroyTextureObject");
    must(ours::rocportDestroyTextureObject(software), "rocportDestroyTextureObject");
    cudaFree(at);
    cudaFree(found);
    cudaFree(memory);
    if (theirs != nullptr) {
        // What comes back is what went in.
        std::vector<S> back(data.size());
        cudaMemcpy3DParms copy = {};
        copy.srcArray = own;
        copy.dstPtr = make_cudaPitchedPtr(back.data(), extent.width * sizeof(T), extent.width, rows);
        copy.extent = make_cudaExtent(extent.width, rows, slices);
        copy.kind = cudaMemcpyDeviceToHost;
        must(ours::rocportMemcpy3D(&copy), "rocportMemcpy3D");
        if (std::memcmp(back.data(), data.data(), data.size() * sizeof(S)) != 0) {
            std::printf("the array does not hold what was copied to it\n");
            ++g_failures;
        }
        must(cudaFreeArray(theirs), "cudaFreeArray");
        must(ours::rocportFreeArray(own), "rocportFreeArray");
    }
}

/// One type: element reads by points, or floats by points and filtered, in all modes.
template <typename T, typename S, typename R, typename RS, Shape shape>
void settings(const char* type, cudaChannelFormatDesc format, cudaTextureReadMode read)
{
    const bool mayFilter = std::is_same<RS, float>::value && shape != Fetch && shape != Gather;
    for (int filter = 0; filter <= (mayFilter ? 1 : 0); ++filter) {
        for (int isNormalized = 0; isNormalized < (shape == Fetch ? 1 : 2); ++isNormalized) {
            for (int mode = 0; mode < 4; ++mode) {
                if ((shape == Fetch && mode != cudaAddressModeClamp) ||
                    ((shape == Cube || shape == CubeLayers) && (!isNormalized || mode == cudaAddressModeBorder)))
                    continue;
                one<T, S, R, RS, shape>(type, format,
                                        {static_cast<cudaTextureAddressMode>(mode),
                                         static_cast<cudaTextureFilterMode>(filter), read, isNormalized != 0});
            }
        }
    }
}
template <Shape shape>
void types()
{
    const auto element = cudaReadModeElementType;
    const auto promoted = cudaReadModeNormalizedFloat;
    if constexpr (shape == Gather) {
        settings<float2, float, float4, float, shape>("float2", cudaCreateChannelDesc<float2>(), element);
        settings<uchar4, unsigned char, uchar4, unsigned char, shape>("uchar4", cudaCreateChannelDesc<uchar4>(), element);
        return;
    }
    if constexpr (shape != Gather) {
        settings<float, float, float, float, shape>("float", cudaCreateChannelDesc<float>(), element);
        settings<float4, float, float4, float, shape>("float4", cudaCreateChannelDesc<float4>(), element);
        settings<unsigned char, unsigned char, unsigned char, unsigned char, shape>("uchar", cudaCreateChannelDesc<unsigned char>(), element);
        settings<uchar4, unsigned char, float4, float, shape>("uchar4", cudaCreateChannelDesc<uchar4>(), promoted);
        settings<short2, short, short2, short, shape>("short2", cudaCreateChannelDesc<short2>(), element);
        if constexpr (shape == TwoD || shape == Fetch) {
            settings<float2, float, float2, float, shape>("float2", cudaCreateChannelDesc<float2>(), element);
            settings<char4, signed char, char4, signed char, shape>("char4", cudaCreateChannelDesc<char4>(), element);
            settings<char, signed char, float, float, shape>("char", cudaCreateChannelDesc<char>(), promoted);
            settings<short2, short, float2, float, shape>("short2", cudaCreateChannelDesc<short2>(), promoted);
            settings<unsigned short, unsigned short, float, float, shape>("ushort", cudaCreateChannelDesc<unsigned short>(), promoted);
            settings<ushort4, unsigned short, ushort4, unsigned short, shape>("ushort4", cudaCreateChannelDesc<ushort4>(), element);
            settings<int2, int, int2, int, shape>("int2", cudaCreateChannelDesc<int2>(), element);
            settings<uint4, unsigned int, uint4, unsigned int, shape>("uint4", cudaCreateChannelDesc<uint4>(), element);
            settings<short, __half, float, float, shape>("half", cudaCreateChannelDescHalf(), element);
            settings<short4, __half, float4, float, shape>("half4", cudaCreateChannelDescHalf4(), element);
        }
    }
}

template <typename T, int layout>
__global__ void surfaces(cudaSurfaceObject_t hardware, unsigned long long software, cudaSurfaceBoundaryMode mode,
                         unsigned int seed, Found* found)
{
    // Each thread has elements of its own, inside; reads are anywhere.
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int size = int(sizeof(T));
    unsigned int bits[4] = {seed + i * 7u, seed ^ (i * 77u), i * 3u, i * 5u};
    T value, theirs, own;
    memcpy(&value, bits, sizeof value);
    const int x = i % kWidth, y = i / kWidth % kHeight, z = i / (kWidth * kHeight) % kDepth;
    if (layout == 1 && i < kWidth) {
        surf1Dwrite(value, hardware, x * size);
        ours::rocportSurf1Dwrite(value, software, x * size);
    } else if (layout == 2 && i < kWidth * kHeight) {
        surf2Dwrite(value, hardware, x * size, y);
        ours::rocportSurf2Dwrite(value, software, x * size, y);
    } else if (layout == 3 && i < kWidth * kHeight * kDepth) {
        surf3Dwrite(value, hardware, x * size, y, z);
        ours::rocportSurf3Dwrite(value, software, x * size, y, z);
    } else if (layout == 4 && i < kWidth * kHeight * kDepth) {
        surf2DLayeredwrite(value, hardware, x * size, y, z);
        ours::rocportSurf2DLayeredwrite(value, software, x * size, y, z);
    }
    // Outside nothing is written, as reads afterwards show.
    if (i == 0 && mode == cudaBoundaryModeZero && layout == 2) {
        surf2Dwrite(value, hardware, kWidth * size, 3, mode);
        ours::rocportSurf2Dwrite(value, software, kWidth * size, 3, mode);
    }
    (void)theirs, (void)own, (void)found;
}
template <typename T, int layout>
__global__ void reads(cudaSurfaceObject_t hardware, unsigned long long software, cudaSurfaceBoundaryMode mode, Found* found)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int size = int(sizeof(T));
    T theirs, own;
    const bool isTrap = mode == cudaBoundaryModeTrap;
    const int x = isTrap ? i % kWidth : i % (kWidth + 8) - 4;
    const int y = isTrap ? i / kWidth % kHeight : i / (kWidth + 8) % (kHeight + 8) - 4;
    const int z = isTrap ? i / (kWidth * kHeight) % kDepth : i / ((kWidth + 8) * (kHeight + 8)) % (kDepth + 4) - 2;
    if (layout == 1) {
        theirs = surf1Dread<T>(hardware, x * size, mode);
        ours::rocportSurf1Dread(&own, software, x * size, mode);
    } else if (layout == 2) {
        theirs = surf2Dread<T>(hardware, x * size, y, mode);
        own = ours::rocportSurf2Dread<T>(software, x * size, y, mode);
    } else if (layout == 3) {
        theirs = surf3Dread<T>(hardware, x * size, y, z, mode);
        own = ours::rocportSurf3Dread<T>(software, x * size, y, z, mode);
    } else {
        theirs = surf2DLayeredread<T>(hardware, x * size, y, z, mode);
        own = ours::rocportSurf2DLayeredread<T>(software, x * size, y, z, mode);
    }
    const bool isSame = sameBits(theirs, own);
    note(found, make_float4(x, y, z, 0), isSame, 0, 1);
    atomicAdd(&found->seen, 1u);
}
template <typename T, int layout>
void surface(const char* type, cudaSurfaceBoundaryMode mode)
{
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
    const cudaExtent extent = make_cudaExtent(kWidth, layout == 1 ? 0 : kHeight, layout > 2 ? kDepth : 0);
    const unsigned int flags = cudaArraySurfaceLoadStore | (layout == 4 ? cudaArrayLayered : 0);
    cudaArray_t theirs = nullptr, own = nullptr;
    must(cudaMalloc3DArray(&theirs, &format, extent, flags), "cudaMalloc3DArray");
    must(ours::rocportMalloc3DArray(&own, &format, extent, flags), "rocportMalloc3DArray");
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = theirs;
    cudaSurfaceObject_t hardware = 0;
    must(cudaCreateSurfaceObject(&hardware, &resource), "cudaCreateSurfaceObject");
    resource.res.array.array = own;
    unsigned long long software = 0;
    must(ours::rocportCreateSurfaceObject(&software, &resource), "rocportCreateSurfaceObject");
    Found* found = nullptr;
    must(cudaMalloc(&found, sizeof(Found)), "memory");
    must(cudaMemset(found, 0, sizeof(Found)), "memset");
    surfaces<T, layout><<<64, 256>>>(hardware, software, mode, 99, found);
    reads<T, layout><<<128, 256>>>(hardware, software, mode, found);
    must(cudaDeviceSynchronize(), "surfaces");
    Found result = {};
    must(cudaMemcpy(&result, found, sizeof result, cudaMemcpyDeviceToHost), "copy");
    std::printf("surface %d %-7s mode %d  differ %u of %u", layout, type, static_cast<int>(mode), result.differ, result.seen);
    if (result.differ != 0) {
        ++g_failures;
        std::printf("  at %g %g %g", result.at[0], result.at[1], result.at[2]);
    }
    std::printf("\n");
    cudaDestroySurfaceObject(hardware);
    ours::rocportDestroySurfaceObject(software);
    cudaFreeArray(theirs);
    ours::rocportFreeArray(own);
    cudaFree(found);
}
template <typename T>
void surfacesOf(const char* type)
{
    for (const auto mode : {cudaBoundaryModeZero, cudaBoundaryModeTrap, cudaBoundaryModeClamp}) {
        surface<T, 1>(type, mode);
        surface<T, 2>(type, mode);
        surface<T, 3>(type, mode);
        surface<T, 4>(type, mode);
    }
}

#include "texturecalls.h"

int main()
{
    types<Fetch>();
    types<OneD>();
    types<TwoD>();
    types<ThreeD>();
    types<OneLayers>();
    types<TwoLayers>();
    types<Cube>();
    types<CubeLayers>();
    types<Gather>();
    types<Level>();
    types<Pitched>();
    surfacesOf<float>("float");
    surfacesOf<uchar4>("uchar4");
    surfacesOf<float4>("float4");
    surfacesOf<unsigned char>("uchar");
    surfacesOf<ushort2>("ushort2");
    errors();
    std::printf("%d faults\n", g_failures);
    return g_failures == 0 ? 0 : 1;
}
