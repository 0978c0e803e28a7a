// needs CUDA 11: texture references are gone from CUDA 12, and from HIP 7 for compute GPUs.
#include <cuda_runtime.h>
#include <stdio.h>

texture<float, 1, cudaReadModeElementType> texVector;
texture<float, cudaTextureType2D, cudaReadModeElementType> texImage;

__global__ void gather(const int* index, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex1Dfetch(texVector, index[i]) + tex2D(texImage, 0.5f, i + 0.5f);
}

int main()
{
    const int n = 1024;
    float *values, *out;
    int* index;
    cudaArray* image;
    cudaMalloc(&values, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMalloc(&index, n * sizeof(int));
    cudaMemset(index, 0, n * sizeof(int));
    size_t offset = 0;
    cudaBindTexture(&offset, texVector, values, n * sizeof(float));
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    cudaMallocArray(&image, &desc, 32, 32);
    texImage.filterMode = cudaFilterModePoint;
    texImage.addressMode[0] = cudaAddressModeClamp;
    cudaBindTextureToArray(texImage, image, desc);
    gather<<<n / 128, 128>>>(index, out, n);
    cudaUnbindTexture(texVector);
    cudaUnbindTexture(texImage);
    cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    cudaFreeArray(image);
    return 0;
}
