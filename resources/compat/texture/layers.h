// Textures with layers, cube maps, and the four elements that a filter would read.
// The nearest layer; a negative number is a large one.
ROCPORT_BOTH inline int rocportLayer(const rocportTexture* texture, int layer)
{
    const int last = static_cast<int>(texture->texels.depth) - 1;
    return layer < 0 || layer > last ? last : layer;
}
ROCPORT_FETCH(rocportTex1DLayered, rocportSample(object.at, 1, x, 0, 0, rocportLayer(object.at, layer)), float x,
              int layer)
ROCPORT_FETCH(rocportTex2DLayered, rocportSample(object.at, 2, x, y, 0, rocportLayer(object.at, layer)), float x,
              float y, int layer)
ROCPORT_FETCH(rocportTex1DLayeredLod, rocportSample(object.at, 1, x, 0, 0, rocportLayer(object.at, layer)), float x,
              int layer, float)
ROCPORT_FETCH(rocportTex2DLayeredLod, rocportSample(object.at, 2, x, y, 0, rocportLayer(object.at, layer)), float x,
              float y, int layer, float)

// A face of a cube and the place on it, -1 to 1. (CUDA C++ programming guide, cubemap textures.)
struct rocportFace
{
    int face;
    float s;
    float t;
};
ROCPORT_BOTH inline rocportFace rocportFaceOf(float x, float y, float z)
{
    const float wide = fabsf(x), high = fabsf(y), deep = fabsf(z);
    rocportFace face = {0, 0, 0};
    if (deep >= wide && deep >= high) {
        face.face = z < 0 ? 5 : 4;
        face.s = (z < 0 ? -x : x) / deep;
        face.t = -y / deep;
    } else if (high >= wide) {
        face.face = y < 0 ? 3 : 2;
        face.s = x / high;
        face.t = (y < 0 ? -z : z) / high;
    } else {
        face.face = x < 0 ? 1 : 0;
        face.s = (x < 0 ? z : -z) / wide;
        face.t = -y / wide;
    }
    return face;
}
ROCPORT_BOTH inline rocportWords rocportCube(const rocportTexture* texture, float x, float y, float z, int cube)
{
    const int cubes = static_cast<int>(texture->texels.depth) / 6;
    const rocportFace face = rocportFaceOf(x, y, z);
    return rocportSample(texture, 2, (face.s + 1.0f) * 0.5f, (face.t + 1.0f) * 0.5f, 0,
                         (cube < 0 || cube >= cubes ? cubes - 1 : cube) * 6 + face.face, true);
}
ROCPORT_FETCH(rocportTexCubemap, rocportCube(object.at, x, y, z, 0), float x, float y, float z)
ROCPORT_FETCH(rocportTexCubemapLod, rocportCube(object.at, x, y, z, 0), float x, float y, float z, float)
ROCPORT_FETCH(rocportTexCubemapLayered, rocportCube(object.at, x, y, z, layer), float x, float y, float z, int layer)

ROCPORT_BOTH inline rocportWords rocportGather(const rocportTexture* texture, float x, float y, int component)
{
    const rocportPlace across = rocportPlaceOf(*texture, 0, texture->texels.width, x, true, texture->isNormalized);
    const rocportPlace down = rocportPlaceOf(*texture, 1, texture->texels.height, y, true, texture->isNormalized);
    const rocportWords texels[4] = {rocportTexel(*texture, across.first, down.second, 0),
                                    rocportTexel(*texture, across.second, down.second, 0),
                                    rocportTexel(*texture, across.second, down.first, 0),
                                    rocportTexel(*texture, across.first, down.first, 0)};
    rocportWords result = {{0, 0, 0, 0}};
    for (int i = 0; i < 4; ++i)
        for (int channel = 0; channel < 4; ++channel)
            result.words[i] = channel == component ? texels[i].words[channel] : result.words[i];
    return result;
}
ROCPORT_FETCH(rocportTex2Dgather, rocportGather(object.at, x, y, component), float x, float y, int component = 0)
#define tex1DLayered rocportTex1DLayered
#define tex2DLayered rocportTex2DLayered
#define tex1DLayeredLod rocportTex1DLayeredLod
#define tex2DLayeredLod rocportTex2DLayeredLod
#define texCubemap rocportTexCubemap
#define texCubemapLod rocportTexCubemapLod
#define texCubemapLayered rocportTexCubemapLayered
#define tex2Dgather rocportTex2Dgather
