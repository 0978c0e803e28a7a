// Textures and surfaces: what is read where, with values that the test works out for itself.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void read1(cudaTextureObject_t t, const float* at, float* out)
{
    out[threadIdx.x] = tex1D<float>(t, at[threadIdx.x]);
}

__global__ void read2(cudaTextureObject_t t, const float* at, float* out)
{
    out[threadIdx.x] = tex2D<float>(t, at[2 * threadIdx.x], at[2 * threadIdx.x + 1]);
}

__global__ void fetch(cudaTextureObject_t t, int4* out)
{
    out[threadIdx.x] = tex1Dfetch<int4>(t, threadIdx.x);
}

__global__ void layers(cudaTextureObject_t t, float* out)
{
    out[threadIdx.x] = tex2DLayered<float>(t, 0.5f, 0.5f, threadIdx.x);
}

__global__ void volume(cudaTextureObject_t t, float* out)
{
    out[0] = tex3D<float>(t, 1.0f, 1.0f, 1.0f);
}

__global__ void faces(cudaTextureObject_t t, float* out)
{
    const float sign = threadIdx.x % 2 ? -1.0f : 1.0f;
    const int axis = threadIdx.x / 2;
    out[threadIdx.x] = texCubemap<float>(t, axis == 0 ? sign : 0.1f, axis == 1 ? sign : 0.1f,
                                         axis == 2 ? sign : 0.1f);
}

__global__ void twice(cudaSurfaceObject_t s)
{
    float value;
    surf2Dread(&value, s, threadIdx.x * sizeof(float), threadIdx.y);
    surf2Dwrite(value * 2, s, threadIdx.x * sizeof(float), threadIdx.y);
}

static cudaTextureObject_t made(const cudaResourceDesc& from, cudaTextureAddressMode address,
                                   cudaTextureFilterMode filter, bool normalized,
                                   cudaTextureReadMode mode = cudaReadModeElementType)
{
    cudaTextureDesc how = {};
    for (auto& one : how.addressMode) one = address;
    how.filterMode = filter;
    how.readMode = mode;
    how.normalizedCoords = normalized;
    cudaTextureObject_t object = 0;
    if (cudaCreateTextureObject(&object, &from, &how, nullptr) != cudaSuccess) std::printf("none\n");
    return object;
}

static cudaResourceDesc ofArray(cudaArray_t array)
{
    cudaResourceDesc from = {};
    from.resType = cudaResourceTypeArray;
    from.res.array.array = array;
    return from;
}

int main()
{
    float* out;
    float* at;
    cudaMallocManaged(&out, 64 * sizeof(float));
    cudaMallocManaged(&at, 64 * sizeof(float));
    const auto show = [&](const char* name, int count) {
        std::printf("%s:", name);
        for (int i = 0; i < count; ++i) std::printf(" %g", out[i]);
        std::printf("\n");
    };

    // A row of 4: 10 20 30 40.
    const cudaChannelFormatDesc one = cudaCreateChannelDesc<float>();
    const float row[4] = {10, 20, 30, 40};
    cudaArray_t line;
    cudaMallocArray(&line, &one, 4);
    cudaMemcpy2DToArray(line, 0, 0, row, sizeof(row), sizeof(row), 1, cudaMemcpyHostToDevice);
    const float points[6] = {-0.125f, 0.125f, 0.3f, 0.875f, 1.125f, 1.625f};
    for (int i = 0; i < 6; ++i) at[i] = points[i];
    read1<<<1, 6>>>(made(ofArray(line), cudaAddressModeWrap, cudaFilterModePoint, true), at, out);
    show("wrap", 6);
    read1<<<1, 6>>>(made(ofArray(line), cudaAddressModeMirror, cudaFilterModePoint, true), at, out);
    show("mirror", 6);
    read1<<<1, 6>>>(made(ofArray(line), cudaAddressModeBorder, cudaFilterModePoint, true), at, out);
    show("border", 6);
    read1<<<1, 6>>>(made(ofArray(line), cudaAddressModeClamp, cudaFilterModePoint, true), at, out);
    show("clamp", 6);
    // A weight of 8 bits: 0.7001 is taken as 179 / 256, and 0.3 as 77 / 256.
    at[0] = 1.2001f;
    at[1] = 1.8f;
    read1<<<1, 2>>>(made(ofArray(line), cudaAddressModeClamp, cudaFilterModeLinear, false), at, out);
    show("weights", 2);

    // Memory with a pitch, bytes read as numbers up to 1.
    unsigned char* image;
    size_t pitch;
    cudaMallocPitch(&image, &pitch, 2, 2);
    const unsigned char pixels[4] = {0, 51, 102, 255};
    cudaMemcpy2D(image, pitch, pixels, 2, 2, 2, cudaMemcpyHostToDevice);
    cudaResourceDesc flat = {};
    flat.resType = cudaResourceTypePitch2D;
    flat.res.pitch2D.devPtr = image;
    flat.res.pitch2D.desc = cudaCreateChannelDesc<unsigned char>();
    flat.res.pitch2D.width = flat.res.pitch2D.height = 2;
    flat.res.pitch2D.pitchInBytes = pitch;
    const float corners[6] = {0.5f, 0.5f, 1.5f, 1.5f, 1.0f, 1.0f};
    for (int i = 0; i < 6; ++i) at[i] = corners[i];
    read2<<<1, 3>>>(made(flat, cudaAddressModeClamp, cudaFilterModeLinear, false,
                            cudaReadModeNormalizedFloat), at, out);
    show("normalized", 3);

    // Linear memory of vectors; behind its end zero is read.
    int4* fours;
    cudaMallocManaged(&fours, 3 * sizeof(int4));
    cudaResourceDesc memory = {};
    memory.resType = cudaResourceTypeLinear;
    memory.res.linear.devPtr = fours;
    memory.res.linear.desc = cudaCreateChannelDesc<int4>();
    memory.res.linear.sizeInBytes = 2 * sizeof(int4);
    fours[0] = make_int4(1, 2, 3, 4);
    fours[1] = make_int4(5, 6, 7, 8);
    int4* fetched;
    cudaMallocManaged(&fetched, 3 * sizeof(int4));
    fetch<<<1, 3>>>(made(memory, cudaAddressModeClamp, cudaFilterModePoint, false), fetched);
    std::printf("fetch: %d %d %d\n", fetched[0].w, fetched[1].x, fetched[2].y);

    // Two by two by two, as layers, as a volume, and six faces.
    const auto block = [&](unsigned flags, int depth) {
        float values[24];
        for (int i = 0; i < 24; ++i) values[i] = i / 4 + 1;
        cudaArray_t array;
        const cudaExtent extent = make_cudaExtent(2, 2, depth);
        if (cudaMalloc3DArray(&array, &one, extent, flags) != cudaSuccess) std::printf("none\n");
        cudaMemcpy3DParms copy = {};
        copy.srcPtr = make_cudaPitchedPtr(values, 2 * sizeof(float), 2, 2);
        copy.dstArray = array;
        copy.extent = extent;
        copy.kind = cudaMemcpyHostToDevice;
        cudaMemcpy3D(&copy);
        return ofArray(array);
    };
    layers<<<1, 3>>>(made(block(cudaArrayLayered, 3), cudaAddressModeClamp, cudaFilterModePoint, false), out);
    show("layers", 3);
    volume<<<1, 1>>>(made(block(0, 2), cudaAddressModeClamp, cudaFilterModeLinear, false), out);
    show("volume", 1);
    faces<<<1, 6>>>(made(block(cudaArrayCubemap, 6), cudaAddressModeClamp, cudaFilterModePoint, true), out);
    show("faces", 6);

    cudaArray_t sheet;
    cudaMallocArray(&sheet, &one, 2, 2, cudaArraySurfaceLoadStore);
    cudaMemcpy2DToArray(sheet, 0, 0, row, 8, 8, 2, cudaMemcpyHostToDevice);
    cudaSurfaceObject_t surface;
    const cudaResourceDesc from = ofArray(sheet);
    cudaCreateSurfaceObject(&surface, &from);
    twice<<<1, dim3(2, 2)>>>(surface);
    cudaMemcpy2DFromArray(out, 8, sheet, 0, 0, 8, 2, cudaMemcpyDeviceToHost);
    show("surface", 4);
    return 0;
}
