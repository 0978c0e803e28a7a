// Texture and surface objects. Compute GPUs such as gfx942 have no image hardware.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>

__global__ void rotate(cudaTextureObject_t tex, cudaSurfaceObject_t surface, int width, int height, float angle)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float u = x / (float)width - 0.5f, v = y / (float)height - 0.5f;
    float s, c;
    sincosf(angle, &s, &c);
    float value = tex2D<float>(tex, u * c - v * s + 0.5f, v * c + u * s + 0.5f);
    surf2Dwrite(value, surface, x * sizeof(float), y);
}

int main()
{
    const int width = 512, height = 256;
    float* pixels = new float[width * height];
    for (int i = 0; i < width * height; ++i) pixels[i] = i % 255;
    cudaChannelFormatDesc format = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    cudaArray_t in, out;
    cudaMallocArray(&in, &format, width, height);
    cudaMallocArray(&out, &format, width, height, cudaArraySurfaceLoadStore);
    cudaMemcpy2DToArray(in, 0, 0, pixels, width * sizeof(float), width * sizeof(float), height, cudaMemcpyHostToDevice);

    cudaResourceDesc resource;
    std::memset(&resource, 0, sizeof(resource));
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = in;
    cudaTextureDesc description{};
    description.addressMode[0] = cudaAddressModeWrap;
    description.addressMode[1] = cudaAddressModeClamp;
    description.filterMode = cudaFilterModeLinear;
    description.readMode = cudaReadModeElementType;
    description.normalizedCoords = 1;
    cudaTextureObject_t texture = 0;
    cudaCreateTextureObject(&texture, &resource, &description, nullptr);
    cudaSurfaceObject_t surface = 0;
    resource.res.array.array = out;
    cudaCreateSurfaceObject(&surface, &resource);

    dim3 block(16, 16), grid(width / block.x, height / block.y);
    rotate<<<grid, block>>>(texture, surface, width, height, 0.5f);
    cudaMemcpy2DFromArray(pixels, width * sizeof(float), out, 0, 0, width * sizeof(float), height, cudaMemcpyDeviceToHost);
    std::printf("%f\n", pixels[0]);
    cudaDestroyTextureObject(texture);
    cudaDestroySurfaceObject(surface);
    cudaFreeArray(in);
    cudaFreeArray(out);
    delete[] pixels;
    return 0;
}
