#include <cuComplex.h>
#include <cuda_runtime.h>
#include <stdio.h>

__device__ int julia(cuFloatComplex z, cuFloatComplex c, int limit)
{
    int i = 0;
    while (i < limit && cuCrealf(z) * cuCrealf(z) + cuCimagf(z) * cuCimagf(z) < 4.0f) {
        z = cuCaddf(cuCmulf(z, z), c);
        ++i;
    }
    return i;
}

__global__ void image(unsigned char *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    cuFloatComplex z = make_cuFloatComplex(3.0f * x / width - 1.5f, 2.0f * y / height - 1.0f);
    out[y * width + x] = julia(z, make_cuFloatComplex(-0.8f, 0.156f), 255);
}

__global__ void doubles(cuDoubleComplex *v, double *magnitude)
{
    cuDoubleComplex z = cuCdiv(cuConj(v[threadIdx.x]), make_cuDoubleComplex(2.0, 0.0));
    magnitude[threadIdx.x] = cuCabs(cuCsub(z, cuComplexFloatToDouble(make_cuComplex(1.0f, 1.0f))));
    v[threadIdx.x] = cuCfma(z, z, z);
}

int main(void)
{
    unsigned char *out;
    cuComplex one = make_cuComplex(1.f, 0.f);
    cudaMallocManaged((void **)&out, 640 * 480, cudaMemAttachGlobal);
    image<<<dim3(640 / 32, 480 / 8), dim3(32, 8)>>>(out, 640, 480);
    cudaDeviceSynchronize();
    printf("%d %f\n", out[320 + 240 * 640], cuCabsf(one));
    return cudaFree(out);
}
