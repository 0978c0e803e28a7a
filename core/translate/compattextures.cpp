#include "core/translate/compattextures.h"

#include "core/text/bytes.h"
#include "core/translate/supplied.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

using namespace std::string_view_literals;

/// The texts, each after what it rests on.
enum class Part : quint8 {
    Base,
    Arrays,
    Objects,
    Surfaces,
    Driver,
    Graphs,
    DriverGraphs,
    Fetch,
    Layers,
    SurfaceAccess
};

struct PartText
{
    Part part;
    std::string_view resource;
    bool isDevice;
};
constexpr std::array kParts = {
    PartText{Part::Base, "texture/base.h"sv, false},
    PartText{Part::Arrays, "texture/arrays.h"sv, false},
    PartText{Part::Objects, "texture/objects.h"sv, false},
    PartText{Part::Surfaces, "texture/surfaceobjects.h"sv, false},
    PartText{Part::Driver, "texture/driver.h"sv, false},
    PartText{Part::Graphs, "texture/graphs.h"sv, false},
    PartText{Part::DriverGraphs, "texture/drivergraphs.h"sv, false},
    PartText{Part::Fetch, "texture/fetch.h"sv, true},
    PartText{Part::Layers, "texture/layers.h"sv, true},
    PartText{Part::SurfaceAccess, "texture/surface.h"sv, true},
};

struct Name
{
    std::string_view cuda;
    Part part;
    bool isSign = true; ///< of arrays or textures; false: has other uses as well
};
/// (CUDA runtime API: memory management, texture and surface objects; CUDA C++ programming guide,
/// texture and surface functions.) Sorted.
constexpr std::array kTextureNames = {
    Name{"CUarray"sv, Part::Driver},
    Name{"CUsurfObject"sv, Part::Base},
    Name{"CUtexObject"sv, Part::Base},
    Name{"cuArray3DCreate"sv, Part::Driver},
    Name{"cuArray3DGetDescriptor"sv, Part::Driver},
    Name{"cuArrayCreate"sv, Part::Driver},
    Name{"cuArrayDestroy"sv, Part::Driver},
    Name{"cuArrayGetDescriptor"sv, Part::Driver},
    Name{"cuGraphAddMemcpyNode"sv, Part::DriverGraphs, false},
    Name{"cuGraphAddNode"sv, Part::Graphs, false},
    Name{"cuGraphExecMemcpyNodeSetParams"sv, Part::DriverGraphs, false},
    Name{"cuGraphExecNodeSetParams"sv, Part::Graphs, false},
    Name{"cuGraphMemcpyNodeSetParams"sv, Part::DriverGraphs, false},
    Name{"cuGraphNodeSetParams"sv, Part::Graphs, false},
    Name{"cuMemcpy2D"sv, Part::Driver, false},
    Name{"cuMemcpy2DAsync"sv, Part::Driver, false},
    Name{"cuMemcpy2DUnaligned"sv, Part::Driver, false},
    Name{"cuMemcpy3D"sv, Part::Driver, false},
    Name{"cuMemcpy3DAsync"sv, Part::Driver, false},
    Name{"cuMemcpyAtoA"sv, Part::Driver},
    Name{"cuMemcpyAtoD"sv, Part::Driver},
    Name{"cuMemcpyAtoH"sv, Part::Driver},
    Name{"cuMemcpyAtoHAsync"sv, Part::Driver},
    Name{"cuMemcpyDtoA"sv, Part::Driver},
    Name{"cuMemcpyHtoA"sv, Part::Driver},
    Name{"cuMemcpyHtoAAsync"sv, Part::Driver},
    Name{"cuSurfObjectCreate"sv, Part::Driver},
    Name{"cuSurfObjectDestroy"sv, Part::Driver},
    Name{"cuSurfObjectGetResourceDesc"sv, Part::Driver},
    Name{"cuTexObjectCreate"sv, Part::Driver},
    Name{"cuTexObjectDestroy"sv, Part::Driver},
    Name{"cuTexObjectGetResourceDesc"sv, Part::Driver},
    Name{"cuTexObjectGetResourceViewDesc"sv, Part::Driver},
    Name{"cuTexObjectGetTextureDesc"sv, Part::Driver},
    Name{"cudaArray"sv, Part::Arrays},
    Name{"cudaArrayGetInfo"sv, Part::Arrays},
    Name{"cudaArray_const_t"sv, Part::Arrays},
    Name{"cudaArray_t"sv, Part::Arrays},
    Name{"cudaCreateSurfaceObject"sv, Part::Surfaces},
    Name{"cudaCreateTextureObject"sv, Part::Objects},
    Name{"cudaDestroySurfaceObject"sv, Part::Surfaces},
    Name{"cudaDestroyTextureObject"sv, Part::Objects},
    Name{"cudaFreeArray"sv, Part::Arrays},
    Name{"cudaGetChannelDesc"sv, Part::Arrays},
    Name{"cudaGetSurfaceObjectResourceDesc"sv, Part::Surfaces},
    Name{"cudaGetTextureObjectResourceDesc"sv, Part::Objects},
    Name{"cudaGetTextureObjectResourceViewDesc"sv, Part::Objects},
    Name{"cudaGetTextureObjectTextureDesc"sv, Part::Objects},
    Name{"cudaGraphAddMemcpyNode"sv, Part::Graphs, false},
    Name{"cudaGraphAddNode"sv, Part::Graphs, false},
    Name{"cudaGraphExecMemcpyNodeSetParams"sv, Part::Graphs, false},
    Name{"cudaGraphExecNodeSetParams"sv, Part::Graphs, false},
    Name{"cudaGraphMemcpyNodeSetParams"sv, Part::Graphs, false},
    Name{"cudaGraphNodeSetParams"sv, Part::Graphs, false},
    Name{"cudaMalloc3DArray"sv, Part::Arrays},
    Name{"cudaMallocArray"sv, Part::Arrays},
    Name{"cudaMemcpy2DArrayToArray"sv, Part::Arrays},
    Name{"cudaMemcpy2DFromArray"sv, Part::Arrays},
    Name{"cudaMemcpy2DFromArrayAsync"sv, Part::Arrays},
    Name{"cudaMemcpy2DToArray"sv, Part::Arrays},
    Name{"cudaMemcpy2DToArrayAsync"sv, Part::Arrays},
    Name{"cudaMemcpy3D"sv, Part::Arrays, false},
    Name{"cudaMemcpy3DAsync"sv, Part::Arrays, false},
    Name{"cudaMemcpyFromArray"sv, Part::Arrays},
    Name{"cudaMemcpyFromArrayAsync"sv, Part::Arrays},
    Name{"cudaMemcpyToArray"sv, Part::Arrays},
    Name{"cudaMemcpyToArrayAsync"sv, Part::Arrays},
    Name{"cudaSurfaceObject_t"sv, Part::Base},
    Name{"cudaTextureObject_t"sv, Part::Base},
    Name{"surf1DLayeredread"sv, Part::SurfaceAccess},
    Name{"surf1DLayeredwrite"sv, Part::SurfaceAccess},
    Name{"surf1Dread"sv, Part::SurfaceAccess},
    Name{"surf1Dwrite"sv, Part::SurfaceAccess},
    Name{"surf2DLayeredread"sv, Part::SurfaceAccess},
    Name{"surf2DLayeredwrite"sv, Part::SurfaceAccess},
    Name{"surf2Dread"sv, Part::SurfaceAccess},
    Name{"surf2Dwrite"sv, Part::SurfaceAccess},
    Name{"surf3Dread"sv, Part::SurfaceAccess},
    Name{"surf3Dwrite"sv, Part::SurfaceAccess},
    Name{"surfCubemapLayeredread"sv, Part::SurfaceAccess},
    Name{"surfCubemapLayeredwrite"sv, Part::SurfaceAccess},
    Name{"surfCubemapread"sv, Part::SurfaceAccess},
    Name{"surfCubemapwrite"sv, Part::SurfaceAccess},
    Name{"tex1D"sv, Part::Fetch},
    Name{"tex1DGrad"sv, Part::Fetch},
    Name{"tex1DLayered"sv, Part::Layers},
    Name{"tex1DLayeredLod"sv, Part::Layers},
    Name{"tex1DLod"sv, Part::Fetch},
    Name{"tex1Dfetch"sv, Part::Fetch},
    Name{"tex2D"sv, Part::Fetch},
    Name{"tex2DGrad"sv, Part::Fetch},
    Name{"tex2DLayered"sv, Part::Layers},
    Name{"tex2DLayeredLod"sv, Part::Layers},
    Name{"tex2DLod"sv, Part::Fetch},
    Name{"tex2Dgather"sv, Part::Layers},
    Name{"tex3D"sv, Part::Fetch},
    Name{"tex3DGrad"sv, Part::Fetch},
    Name{"tex3DLod"sv, Part::Fetch},
    Name{"texCubemap"sv, Part::Layers},
    Name{"texCubemapLayered"sv, Part::Layers},
    Name{"texCubemapLod"sv, Part::Layers}};

const Name* textureName(std::string_view name)
{
    // The driver's functions have names with versions as well.
    if (name.starts_with("cu") && !name.starts_with("cuda") && name.ends_with("_v2")) {
        name.remove_suffix(3);
    }
    const auto* const found =
        std::lower_bound(kTextureNames.begin(), kTextureNames.end(), name,
                         [](const Name& one, std::string_view other) { return one.cuda < other; });
    return found != kTextureNames.end() && found->cuda == name ? found : nullptr;
}

const Name* textureName(const QByteArray& name)
{
    return textureName(viewOf(name));
}

} // namespace

bool lacksTextures(const TargetSettings& target)
{
    return std::any_of(target.architectures.begin(), target.architectures.end(),
                       [](const QString& one) {
                           return one.startsWith(QLatin1StringView("gfx94")) || one == u"gfx950";
                       });
}

bool isSuppliedTexture(std::string_view cudaName, const TargetSettings& target)
{
    return lacksTextures(target) && textureName(cudaName) != nullptr;
}

bool isTextureSign(std::string_view cudaName)
{
    const Name* const found = textureName(cudaName);
    return found != nullptr && found->isSign;
}

bool isTextureFunction(std::string_view cudaName)
{
    return (cudaName.starts_with("tex") || cudaName.starts_with("surf")) &&
           textureName(cudaName) != nullptr;
}

std::set<QByteArray> texturesAmong(const QSet<QByteArray>& names, const TargetSettings& target)
{
    std::set<QByteArray> found;
    bool isSure = false;
    for (const QByteArray& name : names) {
        if (const Name* const one = textureName(name); one != nullptr) {
            found.insert(name);
            isSure = isSure || one->isSign;
        }
    }
    return isSure && lacksTextures(target) ? found : std::set<QByteArray>();
}

QByteArray suppliedTextures(const std::set<QByteArray>& names)
{
    std::set<Part> parts;
    for (const QByteArray& name : names) {
        if (const Name* const one = textureName(name); one != nullptr) {
            parts.insert({Part::Base, one->part});
        }
    }
    if (parts.empty()) {
        return {};
    }
    if (parts.count(Part::Layers) != 0) {
        parts.insert(Part::Fetch);
    }
    if (parts.count(Part::Graphs) != 0) {
        parts.insert(Part::Arrays);
    }
    if (parts.count(Part::DriverGraphs) != 0) {
        parts.insert(Part::Driver);
    }
    if (parts.count(Part::Driver) != 0) {
        parts.insert({Part::Arrays, Part::Objects, Part::Surfaces});
    }
    QByteArray host;
    QByteArray device;
    for (const PartText& one : kParts) {
        if (parts.count(one.part) != 0) {
            (one.isDevice ? device : host) += compatText(one.resource);
        }
    }
    return "\n// Arrays and textures in software: a GPU among the targets has no image "
           "instructions.\n"
           "#if defined(__cplusplus) && !defined(__HIPCC_RTC__)\n"
           "#ifdef __HIPCC__\n#include <hip/hip_runtime.h>\n#endif\n" +
           host + (device.isEmpty() ? "" : "#ifdef __HIPCC__\n" + device + "#endif\n") + "#endif\n";
}

} // namespace rocport
