#include <cufft.h>
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>

typedef float2 Complex;

static __global__ void multiplyScale(cufftComplex* a, const cufftComplex* b, int n, float scale)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        cufftComplex x = a[i], y = b[i];
        a[i] = make_float2((x.x * y.x - x.y * y.y) * scale, (x.x * y.y + x.y * y.x) * scale);
    }
}

int main()
{
    const int n = 1024, batch = 4;
    cufftHandle plan, real, many;
    Complex *data, *filter;
    cudaMalloc((void**)&data, sizeof(Complex) * n * batch);
    cudaMalloc((void**)&filter, sizeof(Complex) * n * batch);
    if (cufftPlan1d(&plan, n, CUFFT_C2C, batch) != CUFFT_SUCCESS) return 1;
    cufftExecC2C(plan, data, data, CUFFT_FORWARD);
    cufftExecC2C(plan, filter, filter, CUFFT_FORWARD);
    multiplyScale<<<32, 256>>>(data, filter, n * batch, 1.0f / n);
    cufftResult result = cufftExecC2C(plan, data, data, CUFFT_INVERSE);
    cufftPlan2d(&real, 64, 64, CUFFT_R2C);
    cufftExecR2C(real, (cufftReal*)data, (cufftComplex*)filter);
    int dims[2] = {32, 32};
    cufftPlanMany(&many, 2, dims, NULL, 1, 1024, NULL, 1, 1024, CUFFT_Z2Z, 2);
    cufftSetStream(many, cudaStreamPerThread);
    size_t workspace = 0;
    cufftGetSize(many, &workspace);
    cufftExecZ2Z(many, (cufftDoubleComplex*)data, (cufftDoubleComplex*)data, CUFFT_INVERSE);
    std::printf("%d, %zu bytes\n", result, workspace);
    cufftDestroy(plan);
    cufftDestroy(real);
    cufftDestroy(many);
    return 0;
}
