// compile with --extended-lambda
#include "header_templates.cuh"
#include <cstdio>

int main()
{
    const int n = 1000;
    float* p;
    cudaMallocManaged(&p, n * sizeof(float));
    const float offset = 3.0f;
    if (launchForEach([=] __device__(int i) { p[i] = clampTo(i + offset, 0.0f, 500.0f); }, n) != cudaSuccess) return 1;
    forEach<<<1, 32>>>([=] __host__ __device__(int i) { p[i] += 1; }, 10);
    cudaDeviceSynchronize();
    std::printf("%f %f\n", p[0], p[999]);
    cudaFree(p);
    return 0;
}
