// Reading and writing surfaces; `x` counts bytes. Outside: nothing, an end of the kernel, or the nearest element.
ROCPORT_BOTH inline unsigned char* rocportSurfaceAt(const rocportSurface* surface, int x, int y, int z, int count,
                                                    hipSurfaceBoundaryMode mode)
{
    const rocportTexels& texels = surface->texels;
    const int line = static_cast<int>(texels.width * texels.channels * texels.bytes);
    const int height = static_cast<int>(texels.height);
    const int depth = static_cast<int>(texels.depth);
    if (x < 0 || x > line - count || y < 0 || y >= height || z < 0 || z >= depth) {
        if (mode == hipBoundaryModeZero || line < count)
            return nullptr;
        if (mode != hipBoundaryModeClamp)
            __builtin_trap();
        x = x < 0 ? 0 : x > line - count ? line - count : x;
        y = y < 0 ? 0 : y >= height ? height - 1 : y;
        z = z < 0 ? 0 : z >= depth ? depth - 1 : z;
    }
    return texels.data + static_cast<size_t>(z) * texels.slice + static_cast<size_t>(y) * texels.pitch + x;
}
// A negative number of a layer is a large one.
ROCPORT_BOTH inline int rocportSurfaceLayer(int layer)
{
    return layer < 0 ? 0x7FFFFFFF : layer;
}
template <typename T>
ROCPORT_BOTH inline T rocportSurfaceRead(const unsigned char* at)
{
    T value = T();
    if (at != nullptr)
        __builtin_memcpy(&value, at, sizeof value);
    return value;
}
template <typename T>
ROCPORT_BOTH inline void rocportSurfaceWrite(unsigned char* at, const T& value)
{
    if (at != nullptr)
        __builtin_memcpy(at, &value, sizeof value);
}
#define ROCPORT_SURFACE(name, y, z, ...)                                                                             \
    template <typename T>                                                                                            \
    ROCPORT_BOTH inline T name##read(rocportHandle<rocportSurface> object, __VA_ARGS__,                              \
                                     hipSurfaceBoundaryMode mode = hipBoundaryModeTrap)                              \
    {                                                                                                                \
        return rocportSurfaceRead<T>(rocportSurfaceAt(object.at, x, y, z, int(sizeof(T)), mode));                    \
    }                                                                                                                \
    template <typename T>                                                                                            \
    ROCPORT_BOTH inline void name##read(T* to, rocportHandle<rocportSurface> object, __VA_ARGS__,                    \
                                        hipSurfaceBoundaryMode mode = hipBoundaryModeTrap)                           \
    {                                                                                                                \
        *to = rocportSurfaceRead<T>(rocportSurfaceAt(object.at, x, y, z, int(sizeof(T)), mode));                     \
    }                                                                                                                \
    template <typename T>                                                                                            \
    ROCPORT_BOTH inline void name##write(T value, rocportHandle<rocportSurface> object, __VA_ARGS__,                 \
                                         hipSurfaceBoundaryMode mode = hipBoundaryModeTrap)                          \
    {                                                                                                                \
        rocportSurfaceWrite(rocportSurfaceAt(object.at, x, y, z, int(sizeof(T)), mode), value);                      \
    }
ROCPORT_SURFACE(rocportSurf1D, 0, 0, int x)
ROCPORT_SURFACE(rocportSurf2D, y, 0, int x, int y)
ROCPORT_SURFACE(rocportSurf3D, y, z, int x, int y, int z)
ROCPORT_SURFACE(rocportSurf1DLayered, 0, rocportSurfaceLayer(layer), int x, int layer)
ROCPORT_SURFACE(rocportSurf2DLayered, y, rocportSurfaceLayer(layer), int x, int y, int layer)
ROCPORT_SURFACE(rocportSurfCubemap, y, rocportSurfaceLayer(layer), int x, int y, int layer)
ROCPORT_SURFACE(rocportSurfCubemapLayered, y, rocportSurfaceLayer(layer), int x, int y, int layer)
#undef ROCPORT_SURFACE
#define surf1Dread rocportSurf1Dread
#define surf1Dwrite rocportSurf1Dwrite
#define surf2Dread rocportSurf2Dread
#define surf2Dwrite rocportSurf2Dwrite
#define surf3Dread rocportSurf3Dread
#define surf3Dwrite rocportSurf3Dwrite
#define surf1DLayeredread rocportSurf1DLayeredread
#define surf1DLayeredwrite rocportSurf1DLayeredwrite
#define surf2DLayeredread rocportSurf2DLayeredread
#define surf2DLayeredwrite rocportSurf2DLayeredwrite
#define surfCubemapread rocportSurfCubemapread
#define surfCubemapwrite rocportSurfCubemapwrite
#define surfCubemapLayeredread rocportSurfCubemapLayeredread
#define surfCubemapLayeredwrite rocportSurfCubemapLayeredwrite
