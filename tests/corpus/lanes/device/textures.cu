// Textures of linear memory and of arrays, points and filtered, and surfaces.
#include "results.h"

// The weights of a GPU have 8 bits of fraction; how it rounds their products is not published. Here
// that is up to a part in 64 of a value.
constexpr int kFiltered = 1 << 18;

__global__ void from_linear(cudaTextureObject_t texture, float* out)
{
    out[threadIdx.x] = tex1Dfetch<float>(texture, static_cast<int>(threadIdx.x) * 3 % 40);
}

__global__ void from_plane(cudaTextureObject_t texture, float* out, float scale, float offset)
{
    const float x = static_cast<float>(threadIdx.x) * scale + offset;
    const float y = static_cast<float>(threadIdx.y) * scale + offset * 0.5f;
    out[threadIdx.y * blockDim.x + threadIdx.x] = tex2D<float>(texture, x, y);
}

__global__ void from_bytes(cudaTextureObject_t texture, float4* out)
{
    out[threadIdx.x] = tex2D<float4>(texture, threadIdx.x % 4 + 0.5f, threadIdx.x / 4 + 0.5f);
}

__global__ void from_volume(cudaTextureObject_t texture, float* out)
{
    out[threadIdx.x] = tex3D<float>(texture, 0.3f + threadIdx.x % 4, 0.75f + threadIdx.x / 4 % 4,
                                    0.5f + threadIdx.x / 16);
}

__global__ void on_surface(cudaSurfaceObject_t surface)
{
    const int x = threadIdx.x % 8;
    const int y = threadIdx.x / 8;
    const float value = surf2Dread<float>(surface, x * 4, y);
    surf2Dwrite(value * 2 + 1, surface, x * 4, y);
}

cudaTextureObject_t textureOf(const cudaResourceDesc& resource, cudaTextureAddressMode address,
                              cudaTextureFilterMode filter, bool normalized,
                              cudaTextureReadMode read = cudaReadModeElementType)
{
    cudaTextureDesc description = {};
    description.addressMode[0] = address;
    description.addressMode[1] = address;
    description.addressMode[2] = address;
    description.filterMode = filter;
    description.readMode = read;
    description.normalizedCoords = normalized;
    cudaTextureObject_t texture = 0;
    cudaCreateTextureObject(&texture, &resource, &description, nullptr);
    return texture;
}

int main()
{
    std::vector<float> values(64);
    for (int i = 0; i < 64; ++i) {
        values[i] = static_cast<float>((i * 37) % 64) * 0.25f - 3;
    }
    Results<float> memory(64);
    cudaMemcpy(memory.device, values.data(), 256, cudaMemcpyHostToDevice);
    cudaResourceDesc linear = {};
    linear.resType = cudaResourceTypeLinear;
    linear.res.linear.devPtr = memory.device;
    linear.res.linear.desc = cudaCreateChannelDesc<float>();
    linear.res.linear.sizeInBytes = 256;
    Results<float> fetched(32);
    from_linear<<<1, 32>>>(textureOf(linear, cudaAddressModeClamp, cudaFilterModePoint, false),
                           fetched.device);
    show("texture_linear", fetched);

    const cudaChannelFormatDesc channel = cudaCreateChannelDesc<float>();
    cudaArray_t array = nullptr;
    cudaMallocArray(&array, &channel, 8, 8, cudaArraySurfaceLoadStore);
    cudaMemcpy2DToArray(array, 0, 0, values.data(), 32, 32, 8, cudaMemcpyHostToDevice);
    cudaResourceDesc plane = {};
    plane.resType = cudaResourceTypeArray;
    plane.res.array.array = array;
    Results<float> sampled(64);
    const dim3 eight(8, 8);
    from_plane<<<1, eight>>>(textureOf(plane, cudaAddressModeClamp, cudaFilterModePoint, false),
                             sampled.device, 1.25f, -1.0f);
    show("texture_points", sampled);
    from_plane<<<1, eight>>>(textureOf(plane, cudaAddressModeBorder, cudaFilterModePoint, false),
                             sampled.device, 1.25f, -1.0f);
    show("texture_border", sampled);
    from_plane<<<1, eight>>>(textureOf(plane, cudaAddressModeClamp, cudaFilterModeLinear, false),
                             sampled.device, 0.8125f, 0.3125f);
    showNear(kFiltered, "texture_filtered", sampled);
    from_plane<<<1, eight>>>(textureOf(plane, cudaAddressModeWrap, cudaFilterModeLinear, true),
                             sampled.device, 0.21875f, -0.4375f);
    showNear(kFiltered, "texture_wrapped", sampled);
    from_plane<<<1, eight>>>(textureOf(plane, cudaAddressModeMirror, cudaFilterModePoint, true),
                             sampled.device, 0.40625f, -0.71875f);
    show("texture_mirrored", sampled);
    cudaSurfaceObject_t surface = 0;
    cudaCreateSurfaceObject(&surface, &plane);
    on_surface<<<1, 64>>>(surface);
    std::vector<float> back(64);
    cudaMemcpy2DFromArray(back.data(), 32, array, 0, 0, 32, 8, cudaMemcpyDeviceToHost);
    cudaMemcpy(memory.device, back.data(), 256, cudaMemcpyHostToDevice);
    show("surface", memory);

    std::vector<uchar4> bytes(16);
    for (int i = 0; i < 16; ++i) {
        bytes[i] = make_uchar4(i * 17, 255 - i, i, 128 + i);
    }
    const cudaChannelFormatDesc four = cudaCreateChannelDesc<uchar4>();
    cudaArray_t small = nullptr;
    cudaMallocArray(&small, &four, 4, 4);
    cudaMemcpy2DToArray(small, 0, 0, bytes.data(), 16, 16, 4, cudaMemcpyHostToDevice);
    cudaResourceDesc picture = {};
    picture.resType = cudaResourceTypeArray;
    picture.res.array.array = small;
    Results<float4> colours(16);
    from_bytes<<<1, 16>>>(textureOf(picture, cudaAddressModeClamp, cudaFilterModePoint, false,
                                    cudaReadModeNormalizedFloat),
                          colours.device);
    show("texture_normalized", colours);

    cudaArray_t volume = nullptr;
    cudaMalloc3DArray(&volume, &channel, make_cudaExtent(4, 4, 4));
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(values.data(), 16, 4, 4);
    copy.dstArray = volume;
    copy.extent = make_cudaExtent(4, 4, 4);
    copy.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&copy);
    cudaResourceDesc cube = {};
    cube.resType = cudaResourceTypeArray;
    cube.res.array.array = volume;
    Results<float> inside(64);
    from_volume<<<1, 64>>>(textureOf(cube, cudaAddressModeClamp, cudaFilterModeLinear, false),
                           inside.device);
    showNear(kFiltered, "texture_volume", inside);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
