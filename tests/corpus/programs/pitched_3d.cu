#include <cuda_runtime.h>
#include <cstdio>

__global__ void laplace(cudaPitchedPtr in, cudaPitchedPtr out, cudaExtent extent)
{
    const size_t x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    const size_t y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    const size_t slice = in.pitch * extent.height;
    if (x + 1 >= extent.width / sizeof(float) || y + 1 >= extent.height) return;
    for (size_t z = 1; z + 1 < extent.depth; ++z) {
        const char* plane = static_cast<const char*>(in.ptr) + z * slice;
        const float* row = reinterpret_cast<const float*>(plane + y * in.pitch);
        const float* above = reinterpret_cast<const float*>(plane + (y - 1) * in.pitch);
        const float* below = reinterpret_cast<const float*>(plane + (y + 1) * in.pitch);
        float* target = reinterpret_cast<float*>(static_cast<char*>(out.ptr) + z * slice + y * out.pitch);
        target[x] = row[x - 1] + row[x + 1] + above[x] + below[x] - 4.0f * row[x];
    }
}

int main()
{
    const size_t w = 64, h = 48, d = 16;
    cudaExtent extent = make_cudaExtent(w * sizeof(float), h, d);
    cudaPitchedPtr a, b;
    if (cudaMalloc3D(&a, extent) != cudaSuccess || cudaMalloc3D(&b, extent) != cudaSuccess) return 1;
    cudaMemset3D(a, 0, extent);
    float* host = new float[w * h * d]();
    cudaMemcpy3DParms copy = {0};
    copy.srcPtr = make_cudaPitchedPtr(host, w * sizeof(float), w, h);
    copy.dstPtr = a;
    copy.srcPos = make_cudaPos(0, 0, 0);
    copy.extent = extent;
    copy.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&copy);
    cudaMemcpy3DAsync(&copy, cudaStreamPerThread);
    laplace<<<dim3(w / 16, h / 16, 1), dim3(16, 16, 1)>>>(a, b, extent);

    size_t pitch;
    unsigned char* rows;
    cudaMallocPitch((void**)&rows, &pitch, 100, 20);
    cudaMemset2D(rows, pitch, 0x7f, 100, 20);
    cudaMemcpy2D(host, 100, rows, pitch, 100, 20, cudaMemcpyDeviceToHost);
    cudaArray_t volume;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMalloc3DArray(&volume, &format, make_cudaExtent(w, h, d), cudaArrayDefault);
    cudaMalloc3DArray(&volume, &format, make_cudaExtent(w, h, d));
    std::printf("pitch %zu\n", pitch);
    cudaFree(a.ptr);
    cudaFree(b.ptr);
    cudaFreeArray(volume);
    delete[] host;
    return cudaDeviceReset() != cudaSuccess;
}
