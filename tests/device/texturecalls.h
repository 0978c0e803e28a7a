// Of textures.cu: what calls return, with right and wrong arguments.
#pragma once

void same(const char* what, cudaError_t theirs, cudaError_t own)
{
    cudaGetLastError();
    std::printf("%-44s CUDA %d, here %d\n", what, static_cast<int>(theirs), static_cast<int>(own));
    g_failures += theirs == own ? 0 : 1;
}
void errors()
{
    cudaArray_t theirs = nullptr, own = nullptr;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    const auto array = [&](const char* what, cudaChannelFormatDesc desc, cudaExtent extent,
                           unsigned int flags) {
        cudaArray_t a = nullptr, b = nullptr;
        const cudaError_t first = cudaMalloc3DArray(&a, &desc, extent, flags);
        const cudaError_t second = ours::rocportMalloc3DArray(&b, &desc, extent, flags);
        same(what, first, second);
        if (first == cudaSuccess)
            cudaFreeArray(a);
        if (second == cudaSuccess)
            ours::rocportFreeArray(b);
    };
    array("no width", format, make_cudaExtent(0, 4, 0), 0);
    array("depth without height", format, make_cudaExtent(4, 0, 4), 0);
    array("layers of rows", format, make_cudaExtent(4, 0, 4), cudaArrayLayered);
    array("no layers", format, make_cudaExtent(4, 4, 0), cudaArrayLayered);
    array("a cube of five", format, make_cudaExtent(4, 4, 5), cudaArrayCubemap);
    array("a cube that is none", format, make_cudaExtent(4, 5, 6), cudaArrayCubemap);
    array("three channels", {32, 32, 32, 0, cudaChannelFormatKindFloat}, make_cudaExtent(4, 4, 0),
          0);
    array("unlike channels", {32, 16, 0, 0, cudaChannelFormatKindUnsigned},
          make_cudaExtent(4, 4, 0), 0);
    array("12 bits", {12, 0, 0, 0, cudaChannelFormatKindUnsigned}, make_cudaExtent(4, 4, 0), 0);
    array("floats of 8 bits", {8, 0, 0, 0, cudaChannelFormatKindFloat}, make_cudaExtent(4, 4, 0),
          0);
    array("no channel", {0, 0, 0, 0, cudaChannelFormatKindFloat}, make_cudaExtent(4, 4, 0), 0);
    array("no kind", {32, 0, 0, 0, cudaChannelFormatKindNone}, make_cudaExtent(4, 4, 0), 0);
    same("free nothing", cudaFreeArray(nullptr), ours::rocportFreeArray(nullptr));
    must(cudaMallocArray(&theirs, &format, 8, 4), "cudaMallocArray");
    must(ours::rocportMallocArray(&own, &format, 8, 4), "rocportMallocArray");
    float data[64] = {}, back[64] = {};
    for (int i = 0; i < 64; ++i)
        data[i] = static_cast<float>(i);
    const auto to = [&](const char* what, size_t x, size_t y, size_t pitch, size_t width,
                        size_t height, cudaMemcpyKind kind) {
        same(what, cudaMemcpy2DToArray(theirs, x, y, data, pitch, width, height, kind),
             ours::rocportMemcpy2DToArray(own, x, y, data, pitch, width, height, kind));
    };
    to("a whole array", 0, 0, 32, 32, 4, cudaMemcpyHostToDevice);
    to("by default", 4, 1, 32, 8, 2, cudaMemcpyDefault);
    to("too wide", 4, 0, 32, 32, 4, cudaMemcpyHostToDevice);
    to("too high", 0, 1, 32, 32, 4, cudaMemcpyHostToDevice);
    to("a pitch below the width", 0, 0, 16, 32, 2, cudaMemcpyHostToDevice);
    to("the wrong way", 0, 0, 32, 32, 4, cudaMemcpyDeviceToHost);
    to("on the host", 0, 0, 32, 32, 4, cudaMemcpyHostToHost);
    to("nothing", 0, 0, 32, 0, 0, cudaMemcpyHostToDevice);
    to("no kind", 0, 0, 32, 32, 4, static_cast<cudaMemcpyKind>(77));
    float other[64] = {};
    same("back", cudaMemcpy2DFromArray(back, 32, theirs, 0, 0, 32, 4, cudaMemcpyDeviceToHost),
         ours::rocportMemcpy2DFromArray(other, 32, own, 0, 0, 32, 4, cudaMemcpyDeviceToHost));
    if (std::memcmp(back, other, sizeof back) != 0) {
        std::printf("arrays differ after the same copies\n");
        ++g_failures;
    }
    cudaExtent extents[2];
    unsigned int flags[2] = {7, 7};
    cudaChannelFormatDesc formats[2];
    same("info", cudaArrayGetInfo(&formats[0], &extents[0], &flags[0], theirs),
         ours::rocportArrayGetInfo(&formats[1], &extents[1], &flags[1], own));
    if (std::memcmp(&extents[0], &extents[1], sizeof extents[0]) != 0 || flags[0] != flags[1] ||
        std::memcmp(&formats[0], &formats[1], sizeof formats[0]) != 0) {
        std::printf("infos differ\n");
        ++g_failures;
    }
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(data, 32, 8, 4);
    copy.extent = make_cudaExtent(8, 4, 1);
    copy.kind = cudaMemcpyHostToDevice;
    const auto in3D = [&](const char* what) {
        cudaMemcpy3DParms a = copy, b = copy;
        a.dstArray = theirs;
        b.dstArray = own;
        const cudaError_t first = cudaMemcpy3D(&a);
        same(what, first, ours::rocportMemcpy3D(&b));
    };
    in3D("three dimensions");
    copy.dstPos = make_cudaPos(1, 0, 0);
    in3D("three dimensions, too wide");
    copy.dstPos = make_cudaPos(0, 0, 1);
    in3D("three dimensions, too deep");

    cudaResourceDesc a = {}, b = {};
    a.resType = b.resType = cudaResourceTypeArray;
    a.res.array.array = theirs;
    b.res.array.array = own;
    cudaTextureDesc texture = {};
    const auto object = [&](const char* what) {
        cudaTextureObject_t hardware = 0;
        unsigned long long software = 0;
        const cudaError_t first = cudaCreateTextureObject(&hardware, &a, &texture, nullptr);
        const cudaError_t second =
            ours::rocportCreateTextureObject(&software, &b, &texture, nullptr);
        same(what, first, second);
        if (first == cudaSuccess)
            cudaDestroyTextureObject(hardware);
        if (second == cudaSuccess)
            ours::rocportDestroyTextureObject(software);
    };
    object("a texture");
    texture.readMode = cudaReadModeNormalizedFloat;
    object("promoted floats");
    texture.readMode = cudaReadModeElementType;
    cudaSurfaceObject_t hardware = 0;
    unsigned long long software = 0;
    same("a surface without the flag", cudaCreateSurfaceObject(&hardware, &a),
         ours::rocportCreateSurfaceObject(&software, &b));
    a.res.array.array = b.res.array.array = nullptr;
    object("no array");
    same("a surface of no array", cudaCreateSurfaceObject(&hardware, &a),
         ours::rocportCreateSurfaceObject(&software, &b));
    void* memory = nullptr;
    must(cudaMalloc(&memory, 4096), "memory");
    a.resType = b.resType = cudaResourceTypeLinear;
    a.res.linear = b.res.linear = {memory, cudaCreateChannelDesc<int>(), 4096};
    object("linear");
    texture.filterMode = cudaFilterModeLinear;
    object("linear memory, filtered integers");
    texture.filterMode = cudaFilterModePoint;
    a.res.linear.sizeInBytes = b.res.linear.sizeInBytes = 0;
    object("no bytes");
    a.res.linear = b.res.linear = {nullptr, cudaCreateChannelDesc<int>(), 4096};
    object("no memory");
    a.res.linear = b.res.linear = {memory, cudaCreateChannelDesc<int3>(), 4096};
    object("three channels of memory");
    a.res.linear = b.res.linear = {memory, cudaCreateChannelDesc<int>(), 4096};
    texture.readMode = cudaReadModeNormalizedFloat;
    object("promoted integers of 32 bits");
    texture.readMode = cudaReadModeElementType;
    a.resType = b.resType = cudaResourceTypePitch2D;
    a.res.pitch2D = b.res.pitch2D = {memory, cudaCreateChannelDesc<int>(), 16, 16, 128};
    object("pitch2D");
    texture.filterMode = cudaFilterModeLinear;
    object("filtered integers");
    texture.readMode = cudaReadModeNormalizedFloat;
    object("filtered integers of 32 bits, promoted");
    texture.readMode = cudaReadModeElementType;
    texture.filterMode = cudaFilterModePoint;
    a.res.pitch2D.pitchInBytes = b.res.pitch2D.pitchInBytes = 32;
    object("a pitch below the width of pitch2D");
    a.res.pitch2D = b.res.pitch2D = {memory, cudaCreateChannelDesc<int>(), 0, 16, 128};
    object("pitch2D of no width");
    a.resType = b.resType = static_cast<cudaResourceType>(9);
    object("no type");
    same("a surface of memory", cudaCreateSurfaceObject(&hardware, &a),
         ours::rocportCreateSurfaceObject(&software, &b));
    a.resType = b.resType = cudaResourceTypePitch2D;
    same("no array to copy to",
         cudaMemcpy2DToArray(nullptr, 0, 0, data, 4, 4, 1, cudaMemcpyHostToDevice),
         ours::rocportMemcpy2DToArray(nullptr, 0, 0, data, 4, 4, 1, cudaMemcpyHostToDevice));
    same("info of nothing", cudaArrayGetInfo(nullptr, nullptr, nullptr, nullptr),
         ours::rocportArrayGetInfo(nullptr, nullptr, nullptr, nullptr));
    same("format of nothing", cudaGetChannelDesc(&format, nullptr),
         ours::rocportGetChannelDesc(&format, nullptr));
    same("no resource", cudaCreateTextureObject(&hardware, nullptr, &texture, nullptr),
         ours::rocportCreateTextureObject(&software, static_cast<cudaResourceDesc*>(nullptr),
                                          &texture, nullptr));
    same("no texture", cudaCreateTextureObject(&hardware, &a, nullptr, nullptr),
         ours::rocportCreateTextureObject(&software, &b, static_cast<cudaTextureDesc*>(nullptr),
                                          nullptr));
    same("destroy nothing", cudaDestroyTextureObject(0), ours::rocportDestroyTextureObject(0ull));
    same("destroy no surface", cudaDestroySurfaceObject(0),
         ours::rocportDestroySurfaceObject(0ull));
    cudaResourceDesc asked;
    same("ask nothing", cudaGetTextureObjectResourceDesc(&asked, 0),
         ours::rocportGetTextureObjectResourceDesc(&asked, 0ull));
    cudaFree(memory);
    cudaFreeArray(theirs);
    ours::rocportFreeArray(own);
}
